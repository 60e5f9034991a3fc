"""Trials: a guess at a larger misère quotient, by setting a few heaps free of what is believed of them.

All other heaps keep their elements, which span a monoid M; the powers of a free heap are taken to repeat only from some
exponent on. So there are finitely many products of M with free powers. Each is played out as its least word, and those
that no company tells apart become one element. What is found is proved, or refuted by a word, in `proof`; the
method is that of Siegel's program MisereSolver (2005; Plambeck and Siegel 2008, section 5).
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.kernels.misere import outcomes
from grundy.solvers.misere.monoid import Flags, Ints, Monoid, below, spanned, table

__all__ = ["Guess", "Options", "Powers", "TooLarge", "rooms", "trial"]

SMALL = 1 << 29  # bytes in which trials are made at first
WORD = 8  # bytes of a number
BESIDE = 6  # numbers for each product beside its steps
PAIR = 2 * WORD  # bytes for two elements: their product in a table and in one that is being made
SPARSE = 16  # times as many pairs of classes as places: then sorting is faster than a table
Options = list[Ints]  # for each heap the sums that a move leaves, as rows of heaps filled up with empty ones
Powers = tuple[int, int]  # the exponent from which powers repeat, and their period


class TooLarge(NotDecided):
    """A trial that needs more room than it was given."""


def rooms() -> Iterator[int]:
    """The bytes that trials may take, more and more: a large trial is made only when no smaller one has helped."""
    room, most = SMALL, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    while room < most:
        yield room
        room *= 4
    yield most


@dataclass(frozen=True, eq=False)
class Guess:
    """A monoid with an element for each heap: a quotient, once it is proved."""

    monoid: Monoid
    elements: list[int]

    def reached(self, sums: Ints) -> Ints:
        """The elements of some sums of heaps, each once."""
        return np.unique(products(self.monoid.times, np.array(self.elements)[sums]))

    @property
    def essential(self) -> list[int]:
        """The heaps that are generators."""
        return [self.elements.index(generator) for generator in self.monoid.generators]

    def least(self, element: int) -> Sequence[int]:
        """The least sum of heaps that has this element."""
        word = zip(self.essential, self.monoid.words[element], strict=True)
        return tuple(heap for heap, copies in word for _ in range(copies))

    def lost(self, heaps: Iterable[int]) -> bool:
        """Whether a sum of heaps is lost."""
        return bool(self.monoid.lost[self.monoid.product([self.elements[heap] for heap in heaps])])

    def powers(self, heap: int) -> Powers:
        """How the powers of a heap repeat."""
        powers = [0]
        while (power := int(self.monoid.times[powers[-1], self.elements[heap]])) not in powers:
            powers.append(power)
        return powers.index(power), len(powers) - powers.index(power)


def products(times: Ints, rows: Ints) -> Ints:
    """The product of each row of elements."""
    result = np.zeros(len(rows), np.int64)
    for column in rows.T:
        result = times[result, column]
    return result


class Products:
    """The products of the heaps that are not free with powers of the free ones."""

    def __init__(self, guess: Guess, free: Mapping[int, Powers], budget: Budget, room: int) -> None:
        self.free, self.budget, monoid = sorted(free), budget, guess.monoid
        self.letters = [heap for heap in guess.essential if heap not in free]
        span, _, self.words = spanned([monoid.times[guess.elements[heap]] for heap in self.letters])
        self.count = len(span)
        renumber = np.zeros(monoid.order, np.int64)
        renumber[span] = np.arange(self.count)
        self.times = renumber[monoid.times[np.ix_(span, span)]]
        self.periods = np.array([free[heap][1] for heap in self.free], np.int64)
        self.sizes = np.array([sum(free[heap]) for heap in self.free], np.int64)
        self.size = self.count * int(self.sizes.prod())
        check_room(self.size * WORD * (len(self.letters) + len(self.free) + BESIDE), room)
        self.heaps(guess, renumber)

    def heaps(self, guess: Guess, renumber: Ints) -> None:
        """Set the element and the free exponents of each heap: where it is not free, those of its least word."""
        count = max(self.free[-1] + 1, len(guess.elements))
        self.exponents = np.zeros((count, len(self.free)), np.int64)
        self.bound = np.zeros(count, np.int64)
        for heap, element in enumerate(guess.elements):
            least = [heap] if heap in self.free else guess.least(element)
            self.exponents[heap] = [least.count(other) for other in self.free]
            kept = [guess.elements[other] for other in least if other not in self.free]
            self.bound[heap] = renumber[guess.monoid.product(kept)]
        self.exponents[self.free] = np.eye(len(self.free))

    def fold(self, exponents: Ints) -> Ints:
        """Exponents as they stand in the products."""
        lows = self.sizes - self.periods
        return np.where(exponents < self.sizes, exponents, lows + (exponents - lows) % self.periods)

    def place(self, elements: Ints, exponents: Ints) -> Ints:
        """The places of products."""
        strides = np.cumprod([self.count, *self.sizes])[:-1]
        return np.asarray(elements + self.fold(exponents) @ strides)

    def split(self, places: Ints) -> tuple[Ints, Ints]:
        """The element and the free exponents at each place."""
        strides = np.cumprod([self.count, *self.sizes])[:-1]
        return places % self.count, places[:, None] // strides % self.sizes

    def sums(self, sums: Ints) -> tuple[Ints, Ints]:
        """The element and the free exponents of each sum of heaps."""
        return products(self.times, self.bound[sums]), self.fold(self.exponents[sums].sum(axis=1))

    def order(self) -> Ints:
        """The places in the order of their least words: those with fewer of the largest heaps come first."""
        elements, exponents = self.split(np.arange(self.size))
        words = np.array(self.words, np.int64).reshape(self.count, len(self.letters))[elements]
        columns = dict(zip(self.letters, words.T, strict=True)) | dict(zip(self.free, exponents.T, strict=True))
        return np.lexsort([columns[heap] for heap in sorted(columns)])

    def lost(self, options: Options) -> Flags:
        """Whether each place is lost."""
        rows = [np.column_stack(self.sums(options[heap])) for heap in [*self.letters, *self.free]]
        distinct = [np.unique(row, axis=0) for row in rows]
        ends = np.cumsum([0, *map(len, distinct)])
        order, down = self.order(), self.down()
        return outcomes(order, self.times, down, self.sizes, self.periods, np.concatenate(distinct), ends)

    def down(self) -> Ints:
        """Each element without one letter of its least word, or -1."""
        down = np.full((self.count, len(self.letters)), -1)
        for x, less in enumerate(below(self.words)):
            for letter, y in less:
                down[x, letter] = y
        return down

    def steps(self) -> dict[int, Ints]:
        """The places after one letter or one free heap more."""
        elements, exponents = self.split(np.arange(self.size))
        bound = {heap: self.place(self.times[elements, self.bound[heap]], exponents) for heap in self.letters}
        return bound | {heap: self.place(elements, exponents + self.exponents[heap]) for heap in self.free}


def check_room(needed: int, room: int) -> None:
    """Raise an error when there is less room than needed."""
    if needed > room:
        raise TooLarge(f"a trial takes more than {room >> 20:,} MB")


def classes(lost: Flags, steps: Sequence[Ints], budget: Budget, room: int) -> Ints:
    """The class of each place: places that no company tells apart are in one (refinement by Moore 1956)."""
    element, settled = lost.astype(np.int64), False
    while not settled:
        settled = True
        for to in steps:
            budget.look()
            here = element[to]
            if (here != here[firsts(element)][element]).any():
                element, settled = paired(element, here), False
                check_room((int(element.max()) + 1) ** 2 * PAIR, room)
    return element


def trial(guess: Guess, free: Mapping[int, Powers], options: Options, budget: Budget, room: int) -> Guess:
    """The guess that takes nothing for granted of the free heaps but how their powers repeat."""
    space = Products(guess, free, budget, room)
    budget.spend(1 + space.size)
    lost, steps = space.lost(options), space.steps()
    element = classes(lost, list(steps.values()), budget, room)
    first = firsts(element)
    span, needed, words = spanned([element[steps[heap][first]] for heap in sorted(steps)], int(element[0]))
    number = np.argsort(span)[element]
    heaps = number[space.place(*space.sums(np.arange(len(space.bound))[:, None]))].tolist()
    actions = [number[steps[heap][first[span]]] for heap in (sorted(steps)[place] for place in needed)]
    monoid = Monoid(table(actions, words), lost[first[span]], words, [int(action[0]) for action in actions])
    return Guess(monoid, heaps)


def firsts(element: Ints) -> Ints:
    """The first place of each class."""
    first = np.zeros(int(element.max()) + 1, np.int64)
    first[element[::-1]] = np.arange(len(element))[::-1]  # of equal indices the last assignment holds
    return first


def paired(element: Ints, other: Ints) -> Ints:
    """The classes split by those of another partition."""
    count = int(element.max()) + 1
    keys = element * count + other
    if count * count > SPARSE * len(keys):
        return np.asarray(np.unique(keys, return_inverse=True)[1])
    there = np.zeros(count * count, np.bool_)
    there[keys] = True
    return np.asarray((np.cumsum(there) - 1)[keys])
