"""The genus of a game: its nimbers beside heaps of two (Conway 1976; Berlekamp, Conway and Guy 1982).

What g^abc..., tame, restive and restless mean is in docs/theory/misere.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor

from grundy.core.nimbers import mex


@dataclass(frozen=True)
class Genus:
    """A nimber, misère nimbers of which the last two alternate for ever, and how wild the game is."""

    nimber: int
    digits: tuple[int, ...]
    kind: str  # "tame", "restive", "restless", or "wild"

    def __str__(self) -> str:
        separator = "," if max(self.digits) > 9 else ""
        return f"{self.nimber}^{separator.join(map(str, self.digits))}"

    @property
    def is_tame(self) -> bool:
        return self.kind == "tame"

    @property
    def is_lost(self) -> bool:
        return self.digits[0] == 0

    @property
    def is_fickle(self) -> bool:
        """Whether a tame game is like a heap of 0 or 1, which misère play exchanges."""
        return self.nimber != self.digits[0]

    def digit(self, twos: int) -> int:
        """The misère nimber beside so many heaps of two."""
        last = len(self.digits) - 1
        return self.digits[twos if twos <= last else last - (twos - last) % 2]

    @staticmethod
    def is_lost_sum(genera: Iterable["Genus"]) -> bool:
        """Whether the sum of tame games is lost: nim-sum 0, or 1 where all are fickle."""
        known = list(genera)
        return reduce(xor, (genus.nimber for genus in known), 0) == all(genus.is_fickle for genus in known)


def genus_of(options: list[Genus]) -> Genus:
    nimber, digits = mex(option.nimber for option in options), misere_nimbers(options)
    while len(digits) > 2 and digits[-1] == digits[-3]:
        digits.pop()
    return Genus(nimber, tuple(digits), kind(nimber, digits[0], options))


def misere_nimbers(options: list[Genus]) -> list[int]:
    """The misère nimbers beside 0, 1, 2, ... heaps of two, to where they have begun to alternate."""
    found = [mex(option.digit(0) for option in options) if options else 1]
    longest = max((len(option.digits) for option in options), default=1)
    while len(found) < longest + 4 or found[-1] != found[-3]:
        twos, before = len(found), found[-1]  # a move in a heap of two leaves one stone, which flips a bit, or none
        found.append(mex([before, before ^ 1, *(option.digit(twos) for option in options)]))
    return found


def kind(nimber: int, misere: int, options: list[Genus]) -> str:
    if not all(option.is_tame for option in options):
        return "wild"
    if nimber == misere or max(nimber, misere) < 2:
        return "tame"
    return "restive" if nimber < 2 else "restless"
