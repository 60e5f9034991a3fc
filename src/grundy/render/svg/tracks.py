"""The way of each summand through a match: finished ones drop out of a sum, the others keep their order."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from grundy.core.game import Game

__all__ = ["Track", "follow"]


@dataclass(frozen=True)
class Track:
    """The number of a summand in the first position, and what became of it."""

    place: int
    positions: tuple[Hashable, ...]


def follow(games: Sequence[Game]) -> list[Track]:
    """A track for each summand of the last game; new ones where they cannot be followed."""
    tracks = [Track(i, (summand.position,)) for i, summand in enumerate(games[0].summands)]
    for before, after in pairwise(games):
        kept = stayed(before, after)
        if kept is None:
            return [Track(i, (summand.position,)) for i, summand in enumerate(games[-1].summands)]
        pairs = zip(kept, after.summands, strict=True)
        tracks = [Track(tracks[i].place, (*tracks[i].positions, summand.position)) for i, summand in pairs]
    return tracks


def stayed(before: Game, after: Game) -> tuple[int, ...] | None:
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
