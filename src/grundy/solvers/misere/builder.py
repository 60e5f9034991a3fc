"""The search for a misère quotient: heaps are adjoined one by one.

A heap that behaves like a known element beside every element becomes that element; otherwise it is a new generator. Then
all earlier heaps are looked at again, because new company may tell apart what was equal. A result counts only when
`monoid.obeys` has proved it; a refuted guess is made again with more care, and then in a larger box.
"""

from collections.abc import Callable, Iterable
from typing import TypedDict

import numpy as np

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.solvers.misere.monoid import Ints, Word, obeys
from grundy.solvers.misere.sums import Sums, firsts

__all__ = ["Builder", "State"]

DEEPEST = 4  # moves that sums must be alike to be put together, at most
Options = frozenset[tuple[int, ...]]


class State(TypedDict):
    """What a builder needs to go on."""

    words: list[list[int]]
    essential: list[int]
    depth: int


class Builder:
    """The heaps adjoined so far: words for all of them in the essential ones, which are the generators."""

    def __init__(self, options: Callable[[int], Iterable[tuple[int, ...]]], budget: Budget) -> None:
        self.rules, self.budget, self.depth, self.careful = options, budget, 1, False
        self.options: list[Options] = []
        self.words: list[Word] = []
        self.essential: list[int] = []
        self.rebuild()

    def extend(self, to: int) -> None:
        """Find and prove the quotient of heaps 0 .. to - 1."""
        while len(self.words) < to:
            self.adjoin()
        if not self.proved():
            self.settle()

    def state(self) -> State:
        """What is known, as plain data."""
        return {"words": [list(word) for word in self.words], "essential": list(self.essential), "depth": self.depth}

    def resume(self, state: State) -> None:
        """Go on from a state; it need not be true, because whatever is found is proved."""
        self.words = [tuple(word) for word in state["words"]]
        self.options = [self.left(heap) for heap in range(len(self.words))]
        self.essential, self.depth = list(state["essential"]), state["depth"]
        self.settle()

    def left(self, heap: int) -> Options:
        """The options of a heap, each a sum of heaps that are not empty."""
        return frozenset(tuple(sorted(filter(None, left))) for left in self.rules(heap))

    def adjoin(self) -> None:
        """Take in the next heap."""
        heap = len(self.words)
        self.budget.look()
        self.options[heap:] = [self.left(heap)]
        found = self.identify(heap)
        self.words.append(self.monoid.words[found or 0])
        if found is None:
            self.make_essential(heap)
            self.settle()

    def make_essential(self, heap: int) -> None:
        """Make the heap a generator."""
        place = sum(other < heap for other in self.essential)
        self.essential.insert(place, heap)
        self.words = [(*word[:place], 0, *word[place:]) for word in self.words]
        self.words[heap] = tuple(int(other == heap) for other in self.essential)

    def settle(self) -> None:
        """Rebuild until every heap has its word and the monoid is proved."""
        self.careful = False
        while True:
            self.rebuild()
            if self.words_change():
                continue
            if self.proved():
                break
            self.depth += self.careful
            self.careful = True
            if self.depth > DEEPEST:
                raise NotDecided(f"no finite quotient found for heaps up to {len(self.words) - 1}")
        self.careful = False

    def rebuild(self) -> None:
        """The sums of the essential heaps, and their monoid."""
        self.sums = Sums(self.budget, self.depth)
        for place, heap in enumerate(self.essential):
            self.sums.adjoin(self.option_words(heap, place))
        self.monoid, self.element = self.sums.monoid()
        self.first = firsts(self.element)
        self.by_row = {row.tobytes(): x for x, row in enumerate(self.monoid.rows)}

    def words_change(self) -> bool:
        """Whether some heap proves to be another element than its word says, or a new generator."""
        changed = False
        for heap in (h for h in range(len(self.words)) if h not in self.essential):
            found = self.identify(heap)
            later = sum(other < heap for other in self.essential)
            if found is None or any(self.monoid.words[found][later:]):
                self.make_essential(heap)
                return True
            if found != self.of_word(self.words[heap]):
                self.words[heap] = self.monoid.words[found]
                changed = True
        return changed

    def of_word(self, word: Word) -> int:
        """The element of a word."""
        return int(self.element[self.sums.of_word(word)])

    def option_words(self, heap: int, places: int) -> list[Word]:
        """The options of a heap as words in the first generators."""
        words = [[self.words[part][:places] for part in left] for left in self.options[heap]]
        return sorted({tuple(map(sum, zip((0,) * places, *parts, strict=True))) for parts in words})

    def identify(self, heap: int) -> int | None:
        """The element that has the same outcomes as the heap in every company that is looked at."""
        options = self.option_words(heap, len(self.essential))
        if not options:
            return 0
        products = self.sums.products(options)
        row = self.sums.layer(self.sums.lost, products)
        found = self.by_row.get(row[self.first].tobytes())
        return found if found is None or not self.careful or self.bears(found, products) else None

    def bears(self, found: int, products: Ints) -> bool:
        """Whether some copies of the heap are like as many of the element, beside every sum."""
        power, row = 0, self.sums.lost
        for _ in range(self.depth + 2):
            power, row = int(self.monoid.times[power, found]), self.sums.layer(row, products)
            if not (self.monoid.rows[power][self.element] == row).all():
                return False
        return True

    @property
    def elements(self) -> list[int]:
        """The elements of all heaps: the pretending function."""
        return [self.of_word(word) for word in self.words]

    def proved(self) -> bool:
        """Whether the monoid tells the outcomes of all sums."""
        elements = self.elements
        options = [{self.monoid.product([elements[p] for p in left]) for left in sums} for sums in self.options]
        return obeys(self.monoid, elements, options, self.budget)
