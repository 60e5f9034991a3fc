"""A staircase with coins on its steps: a position is the tuple of their numbers, from the lowest step up."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from grundy.boards.heaps import EDITED_STONES, Heaps, Position
from grundy.core.board import Edit, Handle


@dataclass(frozen=True)
class Staircase(Heaps):
    """Coins on the steps of a staircase, their numbers from the lowest step up; a coin that leaves step 1 is gone."""

    noun: str = "step"

    kind = "steps"
    family = "Strips and stairs"
    notation = "numbers of coins on steps 1, 2, 3, ..., separated by commas"

    def show(self, position: Position) -> str:
        return ",".join(map(str, position))

    def tidy(self, position: Position) -> Position | None:
        top = max((step for step, coins in enumerate(position, 1) if coins), default=0)
        return position[:top] or None

    @staticmethod
    def moved_coins(before: Position, after: Position) -> tuple[int, int]:
        """The step from which coins went down, and how many."""
        losses = ((step, old - new) for step, (old, new) in enumerate(zip(before, after, strict=True), 1))
        return next((step, coins) for step, coins in losses if coins > 0)

    def differ(self, before: Position, after: Position) -> str:
        step, coins = self.moved_coins(before, after)
        what = "1 coin" if coins == 1 else f"{coins} coins"
        return f"move {what} from step {step} down" if step > 1 else f"take {what} from step 1"

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset([self.moved_coins(before, after)])

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """Coins more or fewer on a step, and a step more or less."""
        for i, coins in enumerate(position):
            before, behind = position[:i], position[i + 1 :]
            yield Edit(f"add a coin on step {i + 1}", (*before, coins + 1, *behind), adds=True)
            for left in range(coins) if coins <= EDITED_STONES else (0, coins - 1):
                yield Edit(f"leave {left} on step {i + 1}", (*before, left, *behind), (f"s-{i + 1}-{left}",))
        yield Edit("one step more", (*position, 1), adds=True)
        if len(position) > 1:
            yield Edit("one step fewer", position[:-1])

    def small(self, bound: int) -> Iterator[Position]:
        """Up to four steps with few coins, fewer first."""
        for most in range(1, bound + 1):
            for steps in range(1, 5):
                yield from (p for p in product(range(most), repeat=steps) if max(p) == most - 1 and sum(p) <= bound)
