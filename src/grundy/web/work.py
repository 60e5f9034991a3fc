"""Work in processes that can be killed: a request has a deadline and a bound on memory, and none can hang the server.

Workers are forked from a process that has loaded everything they need, so that a new one takes a few milliseconds. They
end with the server, however it ends.
"""

import ctypes
import os
import pickle
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from threading import Event, Lock
from time import monotonic
from typing import Any, NamedTuple

from grundy.errors import GrundyError, NotDecided
from grundy.web.limits import ANSWER, BadRequestError, BusyError, CostlyError, Terms

__all__ = ["Outcome", "Report", "Task", "Worker", "answer"]

Task = Callable[..., Any]
Report = Callable[[int], None]
FORKING = get_context("forkserver")
FORKING.set_forkserver_preload(["grundy.web.warm"])
GLANCE = 0.05  # seconds between looks at a worker's clock and memory
RESTING = 0.9  # a worker that holds more of its memory than this after its work is replaced
PAGE = os.sysconf("SC_PAGE_SIZE")
PR_SET_PDEATHSIG = 1


class Outcome(NamedTuple):
    """What came of a task: `done` with its answer, or `bad`, `costly` or `late` with a line that says why."""

    kind: str
    content: Any
    seconds: float = 0.0

    @property
    def lasting(self) -> bool:
        """Whether the same question has the same answer tomorrow, whatever the time that it is given."""
        return self.kind in ("done", "bad", "costly")


def serve(inbox: Connection, terms: Terms) -> None:
    """Answer until the parent goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes the pipe
    with suppress(AttributeError):  # Linux only; elsewhere the closed pipe ends a worker, after its work
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (terms.memory, terms.memory))
    os.nice(terms.nice)
    with suppress(EOFError, BrokenPipeError):
        inbox.send_bytes(b"ready")
        while True:
            task, arguments, reporting = pickle.loads(inbox.recv_bytes())
            report = (lambda done: inbox.send_bytes(pickle.dumps(done)),) if reporting else ()
            inbox.send_bytes(packed(attempt(task, (*arguments, *report))))


def attempt(task: Task, arguments: tuple[Any, ...]) -> Outcome:
    """What came of a task."""
    started = monotonic()
    try:
        return Outcome("done", task(*arguments), monotonic() - started)
    except NotDecided as error:
        line = str(error).partition(";")[0]
        return Outcome("late", f"{line}; POST /api/jobs takes longer, and so does `grundy` with --timeout")
    except CostlyError as error:
        return Outcome("costly", str(error))
    except GrundyError as error:
        return Outcome("bad", str(error))
    except (MemoryError, RecursionError, OverflowError):
        return Outcome("costly", "this takes more memory than the server gives to one request; ask for less")
    except Exception:  # a fault of ours: it is shown to whoever runs the server, and must not end the worker
        traceback.print_exc(file=sys.stderr)
        return Outcome("costly", "this request met a fault of the program; ask for something else")


def packed(outcome: Outcome) -> bytes:
    """The outcome as it goes through the pipe, if it is not too long."""
    data = pickle.dumps(outcome)
    if len(data) <= ANSWER:
        return data
    return pickle.dumps(Outcome("costly", f"an answer of {len(data):,} bytes; at most {ANSWER:,} are sent"))


class Worker:
    """A process and the pipe to it; it is started when it is first needed."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.lock = terms, Lock()
        self.process: ForkServerProcess | None = None
        self.pipe: Connection | None = None

    def start(self) -> Connection:
        """The pipe to a living process."""
        if self.pipe is None or self.process is None or not self.process.is_alive():
            self.stop()
            self.pipe, theirs = FORKING.Pipe()
            self.process = FORKING.Process(target=serve, args=(theirs, self.terms), daemon=True)
            self.process.start()
            theirs.close()
            self.pipe.recv_bytes()  # it is ready: the clock of a request counts its work only
        return self.pipe

    def prepare(self) -> None:
        """Start the process before a request needs it."""
        with suppress(EOFError, OSError):  # the request will tell
            self.start()

    def stop(self) -> None:
        """Kill the process."""
        with self.lock:  # the end of the server and that of a request may come together
            if self.process is not None and self.process.pid:
                self.process.kill()
                self.process.join()
            if self.pipe is not None:
                self.pipe.close()
            self.process = self.pipe = None

    def memory(self) -> int:
        """The bytes that the process holds."""
        try:
            with open(f"/proc/{self.process.pid if self.process else 0}/statm") as file:
                return int(file.read().split()[1]) * PAGE
        except (OSError, IndexError):
            return 0

    def ask(
        self, task: Task, arguments: tuple[Any, ...], cancelled: Event | None = None, report: Report | None = None
    ) -> Outcome:
        """The outcome of a task; a worker that takes too long, or too much memory, is killed."""
        try:
            pipe = self.start()
            pipe.send_bytes(pickle.dumps((task, arguments, report is not None)))
            outcome = self.listen(pipe, cancelled, report)
        except (EOFError, OSError):
            outcome = Outcome("late", "this request ended its worker; ask for something smaller")
        if outcome.kind == "late" or self.memory() > RESTING * self.terms.memory:
            self.stop()
        return outcome

    def listen(self, pipe: Connection, cancelled: Event | None, report: Report | None) -> Outcome:
        """The outcome, and before it how far the work has come."""
        deadline = monotonic() + self.terms.seconds + self.terms.grace
        while True:
            while not pipe.poll(GLANCE):
                if cancelled and cancelled.is_set():
                    return Outcome("late", "cancelled")
                if monotonic() > deadline or self.memory() > self.terms.memory:
                    return Outcome("late", f"stopped: {self.limit}")
            message = pickle.loads(pipe.recv_bytes())
            if isinstance(message, Outcome):
                return message
            if report:
                report(message)
            if cancelled and cancelled.is_set():
                return Outcome("late", "cancelled")

    @property
    def limit(self) -> str:
        """What a request may take, in words."""
        return f"more than {self.terms.seconds:g} s or {self.terms.memory // 1_000_000} MB for one request"


def answer(outcome: Outcome) -> Any:
    """The answer, or the error raised again on this side of the pipe."""
    if outcome.kind == "done":
        return outcome.content
    kinds: dict[str, type[GrundyError]] = {"bad": BadRequestError, "busy": BusyError}
    raise kinds.get(outcome.kind, CostlyError)(outcome.content)
