"""Cram for the proof search: areas as numbers, their options compiled.

An area in a rectangle that is too large for a number is a position, as elsewhere.
"""

from typing import Any

from grundy.games.cram import Cram
from grundy.solvers.proof.expansion import Expansion, GridExpansion, Key, Parts, expansion

__all__ = ["CramExpansion"]

SQUARES = (1 << 54) - 1  # the bits of a number that are squares


class CramExpansion(GridExpansion):
    """The areas of free squares."""

    trial = 4_000  # positions: half a second, as it takes to load the compiler
    light = 9

    def parts(self, position: Any) -> Parts:
        """The areas of at least two squares."""
        trimmed = map(self.ruleset.board.trimmed, self.ruleset.parts(position))
        return tuple(numbered(part, self.ruleset.board.free) or self.ruleset.canonical(part) for part in trimmed)

    def options(self, key: Any) -> list[Parts]:
        """The areas after each domino."""
        if not isinstance(key, int):
            return super().options(key)
        from grundy.kernels.cram import areas_after

        found: dict[Parts, None] = {}
        areas: list[int] = []
        for area in areas_after(key).tolist():
            if area:
                areas.append(area)
            else:
                found[tuple(sorted(areas))] = None
                areas = []
        return list(found)

    def weight(self, key: Any) -> int:
        """The number of squares."""
        return (key & SQUARES).bit_count() if isinstance(key, int) else super().weight(key)

    def show(self, key: Any) -> str:
        """The area as a board."""
        if not isinstance(key, int):
            return super().show(key)
        height, width = key >> 54 & 7, key >> 57
        signs = format(key & SQUARES, f"0{height * width}b")[::-1].translate({48: "x", 49: "_"})
        return super().show(tuple(signs[i : i + width] for i in range(0, len(signs), width)))

    def read(self, text: str) -> Key:
        """The area that was shown as this text."""
        (key,) = self.parts(super().read(text))
        return key


def numbered(part: tuple[str, ...], free: str) -> int | None:
    """The number of an area in its least rectangle, if it has one."""
    import numpy as np

    from grundy.kernels.cram import MOST, TALLEST, WIDEST, area_of

    rows, columns = len(part), len(part[0])
    if rows * columns > MOST or min(rows, columns) > TALLEST or max(rows, columns) > WIDEST:
        return None
    board = np.zeros((rows + 2, columns + 2), np.int64)
    board[1:-1, 1:-1] = [[square == free for square in row] for row in part]
    return area_of(board.ravel(), columns + 2, int(board.argmax()))


@expansion.register
def _(ruleset: Cram) -> Expansion:
    return CramExpansion(ruleset)
