"""Many small questions to one process, `grundy solve --json -`, against one process for each question."""

import os
import subprocess
import sys
from json import loads
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks import Table

__all__ = ["run"]

GRUNDY = str(Path(sys.executable).with_name("grundy"))  # as it is installed
QUESTIONS = 100_000
ALONE = 20  # of them, each in a process of its own


def question(chance: Random, number: int) -> str:
    """A small question, of five kinds in turn."""
    heap = chance.randint
    return (
        f"nim({heap(1, 30)},{heap(1, 30)},{heap(1, 30)})",
        f"kayles({heap(1, 60)}) + nim({heap(1, 20)})",
        f"subtraction(1,3,4)({heap(1, 100)})",
        f"wythoff({heap(1, 20)},{heap(1, 20)})",
        f"mock_turtles({''.join(chance.choices('HT', k=8))})",
    )[number % 5]


def children_seconds() -> float:
    """The CPU time of the processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def ask(command: list[str], text: str = "") -> tuple[list[str], float, float]:
    """The lines of the answer, and the CPU and wall time that they took."""
    worked, started = children_seconds(), perf_counter()
    done = subprocess.run([GRUNDY, "solve", "--json", *command], input=text, capture_output=True, text=True, check=True)
    return done.stdout.splitlines(), children_seconds() - worked, perf_counter() - started


def run() -> Table:
    """CPU and wall time of each question, and the ratio of CPU times."""
    chance = Random(1)
    questions = [question(chance, number) for number in range(QUESTIONS)]
    lines, worked, taken = ask(["-"], "\n".join(questions))
    assert len(lines) == QUESTIONS
    alone = [ask([one]) for one in questions[:ALONE]]
    for (answer,), line in zip((it[0] for it in alone), lines, strict=False):
        assert loads(answer)["winning_moves"] == loads(line)["winning_moves"]
    each = sum(it[1] for it in alone) / ALONE
    rows = [
        row("one process for each question", each, sum(it[2] for it in alone) / ALONE, each),
        row(f"one process for {QUESTIONS:,}", worked / QUESTIONS, taken / QUESTIONS, each),
    ]
    header = ["`grundy solve --json`", "CPU time each, ms", "wall time each, ms", "a minute of CPU time", "ratio"]
    return Table("Many questions to one process", header, rows)


def row(name: str, worked: float, taken: float, base: float) -> list[str]:
    """One line of the table."""
    return [name, f"{1000 * worked:.2f}", f"{1000 * taken:.2f}", f"{60 / worked:,.0f}", f"{base / worked:.0f}"]
