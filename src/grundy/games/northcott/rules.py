"""Northcott's game: slide one of your own checkers along its row, in either direction, without jumping.

Each player has a checker in every row. The player to move wins exactly if the nim-sum of the gaps between the checkers
is not 0: a gap that the loser opens by a retreat is closed again by an advance, and retreats run out (Berlekamp,
Conway and Guy 1982; Ferguson 2.6.5). Play can go on for ever if the winner retreats too, and what can be played
depends on the player; so there is no plain search here and no misère form.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset, cites
from grundy.errors import PositionError
from grundy.games.nim import finite_targets, nim
from grundy.games.northcott.board import Checkers, Position

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block

OTHER = {"W": "B", "B": "W"}


def gap(row: str) -> int:
    return abs(row.index("W") - row.index("B")) - 1


def slide(row: str, checker: str, to: int) -> str:
    empty = row.replace(checker, ".")
    return empty[:to] + checker + empty[to + 1 :]


def free_squares(row: str, checker: str) -> range:
    """The squares on the checker's side of the other one."""
    wall = row.index(OTHER[checker])
    return range(wall) if row.index(checker) < wall else range(wall + 1, len(row))


class Northcott(Ruleset[Position]):
    """Slide one of your checkers along its row, forward or back, without jumping; whoever cannot loses."""

    board = Checkers()
    title = "Northcott's game"
    source = "Berlekamp, Conway and Guy 1982"
    example = "W..B./.B..W"
    famous = True
    finite = False
    adds = False  # a move elsewhere would not pass the turn here
    has_misere = False

    def check(self, position: Position) -> None:
        for i, row in enumerate(position[0], 1):
            if row.count("W") != 1 or row.count("B") != 1:
                raise PositionError(f"row {i} of northcott is {row}; it needs exactly one W and one B")

    def moves(self, position: Position) -> Iterator[Position]:
        rows, mover = position
        for i, row in enumerate(rows):
            for to in free_squares(row, mover):
                if row[to] != mover:
                    yield self.after(position, i, to)

    @staticmethod
    def after(position: Position, index: int, to: int) -> Position:
        """The position after a slide in one row; the other player is to move."""
        rows, mover = position
        return (*rows[:index], slide(rows[index], mover, to), *rows[index + 1 :]), OTHER[mover]

    @cites("Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Position) -> Nimber:
        """The nim-sum of the gaps."""
        return nim.theorem(tuple(map(gap, position[0])))

    @cites("Berlekamp, Conway and Guy 1982")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """For each row the one square that makes the gap what is wanted; who only advances comes to an end."""
        rows, mover = position
        gaps = [gap(row) for row in rows]
        for i, size in sorted(finite_targets(gaps, nimber, misere), key=lambda it: it[1] > gaps[it[0]]):
            wall = rows[i].index(OTHER[mover])
            to = wall - size - 1 if rows[i].index(mover) < wall else wall + size + 1
            if to in free_squares(rows[i], mover):
                yield self.after(position, i, to)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for rows, _ in parts[:1]:
            yield page.say("The squares between the two checkers of a row are a heap of nim: an advance takes from it.")
            yield page.table(["row", "gap"], [(page.quote(row), page.fact("gap", row, gap(row))) for row in rows])
            yield from page.nim([(f"row {i}", gap(row)) for i, row in enumerate(rows, 1)], "gap")
            yield page.say(
                "A retreat only adds to a heap. The winner answers it by advancing just as far, which restores the "
                "gap, and sooner or later the loser has no room to retreat."
            )
            yield page.source(self.citation("theorem"))


northcott = Northcott()
