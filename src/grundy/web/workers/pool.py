"""Pools of workers, each with a bounded queue and a memory of its answers.

Small tasks go first and have workers that no other may use. A task that looked small and takes long leaves such a
worker soon, and waits for another. Equal tasks that wait together run once, and only results that did not depend on the
time they were given are remembered. A task that nobody waits for any more is ended.

On a public server the tasks of those who have fewest at work go first, and no client has all workers of a kind.
"""

import asyncio
import pickle
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import count
from threading import Event
from time import monotonic
from traceback import format_exc
from typing import Any

from grundy.web.hosting import CLIENT, Hosting
from grundy.web.limits import QUEUE_LENGTH, QUICK_LIMITS, SLOW_LIMITS, SMALL_LIMITS, WorkerLimits, looks_large
from grundy.web.workers.process import WorkerProcess
from grundy.web.workers.quick_and_slow import Workers, stream_reports
from grundy.web.workers.tasks import TaskFunction, TaskResult

CACHE_BYTES = 20_000_000
CACHED_ANSWER_BYTES = 1_000_000  # larger answers are not remembered
QUEUE_SECONDS = 10.0  # that a task waits for a worker at most
LARGE_TASK_BYTES = 4_000
BUSY = TaskResult("busy", "the server is busy; try again in a moment")


@dataclass(eq=False)
class QueuedTask:
    """A task that waits or runs."""

    client: str
    size: int
    number: int
    arrived: float
    task: TaskFunction
    arguments: tuple[Any, ...]
    result: "asyncio.Future[TaskResult]"
    is_reporting: bool = False  # whether the task takes a function to report what it has found so far
    reports: list[Any] = field(default_factory=list)
    was_tried: bool = False  # by a worker for small tasks
    waiting_requests: int = 0
    cancelled: Event = field(default_factory=Event)


class WorkerPool:
    """Workers with the same limits, those for small tasks with limits of their own, and the queue before them."""

    def __init__(
        self, workers: int, limits: WorkerLimits, small: Sequence[WorkerLimits] = (), client_tasks: int | None = None
    ) -> None:
        self.limits, self.client_tasks, self.numbers = limits, client_tasks, count()
        self.counts = {True: len(small), False: workers}  # of workers for small tasks, and for all
        self.held: Counter[tuple[str, bool]] = Counter()  # by a client, of those counts
        self.workers = [*map(WorkerProcess, small), *(WorkerProcess(limits) for _ in range(workers))]
        self.threads = ThreadPoolExecutor(len(self.workers))
        self.queue: list[QueuedTask] = []
        self.changed = asyncio.Event()
        self.cache: OrderedDict[bytes, bytes] = OrderedDict()
        self.cache_bytes = 0
        self.pending: dict[bytes, QueuedTask] = {}
        self.loops = [asyncio.create_task(self.serve(w, n < len(small))) for n, w in enumerate(self.workers)]

    async def run(self, task: TaskFunction, *arguments: Any, is_reporting: bool = False) -> TaskResult:
        data, key = self.name(task, arguments)
        if key in self.cache:
            self.cache.move_to_end(key)
            return pickle.loads(self.cache[key])  # type: ignore[no-any-return]
        if key not in self.pending:
            client = CLIENT.get()
            if self.client_tasks and client and self.count_tasks(client) >= self.client_tasks:
                line = f"{self.client_tasks} long computations for your address are under way"
                return TaskResult("busy", f"{line}; try again when one is done")
            result: asyncio.Future[TaskResult] = asyncio.get_running_loop().create_future()
            size, number = task_size(data, arguments), next(self.numbers)
            queued = QueuedTask(client, size, number, monotonic(), task, arguments, result, is_reporting)
            self.pending[key] = queued
            result.add_done_callback(lambda result: self.remember(key, queued))
            self.enqueue(queued)
        return await self.wait(key, self.pending[key])

    @staticmethod
    def name(task: TaskFunction, arguments: tuple[Any, ...]) -> tuple[bytes, bytes]:
        """A task as data, and the key under which it and its result are known."""
        data = pickle.dumps((task, arguments))
        return data, blake2b(data, digest_size=16).digest()

    def reports(self, task: TaskFunction, *arguments: Any) -> list[Any]:
        """What a task that waits or runs has reported so far."""
        queued = self.pending.get(self.name(task, arguments)[1])
        return queued.reports if queued else []

    def stream(self, task: TaskFunction, *arguments: Any) -> AsyncIterator[Any]:
        return stream_reports(self, task, *arguments)

    async def wait(self, key: bytes, queued: QueuedTask) -> TaskResult:
        queued.waiting_requests += 1
        try:
            return await asyncio.shield(queued.result)
        finally:
            queued.waiting_requests -= 1
            if not queued.waiting_requests and not queued.result.done():
                del self.pending[key]  # whoever asks the same now asks anew
                queued.cancelled.set()
                queued.result.cancel()
                if queued in self.queue:
                    self.queue.remove(queued)

    def count_tasks(self, client: str) -> int:
        return sum(it.client == client for it in self.pending.values())

    def enqueue(self, queued: QueuedTask) -> None:
        """Add a task to the queue; where that is full, the largest one of the client with most is refused."""
        self.queue.append(queued)
        if len(self.queue) > QUEUE_LENGTH:
            counts = Counter(it.client for it in self.queue)
            largest = max(self.queue, key=lambda it: (counts[it.client], it.size, it.number))
            self.queue.remove(largest)
            largest.result.set_result(BUSY)
        self.changed.set()

    async def take(self, only_small: bool) -> QueuedTask:
        while True:
            fit = [it for it in self.queue if self.may_take(it, only_small)]
            if fit:
                first = min(fit, key=lambda it: (self.held_workers(it.client), it.size // LARGE_TASK_BYTES, it.number))
                self.queue.remove(first)
                return first
            self.changed.clear()
            await self.changed.wait()

    def may_take(self, queued: QueuedTask, only_small: bool) -> bool:
        if only_small and (queued.size >= LARGE_TASK_BYTES or queued.was_tried):
            return False
        return not queued.client or self.held[queued.client, only_small] < max(1, self.counts[only_small] - 1)

    def held_workers(self, client: str) -> int:
        return self.held[client, True] + self.held[client, False] if client else 0

    async def serve(self, worker: WorkerProcess, only_small: bool) -> None:
        """Run tasks in one worker for ever; its process is started before a task is taken."""
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(self.threads, worker.prepare)
            queued, result = await self.take(only_small), BUSY
            if monotonic() - queued.arrived <= QUEUE_SECONDS:
                self.held[queued.client, only_small] += 1
                report = queued.reports.append if queued.is_reporting else None
                run = partial(worker.run, queued.task, queued.arguments, queued.cancelled, report)
                try:
                    result = await loop.run_in_executor(self.threads, run)
                except Exception:  # a bug: this loop must not end
                    result = TaskResult("fault", format_exc())
                self.held -= Counter([(queued.client, only_small)])  # a count of zero is dropped
                self.changed.set()  # another worker may take a task of this client now
            if queued.result.done():  # nobody waits for it
                continue
            if only_small and result.kind in ("late", "costly", "fault"):  # with more time and memory it may be done
                queued.was_tried = True
                self.enqueue(queued)
            else:
                queued.result.set_result(result)

    def remember(self, key: bytes, queued: QueuedTask) -> None:
        """Cache a result that more time would not change, and drop the oldest ones."""
        if self.pending.get(key) is queued:
            del self.pending[key]
        if queued.result.cancelled():
            return
        result = queued.result.result()
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


def workers_of_server(hosting: Hosting) -> Workers:
    limits = hosting.client_limits
    quick = 2 if limits else 1  # two, so that no client has both
    return Workers(
        WorkerPool(quick, QUICK_LIMITS, [SMALL_LIMITS] * quick),
        WorkerPool(hosting.slow_workers, SLOW_LIMITS, client_tasks=limits.heavy if limits else None),
    )
