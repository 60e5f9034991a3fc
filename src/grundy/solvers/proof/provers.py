"""The proof searches of a solver: one for each ruleset, joined for sums of several.

Under normal play the summands of each ruleset but the last are replaced by their nimber. Under misère play one ruleset
is searched, and all else is a canonical form beside it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from math import inf
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import LoopError, NotDecided
from grundy.solvers.proof.expansion import Parts, expansion_of
from grundy.solvers.proof.prover import MISERE, NORMAL, Prover

__all__ = ["Provers"]


def searchable(ruleset: Ruleset[Any]) -> bool:
    """Whether a proof search may be asked: play ends, and no pattern decides it; heaps have their tables."""
    pattern = type(ruleset).terminal is not Ruleset.terminal
    return ruleset.finite and ruleset.adds and not pattern and not isinstance(ruleset, HeapGame)


class Provers:
    """Proof searches by ruleset; `hard` are the rulesets for which the definition is not tried any more."""

    def __init__(self, fresh: bool = False) -> None:
        self.fresh = fresh
        self.known: dict[Ruleset[Any], Prover] = {}
        self.hard: set[Ruleset[Any]] = set()

    def of(self, ruleset: Ruleset[Any]) -> Prover:
        """The proof search of a ruleset."""
        if ruleset not in self.known:
            self.known[ruleset] = Prover(ruleset, self.fresh)
        return self.known[ruleset]

    def may_search(self, summand: Summand) -> bool:
        """Whether a proof search may be asked about the summand."""
        return searchable(summand.ruleset) and not summand.ruleset.endless(summand.position)

    def at_once(self, ruleset: Ruleset[Any]) -> bool:
        """Whether a proof search is better than the definition from the start."""
        return ruleset in self.hard or (searchable(ruleset) and not expansion_of(ruleset).trial)

    def takes_long(self, ruleset: Ruleset[Any], work: Callable[[Budget], object], budget: Budget) -> bool:
        """Whether the work is too much for a trial; then none is made again for this ruleset."""
        share = budget.smaller(expansion_of(ruleset).trial, inf)
        share.report = budget.report
        try:
            with suppress(LoopError):
                work(share)
            budget.spent += share.spent
            return False
        except NotDecided:
            budget.spend(share.spent)  # raises if this was all there is
            budget.look()
            self.hard.add(ruleset)
            return True

    def lost(self, summands: Iterable[Summand], heap: int, budget: Budget) -> bool:
        """Whether the sum and a nim heap are a P-position under normal play."""
        *others, last = self.grouped(summands)
        for prover, parts in others:
            heap ^= prover.nimber(parts, budget)
        return last[0].lost(last[1], heap, budget)

    def recalled(self, game: Game, misere: bool, heap: int) -> bool | None:
        """Whether a game of one ruleset and a nim heap are lost, where that is remembered."""
        rulesets = {summand.ruleset for summand in game.summands}
        if len(rulesets) != 1 or not rulesets <= self.known.keys() or (misere and heap):
            return None
        ((prover, parts),) = self.grouped(game.summands)
        return prover.recalled(parts, misere, heap)

    def has_nimbers(self, ruleset: Ruleset[Any]) -> bool:
        """Whether a proof search is a way to nimbers: positions fall apart, or a kernel tells."""
        parts = type(ruleset).parts is not Ruleset.parts
        return parts or (searchable(ruleset) and expansion_of(ruleset).nimbers)

    def reach(self, summand: Summand, misere: bool, budget: Budget) -> "Iterator[Hashable] | None":
        """All moves to lost positions, where a kernel lists them."""
        return self.of(summand.ruleset).reach(summand.position, misere, budget)

    def nimber(self, summand: Summand, budget: Budget) -> int:
        """The nimber of a summand."""
        prover = self.of(summand.ruleset)
        return prover.nimber(prover.parts(summand.position), budget)

    def grouped(self, summands: Iterable[Summand]) -> list[tuple[Prover, Parts]]:
        """The parts of each ruleset, the heaviest last."""
        parts: dict[Ruleset[Any], Parts] = {}
        for summand in summands:
            prover = self.of(summand.ruleset)
            parts[summand.ruleset] = (*parts.get(summand.ruleset, ()), *prover.parts(summand.position))
        groups = [(self.of(ruleset), mine) for ruleset, mine in parts.items()]
        return sorted(groups, key=lambda group: sum(map(group[0].expansion.weight, group[1])))

    def lost_misere(self, game: Game, budget: Budget) -> bool:
        """Whether the game is a P-position under misère play; one of its rulesets is searched."""
        ruleset = next(s.ruleset for s in game.summands if self.may_search_misere(s))
        prover, forms = self.of(ruleset), self.of(ruleset).wholes.forms
        forms.budget = budget
        mine = [prover.parts(s.position) for s in game.summands if s.ruleset == ruleset]
        rest = Game(tuple(s for s in game.summands if s.ruleset != ruleset))
        return prover.lost_misere(tuple(chain.from_iterable(mine)), forms.total(forms.parts(rest)), budget)

    def may_search_misere(self, summand: Summand) -> bool:
        """Whether a search under misère play may be asked about the summand."""
        return self.may_search(summand) and summand.ruleset.separate

    @property
    def methods(self) -> list[str]:
        """What was searched, with the number of positions expanded."""
        counts = [(prover.count("normal"), prover.count("misere")) for prover in self.known.values()]
        normal, misere = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0)
        told = chain.from_iterable(prover.expansion.methods for prover in self.known.values())
        return [*told, *(f"{name}, {n:,} nodes" for name, n in ((NORMAL, normal), (MISERE, misere)) if n)]
