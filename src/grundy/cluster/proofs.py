"""One proof by many processes: couples that do not depend on each other are searched apart.

Where a position is lost, every option of it must be shown to be won, so the options are as many proofs that can be
found side by side; where it is won, looking at several options at once is a bet. What a worker finds in its stretch of
time, a proof or the facts on the way to one, goes to all others with their next task. The driver itself searches only
what is quick; it keeps what is found in the store on disk, from which `solve` then answers.
"""

from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any, NamedTuple

from grundy.cluster.workers import Outcome, Task, Workers
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import NotDecided
from grundy.expressions import parse
from grundy.solvers.proof.expansion import Parts
from grundy.solvers.proof.prover import Prover
from grundy.solvers.proof.provers import searchable
from grundy.solvers.proof.saved import Row

__all__ = ["prove_apart"]

QUICK = 2.0  # seconds for the driver's own search
STRETCH = 5.0  # seconds of a task: what a death loses, and how long a worker goes without news
PROVERS: dict[str, Prover] = {}  # of a worker, kept from task to task


class Question(NamedTuple):
    """A couple to be searched, and what is known already."""

    game: str
    part: str
    nimber: int
    known: list[Row]


def prove_apart(game: Game, workers: Workers, budget: Budget) -> None:
    """Search who wins a game under normal play, and save what is found; only where one search answers it."""
    rulesets = {summand.ruleset for summand in game.summands}
    if len(rulesets) != 1 or not all(map(searchable, rulesets)):
        return
    driver = Driver(str(game), Prover(rulesets.pop()), budget)
    parts = tuple(part for summand in game.summands for part in driver.prover.parts(summand.position))
    try:
        for target in (*driver.prover.expansion.easier(parts), parts):
            driver.settle(target, workers)
    finally:
        driver.shelf.write()


class Driver:
    """Who hands out couples, and takes in what is found."""

    def __init__(self, game: str, prover: Prover, budget: Budget) -> None:
        self.game, self.prover, self.budget = game, prover, budget
        self.shelf = prover.normal.shelf = prover.saved()
        self.under_way: set[tuple[str, int]] = set()

    def settle(self, parts: Parts, workers: Workers) -> None:
        """Let the workers search until it is known whether the parts are lost."""
        with suppress(NotDecided):
            self.prover.lost(parts, 0, Budget(seconds=QUICK))
            return
        with closing(workers.run(searched, self.tasks(parts), self.budget.look)) as outcomes:
            while not self.known(parts):
                self.take(next(outcomes))
        self.under_way.clear()

    def take(self, outcome: Outcome[Question, list[Row]]) -> None:
        """Take in what a worker has found."""
        self.under_way.difference_update((question.part, question.nimber) for question in outcome.items)
        self.prover.absorb(outcome.result or ())
        self.budget.spend()
        if outcome.reason and outcome.final:
            raise NotDecided(f"not decided: {outcome.items[0].part}: {outcome.reason}")

    def known(self, parts: Parts) -> bool:
        """Whether it is known who wins."""
        return self.prover.recalled(parts, False) is not None

    def tasks(self, parts: Parts) -> Iterator[Task[Question]]:
        """The first couple that nobody searches yet, again and again."""
        while not self.known(parts):
            part, nimber = next(self.open_couples(parts))
            self.under_way.add((part, nimber))
            yield Task([Question(self.game, part, nimber, self.prover.found())])

    def open_couples(self, parts: Parts) -> Iterator[tuple[str, int]]:
        """Couples that the answer may rest on: those of the options, then those of the options of these, and so on."""
        layer = self.prover.subproofs(parts)
        while layer:
            yield from (couple for couple in layer if couple not in self.under_way)
            below = (self.prover.subproofs((self.prover.expansion.recall(part),), nimber) for part, nimber in layer)
            layer = list(dict.fromkeys(couple for couples in below for couple in couples))
        while True:  # everything is under way
            yield self.first(parts)

    def first(self, parts: Parts) -> tuple[str, int]:
        """The first couple that the answer rests on."""
        answer: Any = self.prover.couples.sum(parts, 0).ask()
        key, nimber = answer[0]
        return self.prover.expansion.show(key), nimber


def searched(questions: list[Question]) -> list[Row]:
    """What a worker finds of a couple in its stretch of time."""
    (question,) = questions
    if question.game not in PROVERS:
        PROVERS[question.game] = Prover(parse(question.game).summands[0].ruleset, fresh=True)
    prover = PROVERS[question.game]
    prover.absorb(question.known)
    with suppress(NotDecided):
        prover.lost((prover.expansion.recall(question.part),), question.nimber, Budget(seconds=STRETCH))
    return prover.found((question.part, question.nimber))
