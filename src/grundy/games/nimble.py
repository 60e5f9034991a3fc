"""Nimble: coins go to the left on a strip; a coin on square n is a heap of n stones (Ferguson 2.6.3).

With up to k coins in one move it is Moore's nim.
"""

from typing import TYPE_CHECKING

from grundy.boards.strip_coins import Squares
from grundy.games.moore_nim import MooreNim
from grundy.games.nim import Nim

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw


class Nimble(Nim):
    """Move one coin to any square on its left; a square holds any number of coins."""

    board = Squares()
    source = "Ferguson 2014, 2.6"
    example = "1,2,4,7,9"
    card = "1,2,4,7"

    def law(self, page: "Page") -> "ValueLaw":
        heap = super().law(page)
        return page.law("A coin on square n is a heap of n stones, worth n.", heap.work_out, heap.proof)


class NimbleK(MooreNim):
    """Move at most k coins, each to any square on its left; a square holds any number of coins."""

    board = Squares()
    title = "nimble with several coins"
    source = "Ferguson 2014, 2.6"
    example = "1,3,4,6"


nimble = Nimble()
