"""Generalised Wythoff: take from one heap, or k from one and l from the other with |k - l| < t.

The lost pairs are (floor(n r), floor(n r) + t n) with r = (2 - t + sqrt(t^2 + 4)) / 2: every positive number is in one
pair, and every difference of pairs is a multiple of t (Holladay 1968, Fraenkel 1982). Under misère play with t > 1 they
are (floor(n r + 1/r), floor(n r + 1/r) + t n + 1), and with t = 1 they are those of Wythoff's game (Fraenkel 1984).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from grundy.boards.numbers import CornerGame, Square
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, cites
from grundy.errors import PositionError
from grundy.games.wythoff import lost_pair

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


@dataclass(frozen=True)
class GeneralisedWythoff(CornerGame):
    """Take any number from one heap, or k from one and l from the other with a difference of k and l below t."""

    t: int

    source = "Holladay 1968"
    example = "5,7"
    example_parameters = "2"
    title = "generalised Wythoff"
    aliases = ("generalized_wythoff",)

    def __post_init__(self) -> None:
        if self.t < 1:
            raise PositionError(f"{self.name} needs t of at least 1")

    @property
    def formula(self) -> str:
        number = f"(2 - {self.t} + sqrt({self.t**2 + 4})) / 2"
        return f"(r,c) is lost if and only if {{r,c}} = {{floor(k a), floor(k a) + {self.t} k}}, a = {number}"

    def moves(self, position: Square) -> Iterator[Square]:
        x, y = position
        yield from ((left, y) for left in range(x))
        yield from ((x, left) for left in range(y))
        for k in range(1, x + 1):
            yield from ((x - k, y - other) for other in range(max(1, k - self.t + 1), min(y, k + self.t - 1) + 1))

    def parts(self, position: Square) -> Iterator[Square]:
        return iter([position] if any(position) else [])

    def pair(self, n: int, misere: bool) -> Square:
        """The n-th lost pair, exactly."""
        t, root = self.t, self.t**2 + 4
        if misere and t == 1:
            return lost_pair(n, misere)
        if misere:
            least = (t * n * (2 - t) + t - 2 + isqrt((t * n + 1) ** 2 * root)) // (2 * t)
            return least, least + t * n + 1
        least = (n * (2 - t) + isqrt(n * n * root)) // 2
        return least, least + t * n

    def index(self, number: int, place: int, misere: bool) -> int:
        """The least n whose lost pair has at least this number in the first or second place."""
        low, high = 0, number + 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.pair(middle, misere)[place] >= number else (middle + 1, high)
        return low

    @cites("Fraenkel 1982")
    def verdict(self, position: Square, misere: bool) -> Outcome:
        """P where the pair is one of the lost ones."""
        a, b = sorted(position)
        found = {(b - a - (misere and self.t > 1)) // self.t, 0, 1}
        return "P" if any(self.pair(n, misere) == (a, b) for n in found if n >= 0) else "N"

    @cites("Fraenkel 1982")
    def reach(self, position: Square, nimber: Nimber, misere: bool = False) -> Iterator[Square] | None:
        """The lost pairs that one move reaches; other nimbers have no formula."""
        if nimber:
            return None
        near = abs(position[0] - position[1]) // self.t
        found = {0, 1, *(n for n in range(near - 1, near + 3) if n >= 0)}
        found |= {self.index(number, place, misere) for number in position for place in (0, 1)}
        pairs = {pair for n in found for pair in self.board.symmetries(self.pair(n, misere))}
        return (pair for pair in sorted(pairs) if self.can_reach(position, pair))

    def can_reach(self, position: Square, pair: Square) -> bool:
        k, other = position[0] - pair[0], position[1] - pair[1]
        return min(k, other) >= 0 < max(k, other) and (not k or not other or abs(k - other) < self.t)

    def why(self, parts: Sequence[Square], page: "Page") -> "Iterator[Block]":
        for a, b in map(sorted, parts[:1]):
            first = [self.pair(n, page.misere) for n in range(1 + (self.t == 1), 5)]
            games = [page.at(self, pair) for pair in first]
            yield page.say(
                "Of the lost pairs, each positive number is in exactly one, and their differences grow by t; so each "
                "is found from those before it. The first are {}.",
                page.series(page.text("{}", game) for game in games),
                claims=[page.result(game, "P", page.misere) for game in games],
            )
            near = self.pair(self.index(a, 0, page.misere), page.misere)
            if near != (a, b) and near[0] == a:
                game = page.at(self, near)
                yield page.say(
                    "The smaller number, {}, is in the lost pair {}.",
                    page.size(a),
                    game,
                    claims=[page.result(game, "P", page.misere)],
                )
            yield page.source(self.citation("verdict"))
