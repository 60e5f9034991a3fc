"""The search for a misère quotient: heaps are adjoined one by one.

A heap that behaves like a known element beside every element becomes that element; otherwise it is a new generator.
Then all earlier heaps are looked at again, because new company may tell apart what was equal. A result counts only
when `monoid.obeys` has proved it; a refuted guess is made again with more care, and then in a larger box.
"""

from collections.abc import Callable, Iterable
from typing import TypedDict

import numpy as np

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.solvers.misere.box import Box
from grundy.solvers.misere.monoid import Flags, Word, obeys

__all__ = ["Builder", "State"]

SLACK = 4  # by how much exponents may exceed those that repeat, at most
Options = frozenset[tuple[int, ...]]


class State(TypedDict):
    """What a builder needs to go on."""

    words: list[list[int]]
    essential: list[int]
    lows: list[int]
    slack: int


class Builder:
    """The heaps adjoined so far: words for all of them in the essential ones, which are the generators."""

    def __init__(self, options: Callable[[int], Iterable[tuple[int, ...]]], budget: Budget) -> None:
        self.rules, self.budget, self.slack, self.careful = options, budget, 1, False
        self.options: list[Options] = []
        self.words: list[Word] = []
        self.essential: list[int] = []
        self.lows: dict[int, int] = {}  # exponents of essential heaps before which powers do not repeat
        self.rebuild()
        self.kept: State = {"words": [], "essential": [], "lows": [], "slack": 1}

    def extend(self, to: int) -> None:
        """Find and prove the quotient of heaps 0 .. to - 1."""
        while len(self.words) < to:
            self.adjoin()
        if not self.proved():
            self.settle()
        self.keep()

    def keep(self) -> None:
        """Keep what is known as plain data: what an interruption leaves may be half changed."""
        lows = [self.lows.get(heap, self.slack) for heap in self.essential]
        words = [list(word) for word in self.words]
        self.kept = {"words": words, "essential": list(self.essential), "lows": lows, "slack": self.slack}

    def resume(self, state: State) -> None:
        """Go on from a state; it need not be true, because whatever is found is proved."""
        self.words, self.essential = [tuple(word) for word in state["words"]], list(state["essential"])
        self.options = [self.left(heap) for heap in range(len(self.words))]
        self.lows, self.slack = dict(zip(self.essential, state["lows"], strict=True)), state["slack"]
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
        self.keep()

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
            # A heap that can only vanish cancels with another one, in any company.
            low = 0 if options == [(0,) * place] else self.lows.get(heap, self.slack)
            self.box.adjoin(options, low)
        self.monoid, self.element = self.box.monoid()
        self.by_row = {row.tobytes(): x for x, row in enumerate(self.monoid.rows)}
        self.below = [self.reached(word) for word in self.monoid.words]

    def reached(self, word: Word) -> list[int]:
        """The elements that a move in one generator of the word reaches."""
        reached: set[int] = set()
        for place in (place for place, copies in enumerate(word) if copies):
            rest = np.array([copies - (other == place) for other, copies in enumerate(word)], np.int64)
            reached.update(self.element[self.box.index(rest + np.array(self.box.options[place]))].tolist())
        return sorted(reached)

    def lows_rise(self) -> bool:
        """Whether some powers begin to repeat too late for the box; the next box is larger."""
        before = self.lows
        found = [self.monoid.index(generator) + self.slack for generator in self.monoid.generators]
        self.lows = {h: max(before.get(h, 0), low) for h, low in zip(self.essential, found, strict=True)}
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
        sums = ([self.words[part][:places] for part in left] for left in self.options[heap])
        words = {tuple(map(sum, zip((0,) * places, *parts, strict=True))) for parts in sums}
        folded = self.box.fold(np.array(sorted(words), np.int64).reshape(len(words), places))
        return sorted({tuple(map(int, word)) for word in folded})

    def identify(self, heap: int) -> int | None:
        """The element that has the same outcomes as the heap in every company that is looked at."""
        options = self.option_words(heap, len(self.essential))
        if not options:
            return 0
        found = self.by_row.get(self.row(options).tobytes())
        return found if found is None or not self.careful or self.bears(found, options) else None

    def row(self, options: list[Word]) -> Flags:
        """The outcomes of a heap with these options beside each element, played as its least word."""
        reached = self.element[self.box.index(np.array(options, np.int64))]
        row: Flags = np.logical_not(np.any(self.monoid.rows[np.unique(reached)], axis=0))
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
