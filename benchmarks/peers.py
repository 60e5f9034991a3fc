"""Another program beside this one in the same run: MCGS 1.4.1 (Folkersen, Müller and Du 2024-25), written in C++.

It computes nimbers of impartial forms of Domineering (which is Cram), Clobber and NoGo. `$MCGS` is its path, after
`make DEBUG=0 MCGS`, without debug checks; without it the column is empty. What it takes for a board
of one square, to start, is not counted, nor is the compilation of kernels here.
"""

import os
import re
import subprocess
from itertools import cycle, islice
from time import process_time

from benchmarks import Table
from grundy import parse
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import Prover

__all__ = ["run"]

BOARDS = [
    *(("domineering", "cram", *size) for size in [(4, 5), (5, 5), (4, 7), (5, 6)]),
    *(("clobber", "impartial_clobber", *size) for size in [(4, 4), (3, 6)]),
    *(("nogo", "impartial_nogo", *size) for size in [(3, 3), (3, 4)]),
]
SECONDS = 120  # for each board and program


def run() -> Table:
    """Seconds of processor time for the nimber of each board, which must be the same."""
    for _, ours, *size in BOARDS:  # compile the kernels
        seconds_here(ours, *size)
    header = ["board", "nimber", "here, s", "MCGS, s", "ratio"]
    return Table("Nimbers of boards, beside another program", header, [row(*board) for board in BOARDS])


def row(theirs: str, ours: str, rows: int, columns: int) -> list[str]:
    nimber, here = seconds_here(ours, rows, columns)
    other, there = seconds_there(theirs, rows, columns)
    assert nimber == other or None in (nimber, other), (ours, rows, columns, nimber, other)
    ratio = f"{there / here:.1f}" if None not in (nimber, other) else "-"
    shown = [f"{taken:.3f}" if found is not None else "-" for found, taken in ((nimber, here), (other, there))]
    return [f"{ours}({rows}x{columns})", f"{nimber}", *shown, ratio]


def seconds_here(ruleset: str, rows: int, columns: int) -> tuple[int | None, float]:
    """By search alone: theorems know who wins on some of these boards."""
    (summand,) = parse(f"{ruleset}({rows}x{columns})").summands
    prover, start = Prover(expansion_of(summand.ruleset), fresh=True), process_time()
    try:
        nimber = prover.nimber(prover.parts(summand.position), Budget(seconds=SECONDS))
    except NotDecided:
        return None, SECONDS
    return nimber, process_time() - start


def seconds_there(game: str, rows: int, columns: int) -> tuple[int | None, float]:
    """By MCGS."""
    if "MCGS" not in os.environ:
        return None, SECONDS
    _, start = ask(game, 1, 1)
    nimber, taken = ask(game, rows, columns)
    return nimber, max(taken - start, 0.001)


def ask(game: str, rows: int, columns: int) -> tuple[int | None, float]:
    board = "|".join(line_of(game, row, columns) for row in range(rows))
    command = [os.environ["MCGS"], "--no-use-db", f"[impartial {game}] {board} {{N}}"]
    before = os.times()
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=4 * SECONDS).stdout
    except subprocess.TimeoutExpired:
        return None, SECONDS
    after = os.times()
    (nimber,) = re.findall(r"Got: \*(\d+)", answer)
    return int(nimber), after.children_user + after.children_system - before.children_user - before.children_system


def line_of(game: str, row: int, columns: int) -> str:
    """A row of the board as MCGS writes it: chequered stones for Clobber, else empty squares."""
    return "".join(islice(cycle("XO"), row % 2, row % 2 + columns)) if game == "clobber" else "." * columns
