"""One proof by many processes, which exchange what they find (docs/theory/search.md, "Several processes")."""

from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from typing import NamedTuple

from grundy.cluster.workers import TaskOutcome, WorkerCluster, WorkerTask
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import NotDecided
from grundy.expressions import parse
from grundy.solvers.proof.couples import Couple
from grundy.solvers.proof.expansion import Parts, expansion_of
from grundy.solvers.proof.prover import DEPTH_FIRST_NODES, PartFact, Prover, is_searchable

DRIVER_SECONDS = 2.0  # for the driver's own search
TASK_SECONDS = 4.0  # what is lost with a worker that dies, and how long one goes without the facts of the others
NOISE_QUARTERS = 8  # of a proof number, by which the guesses of a process may differ from those of the first
PROVERS: dict[str, Prover] = {}  # of a worker, kept from task to task


class CoupleTask(NamedTuple):
    """A couple to be searched, which of the processes searches it, whether it has before, and what is known."""

    game: str
    couple: Couple
    place: int
    again: bool
    known: list[PartFact]


def prove_apart(game: Game, workers: WorkerCluster, budget: Budget) -> None:
    """Search who wins a game under normal play, and save what is found; only where one search answers it."""
    rulesets = {summand.ruleset for summand in game.summands}
    if len(rulesets) != 1 or not all(map(is_searchable, rulesets)):
        return
    driver = ProofDriver(str(game), Prover(expansion_of(rulesets.pop())), budget)
    parts = driver.prover.parts(*(summand.position for summand in game.summands))
    for target in (*driver.prover.expansion.easier(parts), parts):
        driver.decide(target, workers)


class ProofDriver:
    """Hands out couples to search, and collects what is found."""

    def __init__(self, game: str, prover: Prover, budget: Budget) -> None:
        self.game, self.prover, self.budget = game, prover, budget
        prover.normal.load_saved()
        if prover.normal.saved:
            prover.normal.saved.load_costliest()
        self.places: list[int] = []  # of the processes that search

    def decide(self, parts: Parts, workers: WorkerCluster) -> None:
        """Let the workers search until it is known whether the parts are lost; what one kernel decides stays here."""
        with suppress(NotDecided):
            self.prover.is_lost(parts, 0, Budget(seconds=DRIVER_SECONDS))
            return
        try:
            if self.is_one_task(parts):
                self.prover.is_lost(parts, 0, self.budget)
                return
            with closing(workers.run(search_couple, self.tasks(parts), self.budget.look)) as outcomes:
                while self.prover.recall(parts) is None:
                    self.take(next(outcomes))
        finally:
            self.prover.normal.save()
        self.places.clear()

    def is_one_task(self, parts: Parts) -> bool:
        """Whether all that is to be done is one couple, which a kernel decides in the same way in every process."""
        couples = self.prover.couples.option(parts, 0, self.budget).evaluate()
        if not isinstance(couples, list) or len(couples) > 1:
            return False
        return self.prover.expansion.is_decided_whole(couples[0][0])

    def take(self, outcome: TaskOutcome[CoupleTask, list[PartFact]]) -> None:
        for task in outcome.items:
            self.places.remove(task.place)
        self.prover.absorb(outcome.result or ())
        self.budget.spend()
        if outcome.reason and outcome.is_final:
            raise NotDecided(f"not decided: {self.game}: {outcome.reason}")

    def tasks(self, parts: Parts) -> Iterator[WorkerTask[CoupleTask]]:
        """Couples that the answer depends on, each time with what is known."""
        begun = set[tuple[int, Couple]]()
        while True:
            couples = self.prover.couples.option(parts, 0, self.budget).evaluate()
            if isinstance(couples, bool):
                return
            place = next(place for place in count() if place not in self.places)
            couple = couples[place % len(couples)]
            self.places.append(place)
            yield WorkerTask([CoupleTask(self.game, couple, place, (place, couple) in begun, self.prover.facts())])
            begun.add((place, couple))


def search_couple(tasks: list[CoupleTask]) -> list[PartFact]:
    (task,) = tasks
    if task.game not in PROVERS:
        PROVERS[task.game] = Prover(expansion_of(parse(task.game).summands[0].ruleset), fresh=True)
        PROVERS[task.game].couples.noise = NOISE_QUARTERS if task.place else 1
    prover = PROVERS[task.game]
    prover.absorb(task.known)
    key, nimber = task.couple
    before = set(prover.facts(key))
    prover.normal.depth_first_nodes = 0 if task.again else DEPTH_FIRST_NODES
    with suppress(NotDecided):
        prover.is_lost((key,), nimber, Budget(seconds=TASK_SECONDS))
    return [fact for fact in prover.facts(key) if fact not in before]
