"""Acrostic twins: turn two coins of one row or of one column, the lower or right one from heads to tails.

The nimber of a head at (x, y) is the nim-sum of x and y (Ferguson 5.2): its row and its column are two heaps of nim.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.coin_grid import CoinGridGame, CoinSheet, Place
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import cites

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class AcrosticTwins(CoinGridGame):
    """Turn two coins of one row or of one column, the lower or right one from heads to tails."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTTTT/TTTHT/TTTTT/TTHTT/TTTTH"
    formula = "g(r,c) = r xor c"

    def turns(self, place: Place) -> Iterator[tuple[Place, Place]]:
        row, column = place
        yield from (((other, column), place) for other in range(row))
        yield from (((row, other), place) for other in range(column))

    def value(self, place: Place) -> int:
        return place[0] ^ place[1]

    @cites("Ferguson 2014, 5.2")
    def theorem(self, position: CoinSheet) -> int:
        """The nim-sum of all rows and columns of heads."""
        return super().theorem(position)

    @cites("Ferguson 2014, 5.2")
    def reach(self, position: CoinSheet, nimber: Nimber, misere: bool = False) -> Iterator[CoinSheet] | None:
        """The moves that change a row or a column by what is missing: at most two for each head."""
        if misere or not isinstance(nimber, int):
            return None
        return self._reach(position, nimber ^ self.theorem(position))

    def _reach(self, position: CoinSheet, gap: int) -> Iterator[CoinSheet]:
        for row, column in sorted(position.heads):
            if row ^ gap < row:
                yield position.turn([(row ^ gap, column), (row, column)])
            if column ^ gap < column:
                yield position.turn([(row, column ^ gap), (row, column)])

    def why_heads(self, heads: Sequence[Place], page: "Page") -> "Iterator[Block]":
        yield page.say("A head in row x, column y is a heap of x and a heap of y: it is worth x ⊕ y.")
        rows = []
        for x, y in heads:
            place = page.text("row {}, column {}", page.size(x), page.size(y))
            rows.append((place, page.step(f"{x} ⊕ {y} = {x ^ y}"), self.claim((x, y), page)))
        yield page.table(["head", "row ⊕ column", "nimber"], rows)
        yield page.source(self.citation("theorem"))


acrostic_twins = AcrosticTwins()
