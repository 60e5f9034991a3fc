"""Boxes of exponents: a guess at all misère outcomes of the sums of a few generators.

In the box g^(low + period) stands for g^low, for each generator g. That is a guess, which makes the sums finitely many;
what is found here is proved, or refuted, by `monoid.obeys`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.kernels.misere import layer
from grundy.solvers.misere.monoid import Flags, Ints, Monoid, Word

__all__ = ["Box"]

LARGEST = 1 << 24  # entries of a box, one byte each
HIGHEST = 12  # the exponent at which the powers of a generator must have begun to repeat


@dataclass
class Box:
    """Outcomes of words: exponents 0 .. size - 1 of each generator, the last `period` of which repeat."""

    budget: Budget
    sizes: list[int] = field(default_factory=list)
    periods: list[int] = field(default_factory=list)
    options: list[list[Word]] = field(default_factory=list)
    lost: Flags = field(default_factory=lambda: np.zeros(1, np.bool_))

    @property
    def strides(self) -> Ints:
        """How far the index goes for one copy of each generator."""
        return np.cumprod([1, *self.sizes])[:-1]

    def fold(self, words: Ints) -> Ints:
        """Words of any exponents as words in the box."""
        sizes, periods = np.array(self.sizes, np.int64), np.array(self.periods, np.int64)
        lows = sizes - periods
        return np.where(words < sizes, words, lows + (words - lows) % np.maximum(periods, 1))

    def index(self, words: Ints) -> Ints:
        """The places of words in the box."""
        return (self.fold(words) * self.strides).sum(axis=-1)

    def word(self, index: int) -> Word:
        """The word at a place."""
        return tuple(int(index // stride % size) for stride, size in zip(self.strides, self.sizes, strict=True))

    def row(self, options: list[Word]) -> Flags:
        """The outcomes with one more game beside each word, a game with these options."""
        return self.layer(self.lost, options)

    def layer(self, below: Flags, options: list[Word]) -> Flags:
        """The outcomes with one copy more of a generator with these options."""
        self.budget.spend(1 + len(below) >> 6)
        moves = [(-1, self.changes(word)) for word in options]
        for place, mine in enumerate(self.options):
            moves += [(place, [(place, -1), *self.changes(word)]) for word in mine]
        flat = [change for _, changes in moves for change in changes]
        ends = np.cumsum([0, *(len(changes) for _, changes in moves)])
        most = 1 + max((amount for _, amount in flat), default=0)
        shift = self.shift(most)
        owner = np.array([place for place, _ in moves], np.int64)
        return layer(below, np.array(self.sizes, np.int64), shift, np.array(flat, np.int64).reshape(-1, 2), ends, owner)

    @staticmethod
    def changes(word: Word) -> list[tuple[int, int]]:
        """The generators of a word with their exponents."""
        return [(place, copies) for place, copies in enumerate(word) if copies]

    def shift(self, most: int) -> Ints:
        """How far the index goes when up to `most` - 1 copies join, or (last) one leaves, for each exponent."""
        table = np.zeros((len(self.sizes), max(self.sizes, default=1), most + 1), np.int64)
        for place, (size, period, stride) in enumerate(zip(self.sizes, self.periods, self.strides, strict=True)):
            for copies in range(size):
                for joined in [*range(most), -1]:
                    to = copies + joined
                    to = to if to < size else size - period + (to - size) % period
                    table[place, copies, joined] = (to - copies) * stride
        return table

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
        self.sizes.append(len(layers) - 1)
        self.periods.append(len(layers) - 1 - seen[key])
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
        """The class of each place, numbered in order, and the first place of each: Moore's partition refinement."""
        places = np.arange(len(self.lost))
        after = [self.step(places, place) for place in range(len(self.sizes))]
        element, first, settled = numbered(self.lost.astype(np.int64))
        while not settled:
            settled = True
            for to in after:
                self.budget.look()
                if (element[to] != element[to][first][element]).any():
                    element, first, _ = numbered(element * len(first) + element[to])
                    settled = False
        return element, first

    def step(self, places: Ints, generator: int) -> Ints:
        """The places after one copy more of a generator."""
        size, stride = self.sizes[generator], self.strides[generator]
        last = places // stride % size == size - 1
        return np.where(last, places - (self.periods[generator] - 1) * stride, places + stride)

    def indices(self, monoid: Monoid) -> list[int]:
        """For each generator the exponent from which its powers repeat in the monoid."""
        return [first_repeated(monoid, generator) for generator in monoid.generators]


def numbered(keys: Ints) -> tuple[Ints, Ints, bool]:
    """The keys replaced by numbers in the order of first appearance, those first places, and False: not settled."""
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return rank[inverse.reshape(-1)], first[order], False


def first_repeated(monoid: Monoid, generator: int) -> int:
    """The exponent from which the powers of an element repeat."""
    powers: Sequence[int] = [0]
    while (power := int(monoid.times[powers[-1], generator])) not in powers:
        powers = [*powers, power]
    return powers.index(power)
