"""Euclid: subtract a positive multiple of one number from the other.

With a <= b = q a + r the options of (a, b) are (a, r), (a, a + r), ..., so if (r, a) has the nimber v, the numbers
(a, j a + r) have in turn 0, 1, 2, ... with v left out. That is q, or q - 1 if q <= v: so the nimber follows down
Euclid's algorithm. The player to move loses exactly if a < b and b/a is below the golden ratio (Cole and Davie 1969;
the nimbers: Cairns, Ho and Lengyel 2011). Misère play ends one move earlier, at equal numbers, which are then lost.

In Grossman's form the play stops there: equal numbers have no move. Its nimber is the floor of b/a - a/b (Nivasch
2006), so its lost positions are those of Euclid and the equal numbers.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import PlacedHeaps, Position
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block

MOST_STEPS = 12  # of Euclid's algorithm that are shown


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


class Euclid(EuclidGame):
    """Subtract a positive multiple of one number from the other, leaving 0 or more; a player who faces a 0 loses."""

    source = "Cole and Davie 1969"
    title = "Euclid"
    card = "3,7"

    def least(self, position: Position) -> int:
        return position[1] % position[0]

    def value(self, a: int, b: int) -> int:
        return nimber_of(quotients(a, b), 0)

    @cites("Cairns, Ho and Lengyel 2011")
    def theorem(self, position: Position) -> int:
        """Down Euclid's algorithm: q, or q - 1 if that of the remainder is not below q."""
        return super().theorem(position)

    @cites("Cole and Davie 1969")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the ratio is below the golden one; misère also where the numbers are equal."""
        a, b = sorted(position)
        if misere:
            return "P" if a and b * b < a * b + a * a else "N"
        return "P" if not a or (a != b and b * b < a * b + a * a) else "N"

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for a, b in map(sorted, parts[:1]):
            yield from why_golden(a, b, page)
            if not page.misere:
                yield from why_quotients(self, a, b, page)
            yield page.source(self.citation("verdict" if page.misere else "theorem"))


class GrossmanEuclid(EuclidGame):
    """Subtract a positive multiple of one number from the other, leaving more than 0; equal numbers have no move."""

    title = "Euclid, Grossman's form"
    source = "Grossman 1997"
    card = "3,7"

    def check(self, position: Position) -> None:
        if min(position) < 1:
            raise PositionError("grossman_euclid has positive numbers; a 0 is never left")

    def least(self, position: Position) -> int:
        return position[1] % position[0] or position[0]

    def value(self, a: int, b: int) -> int:
        return (b * b - a * a) // (a * b)

    @cites("Nivasch 2006")
    def theorem(self, position: Position) -> int:
        """The floor of b/a - a/b."""
        return super().theorem(position)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for a, b in map(sorted, parts[:1]):
            if page.misere:
                yield from page.options_reason(self, (a, b))
                return
            value, game = self.value(a, b), page.at(self, (a, b))
            yield page.say(
                "The nimber is the floor of b/a - a/b: {}, so {} has {}.",
                page.step(f"⌊({b}*{b} - {a}*{a})/({a}*{b})⌋ = {value}"),
                game,
                page.claim(game, value),
            )
            yield page.source(self.citation("theorem"))


def put(position: Position, index: int, number: int) -> Position:
    return (number, position[1]) if index == 0 else (position[0], number)


def quotients(a: int, b: int) -> list[int]:
    """The quotients of Euclid's algorithm, b being divided by a first."""
    found = []
    while a:
        found.append(b // a)
        a, b = b % a, a
    return found


def nimber_of(quotients: list[int], value: int) -> int:
    """The nimber of the numbers with these quotients, worked out from the last one back."""
    for quotient in reversed(quotients):
        value = quotient - (quotient <= value)
    return value


def why_golden(a: int, b: int, page: "Page") -> "Iterator[Block]":
    equal = " or equal" if page.misere else ""
    yield page.say(
        "Of two numbers a and b > a the player to move loses exactly if b/a is below the golden ratio (1 + √5)/2, that "
        "is if b² < ab + a²{}.",
        equal and "; and if they are equal, since only the last move is left",
    )
    if a:
        square, sum_ = page.step(f"{b}*{b} = {b * b}"), page.step(f"{a}*{b} + {a}*{a} = {a * b + a * a}")
        yield page.say("Here {} and {}.", square, sum_)


def why_quotients(rules: Euclid, a: int, b: int, page: "Page") -> "Iterator[Block]":
    steps = quotients(a, b)
    if not 0 < len(steps) <= MOST_STEPS:
        return
    rows, pairs = [], [(a, b)]
    while pairs[-1][0]:
        pairs.append((pairs[-1][1] % pairs[-1][0], pairs[-1][0]))
    for (x, y), q in zip(pairs, steps, strict=False):
        game = page.at(rules, (x, y))
        rows.append((page.text("{}", game), page.step(f"{y} = {q}*{x} + {y % x}"), page.claim(game, rules.value(x, y))))
    yield page.say(
        "The nimber is the quotient q of b by a, or q - 1 if q is not above the nimber of a and the remainder."
    )
    yield page.table(["", "", "nimber"], rows)


euclid = Euclid()
grossman_euclid = GrossmanEuclid()
