"""Small closed proofs of positions of Sprouts, chosen among all that a search has found.

Each move uses up a life, so the claims of a proof are worked off by their lives, most first: when it is chosen how the
options of one are answered, all claims of larger positions are there, and what they need already comes for nothing.
For the outcomes of 11 to 20 spots this takes 7,800 claims; a closed proof of 11 to 17 spots that takes the lightest
answer to each option had 9,900.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from heapq import heappop, heappush
from operator import xor
from typing import Generic, TypeVar

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.sprouts.search import SproutsExpansion
from grundy.solvers.proof.expansion import Key, Parts
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.misere import LOST, MisereSpace, Whole
from grundy.solvers.proof.prover import Prover

N = TypeVar("N", Key, Whole)
Way = tuple[N, ...]  # claims that together show something
CACHED_OPTIONS = 1 << 15


def remembered(facts: Memory[int]) -> dict[Key, int]:
    """All that is in the memory of a search."""
    return {**{key: fact for key, (fact, _) in facts.lasting.items()}, **facts.old, **facts.young}


class SmallProof(ABC, Generic[N]):
    """Claims that some positions rest on; each is asked for once."""

    def __init__(self) -> None:
        self.chosen: set[N] = set()
        self.waiting: list[tuple[int, int, N]] = []

    @abstractmethod
    def lives(self, claim: N) -> int:
        """A number that is smaller after each move."""

    @abstractmethod
    def cost(self, claim: N) -> int:
        """An estimate of what a claim costs."""

    @abstractmethod
    def obligations(self, claim: N) -> Iterator[Callable[[], Iterable[Way[N]]]]:
        """What must be shown for a claim: for each the ways to do that."""

    def choose(self, ways: Iterable[Way[N]]) -> Way[N]:
        """The cheapest way, the first that costs nothing."""
        best: tuple[int, Way[N]] | None = None
        for way in ways:
            price = self.price(way)
            if best is None or price < best[0]:
                best = price, way
            if not price:
                break
        if best is None:
            raise NotDecided("not decided: the search has forgotten what a proof rests on; give it more memory")
        return best[1]

    def price(self, way: Way[N]) -> int:
        return sum(self.cost(claim) for claim in way if claim not in self.chosen)

    def add(self, way: Way[N]) -> None:
        for claim in way:
            if claim not in self.chosen:
                self.chosen.add(claim)
                heappush(self.waiting, (-self.lives(claim), len(self.chosen), claim))

    def work_off(self) -> Iterator[N]:
        """All claims, those with most lives first."""
        while self.waiting:
            _, _, claim = heappop(self.waiting)
            yield claim
            priced = [(self.price(self.choose(ways())), ways) for ways in self.obligations(claim)]
            for _, ways in sorted((entry for entry in priced if entry[0]), key=lambda entry: -entry[0]):
                self.add(self.choose(ways()))  # the dearest first: what they need may serve others


class SmallNimberProof(SmallProof[Key]):
    """Normal play: parts whose nimbers are known."""

    def __init__(self, expansion: SproutsExpansion, facts: Mapping[Key, int]) -> None:
        super().__init__()
        self.expansion, self.nimbers = expansion, {key: fact for key, fact in facts.items() if fact >= 0}
        self.options = lru_cache(CACHED_OPTIONS)(lambda key: list(dict.fromkeys(map(odd, expansion.options(key)))))
        self.replies = lru_cache(2 * CACHED_OPTIONS)(self.options_by_nimber)

    def claims(self, positions: Iterable[Parts]) -> Iterator[tuple[Key, int]]:
        """The claims that show who wins in each of these positions."""
        for parts in positions:
            self.add(self.choose(self.ways_of_outcome(parts)))
        return ((key, self.nimbers[key]) for key in self.work_off())

    def lives(self, claim: Key) -> int:
        return self.expansion.lives(claim)

    def cost(self, claim: Key) -> int:
        return self.expansion.lives(claim)

    def ways_of_outcome(self, parts: Parts) -> Iterable[Parts]:
        if all(key in self.nimbers for key in parts) and not self.total(parts):
            return [odd(parts)]
        return self.ways_against(odd(parts), 0)

    def obligations(self, claim: Key) -> Iterator[Callable[[], Iterable[Parts]]]:
        nimber = self.nimbers[claim]
        for smaller in range(nimber):
            yield partial(self.options_of_nimber, claim, smaller)
        for option in self.options(claim):
            yield partial(self.ways_against, option, nimber)

    def ways_against(self, parts: Parts, nimber: int) -> Iterator[Parts]:
        """The ways to show that a position does not have this nimber."""
        unknown = [key for key in parts if key not in self.nimbers]
        if not unknown:
            yield parts
        for key in unknown or parts:
            rest = tuple(other for other in parts if other != key)
            if len(unknown) < 2:
                for reply in self.options_of_nimber(key, nimber ^ self.total(rest)):
                    yield (*rest, *reply)

    def options_of_nimber(self, key: Key, nimber: int) -> list[Parts]:
        return self.replies(key).get(nimber, [])

    def options_by_nimber(self, key: Key) -> dict[int, list[Parts]]:
        found: dict[int, list[Parts]] = {}
        for option in self.options(key):
            if all(part in self.nimbers for part in option):
                found.setdefault(self.total(option), []).append(option)
        return found

    def total(self, parts: Iterable[Key]) -> int:
        return reduce(xor, (self.nimbers[key] for key in parts), 0)


class SmallWholeProof(SmallProof[Whole]):
    """Misère play: heavy parts that are lost beside a form."""

    def __init__(self, space: MisereSpace, expansion: SproutsExpansion) -> None:
        super().__init__()
        self.space, self.expansion = space, expansion
        self.lost = {whole for whole, label in remembered(space.facts).items() if label == LOST}
        self.answers = lru_cache(CACHED_OPTIONS)(self.ways_to_answer)
        self.characters = list[int]()

    def claims(self, positions: Iterable[Parts]) -> Iterator[Whole]:
        for parts in positions:
            whole = self.space.whole(parts, 0)
            self.add((whole,) if whole in self.lost else self.choose(self.answers(whole)))
        return self.work_off()

    def lives(self, claim: Whole) -> int:
        return sum(map(self.expansion.lives, claim[0])) + self.space.depth(claim[1])

    def cost(self, claim: Whole) -> int:
        """The characters of its form, and some for its parts and what it rests on."""
        for number in range(len(self.characters), claim[1] + 1):
            self.characters.append(2 + sum(self.characters[option] for option in self.space.forms.options[number]))
        return self.characters[claim[1]] + 10 * self.lives(claim)

    def obligations(self, claim: Whole) -> Iterator[Callable[[], Iterable[Way[Whole]]]]:
        return (partial(self.answers, option) for option in dict.fromkeys(self.space.followers(claim)) if option[0])

    def ways_to_answer(self, whole: Whole) -> list[Way[Whole]]:
        """Each option that is lost by itself; a form alone needs no claim."""
        ways = list[Way[Whole]]()
        for option in dict.fromkeys(self.space.followers(whole)):
            if not option[0] and self.space.label(option) == LOST:
                return [()]
            if option in self.lost:
                ways.append((option,))
        return ways


def odd(parts: Parts) -> Parts:
    """The parts without pairs of equal ones."""
    return tuple(key for key, copies in Counter(parts).items() if copies % 2)


def prove_outcomes(prover: Prover, positions: Sequence[Parts]) -> list[tuple[Key, int]]:
    """A closed proof of who wins in each of these positions: parts with their nimbers."""
    for parts in positions:
        prover.is_lost(parts, 0, Budget())
    return [*SmallNimberProof(sprouts_of(prover), remembered(prover.couples.facts)).claims(positions)]


def prove_misere_outcomes(prover: Prover, positions: Sequence[Parts]) -> list[Whole]:
    """A closed proof of who wins in each of these positions under misère play: whole positions that are lost."""
    for parts in positions:
        prover.is_lost(parts, 0, Budget(), misere=True)
    return [*SmallWholeProof(prover.wholes, sprouts_of(prover)).claims(positions)]


def sprouts_of(prover: Prover) -> SproutsExpansion:
    assert isinstance(prover.expansion, SproutsExpansion)
    return prover.expansion
