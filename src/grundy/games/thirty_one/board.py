"""Cards that lie open: a position is the tuple of the numbers of cards left of rank 1, 2, ...

The total of the cards that were taken follows from those that are left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

Hand = tuple[int, ...]


@dataclass(frozen=True)
class Cards(Board[Hand]):
    """Cards of ranks 1, 2, ..., at first so many of each, and a total that they are taken toward."""

    ranks: int = 6
    copies: int = 4
    limit: int = 31

    kind = "cards"
    family = "Heaps"

    @property
    def notation(self) -> str:
        return f"numbers of cards left of rank 1 to {self.ranks}, separated by commas"

    def read(self, reader: Reader) -> Hand:
        start = reader.place
        hand = tuple(reader.list_of(lambda: reader.integer("a number of cards")))
        if len(hand) != self.ranks:
            raise reader.error(f"expected {self.ranks} {self.notation}; found {len(hand)}", start)
        return hand

    def of_values(self, values: Values) -> Hand:
        return self.wholes(values, self.ranks)

    def show(self, position: Hand) -> str:
        return ",".join(map(str, position))

    def total(self, position: Hand) -> int:
        return sum(rank * (self.copies - left) for rank, left in enumerate(position, 1))

    @staticmethod
    def rank(before: Hand, after: Hand) -> int:
        return 1 + next(i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])

    def differ(self, before: Hand, after: Hand) -> str:
        return f"take a {self.rank(before, after)}, total {self.total(after)}"

    def handle(self, before: Hand, after: Hand) -> Handle:
        return frozenset([self.rank(before, after)])

    def edits(self, position: Hand) -> Iterator[Edit[Hand]]:
        """A card more or fewer of a rank."""
        for i, left in enumerate(position):
            before, behind = position[:i], position[i + 1 :]
            if left:
                yield Edit(f"take a {i + 1} away", (*before, left - 1, *behind), (f"r-{i + 1}",))
            yield Edit(f"put a {i + 1} back", (*before, left + 1, *behind))

    def small(self, bound: int) -> Iterator[Hand]:
        """Every position in which at most `bound` is missing to the limit."""
        hands = product(range(self.copies + 1), repeat=self.ranks)
        return (hand for hand in hands if 0 <= self.limit - self.total(hand) <= bound)

    def scene(self, position: Hand, options: Sequence[Hand], rules: Ruleset[Hand], past: Sequence[Hand]) -> "Scene":
        from grundy.games.thirty_one.draw import draw_cards

        return draw_cards(self, position, options)

    def lines(self, position: Hand, width: int) -> list[str]:
        from grundy.games.thirty_one.draw import card_lines

        return card_lines(self, position)
