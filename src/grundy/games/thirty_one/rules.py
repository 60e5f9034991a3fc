"""Thirty-one: take open cards in turn; whoever pushes the total over 31 loses (Ferguson 1.5).

The cards are the ranks 1 to 6, four of each. If they never ran out, the totals 3, 10, 17, 24 and 31 would be lost for
the player to move, and a first 3 followed by the complement to 7 of each card would win.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError
from grundy.games.thirty_one.board import Cards, Hand

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class ThirtyOne(Ruleset[Hand]):
    """Take one of the open cards; the total must not pass 31."""

    board = Cards()
    title = "thirty-one"
    source = "Ferguson 2014, 1.5"
    example = "4,4,4,4,4,4"

    def check(self, position: Hand) -> None:
        if max(position) > self.board.copies:
            raise PositionError(f"thirty_one has {self.board.copies} cards of each rank, not {max(position)}")
        if (total := self.board.total(position)) > self.board.limit:
            raise PositionError(f"the cards taken make {total}; at most {self.board.limit} can be, so leave more cards")

    def moves(self, position: Hand) -> Iterator[Hand]:
        room = self.board.limit - self.board.total(position)
        for i, left in enumerate(position[:room]):
            if left:
                yield (*position[:i], left - 1, *position[i + 1 :])

    def why(self, parts: Sequence[Hand], page: "Page") -> "Iterator[Block]":
        for hand in parts[:1]:
            total, limit = self.board.total(hand), self.board.limit
            yield page.say(
                "The cards taken make {}, so {} are missing to the limit of {}. If no rank ever ran out, whoever "
                "reaches 3, 10, 17, 24 or 31 would win, by completing each card to 7. But there are only four of "
                "each: a player who keeps taking the same rank uses up the cards that would complete it, so the cards "
                "left must be counted too.",
                page.fact("total", str(page.at(self, hand)), total),
                page.step(f"{limit} - {total} = {limit - total}"),
                page.fact("limit", str(self), limit),
            )
            yield page.say("What is left, {}, is decided by its options.", page.at(self, hand))
            yield from page.reason(self, hand)


thirty_one = ThirtyOne()
