"""Top Entails: split a stack, or take the top coin of one; then the opponent must answer in what is left of it.

Who takes the last coin of a stack wins, because an empty stack has no answer. So a stack of one is loony, whatever
stands beside it, and so are those of 3, 2403, 2505 and 33243 coins, the only ones up to 600,000 (West 1996). Values are
nimbers and loony, by the rule of docs/theory/entailing.md (Larsson, Nowakowski and Santos 2021).
"""

from collections.abc import Iterator

from grundy.boards.entailed_heaps import EntailedHeaps, EntailingGame, entail
from grundy.boards.heaps import Heap, Position


class TopEntails(EntailingGame):
    """Split a stack into two, or take one coin from a stack, which the opponent must answer in the same stack."""

    board = EntailedHeaps(noun="stack")
    title = "Top Entails"
    source = "Berlekamp, Conway and Guy 1982, ch. 12"
    keywords = "entailing moves, loony"
    example = "4,5,7"

    def options(self, heap: Heap) -> Iterator[Position]:
        if heap:
            yield (entail(heap - 1),)
        yield from ((a, heap - a) for a in range(1, heap // 2 + 1))


top_entails = TopEntails()
