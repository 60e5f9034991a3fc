"""Normal play: couples of a part and a nimber.

The couple (G, n) is lost exactly if n is the nimber of G. So of each part a search remembers its nimber, or nimbers
that it does not have. A sum is decided part by part: the nimbers of all parts but the heaviest, then one couple; parts
with known nimbers are replaced by their nim-sum, and equal parts cancel (Lemoine and Viennot 2010).

What is known of a part is one integer: the nimber, or, below zero, all bits but those of the nimbers excluded.
"""

from grundy.solvers.proof.expansion import Expansion, Key, Parts
from grundy.solvers.proof.memory import Memory
from grundy.solvers.proof.space import Choice, Space

__all__ = ["UNKNOWN", "Couple", "Couples", "Sum"]

Couple = tuple[Key, int]
UNKNOWN = -1  # no nimber is excluded


class Sum(Choice[Couple]):
    """Some parts and a nim heap; parts leave as their nimbers are found."""

    __slots__ = ("couples", "heap", "parts", "seen")

    def __init__(self, couples: "Couples", parts: Parts, heap: int) -> None:
        self.couples, self.parts, self.heap = couples, parts, heap
        self.seen: dict[Key, int] | None = None  # what was excluded, lest the memory forget it in the meantime

    def fact(self, key: Key) -> int:
        """What is known of a part without a known nimber."""
        fact = self.couples.facts.get(key, UNKNOWN)
        return fact & self.seen.get(key, UNKNOWN) if self.seen else fact

    def ask(self) -> bool | list[Couple]:
        """Whether the sum is lost, or the couples that it depends on, that of the lightest part first."""
        self.parts, self.heap = self.couples.settled(self.parts, self.heap)
        if not self.parts:
            return self.heap == 0
        if len(self.parts) == 1:
            (key,) = self.parts
            return [(key, self.heap)] if self.fact(key) >> self.heap & 1 else False
        return [(key, least(self.fact(key))) for key in sorted(self.parts, key=self.couples.weight)]

    def hear(self, node: Couple, lost: bool) -> None:
        """Take note of a nimber, or of one that is excluded."""
        key, nimber = node
        if not lost:
            self.seen = self.seen or {}
            self.seen[key] = self.seen.get(key, UNKNOWN) & ~(1 << nimber)
        elif key in self.parts:
            self.parts = tuple(other for other in self.parts if other != key)
            self.heap ^= nimber


def least(fact: int) -> int:
    """The least nimber that is not excluded."""
    return (fact & -fact).bit_length() - 1


class Couples(Space[Couple]):
    """The couples of one ruleset under normal play."""

    def __init__(self, expansion: Expansion, facts: Memory[int] | None = None) -> None:
        self.expansion, self.weight = expansion, expansion.weight
        self.facts = Memory[int]() if facts is None else facts
        self.astray = 1  # guesses differ by less than this from process to process

    def sum(self, parts: Parts, heap: int = 0) -> Sum:
        """The choice to go to these parts and a nim heap."""
        return Sum(self, parts, heap)

    def choices(self, node: Couple) -> list[Choice[Couple]]:
        """The options in the part and in the heap; a single one where it is known to be lost."""
        key, nimber = node
        found: dict[tuple[Parts, int], tuple[int, int]] = {}
        options = [(option, nimber) for option in self.expansion.options(key)]
        for parts, heap in options + [((key,), smaller) for smaller in range(nimber)]:
            rest, heap = self.settled(parts, heap)
            if not rest and not heap:
                return [Sum(self, (), 0)]
            if len(rest) > 1 or (rest and self.facts.get(rest[0], UNKNOWN) >> heap & 1):
                found[rest, heap] = sum(map(self.weight, rest)) + 4 * heap, len(rest)
        return [Sum(self, *choice) for choice in sorted(found, key=found.__getitem__)]

    def settled(self, parts: Parts, heap: int) -> tuple[Parts, int]:
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
        return 4 + self.weight(node[0]) + 4 * node[1] + hash(node) % self.astray

    def note(self, node: Couple, lost: bool, work: int) -> None:
        """Remember the nimber of the part, or that it is another."""
        key, nimber = node
        fact = self.facts.get(key, UNKNOWN)
        if fact < 0:
            self.facts.put(key, nimber if lost else fact & ~(1 << nimber), work)
