"""Regions of the plane with curves in them that have free ends: a position is a sorted tuple of regions.

A region is a tuple of pairs (ends, curves): so many curves with so many ends that point into the region. Which
curves bound other regions too does not matter, because an end belongs to one region only. A region with one end in all
is used up and is dropped.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grundy.boards.bar import partitions
from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

__all__ = ["Position", "Region", "Regions", "free_ends", "region", "together"]

MOST_KINDS = 100  # of curves in a region
Region = tuple[tuple[int, int], ...]
Position = tuple[Region, ...]


@dataclass(frozen=True)
class Regions(Board[Position]):
    """Regions with curves in them; at first there is one region with crosses of four ends."""

    kind = "regions"
    notation = "a number of crosses, or for each region in [] the free ends of its curves: [4 8][3x2] has three of 2"

    def read(self, reader: Reader) -> Position:
        """The crosses, or the regions."""
        if reader.next != "[":
            return together([region({4: reader.integer("a number of crosses")})])
        regions = []
        while reader.take("["):
            regions.append(self.read_region(reader))
        return together(regions)

    @staticmethod
    def read_region(reader: Reader) -> Region:
        """The curves up to the closing bracket."""
        start, curves = reader.place, Counter[int]()
        while not reader.take("]"):
            number, ends = 1, reader.integer("a number of free ends")
            if reader.take("x"):
                number, ends = ends, reader.integer("a number of free ends")
            curves[ends] += number
        if not region(curves) or curves[0] or len(curves) > MOST_KINDS:
            cure = f"write 1 to {MOST_KINDS} different numbers, none of them 0"
            raise reader.error(f"a region has curves with at least one free end each; {cure}", start)
        return region(curves)

    def show(self, position: Position) -> str:
        """The crosses where nothing was played, otherwise the regions."""
        if not position:
            return "0"
        (ends, number), *others = position[0]
        crosses = len(position) == 1 and ends == 4 and not others
        return str(number) if crosses else "".join(map(shown, position))

    @staticmethod
    def change(before: Position, after: Position) -> tuple[Region, Position]:
        """The region that was played in, and what became of it."""
        old, new = Counter(before), Counter(after)
        return next(iter((old - new).elements())), tuple(sorted((new - old).elements()))

    def differ(self, before: Position, after: Position) -> str:
        """Which ends were joined."""
        old, new = self.change(before, after)
        joined = "two curves" if len(new) == 1 and free_ends(new[0]) == free_ends(old) else "two ends of one curve"
        return f"in {shown(old)} join {joined}, leaving {''.join(map(shown, new)) or 'nothing to join'}"

    def handle(self, before: Position, after: Position) -> Handle:
        """The region, and what to make of it."""
        return frozenset([self.change(before, after)])

    def small(self, bound: int) -> Iterator[Position]:
        """One region, and two regions, with at most `bound` free ends in all."""
        yield ()
        for total in range(2, bound + 1):
            yield from (together([one]) for one in regions(total))
            for first in range(2, total // 2 + 1):
                yield from (together([a, b]) for a in regions(first) for b in regions(total - first))


def region(curves: Mapping[int, int]) -> Region:
    """The region with these curves: how many there are with each number of ends."""
    return tuple(sorted((ends, number) for ends, number in curves.items() if number))


def free_ends(region: Region) -> int:
    """The number of free ends in the region."""
    return sum(ends * number for ends, number in region)


def together(regions: Iterable[Region]) -> Position:
    """The position with these regions, without those that are used up."""
    return tuple(sorted(one for one in regions if free_ends(one) > 1))


def regions(total: int) -> Iterator[Region]:
    """The regions with so many free ends."""
    return (region(Counter(curves)) for curves in partitions(total, total))


def shown(region: Region) -> str:
    """The curves of a region as text."""
    return f"[{' '.join(f'{number}x{ends}' if number > 1 else str(ends) for ends, number in region)}]"
