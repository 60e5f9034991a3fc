"""Heaps in a circle: its turns, and what moves in runs of it leave."""

from collections.abc import Iterator
from itertools import product

from grundy.boards.heaps import Position


def turns(position: Position) -> Iterator[Position]:
    """The circle read from every heap on, both ways round."""
    for way in (position, position[::-1]):
        yield from (way[i:] + way[:i] for i in range(len(way)))


def cut_runs(position: Position, k: int) -> Iterator[Position]:
    """What is left after stones were taken from k heaps in a run, each once: runs that overlap share some."""
    n, seen = len(position), {position}
    for start in range(n):
        run = {(start + step) % n for step in range(min(k, n))}
        sizes = (range(heap + 1) if i in run else (heap,) for i, heap in enumerate(position))
        for to in product(*sizes):
            if to not in seen:
                seen.add(to)
                yield to


def is_every_choice_a_run(position: Position, k: int) -> bool:
    """Whether any k heaps follow one another, as in Moore's nim."""
    return k == 1 or k >= len(position) - 1
