"""What `grundy misere` prints of a heap ruleset: genus and outcome of each heap, and the quotient of all sums."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.ruleset import Ruleset
from grundy.errors import DamageError, GrundyError, NotDecided, UndefinedError
from grundy.solvers.misere.builder import BuilderState, QuotientBuilder
from grundy.solvers.misere.forms import genera_of
from grundy.solvers.misere.genus import Genus
from grundy.solvers.misere.quotient import Quotient, quotient_of
from grundy.solvers.misere.quotient_file import quotient_directory, read_state, write_state
from grundy.solvers.saved import set_aside, warn

GENUS_TIME_SHARE = 1 / 4  # of the seconds of the budget
GENUS_SECONDS = 1.0  # where the budget has no limit
WHOLE_HEAPS = 200  # among which a period is looked for that holds for all,
WHOLE_POSITIONS = 1_000_000  # by this much work
WHOLE_SECONDS = 3.0
DAMAGED = "a saved search for a quotient is damaged"
Json = dict[str, object]


@dataclass(frozen=True)
class RulesetAnalysis:
    """Heaps 0 .. to - 1 of a ruleset; where time was short, the genera and the quotient of fewer."""

    ruleset: HeapGame
    to: int
    genera: list[Genus]
    partial: Quotient
    reason: str = ""

    @property
    def quotient(self) -> Quotient | None:
        return self.partial if len(self.partial.elements) >= self.to else None

    @property
    def is_whole(self) -> bool:
        """Whether it holds for all heaps."""
        return bool(self.partial.period and self.partial.period.proved)

    @property
    def outcomes(self) -> str:
        known = self.partial.elements[: self.to]
        lost = [bool(self.partial.monoid.lost[element]) for element in known]
        return "".join("P" if p else "N" for p in lost + [genus.is_lost for genus in self.genera[len(known) :]])

    def json(self) -> Json:
        known = {} if self.quotient else {"partial": {"to": len(self.partial.elements)} | quotient_json(self.partial)}
        return {
            "ruleset": str(self.ruleset),
            "to": self.to,
            "genus": [str(genus) for genus in self.genera],
            "kinds": [genus.kind for genus in self.genera],
            "outcomes": self.outcomes,
            "quotient": quotient_json(self.quotient) if self.quotient else None,
        } | known


def quotient_json(quotient: Quotient) -> Json:
    """The quotient as plain data; the period is that of the pretending function, `proved` if for all heaps."""
    period = quotient.period
    return {
        "order": quotient.monoid.order,
        "p_portion": quotient.monoid.p_portion,
        "presentation": quotient.presentation,
        "generators": dict(zip(quotient.names, quotient.essential, strict=True)),
        "pretending": quotient.pretending_function,
        "period": period and {"preperiod": period.preperiod, "period": period.period, "proved": period.proved},
    }


def analyse_ruleset(
    ruleset: Ruleset[Any], to: int, budget: Budget | None = None, save: Path | None = None
) -> RulesetAnalysis:
    """The analysis of heaps 0 .. to - 1; the search for the quotient resumes from the file `save` and writes it."""
    if not isinstance(ruleset, HeapGame):
        raise UndefinedError(
            f"{ruleset} is not played with heaps, so it has no quotient; solve a position with --misere"
        )
    budget = budget or Budget()
    builder, reason = QuotientBuilder(ruleset.options), ""
    try:
        search(builder, ruleset, to, budget, save)
    except NotDecided as error:
        reason = str(error)
    seconds = GENUS_SECONDS if budget.seconds is None else budget.seconds * GENUS_TIME_SHARE
    genera = list(genera_of(ruleset, to, seconds, budget.report))
    return RulesetAnalysis(ruleset, to, genera, quotient_of(ruleset, builder), reason)


def find_whole_solution(answer: RulesetAnalysis, budget: Budget) -> RulesetAnalysis:
    """The analysis of so many heaps that it holds for all, if that is found in a moment; else the one at hand."""
    if not answer.quotient or answer.is_whole:
        return answer
    try:
        longer = analyse_ruleset(answer.ruleset, WHOLE_HEAPS, budget.smaller(WHOLE_POSITIONS, WHOLE_SECONDS))
    except NotDecided:
        return answer
    return longer if longer.quotient and longer.is_whole else answer


def whole_json(whole: RulesetAnalysis) -> Json:
    """The solution for all heaps, null where none was found."""
    return {"whole": quotient_json(whole.partial) | {"to": whole.to} if whole.is_whole else None}


def search(builder: QuotientBuilder, ruleset: HeapGame, to: int, budget: Budget, save: Path | None) -> None:
    """Find the quotient of heaps 0 .. to - 1, from what the file holds on; the file is written in any case."""
    saved = read_or_set_aside(save, ruleset) if save and os.path.exists(save) else None
    known = len(saved["proved"]["elements"]) if saved else 0
    try:
        if save and saved:
            resume_or_set_aside(builder, saved, to, budget, save)
        builder.extend(to, budget)
    finally:  # also when the user interrupts
        if save and len(builder.candidate.elements) >= known:
            write_or_warn(save, ruleset, builder)


def read_or_set_aside(save: Path, ruleset: HeapGame) -> BuilderState | None:
    """What a file holds; one of ours that is damaged is set aside, one that the user names is an error."""
    try:
        return read_state(save, ruleset)
    except DamageError:
        if not is_ours(save):
            raise
    set_aside(save, DAMAGED)
    return None


def resume_or_set_aside(builder: QuotientBuilder, saved: BuilderState, to: int, budget: Budget, save: Path) -> None:
    """Continue from what a file holds; where it does not fit the rules, as with a damaged one."""
    try:
        builder.resume(saved, to, budget)
    except DamageError:
        if not is_ours(save):
            raise
        set_aside(save, DAMAGED)


def is_ours(save: Path) -> bool:
    """Whether a file is among the saved results, rather than named by the user."""
    return save.parent == quotient_directory()


def write_or_warn(save: Path, ruleset: HeapGame, builder: QuotientBuilder) -> None:
    """Write what was found; an answer is not lost where that fails, as on a full disk."""
    try:
        write_state(save, ruleset, builder.state)
    except GrundyError as error:
        warn("%s", error)
