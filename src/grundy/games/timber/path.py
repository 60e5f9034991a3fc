"""A row of dominoes as a path: L is a step up and R a step down."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

TURNED = str.maketrans("LR", "RL")


def heights(row: str) -> list[int]:
    """The heights of the path after each step, the ground first."""
    return list(accumulate((1 if sign == "L" else -1 for sign in row), initial=0))


def mountains(row: str, path: Sequence[int], back: Sequence[int]) -> Iterator[tuple[bool, str]]:
    """For each domino what it leaves, and whether that is a mountain; `back` is the path from the right end."""
    lows, back_lows = list(accumulate(path, min)), list(accumulate(back, min))
    for i, sign in enumerate(row):
        behind = len(row) - i - 1
        if sign == "R":
            yield path[i] == lows[i] == 0, row[:i]
        else:
            yield back[behind] == back_lows[behind] == 0, row[i + 1 :]


def turn_round(row: str) -> str:
    """The row seen from the other side."""
    return row[::-1].translate(TURNED)
