"""Candidates for a misère quotient, and how one is enlarged by freeing heaps of the elements that they had.

The method is that of Siegel's program MisereSolver (2005; Plambeck and Siegel 2008, section 5): docs/theory/misere.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.kernels.jit import plain_if_cold
from grundy.kernels.misere import outcomes
from grundy.solvers.misere.monoid import Flags, Ints, Monoid, multiplication_table, one_letter_less, span
from grundy.system import physical_memory_bytes

FIRST_MEMORY_BYTES = 1 << 29  # that an enlargement may take at first
NUMBER_BYTES = 8
NUMBERS_PER_PRODUCT = 6  # without those for its steps
PAIR_BYTES = 2 * NUMBER_BYTES  # the product of two elements, in a table and in one that is being made
FEW_PLACES = 2_000  # that plain Python has labelled before a kernel is compiled
SORTING_RATIO = 16  # with more pairs of classes than this times the places, sorting is faster than a table
Options = list[Ints]  # for each heap the sums that a move leaves, as rows of heaps filled up with empty ones
Powers = tuple[int, int]  # the exponent from which powers repeat, and their period


class TooLarge(NotDecided):
    """An enlargement that needs more memory than it was given."""


def memory_limits() -> Iterator[int]:
    """The bytes that enlargements may take, more and more: a large one is made only when no smaller one was good."""
    memory, most = FIRST_MEMORY_BYTES, physical_memory_bytes() // 2
    while memory < most:
        yield memory
        memory *= 4
    yield most


@dataclass(frozen=True, eq=False)
class Candidate:
    """A monoid with an element for each heap: a quotient, once it is proved."""

    monoid: Monoid
    elements: list[int]

    def distinct_elements(self, sums: Ints) -> Ints:
        return np.unique(products(self.monoid.times, np.array(self.elements)[sums]))

    @property
    def essential(self) -> list[int]:
        return [self.elements.index(generator) for generator in self.monoid.generators]

    def least(self, element: int) -> Sequence[int]:
        word = zip(self.essential, self.monoid.words[element], strict=True)
        return tuple(heap for heap, copies in word for _ in range(copies))

    def is_lost(self, heaps: Iterable[int]) -> bool:
        return bool(self.monoid.lost[self.monoid.product([self.elements[heap] for heap in heaps])])

    def powers(self, heap: int) -> Powers:
        """The exponent from which the powers of a heap repeat, and their period."""
        powers = [0]
        while (power := int(self.monoid.times[powers[-1], self.elements[heap]])) not in powers:
            powers.append(power)
        return powers.index(power), len(powers) - powers.index(power)


def products(times: Ints, rows: Ints) -> Ints:
    result = np.zeros(len(rows), np.int64)
    for column in rows.T:
        result = times[result, column]
    return result


class FreeProducts:
    """The products of the elements of heaps that are not free with powers of the free heaps."""

    def __init__(self, candidate: Candidate, free: Mapping[int, Powers], memory: int) -> None:
        self.free, monoid = sorted(free), candidate.monoid
        self.letters = [heap for heap in candidate.essential if heap not in free]
        spanned, _, self.words = span([monoid.times[candidate.elements[heap]] for heap in self.letters])
        self.count = len(spanned)
        renumber = np.zeros(monoid.order, np.int64)
        renumber[spanned] = np.arange(self.count)
        self.times = renumber[monoid.times[np.ix_(spanned, spanned)]]
        self.periods = np.array([free[heap][1] for heap in self.free], np.int64)
        self.sizes = np.array([sum(free[heap]) for heap in self.free], np.int64)
        self.size = self.count * int(self.sizes.prod())
        self.strides = np.cumprod([self.count, *self.sizes])[:-1]
        check_memory(self.size * NUMBER_BYTES * (len(self.letters) + len(self.free) + NUMBERS_PER_PRODUCT), memory)
        self.place_heaps(candidate, renumber)

    def place_heaps(self, candidate: Candidate, renumber: Ints) -> None:
        """Set the bound element and the free exponents of each heap: where it is not free, those of its least word."""
        count = max(self.free[-1] + 1, len(candidate.elements))
        self.exponents = np.zeros((count, len(self.free)), np.int64)
        self.bound = np.zeros(count, np.int64)
        for heap, element in enumerate(candidate.elements):
            least = [heap] if heap in self.free else candidate.least(element)
            self.exponents[heap] = [least.count(other) for other in self.free]
            kept = [candidate.elements[other] for other in least if other not in self.free]
            self.bound[heap] = renumber[candidate.monoid.product(kept)]
        self.exponents[self.free] = np.eye(len(self.free))

    def fold(self, exponents: Ints) -> Ints:
        """Exponents reduced to those that the products have."""
        lows = self.sizes - self.periods
        return np.where(exponents < self.sizes, exponents, lows + (exponents - lows) % self.periods)

    def place(self, elements: Ints, exponents: Ints) -> Ints:
        """The places of products, which are numbered from 0 on."""
        return np.asarray(elements + self.fold(exponents) @ self.strides)

    def split(self, places: Ints) -> tuple[Ints, Ints]:
        """The element and the free exponents at each place."""
        return places % self.count, places[:, None] // self.strides % self.sizes

    def sums(self, sums: Ints) -> tuple[Ints, Ints]:
        """The element and the free exponents of each sum of heaps."""
        return products(self.times, self.bound[sums]), self.fold(self.exponents[sums].sum(axis=1))

    def order(self) -> Ints:
        """The places in the order of their least words: those with fewer of the largest heaps come first."""
        elements, exponents = self.split(np.arange(self.size))
        words = np.array(self.words, np.int64).reshape(self.count, len(self.letters))[elements]
        columns = dict(zip(self.letters, words.T, strict=True)) | dict(zip(self.free, exponents.T, strict=True))
        return np.lexsort([columns[heap] for heap in sorted(columns)])

    def lost_places(self, options: Options) -> Flags:
        rows = [np.column_stack(self.sums(options[heap])) for heap in [*self.letters, *self.free]]
        distinct = [np.unique(row, axis=0) for row in rows]
        ends = np.cumsum([0, *map(len, distinct)])
        order, down = self.order(), self.down()
        label = plain_if_cold(outcomes, len(order) <= FEW_PLACES)
        return label(order, self.times, down, self.sizes, self.periods, np.concatenate(distinct), ends)

    def down(self) -> Ints:
        """Each element without one letter of its least word, or -1."""
        down = np.full((self.count, len(self.letters)), -1)
        for x, less in enumerate(one_letter_less(self.words)):
            for letter, y in less:
                down[x, letter] = y
        return down

    def steps(self) -> dict[int, Ints]:
        """The places after one letter or one free heap more."""
        elements, exponents = self.split(np.arange(self.size))
        bound = {heap: self.place(self.times[elements, self.bound[heap]], exponents) for heap in self.letters}
        return bound | {heap: self.place(elements, exponents + self.exponents[heap]) for heap in self.free}


def check_memory(needed: int, memory: int) -> None:
    if needed > memory:
        raise TooLarge(f"a trial takes more than {memory >> 20:,} MB")


def classes(lost: Flags, steps: Sequence[Ints], budget: Budget, memory: int) -> Ints:
    """The class of each place: equal where all steps lead to equal outcomes (refinement by Moore 1956)."""
    element, is_stable = lost.astype(np.int64), False
    while not is_stable:
        is_stable = True
        for to in steps:
            budget.look()
            here = element[to]
            if (here != here[firsts(element)][element]).any():
                element, is_stable = common_refinement(element, here), False
                check_memory((int(element.max()) + 1) ** 2 * PAIR_BYTES, memory)
    return element


def enlarge(
    candidate: Candidate, free: Mapping[int, Powers], options: Options, budget: Budget, memory: int
) -> Candidate:
    """The candidate in which the free heaps are assumed to satisfy no relation but how their powers repeat."""
    space = FreeProducts(candidate, free, memory)
    budget.spend(1 + space.size)
    lost, steps = space.lost_places(options), space.steps()
    element = classes(lost, list(steps.values()), budget, memory)
    first = firsts(element)
    spanned, needed, words = span([element[steps[heap][first]] for heap in sorted(steps)], int(element[0]))
    number = np.argsort(spanned)[element]
    heaps = number[space.place(*space.sums(np.arange(len(space.bound))[:, None]))].tolist()
    actions = [number[steps[heap][first[spanned]]] for heap in (sorted(steps)[place] for place in needed)]
    generators = [int(action[0]) for action in actions]
    monoid = Monoid(multiplication_table(actions, words), lost[first[spanned]], words, generators)
    return Candidate(monoid, heaps)


def firsts(element: Ints) -> Ints:
    first = np.zeros(int(element.max()) + 1, np.int64)
    first[element[::-1]] = np.arange(len(element))[::-1]  # of equal indices the last assignment holds
    return first


def common_refinement(element: Ints, other: Ints) -> Ints:
    """The classes of a partition, split by those of another."""
    count = int(element.max()) + 1
    keys = element * count + other
    if count * count > SORTING_RATIO * len(keys):
        return np.asarray(np.unique(keys, return_inverse=True)[1])
    there = np.zeros(count * count, np.bool_)
    there[keys] = True
    return np.asarray((np.cumsum(there) - 1)[keys])
