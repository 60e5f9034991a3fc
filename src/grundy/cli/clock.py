"""The clock of a command: `--timeout` and Ctrl-C are kept, whatever runs.

Searches look at their budget and stop by themselves, with what they found. For everything else there are two threads.
One raises `NotDecided` in the main thread soon after the time is up, again if that was caught, and ends the process
where it has no effect, as in compiled code. The other ends the process where the main thread does not react to Ctrl-C.
Compilation of kernels does not count; but where the user gave the time limit, the command ends within 2 s of it anyway.
A call into C that lets no thread run is ended by `faulthandler`; a shell that reads from it then prints what is due.
"""

import faulthandler
import os
import signal
import sys
from _thread import TIMEOUT_MAX, allocate_lock, get_ident, interrupt_main, stack_size, start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from math import inf
from time import monotonic
from types import FrameType
from typing import IO

from grundy.core.budget import compile_seconds, out_of_time
from grundy.errors import NotDecided

RAISE_AFTER_SECONDS = 0.3  # beyond the timeout: searches that look at their budget have stopped by then
RAISE_EVERY_SECONDS = 0.25
RAISES = 4  # before the process is ended
EXCUSED_SECONDS = 1.2  # of compilation, where the user gave the time limit: all ends within 2 s of it
LEAST_EXCUSED_SECONDS = 0.01  # that are waited for
LAST_RESORT_SECONDS = 1.6  # beyond the timeout, for a call into C that lets no other thread run
WITNESS_AFTER_SECONDS = 0.1  # most commands have ended by then
INTERRUPT_SECONDS = 0.8  # from Ctrl-C to the end of the process
THREAD_SECONDS = TIMEOUT_MAX - 10  # the longest that a thread can wait
STACK_BYTES = 1 << 18  # of the threads of the clock: the default of 8 MB counts against a limit of memory
NOT_DECIDED, INTERRUPTED = 1, 130  # exit codes
# Reads lines with what to print on standard output (o) and as an error (e); `faulthandler` begins with "Timeout".
WITNESS = """
words= error=
while IFS= read -r line; do
    case $line in
        o*) words=${line#o} ;;
        e*) error=${line#e} ;;
        T*) [ -z "$words" ] || printf '%s\\n' "$words"; printf '%s\\n' "$error" >&2; exit ;;
    esac
done
"""


class Clock:
    """Watches over a command, which runs in the main thread between `start` and `stop`."""

    def __init__(self) -> None:
        self.main_thread, self.running, self.settings = get_ident(), allocate_lock(), 0
        self.raising = allocate_lock()  # held while an error is raised in the main thread
        self.has_ended = False  # the command, whose answer or error is printed: nothing is raised any more
        self.has_said_all = False  # it is printed
        self.seconds: float | None = None  # the time limit, once it has passed
        self.compiled = 0.0  # seconds of compilation before it was set
        self.question_set = 0.0  # when the clock was set for the first of many questions
        self.is_interrupted = False
        self.last_words = ""  # for standard output, if the process has to be ended
        self.kept = ""  # which file keeps what was found, to be said then
        self.noted: tuple[str, str] | None = None  # the same for one of many questions
        self.line = ""  # what to say where the time is up
        self.interrupt_seconds = INTERRUPT_SECONDS
        self.witness: tuple[int, int] | None = None  # the process of the shell, and the pipe that it reads

    def start(self) -> None:
        self.running.acquire()
        self.handler_before = signal.signal(signal.SIGINT, self.interrupt)
        self.reader, self.writer = os.pipe()
        if hasattr(os, "set_blocking"):  # Windows has it from Python 3.12 on
            os.set_blocking(self.writer, False)
        self.wakeup_before = signal.set_wakeup_fd(self.writer, warn_on_full_buffer=False)
        with small_threads():
            start_new_thread(self.watch_keyboard, ())

    def stop(self) -> None:
        if not self.running.locked():
            return
        self.limit(None)
        signal.signal(signal.SIGINT, self.handler_before)
        signal.set_wakeup_fd(self.wakeup_before)
        self.running.release()
        if self.witness:
            process, pipe = self.witness
            self.witness = None
            with suppress(OSError):
                os.close(pipe)
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
        os.close(self.writer)  # the thread that reads from it ends

    def limit(self, seconds: float | None, tolerance: float = 0.0, excused: float = inf) -> None:
        """Allow so many seconds from now on, and `tolerance` more; None for as many as it takes.

        Seconds in which kernels are compiled do not count, up to `excused` of them.
        """
        if not self.running.locked():
            return
        with self.raising:
            self.settings, self.seconds, self.question_set = self.settings + 1, None, 0.0
        faulthandler.cancel_dump_traceback_later()
        if seconds is not None and seconds < THREAD_SECONDS:
            self.compiled = compile_seconds()
            if os.environ.get("GRUNDY_GAMES") and not self.witness:  # whose code may let no thread start it later
                self.witness = start_witness()
            self.prepare(line=str(out_of_time(seconds)))
            self.end_without_threads(seconds + tolerance)
            with small_threads():
                start_new_thread(self.watch_time, (seconds, tolerance, self.settings, excused))

    def limit_questions(self, seconds: float, tolerance: float) -> None:
        """Allow so many seconds, and up to `tolerance` more, from now on: the clock is not set for every question."""
        if not self.question_set or monotonic() - self.question_set > tolerance:
            self.limit(seconds, tolerance)
            self.question_set = monotonic()

    def note(self, words: str, kept: str) -> None:
        """Have this printed where a thread ends the process; to tell the shell takes longer than a small question."""
        self.noted = words, kept

    def end_without_threads(self, seconds: float) -> None:
        """Have the process ended after so many seconds and some more, whatever it does then."""
        told = self.witness[1] if self.witness else nowhere()
        with small_threads():  # `faulthandler` waits in a thread of its own
            faulthandler.dump_traceback_later(seconds + LAST_RESORT_SECONDS, exit=True, file=told)

    def prepare(self, words: str | None = None, kept: str | None = None, line: str | None = None) -> None:
        """Change what is printed where the process has to be ended because its time is up."""
        self.last_words = self.last_words if words is None else words
        self.kept, self.line = kept or self.kept, line or self.line
        if self.witness:
            with suppress(OSError):
                os.write(self.witness[1], f"o{self.last_words.rstrip()}\negrundy: {self.line}{self.kept}\n".encode())

    def interrupt(self, signal_number: int, frame: FrameType | None) -> None:
        if self.has_ended or is_compiling():  # an error inside LLVM may crash the process: the threads end it instead
            return
        if self.seconds is not None:
            raise self.out_of_time(self.seconds)
        self.is_interrupted = True
        raise KeyboardInterrupt

    def out_of_time(self, seconds: float) -> NotDecided:
        return out_of_time(seconds, compile_seconds() - self.compiled)

    def watch_time(self, seconds: float, tolerance: float, setting: int, excused: float) -> None:
        if self.has_stopped(WITNESS_AFTER_SECONDS) or setting != self.settings:
            return
        if not self.witness and (witness := start_witness()):
            self.witness = witness
            self.prepare()
            self.end_without_threads(seconds + tolerance - WITNESS_AFTER_SECONDS)
            if setting != self.settings:  # the command has ended in the meantime
                faulthandler.cancel_dump_traceback_later()
                return
        wait, waited, raises = max(0, seconds + tolerance + RAISE_AFTER_SECONDS - WITNESS_AFTER_SECONDS), 0.0, RAISES
        if self.has_stopped(wait) or setting != self.settings:
            return
        while (wait := min(excused, compile_seconds() - self.compiled) - waited) > LEAST_EXCUSED_SECONDS:
            waited, raises = waited + wait, 1
            self.end_without_threads(wait - RAISE_AFTER_SECONDS)
            if self.has_stopped(wait) or setting != self.settings:
                return
        self.prepare(line=str(self.out_of_time(seconds)))
        wait = 0
        for _ in range(raises):
            if self.has_stopped(wait) or setting != self.settings:
                return
            with self.raising:
                if setting != self.settings:
                    return
                self.seconds, wait = seconds, RAISE_EVERY_SECONDS
                self.raise_in_main_thread()
        if not self.has_stopped(wait):
            self.end(self.line, NOT_DECIDED)

    def watch_keyboard(self) -> None:
        with suppress(OSError):
            while os.read(self.reader, 1):
                if self.seconds is None and not self.has_stopped(self.interrupt_seconds):
                    self.end("interrupted", INTERRUPTED)
            os.close(self.reader)

    def has_stopped(self, seconds: float) -> bool:
        """Whether the command ends within so many seconds."""
        if stopped := self.running.acquire(timeout=seconds):
            self.running.release()
        return stopped

    def raise_in_main_thread(self) -> None:
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(self.main_thread, signal.SIGINT)  # which also ends a wait for input
        else:
            interrupt_main()

    def end(self, line: str, code: int) -> None:
        if self.has_said_all:  # Python is slow to end on a busy machine
            os._exit(code)
        words, kept = self.noted or (self.last_words, self.kept)
        os.write(1, words.encode())
        os.write(2, f"grundy: {line}{kept}\n".encode())
        os._exit(code)


def is_compiling() -> bool:
    """Whether Numba is at work in this process."""
    module = sys.modules.get("numba.core.compiler_lock")
    return module is not None and bool(module.global_compiler_lock.is_locked())


@contextmanager
def small_threads() -> Iterator[None]:
    """Start threads with small stacks inside; where the memory is not enough even for those, do without."""
    before = stack_size(STACK_BYTES)
    try:
        with suppress(RuntimeError):
            yield
    finally:
        stack_size(before)


def start_witness() -> tuple[int, int] | None:
    """A shell that prints what is due after this process has ended; None where there is no such shell."""
    reader, writer = os.pipe()
    try:
        actions = [(os.POSIX_SPAWN_DUP2, reader, 0)]
        return os.posix_spawn("/bin/sh", ["sh", "-c", WITNESS], os.environ, file_actions=actions), writer
    except (AttributeError, OSError):  # as on Windows
        os.close(writer)
        return None
    finally:
        os.close(reader)


@cache
def nowhere() -> IO[str]:
    """A file that stays open for as long as the process runs."""
    return open(os.devnull, "w")
