"""Proofs that can be checked without search: claims, each of which rests on those before it.

Under normal play a claim is a part with its nimber n. It holds because no option has the nimber n, and every smaller
one is met. An option has another nimber where its parts are claimed, two equal ones cancel and the others add up to
something else; or where all but one are claimed, and that one has an option, all of claimed parts, that makes up n.
Under misère play a claim is a whole P-position: each of its options has an option that is claimed, or has none. There
are far fewer where light parts are replaced by their canonical forms, which say by themselves whether they are lost.
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
from grundy.solvers.proof.misere import Whole
from grundy.solvers.proof.prover import Prover

__all__ = ["Claim", "lost_beside_forms", "nimbers_of", "proof_of"]

N = TypeVar("N", bound=Hashable)
Node = tuple[Parts, int]  # parts beside a nim heap, or under misère play whatever has this form
LONGEST = 1 << 16  # characters of a form
PATIENCE = 16  # positions for an option at first: what a search forgot was cheap


class Claim(NamedTuple):
    """Canonical parts of a position, as text, that are a P-position together with a nim heap."""

    parts: tuple[str, ...]
    nimber: int


def proof_of(game: Game, misere: bool = False, budget: Budget | None = None, fresh: bool = False) -> Iterator[Claim]:
    """A closed proof of who wins a game of one ruleset; where it is won, that of an option that is lost."""
    prover, parts = taken_apart(game, fresh)
    budget = budget or Budget()
    if misere:
        whole = Wholes(prover, budget)
        return (Claim(whole.texts(parts), 0) for parts in closed(whole.needs, whole.roots(parts)))
    couples = Nimbers(prover, budget)
    return couples.told(couples.roots(parts))


def nimbers_of(game: Game, budget: Budget | None = None) -> Iterator[Claim]:
    """A closed proof of the nimber of each part of a game of one ruleset."""
    prover, parts = taken_apart(game)
    couples = Nimbers(prover, budget or Budget())
    return couples.told(couples.claims(parts))


def lost_beside_forms(game: Game, budget: Budget | None = None) -> Iterator[str]:
    """A closed proof of who wins under misère play: lost positions of heavy parts beside a form, as they are saved."""
    prover, parts = taken_apart(game)
    beside = Beside(prover, budget or Budget())
    for node in closed(beside.needs, beside.roots(parts)):
        text = prover.wholes.show(node, LONGEST)
        if text is None:
            raise NotDecided(f"not decided: a canonical form of more than {LONGEST:,} characters is too long")
        yield text


def taken_apart(game: Game, fresh: bool = False) -> tuple[Prover, Parts]:
    """The search of the ruleset of a game, and its parts."""
    rulesets = {summand.ruleset for summand in game.summands}
    if len(rulesets) != 1:
        raise UndefinedError("a proof by claims is about one ruleset; ask for each summand by itself")
    prover = Prover(rulesets.pop(), fresh)
    return prover, tuple(part for summand in game.summands for part in prover.parts(summand.position))


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

    def first_lost(self, options: Iterable[Node]) -> Node | None:
        """An option that is lost: the lightest that is remembered, or the one that is found soonest."""
        ordered = sorted(options, key=self.weight)
        known = [(option, self.recalled(*option)) for option in ordered]
        lost = next((option for option, answer in known if answer), None)
        unknown = [option for option, answer in known if answer is None]
        patience = PATIENCE
        while lost is None and unknown:
            lost, unknown = self.soon_lost(unknown, patience)
            patience *= 8
        return lost

    def weight(self, node: Node) -> tuple[int, int]:
        """What is least where little is left to play."""
        parts, _ = node
        return sum(map(self.prover.expansion.weight, parts)), len(parts)

    def soon_lost(self, options: list[Node], patience: int) -> tuple[Node | None, list[Node]]:
        """An option that is found to be lost within so many positions, and the options not decided before it."""
        hard: list[Node] = []
        for option in options:
            share = self.budget.smaller(patience, inf)
            share.report = self.budget.report
            try:
                if self.lost(*option, share):
                    return option, hard
            except NotDecided:
                self.budget.look()
                hard.append(option)
            self.budget.spend(share.spent)
        return None, hard


class Nimbers(Walk):
    """Normal play: parts with their nimbers."""

    def told(self, roots: Iterable[Couple]) -> Iterator[Claim]:
        """The claims that the roots rest on, and themselves."""
        return (Claim(self.texts((key,)), nimber) for key, nimber in closed(self.needs, roots))

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
            yield from self.claims(self.reply(options, smaller) or ())

    def reply(self, options: Iterable[Parts], nimber: int) -> Parts | None:
        """An option of this nimber."""
        found = self.first_lost((option, nimber) for option in options)
        return found and found[0]

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
            reply = None if less else self.reply(self.options(heavy), nimber)
            yield from self.claims((heavy,) if reply is None else reply)


class Wholes(Walk):
    """Misère play: whole positions that are lost."""

    def lost(self, parts: Parts, heap: int, budget: Budget) -> bool:
        """Whether a position is lost."""
        return self.prover.lost_misere(parts, heap, budget)

    def recalled(self, parts: Parts, heap: int) -> bool | None:
        """Whether a position is lost, if that is remembered."""
        self.prover.wholes.forms.budget = self.budget  # a search with a small one may have been the last
        return self.prover.recalled(parts, True, heap)

    def roots(self, parts: Parts) -> list[Parts]:
        """The position, or an option of it, that is lost; none at the end of play, which is won."""
        return [self.sorted(parts)] if self.lost(parts, 0, self.budget) else self.reply(parts)

    def needs(self, node: Parts) -> Iterator[Parts]:
        """An answer to each option."""
        return (answer for option in self.followers(node) for answer in self.reply(option))

    def reply(self, parts: Parts) -> list[Parts]:
        """An option that is lost, if play is not at its end."""
        answer = self.first_lost((option, 0) for option in self.followers(parts))
        return [] if answer is None else [self.sorted(answer[0])]

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


class Beside(Walk):
    """Misère play: heavy parts that are lost beside a form; what has none needs no claim."""

    def __init__(self, prover: Prover, budget: Budget) -> None:
        super().__init__(prover, budget)
        self.space = prover.wholes
        self.space.forms.budget = budget

    def lost(self, parts: Parts, heap: int, budget: Budget) -> bool:
        """Whether the parts are lost beside a form."""
        return self.prover.lost_misere(parts, heap, budget)

    def recalled(self, parts: Parts, heap: int) -> bool | None:
        """Whether the parts are lost beside a form, if that is remembered."""
        return self.prover.recalled(parts, True, heap)

    def weight(self, node: Node) -> tuple[int, int]:
        """What needs no claim is least, then what has little left to play."""
        return len(node[0]) and self.space.guess(node), len(node[0])

    def roots(self, parts: Parts) -> list[Whole]:
        """The position, or an option of it, that is lost."""
        whole = self.space.whole(parts, 0)
        return [whole] if self.lost(*whole, self.budget) else self.reply(whole)

    def needs(self, node: Whole) -> Iterator[Whole]:
        """An answer to each option."""
        return (answer for option in dict.fromkeys(self.space.followers(node)) for answer in self.reply(option))

    def reply(self, whole: Whole) -> list[Whole]:
        """An option that is lost, if it needs a claim."""
        self.space.forms.budget = self.budget  # a search with a small one may have been the last
        answer = self.first_lost(dict.fromkeys(self.space.followers(whole)))
        return [answer] if answer and answer[0] else []
