"""What `grundy misere` tells of a heap ruleset: genus and outcome of each heap, and the quotient of all sums."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers.misere.builder import Builder
from grundy.solvers.misere.forms import Forms
from grundy.solvers.misere.genus import Genus
from grundy.solvers.misere.quotient import Quotient, builder_of, quotient_of
from grundy.solvers.misere.saved import read, write

__all__ = ["Analysis", "analyse"]

ASIDE = 400_000  # positions for the genera; their forms grow without bound
SHARE = 4  # the part of the time that they may take
Json = dict[str, object]


@dataclass(frozen=True)
class Analysis:
    """Heaps 0 .. to - 1 of a ruleset; where time was short, the genera and the quotient of fewer."""

    ruleset: HeapGame
    to: int
    genera: list[Genus]
    partial: Quotient
    reason: str = ""

    @property
    def quotient(self) -> Quotient | None:
        """The quotient of all these heaps, if it was found."""
        return self.partial if len(self.partial.elements) >= self.to else None

    @property
    def outcomes(self) -> str:
        """A letter for each heap whose outcome is known."""
        known = self.partial.elements[: self.to]
        lost = [bool(self.partial.monoid.lost[element]) for element in known]
        return "".join("P" if p else "N" for p in lost + [genus.lost for genus in self.genera[len(known) :]])

    @property
    def complete(self) -> bool:
        """Whether the quotient and all outcomes were found."""
        return self.quotient is not None

    def json(self) -> Json:
        """The object of `grundy misere --json`."""
        known = {} if self.quotient else {"partial": {"to": len(self.partial.elements)} | quotient_json(self.partial)}
        return {
            "ruleset": str(self.ruleset),
            "to": self.to,
            "genus": [str(genus) for genus in self.genera],
            "kinds": [genus.kind for genus in self.genera],
            "outcomes": self.outcomes,
            "quotient": quotient_json(self.quotient) if self.quotient else None,
        } | known


def quotient_json(found: Quotient) -> Json:
    """The quotient as plain data; the period is that of the pretending function, `proved` if for all heaps."""
    period = found.period
    return {
        "order": found.monoid.order,
        "p_portion": found.monoid.p_portion,
        "presentation": found.presentation,
        "generators": dict(zip(found.names, found.essential, strict=True)),
        "pretending": found.pretending,
        "period": period and {"preperiod": period.preperiod, "period": period.period, "proved": period.proved},
    }


def analyse(ruleset: Ruleset[Any], to: int, budget: Budget | None = None, save: Path | None = None) -> Analysis:
    """The analysis of heaps 0 .. to - 1; `save` names a file that the search for the quotient goes on from."""
    if not isinstance(ruleset, HeapGame):
        raise UndefinedError(
            f"{ruleset} is not played with heaps, so it has no quotient; solve a position with --misere"
        )
    budget = budget or Budget()
    builder, reason = builder_of(ruleset, budget), ""
    try:
        search(builder, ruleset, to, save)
    except NotDecided as error:
        reason = str(error)
    seconds = 1.0 if budget.seconds is None else budget.seconds / SHARE
    genera = list(genera_of(ruleset, to, Budget(ASIDE, seconds, budget.report)))
    return Analysis(ruleset, to, genera, quotient_of(ruleset, builder), reason)


def search(builder: Builder, ruleset: HeapGame, to: int, save: Path | None) -> None:
    """Find the quotient of heaps 0 .. to - 1, from what is saved of it on; what is found is saved in any case."""
    saved = read(save, ruleset) if save and save.exists() else None
    known = len(saved["proved"]["elements"]) if saved else 0
    try:
        if saved:
            builder.resume(saved, to)
        builder.extend(to)
    finally:  # also when the user interrupts
        if save and len(builder.guess.elements) >= known:
            write(save, ruleset, builder.state)


def genera_of(ruleset: HeapGame, to: int, budget: Budget) -> Iterator[Genus]:
    """The genera of heaps 0, 1, ..., as far as the budget goes."""
    forms = Forms(budget)
    try:
        for heap in range(to):
            yield forms.genera[forms.of(Summand(ruleset, ruleset.canonical((heap,))))]
    except NotDecided:
        return
