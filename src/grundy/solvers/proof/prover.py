"""The proof search: depth-first, then df-pn, with what earlier searches have saved (docs/theory/search.md)."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import LoopError, NotDecided
from grundy.solvers.inquiry import Method
from grundy.solvers.proof.couples import UNKNOWN, Couples
from grundy.solvers.proof.depth_first import depth_first
from grundy.solvers.proof.dfpn import Dfpn
from grundy.solvers.proof.expansion import (
    SAVED_METHOD,
    SHIPPED_METHOD,
    CellExpansion,
    Expansion,
    Key,
    Parts,
    RulesetExpansion,
    expansion_of,
)
from grundy.solvers.proof.memory import LASTING_NODES, MOST_ENTRIES, Memory
from grundy.solvers.proof.misere import MisereSpace
from grundy.solvers.proof.space import SearchSpace
from grundy.solvers.search import has_pattern

if TYPE_CHECKING:  # SQLite: loaded when a search is long enough to be saved
    from grundy.solvers.proof.store import SavedFacts, ShippedResults

PartFact = tuple[Key, int, int]  # a part, what is known of it, and the nodes that it took
N = TypeVar("N", bound=Hashable)
NODES_BEFORE_DISK = 500  # a search that takes fewer reads and writes no saved facts
EASIER_BEFORE_DISK = 6  # a search that many positions are searched before takes more: 8 spots of Sprouts 4,000
DEPTH_FIRST_NODES = 2_000  # switch to df-pn after this many nodes: of the rulesets tried, some gain from there on
AUTHORS = "Lemoine and Viennot 2010"


class Search(Generic[N]):
    """The search of one kind of play; it counts its nodes, and saves facts of an expansion that is given."""

    def __init__(
        self, space: SearchSpace[N], misere: bool, most_entries: int, depth_first_nodes: float, stored: Expansion | None
    ) -> None:
        self.space, self.misere, self.stored = space, misere, stored
        self.depth_first_nodes, self.nodes = depth_first_nodes, 0
        self.dfpn = Dfpn(space, Memory(most_entries))
        self.saved: SavedFacts | None = None

    def is_lost(self, parts: Parts, rest: int, budget: Budget) -> bool:
        """Whether the parts are lost beside a nim heap, or under misère play beside whatever has this form."""
        before = budget.spent
        quick = min(NODES_BEFORE_DISK, self.depth_first_nodes)
        try:
            answer = depth_first(self.space, self.space.option(parts, rest, budget), budget, quick)
            if answer is None:
                self.load_saved()
                answer = depth_first(self.space, self.space.option(parts, rest, budget), budget, self.depth_first_nodes)
            return self.dfpn.is_lost(self.space.option(parts, rest, budget), budget) if answer is None else answer
        finally:
            self.nodes += budget.spent - before
            self.save()

    def glance(self, parts: Parts, rest: int, budget: Budget) -> bool | None:
        """Whether the parts are lost, if they or their options are on disk."""
        self.load_saved()
        return depth_first(self.space, self.space.option(parts, rest, budget), budget, 1) if self.saved else None

    def load_saved(self) -> None:
        """Go on from the facts on disk, to which those of this search are added."""
        rules = self.stored.stored_rules() if self.stored and not self.saved else None
        if rules:
            from grundy.solvers.proof.store import SavedFacts

            self.saved = SavedFacts(self.space, rules, self.misere)

    def save(self) -> None:
        if self.saved:
            self.saved.write()
            self.saved.close()

    @property
    def methods(self) -> list[Method]:
        """Where what was used of saved results came from."""
        from_tables = {SAVED_METHOD} if self.saved and self.saved.texts else set()
        return sorted({self.space.facts.sources[key] for key in self.space.facts.used} | from_tables, key=str)


class Prover:
    """Answers about positions of one expansion, given as their parts; it remembers what it finds."""

    def __init__(
        self,
        expansion: Expansion,
        fresh: bool = False,
        most_entries: int = MOST_ENTRIES,
        depth_first_nodes: float = DEPTH_FIRST_NODES,
    ) -> None:
        self.expansion, self.fresh = expansion, fresh
        expansion.fresh = fresh
        self.couples = Couples(expansion, Memory(most_entries))
        self.wholes = MisereSpace(expansion, Memory(most_entries))
        stored = None if fresh else expansion
        self.normal = Search(self.couples, False, most_entries, depth_first_nodes, stored)
        self.misere = Search(self.wholes, True, most_entries, depth_first_nodes, stored)

    @cached_property
    def shipped_results(self) -> "ShippedResults | None":
        """The results that come with the package, if the ruleset has a kernel; others are read with the saved facts."""
        if self.fresh or type(self.expansion).is_lost in (Expansion.is_lost, CellExpansion.is_lost):
            return None
        rules = self.expansion.stored_rules()
        if (
            rules is None
            or not isinstance(self.expansion, RulesetExpansion)
            or isinstance(self.expansion, CellExpansion)
        ):
            return None
        from grundy.solvers.proof.store import ShippedResults

        return ShippedResults(self.expansion, rules)

    def parts(self, *positions: Any) -> Parts:
        """The parts of a sum of positions, as the methods below take them."""
        return tuple(chain.from_iterable(map(self.expansion.parts, positions)))

    def is_lost(self, parts: Parts, rest: int, budget: Budget, misere: bool = False) -> bool:
        """Whether the parts and a nim heap, or under misère play whatever has this form, are a P-position."""
        answer = self.shipped_results.is_lost(parts, rest) if self.shipped_results and not misere else None
        if answer is None and not (misere and rest):
            answer = self.decide_compiled(parts, rest, misere, budget)
        if answer is not None:
            return answer
        search: Search[Any] = self.misere if misere else self.normal
        self.expansion.search_budget = budget
        try:
            easier = list(self.expansion.easier(parts))
            if len(easier) >= EASIER_BEFORE_DISK and (answer := search.glance(parts, rest, budget)) is not None:
                return answer
            for smaller in easier:
                if self.recall(parts, rest, misere, budget) is None:
                    search.is_lost(smaller, 0, budget)
            return search.is_lost(parts, rest, budget)
        finally:
            self.expansion.search_budget = None

    def decide_compiled(self, parts: Parts, rest: int, misere: bool, budget: Budget) -> bool | None:
        """What a kernel says, None where there is none for it; of one part it is remembered with what searches find."""
        if misere or len(parts) != 1 or not isinstance(self.expansion, CellExpansion):
            return self.expansion.is_lost(parts, rest, misere, budget)
        quick, before = budget.share(NODES_BEFORE_DISK), budget.spent
        try:
            answer = self.remember(parts, rest, quick)
        except NotDecided:
            budget.spend(quick.spent)
            budget.look()
            self.normal.load_saved()
            self.keep_cells(self.expansion)
            try:
                answer = self.remember(parts, rest, budget, before)
            finally:
                self.normal.save()
        else:
            budget.meter.spent += quick.spent
        return answer

    def keep_cells(self, expansion: CellExpansion) -> None:
        """Have the costliest facts of a compiled search saved, and read."""
        if self.normal.saved and expansion.has_cell_search and expansion.cell_search.keep is None:
            from grundy.solvers.proof.saved_cells import SavedCells

            expansion.cell_search.keep = SavedCells(expansion, self.normal.saved).keep

    def remember(self, parts: Parts, rest: int, budget: Budget, before: int = 0) -> bool | None:
        """Whether one part and a nim heap are lost, from memory or by a kernel; then it is noted."""
        found = self.couples.option(parts, rest, budget).evaluate()
        if isinstance(found, bool):
            return found
        answer = self.expansion.is_lost(parts, rest, False, budget)
        if answer is not None:
            self.couples.note((parts[0], rest), answer, max(LASTING_NODES, budget.spent - before))
        return answer

    def recall(self, parts: Parts, rest: int = 0, misere: bool = False, budget: Budget | None = None) -> bool | None:
        """Whether the parts, beside a nim heap or a form, are lost, if that is remembered."""
        answer = None if misere and rest else self.expansion.is_lost(parts, rest, misere, None)
        if answer is not None:
            return answer
        found = (self.wholes if misere else self.couples).option(parts, rest, budget).evaluate()
        return found if isinstance(found, bool) else None

    @property
    def uses_saved(self) -> bool:
        """Whether an answer rests on facts that were not found now."""
        return bool(self.normal.methods or self.misere.methods or SHIPPED_METHOD in self.expansion.methods)

    @property
    def uses_unproved(self) -> bool:
        """Whether an answer rests on saved facts that are no closed proof: shipped nimbers of parts are one."""
        return self.uses_saved and (
            self.normal.methods != [SHIPPED_METHOD]
            or bool(self.misere.methods)
            or SHIPPED_METHOD in self.expansion.methods
        )

    def load_proof(self) -> None:
        """Read the shipped proof at once, if all that was used is of it."""
        if self.normal.saved and self.uses_saved and not self.uses_unproved:
            self.normal.saved.load_costliest()

    def drop_saved(self) -> None:
        """Remove from the stores what was used of them."""
        for search in (self.normal, self.misere):
            if search.saved:
                search.saved.drop_used()
        if SHIPPED_METHOD in self.expansion.methods:
            from grundy.solvers.proof.store import set_aside_shipped

            set_aside_shipped()

    def reach(self, position: Any, misere: bool, budget: Budget) -> "Iterator[Hashable] | None":
        """All moves to lost positions, where they are known or a kernel lists them."""
        moves = self.shipped_results.reach(position) if self.shipped_results and not misere else None
        return self.expansion.reach(position, misere, budget) if moves is None else moves

    def nimber(self, parts: Parts, budget: Budget) -> int:
        heap = 0
        while not self.is_lost(parts, heap, budget):
            heap += 1
            budget.look()
        return heap

    def facts(self, *keys: Key) -> list[PartFact]:
        """What took work to find, and what is known of some parts, for another process."""
        facts = self.couples.facts
        asked = ((key, facts.get(key, UNKNOWN), LASTING_NODES) for key in keys if key not in facts.lasting)
        return [*asked, *((key, *entry) for key, entry in facts.lasting.items())]

    def absorb(self, facts: Iterable[PartFact]) -> None:
        for key, fact, work in facts:
            known = self.couples.facts.get(key, UNKNOWN)
            if known < 0 and fact != known:
                self.couples.facts.put(key, fact if fact >= 0 else fact & known, work)


def is_searchable(ruleset: Ruleset[Any]) -> bool:
    """Whether a proof search applies: play ends, and no pattern decides it; heaps have their tables."""
    return ruleset.finite and ruleset.adds and not has_pattern(ruleset) and not isinstance(ruleset, HeapGame)


class Provers:
    """Proof searches by ruleset; `hard` are the rulesets for which the definition is not tried any more."""

    def __init__(self, fresh: bool = False) -> None:
        self.fresh = fresh
        self.known: dict[Ruleset[Any], Prover] = {}
        self.hard: set[Ruleset[Any]] = set()

    def of(self, ruleset: Ruleset[Any]) -> Prover:
        if ruleset not in self.known:
            self.known[ruleset] = Prover(expansion_of(ruleset), self.fresh)
        return self.known[ruleset]

    def may_search(self, summand: Summand) -> bool:
        return is_searchable(summand.ruleset) and not summand.ruleset.has_infinite_moves(summand.position)

    def is_compiled(self, summand: Summand) -> bool:
        """Whether each part of the summand is decided by one compiled search."""
        if not self.may_search(summand):
            return False
        prover = self.of(summand.ruleset)
        return all(map(prover.expansion.is_decided_whole, prover.parts(summand.position)))

    def may_search_misere(self, summand: Summand) -> bool:
        return self.may_search(summand) and summand.ruleset.separate

    def at_once(self, ruleset: Ruleset[Any]) -> bool:
        """Whether a proof search is better than the definition from the start."""
        return ruleset in self.hard or (is_searchable(ruleset) and not expansion_of(ruleset).trial)

    def takes_long(self, ruleset: Ruleset[Any], work: Callable[[Budget], object], budget: Budget) -> bool:
        """Whether the work is too much for a trial; then none is made again for this ruleset."""
        share = budget.share(expansion_of(ruleset).trial)
        try:
            with suppress(LoopError):
                work(share)
            budget.meter.spent += share.spent
            return False
        except NotDecided:
            budget.spend(share.spent)  # raises if this was all there is
            budget.look()
            self.hard.add(ruleset)
            return True

    def is_lost(self, summands: Iterable[Summand], heap: int, budget: Budget) -> bool:
        *others, last = self.groups(summands)
        for prover, parts in others:
            heap ^= prover.nimber(parts, budget)
        return last[0].is_lost(last[1], heap, budget)

    def is_lost_misere(self, game: Game, budget: Budget) -> bool:
        """Whether the game is a P-position under misère play; one of its rulesets is searched."""
        ruleset = next(s.ruleset for s in game.summands if self.may_search_misere(s))
        prover, forms = self.of(ruleset), self.of(ruleset).wholes.forms
        parts = prover.parts(*(s.position for s in game.summands if s.ruleset == ruleset))
        rest = Game(tuple(s for s in game.summands if s.ruleset != ruleset))
        return prover.is_lost(parts, forms.total(forms.parts(rest, budget), budget), budget, misere=True)

    def recall(self, game: Game, misere: bool, heap: int, budget: Budget) -> bool | None:
        """Whether a game of one ruleset and a nim heap are lost, where that is remembered."""
        rulesets = {summand.ruleset for summand in game.summands}
        if len(rulesets) != 1 or not rulesets <= self.known.keys() or (misere and heap):
            return None
        ((prover, parts),) = self.groups(game.summands)
        return prover.recall(parts, heap, misere, budget)

    def has_nimbers(self, ruleset: Ruleset[Any]) -> bool:
        """Whether a proof search is a way to nimbers: positions fall apart, or a kernel computes them."""
        parts = type(ruleset).parts is not Ruleset.parts
        return parts or (is_searchable(ruleset) and expansion_of(ruleset).nimbers)

    def nimber(self, summand: Summand, budget: Budget) -> int:
        prover = self.of(summand.ruleset)
        return prover.nimber(prover.parts(summand.position), budget)

    def groups(self, summands: Iterable[Summand]) -> list[tuple[Prover, Parts]]:
        """The parts of each ruleset, the heaviest last."""
        positions: dict[Ruleset[Any], list[Hashable]] = {}
        for summand in summands:
            positions.setdefault(summand.ruleset, []).append(summand.position)
        groups = [(self.of(ruleset), self.of(ruleset).parts(*mine)) for ruleset, mine in positions.items()]
        return sorted(groups, key=lambda group: sum(map(group[0].expansion.weight, group[1])))

    def drop_saved(self) -> None:
        """Remove from the stores what was used of them, because it was found to be false."""
        for prover in self.known.values():
            prover.drop_saved()

    @property
    def methods(self) -> list[Method]:
        """What was searched, with the number of nodes, and what was saved earlier."""
        provers = self.known.values()
        saved = chain.from_iterable(prover.normal.methods + prover.misere.methods for prover in provers)
        kernels = chain.from_iterable(prover.expansion.methods for prover in provers)
        normal = Method("proof search over couples", AUTHORS, sum(prover.normal.nodes for prover in provers))
        misere = Method("proof search with canonical forms", AUTHORS, sum(prover.misere.nodes for prover in provers))
        return [*kernels, *saved, *(search for search in (normal, misere) if search.count)]
