"""One proof by many processes, which tell each other what they find.

In a sum each process takes another part, whose nimber is asked for: these are independent. Of a single part all search
the same couple, the first as one alone does, the others led astray a little, so that they come to other positions. What
a process finds in its stretch of time goes to all others with their next task; the proof numbers that it has met it
keeps. The driver itself searches only what is quick, and keeps what is found in the store on disk, from which `solve`
then answers. Giving the options of one part to several processes was tried and took twice as long as one search: most
options rest on a few hard positions, which all processes then search.
"""

from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from typing import NamedTuple

from grundy.cluster.workers import Outcome, Task, Workers
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import NotDecided
from grundy.expressions import parse
from grundy.solvers.proof.couples import Couple
from grundy.solvers.proof.expansion import Parts
from grundy.solvers.proof.prover import Fact, Prover
from grundy.solvers.proof.provers import searchable

__all__ = ["prove_apart"]

QUICK = 2.0  # seconds for the driver's own search
STRETCH = 4.0  # seconds of a task: what a death loses, and how long a worker goes without news
ASTRAY = 8  # quarters of a life by which guesses may be off
PROVERS: dict[str, Prover] = {}  # of a worker, kept from task to task


class Question(NamedTuple):
    """A couple to be searched, which of the processes searches it, whether it has before, and what is known."""

    game: str
    couple: Couple
    place: int
    again: bool
    known: list[Fact]


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
    """Who hands out the position, and takes in what is found."""

    def __init__(self, game: str, prover: Prover, budget: Budget) -> None:
        self.game, self.prover, self.budget = game, prover, budget
        self.shelf = prover.normal.shelf = prover.saved()
        self.places: list[int] = []  # of the processes that search

    def settle(self, parts: Parts, workers: Workers) -> None:
        """Let the workers search until it is known whether the parts are lost."""
        with suppress(NotDecided):
            self.prover.lost(parts, 0, Budget(seconds=QUICK))
            return
        with closing(workers.run(searched, self.tasks(parts), self.budget.look)) as outcomes:
            while not self.known(parts):
                self.take(next(outcomes))
        self.places.clear()

    def take(self, outcome: Outcome[Question, list[Fact]]) -> None:
        """Take in what a worker has found."""
        for question in outcome.items:
            self.places.remove(question.place)
        self.prover.absorb(outcome.result or ())
        self.budget.spend()
        if outcome.reason and outcome.final:
            raise NotDecided(f"not decided: {self.game}: {outcome.reason}")

    def known(self, parts: Parts) -> bool:
        """Whether it is known who wins."""
        return self.prover.recalled(parts, False) is not None

    def tasks(self, parts: Parts) -> Iterator[Task[Question]]:
        """Couples that the answer depends on, each time with what is known."""
        begun = set[tuple[int, Couple]]()
        while True:
            couples = self.prover.couples.sum(parts).ask()
            if isinstance(couples, bool):
                return
            place = next(place for place in count() if place not in self.places)
            couple = couples[place % len(couples)]
            self.places.append(place)
            yield Task([Question(self.game, couple, place, (place, couple) in begun, self.prover.found())])
            begun.add((place, couple))


def searched(questions: list[Question]) -> list[Fact]:
    """What a worker finds in its stretch of time."""
    (question,) = questions
    prover = PROVERS.get(question.game) or prover_of(question)
    prover.absorb(question.known)
    key, nimber = question.couple
    before = set(prover.found(key))
    prover.normal.patience = 0 if question.again else prover.patience
    with suppress(NotDecided):
        prover.lost((key,), nimber, Budget(seconds=STRETCH))
    return [fact for fact in prover.found(key) if fact not in before]


def prover_of(question: Question) -> Prover:
    """The search of this process."""
    prover = PROVERS[question.game] = Prover(parse(question.game).summands[0].ruleset, fresh=True)
    prover.couples.astray = ASTRAY if question.place else 1
    return prover
