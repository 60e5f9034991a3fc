"""Work on many processors: a cluster of processes on this machine, or one that is there already (dask.distributed).

`WorkerCluster.run` submits tasks and yields a `TaskOutcome` for each as it ends. An item that kills its worker is tried
three times: the second time in a task of its own, the third time while nothing else runs, so that no item is blamed for
the fault of another. The workers of a local cluster watch a pipe to their parent and end when it ends for any reason.
"""

import logging
import os
import socket
import ssl
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Generic, Protocol, Self, TypeVar

from grundy.errors import GrundyError

Item = TypeVar("Item")
Result = TypeVar("Result")
Given = TypeVar("Given", covariant=True)

MOST_TRIES = 3  # of an item that kills its worker
POLL_SECONDS = 0.5  # between looks at the clock and at the number of workers
CONNECT_SECONDS = 5  # for a scheduler to answer
DEFAULT_PORT = 8786  # of a Dask scheduler
LENGTH_BYTES = 8  # with which each message of Dask begins
GREETING_BYTES = 1 << 16  # at most
DASK_SETTINGS: dict[str, object] = {
    "distributed.scheduler.allowed-failures": 0,  # deaths are counted here, item by item
    "distributed.worker.daemon": True,
    "distributed.comm.timeouts.connect": f"{CONNECT_SECONDS}s",
    "distributed.admin.tick.limit": "1h",  # no warnings about a busy machine
}


class Future(Protocol[Given]):
    """The part of `distributed.Future` that is used here."""

    key: str
    status: str

    def result(self) -> Given: ...

    def exception(self) -> BaseException: ...

    def add_done_callback(self, call: Callable[["Future[Given]"], None]) -> None: ...


class Client(Protocol):
    """The part of `distributed.Client` that is used here."""

    status: str

    def submit(self, work: Callable[[list[Item]], Result], items: list[Item], *, pure: bool) -> Future[Result]: ...

    def cancel(self, futures: Sequence[Future[Result]], *, force: bool) -> None: ...

    def nthreads(self) -> dict[str, int]:
        """How many tasks each worker can run at the same time."""

    def close(self) -> None: ...


@dataclass
class WorkerTask(Generic[Item]):
    """Items that go to a worker together, and how many workers died on them."""

    items: list[Item]
    deaths: int = 0


@dataclass(frozen=True)
class TaskOutcome(Generic[Item, Result]):
    """The items of a task with their result; or with the reason why there is none, and how often it was so."""

    items: list[Item]
    result: Result | None
    reason: str = ""
    tries: int = 1

    @property
    def is_final(self) -> bool:
        return not self.reason or self.tries >= MOST_TRIES


@dataclass
class TaskQueue(Generic[Item]):
    """The tasks that wait: new ones from a source, those to be tried again, and those to be tried alone."""

    new: Iterator[WorkerTask[Item]]
    again: deque[WorkerTask[Item]] = field(default_factory=deque)
    alone: deque[WorkerTask[Item]] = field(default_factory=deque)
    is_drained: bool = False  # whether the source has no more

    def next(self, running: int) -> WorkerTask[Item] | None:
        """The next task that may start while so many are running."""
        if not self.again and not self.is_drained:
            task = next(self.new, None)
            self.is_drained = task is None
            if task:
                self.put(task)
        if self.again:
            return self.again.popleft()
        return self.alone.popleft() if self.alone and not running else None

    def put(self, task: WorkerTask[Item]) -> None:
        """Queue a task, alone if it is its last try."""
        (self.alone if task.deaths == MOST_TRIES - 1 else self.again).append(task)


class WorkerCluster:
    """Processes that run functions: on this machine, or in the cluster at an address."""

    def __init__(self, scheduler: str | None = None, count: int | None = None) -> None:
        self.scheduler, self.count = scheduler, count or os.cpu_count() or 1
        self.opened = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            silence(opened)
            self.client = self.connect(opened)
            self.opened = opened.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.opened.close()

    def connect(self, opened: ExitStack) -> Client:
        """The client of the cluster, which ends with the context."""
        distributed = library("distributed")  # first: it defines the settings that are changed next
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # for good: a scheduler ends after its context
        opened.enter_context(library("dask").config.set(DASK_SETTINGS))
        if self.scheduler is not None:
            client = connect(self.scheduler)
            opened.callback(client.close)
            return client
        cluster = opened.enter_context(self.start())
        local: Client = opened.enter_context(distributed.Client(cluster, timeout=CONNECT_SECONDS))
        return local

    def start(self) -> AbstractContextManager[object]:
        """A cluster on this machine; if a worker dies while it starts, all are started again."""
        failures = 0
        while True:
            try:
                return self.local()
            except (RuntimeError, OSError) as error:
                failures += 1
                if failures == MOST_TRIES:
                    line = f"the workers did not start, {failures} times; start fewer with --workers"
                    raise GrundyError(line) from error

    def local(self) -> AbstractContextManager[object]:
        """A cluster of processes on this machine, which no other machine can reach, and no other user can use.

        Both ends of every connection show a certificate, made for this cluster and known to its processes alone.
        """
        distributed = library("distributed")
        library("cryptography")  # with which it makes the certificates
        from grundy.cluster.nodes import LocalScheduler, LocalWorker

        place = {"host": "127.0.0.1", "protocol": "tls", "security": distributed.Security.temporary()}
        worker = {"worker_class": LocalWorker, "nthreads": 1, "preload": "grundy.cluster.preload"}
        quiet = {"silence_logs": logging.CRITICAL}
        cluster: AbstractContextManager[object] = distributed.SpecCluster(
            scheduler={"cls": LocalScheduler, "options": {**place, "dashboard": False}},
            workers={
                number: {"cls": distributed.Nanny, "options": {**place, **worker, **quiet}}
                for number in range(self.count)
            },
            security=place["security"],
            **quiet,
        )
        return cluster

    def run(
        self,
        work: Callable[[list[Item]], Result],
        tasks: Iterator[WorkerTask[Item]],
        tick: Callable[[], None] = lambda: None,
    ) -> Generator[TaskOutcome[Item, Result], None, None]:
        """The outcome of each task, as they end; `tick` is called often, and may raise. Close it to end it.

        Only as many tasks as can run are submitted, so that a waiting task is never blamed for the death of a worker.
        """
        queue, ended = TaskQueue(tasks), SimpleQueue[str]()
        running: dict[str, tuple[WorkerTask[Item], Future[Result]]] = {}
        try:
            while running or queue.again or queue.alone or not queue.is_drained:
                self.submit(work, queue, running, ended)
                tick()
                with suppress(Empty):
                    task, future = running.pop(ended.get(timeout=POLL_SECONDS))
                    outcome = result_of(task, future)
                    if not outcome.is_final:
                        for item in task.items:
                            queue.put(WorkerTask([item], outcome.tries))
                    yield outcome
        finally:
            self.client.cancel([future for _, future in running.values()], force=True)

    def submit(
        self,
        work: Callable[[list[Item]], Result],
        queue: TaskQueue[Item],
        running: dict[str, tuple[WorkerTask[Item], Future[Result]]],
        ended: SimpleQueue[str],
    ) -> None:
        if self.client.status != "running":
            raise GrundyError(f"the scheduler {self.scheduler or ''} went away; start it, and give the same command")
        slots = max(1, sum(self.client.nthreads().values()))
        free = slots - len(running)
        while free > 0 and (task := queue.next(len(running))):
            future = self.client.submit(work, task.items, pure=False)
            running[future.key] = task, future
            future.add_done_callback(lambda done: ended.put(done.key))
            free -= 1


class ThisProcess:
    """The same without Dask: the items of each task are done here, one after the other."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    def run(
        self,
        work: Callable[[list[Item]], Result],
        tasks: Iterator[WorkerTask[Item]],
        tick: Callable[[], None] = lambda: None,
    ) -> Generator[TaskOutcome[Item, Result], None, None]:
        for item in (item for task in tasks for item in task.items):
            result = work([item])
            tick()  # where the time is up, what came of an item that was broken off is dropped
            yield TaskOutcome([item], result)


def has_dask() -> bool:
    return find_spec("distributed") is not None


def library(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise GrundyError("a cluster needs dask; install it with `pip install 'grundy[cluster]'`") from error


def connect(address: str) -> Client:
    distributed = library("distributed")
    try:
        wait_for_greeting(address)
        client: Client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        reason = f" ({error})" if isinstance(error, ValueError) else ""
        raise GrundyError(f"no scheduler answers at '{address}'{reason}; start one with `dask scheduler`") from error
    if not client.nthreads():
        client.close()
        raise GrundyError(f"the scheduler at {address} has no workers; start some with `dask worker {address}`")
    return client


def wait_for_greeting(address: str) -> None:
    """Raise an OSError unless what listens at an address speaks first, as a Dask scheduler does, and briefly.

    The client of Dask waits for ever where another protocol is spoken: an HTTP server waits for a request as well.
    """
    addressing = import_module("distributed.comm.addressing")
    scheme, place = addressing.parse_address(address)
    host, port = addressing.parse_host_port(place, DEFAULT_PORT)
    if scheme not in ("tcp", "tls"):
        raise ValueError(f"an address of a scheduler begins with tcp:// or tls://, not {scheme}://")
    with ExitStack() as opened:
        link = opened.enter_context(socket.create_connection((host, port), CONNECT_SECONDS))
        if scheme == "tls":
            context: ssl.SSLContext | None = (
                library("distributed").Security().get_connection_args("client")["ssl_context"]
            )
            if context is None:
                raise ValueError("Dask is not told which certificates to use")
            link = opened.enter_context(context.wrap_socket(link))
        length = int.from_bytes(link.recv(LENGTH_BYTES, socket.MSG_WAITALL if scheme == "tcp" else 0), "little")
    if not 0 < length <= GREETING_BYTES:
        raise ConnectionError("another protocol is spoken there")


def silence(opened: ExitStack) -> None:
    """Suppress the messages of Dask: deaths and ends are reported by our own."""
    opened.enter_context(warnings.catch_warnings())
    warnings.simplefilter("ignore")
    opened.callback(logging.disable, logging.root.manager.disable)
    logging.disable(logging.CRITICAL)


def result_of(task: WorkerTask[Item], future: Future[Result]) -> TaskOutcome[Item, Result]:
    """The outcome of a task that ended: its result, a death to be counted, or an error, which is raised."""
    if future.status == "finished":
        return TaskOutcome(task.items, future.result(), tries=task.deaths + 1)
    error = future.exception() if future.status == "error" else None
    if isinstance(error, library("distributed").KilledWorker):
        return TaskOutcome(task.items, None, "it killed its worker", task.deaths + 1)
    if isinstance(error, ImportError):
        raise GrundyError(f"the workers cannot load the work ({error}); install the same grundy there")
    raise error or GrundyError("the scheduler dropped a task; give the same command again")
