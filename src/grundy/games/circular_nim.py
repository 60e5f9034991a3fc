"""Circular nim: heaps in a circle; take any numbers of stones from k heaps that follow one another.

The lost positions are known for few n and k (Dufour and Heubach 2013). With k = 1 this is nim, with k = n - 1 Moore's
nim, in which the lost positions have equal heaps, and with k = n everything may be taken. Four heaps and k = 2:
opposite heaps are equal.
Five heaps: a + b = c + d for (a, b, c, d, b) with the largest heap a, if k = 2, and with a = 0, if k = 3. Six heaps
and k = 3: a + b = d + e and b + c = e + f; if k = 4 also a xor c xor e = 0, with the least heap a. Eight heaps and
k = 6: (0, x, a, b, e, c, d, x) with a + b = c + d = x and e the lesser of x and a + d.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from grundy.boards.heaps import PlacedHeaps, Position
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError
from grundy.games.moore_nim import MooreNim

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


@dataclass(frozen=True)
class CircularNim(Ruleset[Position]):
    """Take any numbers of stones, at least one in all, from k heaps that follow one another in the circle."""

    k: int

    board = PlacedHeaps()
    source = "Dufour and Heubach 2013"
    example = "3,1,2,2,1"
    example_parameters = "2"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise PositionError(f"{self.name} needs k of at least 1")

    def moves(self, position: Position) -> Iterator[Position]:
        """Each option once: runs that overlap share some."""
        n = len(position)
        seen = {position}
        for start in range(n):
            run = {(start + step) % n for step in range(min(self.k, n))}
            sizes = (range(heap + 1) if i in run else (heap,) for i, heap in enumerate(position))
            for to in product(*sizes):
                if to not in seen:
                    seen.add(to)
                    yield to

    def parts(self, position: Position) -> Iterator[Position]:
        return iter([position] if any(position) else [])

    def canonical(self, position: Position) -> Position:
        return min(turns(position))

    def is_moore(self, position: Position) -> bool:
        """Whether every choice of k heaps is a run."""
        return self.k == 1 or self.k >= len(position) - 1

    @cites("Dufour and Heubach 2013")
    def disguise(self, position: Position) -> Game | None:
        """Moore's nim, where every choice of k heaps is a run."""
        return MooreNim(self.k)(*position) if self.is_moore(position) else None

    @cites("Dufour and Heubach 2013")
    def verdict(self, position: Position, misere: bool) -> Outcome | None:
        """P where some turn of the circle is one of the known lost positions."""
        if self.is_moore(position):
            return MooreNim(self.k).verdict(position, misere)
        known = LOST.get((len(position), self.k))
        return None if misere or not known else "P" if any(map(known, turns(position))) else "N"

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        words = SAID.get((len(parts[0]), self.k))
        if words and not page.misere:
            yield page.say(words)
            yield page.source(self.citation("verdict"))
        yield from page.parts_reason(self, parts)


def turns(position: Position) -> Iterator[Position]:
    """The circle read from every heap on, both ways round."""
    for way in (position, position[::-1]):
        yield from (way[i:] + way[:i] for i in range(len(way)))


def is_lost_5_2(heaps: Position) -> bool:
    a, b, c, d, e = heaps
    return a == max(heaps) and b == e and a + b == c + d


def is_lost_5_3(heaps: Position) -> bool:
    a, b, c, d, e = heaps
    return a == 0 and b == e == c + d


def is_lost_6_3(heaps: Position) -> bool:
    a, b, c, d, e, f = heaps
    return a + b == d + e and b + c == e + f


def is_lost_6_4(heaps: Position) -> bool:
    return is_lost_6_3(heaps) and heaps[0] == min(heaps) and heaps[0] ^ heaps[2] ^ heaps[4] == 0


def is_lost_8_6(heaps: Position) -> bool:
    zero, x, a, b, e, c, d, y = heaps
    return zero == 0 and x == y == a + b == c + d and e == min(x, a + d)


LOST = {
    (4, 2): lambda heaps: heaps[:2] == heaps[2:],
    (5, 2): is_lost_5_2,
    (5, 3): is_lost_5_3,
    (6, 3): is_lost_6_3,
    (6, 4): is_lost_6_4,
    (8, 6): is_lost_8_6,
}
SAID = {
    (4, 2): "Four heaps, of which two neighbours may be touched, are lost exactly if opposite heaps are equal.",
    (5, 2): "Five heaps, of which two neighbours may be touched, are lost exactly if, with the largest heap called a, "
    "they are (a, b, c, d, b) in this order, and a + b = c + d.",
    (5, 3): "Five heaps, of which three in a row may be touched, are lost exactly if, read from an empty heap on, they "
    "are (0, b, c, d, b), and b = c + d.",
    (6, 3): "Six heaps, of which three in a row may be touched, are lost exactly if opposite pairs of neighbours have "
    "equal sums.",
    (6, 4): "Six heaps, of which four in a row may be touched, are lost exactly if opposite pairs of neighbours have "
    "equal sums and every second heap, the least among them, adds to 0 as nim-heaps.",
    (8, 6): "Eight heaps, of which six in a row may be touched, are lost exactly if, read from an empty heap on, they "
    "are (0, x, a, b, e, c, d, x) with a + b = c + d = x and e the lesser of x and a + d.",
}
