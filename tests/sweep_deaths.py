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

WORKER = b"multiprocessing.spawn"
COUNTED = (
    "ruleset, standard, scale, shift, status, known, period, preperiod, saltus, proved, theorem, checked_to,"
    " exceptional, exceptions, largest, largest_at, mask, parity, rares, last_rare, checksum"
)


def command(family: str, limit: int, path: Path) -> list[str]:
    sweep = ["sweep", family, "--limit", str(limit), "--out", str(path), "--workers", "2", "--json"]
    return [sys.executable, "-m", "grundy", *sweep]


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


def wait_for(path: Path, more: int, driver: "subprocess.Popen[str]") -> int:
    """Wait for so many rows, or for the end of the sweep."""
    while count(path) < more and driver.poll() is None:
        time.sleep(0.02)
    return count(path)


def disturbed(family: str, limit: int, path: Path, size: int) -> int:
    """Sweep with deaths; the rows that there were when the driver died."""
    driver = subprocess.Popen(command(family, limit, path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for share in 0.1, 0.25, 0.4:
        wait_for(path, int(share * size), driver)
        workers = children(driver.pid)
        assert workers, (driver.poll(), driver.communicate())
        os.kill(workers[-1], signal.SIGKILL)
    reached = wait_for(path, int(0.6 * size), driver)
    driver.kill()
    driver.communicate()
    return reached


def finished(family: str, limit: int, path: Path) -> str:
    """What the same command says in the end."""
    done = subprocess.run(command(family, limit, path), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def survived(family: str, limit: int, folder: Path, size: int) -> int:
    """The rows that there were when the driver died; in the end both ledgers are equal."""
    path, calm = folder / "deaths.db", folder / "calm.db"
    reached = disturbed(family, limit, path, size)
    before = rows(path)
    assert len(before) >= reached
    finished(family, limit, path)
    finished(family, limit, calm)
    after = rows(path)
    assert set(before) <= set(after)
    assert after == rows(calm)
    assert len(after) == size
    return len(before)


if __name__ == "__main__":
    from grundy.cluster.families import read_family

    with tempfile.TemporaryDirectory() as place:
        started = time.monotonic()
        kept = survived(sys.argv[1], int(sys.argv[2]), Path(place), read_family(sys.argv[1]).size)
        print(f"{kept} rows when the driver died; equal in the end, {time.monotonic() - started:.0f} s")
