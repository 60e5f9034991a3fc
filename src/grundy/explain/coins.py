"""Coins in a row: a position is the sum of its single heads, each of which has a law of its own."""

from collections.abc import Iterator, Sequence

from grundy.boards.coins import CoinGame
from grundy.explain.answer import MOST_ROWS
from grundy.explain.page import Page
from grundy.explain.prose import Fact, Field, Size, game_at, value_claim
from grundy.explain.structure import Block, Paragraph, Source, say, table

FARTHEST_COIN = 10_000  # beyond it a single head is not written as a row
EXAMPLE_HEADS = 2  # whose moves are shown where there is no law


def why(rules: CoinGame, parts: Sequence[str], page: Page) -> Iterator[Block]:
    """The law of a single head, worked out for each of them; without a law the moves of the first heads."""
    heads = sorted({head for part in parts for head in rules.board.heads(part)})
    yield from why_single_heads(len(heads), page)
    law = rules.law(page)
    if not law:
        for head in heads[:EXAMPLE_HEADS]:
            yield from page.options_reason(rules, rules.board.line(head))
        return
    yield Paragraph(law.words)
    worked = [(head, *law.work_out(head)) for head in heads[: MOST_ROWS + 1]]
    if any(words.plain != str(head) for head, words, _ in worked) or len(heads) < 2:
        rows = [(Size(head), words, head_value(rules, head)) for head, words, _ in worked]
        yield table(["coin", "worked out", "nimber"], rows)
    yield Source(rules.source)


def why_single_heads(heads: int, page: Page) -> Iterator[Block]:
    if heads > 1 or page.full:
        yield say(
            "A position is the sum of its single heads: two heads on one coin cancel, as two equal heaps of nim do, "
            "and turning a head that is there already is the same as adding one more."
        )


def head_value(rules: CoinGame, head: int) -> Field:
    """The nimber of one head, as a claim about a row where that can be written out."""
    value = rules.value(head)
    near = head <= FARTHEST_COIN
    return (
        value_claim(game_at(rules, rules.board.line(head)), value) if near else Fact("coin", f"{rules}: {head}", value)
    )
