"""End nim: heaps in a row; take any number of stones from the leftmost or from the rightmost heap.

For a row w let L and R be the one heap that makes a lost position when it is put at the left or right end of w, 0 where
w is lost itself. Then the row a w b is lost exactly if a and b have the same rank among the positive numbers other than
L and R: each a has one b, since two such rows would be options of each other. So L and R of all stretches of a row are
found from short ones to long ones. Of the empty row both are 0, and 1 under misère play (Albert and Nowakowski 2001).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position, SeveralHeaps, live_heaps, put
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class RowOfHeaps(SeveralHeaps):
    """Heaps in a row, of which the emptied ones at its ends disappear."""

    def tidy(self, position: Position) -> Position | None:
        return tuple(filter(None, position)) or None

    def small(self, bound: int) -> Iterator[Position]:
        """Rows of few stones, in every order."""

        def rows(stones: int) -> Iterator[Position]:
            yield from ((first, *row) for first in range(1, stones) for row in rows(stones - first))
            if stones:
                yield (stones,)

        for stones in range(1, bound):
            yield from rows(stones)


class EndNim(Ruleset[Position]):
    """Take any number of stones from the leftmost or from the rightmost heap."""

    board = RowOfHeaps()
    source = "Albert and Nowakowski 2001"
    example = "2,1,3"
    title = "End-Nim"

    def moves(self, position: Position) -> Iterator[Position]:
        live = live_heaps(position)
        for i in dict.fromkeys(live[:1] + live[-1:]):
            yield from (put(position, i, left) for left in range(position[i]))

    def canonical(self, position: Position) -> Position:
        row = tuple(filter(None, position))
        return min(row, row[::-1])

    def parts(self, position: Position) -> Iterator[Position]:
        return iter(filter(None, [tuple(filter(None, position))]))

    @cites("Albert and Nowakowski 2001")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the right end is what the rest of the row asks for."""
        row = tuple(filter(None, position))
        if not row:
            return "N" if misere else "P"
        return "P" if partners(row, misere)[1] == row[-1] else "N"

    @cites("Albert and Nowakowski 2001")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position] | None:
        """The one lost position at most for each end; other nimbers have no formula."""
        if nimber:
            return None
        live = live_heaps(position)
        wanted = partners(tuple(position[i] for i in live), misere) if live else ()
        ends = dict(zip(live[:1] + live[-1:], wanted, strict=False))
        return (put(position, i, size) for i, size in ends.items() if size < position[i])

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for row in parts[:1]:
            yield page.say(
                "Whatever stands between, one size of the left heap at most makes the row lost, and one of the right."
            )
            ends = zip(("left", "right"), (0, len(row) - 1), partners(row, page.misere), strict=True)
            for side, i, size in ends if len(row) > 1 else ():
                other = page.at(self, put(row, i, size))
                yield page.say(
                    "For the {} heap, {}, it is {}: {} is lost.",
                    side,
                    page.size(row[i]),
                    page.text("this size" if size == row[i] else "smaller" if size < row[i] else "larger"),
                    other,
                    claims=[page.result(other, "P", page.misere)],
                )
            if page.full:
                yield page.say(
                    "Two lost rows with equal middles differ in both ends, for otherwise one would be an option of the "
                    "other; so the sizes of the two ends are paired in their order, leaving out the one that is lost "
                    "without a partner."
                )
            yield page.source(self.citation("verdict"))


def partner(heap: int, own: int, other: int) -> int:
    """The heap at the other end of a row that makes a lost position with this one.

    `own` is the heap that does so alone, without one at the other end, and `other` the one that does at the other end.
    """
    if heap == own:
        return 0
    rank = heap - (0 < own < heap)
    return rank + (0 < other <= rank)


def partners(row: Position, misere: bool) -> tuple[int, int]:
    """The sizes of the leftmost and of the rightmost heap that would make this row lost."""
    n = len(row)
    if n == 1:
        return int(misere), int(misere)
    left, right = [int(misere)] * (n + 1), [int(misere)] * (n + 1)  # L and R of the stretches from each index on
    for length in range(1, n - 1):
        inner_left, inner_right = left, right
        shape = range(n - length + 1)
        right = [partner(row[i], inner_left[i + 1], inner_right[i + 1]) for i in shape]
        left = [partner(row[i + length - 1], inner_right[i], inner_left[i]) for i in shape]
    return partner(row[-1], right[1], left[1]), partner(row[0], left[1], right[1])


end_nim = EndNim()
