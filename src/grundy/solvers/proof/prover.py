"""The proof search of one ruleset: depth-first, then df-pn, with what earlier searches have saved."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grundy.core.budget import Budget
from grundy.core.ruleset import Ruleset
from grundy.solvers.proof.couples import UNKNOWN, Couple, Couples
from grundy.solvers.proof.depth_first import depth_first
from grundy.solvers.proof.dfpn import Dfpn
from grundy.solvers.proof.expansion import Key, Parts, expansion_of
from grundy.solvers.proof.memory import LASTING, MOST, Memory
from grundy.solvers.proof.misere import MisereSpace, Whole
from grundy.solvers.proof.shipped import Shipped
from grundy.solvers.proof.space import Choice, Space

if TYPE_CHECKING:  # SQLite: loaded when a search is long enough to be saved
    from grundy.solvers.proof.shelf import Shelf

__all__ = ["MISERE", "NORMAL", "Fact", "Prover"]

Fact = tuple[Key, int, int]  # a part, what is known of it, and the work that it took
N = TypeVar("N", bound=Hashable)
QUICK = 500  # positions that are expanded before the disk is asked
PATIENCE = 2_000  # positions after which a depth-first search counts as lost in the wood: Cram gains from there on
NORMAL = "proof search over couples (Lemoine and Viennot 2010)"
MISERE = "proof search with canonical forms (Lemoine and Viennot 2010)"


class Search(Generic[N]):
    """One kind of play: its nodes, the ways to search them, and what is saved."""

    def __init__(self, space: Space[N], most: int, patience: int, shelf: "Callable[[], Shelf] | None") -> None:
        self.space, self.patience, self.open, self.nodes = space, patience, shelf, 0
        self.dfpn = Dfpn(space, Memory(most))
        self.shelf: Shelf | None = None

    def lost(self, start: Callable[[], Choice[N]], budget: Budget) -> bool:
        """Whether who moves at the start has lost."""
        before = budget.spent
        try:
            answer = depth_first(self.space, start(), budget, min(QUICK, self.patience))
            return self.lost_long(start, budget) if answer is None else answer
        finally:
            self.nodes += budget.spent - before
            if self.shelf:
                self.shelf.write()

    def lost_long(self, start: Callable[[], Choice[N]], budget: Budget) -> bool:
        """The same where it takes long."""
        if self.open and not self.shelf:
            self.shelf = self.open()
        answer = depth_first(self.space, start(), budget, self.patience)
        return self.dfpn.lost(start(), budget) if answer is None else answer


class Prover:
    """Answers about the positions of one ruleset, given as their parts; it remembers what it finds."""

    def __init__(self, ruleset: Ruleset[Any], fresh: bool = False, most: int = MOST, patience: int = PATIENCE) -> None:
        self.ruleset, self.fresh, self.most, self.patience = ruleset, fresh, most, patience
        self.expansion = expansion_of(ruleset)
        self.shipped = Shipped(ruleset, self.expansion, fresh)
        self.couples = Couples(self.expansion, Memory(most))

    @cached_property
    def normal(self) -> Search[Couple]:
        """The search under normal play."""
        return self.search(self.couples, self.saved)

    def saved(self) -> "Shelf":
        """The memory of normal play with what is on disk."""
        return self.shelved(self.couples.facts, False, self.expansion.show, self.expansion.recall)

    @cached_property
    def misere(self) -> Search[Whole]:
        """The search under misère play."""
        space = self.wholes
        return self.search(space, lambda: self.shelved(space.labels, True, space.show, space.read))

    @cached_property
    def wholes(self) -> MisereSpace:
        """The positions under misère play."""
        return MisereSpace(self.expansion, Memory(self.most))

    def search(self, space: Space[N], shelf: "Callable[[], Shelf]") -> Search[N]:
        """A search; what it finds is saved, but for rulesets of one's own, whose rules may change under one name."""
        ours = type(self.ruleset).__module__.startswith("grundy.games.") and self.ruleset.board.kind != "compound"
        return Search(space, self.most, self.patience, shelf if ours and not self.fresh else None)

    def shelved(
        self, memory: Memory[int], misere: bool, show: Callable[[Any], str | None], read: Callable[[str], Any]
    ) -> "Shelf":
        """The memory with what is on disk."""
        from grundy.solvers.proof.shelf import Shelf

        return Shelf(memory, str(self.ruleset), misere, show, read)

    def parts(self, position: Any) -> Parts:
        """The parts of a position, as the questions below take them."""
        return self.expansion.parts(position)

    def lost(self, parts: Parts, heap: int, budget: Budget) -> bool:
        """Whether the parts and a nim heap are a P-position under normal play."""
        told = self.shipped.lost(parts, heap)
        if told is None:
            told = self.expansion.decided(parts, heap, False, budget)
        if told is not None:
            return told
        for easier in self.expansion.easier(parts):
            if self.recalled(parts, False, heap) is None:  # what is on disk may come with one of the first
                self.normal.lost(partial(self.couples.sum, easier, 0), budget)
        return self.normal.lost(partial(self.couples.sum, parts, heap), budget)

    def recalled(self, parts: Parts, misere: bool, heap: int = 0) -> bool | None:
        """Whether the parts are lost, where that is remembered, beside a nim heap or misère whatever has this form."""
        told = self.expansion.decided(parts, heap, misere, None)
        if told is not None:
            return told
        answer = (self.wholes.option(parts, heap) if misere else self.couples.sum(parts, heap)).ask()
        return answer if isinstance(answer, bool) else None

    def reach(self, position: Any, misere: bool, budget: Budget) -> "Iterator[Hashable] | None":
        """All moves to lost positions, where they are known or a kernel lists them."""
        moves = None if misere else self.shipped.reach(position)
        return self.expansion.reach(position, misere, budget) if moves is None else moves

    def nimber(self, parts: Parts, budget: Budget) -> int:
        """The nimber of the sum of the parts."""
        heap = 0
        while not self.lost(parts, heap, budget):
            heap += 1
        return heap

    def lost_misere(self, parts: Parts, form: int, budget: Budget) -> bool:
        """Whether the parts, and whatever has this form, are a P-position under misère play."""
        told = None if form else self.expansion.decided(parts, 0, True, budget)
        if told is not None:
            return told
        self.wholes.forms.budget = budget
        for easier in self.expansion.easier(parts):
            if form or self.recalled(parts, True) is None:
                self.misere.lost(partial(self.wholes.option, easier, 0), budget)
        return self.misere.lost(partial(self.wholes.option, parts, form), budget)

    def found(self, *keys: Key) -> list[Fact]:
        """What took work to find, and what is known of some parts, as another process may take it."""
        facts = self.couples.facts
        asked = ((key, facts.get(key, UNKNOWN), LASTING) for key in keys if key not in facts.lasting)
        return [*asked, *((key, *entry) for key, entry in facts.lasting.items())]

    def absorb(self, found: Iterable[Fact]) -> None:
        """Take over what another process has found."""
        for key, fact, work in found:
            known = self.couples.facts.get(key, UNKNOWN)
            if known < 0 and fact != known:
                self.couples.facts.put(key, fact if fact >= 0 else fact & known, work)

    def count(self, play: str) -> int:
        """The number of positions that were expanded under a play."""
        search = self.__dict__.get(play)  # a search that nobody asked for is not made for this
        return search.nodes if isinstance(search, Search) else 0
