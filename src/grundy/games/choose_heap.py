"""The choice of a heap: name a heap of any finite size, and then play nim with it.

The options of the first move have all finite nimbers, so its own is w, the first infinite ordinal (Ferguson 3.4).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.ordinal_heaps import Chosen, Position
from grundy.games.nim import Nim

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class ChooseHeap(Nim):
    """Name a heap of any finite size, 0 too; from then on take any number of stones from it."""

    board = Chosen()
    source = "Ferguson 2014, 3.4"
    example = ""
    finite = False

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        yield page.say(
            "The first move names any finite heap, so its options have the nimbers 0, 1, 2, 3, ...: all finite "
            "numbers. The least number that is missing is w, the first infinite ordinal. Whoever names {} at once "
            "leaves {}.",
            "1" if page.misere else "0",
            "the last stone to the opponent" if page.misere else "nothing",
            claims=[page.claim(page.at(self, part), part[0]) for part in parts[:1]],
        )
        yield page.source(self.source)


choose_heap = ChooseHeap()
