"""The maker of nimbers: a search that looks at no more than it must (Lemoine and Viennot 2010).

Whether a unit has the value m is asked for m = 0, 1, ... in turn: m is excluded by an option that has it, and if there
is none, m is the nimber. Of a sum, the nimbers of all units but the largest are found, and one question is left about
that one. So most units are never given a value; it is enough to know what they are not.
"""

from collections import defaultdict
from collections.abc import Generator, Iterator
from functools import reduce
from operator import xor
from typing import TypeAlias

from grundy.errors import LoopError
from grundy.explain.certificates.file import Header, Line
from grundy.explain.certificates.play import LOST, Play

__all__ = ["Prover"]

Units = list[str]
Task: TypeAlias = "Generator[Task, bool | None, bool]"  # a question that asks others on its way


def answer(task: Task) -> bool:
    """The answer to a question, on a stack of our own."""
    stack: list[Task] = [task]
    result: bool | None = None
    while stack:
        try:
            stack.append(stack[-1].send(result))
            result = None
        except StopIteration as end:
            stack.pop()
            result = bool(end.value)
    return bool(result)


class Prover:
    """What is known of pieces, or of whole positions: values in the order in which they were proved."""

    def __init__(self, play: Play) -> None:
        self.play, self.values = play, {LOST: 0}
        self.excluded: defaultdict[str, list[Units]] = defaultdict(list)  # for 0, 1, ... an option of that value
        self.options: dict[str, list[Units]] = {}
        self.below: set[str] = set()
        self.uses: dict[str, set[str]] = {LOST: set()}

    def outcome(self) -> Header:
        """The outcome of the game."""
        return {"outcome": "P" if answer(self.sum_has(self.play.first, 0)) else "N"}

    def nimber(self) -> Header:
        """The nimber of the game, and so the outcome."""
        for unit in self.play.first:
            answer(self.settle(unit))
        value, _ = self.known(self.play.first)
        return {"outcome": "N" if value else "P", "nimber": value}

    def known(self, units: Units) -> tuple[int, Units]:
        """The value of what is known of a position, and what is not, smaller texts first."""
        unknown = [unit for unit in units if unit not in self.values]
        return reduce(xor, (self.values.get(unit, 0) for unit in units), 0), sorted(unknown, key=len)

    def sum_has(self, units: Units, value: int) -> Task:
        """Whether a position has the value."""
        for unit in self.known(units)[1][:-1]:
            yield self.settle(unit)
        known, unknown = self.known(units)
        return bool((yield self.has(unknown[-1], known ^ value))) if unknown else known == value

    def settle(self, unit: str) -> Task:
        """True, once the value is known."""
        while unit not in self.values:
            yield self.step(unit)
        return True

    def has(self, unit: str, value: int) -> Task:
        """Whether a unit has the value."""
        while unit not in self.values and len(self.excluded[unit]) <= value:
            yield self.step(unit)
        return self.values.get(unit) == value

    def step(self, unit: str) -> Task:
        """Whether the least value that is not excluded is the value of the unit; if not it is excluded now."""
        if unit in self.below:
            raise LoopError(f"play can return to {unit}; `--kind labels` takes such games")
        value = len(self.excluded[unit])
        if unit not in self.options:
            distinct = {tuple(sorted(units)) for units in self.play.options(unit)}
            self.options[unit] = sorted(map(list, distinct), key=lambda units: sum(map(len, units)))
        self.below.add(unit)
        for option in sorted(self.options[unit], key=lambda units: len(self.known(units)[1])):
            if (yield self.sum_has(option, value)):
                self.excluded[unit].append(option)
                break
        else:
            self.values[unit] = value
            self.uses[unit] = {used for option in self.options.pop(unit) for used in self.shown(option, value)}
        self.below.discard(unit)
        return unit in self.values

    def shown(self, units: Units, value: int) -> Iterator[str]:
        """The units whose values show that a position has another value than this."""
        known, unknown = self.known(units)
        yield from (unit for unit in units if unit in self.values)
        for unit in unknown:
            yield from self.excluded[unit][known ^ value]

    def lines(self) -> Iterator[Line]:
        """The values that the claim rests on, with ranks in the order in which they were proved."""
        needed, todo = {LOST}, [*self.shown(self.play.first, 0)]
        while todo:
            unit = todo.pop()
            if unit not in needed:
                needed.add(unit)
                todo += self.uses[unit]
        proved = ((unit, value) for unit, value in self.values.items() if unit in needed - {LOST})
        return ((unit, str(value), rank, []) for rank, (unit, value) in enumerate(proved))
