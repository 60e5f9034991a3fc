"""Proofs that can be checked without search: claims, each of which rests on those before it.

Under normal play a claim is a part with its nimber n. It holds because no option has the nimber n, and every smaller
one is met. An option has another nimber where its parts are claimed, two equal ones cancel and the others add up to
something else; or where all but one are claimed, and that one has an option, all of claimed parts, that makes up n.
Under misère play a claim is a whole P-position: each of its options has an option that is claimed, or has none.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from math import inf
from typing import NamedTuple, TypeVar

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers.proof.couples import UNKNOWN, Couple
from grundy.solvers.proof.expansion import Key, Parts
from grundy.solvers.proof.prover import Prover

__all__ = ["Claim", "proof_of"]

N = TypeVar("N", bound=Hashable)
PATIENCE = 16  # positions for an option at first: what a search forgot was cheap


class Claim(NamedTuple):
    """Canonical parts of a position, as text, that are a P-position together with a nim heap."""

    parts: tuple[str, ...]
    nimber: int


def proof_of(game: Game, misere: bool = False, budget: Budget | None = None, fresh: bool = False) -> Iterator[Claim]:
    """A closed proof of who wins a game of one ruleset; where it is won, that of an option that is lost."""
    rulesets = {summand.ruleset for summand in game.summands}
    if len(rulesets) != 1:
        raise UndefinedError("a proof by claims is about one ruleset; ask for each summand by itself")
    prover, budget = Prover(rulesets.pop(), fresh), budget or Budget()
    parts = tuple(part for summand in game.summands for part in prover.parts(summand.position))
    if misere:
        whole = Wholes(prover, budget)
        return (Claim(whole.texts(parts), 0) for parts in closed(whole.needs, whole.roots(parts)))
    couples = Nimbers(prover, budget)
    return (Claim(couples.texts((key,)), nimber) for key, nimber in closed(couples.needs, couples.roots(parts)))


def closed(needs: Callable[[N], Iterable[N]], roots: Iterable[N]) -> Iterator[N]:
    """What the roots need, directly or not, and the roots themselves: each after all that it needs."""
    done: set[N] = set()
    for root in roots:
        stack = [(root, iter(needs(root)))] if root not in done else []
        while stack:
            node, rest = stack[-1]
            below = next((other for other in rest if other not in done), None)
            if below is not None:
                stack.append((below, iter(needs(below))))
                continue
            stack.pop()
            if node not in done:
                done.add(node)
                yield node


class Walk:
    """A walk through what a search remembers; what it forgot is searched again."""

    def __init__(self, prover: Prover, budget: Budget) -> None:
        self.prover, self.budget, self.options = prover, budget, prover.expansion.options

    def texts(self, parts: Parts) -> tuple[str, ...]:
        """The parts in the canonical form and the notation of their ruleset."""
        rules = self.prover.ruleset
        positions = (rules.board.read(Reader(self.prover.expansion.show(key))) for key in parts)
        return tuple(sorted(rules.board.show(rules.canonical(position)) for position in positions))

    def lost(self, parts: Parts, heap: int, budget: Budget) -> bool:
        """Whether a position is lost."""
        return self.prover.lost(parts, heap, budget)

    def recalled(self, parts: Parts, heap: int) -> bool | None:
        """Whether a position is lost, if that is remembered."""
        return self.prover.recalled(parts, False, heap)

    def first_lost(self, options: Iterable[Parts], heap: int = 0) -> Parts | None:
        """An option that is lost beside a heap: the lightest that is remembered, or the one that is found soonest."""
        ordered = sorted(options, key=lambda parts: (sum(map(self.prover.expansion.weight, parts)), len(parts)))
        known = [(option, self.recalled(option, heap)) for option in ordered]
        lost = next((option for option, answer in known if answer), None)
        unknown = [option for option, answer in known if answer is None]
        patience = PATIENCE
        while lost is None and unknown:
            lost, unknown = self.soon_lost(unknown, heap, patience)
            patience *= 8
        return lost

    def soon_lost(self, options: list[Parts], heap: int, patience: int) -> tuple[Parts | None, list[Parts]]:
        """An option that is found to be lost within so many positions, and the options not decided before it."""
        hard: list[Parts] = []
        for option in options:
            share = self.budget.smaller(patience, inf)
            share.report = self.budget.report
            try:
                if self.lost(option, heap, share):
                    return option, hard
            except NotDecided:
                self.budget.look()
                hard.append(option)
            self.budget.spend(share.spent)
        return None, hard


class Nimbers(Walk):
    """Normal play: parts with their nimbers."""

    def roots(self, parts: Parts) -> Iterator[Couple]:
        """The nimbers of the parts where the game is lost, and where it is won what shows that."""
        return self.claims(parts) if self.lost(parts, 0, self.budget) else self.differs(parts, 0)

    def needs(self, node: Couple) -> Iterator[Couple]:
        """The claims that a claim rests on."""
        key, nimber = node
        options = self.options(key)
        for option in options:
            yield from self.differs(option, nimber)
        for smaller in range(nimber):
            yield from self.claims(self.first_lost(options, smaller) or ())

    def claims(self, parts: Parts) -> Iterator[Couple]:
        """The parts, but for those that cancel, with their nimbers."""
        return ((key, self.prover.nimber((key,), self.budget)) for key in self.odd(parts))

    def odd(self, parts: Parts) -> list[Key]:
        """The parts without pairs of equal ones: those whose nimber is known first, the heaviest last."""
        odd = (key for key, copies in Counter(parts).items() if copies % 2)
        return sorted(odd, key=lambda key: (self.fact(key) < 0, self.prover.expansion.weight(key)))

    def fact(self, key: Key) -> int:
        """The nimber of a part, or below zero where it is not known."""
        return self.prover.couples.facts.get(key, UNKNOWN)

    def differs(self, parts: Parts, nimber: int) -> Iterator[Couple]:
        """The claims that show that a position does not have this nimber."""
        *light, heavy = self.odd(parts) or [None]
        for claim in self.claims(tuple(light)):
            nimber ^= claim[1]
            yield claim
        if heavy is not None:
            less = 0 <= self.fact(heavy) < nimber  # then an option may be missing that makes up the nimber
            reply = None if less else self.first_lost(self.options(heavy), nimber)
            yield from self.claims((heavy,) if reply is None else reply)


class Wholes(Walk):
    """Misère play: whole positions that are lost."""

    def lost(self, parts: Parts, heap: int, budget: Budget) -> bool:
        """Whether a position is lost."""
        return self.prover.lost_misere(parts, heap, budget)

    def recalled(self, parts: Parts, heap: int) -> bool | None:
        """Whether a position is lost, if that is remembered."""
        self.prover.wholes.forms.budget = self.budget  # a search with a small one may have been the last
        return self.prover.recalled(parts, True)

    def roots(self, parts: Parts) -> list[Parts]:
        """The position, or an option of it, that is lost; none at the end of play, which is won."""
        return [self.sorted(parts)] if self.lost(parts, 0, self.budget) else self.reply(parts)

    def needs(self, node: Parts) -> Iterator[Parts]:
        """An answer to each option."""
        return (answer for option in self.followers(node) for answer in self.reply(option))

    def reply(self, parts: Parts) -> list[Parts]:
        """An option that is lost, if play is not at its end."""
        answer = self.first_lost(self.followers(parts))
        return [] if answer is None else [self.sorted(answer)]

    def followers(self, parts: Parts) -> list[Parts]:
        """The options of a whole position."""
        return [
            (*parts[:place], *option, *parts[place + 1 :])
            for place, key in enumerate(parts)
            if key not in parts[:place]
            for option in self.options(key)
        ]

    def sorted(self, parts: Parts) -> Parts:
        """The parts in an order that does not depend on play."""
        return tuple(sorted(parts, key=hash))
