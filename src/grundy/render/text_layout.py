"""Blocks of text: lines that are put side by side, below each other and next to numbers.

A block without lines stands for what is too large to draw, so that a drawer need not say it in words.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

__all__ = ["TALLEST", "Lines", "band", "below", "beside", "centred", "chart", "fits", "flow", "ruler", "width_of"]

Lines = list[str]
TALLEST = 40  # lines of one drawing: more do not stand on a screen together
BANDS = 8  # into which a strip may be broken


def width_of(block: Lines) -> int:
    """The length of the longest line."""
    return max(map(len, block), default=0)


def fits(rows: int, columns: int, width: int) -> bool:
    """Whether a board with so many rows and columns of signs can be drawn with its numbers."""
    return 0 < rows <= TALLEST and columns > 0 and 2 * columns + 3 <= width


def centred(block: Lines) -> Lines:
    """The lines, each in the middle."""
    width = width_of(block)
    return [line.center(width) for line in block]


def beside(blocks: Sequence[Lines], between: str = " ") -> Lines:
    """The blocks side by side on one base line; the sign between them stands there only."""
    filled = [[line.ljust(width_of(block)) for line in reversed(block)] for block in blocks]
    empty = [" " * width_of(block) for block in blocks]
    rows = [[part or empty[i] for i, part in enumerate(row)] for row in zip_longest(*filled)]
    signs = [between] + [" " * len(between)] * (len(rows) - 1)
    return [sign.join(row) for sign, row in zip(signs, rows, strict=True)][::-1]


def below(blocks: Iterable[Lines], between: Sequence[str] = ("",)) -> Lines:
    """The blocks one below the other."""
    first, *others = blocks
    return [*first, *(line for block in others for line in (*between, *block))]


def flow(blocks: Iterable[Lines], width: int, between: str = "   ", under: Sequence[str] = ("",)) -> Lines:
    """The blocks side by side, as many as the width allows, and the others in further bands below."""
    bands: list[list[Lines]] = []
    room = -1
    for block in blocks:
        if room < width_of(block):
            bands.append([])
            room = width
        bands[-1].append(block)
        room -= width_of(block) + len(between)
    return below([beside(each, between) for each in bands], under) if bands else []


def ruler(labels: Iterable[object]) -> Lines:
    r"""The labels written downwards, one column each, so that numbers stand as close as signs.

    >>> print(*ruler(range(8, 12)), sep="\n")
        1 1
    8 9 0 1
    """
    texts = [str(label) for label in labels]
    height = width_of(texts)
    return [" ".join(signs) for signs in zip(*(text.rjust(height) for text in texts), strict=True)]


def chart(rows: Sequence[str], down: Iterable[int], across: Iterable[int]) -> Lines:
    """Rows of signs with numbers at the left and above."""
    numbers = [str(number) for number in down]
    margin = width_of(numbers)
    return beside([[number.rjust(margin) for number in numbers], [*ruler(across), *map(" ".join, rows)]])


def band(signs: str, first: int, width: int) -> Lines:
    """A strip of signs under their numbers, broken after a multiple of ten where it is long."""
    length = width // 20 * 10
    if not signs or len(signs) > BANDS * length:
        return []
    starts = range(0, len(signs), length)
    pieces = ((first + start, signs[start : start + length]) for start in starts)
    return below([[*ruler(range(n, n + len(piece))), " ".join(piece)] for n, piece in pieces])
