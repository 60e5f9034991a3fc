"""The bitter square: break a bar of chocolate along a line and eat the part without the bitter square.

The rows above and below the bitter square and the columns left and right of it are four heaps of nim: a break makes one
of them smaller and leaves the others (Robin 1989).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.chocolate.board import SIDES, BitterBar, Margins
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
        a, b, c, d = sorted(position)
        return a, b, c, d

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
        for position in parts[:1]:
            above, below, left, right = position
            yield page.say(
                "Each side of the bitter square is a heap of nim, since a break makes it shorter: {} and {} rows, {} "
                "and {} columns.",
                page.step(f"{above + 1} - 1 = {above}"),
                page.step(f"{above + below + 1} - {above + 1} = {below}"),
                page.step(f"{left + 1} - 1 = {left}"),
                page.step(f"{left + right + 1} - {left + 1} = {right}"),
            )
            rows = [(f"{'rows' if i < 2 else 'columns'} {SIDES[i]} it", lines) for i, lines in enumerate(position)]
            yield from page.nim(rows, "side", *page.theorem_claims(self, position))
            yield page.source(self.citation("theorem"))


def put(position: Margins, side: int, lines: int) -> Margins:
    a, b, c, d = (lines if i == side else old for i, old in enumerate(position))
    return a, b, c, d


chocolate = Chocolate()
