"""Claims of closed proofs, checked without search.

An option is a smaller position, so that no claim can rest on itself: what the claims say of the options is enough.
"""

from collections import Counter
from collections.abc import Set
from functools import cache

from grundy.solvers.proof.expansion import Expansion, Key, Parts
from grundy.solvers.proof.misere import LOST, WON, MisereSpace, Whole


class NimberClaims:
    """Parts with their nimbers."""

    def __init__(self, rules: Expansion, known: dict[Key, int]) -> None:
        self.rules, self.known = rules, known
        self.nimbers = cache(self.nimbers_of_options)

    def hold(self, key: Key) -> bool:
        """Whether no option has the nimber of the part, and every smaller one occurs, as the claims show."""
        nimber = self.known[key]
        options = [self.split(option) for option in self.rules.options(key)]
        if any(nimber ^ total not in self.nimbers(*rest) if rest else nimber == total for total, rest in options):
            return False
        return {total for total, rest in options if not rest} >= set(range(nimber))

    def split(self, parts: Parts) -> tuple[int, list[Key]]:
        """The nim-sum of the parts that are known, and the others but for pairs of equal ones."""
        rest, total = [], 0
        for key, copies in Counter(parts).items():
            if copies % 2 and key in self.known:
                total ^= self.known[key]
            elif copies % 2:
                rest.append(key)
        return total, rest

    def nimbers_of_options(self, *parts: Key) -> set[int]:
        """The nimbers of the options of one part that the claims tell; none of several parts."""
        if len(parts) > 1:
            return set()
        return {total for total, rest in map(self.split, self.rules.options(parts[0])) if not rest}


class LostClaims:
    """Whole positions that are lost under misère play."""

    def __init__(self, space: MisereSpace, known: Set[Whole]) -> None:
        self.space, self.known = space, known
        self.is_won = cache(self.has_lost_option)

    def hold(self, whole: Whole) -> bool:
        """Whether each option has an option among the claims, or is won by its form alone."""
        return whole[0] != () and all(map(self.is_won, self.space.followers(whole)))

    def has_lost_option(self, whole: Whole) -> bool:
        if not whole[0]:
            return self.space.label(whole) == WON
        return any(map(self.is_lost, self.space.followers(whole)))

    def is_lost(self, whole: Whole) -> bool:
        return whole in self.known if whole[0] else self.space.label(whole) == LOST
