"""Thirty-one: take open cards in turn; whoever pushes the total over 31 loses (Ferguson 1.5).

The cards are the ranks 1 to 6, four of each. If they never ran out, the totals 3, 10, 17, 24 and 31 would be lost for
the player to move, and a first 3 followed by the complement to 7 of each card would win.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.cards import Cards, Hand
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError

__all__ = ["ThirtyOne", "complement_play", "thirty_one"]


@dataclass(frozen=True)
class ThirtyOne(Ruleset[Hand]):
    """Take one of the open cards; the total must not pass 31."""

    board = Cards()
    source = "Ferguson 2014, 1.5"
    example = "4,4,4,4,4,4"

    def check(self, position: Hand) -> None:
        """Raise if there are too many cards of a rank, or too few left for the total."""
        if max(position) > self.board.copies:
            raise PositionError(f"thirty_one has {self.board.copies} cards of each rank, not {max(position)}")
        if (total := self.board.total(position)) > self.board.limit:
            raise PositionError(f"the cards taken make {total}; at most {self.board.limit} can be, so leave more cards")

    def moves(self, position: Hand) -> Iterator[Hand]:
        """One card less of a rank that does not pass the limit."""
        room = self.board.limit - self.board.total(position)
        for i, left in enumerate(position[:room]):
            if left:
                yield (*position[:i], left - 1, *position[i + 1 :])


def complement_play(reply: int) -> tuple[list[int], Hand]:
    """The cards played, and those left, when the first player completes each card to 7 and the other always replies so.

    It ends when one of them does not find his card any more. Against fours the threes run out, with 28 on the table:

    >>> played, left = complement_play(4)
    >>> played, left
    ([3, 4, 3, 4, 3, 4, 3, 4], (4, 4, 0, 0, 4, 4))
    >>> thirty_one(*left).outcome
    'P'
    """
    board = ThirtyOne.board
    modulus = board.ranks + 1
    left, played = [board.copies] * board.ranks, list[int]()
    card = board.limit % modulus
    while left[card - 1] and sum(played) + card <= board.limit:
        left[card - 1] -= 1
        played.append(card)
        card = reply if len(played) % 2 else modulus - card
    return played, tuple(left)


thirty_one = ThirtyOne()
