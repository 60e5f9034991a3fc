"""The puzzles that come with the package, and the one of a day.

The file is written by `tools/make_puzzles.py`: a line for each puzzle with its name, its rating and its positions.
"""

from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files

from grundy.learn.puzzles import NoPuzzleError, Puzzle

FILE = "puzzles.txt"
STRIDE = 617  # between the puzzles of two days: a prime that does not divide a thousand, so that none comes back sooner


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    text = (files("grundy") / "data" / FILE).read_text(encoding="utf-8")
    return tuple(Puzzle.read(line) for line in text.splitlines() if not line.startswith("#"))


@cache
def shipped_names() -> dict[str, Puzzle]:
    return {puzzle.name: puzzle for puzzle in shipped_puzzles()}


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a day, from the date alone.

    >>> from datetime import date
    >>> daily_puzzle(date(2026, 11, 17)) == daily_puzzle(date(2026, 11, 18))
    False
    """
    puzzles = shipped_puzzles()
    return puzzles[day.toordinal() * STRIDE % len(puzzles)]


def choose_puzzles(ruleset: str = "", kind: str = "", level: str = "") -> Sequence[Puzzle]:
    """The shipped puzzles of a ruleset, a kind and a level, all where one is empty."""
    return [
        puzzle
        for puzzle in shipped_puzzles()
        if ruleset in ("", puzzle.ruleset) and kind in ("", puzzle.kind) and level in ("", puzzle.level)
    ]


def read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise NoPuzzleError(f"'{text[:20]}' is not a day; write one such as 2026-11-17") from error
