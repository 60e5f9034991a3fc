"""Rows that are bent to a circle: the first move opens it, and play goes on in the row, in whose ruleset it ends."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from grundy.boards.heaps import HeapGame
from grundy.core.game import Game
from grundy.core.nimbers import mex
from grundy.core.ruleset import Ruleset, cites
from grundy.games.circular_kayles.board import Ring, RingOrRows


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
