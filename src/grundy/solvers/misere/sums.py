"""Sums of a few generators under misère play, put together where they look alike: a guess at a quotient.

Sums that no context tells apart may still differ when a further generator joins, because they have different options.
So only sums are put together that are alike some moves deep: alike themselves, and with alike options. That, and powers
that are taken to repeat where their outcomes do, are guesses, proved or refuted by `monoid.obeys`.
"""

from collections.abc import Iterable

import numpy as np

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.kernels.misere import lost_entries
from grundy.solvers.misere.monoid import Flags, Ints, Monoid, Word

__all__ = ["Sums", "firsts"]

LARGEST = 1 << 20  # sums that are told apart
MOST = 4096  # elements of a quotient
HIGHEST = 40  # the exponent at which the powers of a generator must have begun to repeat


class Sums:
    """Classes of sums, each with its least word, its moves (to earlier classes), and what one generator more makes."""

    def __init__(self, budget: Budget, depth: int) -> None:
        self.budget, self.depth = budget, depth
        self.words: list[Word] = [()]
        self.lost: Flags = np.zeros(1, np.bool_)
        self.after: list[Ints] = []
        self.moves, self.ends = np.zeros(0, np.int64), np.zeros(2, np.int64)

    def times(self, places: Ints, word: Word) -> Ints:
        """The classes after a word has joined."""
        for copies, after in zip(word, self.after, strict=True):
            for _ in range(copies):
                places = after[places]
        return places

    def of_word(self, word: Word) -> int:
        """The class of a word."""
        return int(self.times(np.zeros(1, np.int64), word)[0])

    def products(self, options: Iterable[Word]) -> Ints:
        """The classes of all sums with each option."""
        return np.unique([self.times(np.arange(len(self.words)), word) for word in options], axis=0)

    def layer(self, below: Flags, products: Ints) -> Flags:
        """The outcomes with one copy more of a game, from those without it and the products with its options."""
        self.budget.spend(1 + (len(below) >> 6))
        return lost_entries(below[products].any(axis=0), self.moves, self.ends)

    def adjoin(self, options: list[Word]) -> None:
        """Add a generator with these options."""
        products = self.products(options)
        layers, low = self.powers(products)
        count, size = len(self.words), len(layers)
        starts = count * np.arange(size)[:, None]
        self.after = [(after + starts).ravel() for after in self.after]
        last = np.where(np.arange(size) < size - 1, np.arange(size) + 1, low)
        self.after.append((np.arange(count) + count * last[:, None]).ravel())
        self.join_moves(products, size)
        self.words = [(*word, copies) for copies in range(size) for word in self.words]
        self.lost = np.concatenate(layers)
        self.collapse()

    def powers(self, products: Ints) -> tuple[list[Flags], int]:
        """The outcomes with 0, 1, 2, ... copies, and the number of copies to which one more than the last leads."""
        layers, seen = [self.lost], {self.lost.tobytes(): 0}
        while True:
            following = self.layer(layers[-1], products)
            # The first powers may look alike here and be told apart later.
            low = seen.get(following.tobytes(), 0)
            if low >= self.depth:
                return layers, low
            seen[following.tobytes()] = len(layers)
            layers.append(following)
            if len(layers) > HIGHEST or len(layers) * len(self.words) > LARGEST:
                raise NotDecided(f"no finite quotient found: powers up to {len(layers) - 1} of a heap differ")

    def join_moves(self, products: Ints, size: int) -> None:
        """The moves with 0 .. size - 1 copies of the new generator."""
        count, lengths = len(self.words), np.diff(self.ends)
        old = [
            (self.moves + count * copies, np.repeat(np.arange(count) + count * copies, lengths))
            for copies in range(size)
        ]
        places = np.arange(count * (size - 1))
        new = [(row[places % count] + places // count * count, places + count) for row in products]
        moves, owner = (np.concatenate(columns) for columns in zip(*old, *new, strict=True))
        self.set_moves(moves, owner, count * size)

    def set_moves(self, moves: Ints, owner: Ints, count: int) -> None:
        """The moves of each owner, each once."""
        keys = np.unique(owner * count + moves)
        self.moves, self.ends = keys % count, np.searchsorted(keys, np.arange(count + 1) * count)

    def collapse(self) -> None:
        """Put sums together that are alike so many moves deep."""
        label = self.refined(self.lost.astype(np.int64))
        for _ in range(self.depth):
            label = self.refined(paired(label, self.views(label)))
        first, count = firsts(label), int(label.max()) + 1
        owner = np.repeat(np.arange(len(label)), np.diff(self.ends))
        kept = first[label[owner]] == owner
        self.set_moves(label[self.moves[kept]], label[owner[kept]], count)
        self.after = [label[after[first]] for after in self.after]
        self.words, self.lost = [self.words[place] for place in first], self.lost[first]

    def views(self, label: Ints) -> Ints:
        """A number for the set of labels that moves reach, from each class."""
        count = int(label.max()) + 1
        owner = np.repeat(np.arange(len(label)), np.diff(self.ends))
        keys = np.unique(owner * count + label[self.moves])
        signs = np.random.default_rng(0).integers(0, 1 << 62, count, dtype=np.int64)
        total = np.zeros(len(label), np.int64)
        np.add.at(total, keys // count, signs[keys % count])
        return np.unique(total, return_inverse=True)[1].reshape(-1)

    def refined(self, label: Ints) -> Ints:
        """The coarsest finer labels that every generator respects (Moore 1956), numbered by first places."""
        settled = False
        while not settled:
            settled = True
            for after in self.after:
                self.budget.look()
                first, here = firsts(label), label[after]
                if (here != here[first][label]).any():
                    label, settled = paired(label, here), False
        return np.argsort(np.argsort(firsts(label)))[label]

    def monoid(self) -> tuple[Monoid, Ints]:
        """The sums with those put together that no context tells apart, and the element of each class."""
        element = self.refined(self.lost.astype(np.int64))
        first = firsts(element)
        if len(first) > MOST:
            raise NotDecided(f"no quotient of up to {MOST:,} elements found")
        words = [self.words[place] for place in first]
        times = np.array([element[self.times(first, word)] for word in words])
        generators = [int(element[after[0]]) for after in self.after]
        return Monoid(times, self.lost[first], words, generators), element


def firsts(label: Ints) -> Ints:
    """The first place of each label."""
    first = np.zeros(int(label.max()) + 1, np.int64)
    first[label[::-1]] = np.arange(len(label))[::-1]  # of equal indices the last assignment holds
    return first


def paired(label: Ints, other: Ints) -> Ints:
    """The labels split by other ones."""
    keys = label * (int(other.max()) + 1) + other
    return np.unique(keys, return_inverse=True)[1].reshape(-1)
