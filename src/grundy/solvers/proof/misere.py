"""Misère play: heavy parts, and the canonical form of everything light.

Misère outcomes do not add, so a node is a whole position. But light parts have canonical forms, which are numbered, and
of which a table of sums is kept: many different positions are the same heavy parts beside the same form (Lemoine and
Viennot 2010).
"""

from collections.abc import Iterable

from grundy.errors import NotDecided
from grundy.solvers.misere.forms import Forms
from grundy.solvers.proof.expansion import Expansion, Key, Parts
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.space import Choice, Space
from grundy.solvers.search import induction

__all__ = ["MisereSpace", "Whole"]

Whole = tuple[Parts, int]  # the heavy parts, and the form of the others
WON, LOST, UNKNOWN = 0, 1, -1
MOST_FORMS = 300_000  # beyond them the memory that they take has no bound
LONGEST = 200  # characters of a form that is written to disk


class Option(Choice[Whole]):
    """A whole position to move to."""

    __slots__ = ("label", "space", "whole")

    def __init__(self, space: "MisereSpace", whole: Whole) -> None:
        self.space, self.whole, self.label = space, whole, space.label(whole)

    def ask(self) -> bool | list[Whole]:
        """Whether the position is lost, or the position itself."""
        if self.label == UNKNOWN:
            self.label = self.space.label(self.whole)
        return [self.whole] if self.label == UNKNOWN else self.label == LOST

    def hear(self, node: Whole, lost: bool) -> None:
        """Take note of the outcome."""
        self.label = LOST if lost else WON


class MisereSpace(Space[Whole]):
    """The positions of one ruleset under misère play, beside a form that may come from others."""

    def __init__(self, expansion: Expansion, labels: Memory[int] | None = None) -> None:
        self.expansion, self.forms = expansion, Forms()
        self.labels = Memory[int]() if labels is None else labels
        self.light: dict[Key, int] = {}  # forms of light parts
        self.depths: list[int] = []

    def option(self, parts: Parts, form: int = 0) -> Option:
        """The choice to go to these parts, and whatever has this form."""
        return Option(self, self.whole(parts, form))

    def whole(self, parts: Iterable[Key], form: int) -> Whole:
        """The heavy parts in a fixed order, and the form of the light ones with another."""
        heavy = []
        for key in parts:
            if self.expansion.is_light(key):
                form = self.forms.add(form, self.form(key))
            else:
                heavy.append(key)
        if len(self.forms.options) > MOST_FORMS:
            raise NotDecided(f"not decided with {MOST_FORMS:,} canonical forms, which fill the memory")
        return tuple(sorted(heavy, key=hash)), form

    def form(self, key: Key) -> int:
        """The canonical form of a light part."""

        def value(_: Key, options: list[list[int]]) -> int:
            return self.forms.make({self.forms.total(option) for option in options})

        return induction(key, self.expansion.options, value, self.light, self.forms.budget)

    def label(self, whole: Whole) -> int:
        """What is known of a position."""
        heavy, form = whole
        if not heavy:
            return LOST if self.forms.genera[form].lost else WON
        return self.labels.get(whole, UNKNOWN)

    def choices(self, node: Whole) -> list[Choice[Whole]]:
        """The options in each heavy part and in the form; a single one where it is known to be lost."""
        found: list[tuple[int, int, Option]] = []
        for whole in dict.fromkeys(self.followers(node)):
            option = Option(self, whole)
            if option.label == LOST:
                return [option]
            if option.label == UNKNOWN:
                found.append((self.guess(whole), len(found), option))
        return [option for _, _, option in sorted(found, key=lambda entry: entry[:2])]

    def followers(self, node: Whole) -> Iterable[Whole]:
        """Every option of a position."""
        heavy, form = node
        yield from ((heavy, smaller) for smaller in self.forms.options[form])
        for place, key in enumerate(heavy):
            if key not in heavy[:place]:
                rest = heavy[:place] + heavy[place + 1 :]
                yield from (self.whole(rest + option, form) for option in self.expansion.options(key))

    def guess(self, node: Whole) -> int:
        """The weight of the heavy parts and twice the depth of the form."""
        return 1 + sum(map(self.expansion.weight, node[0])) + 2 * self.depth(node[1])

    def depth(self, form: int) -> int:
        """The number of moves in the longest play of a form."""
        for number in range(len(self.depths), form + 1):  # an option has a smaller number
            self.depths.append(1 + max((self.depths[option] for option in self.forms.options[number]), default=-1))
        return self.depths[form]

    def note(self, node: Whole, lost: bool, work: int) -> None:
        """Remember the outcome of a position."""
        self.labels.put(node, LOST if lost else WON, work)

    def show(self, node: Whole, room: int = LONGEST) -> str | None:
        """The position as text: the heavy parts and the form, which is a nested list; None where that is long."""
        form = self.written(node[1], room)
        return None if form is None else "+".join([*map(self.expansion.show, node[0]), form])

    def read(self, text: str) -> Whole:
        """The position that was shown as this text."""
        *parts, form = text.split("+")
        return tuple(sorted(map(self.expansion.recall, parts), key=hash)), self.form_of(form)

    def written(self, form: int, room: int) -> str | None:
        """A form as the list of its options in brackets, if it takes no more than so many characters."""
        pieces = []
        for option in sorted(self.forms.options[form]):
            piece = self.written(option, room - 2)
            if piece is None:
                return None
            pieces.append(piece)
            room -= len(piece)
        return f"[{''.join(pieces)}]" if room >= 2 else None

    def form_of(self, text: str) -> int:
        """The form that was written so."""
        levels: list[list[int]] = [[]]
        for sign in text:
            if sign == "[":
                levels.append([])
            else:
                options = levels.pop()
                levels[-1].append(self.forms.make(options))
        return levels[0][0]
