"""(s,t)-Wythoff: take from one heap, or k from one and l from the other with 0 < k <= l < s k + t.

The n-th lost pair is (a, s a + t n), where a is the least number in no pair before it, beginning with (0, 0); s = 1
is generalised Wythoff, and s = t = 1 is Wythoff's game (Fraenkel 1998).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from grundy.boards.numbers import CornerGame, Square, rook_moves
from grundy.core.ruleset import Outcome, cites

MOST_STONES = 1_000_000  # in the smaller heap: the lost pairs up to there are listed in about a second


@dataclass(frozen=True)
class StWythoff(CornerGame):
    """Take any number from one heap, or k from one and at least k, but fewer than s k + t, from the other."""

    s: int
    t: int

    source = "Fraenkel 1998"
    example = "4,9"
    example_parameters = "2,1"
    least_parameter = 1
    title = "(s,t)-Wythoff"
    card = "4,5"
    aliases = ("fraenkel_wythoff",)

    def moves(self, position: Square) -> Iterator[Square]:
        yield from rook_moves(position)
        x, y = position
        for k in range(1, min(x, y) + 1):
            below = self.s * k + self.t
            yield from ((x - k, y - other) for other in range(k, min(y + 1, below)))
            yield from ((x - other, y - k) for other in range(k + 1, min(x + 1, below)))

    def pairs(self) -> Iterator[Square]:
        """The lost pairs, the smaller number first."""
        larger, least = set[int](), 0
        for n in count():
            while least in larger:
                least += 1
            yield least, self.s * least + self.t * n
            larger.add(self.s * least + self.t * n)
            least += 1

    @cites("n-th lost pair (a, s a + t n), a the least number in no pair before, Fraenkel 1998")
    def verdict(self, position: Square, misere: bool) -> Outcome | None:
        """P where the pair is one of the lost ones, if it is not too far out to list these."""
        if misere or min(position) > MOST_STONES:
            return None
        a, b = sorted(position)
        return "P" if next(pair for pair in self.pairs() if pair[0] >= a) == (a, b) else "N"
