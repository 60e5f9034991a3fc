"""What a proof search sees of a ruleset: connected parts as plain keys, and the options of each.

A search meets the same part in many sums, so it names a part by a key: a hashable plain value of its canonical form.
Every ruleset has an `Expansion` made from its `moves`, `parts` and `canonical`; a faster one, compiled say, is a
subclass that is registered for the class of the ruleset. For the games of `games/sprouts.py` that is done in
`solvers/proof/sprouts.py`, which is loaded when its games are first searched:

    @expansion.register
    def _(ruleset: Sprouts) -> Expansion:
        return SproutsExpansion(ruleset)
"""

from collections.abc import Hashable, Iterable, Iterator
from functools import singledispatch
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from grundy.boards.grid import GridGame
from grundy.core.budget import Budget
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

__all__ = ["Expansion", "Key", "Parts", "expansion", "expansion_of"]

Key = Hashable  # a plain value: bytes, str, or a tuple of such
Parts = tuple[Key, ...]


class Expansion:
    """The parts of one ruleset: by default keys are canonical positions."""

    trial: ClassVar[int] = 20_000  # positions for the definition before a proof search; 0 is a search at once
    nimbers: ClassVar[bool] = False  # whether a kernel tells the nimbers of parts
    light: ClassVar[int] = 8  # weight

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.methods: dict[str, None] = {}  # the kernels that told something

    def parts(self, position: Any) -> Parts:
        """The canonical parts of a position without the finished ones."""
        rules = self.ruleset
        return tuple(rules.canonical(part) for part in rules.parts(position) if not rules.over(part))

    def options(self, key: Any) -> list[Parts]:
        """Each option of a part as its canonical parts, once."""
        return list(dict.fromkeys(self.parts(to) for to in self.moves(key)))

    def moves(self, key: Any) -> Iterator[Hashable]:
        """The positions that one move in the part reaches."""
        return self.ruleset.moves(key)

    def easier(self, parts: Parts) -> Iterable[Parts]:
        """Smaller positions to search first, because what is found of them is met again and again in this one."""
        return ()

    def decided(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        """Whether the parts and a nim heap are lost, where a kernel tells that; without a budget, what it remembers."""
        return None

    def reach(self, position: Any, misere: bool, budget: Budget) -> "Iterator[Hashable] | None":
        """All moves to lost positions, where a kernel lists them."""
        return None

    def weight(self, key: Any) -> int:
        """An estimate of how much is left to play: small parts are searched first."""
        return len(key if self.ruleset.board.kind == "graph" else self.show(key))

    def is_light(self, key: Any) -> bool:
        """Whether misère play replaces the part by its canonical form."""
        return self.weight(key) <= self.light

    def show(self, key: Any) -> str:
        """The part in the notation of positions."""
        return self.ruleset.board.show(key)

    def read(self, text: str) -> Key:
        """The part that was shown as this text."""
        key: Key = self.ruleset.canonical(self.ruleset.board.read(Reader(text)))
        return key

    def recall(self, text: str) -> Key:
        """The same for a text that we have shown ourselves: its form may be taken for granted."""
        return self.read(text)


class GridExpansion(Expansion):
    """The parts of a ruleset on a grid: pieces of the board."""

    ruleset: GridGame

    def weight(self, key: Any) -> int:
        """The number of free squares."""
        return sum(row.count(self.ruleset.board.free) for row in key)


def expansion_of(ruleset: Ruleset[Any]) -> Expansion:
    """The fastest expansion of a ruleset."""
    package, _, name = type(ruleset).__module__.rpartition(".")
    here = f"{__package__}.{name}"
    if package == "grundy.games" and find_spec(here):
        import_module(here)
    return expansion(ruleset)


@singledispatch
def expansion(ruleset: Ruleset[Any]) -> Expansion:
    """The expansion of a ruleset, as far as such are registered."""
    return Expansion(ruleset)


@expansion.register
def _(ruleset: GridGame) -> Expansion:
    return GridExpansion(ruleset)
