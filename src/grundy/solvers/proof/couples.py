"""Normal play: couples of a part and a nimber, lost if it is the nimber of the part (Lemoine and Viennot 2010).

What is known of a part is one integer: the nimber, or, below zero, all bits but those of the nimbers excluded.
"""

from typing import Any

from grundy.core.budget import Budget
from grundy.solvers.proof.expansion import Expansion, Key, Parts
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.space import NodeOption, SearchSpace

Couple = tuple[Key, int]
UNKNOWN = -1  # no nimber is excluded


class SumOption(NodeOption[Couple]):
    """Some parts and a nim heap; parts are removed as their nimbers are found."""

    __slots__ = ("couples", "excluded", "heap", "parts")

    def __init__(self, couples: "Couples", parts: Parts, heap: int) -> None:
        self.couples, self.parts, self.heap = couples, parts, heap
        self.excluded: dict[Key, int] | None = None  # facts found here, which the bounded memory may have forgotten

    def fact(self, key: Key) -> int:
        """What is known of a part without a known nimber."""
        fact = self.couples.facts.get(key, UNKNOWN)
        return fact & self.excluded.get(key, UNKNOWN) if self.excluded else fact

    def evaluate(self) -> bool | list[Couple]:
        self.parts, self.heap = self.couples.reduce(self.parts, self.heap)
        if not self.parts:
            return self.heap == 0
        if len(self.parts) == 1:
            (key,) = self.parts
            return [(key, self.heap)] if self.fact(key) >> self.heap & 1 else False
        return [(key, least_possible(self.fact(key))) for key in sorted(self.parts, key=self.couples.weight)]

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


class Couples(SearchSpace[Couple]):
    """The couples of one expansion under normal play."""

    def __init__(self, expansion: Expansion, facts: Memory[int]) -> None:
        self.expansion, self.weight, self.facts = expansion, expansion.weight, facts
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
            rest, heap = self.reduce(parts, heap)
            if not rest and not heap:
                return [SumOption(self, (), 0)]
            if len(rest) > 1 or (rest and self.facts.get(rest[0], UNKNOWN) >> heap & 1):
                found[rest, heap] = sum(map(self.weight, rest)) + 4 * heap, len(rest)
        return [SumOption(self, *option) for option in sorted(found, key=found.__getitem__)]

    def reduce(self, parts: Parts, heap: int) -> tuple[Parts, int]:
        """The parts whose nimbers are not known, and the nim-sum of the others and the heap."""
        rest: list[Key] = []
        young, recall = self.facts.young.get, self.facts.get
        for key in parts:
            fact = young(key)  # the search spends a third of its time here: no call that can be saved
            if fact is None:
                fact = recall(key, UNKNOWN)
            if fact >= 0:
                heap ^= fact
            elif key in rest:
                rest.remove(key)
            else:
                rest.append(key)
        return tuple(rest), heap

    def guess(self, node: Couple) -> int:
        """Four times 1 + weight / 4 + nimber, to stay with integers."""
        return 4 + self.weight(node[0]) + 4 * node[1] + hash(node) % self.noise

    def note(self, node: Couple, lost: bool, work: int) -> None:
        key, nimber = node
        fact = self.facts.get(key, UNKNOWN)
        if fact < 0:
            self.facts.put(key, nimber if lost else fact & ~(1 << nimber), work)

    def show(self, key: Any) -> str:
        return self.expansion.show(key)

    def read(self, text: str) -> Key:
        return self.expansion.read_canonical(text)
