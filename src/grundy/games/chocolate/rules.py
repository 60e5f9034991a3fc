"""The bitter square: break a bar of chocolate along a line and eat the part without the bitter square.

The rows above and below the bitter square and the columns beside it are four heaps of nim, cut by breaks (Robin 1989).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.chocolate.board import BitterBar, Margins, margins, put
from grundy.games.nim import finite_targets, nim

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class Chocolate(Ruleset[Margins]):
    """Break the bar along a line and eat the part without the bitter square."""

    board = BitterBar()
    source = "Robin 1989"
    example = "5x7; r2c3"
    card = "4x5; r2c3"
    title = "bitter square"
    aliases = ("bitter_square",)

    def moves(self, position: Margins) -> Iterator[Margins]:
        return (put(position, i, left) for i, lines in enumerate(position) for left in range(lines))

    def parts(self, position: Margins) -> Iterator[Margins]:
        return iter([position] if any(position) else [])

    def canonical(self, position: Margins) -> Margins:
        return margins(sorted(position))

    @cites("Robin 1989")
    def theorem(self, position: Margins) -> Nimber:
        """The nim-sum of the four numbers of lines."""
        return nim.theorem(position)

    @cites("Robin 1989")
    def verdict(self, position: Margins, misere: bool) -> Outcome:
        """That of nim."""
        return nim.verdict(position, misere)

    @cites("Robin 1989")
    def reach(self, position: Margins, nimber: Nimber, misere: bool = False) -> Iterator[Margins]:
        """The moves of nim, on the bar."""
        targets = finite_targets(position, nimber, misere)
        return (put(position, i, size) for i, size in targets if size < position[i])

    def why(self, parts: Sequence[Margins], page: "Page") -> "Iterator[Block]":
        from grundy.games.chocolate.why import why

        return why(self, parts, page)


chocolate = Chocolate()
