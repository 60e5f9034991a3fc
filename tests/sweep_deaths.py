"""A sweep among deaths: a worker killed three times and the driver once, then the same command again.

`python tests/sweep_deaths.py "octal(?.???)" 8192` does it with 1,024 rulesets, and tells how it went.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grundy.cluster.families import read_family
from grundy.cluster.sweep import forms_of

WORKER = b"multiprocessing.spawn"
WAIT_SECONDS = 120
COUNTED = (
    "ruleset, standard, scale, shift, status, known, period, preperiod, saltus, proved, theorem, checked_to,"
    " exceptional, exceptions, largest, largest_at, mask, parity, rares, last_rare, checksum"
)

# `grundy`, whose workers study one standard form a task, and only so many of a family as the number in a file says:
# they wait at the next one until there is a larger number. So a sweep is disturbed at the same places on any machine.
HELD = """
import sys, time
from functools import partial
from pathlib import Path
from grundy.cli import main
from grundy.cluster import sweep as sweeps
from grundy.cluster.families import read_family
from grundy.cluster.study import study

def work(forms, limit, bounds):
    while not all(places[str(form.ruleset)] < int(allowed.read_text() or 0) for form in forms):
        time.sleep(0.02)
    return study(forms, limit, bounds)

if __name__ == "__main__":
    allowed = Path(sys.argv.pop(1))
    places = {str(form.ruleset): n for n, form in enumerate(sweeps.forms_of(read_family(sys.argv[2]), {})[0])}
    sweeps.MOST_FORMS = 1
    sweeps.sweep = partial(sweeps.sweep, work=work)
    main()
"""


def command(family: str, limit: int, path: Path) -> list[str]:
    return ["sweep", family, "--limit", str(limit), "--out", str(path), "--workers", "2", "--json"]


class HeldSweep:
    """A sweep in a process of its own that studies only the standard forms that it was allowed."""

    def __init__(self, family: str, limit: int, path: Path) -> None:
        self.path, self.forms = path, forms_of(read_family(family), {})[0]
        self.allowed = path.with_suffix(".allowed")
        self.allowed.write_text("0")
        line = [sys.executable, "-c", HELD, str(self.allowed), *command(family, limit, path)]
        self.driver = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    def allow(self, share: float) -> int:
        """Let it study this share of the forms, wait until it has, and return how many rows there are then."""
        forms = int(share * len(self.forms))
        expected = sum(len(form.members) for form in self.forms[:forms])
        self.allowed.write_text(str(forms))
        ends = time.monotonic() + WAIT_SECONDS
        while count(self.path) < expected:
            assert self.driver.poll() is None, self.driver.communicate()
            assert time.monotonic() < ends
            time.sleep(0.02)
        return expected


def rows(path: Path) -> list[tuple[object, ...]]:
    """The results in a ledger, without times and versions."""
    link = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return link.execute(f"SELECT {COUNTED} FROM rulesets ORDER BY ruleset").fetchall()
    except sqlite3.OperationalError:  # not made yet
        return []
    finally:
        link.close()


def count(path: Path) -> int:
    return len(rows(path)) if path.exists() else 0


def children(parent: int) -> list[int]:
    """The workers of a driver."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            ours = int(entry.joinpath("stat").read_text().rpartition(")")[2].split()[1]) == parent
            if ours and WORKER in entry.joinpath("cmdline").read_bytes():
                found.append(int(entry.name))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return sorted(found)


def disturbed(family: str, limit: int, path: Path) -> int:
    """Sweep with deaths; the rows that there were when the driver died."""
    sweep = HeldSweep(family, limit, path)
    for share in 0.1, 0.25, 0.4:
        sweep.allow(share)
        os.kill(children(sweep.driver.pid)[-1], signal.SIGKILL)
    reached = sweep.allow(0.6)
    sweep.driver.kill()
    sweep.driver.communicate()
    return reached


def finished(family: str, limit: int, path: Path) -> str:
    """What the same command says in the end."""
    line = [sys.executable, "-m", "grundy", *command(family, limit, path)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def survived(family: str, limit: int, folder: Path, size: int) -> int:
    """The rows that there were when the driver died; in the end both ledgers are equal."""
    path, calm = folder / "deaths.db", folder / "calm.db"
    reached = disturbed(family, limit, path)
    before = rows(path)
    assert len(before) == reached
    finished(family, limit, path)
    finished(family, limit, calm)
    after = rows(path)
    assert set(before) <= set(after)
    assert after == rows(calm)
    assert len(after) == size
    return len(before)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        started = time.monotonic()
        kept = survived(sys.argv[1], int(sys.argv[2]), Path(place), read_family(sys.argv[1]).size)
        print(f"{kept} rows when the driver died; equal in the end, {time.monotonic() - started:.0f} s")
