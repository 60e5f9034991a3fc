"""Where heaps stand: what is left of a heap stays where it was, through all moves of a match.

A row that is parted keeps its first part at the start and the others at the end of its place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

from grundy.boards.heaps import Heaps

__all__ = ["Places", "places", "shrunk", "split"]

WAYS = 5_000  # in which heaps may have gone
Sizes = tuple[int, ...]
Spot = tuple[int, int]  # the number of a place, and the pieces in it before the first
Step = Callable[[Sequence[Spot], Sizes, Sizes], "list[Spot] | None"]


@dataclass(frozen=True)
class Places:
    """The sizes of the places, and where each heap stands now."""

    sizes: Sizes
    spots: tuple[Spot, ...]


def places(positions: Sequence[Sizes], step: Step) -> Places:
    """The places of the first position, and who is in them in the last; new ones where they cannot be followed."""
    spots: list[Spot] | None = [(i, 0) for i in range(len(positions[0]))]
    for before, after in pairwise(positions):
        spots = step(spots, before, after) if spots is not None else None
    if spots is None or len(spots) != len(positions[-1]):
        return places(positions[-1:], step)
    return Places(positions[0], tuple(spots))


def split(spots: Sequence[Spot], before: Sizes, after: Sizes) -> list[Spot] | None:
    """The spots after one heap became others."""
    index, size, left = Heaps.change(before, after)
    spare = size - sum(left)
    if spare < 0 or 0 in after or before[:index] + left + before[index + 1 :] != after:
        return None
    place, start = spots[index]
    new = [(place, start + sum(left[:k]) + (spare if k else 0)) for k in range(len(left))]
    return [*spots[:index], *new, *spots[index + 1 :]]


def shrunk(spots: Sequence[Spot], before: Sizes, after: Sizes) -> list[Spot] | None:
    """The spots after some heaps became smaller or went, most of them unchanged."""
    if comb(len(before), len(after)) > WAYS:
        return None
    stay = (
        kept
        for kept in combinations(range(len(before)), len(after))
        if all(before[i] >= heap for i, heap in zip(kept, after, strict=True))
    )
    best = max(stay, key=lambda kept: sum(before[i] == heap for i, heap in zip(kept, after, strict=True)), default=None)
    return None if best is None else [spots[i] for i in best]
