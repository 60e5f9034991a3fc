"""What the two forms of Euclid share: multiples of one number are subtracted from the other.

With a <= b = q a + r the options of (a, b) are (a, r), (a, a + r), ..., so if (r, a) has the nimber v, the numbers
(a, j a + r) have in turn 0, 1, 2, ... with v left out.
"""

from abc import abstractmethod
from collections.abc import Iterator

from grundy.boards.heaps import PlacedHeaps, Position, put
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset


class EuclidGame(Ruleset[Position]):
    """A game of subtracting multiples from two numbers."""

    board = PlacedHeaps("number", number=2)
    example = "12,31"

    @abstractmethod
    def least(self, position: Position) -> int:
        """The least that may be left of the larger number."""

    @abstractmethod
    def value(self, a: int, b: int) -> int:
        """The nimber of a <= b, a > 0."""

    def moves(self, position: Position) -> Iterator[Position]:
        a, b = position
        if a and b:
            yield from (put(position, i, left) for i in (0, 1) for left in self.lefts(position[1 - i], position[i]))

    def lefts(self, step: int, number: int) -> range:
        """What may be left of a number after multiples of the other were subtracted."""
        return range(number - step, self.least((step, number)) - 1, -step)

    def canonical(self, position: Position) -> Position:
        a, b = sorted(position)
        return a, b

    def parts(self, position: Position) -> Iterator[Position]:
        return iter([] if self.is_over(position) else [position])

    def theorem(self, position: Position) -> int:
        a, b = sorted(position)
        return self.value(a, b) if a else 0

    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """The two least numbers that may be left, and the one that has its place in 0, 1, 2, ..."""
        a, b = sorted(position)
        if misere or not a or not isinstance(nimber, int):
            return iter(()) if not a else None
        last = self.least((a, b))
        candidates = {last, last + a, *(last % a + (nimber + j) * a for j in (0, 1, 2))}
        lefts = [left for left in sorted(candidates, reverse=True) if last <= left <= b - a]
        sides = (0, 1) if a == b else (position.index(b),)
        return (to for i in sides for left in lefts if self.theorem(to := put(position, i, left)) == nimber)
