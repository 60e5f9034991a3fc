"""Two boxes of chips: a position is the pair of their contents."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.numbers import Numbers, Pair
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene


class Boxes(Numbers):
    """Two boxes of chips, neither of them empty."""

    kind = "boxes"
    family = "Heaps"
    notation = "the contents of two boxes, separated by a comma"
    nouns = "the contents of a box", "the contents of a box"
    noun = "box"
    between = "between the two boxes"
    origin = (1, 1)

    def differ(self, before: Pair, after: Pair) -> str:
        divided = sum(after)
        emptied = before[before[0] == divided]
        return f"empty the box of {emptied}, divide {divided} into {after[0]} and {after[1]}"

    def symmetries(self, position: Pair) -> tuple[Pair, Pair]:
        return position, (position[1], position[0])

    def small(self, bound: int) -> Iterator[Pair]:
        return ((one, other) for other in range(1, bound + 1) for one in range(1, other + 1))

    def cell(self, row: int, column: int) -> Pair:
        return row, column

    def scene(self, position: Pair, options: Sequence[Pair], rules: Ruleset[Pair], past: Sequence[Pair]) -> "Scene":
        from grundy.games.empty_and_divide.draw import draw_boxes

        return draw_boxes(self, position, options)

    def lines(self, position: Pair, width: int) -> list[str]:
        from grundy.games.empty_and_divide.draw import box_lines

        return box_lines(position, width)
