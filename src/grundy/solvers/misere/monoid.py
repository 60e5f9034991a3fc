"""Finite commutative monoids with a set of lost elements, and the proof that one is a misère quotient.

A map from the sums of some games onto such a monoid tells all misère outcomes if it obeys the rules of play (Plambeck
and Siegel 2008): a lost sum has no lost option, and every other sum that has options has a lost one. There are
infinitely many sums, but what matters of one is finite: its element m and the set B of elements z for which a sum of
element m z is won although no move in this part wins it. Parts (m, B) and (n, C) make (m n, {z : z n in B, z m in C}).
The theorem holds if the identity lies in no B that sums with options reach, and those are finitely many.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from grundy.core.budget import Budget

__all__ = ["Monoid", "obeys"]

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Word = tuple[int, ...]
Part = tuple[int, Flags]


@dataclass(frozen=True, eq=False)
class Monoid:
    """Elements 0 .. order - 1, the identity first, each with its least word in the generators."""

    times: Ints
    lost: Flags
    words: list[Word]
    generators: list[int]

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.lost)

    @property
    def p_portion(self) -> int:
        """The number of lost elements."""
        return int(self.lost.sum())

    @cached_property
    def rows(self) -> Flags:
        """Whether x z is lost, for all x and z; different elements have different rows."""
        return self.lost[self.times]

    def product(self, elements: Sequence[int]) -> int:
        """The product of elements."""
        result = 0
        for element in elements:
            result = int(self.times[result, element])
        return result

    def index(self, element: int) -> int:
        """The exponent from which the powers of an element repeat."""
        powers = [0]
        while (power := int(self.times[powers[-1], element])) not in powers:
            powers.append(power)
        return powers.index(power)

    def text(self, element: int, names: Sequence[str]) -> str:
        """The least word of an element, in these names for the generators."""
        return text(self.words[element], names)

    def presentation(self, names: Sequence[str]) -> str:
        """Generators and relations: the least words that are no normal forms, each with the normal form it equals."""
        normal = set(self.words)
        relations = [
            f"{text(bigger, names)}={text(self.words[self.times[x, g]], names)}"
            for x, word in enumerate(self.words)
            for place, g in enumerate(self.generators)
            if (bigger := raised(word, place)) not in normal
            and place == max(i for i, copies in enumerate(bigger) if copies)
            and all(lowered(bigger, i) in normal for i, copies in enumerate(bigger) if copies)
        ]
        return f"<{','.join(names)} | {', '.join(relations)}>"


def raised(word: Word, place: int) -> Word:
    """The word with one generator more."""
    return (*word[:place], word[place] + 1, *word[place + 1 :])


def lowered(word: Word, place: int) -> Word:
    """The word with one generator less."""
    return (*word[:place], word[place] - 1, *word[place + 1 :])


def text(word: Word, names: Sequence[str]) -> str:
    """The word as letters with exponents, such as ab^2c; the empty word is 1."""
    powers = ((name, copies) for name, copies in zip(names, word, strict=True) if copies)
    return "".join(name if copies == 1 else f"{name}^{copies}" for name, copies in powers) or "1"


def obeys(monoid: Monoid, elements: Sequence[int], options: Sequence[set[int]], budget: Budget) -> bool:
    """Whether the sums of games with these elements and options have the outcomes that the monoid tells."""
    rows, parts = monoid.rows, {}
    for element, reached in zip(elements, options, strict=True):
        below = rows[sorted(reached)]
        if (below & rows[element]).any() or (element and not reached):
            return False
        if reached:
            stuck = ~(below.any(axis=0) | rows[element])
            parts[element, stuck.tobytes()] = element, stuck
    return not monoid.lost[0] and all_won(monoid, list(parts.values()), budget)


def all_won(monoid: Monoid, parts: list[Part], budget: Budget) -> bool:
    """Whether every sum of parts whose element is not lost has a winning move in some part."""
    times, start = monoid.times, (0, ~monoid.lost)
    seen = {(0, start[1].tobytes()): start}
    for element, stuck in parts:
        todo = list(seen.values())
        while todo:
            budget.spend()
            before, context = todo.pop()
            here, both = int(times[before, element]), context[times[element]] & stuck[times[before]]
            key = here, both.tobytes()
            if both[0]:
                return False
            if both.any() and key not in seen:
                seen[key] = here, both
                todo.append(seen[key])
    return True
