"""Games that are nim under another look: every move is a move of one nim heap.

Nimble: a coin on square n is a heap of n (Ferguson 2.6.3). Rook nim: a counter on (x, y) is a heap of x and a heap of
y. Two-dimensional nim: a counter on (x, y) is an infinite heap, w*y + x, since any square of a lower row comes
before it (Ferguson 3.5.6). The choice of a heap: w itself (Ferguson 3.4).

Two-dimensional nim always ends, but nobody can say beforehand when: `length` is an ordinal. It still ends if a player
may add, when a counter moves, any finite number of counters on squares to its left in its row and in lower rows: in the sum
of the powers w^(w*y + x) over all counters one term is replaced by finitely many smaller ones, so the sum falls.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count

from grundy.boards.counters import Counters, Position
from grundy.boards.ordinal_heaps import Chosen
from grundy.boards.quarter import Square
from grundy.boards.squares import Squares
from grundy.core.ordinals import Nimber, Ordinal, omega
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.nim import Nim, nim

__all__ = [
    "ChooseHeap",
    "Nimble",
    "RookNim",
    "TwoDimensionalNim",
    "choose_heap",
    "length",
    "nimble",
    "rook_nim",
    "two_dimensional_nim",
]


@dataclass(frozen=True)
class Nimble(Nim):
    """Move one coin to any square on its left; a square holds any number of coins."""

    board = Squares()
    source = "Ferguson 2.6"
    example = "1,2,4,7,9"


@dataclass(frozen=True)
class ChooseHeap(Nim):
    """Name a heap of any finite size, 0 too; from then on take any number of stones from it."""

    board = Chosen()
    source = "Ferguson 3.4"
    example = ""
    finite = False


class Counted(Ruleset[Position]):
    """A ruleset of counters that move one at a time, each for itself."""

    board = Counters()

    def goes(self, square: Square) -> Iterator[Square]:
        """The squares that a counter on this one may go to."""
        raise NotImplementedError
