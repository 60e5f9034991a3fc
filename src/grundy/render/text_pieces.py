"""What drawings are made of: heaps that stand or lie, slabs of chocolate, the corner of a large board."""

from collections.abc import Mapping

from grundy.boards.bar3d import Layer
from grundy.boards.quarter import Square
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis
from grundy.render.text_layout import Lines, centred, chart, fits

__all__ = ["EMPTY", "HIGH", "POISON", "STONE", "corner", "counted", "lying", "slab", "standing"]

STONE, POISON, EMPTY = "●", "☠", "·"
HIGH = 15  # stones of the highest heap that is drawn stone by stone
LONG = 24  # the same for rows


def standing(size: Nimber, height: int) -> Lines:
    """A heap as a column; one that is too high is cut, but higher than all others."""
    half = height // 2
    stones = [*STONE * (height - half - 1), "⋮", *STONE * half]
    if isinstance(size, int) and size <= HIGH:
        stones = [STONE] * size
    return centred([*stones, ellipsis(str(size), 12)])


def lying(size: int, sign: str = STONE, ends: tuple[str, str] = ("", "")) -> Lines:
    """A heap as a row between two ends; one that is too long is cut."""
    signs = sign * size if size <= LONG else sign * 8 + "…" + sign * 8
    return centred([" ".join(signs).join(ends), ellipsis(str(size), 12)])


def counted(number: int, most: int = 6, sign: str = STONE) -> str:
    """The sign so many times, or once behind the number where that is large."""
    return sign * number if number <= most else f"{ellipsis(str(number), 12)} {sign}"


def slab(lengths: Layer, rows: int, columns: int, first: str, width: int) -> Lines:
    """Rows of chocolate in a frame; what was eaten is a point."""
    if not fits(rows, columns, width):
        return []
    lines = [("■" * length).ljust(columns, EMPTY) for length in lengths] + [EMPTY * columns] * (rows - len(lengths))
    lines[0] = first + lines[0][1:]
    return chart(lines, range(1, rows + 1), range(1, columns + 1))


def corner(pieces: Mapping[Square, str], width: int) -> Lines:
    """The board from the corner on with pieces; its sides are multiples of 8, so that most moves keep the frame."""
    columns, rows = (max(places) // 8 * 8 + 8 for places in zip(*pieces, strict=True))
    if not fits(rows, columns, width):
        return []
    down, across = range(rows - 1, -1, -1), range(columns)
    lines = chart(["".join(pieces.get((x, y), EMPTY) for x in across) for y in down], down, across)
    return lines[-rows:] + lines[:-rows]  # the numbers of the columns stand below, where row 0 is
