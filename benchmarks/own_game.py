"""A person's own heap game: its options compiled, against the same options run by Python, in one run."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import xor
from time import perf_counter

import numpy as np

from benchmarks import Table
from grundy import HeapGame
from grundy.core.nimbers import mex
from grundy.games.at_most_half import at_most_half
from grundy.games.grundys_game import grundys_game
from grundy.solvers.compiled_options import compile_options

__all__ = ["run"]

PLAIN, COMPILED = 2_000, 20_000  # heaps; both ways are quadratic, so a rate is of pairs of a heap and a smaller one


@dataclass(frozen=True)
class SplitOrTake(HeapGame):
    """Take one, two or four stones, or split a heap whose size is not a multiple of 3."""

    take: tuple[int, ...] = (1, 2, 4)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """A smaller heap, or two that make up this one."""
        for take in self.take:
            if take <= heap:
                yield (heap - take,)
        if heap % 3:
            yield from ((left, heap - left) for left in range(1, heap // 2 + 1))


def run() -> Table:
    """The time to compile each game, the rates, and how many times faster the compiled options are."""
    header = ("game", "compiled in", "plain, million a second", "compiled, million a second", "ratio")
    return Table("A person's own game", header, [row(game) for game in (SplitOrTake(), at_most_half, grundys_game)])


def row(game: HeapGame) -> tuple[str, ...]:
    """The figures of one game; the first one also pays for the start of Numba."""
    start = perf_counter()
    advance = compile_options(game)
    compiling = perf_counter() - start
    if advance is None:
        return (game.name, "not compiled", "", "", "")
    values = np.zeros(COMPILED, np.uint16)
    plain, compiled = (rate(lambda: by_definition(game), PLAIN), rate(lambda: advance(values, 0, COMPILED), COMPILED))
    return (game.name, f"{compiling:.1f} s", f"{plain:.1f}", f"{compiled:.0f}", f"{compiled / plain:.0f}")


def by_definition(game: HeapGame) -> list[int]:
    """The values by the options as Python runs them."""
    known: list[int] = []
    for n in range(PLAIN):
        known.append(mex(reduce(xor, (known[heap] for heap in option), 0) for option in game.options(n)))
    return known


def rate(work: Callable[[], object], heaps: int) -> float:
    """Millions of pairs of a heap and a smaller one in a second, the best of three."""
    times = []
    for _ in range(3):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return heaps * heaps / 2 / min(times) / 1e6
