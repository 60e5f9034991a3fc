"""Lanes: workers for questions of one kind, a queue of bounded length before them, and the answers that are remembered.

Small questions go first and have workers that nobody else may use; one that looked small and was not leaves such a
worker soon, and waits for another. The same question is asked once however many wait for it, and only answers that did
not depend on the time they were given are remembered.
"""

import asyncio
import pickle
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from itertools import count
from time import monotonic
from typing import Any, NamedTuple

from grundy.web.limits import QUEUE, Terms, large
from grundy.web.work import Outcome, Task, Worker, answer

__all__ = ["Lane"]

REMEMBERED = 20_000_000  # bytes of answers
LARGEST = 1_000_000  # bytes of an answer that is remembered
PATIENCE = 10.0  # seconds that a request waits for a worker
LARGE = 4_000  # bytes of a question that is not small
BUSY = "the server is busy; try again in a moment"


class Request(NamedTuple):
    """A question in the queue: the small ones first, then those that came first; one may have been tried in a hurry."""

    size: int
    number: int
    came: float
    task: Task
    arguments: tuple[Any, ...]
    found: "asyncio.Future[Outcome]"
    tried: bool = False


class Lane:
    """Workers for questions of one kind."""

    def __init__(self, workers: int, terms: Terms, hurried: Sequence[Terms] = ()) -> None:
        """The lane with its workers, and those for what is small, each with its own terms."""
        self.terms, self.numbers = terms, count()
        self.workers = [*map(Worker, hurried), *(Worker(terms) for _ in range(workers))]
        self.threads = ThreadPoolExecutor(len(self.workers))
        self.waiting: list[Request] = []
        self.news = asyncio.Condition()
        self.known: OrderedDict[bytes, bytes] = OrderedDict()
        self.held = 0  # bytes of what is known
        self.underway: dict[bytes, asyncio.Future[Outcome]] = {}
        self.attending = [asyncio.create_task(self.attend(w, n < len(hurried))) for n, w in enumerate(self.workers)]

    async def run(self, task: Task, *arguments: Any) -> Any:
        """The answer to a task."""
        return answer(await self.ask(task, *arguments))

    async def ask(self, task: Task, *arguments: Any) -> Outcome:
        """The outcome of a task, as it is remembered or as a worker finds it."""
        question = pickle.dumps((task, arguments))
        key = blake2b(question, digest_size=16).digest()
        if key in self.known:
            self.known.move_to_end(key)
            return pickle.loads(self.known[key])  # type: ignore[no-any-return]
        if key not in self.underway:
            found: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
            self.underway[key] = found
            found.add_done_callback(lambda found: self.learn(key, found))
            await self.enter(
                Request(size(question, arguments), next(self.numbers), monotonic(), task, arguments, found)
            )
        return await asyncio.shield(self.underway[key])

    async def enter(self, request: Request) -> None:
        """Join the queue; where it is full, the largest question is turned away."""
        self.waiting.append(request)
        if len(self.waiting) > QUEUE:
            largest = max(self.waiting)
            self.waiting.remove(largest)
            largest.found.set_result(Outcome("busy", BUSY))
        async with self.news:
            self.news.notify_all()

    async def next(self, reserved: bool) -> Request:
        """The next question, when there is one that the worker may take."""
        async with self.news:
            while (it := self.first(reserved)) is None:
                await self.news.wait()
            self.waiting.remove(it)
            return it

    def first(self, reserved: bool) -> Request | None:
        """The first question that a worker may take."""
        fit = (it for it in self.waiting if not reserved or (it.size < LARGE and not it.tried))
        return min(fit, default=None)

    async def attend(self, worker: Worker, reserved: bool) -> None:
        """Keep one worker at work; it is started before it takes a question."""
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(self.threads, worker.prepare)
            it = await self.next(reserved)
            late = monotonic() - it.came > PATIENCE
            outcome = (
                Outcome("busy", BUSY)
                if late
                else await loop.run_in_executor(self.threads, worker.ask, it.task, it.arguments)
            )
            if reserved and outcome.kind in ("late", "costly"):  # with more time and memory it may be done
                await self.enter(it._replace(tried=True))
            elif not it.found.done():
                it.found.set_result(outcome)

    def learn(self, key: bytes, found: "asyncio.Future[Outcome]") -> None:
        """Remember an outcome that more time would not change, and forget the oldest ones."""
        del self.underway[key]
        outcome = found.result() if not found.cancelled() else Outcome("late", "")
        data = pickle.dumps(outcome)
        if not outcome.lasting or outcome.seconds > self.terms.seconds / 2 or len(data) > LARGEST:
            return
        self.known[key] = data
        self.held += len(data)
        while self.held > REMEMBERED:
            self.held -= len(self.known.popitem(last=False)[1])

    def stop(self) -> None:
        """Kill all workers."""
        for task in self.attending:
            task.cancel()
        for worker in self.workers:
            worker.stop()
        self.threads.shutdown(wait=False)


def size(question: bytes, arguments: tuple[Any, ...]) -> int:
    """The size of a question, by which the queue is ordered."""
    if len(question) >= LARGE:
        return len(question)
    text = repr([one for one in arguments if not callable(one)])  # the address of a function looks like a number
    return len(question) + LARGE * large(text)
