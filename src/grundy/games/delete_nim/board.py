"""Two heaps in any order: a position is the pair of their sizes."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.numbers import Numbers, Pair
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene


class TwoHeaps(Numbers):
    """Two heaps, in any order."""

    kind = "two heaps"
    family = "Heaps"
    notation = "the sizes of two heaps, separated by a comma"
    nouns = "the size of a heap", "the size of a heap"
    between = "between the two heaps"

    def differ(self, before: Pair, after: Pair) -> str:
        kept = sum(after) + 1
        deleted = before[before[0] == kept]
        return f"delete the heap of {deleted}, take 1 from {kept} and divide into {after[0]} and {after[1]}"

    def symmetries(self, position: Pair) -> tuple[Pair, Pair]:
        return position, (position[1], position[0])

    def small(self, bound: int) -> Iterator[Pair]:
        return ((one, other) for other in range(bound + 1) for one in range(other + 1))

    def cell(self, row: int, column: int) -> Pair:
        return row, column

    def scene(self, position: Pair, options: Sequence[Pair], rules: Ruleset[Pair], past: Sequence[Pair]) -> "Scene":
        from grundy.games.delete_nim.draw import draw_two_rows

        return draw_two_rows(self.show(position), position, options)

    def lines(self, position: Pair, width: int) -> list[str]:
        from grundy.games.delete_nim.draw import row_lines

        return row_lines(position, width)
