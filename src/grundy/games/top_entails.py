"""Top Entails: split a stack, or take the top coin of one; then the opponent must answer in what is left of it.

Who takes the last coin of a stack wins, because an empty stack has no answer. So a stack of one is loony, whatever
stands beside it, and so are those of 3, 2403, 2505 and 33243 coins, the only ones up to 600,000 (West 1996). Values are
nimbers and loony, by the rule of docs/theory/entailing.md (Larsson, Nowakowski and Santos 2021).
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from grundy.boards.entailed_heaps import EntailedHeaps, entail, stones
from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class TopEntails(HeapGame):
    """Split a stack into two, or take one coin from a stack, which the opponent must answer in the same stack."""

    board = EntailedHeaps(noun="stack")
    title = "Top Entails"
    source = "Berlekamp, Conway and Guy 1982, ch. 12"
    example = "4,5,7"
    has_misere = False  # who has to answer in an empty stack has lost, so nobody makes a last move
    aliases = ("entailing_tops",)

    def options(self, heap: Heap) -> Iterator[Position]:
        size = stones(heap)
        yield from ((entail(size - 1),) for _ in range(min(size, 1)))
        yield from ((a, size - a) for a in range(1, size // 2 + 1))

    def moves(self, position: Position) -> Iterator[Position]:
        answered = [i for i, heap in enumerate(position) if heap < 0] or range(len(position))
        return chain.from_iterable(self.changes(position, i) for i in answered)

    def is_entailed(self, position: Position) -> bool:
        return min(position, default=0) < 0

    def check(self, position: Position) -> None:
        if sum(heap < 0 for heap in position) > 1:
            raise PositionError(f"{self} has one stack at most that must be answered")

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.explain.entailing import explain_heaps

        return explain_heaps(self, parts, page)


top_entails = TopEntails()
