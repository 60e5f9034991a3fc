"""Coins on the steps of a staircase: a position is the tuple of their numbers on steps 1, 2, 3, ..."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from grundy.boards.heaps import Heaps, Position
from grundy.core.board import Handle

__all__ = ["Steps"]


@dataclass(frozen=True)
class Steps(Heaps):
    """A staircase, from the lowest step up; a coin that leaves step 1 is gone."""

    noun: str = "step"

    kind = "steps"

    @property
    def notation(self) -> str:
        """How a position is written."""
        return "numbers of coins on steps 1, 2, 3, ..., separated by commas"

    def show(self, position: Position) -> str:
        """The numbers of coins; an empty step counts."""
        return ",".join(map(str, position))

    def tidy(self, position: Position) -> Position | None:
        """The staircase up to the highest coin."""
        top = max((step for step, coins in enumerate(position, 1) if coins), default=0)
        return position[:top] or None

    @staticmethod
    def moved(before: Position, after: Position) -> tuple[int, int]:
        """The step from which coins went down, and how many."""
        losses = ((step, old - new) for step, (old, new) in enumerate(zip(before, after, strict=True), 1))
        return next((step, coins) for step, coins in losses if coins > 0)

    def differ(self, before: Position, after: Position) -> str:
        """How many coins went down from which step."""
        step, coins = self.moved(before, after)
        what = "1 coin" if coins == 1 else f"{coins} coins"
        return f"move {what} from step {step} down" if step > 1 else f"take {what} from step 1"

    def handle(self, before: Position, after: Position) -> Handle:
        """The step, and the number of coins."""
        return frozenset([self.moved(before, after)])

    def small(self, bound: int) -> Iterator[Position]:
        """Up to four steps with few coins, fewer first."""
        for most in range(1, bound + 1):
            for steps in range(1, 5):
                yield from (p for p in product(range(most), repeat=steps) if max(p) == most - 1 and sum(p) <= bound)
