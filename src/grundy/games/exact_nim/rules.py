"""Exact nim: take at least one stone from each of exactly k heaps.

With fewer than 2k heaps the nimber is the number of moves in the longest play (Boros, Gurvich, Ho, Makino and Mursic
2019).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position, SeveralHeapsGame, cut, live_heaps
from grundy.core.ruleset import cites
from grundy.games.exact_nim.rounds import most_rounds

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


@dataclass(frozen=True)
class ExactNim(SeveralHeapsGame):
    """Take at least one stone from each of exactly k heaps."""

    k: int

    source = "Boros, Gurvich, Ho, Makino and Mursic 2019"
    example = "2,3,4"
    example_parameters = "2"
    least_parameter = 1

    def moves(self, position: Position) -> Iterator[Position]:
        return (to for heaps in combinations(live_heaps(position), self.k) for to in cut(position, heaps))

    def parts(self, position: Position) -> Iterator[Position]:
        heaps = self.canonical(position)
        return iter([heaps] if len(heaps) >= self.k else [])

    @cites("Boros, Gurvich, Ho, Makino and Mursic 2019")
    def theorem(self, position: Position) -> int | None:
        """The most moves that can be made, with fewer than 2k heaps."""
        heaps = self.canonical(position)
        return most_rounds(heaps, self.k) if len(heaps) < 2 * self.k else None

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        value = None if page.misere else self.theorem(parts[0])
        if value is None:
            yield from page.parts_reason(self, parts)
            return
        yield page.say(
            "With fewer than 2k heaps the nimber is the number of moves in the longest play, which takes single "
            "stones from the largest heaps: {} has {}.",
            page.at(self, parts[0]),
            page.claim(page.at(self, parts[0]), value),
        )
        yield page.source(self.citation("theorem"))
