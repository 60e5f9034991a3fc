"""Boxes of exponents: a guess at all misère outcomes of the sums of a few generators.

In the box g^(low + period) stands for g^low, for each generator g. That is a guess, which makes the sums finitely many;
what is found here is proved, or refuted, by `monoid.obeys`.
"""

import numpy as np

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.kernels.misere import layer
from grundy.solvers.misere.monoid import Flags, Ints, Monoid, Word

__all__ = ["Box"]

LARGEST = 1 << 24  # entries of a box, one byte each
MOST = 4096  # elements of a quotient
HIGHEST = 12  # the exponent at which the powers of a generator must have begun to repeat


class Box:
    """Outcomes of words: exponents 0 .. size - 1 of each generator, the last `period` of which repeat."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.options: list[list[Word]] = []
        self.lost: Flags = np.zeros(1, np.bool_)
        self.shape([], [])

    def shape(self, sizes: list[int], periods: list[int]) -> None:
        """Set the sizes and periods."""
        self.sizes, self.periods = np.array(sizes, np.int64), np.array(periods, np.int64)
        self.lows, self.strides = self.sizes - self.periods, np.cumprod([1, *sizes])[:-1]

    def fold(self, words: Ints) -> Ints:
        """Words of any exponents as words in the box."""
        return np.where(words < self.sizes, words, self.lows + (words - self.lows) % self.periods)

    def index(self, words: Ints) -> Ints:
        """The places of words in the box."""
        return np.asarray(self.fold(words) @ self.strides)

    def word(self, index: int) -> Word:
        """The word at a place."""
        return tuple(int(index // stride % size) for stride, size in zip(self.strides, self.sizes, strict=True))

    def layer(self, below: Flags, options: list[Word]) -> Flags:
        """The outcomes with one copy more of a game with these options, from the outcomes without it."""
        self.budget.spend(1 + (len(below) >> 6))
        moves = [(-1, self.changes(word)) for word in options]
        for place, mine in enumerate(self.options):
            moves += [(place, [(place, -1), *self.changes(word)]) for word in mine]
        flat = [change for _, changes in moves for change in changes]
        shift = self.shift(1 + max((amount for _, amount in flat), default=0))
        ends = np.cumsum([0, *(len(changes) for _, changes in moves)])
        owner = np.array([place for place, _ in moves], np.int64)
        return layer(below, self.sizes, shift, np.array(flat, np.int64).reshape(-1, 2), ends, owner)

    @staticmethod
    def changes(word: Word) -> list[tuple[int, int]]:
        """The generators of a word with their exponents."""
        return [(place, copies) for place, copies in enumerate(word) if copies]

    def shift(self, most: int) -> Ints:
        """How far the index goes when up to `most` - 1 copies join, or (last) one leaves, for each exponent."""
        copies, joined = np.arange(max(self.sizes, default=1))[:, None], np.array([*range(most), -1])
        table = [(self.folded(g, copies + joined) - copies) * self.strides[g] for g in range(len(self.sizes))]
        return np.array(table, np.int64).reshape(-1, len(copies), len(joined))

    def folded(self, generator: int, exponents: Ints) -> Ints:
        """Exponents of one generator as they stand in the box."""
        low = self.lows[generator]
        return np.where(exponents < self.sizes[generator], exponents, low + (exponents - low) % self.periods[generator])

    def adjoin(self, options: list[Word], low: int) -> None:
        """Add a generator; its powers repeat where the outcomes do, but not before exponent `low`."""
        layers, seen = [self.lost], {}
        while True:
            key = layers[-1].tobytes()
            if len(layers) > low and key in seen:
                break
            if len(layers) > low:
                seen[key] = len(layers) - 1
            if len(layers) > HIGHEST or len(layers) * len(self.lost) > LARGEST:
                raise NotDecided(f"no finite quotient found: powers up to {len(layers) - 1} are all different")
            layers.append(self.layer(layers[-1], options))
        size = len(layers) - 1
        self.shape([*self.sizes, size], [*self.periods, size - seen[key]])
        self.options = [[(*word, 0) for word in mine] for mine in [*self.options, options]]
        self.lost = np.concatenate(layers[:-1])

    def monoid(self) -> tuple[Monoid, Ints]:
        """The box with words put together that no context tells apart, and the element of each place."""
        element, first = self.classes()
        words = np.array([self.word(int(index)) for index in first], np.int64).reshape(len(first), len(self.sizes))
        times = element[self.index(words[:, None, :] + words[None, :, :])]
        generators = [int(element[stride]) for stride in self.strides]
        return Monoid(times, self.lost[first], [tuple(map(int, word)) for word in words], generators), element

    def classes(self) -> tuple[Ints, Ints]:
        """The class of each place, numbered in order, and the first place of each (refinement by Moore 1956)."""
        places = np.arange(len(self.lost))
        after = [self.step(places, place) for place in range(len(self.sizes))]
        element, settled = self.lost.astype(np.int64), False
        while not settled:
            settled = True
            for to in after:
                self.budget.look()
                here = element[to]
                if (here != here[firsts(element)][element]).any():
                    element, settled = paired(element, here), False
        order = np.argsort(firsts(element))
        element = np.argsort(order)[element]
        return element, firsts(element)

    def step(self, places: Ints, generator: int) -> Ints:
        """The places after one copy more of a generator."""
        size, stride = self.sizes[generator], self.strides[generator]
        last = places // stride % size == size - 1
        return np.asarray(places + np.where(last, 1 - self.periods[generator], 1) * stride)


def firsts(element: Ints) -> Ints:
    """The first place of each class."""
    first = np.zeros(int(element.max()) + 1, np.int64)
    first[element[::-1]] = np.arange(len(element))[::-1]  # of equal indices the last assignment holds
    return first


def paired(element: Ints, other: Ints) -> Ints:
    """The classes split by those of another partition."""
    count = int(element.max()) + 1
    if count > MOST:
        raise NotDecided(f"no quotient of up to {MOST:,} elements found")
    keys = element * count + other
    there = np.zeros(count * count, np.bool_)
    there[keys] = True
    return np.asarray((np.cumsum(there) - 1)[keys])
