"""Brussels Sprouts: join two free ends of crosses by a curve that crosses nothing, and add a bar across the curve.

Two ends are used up and the bar brings two, one on each side of the curve. Joining two curves of a region makes one of
them; joining two ends of one curve parts the region in two, and the other curves go to either side. Each region keeps
an end for ever, so a region with e ends and c curves ends as e regions: that takes e - 1 partings and, since a parting
adds a curve and a joining removes one, c - 1 joinings. Hence a play from n crosses has exactly 5n - 2 moves, however it
goes (Conway, in Gardner 1967).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from grundy.boards.regions import Position, Region, Regions, free_ends, region, together
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites

__all__ = ["BrusselsSprouts", "brussels_sprouts"]


@dataclass(frozen=True)
class BrusselsSprouts(Ruleset[Position]):
    """Join two free ends by a curve that crosses nothing, and add a bar with two new ends across it."""

    board = Regions()
    source = "Conway, in Gardner 1967"
    example = "3"

    def moves(self, position: Position) -> Iterator[Position]:
        """Two ends of one region joined; curves with equally many ends are alike."""
        for i, old in enumerate(position):
            for new in options(old):
                yield together((*position[:i], *new, *position[i + 1 :]))

    def parts(self, position: Position) -> Iterator[Position]:
        """Each region by itself."""
        return ((one,) for one in position)

    @cites("Conway, in Gardner 1967")
    def theorem(self, position: Position) -> int:
        """Whether the number of moves that are left is odd."""
        return sum(free_ends(one) + curves(one) - 2 for one in position) % 2

    @cites("Conway, in Gardner 1967")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """The outcome by the number of moves that are left."""
        return "N" if self.theorem(position) != misere else "P"

    @cites("Conway, in Gardner 1967")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """Every move or none."""
        wins = nimber == 1 - self.theorem(position) if not misere else self.theorem(position) == 0
        return self.moves(position) if wins else iter(())


def curves(one: Region) -> int:
    """The number of curves of the region."""
    return sum(number for _, number in one)


def options(old: Region) -> Iterator[tuple[Region, ...]]:
    """What one move makes of a region."""
    yield from joinings(old)
    yield from partings(old)


def joinings(old: Region) -> Iterator[tuple[Region]]:
    """The region with two curves joined to one."""
    for a, b in combinations_with_replacement([ends for ends, _ in old], 2):
        left = Counter(dict(old))
        left.subtract([a, b])
        if left[a] >= 0:
            yield (region(left + Counter([a + b])),)


def partings(old: Region) -> Iterator[tuple[Region, Region]]:
    """The two regions after two ends of one curve are joined, the other curves on either side."""
    for ends, _ in old:
        others = Counter(dict(old)) - Counter([ends])
        for inside in range(ends // 2):
            for some in choices(region(others)):
                one = region(some + Counter([inside + 1]))
                two = region(others - some + Counter([ends - 1 - inside]))
                if 2 * inside < ends - 2 or one <= two:  # halves that are alike may be exchanged
                    yield one, two


def choices(curves: Region) -> Iterator[Counter[int]]:
    """The ways to choose some of the curves."""
    if not curves:
        yield Counter()
        return
    (ends, number), *others = curves
    for some in range(number + 1):
        yield from (rest + Counter({ends: some}) for rest in choices(tuple(others)))


brussels_sprouts = BrusselsSprouts()
