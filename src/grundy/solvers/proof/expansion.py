"""The interface of a game to a proof search: connected parts as plain keys, and the options of each."""

import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from grundy.boards.grid import GridGame
from grundy.core.budget import Budget
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided
from grundy.solvers.inquiry import SAVED, SHIPPED, Method

if TYPE_CHECKING:  # arrays
    from grundy.boards.plane_set import PlaneSet
    from grundy.solvers.cells import CellSearch
    from grundy.solvers.planes import PlaneSearch

Key = Hashable  # a plain value: bytes, str, or a tuple of such
Parts = tuple[Key, ...]
MOST_OPTIONS = 1_000_000  # of one position, with which a search ends
MOST_ORIGINALS = 10_000  # parts of graphs that are remembered as they stood on the board
SHIPPED_METHOD, SAVED_METHOD = Method(SHIPPED), Method(SAVED)


class StoredRules(NamedTuple):
    """Under which name, and in which version, facts about a ruleset are in a store."""

    name: str
    version: str


class Expansion(ABC):
    """Parts, their options, and optionally a kernel that decides positions."""

    trial: ClassVar[int] = 20_000  # positions for the definition before a proof search; with 0 it is not tried
    nimbers: ClassVar[bool] = False  # whether a kernel computes the nimbers of parts
    light: ClassVar[int] = 8  # the largest weight of parts that misère play replaces by their canonical forms
    fresh = False  # whether a kernel leaves out the results that come with the package
    plain_lists: float = 0  # positions whose options were listed before a compiler was loaded; -inf where there is none
    search_budget: Budget | None = None  # of the search that is under way: the options of one position may take long

    def __init__(self) -> None:
        self.methods: dict[Method, None] = {}  # how the kernels found their answers

    @abstractmethod
    def parts(self, position: Any) -> Parts:
        """The keys of the parts of a position, without those in which play is over."""

    @abstractmethod
    def options(self, key: Any) -> list[Parts]:
        """Each option of a part once, as a sum of parts."""

    @abstractmethod
    def weight(self, key: Any) -> int:
        """An estimate of how much is left to play: parts of small weight are searched first."""

    @abstractmethod
    def show(self, key: Any) -> str: ...

    @abstractmethod
    def read(self, text: str) -> Key:
        """The part that was shown as this text."""

    def read_canonical(self, text: str) -> Key:
        """The part that was shown as this text, which is known to be of canonical form."""
        return self.read(text)

    def name(self, key: Any) -> str:
        """The text of the canonical position, by which a proof names the part."""
        return self.show(key)

    def easier(self, parts: Parts) -> Iterable[Parts]:
        """Smaller positions to search first, because many positions of this search rest on them."""
        return ()

    def is_lost(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        """Whether the parts and a nim heap are lost, if a kernel decides that; without a budget, from its memory."""
        return None

    def is_decided_whole(self, key: Any) -> bool:
        """Whether a kernel decides couples of this part by itself, so that processes would repeat each other's work."""
        return False

    def reach(self, position: Any, misere: bool, budget: Budget) -> "Iterator[Hashable] | None":
        """All moves to lost positions, if a kernel lists them."""
        return None

    def stored_rules(self) -> StoredRules | None:
        """What facts are stored under; None where nothing is saved."""
        return None

    def is_light(self, key: Any) -> bool:
        """Whether misère play replaces the part by its canonical form."""
        return self.weight(key) <= self.light


class RulesetExpansion(Expansion):
    """The parts of one ruleset: keys are canonical positions."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        super().__init__()
        self.ruleset = ruleset

    def stored_rules(self) -> StoredRules | None:
        """The ruleset, if it is one of this package: what one's own games import is not known."""
        from grundy.solvers.saved import rules_version

        rules = self.ruleset
        if not type(rules).__module__.startswith("grundy.games.") or rules.board.kind == "compound":
            return None
        return StoredRules(str(rules), rules_version(rules))

    def parts(self, position: Any) -> Parts:
        rules = self.ruleset
        return tuple(rules.canonical(part) for part in rules.parts(position) if not rules.is_over(part))

    def options(self, key: Any) -> list[Parts]:
        options = dict[Parts, None]()
        for number, to in enumerate(self.ruleset.moves(key)):
            if number >= MOST_OPTIONS:
                raise NotDecided(f"{self.ruleset}({self.show(key)}) has more than {MOST_OPTIONS:,} moves to search")
            options[self.parts(to)] = None
            if not number % 256 and self.search_budget:
                self.search_budget.look()
        return list(options)

    def weight(self, key: Any) -> int:
        """The number of edges or free squares; elsewhere the length of the text."""
        if isinstance(self.ruleset, GridGame):
            return sum(row.count(self.ruleset.board.free) for row in key)
        return len(key if self.ruleset.board.kind == "graph" else self.show(key))

    def show(self, key: Any) -> str:
        return self.ruleset.board.show(key)

    def read(self, text: str) -> Key:
        key: Key = self.ruleset.canonical(self.ruleset.board.read(Reader(text)))
        return key

    def name(self, key: Any) -> str:
        return self.ruleset.board.show(self.ruleset.canonical(self.ruleset.board.read(Reader(self.show(key)))))


class CellExpansion(RulesetExpansion):
    """The parts of a ruleset whose positions may be sets of cells, which a compiled search then takes."""

    trial = 4_000  # positions: half a second, as it takes to load the compiler
    is_compiled = True  # whether it does

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        super().__init__(ruleset)
        self.originals: dict[Key, Any] = {}  # parts as they stood on the board: those of one board share what is found

    def parts(self, position: Any) -> Parts:
        if self.ruleset.board.kind == "grid" or len(self.originals) > MOST_ORIGINALS:
            return super().parts(position)
        rules = self.ruleset
        parts = {part: rules.canonical(part) for part in rules.parts(position) if not rules.is_over(part)}
        for part, key in parts.items():
            self.originals.setdefault(key, part)
        return tuple(parts.values())

    def position(self, key: Any) -> Any:
        """The part as a position."""
        return self.originals.get(key, key)

    def is_lost(self, parts: Parts, heap: int, misere: bool, budget: Budget | None) -> bool | None:
        """Whether parts that are sets of cells are lost, under normal play with a nim heap."""
        if not self.is_compiled or (misere and heap):
            return None
        if misere:
            answer = self.is_lost_misere(parts, budget)
        else:
            answer = self.is_sum_lost([key for key, copies in Counter(parts).items() if copies % 2], heap, budget)
        if answer is not None:
            from grundy.solvers.cells import METHOD
            from grundy.solvers.planes import MISERE_METHOD

            self.methods[MISERE_METHOD if misere else METHOD] = None
        return answer

    def is_sum_lost(self, parts: Sequence[Key], heap: int, budget: Budget | None) -> bool | None:
        """Whether different parts and a nim heap are lost under normal play."""
        cells = [found for key in parts if (found := self.ruleset.cell_set(self.position(key)))]
        return self.cell_search.is_lost(cells, heap, budget) if 0 < len(cells) == len(parts) else None

    def planes(self, key: Any) -> "PlaneSet | None":
        """The part as a position of two planes, where the search over these takes it."""
        from grundy.boards.plane_set import PlaneSet

        cells = self.ruleset.cell_set(self.position(key))
        return cells and PlaneSet.of_cells(cells)

    def is_lost_misere(self, parts: Parts, budget: Budget | None) -> bool | None:
        """Whether parts together are lost under misère play."""
        planes = [found for key in parts if (found := self.planes(key))]
        return self.plane_search.is_lost_misere(planes, budget) if 0 < len(planes) == len(parts) else None

    @property
    def has_cell_search(self) -> bool:
        """Whether the compiled search was used."""
        return "cell_search" in vars(self)

    def is_decided_whole(self, key: Any) -> bool:
        return self.is_compiled and self.ruleset.cell_set(self.position(key)) is not None

    @cached_property
    def cell_search(self) -> "CellSearch":
        from grundy.solvers.cells import CellSearch

        return CellSearch()

    @cached_property
    def plane_search(self) -> "PlaneSearch":
        from grundy.solvers.planes import PlaneSearch

        return PlaneSearch()


class PlaneExpansion(CellExpansion):
    """The parts of a ruleset whose positions may be sets of cells in two planes, as stones of two colours are."""

    def planes(self, key: Any) -> "PlaneSet | None":
        return self.ruleset.plane_set(self.position(key))

    def is_decided_whole(self, key: Any) -> bool:
        return self.is_compiled and self.planes(key) is not None

    def is_sum_lost(self, parts: Sequence[Key], heap: int, budget: Budget | None) -> bool | None:
        planes = [found for key in parts if (found := self.planes(key))]
        return self.plane_search.is_lost(planes, heap, budget) if 0 < len(planes) == len(parts) else None


def expansion_of(ruleset: Ruleset[Any]) -> Expansion:
    """The expansion of the ruleset itself, or else the general one."""
    found = ruleset.expansion() or RulesetExpansion(ruleset)
    if sys.platform == "emscripten":  # a browser
        found.plain_lists = -inf
    return found
