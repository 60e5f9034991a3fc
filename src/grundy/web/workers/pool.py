"""Pools of workers, each with a bounded queue and a memory of its answers.

Small tasks go first and have workers that no other may use. A task that looked small and takes long leaves such a
worker soon, and waits for another. Equal tasks that wait together run once, and only results that did not depend on the
time they were given are remembered.
"""

import asyncio
import pickle
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from itertools import count
from time import monotonic
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Request

from grundy.web.limits import (
    QUEUE_LENGTH,
    QUICK_LIMITS,
    QUICK_SECONDS,
    SLOW_LIMITS,
    SLOW_SECONDS,
    SMALL_LIMITS,
    WorkerLimits,
    looks_large,
)
from grundy.web.workers.process import TaskFunction, TaskResult, TextAnswer, WorkerProcess

CACHE_BYTES = 20_000_000
CACHED_ANSWER_BYTES = 1_000_000  # larger answers are not remembered
QUEUE_SECONDS = 10.0  # that a task waits for a worker at most
LARGE_TASK_BYTES = 4_000
BUSY = TaskResult("busy", "the server is busy; try again in a moment")


class QueuedTask(NamedTuple):
    """A task in the queue, ordered by size and then by arrival."""

    size: int
    number: int
    arrived: float
    task: TaskFunction
    arguments: tuple[Any, ...]
    result: "asyncio.Future[TaskResult]"
    was_tried: bool = False  # by a worker for small tasks


class WorkerPool:
    """Workers with the same limits, those for small tasks with limits of their own, and the queue before them."""

    def __init__(self, workers: int, limits: WorkerLimits, small: Sequence[WorkerLimits] = ()) -> None:
        self.limits, self.numbers = limits, count()
        self.workers = [*map(WorkerProcess, small), *(WorkerProcess(limits) for _ in range(workers))]
        self.threads = ThreadPoolExecutor(len(self.workers))
        self.queue: list[QueuedTask] = []
        self.changed = asyncio.Condition()
        self.cache: OrderedDict[bytes, bytes] = OrderedDict()
        self.cache_bytes = 0
        self.pending: dict[bytes, asyncio.Future[TaskResult]] = {}
        self.loops = [asyncio.create_task(self.serve(w, n < len(small))) for n, w in enumerate(self.workers)]

    async def run(self, task: TaskFunction, *arguments: Any) -> TaskResult:
        data = pickle.dumps((task, arguments))
        key = blake2b(data, digest_size=16).digest()
        if key in self.cache:
            self.cache.move_to_end(key)
            return pickle.loads(self.cache[key])  # type: ignore[no-any-return]
        if key not in self.pending:
            result: asyncio.Future[TaskResult] = asyncio.get_running_loop().create_future()
            self.pending[key] = result
            result.add_done_callback(lambda result: self.remember(key, result))
            size = task_size(data, arguments)
            await self.enqueue(QueuedTask(size, next(self.numbers), monotonic(), task, arguments, result))
        return await asyncio.shield(self.pending[key])

    async def enqueue(self, queued: QueuedTask) -> None:
        """Add a task to the queue; where that is full, the largest one is refused."""
        self.queue.append(queued)
        if len(self.queue) > QUEUE_LENGTH:
            largest = max(self.queue)
            self.queue.remove(largest)
            largest.result.set_result(BUSY)
        async with self.changed:
            self.changed.notify_all()

    async def take(self, only_small: bool) -> QueuedTask:
        async with self.changed:
            while True:
                fit = [it for it in self.queue if not only_small or (it.size < LARGE_TASK_BYTES and not it.was_tried)]
                if fit:
                    self.queue.remove(first := min(fit))
                    return first
                await self.changed.wait()

    async def serve(self, worker: WorkerProcess, only_small: bool) -> None:
        """Run tasks in one worker for ever; its process is started before a task is taken."""
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(self.threads, worker.prepare)
            queued, result = await self.take(only_small), BUSY
            if monotonic() - queued.arrived <= QUEUE_SECONDS:
                result = await loop.run_in_executor(self.threads, worker.run, queued.task, queued.arguments)
            if only_small and result.kind in ("late", "costly"):  # with more time and memory it may be done
                await self.enqueue(queued._replace(was_tried=True))
            elif not queued.result.done():
                queued.result.set_result(result)

    def remember(self, key: bytes, future: "asyncio.Future[TaskResult]") -> None:
        """Cache a result that more time would not change, and drop the oldest ones."""
        del self.pending[key]
        if future.cancelled():
            return
        result = future.result()
        data = pickle.dumps(result)
        if not result.is_lasting or result.seconds > self.limits.seconds / 2 or len(data) > CACHED_ANSWER_BYTES:
            return
        self.cache[key] = data
        self.cache_bytes += len(data)
        while self.cache_bytes > CACHE_BYTES:
            self.cache_bytes -= len(self.cache.popitem(last=False)[1])

    def stop(self) -> None:
        for loop in self.loops:
            loop.cancel()
        for worker in self.workers:
            worker.stop()
        self.threads.shutdown(wait=False)


def task_size(data: bytes, arguments: tuple[Any, ...]) -> int:
    """The bytes of a task, and more if its arguments look large."""
    if len(data) >= LARGE_TASK_BYTES:
        return len(data)
    text = repr([one for one in arguments if not callable(one)])  # the address of a function looks like a number
    return len(data) + LARGE_TASK_BYTES * looks_large(text)


class Workers:
    """The workers of a server: quick ones for what a page waits for, a slow one for what takes longer."""

    def __init__(self) -> None:
        self.quick, self.slow = WorkerPool(1, QUICK_LIMITS, [SMALL_LIMITS]), WorkerPool(1, SLOW_LIMITS)

    async def run(self, task: TaskFunction, *arguments: Any) -> TaskResult:
        """The result of a quick worker, or of the slow one where the quick one was late."""
        result = await self.quick.run(task, *arguments)
        return await self.slow.run(task, *arguments) if result.kind == "late" else result

    async def answer(self, task: TaskFunction, *arguments: Any) -> Any:
        """The value of a task whose last argument is its time; the slow worker runs it if more time may improve it."""
        result = await self.quick.run(task, *arguments, QUICK_SECONDS)
        is_cut = isinstance(result.content, TextAnswer) and not result.content.is_final
        if result.kind == "late" or result.seconds > QUICK_SECONDS or is_cut:
            result = await self.slow.run(task, *arguments, SLOW_SECONDS)
        return result.unwrap()

    def stop(self) -> None:
        self.quick.stop()
        self.slow.stop()


async def workers_of(request: Request) -> Workers:
    workers: Workers = request.app.state.workers
    return workers


WorkersOfServer = Annotated[Workers, Depends(workers_of)]  # a parameter of a handler
