"""Brussels Sprouts: join two free ends of crosses by a curve that crosses nothing, and add a bar across the curve.

Two ends are used up and the bar brings two, one on each side of the curve. Joining two curves of a region makes one of
them; joining two ends of one curve parts the region in two, and the other curves go to either side. Each region keeps
an end for ever, so a region with e ends and c curves ends as e regions: that takes e - 1 partings and, since a parting
adds a curve and a joining removes one, c - 1 joinings. Hence a play from n crosses has exactly 5n - 2 moves, however it
goes (Conway, in Gardner 1967).

A position is a sorted tuple of regions, a region a tuple of pairs (ends, curves): so many curves with so many ends that
point into the region. Which curves bound other regions too does not matter, because an end belongs to one region only.
A region with one end in all is used up and is dropped.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations_with_replacement
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.numbers import partitions
from grundy.core.ordinals import Nimber
from grundy.core.reader import Reader
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import NotationError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.render.scenes.scene import Scene

MOST_KINDS = 100  # of curves in a region
CurveCounts = tuple[tuple[int, int], ...]  # a region
Position = tuple[CurveCounts, ...]


class Regions(Board[Position]):
    """Regions with curves in them; at first there is one region with crosses of four ends."""

    kind = "regions"
    family = "Graphs and curves"
    notation = "a number of crosses, or for each region in [] the free ends of its curves: [4 8][3x2] has three of 2"

    def read(self, reader: Reader) -> Position:
        if reader.next != "[":
            return self.line(reader.integer("a number of crosses"))
        regions = []
        while reader.take("["):
            regions.append(self.read_region(reader))
        return make_position(regions)

    @staticmethod
    def read_region(reader: Reader) -> CurveCounts:
        curves = Counter[int]()
        while not reader.take("]"):
            number, ends = 1, reader.integer("a number of free ends")
            if reader.take("x"):
                number, ends = ends, reader.integer("a number of free ends")
            curves[ends] += number
        return check_region(curves)

    def of_values(self, values: Values) -> Position:
        """A number of crosses; or for each region a list of the free ends of its curves, or of pairs (ends, number)."""
        if len(values) == 1 and not isinstance(values[0], tuple):
            return self.line(self.whole(values[0]))
        return make_position(map(self.region_of, values))

    def region_of(self, region: object) -> CurveCounts:
        curves = Counter[int]()
        for curve in region if isinstance(region, tuple) else (region,):
            ends, number = self.wholes(curve if isinstance(curve, tuple) else (curve, 1), 2)
            curves[ends] += number
        return check_region(curves)

    def show(self, position: Position) -> str:
        """The crosses where nothing was played, otherwise the regions."""
        if not position:
            return "0"
        (ends, number), *others = position[0]
        crosses = len(position) == 1 and ends == 4 and not others
        return str(number) if crosses else "".join(map(show_region, position))

    @staticmethod
    def change(before: Position, after: Position) -> tuple[CurveCounts, Position]:
        """The region that was played in, and the regions that it became."""
        old, new = Counter(before), Counter(after)
        return next(iter((old - new).elements())), tuple(sorted((new - old).elements()))

    def differ(self, before: Position, after: Position) -> str:
        old, new = self.change(before, after)
        joined = "two curves" if len(new) == 1 and free_ends(new[0]) == free_ends(old) else "two ends of one curve"
        return f"in {show_region(old)} join {joined}, leaving {''.join(map(show_region, new)) or 'nothing to join'}"

    def handle(self, before: Position, after: Position) -> Handle:
        return frozenset([self.change(before, after)])

    def edits(self, position: Position) -> Iterator[Edit[Position]]:
        """Another number of crosses, with nothing drawn."""
        crosses = max(1, sum(map(curve_count, position)))
        for number in (crosses - 1, crosses, crosses + 1):
            if number > 0 and self.line(number) != position:
                yield Edit(f"{number} cross{'es' * (number > 1)} with nothing drawn", self.line(number))

    def small(self, bound: int) -> Iterator[Position]:
        """One region, and two regions, with at most `bound` free ends in all."""
        yield ()
        for total in range(2, bound + 1):
            yield from (make_position([one]) for one in regions(total))
            for first in range(2, total // 2 + 1):
                yield from (make_position([a, b]) for a in regions(first) for b in regions(total - first))

    def line(self, n: int) -> Position:
        """One region with n crosses."""
        return make_position([make_region({4: n})])

    def scene(
        self, position: Position, options: Sequence[Position], rules: Ruleset[Position], past: Sequence[Position]
    ) -> "Scene":
        from grundy.games.sprouts.draw import draw_match

        return draw_match(self, past, position, options, True)

    script = "sprouts/draw.js"

    def after_drawing(self, position: Position, past: Sequence[Position], line: str) -> tuple[Position, str]:
        from grundy.games.sprouts.draw import find_drawn_option

        return find_drawn_option(brussels_sprouts, position, past, line), line

    def line_of_move(self, position: Position, past: Sequence[Position], note: str) -> str:
        from grundy.games.sprouts.draw import find_line

        return find_line(position, past, note, True)

    def lines(self, position: Position, width: int) -> list[str]:
        from grundy.games.sprouts.draw import region_lines

        return region_lines(position, width)


class BrusselsSprouts(Ruleset[Position]):
    """Join two free ends by a curve that crosses nothing, and add a bar with two new ends across it."""

    board = Regions()
    title = "Brussels sprouts"
    source = "Conway, in Gardner 1967"
    example = "3"
    formula = "g(n) = n mod 2"

    def moves(self, position: Position) -> Iterator[Position]:
        """Two ends of one region joined; curves with equally many ends are alike."""
        for i, old in enumerate(position):
            for new in chain(joinings(old), partings(old)):
                yield make_position((*position[:i], *new, *position[i + 1 :]))

    def parts(self, position: Position) -> Iterator[Position]:
        return ((region,) for region in position)

    @cites("Conway, in Gardner 1967")
    def theorem(self, position: Position) -> int:
        """Whether the number of moves that are left is odd."""
        return sum(map(moves_left, position)) % 2

    @cites("Conway, in Gardner 1967")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        return "N" if self.theorem(position) != misere else "P"

    @cites("Conway, in Gardner 1967")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """Every move or none."""
        wins = nimber == 1 - self.theorem(position) if not misere else self.theorem(position) == 0
        return self.moves(position) if wins else iter(())

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.sprouts.why import explain_regions

        return explain_regions(self, parts, page)


def make_region(curves: Mapping[int, int]) -> CurveCounts:
    """The region with these curves: how many there are with each number of ends."""
    return tuple(sorted((ends, number) for ends, number in curves.items() if number))


def check_region(curves: Counter[int]) -> CurveCounts:
    """The region with these curves, each of which has a free end."""
    region = make_region(curves)
    if not region or curves[0] or len(curves) > MOST_KINDS:
        cure = f"write 1 to {MOST_KINDS} different numbers, none of them 0"
        raise NotationError(f"a region has curves with at least one free end each; {cure}")
    return region


def make_position(regions: Iterable[CurveCounts]) -> Position:
    return tuple(sorted(region for region in regions if free_ends(region) > 1))


def count_crosses(position: object) -> int | None:
    """The number of crosses where nothing was played yet; None elsewhere."""
    if position == ():
        return 0
    return position[0][0][1] if isinstance(position, tuple) and position == (((4, position[0][0][1]),),) else None


def show_region(region: CurveCounts) -> str:
    return f"[{' '.join(f'{number}x{ends}' if number > 1 else str(ends) for ends, number in region)}]"


def free_ends(region: CurveCounts) -> int:
    return sum(ends * number for ends, number in region)


def curve_count(region: CurveCounts) -> int:
    return sum(number for _, number in region)


def moves_left(region: CurveCounts) -> int:
    return free_ends(region) + curve_count(region) - 2


def regions(total: int) -> Iterator[CurveCounts]:
    return (make_region(Counter(curves)) for curves in partitions(total, total))


def joinings(old: CurveCounts) -> Iterator[tuple[CurveCounts]]:
    """The region with two curves joined to one."""
    for a, b in combinations_with_replacement([ends for ends, _ in old], 2):
        left = Counter(dict(old))
        left.subtract([a, b])
        if left[a] >= 0:
            yield (make_region(left + Counter([a + b])),)


def partings(old: CurveCounts) -> Iterator[tuple[CurveCounts, CurveCounts]]:
    """The two regions after two ends of one curve are joined, the other curves on either side."""
    for ends, _ in old:
        others = Counter(dict(old)) - Counter([ends])
        for inside in range(ends // 2):
            for some in choices(make_region(others)):
                one = make_region(some + Counter([inside + 1]))
                two = make_region(others - some + Counter([ends - 1 - inside]))
                if 2 * inside < ends - 2 or one <= two:  # halves that are alike may be exchanged
                    yield one, two


def choices(curves: CurveCounts) -> Iterator[Counter[int]]:
    if not curves:
        yield Counter()
        return
    (ends, number), *others = curves
    for some in range(number + 1):
        yield from (rest + Counter({ends: some}) for rest in choices(tuple(others)))


brussels_sprouts = BrusselsSprouts()
