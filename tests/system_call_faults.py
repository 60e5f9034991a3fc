"""Every system call that SQLite makes on a store fails once, and the answers stay right or are refused.

`PYTHONPATH=src:tests python tests/system_call_faults.py` needs `strace`, which makes the calls fail. A dry run counts
the calls on the files of the store; then the command is run once for each of them and each error. Its answer is right,
or refused in one line; afterwards, on a disk that works again, it is right.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from caches import make_cache

CALLS = ("openat", "pread64", "pwrite64", "fsync", "fdatasync", "ftruncate", "fcntl", "mmap", "unlink", "newfstatat")
ERRORS = ("EIO", "ENOSPC")
Done = subprocess.CompletedProcess[str]


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


def run(case: Case, folder: Path, *tracer: str) -> Done:
    command = [*tracer, sys.executable, "-m", "grundy", *case.arguments]
    environment = os.environ | {"GRUNDY_CACHE": str(folder / "cache")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def tracer(case: Case, folder: Path, log: str, *more: str) -> list[str]:
    """Strace for the files of the store: it counts, and hurts, the calls on these alone."""
    files = [option for end in ("", "-journal", "-wal", "-shm") for option in ("-P", str(folder / case.store) + end)]
    return ["strace", "-f", "-o", log, *files, *more]


def count_calls(case: Case, folder: Path) -> Counter[str]:
    log = folder / "calls.log"
    run(case, folder, *tracer(case, folder, str(log), "-e", f"trace={','.join(CALLS)}"))
    return Counter(found[1] for line in log.open(errors="replace") if (found := re.match(r"\d+ +(\w+)\(", line)))


def remove_store(case: Case, folder: Path) -> None:
    for path in folder.glob(f"{case.store}*"):
        path.unlink()


def faults(case: Case, outer: Path) -> Iterator[tuple[str, Done, Done]]:
    """Each fault, what the command says then, and what it says afterwards."""
    folder, kept = outer / "work", outer / "kept"
    folder.mkdir()
    make_cache(folder / "cache")
    run(case, folder)
    if not case.is_there:
        remove_store(case, folder)
    shutil.copytree(folder, kept, symlinks=True)
    calls = count_calls(case, folder)
    print(*case.arguments, "with" if case.is_there else "without", "a store:", dict(calls), flush=True)
    for name, number, error in ((n, k + 1, e) for n in calls for k in range(calls[n]) for e in ERRORS):
        shutil.rmtree(folder)
        shutil.copytree(kept, folder, symlinks=True)
        fault = f"inject={name}:error={error}:when={number}"
        hurt = run(case, folder, *tracer(case, folder, os.devnull, "-e", f"trace={name}", "-e", fault))
        yield fault, hurt, run(case, folder)


def is_right(case: Case, done: Done) -> bool:
    return done.returncode == 0 and case.answer in done.stdout and "Traceback" not in done.stderr


def is_refused(done: Done) -> bool:
    lines = done.stderr.splitlines()
    return done.returncode in (1, 2) and bool(lines) and lines[-1].startswith("grundy: ") and len(lines) <= 2


def main() -> None:
    said: Counter[str] = Counter()
    for case in CASES:
        with tempfile.TemporaryDirectory() as outer:
            for fault, hurt, after in faults(case, Path(outer)):
                kind = "right" if is_right(case, hurt) else "refused" if is_refused(hurt) else "WRONG"
                said[kind if is_right(case, after) else "WRONG AFTERWARDS"] += 1
                if kind == "WRONG" or not is_right(case, after):
                    for done in (hurt, after):
                        print(
                            f"  {fault}: exit {done.returncode} {done.stdout[-200:]!r} {done.stderr[-400:]!r}",
                            flush=True,
                        )
    print(dict(said))


if __name__ == "__main__":
    main()
