"""Closed proofs, which can be checked without search: steps, each of which rests on those before it.

What a step is, and why it holds, is in docs/theory/search.md.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.solvers.proof.couples import UNKNOWN, Couple
from grundy.solvers.proof.expansion import SHIPPED_METHOD, Key, Parts, expansion_of
from grundy.solvers.proof.misere import Whole
from grundy.solvers.proof.prover import Prover
from grundy.solvers.proof.space import refuse_loop

N = TypeVar("N", Couple, Whole)
Beside = tuple[Parts, int]  # parts beside a nim heap, or under misère play beside whatever has this form
CACHED_OPTIONS = 1 << 16  # lists of options: a proof asks for the same ones several times
FIRST_NODES = 16  # for an option at first: what the search forgot took few nodes


class FalseResultError(GrundyError):
    """What a proof rests on is false, which saved results may be."""


class ProofStep(NamedTuple):
    """Canonical parts of a position, as text, that are a P-position together with a nim heap."""

    parts: tuple[str, ...]
    nimber: int


def prover_of(game: Game, fresh: bool = False) -> tuple[Prover, Parts]:
    rulesets = {summand.ruleset for summand in game.summands}
    if len(rulesets) != 1:
        raise UndefinedError("a closed proof is about one ruleset; ask for each summand by itself")
    prover = Prover(expansion_of(rulesets.pop()), fresh)
    return prover, prover.parts(*(summand.position for summand in game.summands))


def prove_outcome(prover: Prover, parts: Parts, budget: Budget, misere: bool = False) -> Iterator[ProofStep]:
    """A closed proof that the parts are lost, or if they are won that an option is."""
    if misere:
        return WholeProof(prover, budget).steps_of_outcome(parts)
    return NimberProof(prover, budget).steps_of_outcome(parts)


def prove_nimbers(prover: Prover, parts: Parts, budget: Budget) -> Iterator[ProofStep]:
    """A closed proof of the nimber of each part, without pairs of equal ones."""
    proof = NimberProof(prover, budget)
    return proof.steps(proof.claims(parts))


class ClosedProof(ABC, Generic[N]):
    """The steps that some nodes rest on, chosen among what the search remembers."""

    misere = False

    def __init__(self, prover: Prover, budget: Budget) -> None:
        self.prover, self.budget, self.expansion = prover, budget, prover.expansion

    @abstractmethod
    def needs(self, node: N) -> Iterator[N]:
        """The nodes that a node rests on directly."""

    @abstractmethod
    def roots(self, parts: Parts) -> Iterable[N]:
        """The nodes that show who wins."""

    @abstractmethod
    def step(self, node: N) -> ProofStep:
        """The node as a step of the proof."""

    def steps_of_outcome(self, parts: Parts) -> Iterator[ProofStep]:
        return self.steps(self.roots(parts))

    def steps(self, roots: Iterable[N]) -> Iterator[ProofStep]:
        """The steps that the roots rest on, and themselves: each after all that it needs."""
        done, path = set[N](), set[N]()
        for root in roots:
            stack: list[tuple[N, Iterator[N]]] = []
            below: N | None = root if root not in done else None
            while stack or below is not None:
                if below is not None:
                    refuse_loop(below, path)
                    stack.append((below, self.needs(below)))
                else:
                    node, _ = stack.pop()
                    path.discard(node)
                    done.add(node)
                    yield self.step(node)
                below = next((other for other in stack[-1][1] if other not in done), None) if stack else None

    def names(self, parts: Parts) -> tuple[str, ...]:
        return tuple(sorted(map(self.expansion.name, parts)))

    def is_lost(self, parts: Parts, rest: int, budget: Budget) -> bool:
        return self.prover.is_lost(parts, rest, budget, self.misere)

    def recall(self, parts: Parts, rest: int) -> bool | None:
        """Whether the parts and the rest are lost, if that is remembered."""
        return self.prover.recall(parts, rest, self.misere, self.budget)

    def weight(self, option: Beside) -> tuple[int, int]:
        """A key to sort options: little left to play comes first."""
        return sum(map(self.prover.couples.weight, option[0])), len(option[0])

    def first_lost(self, options: Iterable[Beside]) -> Beside | None:
        """An option that is lost: the lightest that is remembered, or else the one that takes fewest nodes to find."""
        unknown: list[Beside] = []
        for option in sorted(options, key=self.weight):
            answer = self.recall(*option)
            if answer:
                return option
            if answer is None:
                unknown.append(option)
        nodes = FIRST_NODES
        while unknown:
            lost, unknown = self.search_lost(unknown, nodes)
            if lost is not None:
                return lost
            nodes *= 8
        return None

    def search_lost(self, options: list[Beside], nodes: int) -> tuple[Beside | None, list[Beside]]:
        """An option that is found to be lost within so many nodes, and the options not decided before it."""
        undecided: list[Beside] = []
        for option in options:
            share = self.budget.share(nodes)
            try:
                if self.is_lost(*option, share):
                    return option, undecided
            except NotDecided:
                self.budget.look()
                undecided.append(option)
            self.budget.spend(share.spent)
        return None, undecided


class NimberProof(ClosedProof[Couple]):
    """Normal play: parts with their nimbers; each is asked for once, as many steps rest on the same parts."""

    def __init__(self, prover: Prover, budget: Budget) -> None:
        super().__init__(prover, budget)
        self.nimbers: dict[Key, int] = {}
        self.options_of = lru_cache(CACHED_OPTIONS)(self.expansion.options)
        self.reply = lru_cache(CACHED_OPTIONS)(self.option_of_nimber)

    def roots(self, parts: Parts) -> Iterator[Couple]:
        is_lost = self.is_lost(parts, 0, self.budget)
        self.prover.load_proof()
        return self.claims(parts) if is_lost else self.claims_against(parts, 0)

    def step(self, node: Couple) -> ProofStep:
        return ProofStep(self.names((node[0],)), node[1])

    def needs(self, node: Couple) -> Iterator[Couple]:
        key, nimber = node
        for option in self.options_of(key):
            yield from self.claims_against(option, nimber)
        for smaller in range(nimber):
            reply = self.reply(key, smaller)
            if reply is None:
                raise FalseResultError(f"{self.expansion.show(key)} has no option of nimber {smaller}")
            yield from self.claims(reply)

    def option_of_nimber(self, key: Key, nimber: int) -> Parts | None:
        lost = self.first_lost((option, nimber) for option in self.options_of(key))
        return lost and lost[0]

    def recall(self, parts: Parts, rest: int) -> bool | None:
        if len(parts) == 1 and parts[0] in self.nimbers:
            return self.nimbers[parts[0]] == rest
        return super().recall(parts, rest)

    def claims(self, parts: Parts) -> Iterator[Couple]:
        return ((key, self.nimber(key)) for key in self.odd_parts(parts))

    def nimber(self, key: Key) -> int:
        if key not in self.nimbers:
            known = self.fact(key)
            self.nimbers[key] = known if known >= 0 else self.prover.nimber((key,), self.budget)
        return self.nimbers[key]

    def odd_parts(self, parts: Parts) -> list[Key]:
        """The parts without pairs of equal ones: those whose nimber is known first, the heaviest last."""
        odd = (key for key, copies in Counter(parts).items() if copies % 2)
        return sorted(odd, key=lambda key: (self.fact(key) < 0, self.prover.couples.weight(key)))

    def fact(self, key: Key) -> int:
        """The nimber of a part, or below zero where it is not known."""
        if key in self.nimbers:
            return self.nimbers[key]
        self.prover.couples.facts.consult([key])
        return self.prover.couples.facts.get(key, UNKNOWN)

    def claims_against(self, parts: Parts, nimber: int) -> Iterator[Couple]:
        """The claims that show that a position does not have this nimber."""
        *light, heavy = self.odd_parts(parts) or [None]
        for claim in self.claims(tuple(light)):
            nimber ^= claim[1]
            yield claim
        if heavy is not None:
            known = self.fact(heavy)
            low = 0 <= known <= nimber  # then there may be no option that makes up the nimber
            reply = None if low or self.is_shipped(heavy) else self.reply(heavy, nimber)
            if reply is not None:
                yield from self.claims(reply)
                return
            nimber ^= self.nimber(heavy)
            yield heavy, self.nimber(heavy)
        if not nimber:
            raise FalseResultError(f"{'+'.join(self.names(parts))} has the nimber that an option must not have")

    def is_shipped(self, key: Key) -> bool:
        """Whether the part is in the store that comes with the package, which has all that it rests on."""
        return self.prover.couples.facts.sources.get(key) == SHIPPED_METHOD


class WholeProof(ClosedProof[Whole]):
    """Misère play: whole positions that are lost, all parts written out beside the form 0."""

    misere = True

    def roots(self, parts: Parts) -> list[Whole]:
        whole = self.whole(parts)
        return [whole] if self.is_lost(*whole, self.budget) else self.reply(whole)

    def step(self, node: Whole) -> ProofStep:
        return ProofStep(self.names(node[0]), 0)

    def needs(self, node: Whole) -> Iterator[Whole]:
        return (answer for option in dict.fromkeys(self.followers(node)) for answer in self.reply(option))

    def reply(self, whole: Whole) -> list[Whole]:
        """An option that is lost, if there is one that needs a step: a form by itself does not."""
        answer = self.first_lost(dict.fromkeys(self.followers(whole)))
        return [answer] if answer and answer[0] else []

    def whole(self, parts: Parts) -> Whole:
        return tuple(sorted(parts, key=hash)), 0

    def followers(self, whole: Whole) -> Iterable[Whole]:
        parts, _ = whole
        for place, key in enumerate(parts):
            if key not in parts[:place]:
                rest = parts[:place] + parts[place + 1 :]
                yield from (self.whole(rest + option) for option in self.expansion.options(key))
