"""Hypergraph nim: choose one of the given sets of heaps and take at least one stone from every heap of it.

With all sets of one heap this is nim, with all sets of at most k heaps Moore's nim, and with all sets of k heaps
`exact_nim` (Boros, Gurvich, Ho, Makino and Mursic 2019).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from grundy.boards.heaps import PlacedHeaps, Position, cut
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.core.words import listing
from grundy.errors import NotationError, PositionError

Sets = tuple[tuple[int, ...], ...]  # numbers of heaps, from 1


@dataclass(frozen=True)
class HypergraphNim(Ruleset[Position]):
    """Choose one of the given sets of heaps and take at least one stone from every heap of it."""

    sets: Sets

    board = PlacedHeaps()
    source = "Boros, Gurvich, Ho, Makino and Mursic 2019"
    example = "2,3,4"
    example_parameters = "1 2; 2 3; 1 3"

    def filled_rules(self) -> str:
        groups = "; ".join(listing(sorted(one)) for one in self.sets)
        return f"Take at least one stone from every heap of one of these sets: {groups}."

    def __post_init__(self) -> None:
        if not self.sets or not all(self.sets) or min(map(min, self.sets)) < 1:
            raise NotationError("hypergraph_nim needs sets of heap numbers, from 1, such as 1 2; 2 3")

    @classmethod
    def read(cls, reader: Reader) -> Self:
        sets = [read_set(reader)]
        while reader.take(";"):
            sets.append(read_set(reader))
        return cls(tuple(dict.fromkeys(sets)))

    def parameters(self) -> str:
        return "; ".join(" ".join(map(str, one)) for one in self.sets)

    def check(self, position: Position) -> None:
        if (last := max(map(max, self.sets))) > len(position):
            raise PositionError(
                f"{self} has sets up to heap {last}, but here are {len(position)} heaps; write them all"
            )

    def moves(self, position: Position) -> Iterator[Position]:
        return (to for one in self.sets for to in cut(position, [number - 1 for number in one]))

    def parts(self, position: Position) -> Iterator[Position]:
        return iter([] if self.is_over(position) else [position])


def read_set(reader: Reader) -> tuple[int, ...]:
    numbers = {reader.integer("the number of a heap")}
    while reader.at_number():
        numbers.add(reader.integer("the number of a heap"))
    return tuple(sorted(numbers))
