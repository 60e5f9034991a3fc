"""Finite commutative monoids with a set of lost elements: what misère quotients are (Plambeck 2005)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Word = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Monoid:
    """Elements 0 .. order - 1, the identity first, each with its least word in the generators."""

    times: Ints
    lost: Flags
    words: list[Word]
    generators: list[int]

    @property
    def order(self) -> int:
        return len(self.lost)

    @property
    def p_portion(self) -> int:
        return int(self.lost.sum())

    @cached_property
    def rows(self) -> Flags:
        """Whether x z is lost, for all x and z; different elements have different rows."""
        return self.lost[self.times]

    def product(self, elements: Sequence[int]) -> int:
        result = 0
        for element in elements:
            result = int(self.times[result, element])
        return result

    def presentation(self, names: Sequence[str]) -> str:
        """Generators and relations: the least words that are no normal forms, each with the normal form it equals."""
        normal = set(self.words)
        relations = [
            f"{word_text(bigger, names)}={word_text(self.words[self.times[x, g]], names)}"
            for x, word in enumerate(self.words)
            for place, g in enumerate(self.generators)
            if (bigger := change(word, place, 1)) not in normal
            and place == max(i for i, copies in enumerate(bigger) if copies)
            and all(change(bigger, i, -1) in normal for i, copies in enumerate(bigger) if copies)
        ]
        return f"<{','.join(names)} | {', '.join(relations)}>"


def change(word: Word, place: int, copies: int) -> Word:
    return (*word[:place], word[place] + copies, *word[place + 1 :])


def word_text(word: Word, names: Sequence[str]) -> str:
    """The word as letters with exponents, such as ab^2c; the empty word is 1."""
    powers = ((name, copies) for name, copies in zip(names, word, strict=True) if copies)
    return "".join(name if copies == 1 else f"{name}^{copies}" for name, copies in powers) or "1"


def one_letter_less(words: Sequence[Word]) -> Iterator[list[tuple[int, int]]]:
    """For each word the generators in it, each with the number of the word that has one of them less."""
    number = {word: x for x, word in enumerate(words)}
    return ([(g, number[change(word, g, -1)]) for g, copies in enumerate(word) if copies] for word in words)


def span(actions: Sequence[Ints], one: int = 0) -> tuple[list[int], list[int], list[Word]]:
    """The elements that some generators span, the generators that are needed, and the least words in these.

    An action gives each element times the generator. Words are compared by the last generator in which they differ:
    the one with fewer copies of it comes first.
    """
    words: dict[int, Word] = {one: ()}
    needed: list[int] = []
    for place, action in enumerate(actions):
        if int(action[one]) not in words:
            needed.append(place)
            words = {x: (*word, 0) for x, word in words.items()}
            add_powers(words, action)
    return list(words), needed, list(words.values())


def add_powers(words: dict[int, Word], action: Ints) -> None:
    layer = dict(words)
    while layer:
        larger, layer = zip(action[list(layer)].tolist(), layer.values(), strict=True), {}
        for x, word in larger:
            if x not in words and x not in layer:
                layer[x] = (*word[:-1], word[-1] + 1)
        words |= layer


def multiplication_table(actions: Sequence[Ints], words: Sequence[Word]) -> Ints:
    """The products of all pairs of elements, which are numbered as their words are."""
    times = np.tile(np.arange(len(words)), (len(words), 1))
    for x, less in enumerate(one_letter_less(words)):
        if less:
            generator, parent = less[0]
            times[x] = actions[generator][times[parent]]
    return times
