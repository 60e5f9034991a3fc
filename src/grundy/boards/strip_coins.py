"""Coins on the squares of a strip, numbered from 0: a position is the tuple of their squares.

Where a square holds one coin at most, the coins cannot be told apart, and the squares are kept in order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from grundy.boards.heaps import EDITED_STONES, Position, SeveralHeaps
from grundy.core.board import Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.errors import PositionError


@dataclass(frozen=True)
class Squares(SeveralHeaps):
    """Coins on a strip; `alone` where a square holds one at most."""

    noun: str = "coin"
    alone: bool = False

    kind = "squares"
    family = "Strips and stairs"

    @property
    def notation(self) -> str:
        return "squares of the coins, from 0, separated by commas, or a drawn strip of '.' (empty) and 'o'"

    def read(self, reader: Reader) -> Position:
        if reader.next and reader.next in "._o":
            strip = reader.while_in("._o")
            return tuple(square for square, sign in enumerate(strip) if sign == "o")
        return self.of_values(tuple(reader.list_of(lambda: reader.integer("the square of a coin"))))

    def of_values(self, values: Values) -> Position:
        squares = self.wholes(values)
        return tuple(sorted(squares)) if self.alone else squares

    def show(self, position: Position) -> str:
        return ",".join(map(str, position))

    def tidy(self, position: Position) -> Position:
        """The coins, also those that have arrived."""
        return position

    def moved_coins(self, before: Position, after: Position) -> list[tuple[int, int]]:
        """The squares that each moved coin left and entered."""
        if self.alone:
            before, after = tuple(set(before) - set(after)), tuple(set(after) - set(before))
        return [(old, new) for old, new in zip(before, after, strict=True) if old != new]

    def differ(self, before: Position, after: Position) -> str:
        return "move " + " and ".join(f"the coin on {old} to {new}" for old, new in self.moved_coins(before, after))

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset(self.moved_coins(before, after)) if self.alone else super().handle(before, after)

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """A coin more, on a square of the strip or behind its end, or a coin fewer."""
        last = max([3, *position])
        for square in range(last + 2 if last < EDITED_STONES else 0):
            if not self.alone or square not in position:
                squares = tuple(sorted((*position, square)))
                yield Edit(f"put a coin on square {square}", squares, (f"q-{square}",), adds=square > last)
        if len(position) > 1:
            for i, square in enumerate(position):
                yield Edit(f"take the coin on {square} away", (*position[:i], *position[i + 1 :]), (f"k-{i}",))

    def small(self, bound: int) -> Iterator[Position]:
        """Up to four coins on the first squares, few coins and near squares first."""
        choose = combinations if self.alone else combinations_with_replacement
        for squares in range(2, bound + 1):
            for coins in range(1, min(5, 2 + bound - squares)):
                yield from (c for c in choose(range(squares), coins) if c[-1] == squares - 1)


def refuse_shared(squares: Position) -> None:
    for i, square in enumerate(squares[1:]):
        if square == squares[i]:
            raise PositionError(f"two coins on square {square}; each square holds one, so move one of them")
