"""The maker of claims: a search for nimbers that looks at no more than it must (Lemoine and Viennot 2010).

Whether a piece has the value m is asked for m = 0, 1, ... in turn: m is excluded by an option that has it, and if there
is none, m is the nimber. Of a sum, the nimbers of all pieces but the largest are found, and one question is left about
that one. So most pieces are never given a value; it is enough to know what they are not.
"""

from collections import defaultdict
from collections.abc import Generator, Iterator
from functools import reduce
from operator import xor
from typing import TypeAlias

from grundy.errors import LoopError
from grundy.explain.certificates.play import LOST, Key, Play

__all__ = ["Prover"]

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
        self.excluded: defaultdict[Key, list[Key]] = defaultdict(list)  # for 0, 1, ... an option of that value
        self.options: dict[Key, list[Key]] = {}
        self.below: set[Key] = set()
        self.uses: dict[Key, set[Key]] = {LOST: set()}

    def outcome(self) -> dict[str, object]:
        """The outcome of the game."""
        return {"outcome": "P" if answer(self.sum_has(self.play.start, 0)) else "N"}

    def nimber(self) -> dict[str, object]:
        """The nimber of the game, and so the outcome."""
        for unit in self.play.units(self.play.start):
            answer(self.settle(unit))
        value, _ = self.split(self.play.start)
        return {"outcome": "N" if value else "P", "nimber": value}

    def split(self, key: Key) -> tuple[int, list[Key]]:
        """The value of what is known of a position, and what is not, smaller texts first."""
        units = self.play.units(key)
        unknown = [unit for unit in units if unit not in self.values]
        return reduce(xor, (self.values.get(unit, 0) for unit in units), 0), sorted(unknown, key=size)

    def sum_has(self, key: Key, value: int) -> Task:
        """Whether a position has the value."""
        for unit in self.split(key)[1][:-1]:
            yield self.settle(unit)
        known, unknown = self.split(key)
        return bool((yield self.has(unknown[-1], known ^ value))) if unknown else known == value

    def settle(self, unit: Key) -> Task:
        """True, once the value is known."""
        while unit not in self.values:
            yield self.step(unit)
        return True

    def has(self, unit: Key, value: int) -> Task:
        """Whether a piece has the value."""
        while unit not in self.values and len(self.excluded[unit]) <= value:
            yield self.step(unit)
        return self.values.get(unit) == value

    def step(self, unit: Key) -> Task:
        """Whether the least value that is not excluded is the value of the piece; if not it is excluded now."""
        if unit in self.below:
            raise LoopError(f"play can return to {' + '.join(unit)}; `--kind labels` takes such games")
        value = len(self.excluded[unit])
        if unit not in self.options:
            self.options[unit] = sorted(set(self.play.options(unit)), key=size)
        self.below.add(unit)
        for option in sorted(self.options[unit], key=lambda key: len(self.split(key)[1])):
            if (yield self.sum_has(option, value)):
                self.excluded[unit].append(option)
                break
        else:
            self.values[unit] = value
            self.uses[unit] = {used for option in self.options.pop(unit) for used in self.shown(option, value)}
        self.below.discard(unit)
        return unit in self.values

    def shown(self, key: Key, value: int) -> Iterator[Key]:
        """The pieces whose values show that a position has another value than this."""
        known, unknown = self.split(key)
        yield from (unit for unit in self.play.units(key) if unit in self.values)
        for unit in unknown:
            yield from self.play.units(self.excluded[unit][known ^ value])

    def lines(self) -> Iterator[str]:
        """The values that the claim rests on, each after those that it rests on."""
        needed, todo = set[Key](), [*self.shown(self.play.start, 0)]
        while todo:
            unit = todo.pop()
            if unit not in needed:
                needed.add(unit)
                todo += self.uses[unit]
        return ("\t".join((str(value), *unit)) for unit, value in self.values.items() if unit in needed - {LOST})


def size(key: Key) -> int:
    """The length of a position as it is written."""
    return sum(map(len, key))
