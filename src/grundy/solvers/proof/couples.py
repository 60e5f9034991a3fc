"""Normal play: couples of a part and a nimber, lost if it is the nimber of the part (Lemoine and Viennot 2010).

What is known of a part is one integer: the nimber, or, below zero, all bits but those of the nimbers excluded.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from operator import xor
from typing import Any, TypeVar

from grundy.core.budget import Budget
from grundy.solvers.proof.expansion import Expansion, Key, Parts
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.space import NodeOption, SearchSpace

K = TypeVar("K")
Couple = tuple[Key, int]
UNKNOWN = -1  # no nimber is excluded
CACHED_WEIGHTS = 1 << 16  # weights of parts, which are asked for several times


class SumOption(NodeOption[Couple]):
    """Some parts and a nim heap; parts are removed as their nimbers are found."""

    __slots__ = ("couples", "excluded", "heap", "parts")

    def __init__(self, couples: "Couples", parts: Parts, heap: int) -> None:
        self.couples, self.parts, self.heap = couples, parts, heap
        self.excluded: dict[Key, int] | None = None  # facts found here, which the bounded memory may have forgotten

    def evaluate(self) -> bool | list[Couple]:
        unknown, heap = self.couples.reduce(self.parts, self.heap)
        if len(unknown) < len(self.parts):
            self.parts, self.heap = tuple(unknown), heap
        if not unknown:
            return heap == 0
        if self.excluded:
            unknown = {key: fact & self.excluded.get(key, UNKNOWN) for key, fact in unknown.items()}
        if len(unknown) == 1:
            (key,) = self.parts
            return [(key, heap)] if unknown[key] >> heap & 1 else False
        return [(key, least_possible(unknown[key])) for key in sorted(unknown, key=self.couples.weight)]

    def update(self, node: Couple, lost: bool) -> None:
        key, nimber = node
        if not lost:
            self.excluded = self.excluded or {}
            self.excluded[key] = self.excluded.get(key, UNKNOWN) & ~(1 << nimber)
        elif key in self.parts:
            self.parts = tuple(other for other in self.parts if other != key)
            self.heap ^= nimber


def least_possible(fact: int) -> int:
    return (fact & -fact).bit_length() - 1


def couple_to_decide(facts: Mapping[K, int], heap: int, weight: Callable[[K], int]) -> bool | tuple[K, int]:
    """Whether different parts and a nim heap are lost, as far as the facts say; else the couple to decide first."""
    rest = reduce(xor, (fact for fact in facts.values() if fact >= 0), heap)
    unknown = [part for part, fact in facts.items() if fact < 0]
    if not unknown:
        return rest == 0
    lightest = min(unknown, key=weight)
    nimber = rest if len(unknown) == 1 else least_possible(facts[lightest])
    return (lightest, nimber) if facts[lightest] >> nimber & 1 else False


class Couples(SearchSpace[Couple]):
    """The couples of one expansion under normal play."""

    def __init__(self, expansion: Expansion, facts: Memory[int]) -> None:
        self.expansion, self.facts = expansion, facts
        self.weight = lru_cache(CACHED_WEIGHTS)(expansion.weight)
        self.noise = 1  # guesses vary by less than this, so that processes with different hashes search differently

    def option(self, parts: Parts, rest: int, budget: Budget | None) -> SumOption:
        self.facts.consult(parts)
        return SumOption(self, parts, rest)

    def options(self, node: Couple, budget: Budget) -> list[NodeOption[Couple]]:
        """The options in the part and in the heap; a single one where it is known to be lost."""
        key, nimber = node
        found: dict[tuple[Parts, int], tuple[int, int]] = {}
        options = [(option, nimber) for option in self.expansion.options(key)]
        if self.facts.find:
            self.facts.consult(other for option, _ in options for other in option)
        for parts, heap in options + [((key,), smaller) for smaller in range(nimber)]:
            unknown, heap = self.reduce(parts, heap)
            if not unknown and not heap:
                return [SumOption(self, (), 0)]
            if len(unknown) > 1 or (unknown and unknown[next(iter(unknown))] >> heap & 1):
                found[tuple(unknown), heap] = sum(map(self.weight, unknown)) + 4 * heap, len(unknown)
        return [SumOption(self, *option) for option in sorted(found, key=found.__getitem__)]

    def reduce(self, parts: Parts, heap: int) -> tuple[dict[Key, int], int]:
        """What is known of the parts without a known nimber, and the nim-sum of the others and the heap."""
        unknown: dict[Key, int] = {}
        recall, recall_older = self.facts.young.get, self.facts.get_older
        for key in parts:
            fact = recall(key)  # the search spends a third of its time here: no call that can be saved
            if fact is None:
                fact = recall_older(key, UNKNOWN)
            if fact >= 0:
                heap ^= fact
            elif key in unknown:
                del unknown[key]
            else:
                unknown[key] = fact
        return unknown, heap

    def guess(self, node: Couple) -> int:
        """Four times 1 + weight / 4 + 2 nimber, to stay with integers."""
        noise = hash(node) % self.noise if self.noise > 1 else 0
        return 4 + self.weight(node[0]) + 8 * node[1] + noise

    def note(self, node: Couple, lost: bool, work: int) -> None:
        key, nimber = node
        fact = self.facts.get(key, UNKNOWN)
        if fact < 0:
            self.facts.put(key, nimber if lost else fact & ~(1 << nimber), work)

    def show(self, key: Any) -> str:
        return self.expansion.show(key)

    def read(self, text: str) -> Key:
        return self.expansion.read_canonical(text)
