"""The genus of a game: its nimbers in the company of heaps of two (Conway 1976; Berlekamp, Conway and Guy 1982).

The misère nimber of a game is the least number that no option has, and 1 where there are no options; the game is
lost if it is 0. The genus g^abc... is the nimber g with the misère nimbers of the game (a), of the game and a heap of
two (b), of the game and two such heaps (c), and so on. In the end two numbers alternate, and writing stops when both
are there: nim heaps have 0^120, 1^031, 2^20, 3^31, 4^46. Where a number passes 9, commas stand between them.

A game is tame if all its options are and its nimbers agree, or are both below 2: sums of tame games are played like
nim. Where all options are tame but the game is not, it is restive if its nimber is below 2, restless if its misère
nimber is. What is tame is judged by the canonical form, so options that can be answered at once do not count.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor

from grundy.core.nimbers import mex

__all__ = ["Genus", "genus_of"]


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
    def tame(self) -> bool:
        """Whether the game adds to others of this kind as nim heaps do."""
        return self.kind == "tame"

    @property
    def lost(self) -> bool:
        """Whether the game is a misère P-position."""
        return self.digits[0] == 0

    @property
    def fickle(self) -> bool:
        """Whether a tame game is like a heap of 0 or 1, which misère play exchanges."""
        return self.nimber != self.digits[0]

    def digit(self, twos: int) -> int:
        """The misère nimber beside so many heaps of two."""
        last = len(self.digits) - 1
        return self.digits[twos if twos <= last else last - (twos - last) % 2]

    @staticmethod
    def lost_sum(genera: Iterable["Genus"]) -> bool:
        """Whether the sum of tame games is lost: nim-sum 0, or 1 where all are fickle."""
        known = list(genera)
        return reduce(xor, (genus.nimber for genus in known), 0) == all(genus.fickle for genus in known)


def genus_of(options: list[Genus]) -> Genus:
    """The genus of a game from those of its options."""
    nimber, digits = mex(option.nimber for option in options), shortened(misere_nimbers(options))
    return Genus(nimber, digits, kind(nimber, digits[0], options))


def misere_nimbers(options: list[Genus]) -> list[int]:
    """The misère nimbers beside 0, 1, 2, ... heaps of two, to where they have begun to alternate.

    A move in a heap of two leaves a heap of one, which changes a misère nimber's last bit, or nothing.
    """
    found = [mex(option.digit(0) for option in options) if options else 1]
    settled = max((len(option.digits) for option in options), default=1)
    while len(found) < settled + 4 or found[-1] != found[-3]:
        twos, before = len(found), found[-1]
        found.append(mex([before, before ^ 1, *(option.digit(twos) for option in options)]))
    return found


def shortened(digits: list[int]) -> tuple[int, ...]:
    """The digits without the repetitions at the end."""
    while len(digits) > 2 and digits[-1] == digits[-3]:
        digits.pop()
    return tuple(digits)


def kind(nimber: int, misere: int, options: list[Genus]) -> str:
    """How wild a game with these nimbers and options is."""
    if not all(option.tame for option in options):
        return "wild"
    if nimber == misere or max(nimber, misere) < 2:
        return "tame"
    return "restive" if nimber < 2 else "restless"
