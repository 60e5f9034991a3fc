"""Work on many processors: a cluster of processes on this machine, or one that is there already (dask.distributed).

`Workers.run` hands out tasks and gives back an `Outcome` for each as it is ready. What kills a worker is tried three
times: the second time in a task of its own, the third time with nothing else under way, so that nobody suffers for a
neighbour's fault. The workers of a local cluster watch a pipe to their parent and end when it does, however it ends.
"""

import logging
import os
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field
from importlib import import_module
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Generic, Protocol, Self, TypeVar

from grundy.errors import GrundyError

__all__ = ["TRIES", "Outcome", "Task", "Workers"]

Item = TypeVar("Item")
Result = TypeVar("Result")
Given = TypeVar("Given", covariant=True)

TRIES = 3  # of an item that kills its worker
GLANCE = 0.5  # seconds between looks at the clock and at the number of workers
PATIENCE = 5  # seconds for a scheduler to answer, and for workers to end
SETTINGS: dict[str, object] = {
    "distributed.scheduler.allowed-failures": 0,  # deaths are counted here, where neighbours are told apart
    "distributed.worker.daemon": True,
    "distributed.comm.timeouts.connect": f"{PATIENCE}s",
    "distributed.admin.tick.limit": "1h",  # no warnings about a busy machine
}


class Future(Protocol[Given]):
    """A task that a scheduler has, as far as it is used here."""

    key: str
    status: str

    def result(self) -> Given:
        """What the work returned."""

    def exception(self) -> BaseException:
        """What the work raised."""

    def add_done_callback(self, call: Callable[["Future[Given]"], None]) -> None:
        """Call a function when the task has ended."""


class Client(Protocol):
    """A connection to a scheduler, as far as it is used here."""

    status: str

    def submit(self, work: Callable[[list[Item]], Result], items: list[Item], *, pure: bool) -> Future[Result]:
        """Hand out a task."""

    def cancel(self, futures: Sequence[Future[Result]], *, force: bool) -> None:
        """Take tasks back."""

    def nthreads(self) -> dict[str, int]:
        """How many tasks each worker can run at the same time."""

    def close(self) -> None:
        """End the connection."""


@dataclass
class Task(Generic[Item]):
    """Items that go to a worker together, and how many deaths they have seen."""

    items: list[Item]
    deaths: int = 0


@dataclass(frozen=True)
class Outcome(Generic[Item, Result]):
    """The items of a task with their result; or with the reason why there is none, and how often it was so."""

    items: list[Item]
    result: Result | None
    reason: str = ""
    tries: int = 1

    @property
    def final(self) -> bool:
        """Whether no further try follows."""
        return not self.reason or self.tries >= TRIES


@dataclass
class Plan(Generic[Item]):
    """The tasks that wait: fresh ones from a source, those to be tried again, and those to be tried alone."""

    fresh: Iterator[Task[Item]]
    again: deque[Task[Item]] = field(default_factory=deque)
    alone: deque[Task[Item]] = field(default_factory=deque)
    ended: bool = False  # whether the source has no more

    def more(self) -> bool:
        """Whether anything waits."""
        return bool(self.again or self.alone or not self.ended)

    def next(self, under_way: int) -> Task[Item] | None:
        """The next task that may start while so many are under way."""
        if not self.again and not self.ended:
            self.draw()
        if self.again:
            return self.again.popleft()
        return self.alone.popleft() if self.alone and not under_way else None

    def draw(self) -> None:
        """Put the next task of the source where it belongs."""
        task = next(self.fresh, None)
        self.ended = task is None
        if task:
            self.put(task)

    def put(self, task: Task[Item]) -> None:
        """Plan a task, alone if it is its last try."""
        (self.alone if task.deaths == TRIES - 1 else self.again).append(task)

    def retry(self, task: Task[Item], deaths: int) -> None:
        """Plan another try of each item."""
        for item in task.items:
            self.put(Task([item], deaths))


class Workers:
    """Processes that run functions: those of this machine, or of the cluster at an address."""

    def __init__(self, scheduler: str | None = None, count: int | None = None) -> None:
        self.scheduler, self.count = scheduler, count or os.cpu_count() or 1
        self.opened = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            quiet(opened)
            self.client = self.connect(opened)
            self.opened = opened.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.opened.close()

    def connect(self, opened: ExitStack) -> Client:
        """The client of the cluster, which ends with the context."""
        distributed = library("distributed")  # first, for its own settings must be there before they are changed
        opened.enter_context(library("dask").config.set(SETTINGS))
        if self.scheduler:
            client = reached(self.scheduler)
            opened.callback(client.close)
            return client
        cluster = opened.enter_context(self.local())
        local: Client = opened.enter_context(distributed.Client(cluster, timeout=PATIENCE))
        return local

    def local(self) -> AbstractContextManager[object]:
        """A cluster of processes on this machine, to which no other machine can hand work."""
        cluster: AbstractContextManager[object] = library("distributed").LocalCluster(
            n_workers=self.count,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
            preload="grundy.cluster.preload",
        )
        return cluster

    def places(self) -> int:
        """How many tasks can run at the same time now."""
        return max(1, sum(self.client.nthreads().values()))

    def run(
        self,
        work: Callable[[list[Item]], Result],
        tasks: Iterator[Task[Item]],
        tick: Callable[[], None] = lambda: None,
    ) -> Generator[Outcome[Item, Result], None, None]:
        """The outcome of each task, as they end; `tick` is called often, and may raise. Close it to end it.

        Only as many tasks as can run are handed out: a worker's death is the fault of nothing that waits.
        """
        plan, ended = Plan(tasks), SimpleQueue[str]()
        under_way: dict[str, tuple[Task[Item], Future[Result]]] = {}
        try:
            while under_way or plan.more():
                self.hand_out(work, plan, under_way, ended)
                tick()
                with suppress(Empty):
                    task, future = under_way.pop(ended.get(timeout=GLANCE))
                    outcome = result_of(task, future)
                    if not outcome.final:
                        plan.retry(task, outcome.tries)
                    yield outcome
        finally:
            self.client.cancel([future for _, future in under_way.values()], force=True)

    def hand_out(
        self,
        work: Callable[[list[Item]], Result],
        plan: Plan[Item],
        under_way: dict[str, tuple[Task[Item], Future[Result]]],
        ended: SimpleQueue[str],
    ) -> None:
        """Hand out tasks until every worker has one, or nothing more may start now."""
        self.check()
        free = self.places() - len(under_way)
        while free > 0 and (task := plan.next(len(under_way))):
            future = self.client.submit(work, task.items, pure=False)
            under_way[future.key] = task, future
            future.add_done_callback(lambda done: ended.put(done.key))
            free -= 1

    def check(self) -> None:
        """Raise if the scheduler is gone."""
        if self.client.status != "running":
            raise GrundyError(f"the scheduler {self.scheduler or ''} went away; start it, and give the same command")


def library(name: str) -> ModuleType:
    """A module of Dask, loaded when it is first needed."""
    try:
        return import_module(name)
    except ImportError as error:
        raise GrundyError("a cluster needs dask; install it with `pip install 'grundy[cluster]'`") from error


def reached(address: str) -> Client:
    """A client of the scheduler at an address."""
    distributed = library("distributed")
    try:
        client: Client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise GrundyError(f"no scheduler answers at {address}; start one with `dask scheduler`") from error
    if not client.nthreads():
        client.close()
        raise GrundyError(f"the scheduler at {address} has no workers; start some with `dask worker {address}`")
    return client


def quiet(opened: ExitStack) -> None:
    """Keep the library's own messages off the terminal: deaths and ends are told in our words."""
    opened.enter_context(warnings.catch_warnings())
    warnings.simplefilter("ignore")
    opened.callback(logging.disable, logging.root.manager.disable)
    logging.disable(logging.CRITICAL)


def result_of(task: Task[Item], future: Future[Result]) -> Outcome[Item, Result]:
    """The outcome of a task that ended: its result, a death to be counted, or an error, which ends everything."""
    if future.status == "finished":
        return Outcome(task.items, future.result(), tries=task.deaths + 1)
    error = future.exception() if future.status == "error" else None
    if isinstance(error, library("distributed").KilledWorker):
        return Outcome(task.items, None, "it killed its worker", task.deaths + 1)
    if isinstance(error, ImportError):
        raise GrundyError(f"the workers cannot load the work ({error}); install the same grundy there")
    raise error or GrundyError("the scheduler dropped a task; give the same command again")
