"""Rows that are bent to a circle: the first move opens it, and play goes on in the row.

Circular Kayles of three pins or more is lost for the player to move: the first move leaves a row, in whose middle the
other player takes one pin or two, and from then on copies each move in the other half (Dudeney 1907). In Dawson's
Kayles every first move leaves the same row, so a circle of n is lost exactly if the row of n - 2 is won.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from grundy.boards.heaps import HeapGame
from grundy.core.game import Game
from grundy.core.nimbers import mex
from grundy.core.ruleset import Ruleset, cites
from grundy.games.circular_kayles.board import Ring, RingOrRows
from grundy.games.dawson import dawsons_kayles
from grundy.games.kayles import kayles

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class CircularGame(Ruleset[RingOrRows]):
    """A ruleset on a circle from which runs of pins are taken; then the rules for rows hold."""

    board = Ring()
    example = "8"
    takes: ClassVar[tuple[int, ...]]  # lengths of the runs

    @property
    @abstractmethod
    def row(self) -> HeapGame:
        """The rules for rows."""

    def moves(self, position: RingOrRows) -> Iterator[RingOrRows]:
        if not isinstance(position, int):
            return self.row.moves(position)
        return ((position - take,) for take in self.takes if take <= position)

    def parts(self, position: RingOrRows) -> Iterator[RingOrRows]:
        if not isinstance(position, int):
            return iter(self.row.parts(position))
        return iter([] if self.is_over(position) else [position])

    def canonical(self, position: RingOrRows) -> RingOrRows:
        return position if isinstance(position, int) else self.row.canonical(position)

    def continuation(self, position: RingOrRows) -> Game | None:
        """The rows as the game that they are."""
        return None if isinstance(position, int) else Game.of(self.row, position)

    @cites("the row that is left")
    def disguise(self, position: RingOrRows) -> Game | None:
        """The rows as the game that they are."""
        return self.continuation(position)

    @cites("Guy and Smith 1956")
    def theorem(self, position: RingOrRows) -> int | None:
        """The mex over the rows that a move leaves."""
        if not isinstance(position, int):
            return None
        values = (Game.of(self.row, to).nimber for to in self.moves(position) if not isinstance(to, int))
        return mex(value for value in values if isinstance(value, int))


class CircularKayles(CircularGame):
    """Knock down one pin or two neighbours of a circle of pins; then play goes on in the row."""

    source = "Dudeney 1907"
    title = "circular Kayles"
    takes = 1, 2
    row = kayles

    def why(self, parts: Sequence[RingOrRows], page: "Page") -> "Iterator[Block]":
        if page.misere or not isinstance(parts[0], int) or parts[0] < 3:
            yield from page.parts_reason(self, parts)
            return
        game = page.at(self, parts[0])
        yield page.say(
            "A circle of three pins or more is lost, so {} has the nimber {}. Whatever falls first, a row is left; the "
            "other player takes one pin or two in its middle, which leaves two equal rows, and then copies each move "
            "in the other row.",
            game,
            page.claim(game, 0),
        )
        yield page.source("Dudeney 1907")


class CircularDawsonsKayles(CircularGame):
    """Knock down two neighbours of a circle of pins; then play goes on in the row."""

    source = "Guy and Smith 1956"
    title = "circular Dawson's Kayles"
    takes = (2,)
    row = dawsons_kayles


circular_kayles = CircularKayles()
circular_dawsons_kayles = CircularDawsonsKayles()
