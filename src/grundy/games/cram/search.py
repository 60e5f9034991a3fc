"""Cram for the proof search: areas as numbers, their options compiled.

An area in a rectangle that is too large for a number is a position, as elsewhere.
"""

from typing import Any

from grundy.boards.grid import GridGame
from grundy.solvers.proof.expansion import CellExpansion, Key, Parts

HEIGHT_AT, WIDTH_AT = 54, 57  # as in the kernel, which is loaded only when it is needed
SQUARES = (1 << HEIGHT_AT) - 1  # the bits of a number that are squares


class CramExpansion(CellExpansion):
    """The areas of at least two free squares."""

    light = 9
    ruleset: GridGame

    def parts(self, position: Any) -> Parts:
        trimmed = map(self.ruleset.board.trim, self.ruleset.parts(position))
        return tuple(area_number(part, self.ruleset.board.free) or self.ruleset.canonical(part) for part in trimmed)

    def options(self, key: Any) -> list[Parts]:
        if not isinstance(key, int):
            return super().options(key)
        from grundy.games.cram.kernel import list_options

        found: dict[Parts, None] = {}
        areas: list[int] = []
        for area in list_options(key).tolist():
            if area:
                areas.append(area)
            else:
                found[tuple(sorted(areas))] = None
                areas = []
        return list(found)

    def planes(self, key: Any) -> None:
        """None: canonical forms decide misère play sooner, 5 x 6 in 12,455 positions instead of 102,002."""

    def weight(self, key: Any) -> int:
        return (key & SQUARES).bit_count() if isinstance(key, int) else super().weight(key)

    def position(self, key: Any) -> Any:
        if not isinstance(key, int):
            return key
        height, width = key >> HEIGHT_AT & 7, key >> WIDTH_AT
        signs = format(key & SQUARES, f"0{height * width}b")[::-1].translate({48: "x", 49: "_"})
        return tuple(signs[i : i + width] for i in range(0, len(signs), width))

    def show(self, key: Any) -> str:
        return super().show(self.position(key))

    def read(self, text: str) -> Key:
        (key,) = self.parts(super().read(text))
        return key


def area_number(part: tuple[str, ...], free: str) -> int | None:
    """The number of an area in its least rectangle, if it has one."""
    import numpy as np

    from grundy.games.cram.kernel import MOST_COLUMNS, MOST_ROWS, MOST_SQUARES, area_of

    rows, columns = len(part), len(part[0])
    if rows * columns > MOST_SQUARES or min(rows, columns) > MOST_ROWS or max(rows, columns) > MOST_COLUMNS:
        return None
    board = np.zeros((rows + 2, columns + 2), np.int64)
    board[1:-1, 1:-1] = [[square == free for square in row] for row in part]
    return area_of(board.ravel(), columns + 2, int(board.argmax()))
