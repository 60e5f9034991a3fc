"""Why a heap has its value where some moves must be answered: the nim heaps beside which each move wins."""

from collections.abc import Iterator, Sequence

from grundy.boards.heaps import HeapGame, Position
from grundy.core.nimbers import Entailed, Loony
from grundy.explain.page import Page
from grundy.explain.prose import game_at, value_claim
from grundy.explain.structure import Block, Source, say

BOOK = "Berlekamp, Conway and Guy 1982, ch. 12; Larsson, Nowakowski and Santos 2021"
MOST_HEAPS = 3  # that are accounted for
WORDS = {
    Loony: "Beside every nim heap some move in {} wins: it is {}.",
    Entailed: "{} must be answered: {}, which are the nim heaps beside which no answer wins.",
    int: "The nimber of {} is {}, the least nim heap beside which no move in it wins.",
}


def explain_heaps(rules: HeapGame, parts: Sequence[Position], page: Page) -> Iterator[Block]:
    for part in list(dict.fromkeys(parts))[:MOST_HEAPS]:
        game = game_at(rules, part)
        value = page.value(game)
        if isinstance(value, int | Loony | Entailed):
            kind = next(kind for kind in WORDS if isinstance(value, kind))
            yield say(WORDS[kind], game, value_claim(game, value))
            moves = page.options(game) or []
            rows = [(move, found) for move in moves if (found := page.value(move.to)) is not None]
            if rows and len(rows) == len(moves):
                yield page.option_table(rows, None)
    if page.full:
        yield say(
            "A move that need not be answered wins beside the one nim heap whose size is the nimber that it leaves, "
            "and beside none if it leaves something loony. A move that must be answered wins beside each heap beside "
            "which no answer wins."
        )
    yield Source(BOOK)
