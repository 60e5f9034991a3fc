"""Misère quotients: the arithmetic of all sums of heaps 0 .. n of a ruleset under misère play.

Two sums are equal in the quotient if no third one, added to both, gives different outcomes (Plambeck 2005). Heaps are
adjoined one by one. A heap that behaves like a known element beside every word of the box becomes that element;
otherwise it is a new generator. Then all earlier heaps are looked at again, because new company may tell apart what was
equal. The result counts only when `monoid.obeys` has proved it; a refuted guess is made again in a larger box.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.period import Period, enough, find_period
from grundy.errors import NotDecided
from grundy.solvers.misere.box import Box
from grundy.solvers.misere.monoid import Flags, Monoid, Word, obeys

__all__ = ["Builder", "Quotient", "quotient"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SLACK = 4  # by how much exponents may exceed those that repeat, at most
Sums = frozenset[tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Quotient:
    """The quotient of the sums of heaps 0 .. len(elements) - 1, with the element of each heap."""

    monoid: Monoid
    elements: list[int]
    essential: list[int]

    @property
    def names(self) -> list[str]:
        """A letter for each generator."""
        many = len(self.essential) > len(LETTERS)
        return [f"x{heap}" if many else LETTERS[i] for i, heap in enumerate(self.essential)]

    @property
    def presentation(self) -> str:
        """Generators and relations."""
        return self.monoid.presentation(self.names)

    def lost(self, heaps: Iterable[int]) -> bool:
        """Whether a sum of heaps is a P-position."""
        return bool(self.monoid.lost[self.monoid.product([self.elements[heap] for heap in heaps])])


class Builder:
    """The heaps adjoined so far: words for all of them in the essential ones, which are the generators."""

    def __init__(self, options: Callable[[int], Iterable[tuple[int, ...]]], budget: Budget) -> None:
        self.rules, self.budget, self.slack, self.careful = options, budget, 1, False
        self.options: list[Sums] = []
        self.words: list[Word] = []
        self.essential: list[int] = []
        self.lows: dict[int, int] = {}
        self.rebuild()

    def extend(self, to: int) -> Quotient:
        """The proved quotient of heaps 0 .. to - 1."""
        while len(self.words) < to:
            self.adjoin()
        if not self.proved():
            self.settle()
        return Quotient(self.monoid, self.elements, self.essential)

    def adjoin(self) -> None:
        """Take in the next heap."""
        heap = len(self.options)
        self.budget.look()
        self.options.append(frozenset(tuple(sorted(filter(None, left))) for left in self.rules(heap)))
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
        """Rebuild the box until every heap has its word in it and the monoid is proved."""
        self.careful = False
        while True:
            self.rebuild()
            if self.lows_rise() or self.words_change():
                continue
            if self.proved():
                break
            self.slack += self.careful
            self.careful = True
            if self.slack > SLACK:
                raise NotDecided(f"no finite quotient found for heaps up to {len(self.words) - 1}")
        self.careful = False

    def rebuild(self) -> None:
        """The box of the essential heaps, its monoid, and the moves between elements."""
        self.box = Box(self.budget)
        for place, heap in enumerate(self.essential):
            options = self.option_words(heap, place)
            # a heap that can only vanish cancels with another one, in any company
            low = 0 if options == [(0,) * place] else self.lows.get(heap, self.slack)
            self.box.adjoin(options, low)
        self.monoid, self.element = self.box.monoid()
        self.by_row = {row.tobytes(): x for x, row in enumerate(self.monoid.rows)}
        self.below = [self.reached(word) for word in self.monoid.words]

    def reached(self, word: Word) -> list[int]:
        """The elements that a move in one generator of the word reaches."""
        reached: set[int] = set()
        for place, copies in enumerate(word):
            if copies:
                rest = np.array(word, np.int64) - np.eye(1, len(word), place, dtype=np.int64)[0]
                reached.update(self.element[self.box.index(rest + np.array(self.box.options[place]))].tolist())
        return sorted(reached)

    def lows_rise(self) -> bool:
        """Whether some powers begin to repeat too late for the box; the next box is larger."""
        before = self.lows
        indices = self.box.indices(self.monoid)
        self.lows = {h: max(before.get(h, 0), i + self.slack) for h, i in zip(self.essential, indices, strict=True)}
        return self.lows != before

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
        return int(self.element[self.box.index(np.array(word, np.int64))])

    def option_words(self, heap: int, places: int) -> list[Word]:
        """The options of a heap as words in the first generators."""
        zero = np.zeros(places, np.int64)
        sums = (sum((np.array(self.words[part][:places], np.int64) for part in left), zero) for left in self.options[heap])
        return sorted({tuple(map(int, self.box.fold(word))) for word in sums})

    def identify(self, heap: int) -> int | None:
        """The element that has the same outcomes as the heap in every company that is looked at."""
        options = self.option_words(heap, len(self.essential))
        if not options:
            return 0
        found = self.by_row.get(self.row(options).tobytes())
        return found if found is None or not self.careful or self.bears(found, options) else None

    def row(self, options: list[Word]) -> Flags:
        """The outcomes of a heap with these options beside each element, played as its least word."""
        row = ~self.monoid.rows[[self.of_word(word) for word in options]].any(axis=0)
        for x, below in enumerate(self.below):
            row[x] = row[x] and not row[below].any()
        return row

    def bears(self, found: int, options: list[Word]) -> bool:
        """Whether some copies of the heap are like as many of the element, beside every word of the box."""
        power, row = 0, self.box.lost
        for _ in range(self.slack + 2):
            power, row = int(self.monoid.times[power, found]), self.box.layer(row, options)
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


def quotient(ruleset: HeapGame, to: int, budget: Budget | None = None) -> Quotient:
    """The quotient of all sums of heaps 0 .. to - 1."""
    return Builder(ruleset.options, budget or Budget()).extend(to)
