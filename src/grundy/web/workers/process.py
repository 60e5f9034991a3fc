"""A worker process that can be killed: each task has a deadline and a bound on memory, and none can hang the server.

Where the system can, workers are forked from a process that has loaded everything they need, so that a new one takes a
few milliseconds. They end with the server, however it ends.
"""

import os
import pickle
import signal
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Event, Lock
from time import monotonic
from typing import Any

from grundy.system import (
    end_with_parent,
    limit_memory,
    lower_priority,
    process_context,
    process_memory_bytes,
    process_seconds,
)
from grundy.web.limits import ANSWER_BYTES, WorkerLimits
from grundy.web.workers.tasks import MEMORY_LINE, Report, TaskFunction, TaskResult, run_task

PRELOAD = "grundy.web.workers.preload"
PROCESSES = process_context(PRELOAD)
POLL_SECONDS = 0.05  # between looks at a worker's clock and memory
IDLE_MEMORY_SHARE = 0.9  # a worker that still holds more of its memory limit after a task is replaced
WAITING_SHARE = 3  # times its deadline, by the clock, has a worker that waits for a processor on a busy machine


def serve_tasks(pipe: Connection, limits: WorkerLimits) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes the pipe
    os.environ.setdefault("GRUNDY_SAVE", "0")  # visitors do not fill the disk, unless whoever serves asks for it
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads of numpy that nobody uses take 80 MB of the limit
    end_with_parent()  # where only Linux does that, the closed pipe ends a worker, after its work
    import_module(PRELOAD)  # for a process that was not forked from one that has it
    limit_memory(limits.memory_bytes)
    lower_priority(limits.niceness)
    with suppress(EOFError, BrokenPipeError, MemoryError):  # the last where not even the line about it fits
        pipe.send_bytes(b"ready")
        while True:
            task, arguments, reporting = pickle.loads(pipe.recv_bytes())
            report = (lambda done: pipe.send_bytes(pickle.dumps(done)),) if reporting else ()
            data = pickle.dumps(run_task(task, (*arguments, *report)))
            if len(data) > ANSWER_BYTES:
                line = f"an answer of {len(data):,} bytes; at most {ANSWER_BYTES:,} are sent"
                data = pickle.dumps(TaskResult("costly", line))
            pipe.send_bytes(data)


class WorkerProcess:
    """A process and the pipe to it; it is started when it is first needed."""

    def __init__(self, limits: WorkerLimits) -> None:
        self.limits, self.lock = limits, Lock()
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None

    def start(self) -> Connection:
        if self.pipe is None or self.process is None or not self.process.is_alive():
            self.stop()
            self.pipe, theirs = PROCESSES.Pipe()
            self.process = PROCESSES.Process(target=serve_tasks, args=(theirs, self.limits), daemon=True)
            self.process.start()
            theirs.close()
            self.pipe.recv_bytes()  # wait until it is ready: the deadline of a task counts its own work only
        return self.pipe

    def prepare(self) -> None:
        with suppress(EOFError, OSError):  # the request will fail too, with a message
            self.start()

    def stop(self) -> None:
        with self.lock:  # the end of the server and that of a request may come together
            if self.process is not None and self.process.pid:
                self.process.kill()
                self.process.join()
            if self.pipe is not None:
                self.pipe.close()
            self.process = self.pipe = None

    def memory_bytes(self) -> int:
        return process_memory_bytes(self.process.pid or 0) if self.process else 0

    def processor_seconds(self) -> float:
        """The time that the process has worked; where that is not known, the time on the clock."""
        seconds = process_seconds(self.process.pid or 0) if self.process else None
        return monotonic() if seconds is None else seconds

    def run(
        self,
        task: TaskFunction,
        arguments: tuple[Any, ...],
        cancelled: Event | None = None,
        report: Report | None = None,
    ) -> TaskResult:
        """The result of a task; a worker that takes too long, or too much memory, is killed."""
        try:
            pipe = self.start()
            pipe.send_bytes(pickle.dumps((task, arguments, report is not None)))
            result = self.wait(pipe, cancelled, report)
        except (EOFError, OSError):
            result = TaskResult("late", "this request ended its worker; ask for something smaller")
        is_unsound = result.kind in ("late", "fault") or result.content == MEMORY_LINE  # an import may be cut short
        if is_unsound or self.memory_bytes() > IDLE_MEMORY_SHARE * self.limits.memory_bytes:
            self.stop()
        return result

    def wait(self, pipe: Connection, cancelled: Event | None, report: Report | None) -> TaskResult:
        limits = self.limits
        seconds = limits.seconds + limits.grace_seconds
        worked, deadline = self.processor_seconds() + seconds, monotonic() + WAITING_SHARE * seconds
        while True:
            message = pickle.loads(pipe.recv_bytes()) if pipe.poll(POLL_SECONDS) else None
            if isinstance(message, TaskResult):
                return message
            if cancelled and cancelled.is_set():
                return TaskResult("late", "cancelled")
            if message is not None and report:
                report(message)
            elif (
                monotonic() > deadline or self.processor_seconds() > worked or self.memory_bytes() > limits.memory_bytes
            ):
                most = f"{limits.seconds:g} s or {limits.memory_bytes // 1_000_000} MB"
                return TaskResult("late", f"stopped: more than {most} for one request")
