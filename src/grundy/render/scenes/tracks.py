"""What stays in its place during a match: the summands of a sum, and the heaps of a summand.

Finished summands drop out of a sum, and the others keep their order. What is left of a heap stays where it was; of a
row that is split the first part stays at the start of its place and the others at the end.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, pairwise, repeat
from math import comb

from grundy.boards.heaps import Heaps
from grundy.core.game import Game

MOST_WAYS = 5_000  # in which heaps may have gone
Sizes = tuple[int, ...]
Spot = tuple[int, int]  # the number of a place, and the pieces in it before the first
Step = Callable[[Sequence[Spot], Sizes, Sizes], "list[Spot] | None"]


class Past(tuple[Hashable, ...]):
    """Earlier positions, the first of them first, with notes of how the moves were drawn, where that is known."""

    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Track:
    """The number of a summand in the first position, and what became of it, by which moves."""

    place: int
    positions: tuple[Hashable, ...]
    notes: tuple[str, ...] = ()

    @property
    def past(self) -> Past:
        past = Past(self.positions[:-1])
        past.notes = self.notes
        return past


def follow(games: Sequence[Game], notes: Sequence[str] = ()) -> list[Track]:
    """A track for each summand of the last game; new tracks where it is not clear what became of which."""
    tracks = [Track(i, (summand.position,)) for i, summand in enumerate(games[0].summands)]
    for (before, after), note in zip(pairwise(games), chain(notes, repeat("")), strict=False):
        kept = remaining_summands(before, after)
        if kept is None:
            return [Track(i, (summand.position,)) for i, summand in enumerate(games[-1].summands)]
        pairs = zip(kept, after.summands, strict=True)
        tracks = [
            Track(tracks[i].place, (*tracks[i].positions, summand.position), (*tracks[i].notes, note))
            for i, summand in pairs
        ]
    return tracks


def remaining_summands(before: Game, after: Game) -> tuple[int, ...] | None:
    """The summands that are still there, at most one of them changed or gone."""
    old, new = before.summands, after.summands
    if not len(old) - 1 <= len(new) <= len(old):
        return None
    for kept in combinations(range(len(old)), len(new)):
        pairs = [(old[i], summand) for i, summand in zip(kept, new, strict=True)]
        changed = sum(one.position != other.position for one, other in pairs)
        if all(one.ruleset == other.ruleset for one, other in pairs) and changed <= 1:
            return kept
    return None


@dataclass(frozen=True)
class HeapPlaces:
    """The sizes of the places, and where each heap stands now."""

    sizes: Sizes
    spots: tuple[Spot, ...]


def heap_places(positions: Sequence[Sizes], step: Step) -> HeapPlaces:
    """The places of the first position, and where the heaps of the last stand; new places where that is not clear."""
    spots: list[Spot] | None = [(i, 0) for i in range(len(positions[0]))]
    for before, after in pairwise(positions):
        spots = step(spots, before, after) if spots is not None else None
    if spots is None or len(spots) != len(positions[-1]):
        return heap_places(positions[-1:], step)
    return HeapPlaces(positions[0], tuple(spots))


def split(spots: Sequence[Spot], before: Sizes, after: Sizes) -> list[Spot] | None:
    index, size, left = Heaps.change(before, after)
    spare = size - sum(left)
    if spare < 0 or 0 in after or before[:index] + left + before[index + 1 :] != after:
        return None
    place, start = spots[index]
    new = [(place, start + sum(left[:k]) + (spare if k else 0)) for k in range(len(left))]
    return [*spots[:index], *new, *spots[index + 1 :]]


def shrink(spots: Sequence[Spot], before: Sizes, after: Sizes) -> list[Spot] | None:
    """The spots after some heaps became smaller or went, most of them unchanged."""
    if comb(len(before), len(after)) > MOST_WAYS:
        return None
    stay = (
        kept
        for kept in combinations(range(len(before)), len(after))
        if all(before[i] >= heap for i, heap in zip(kept, after, strict=True))
    )
    best = max(stay, key=lambda kept: sum(before[i] == heap for i, heap in zip(kept, after, strict=True)), default=None)
    return None if best is None else [spots[i] for i in best]
