"""Delete nim: delete one of two heaps, take a stone from the other, and divide what is left into two heaps.

With one more stone in each heap this is empty and divide: a heap of x becomes two with x - 1 stones in all. So the
nimber is the number of ones at the end of the binary (x or y) (Abuku and Suetsugu 2021).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.numbers import Pair
from grundy.core.numbers import trailing_ones
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset, cites
from grundy.games.delete_nim.board import TwoHeaps
from grundy.games.empty_and_divide.rules import divisions, sort_pair

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class DeleteNim(Ruleset[Pair]):
    """Delete one of the two heaps, take one stone from the other and divide the rest of it into two heaps."""

    board = TwoHeaps()
    source = "Abuku and Suetsugu 2021"
    example = "3,5"
    formula = "g(r,c) = v((r or c) + 1)"

    def moves(self, position: Pair) -> Iterator[Pair]:
        return (sort_pair(share, heap - 1 - share) for heap in position for share in range(heap))

    def canonical(self, position: Pair) -> Pair:
        return sort_pair(*position)

    def parts(self, position: Pair) -> Iterator[Pair]:
        return iter([sort_pair(*position)] if any(position) else [])

    @cites("Abuku and Suetsugu 2021")
    def theorem(self, position: Pair) -> int:
        """The number of ones at the end of (x or y)."""
        return trailing_ones(position[0] | position[1])

    @cites("Abuku and Suetsugu 2021")
    def reach(self, position: Pair, nimber: Nimber, misere: bool = False) -> Iterator[Pair] | None:
        """The divisions of each heap that give this nimber."""
        if misere or not isinstance(nimber, int):
            return None if misere else iter(())
        return ((one - 1, other - 1) for heap in position for one, other in divisions(heap + 1, nimber))

    def why(self, parts: Sequence[Pair], page: "Page") -> "Iterator[Block]":
        from grundy.games.delete_nim.why import why

        return why(self, parts, page)


delete_nim = DeleteNim()
