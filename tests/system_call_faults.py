"""Every system call that SQLite makes on a store fails once, and the answers stay right or are refused.

`PYTHONPATH=src:tests python tests/system_call_faults.py` needs `strace`, which makes the calls fail. A dry run counts
the calls on the files of the store; then the command is run once for each of them and each error that it may have. Its
answer is right, or refused in one line; afterwards, on a disk that works again, it is right. With a file after the
command it can be stopped and goes on where it was; the order is random, so that a part of them is a sample. A process
that has loaded the kernels is forked for each run.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Container, Iterator
from contextlib import ExitStack
from importlib import import_module
from itertools import chain, zip_longest
from json import dumps, loads
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import NamedTuple

from caches import make_cache

from grundy import parse, solve

READS = ("pread64", "fcntl", "mmap", "unlink", "newfstatat")
WRITES = ("openat", "pwrite64", "fsync", "fdatasync", "ftruncate")  # which may find the disk full
ERRORS = dict.fromkeys(READS, ("EIO",)) | dict.fromkeys(WRITES, ("EIO", "ENOSPC"))
FORK = get_context("fork")


class Case(NamedTuple):
    """A command that reads or writes a store, and what it says on a disk that works."""

    arguments: tuple[str, ...]
    store: str
    is_there: bool
    answer: str


CASES = (
    Case(("solve", "cram(3x7)"), "cache/proofs.sqlite", False, "cram(3x7): N"),
    Case(("solve", "cram(3x7)"), "cache/proofs.sqlite", True, "cram(3x7): N"),
    Case(("sweep", "octal(0.?)", "--limit", "100", "--workers", "1", "--out", "a.db"), "a.db", False, "8 rulesets"),
    Case(("sweep", "octal(0.?)", "--limit", "100", "--workers", "1", "--out", "a.db"), "a.db", True, "8 rulesets"),
)


def load_package() -> None:
    """Load what the commands need, but for what they keep in memory: another board has the same kernels."""
    for name in ("grundy.cli.solve", "grundy.cli.sweep", "grundy.explain.answer"):
        import_module(name)
    solve(parse("cram(3x5)"), fresh=True)


class Done(NamedTuple):
    returncode: int | None
    stdout: str
    stderr: str


def run_here(arguments: tuple[str, ...], folder: Path, told: Connection) -> None:
    """Be the command in a folder, as soon as it is told."""
    os.chdir(folder)
    os.environ["GRUNDY_CACHE"] = str(folder / "cache")
    for number, name in ((0, os.devnull), (1, "stdout"), (2, "stderr")):
        os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), number)
    sys.argv = ["grundy", *arguments]
    from grundy.__main__ import run

    told.recv()
    run()


def run(case: Case, folder: Path, *tracer: str) -> Done:
    """What a command says, from its start on under a tracer, if there is one."""
    told, tell = FORK.Pipe(duplex=False)
    process = FORK.Process(target=run_here, args=(case.arguments, folder, told))
    process.start()
    watch = subprocess.Popen([*tracer, "-p", str(process.pid)], stderr=subprocess.PIPE, text=True) if tracer else None
    if watch and watch.stderr:
        assert "attached" in watch.stderr.readline()
    tell.send(None)
    process.join()
    if watch:
        watch.communicate()
    return Done(process.exitcode, *((folder / name).read_text(errors="replace") for name in ("stdout", "stderr")))


def tracer(case: Case, folder: Path, log: str, *more: str) -> list[str]:
    """Strace for the files of the store: it counts, and hurts, the calls on these alone."""
    files = [option for end in ("", "-journal", "-wal", "-shm") for option in ("-P", str(folder / case.store) + end)]
    return ["strace", "-f", "-o", log, *files, *more]


def count_calls(case: Case, folder: Path) -> Counter[str]:
    log = folder / "calls.log"
    run(case, folder, *tracer(case, folder, str(log), "-e", f"trace={','.join(ERRORS)}"))
    return Counter(found[1] for line in log.open(errors="replace") if (found := re.match(r"\d+ +(\w+)\(", line)))


def remove_store(case: Case, folder: Path) -> None:
    for path in folder.glob(f"{case.store}*"):
        path.unlink()


class Outcome(NamedTuple):
    """How the store fared after a fault, and what was said where that is wrong."""

    fault: str
    kind: str
    said: str

    @classmethod
    def of(cls, case: Case, fault: str, hurt: Done, after: Done) -> "Outcome":
        kind = "right" if is_right(case, hurt) else "refused" if is_refused(hurt) else "WRONG"
        said = "".join(f"  exit {it.returncode} {it.stdout[-200:]!r} {it.stderr[-400:]!r}\n" for it in (hurt, after))
        return cls(fault, kind if is_right(case, after) else "WRONG AFTERWARDS", said)


def faults(case: Case, outer: Path, finished: Container[str]) -> Iterator[Outcome]:
    """How the command and its store fare after each fault that is not finished."""
    folder, kept = outer / "work", outer / "kept"
    folder.mkdir()
    make_cache(folder / "cache")
    run(case, folder)
    if not case.is_there:
        remove_store(case, folder)
    shutil.copytree(folder, kept, symlinks=True)
    calls = count_calls(case, folder)
    about = f"{' '.join(case.arguments)} {'with' if case.is_there else 'without'} a store"
    print(f"{about}: {dict(calls)}", flush=True)
    every = [(name, k + 1, error) for name in calls for k in range(calls[name]) for error in ERRORS[name]]
    for name, number, error in Random(0).sample(every, len(every)):
        fault = f"inject={name}:error={error}:when={number}"
        if f"{about}, {fault}" not in finished:
            shutil.rmtree(folder)
            shutil.copytree(kept, folder, symlinks=True)
            hurt = run(case, folder, *tracer(case, folder, os.devnull, "-e", f"trace={name}", "-e", fault))
            yield Outcome.of(case, f"{about}, {fault}", hurt, run(case, folder))


def is_right(case: Case, done: Done) -> bool:
    return done.returncode == 0 and case.answer in done.stdout and "Traceback" not in done.stderr


def is_refused(done: Done) -> bool:
    lines = done.stderr.splitlines()
    return done.returncode in (1, 2) and bool(lines) and lines[-1].startswith("grundy: ") and len(lines) <= 2


def main(log: Path) -> None:
    load_package()
    done = {outcome.fault: outcome for line in log.read_text().splitlines() for outcome in [Outcome(*loads(line))]}
    with log.open("a") as file, ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in CASES]
        in_turn = zip_longest(*(faults(case, folder, done) for case, folder in zip(CASES, folders, strict=True)))
        for outcome in filter(None, chain.from_iterable(in_turn)):
            done[outcome.fault] = outcome
            print(dumps(outcome), file=file, flush=True)
    for outcome in done.values():
        if "WRONG" in outcome.kind:
            print(f"{outcome.fault}: {outcome.kind}\n{outcome.said}")
    print(dict(Counter(outcome.kind for outcome in done.values())))


if __name__ == "__main__":
    log = Path(sys.argv[1]) if sys.argv[1:] else Path(tempfile.mkdtemp()) / "faults"
    log.touch()
    main(log)
