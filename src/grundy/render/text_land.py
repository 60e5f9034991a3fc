"""Drawings of Sprouts in plain characters: the boundaries of each region, with numbered spots."""

from itertools import groupby

from grundy.boards.land import Lands, numbered
from grundy.boards.land_form import Land, Position
from grundy.core.reader import ellipsis
from grundy.render.text_layout import TALLEST, Lines

__all__ = ["lands"]

SIGNS = "○◐●"  # a spot with three, two lives, one life
FEW = 4  # untouched spots that are drawn one by one


def lands(board: Lands, position: Position, width: int) -> Lines:
    """Each region as its boundaries; a spot that is met in several places has the same number there."""
    lines: Lines = []
    spots = 0
    for land in position:
        rows, last = drawn(land, spots)
        lines += [ellipsis(f"region {len(lines) + n}:  {row}", width) for n, row in enumerate(rows, 1)]
        spots = last
    legend = ellipsis("○ three lives, ◐ two, ● one", width)
    return [*lines, legend] if 0 < len(lines) < TALLEST else []


def drawn(land: Land, before: int) -> tuple[list[str], int]:
    """The regions of a land, and the number of the last spot."""
    numbers = numbered(land)
    rows = []
    for region, names in zip(land, numbers, strict=True):
        runs = groupby(zip(region, names, strict=True), untouched)
        rows.append("  ".join(text for alone, run in runs for text in texts(alone, [*run], before)))
    return rows, before + max(name for region in numbers for word in region for name in word)


def untouched(word: tuple[tuple[int, ...], list[int]]) -> bool:
    """Whether the boundary is a spot without curves."""
    return word[0] == (0,)


def texts(alone: bool, words: list[tuple[tuple[int, ...], list[int]]], before: int) -> list[str]:
    """The boundaries; many untouched spots as the first and the last."""
    shown = ["─".join(f"{SIGNS[min(s, 2)]}{n + before}" for s, n in zip(*word, strict=True)) for word in words]
    return [f"{shown[0]} … {shown[-1]}"] if alone and len(shown) > FEW else shown
