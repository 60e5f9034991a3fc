"""Hypergraph nim: choose one of the given sets of heaps and take at least one stone from every heap of it.

With all sets of one heap this is nim, with all sets of at most k heaps Moore's nim. Where all sets of k among n heaps
are given and n < 2k, the nimber is the number of moves in the longest play (Boros, Gurvich, Ho, Makino and Mursic
2019): see `exact_nim`, which is this game with all sets of k heaps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Self

from grundy.boards.heaps import PlacedHeaps, Position, SeveralHeapsGame, live_heaps
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset, cites
from grundy.core.words import listing
from grundy.errors import NotationError, PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block

Sets = tuple[tuple[int, ...], ...]  # numbers of heaps, from 1


def cut(position: Position, heaps: Sequence[int]) -> Iterator[Position]:
    """The positions with each of these heaps, by index, made smaller."""
    return product(*(range(size) if i in heaps else (size,) for i, size in enumerate(position)))


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


@dataclass(frozen=True)
class ExactNim(SeveralHeapsGame):
    """Take at least one stone from each of exactly k heaps."""

    k: int

    source = "Boros, Gurvich, Ho, Makino and Mursic 2019"
    example = "2,3,4"
    example_parameters = "2"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise PositionError(f"{self.name} needs k of at least 1")

    def moves(self, position: Position) -> Iterator[Position]:
        return (to for heaps in combinations(live_heaps(position), self.k) for to in cut(position, heaps))

    def parts(self, position: Position) -> Iterator[Position]:
        heaps = self.canonical(position)
        return iter([heaps] if len(heaps) >= self.k else [])

    @cites("Boros, Gurvich, Ho, Makino and Mursic 2019")
    def theorem(self, position: Position) -> int | None:
        """The most moves that can be made, with fewer than 2k heaps."""
        heaps = self.canonical(position)
        return most_rounds(heaps, self.k) if len(heaps) < 2 * self.k else None

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        value = None if page.misere else self.theorem(parts[0])
        if value is None:
            yield from page.parts_reason(self, parts)
            return
        yield page.say(
            "With fewer than 2k heaps the nimber is the number of moves in the longest play, which takes single "
            "stones from the largest heaps: {} has {}.",
            page.at(self, parts[0]),
            page.claim(page.at(self, parts[0]), value),
        )
        yield page.source(self.citation("theorem"))


def most_rounds(heaps: Position, k: int) -> int:
    """The most times that single stones can be taken from k different heaps.

    It is the greatest m for which the heaps, cut down to m, have k*m stones.

    >>> most_rounds((1, 2, 2), 2), most_rounds((3, 3, 3), 2), most_rounds((10**40, 1), 2)
    (2, 4, 1)
    """
    low, high = 0, sum(heaps) // k
    while low < high:
        m = (low + high + 1) // 2
        low, high = (m, high) if sum(min(heap, m) for heap in heaps) >= k * m else (low, m - 1)
    return low
