"""Start-up: a short question against an interpreter that does nothing."""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks import Table

__all__ = ["run"]

GRUNDY = str(Path(sys.executable).with_name("grundy"))  # as it is installed
QUESTIONS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'grundy solve "nim(3,5,7)"': [GRUNDY, "solve", "nim(3,5,7)"],
    "grundy calc 24*17": [GRUNDY, "calc", "24*17"],
    'grundy solve "kayles(10^9)"': [GRUNDY, "solve", "kayles(10^9)"],
}
ROUNDS = 20


def seconds(command: list[str]) -> float:
    """The wall time of one call."""
    started = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started


def run() -> Table:
    """The median wall time of each question, and its ratio to the empty interpreter."""
    times: dict[str, list[float]] = {name: [] for name in QUESTIONS}
    for _ in range(ROUNDS):  # interleaved, so that a noisy minute hits all alike
        for name, command in QUESTIONS.items():
            times[name].append(seconds(command))
    base = median(times["python -c pass"])
    rows = [(name, f"{1000 * median(t):.0f} ms", f"{median(t) / base:.1f}") for name, t in times.items()]
    return Table("Start-up", ("command", "median of 20", "ratio to python -c pass"), rows)
