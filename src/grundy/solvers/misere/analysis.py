"""What `grundy misere` tells of a heap ruleset: genus and outcome of each heap, and the quotient of all sums."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.solvers.misere.builder import State
from grundy.solvers.misere.forms import Forms
from grundy.solvers.misere.genus import Genus
from grundy.solvers.misere.quotient import Quotient, builder_of, quotient_of

__all__ = ["Analysis", "analyse"]

ASIDE = 400_000  # positions for the genera; their forms grow without bound
SHARE = 4  # the part of the time that they may take
Json = dict[str, object]


@dataclass(frozen=True)
class Analysis:
    """Heaps 0 .. to - 1 of a ruleset; genera and outcomes may be fewer, and the quotient None, if time was short."""

    ruleset: HeapGame
    to: int
    genera: list[Genus]
    quotient: Quotient | None
    reason: str = ""

    @property
    def outcomes(self) -> str:
        """A letter for each heap."""
        if self.quotient:
            return "".join("P" if self.quotient.lost([heap]) else "N" for heap in range(self.to))
        return "".join("P" if genus.lost else "N" for genus in self.genera)

    @property
    def complete(self) -> bool:
        """Whether everything was found."""
        return self.quotient is not None and len(self.genera) == self.to

    def json(self) -> Json:
        """The object of `grundy misere --json`."""
        return {
            "ruleset": str(self.ruleset),
            "to": self.to,
            "genus": [str(genus) for genus in self.genera],
            "kinds": [genus.kind for genus in self.genera],
            "outcomes": self.outcomes,
            "quotient": quotient_json(self.quotient) if self.quotient else None,
        }


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
    builder, found, reason = builder_of(ruleset, budget), None, ""
    saved = read(save, ruleset) if save and save.exists() else None
    known = len(saved["words"]) if saved else 0
    try:
        if saved and known <= to:
            builder.resume(saved)
        builder.extend(to)
        found = quotient_of(ruleset, builder)
    except NotDecided as error:
        reason = str(error)
    finally:  # also when the user interrupts
        if save and len(builder.kept["words"]) >= known:
            write(save, {"ruleset": str(ruleset), "state": builder.kept})
    seconds = 1.0 if budget.seconds is None else budget.seconds / SHARE
    genera = list(genera_of(ruleset, to, Budget(ASIDE, seconds, budget.report)))
    return Analysis(ruleset, to, genera, found, reason)


def genera_of(ruleset: HeapGame, to: int, budget: Budget) -> Iterator[Genus]:
    """The genera of heaps 0, 1, ..., as far as the budget goes."""
    forms = Forms(budget)
    try:
        for heap in range(to):
            yield forms.genera[forms.of(Summand(ruleset, ruleset.canonical((heap,))))]
    except NotDecided:
        return


def read(path: Path, ruleset: HeapGame) -> State:
    """The state that a file holds for this ruleset."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        name, state = str(saved["ruleset"]), saved["state"]
        words = [[int(copies) for copies in word] for word in state["words"]]
        essential, lows = [int(heap) for heap in state["essential"]], [int(low) for low in state["lows"]]
        slack = int(state["slack"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GrundyError(f"{path} is not a saved search for a quotient; name another file") from error
    if name != str(ruleset):
        raise GrundyError(f"{path} belongs to {name}, not to {ruleset}; name another file")
    if len(lows) != len(essential) or any(len(word) != len(essential) for word in words):
        raise GrundyError(f"{path} is damaged; name another file")
    return {"words": words, "essential": essential, "lows": lows, "slack": slack}


def write(path: Path, content: Json) -> None:
    """Write the file, whole or not at all."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(json.dumps(content), encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}") from error
