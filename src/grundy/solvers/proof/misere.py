"""Misère play: heavy parts, and the canonical form of everything light (Lemoine and Viennot 2010)."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.solvers.misere.forms import Forms
from grundy.solvers.proof.couples import CACHED_WEIGHTS
from grundy.solvers.proof.expansion import Expansion, Key, Parts
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.space import NodeOption, SearchSpace
from grundy.solvers.search import induction

Whole = tuple[Parts, int]  # the heavy parts, and the form of the others
WON, LOST, UNKNOWN = 0, 1, -1
MOST_LISTS = 4_000  # of what moves leave of a heavy part, of some 20 kB each
MOST_FORMS = 300_000  # they are never forgotten, so that their number must be bounded
MOST_SAVED_CHARACTERS = 200  # of a form that is written to disk


def in_order(heavy: Iterable[Key]) -> Parts:
    """The parts in an order that depends on nothing but themselves."""
    return tuple(sorted(heavy, key=hash))


class WholeOption(NodeOption[Whole]):
    """A whole position to move to."""

    __slots__ = ("label", "space", "whole")

    def __init__(self, space: "MisereSpace", whole: Whole) -> None:
        self.space, self.whole, self.label = space, whole, space.label(whole)

    def evaluate(self) -> bool | list[Whole]:
        if self.label == UNKNOWN:
            self.label = self.space.label(self.whole)
        return [self.whole] if self.label == UNKNOWN else self.label == LOST

    def update(self, node: Whole, lost: bool) -> None:
        self.label = LOST if lost else WON


class MisereSpace(SearchSpace[Whole]):
    """The positions of one ruleset under misère play, beside a form that may come from others."""

    most_characters = MOST_SAVED_CHARACTERS

    def __init__(self, expansion: Expansion, facts: Memory[int]) -> None:
        self.expansion, self.facts, self.forms = expansion, facts, Forms()
        self.light: dict[Key, int] = {}  # forms of light parts
        self.followed = Memory[list[Whole]](MOST_LISTS)  # what moves leave of heavy parts
        self.weight = lru_cache(CACHED_WEIGHTS)(expansion.weight)
        self.depths: list[int] = []

    def option(self, parts: Parts, rest: int, budget: Budget | None) -> WholeOption:
        whole = self.whole(parts, rest, budget)
        self.facts.consult([whole] if whole[0] else [])
        return WholeOption(self, whole)

    def whole(self, parts: Iterable[Key], form: int, budget: Budget | None = None) -> Whole:
        """The heavy parts in a fixed order, and the form of the light ones with another."""
        heavy = []
        for key in parts:
            if self.expansion.is_light(key):
                form = self.add(form, self.form(key, budget), budget)
            else:
                heavy.append(key)
        return in_order(heavy), form

    def add(self, form: int, other: int, budget: Budget | None) -> int:
        if len(self.forms.options) > MOST_FORMS:
            raise NotDecided(f"not decided with {MOST_FORMS:,} canonical forms, which fill the memory")
        return self.forms.add(form, other, budget)

    def form(self, key: Key, budget: Budget | None) -> int:
        def value(_: Key, options: list[list[int]]) -> int:
            return self.forms.make({self.forms.total(option, budget) for option in options})

        if key in self.light:
            return self.light[key]
        return induction(key, self.expansion.options, value, self.light, budget or Budget())

    def label(self, whole: Whole) -> int:
        heavy, form = whole
        if not heavy:
            return LOST if self.forms.genera[form].is_lost else WON
        return self.facts.get(whole, UNKNOWN)

    def options(self, node: Whole, budget: Budget) -> list[NodeOption[Whole]]:
        """The options in each heavy part and in the form; a single one where it is known to be lost."""
        found: list[tuple[int, int, WholeOption]] = []
        followers = dict.fromkeys(self.followers(node, budget))
        self.facts.consult(whole for whole in followers if whole[0])
        for whole in followers:
            option = WholeOption(self, whole)
            if option.label == LOST:
                return [option]
            if option.label == UNKNOWN:
                found.append((self.guess(whole), len(found), option))
        return [option for _, _, option in sorted(found, key=lambda entry: entry[:2])]

    def followers(self, node: Whole, budget: Budget | None = None) -> Iterable[Whole]:
        heavy, form = node
        yield from ((heavy, smaller) for smaller in self.forms.options[form])
        for place, key in enumerate(heavy):
            if key not in heavy[:place]:
                rest = heavy[:place] + heavy[place + 1 :]
                for new, light in self.moves(key, budget):
                    yield in_order(rest + new) if rest else new, self.add(form, light, budget)

    def moves(self, key: Key, budget: Budget | None) -> list[Whole]:
        """What the moves in a heavy part leave of it, each once."""
        found = self.followed.get(key, [])
        if not found:
            found = list(dict.fromkeys(self.whole(option, 0, budget) for option in self.expansion.options(key)))
            self.followed.put(key, found)
        return found

    def guess(self, node: Whole) -> int:
        """The weight of the heavy parts and twice the depth of the form."""
        return 1 + sum(map(self.weight, node[0])) + 2 * self.depth(node[1])

    def depth(self, form: int) -> int:
        for number in range(len(self.depths), form + 1):  # an option has a smaller number
            self.depths.append(1 + max((self.depths[option] for option in self.forms.options[number]), default=-1))
        return self.depths[form]

    def note(self, node: Whole, lost: bool, work: int) -> None:
        self.facts.put(node, LOST if lost else WON, work)

    def show(self, key: Any, most_characters: int = MOST_SAVED_CHARACTERS) -> str | None:
        """The heavy parts and the form, which is a nested list; None where that has more than so many characters."""
        heavy, number = key
        form = self.show_form(number, most_characters)
        return None if form is None else "+".join([*map(self.expansion.show, heavy), form])

    def read(self, text: str) -> Whole:
        *parts, form = text.split("+")
        return in_order(map(self.expansion.read_canonical, parts)), self.read_form(form)

    def show_form(self, form: int, most_characters: int) -> str | None:
        """A form as the list of its options in brackets."""
        pieces, left = [], most_characters
        for option in sorted(self.forms.options[form]):
            piece = self.show_form(option, left - 2)
            if piece is None:
                return None
            pieces.append(piece)
            left -= len(piece)
        return f"[{''.join(pieces)}]" if left >= 2 else None

    def read_form(self, text: str) -> int:
        levels: list[list[int]] = [[]]
        for sign in text:
            if sign == "[":
                levels.append([])
            else:
                options = levels.pop()
                levels[-1].append(self.forms.make(options))
        return levels[0][0]
