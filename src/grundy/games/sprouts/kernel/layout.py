"""The layout of the work space of the Sprouts kernels, and the functions that are compiled together.

The kernels run as plain Python, for the rules, or compiled, for the proof search (`compiled.py`). They work in
rows of one array, because many small arrays take much longer to compile: for plain runs it is a two-dimensional
memoryview, whose numbers are plain integers, for compiled ones an array.

A drawing is a list of numbers: the spots of each boundary and END, and END once more behind each region. Letters are
numbers from LETTER on; folded, a letter is 2 + a distance or CAPITAL + its number. A finished land is a list of codes:
0 for END, one more than the number for what is below CAPITAL, so that the order of lists is the order of tuples, and a
capital as its number plus what the caller chooses as the code of the first one: 128 where codes shall fit into bytes.

In these kernels `0 * size` is a zero that is no literal: the compiler copies each function for the literals that it is
called with, and a call with a variable that begins as a literal counts as both.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

END, LETTER, CAPITAL = -1, 3, 1 << 20
PRIME, BASE = (1 << 31) - 1, 1_000_003

RAW, COPY, FOLD = range(3)  # the drawing; the same while it is rewritten, or one land of it; that land, folded
MET, SEEN = range(3, 5)  # for each letter or capital: how often or where it occurs, its name
COLOUR, SUMS = range(5, 7)  # for each capital: its colour, and the next one or its name
AHEAD, BACK = range(7, 9)  # for each place: where a letter of a word occurs again; later a region in both orientations
FLAT, TURN, BEST = range(9, 12)  # the boundaries of a region; one boundary; the regions, each in the better orientation
START, GROUP = range(12, 14)  # for each place: where its word begins and ends; later for each word, for each region
OWNER, PLACE = range(14, 16)  # for each region of the drawing: which land it belongs to, where it begins
SPOTS, WORDS, ENDS = range(16, 19)  # the land that is played in, with letters; where its boundaries begin and end
REGIONS, KINDS, PICKS = range(19, 22)  # the first boundary of each region, of those alike; how many go inside
SIZES = 22  # the number of regions, and the least letter that is free
ROWS = 23


class IntRow(Protocol):
    """Numbers by place: a list, or a row of an array."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: int, /) -> Any: ...

    def __setitem__(self, place: int, number: int, /) -> None: ...


class IntRows(Protocol):
    """Numbers by row and place: a memoryview, or an array."""

    def __getitem__(self, place: tuple[int, int], /) -> Any: ...

    def __setitem__(self, place: tuple[int, int], number: int, /) -> None: ...


F = TypeVar("F", bound=Callable[..., object])
SECTIONS: list[Callable[..., object]] = []


def section(function: F) -> F:
    """The function itself, which is compiled as a part of the kernels when these are compiled."""
    SECTIONS.append(function)
    return function


def plain_rows(number: int, width: int) -> IntRows:
    """So many rows for a plain run."""
    return cast("IntRows", memoryview(bytearray(8 * number * width)).cast("q", shape=[number, width]))


@section
def mix(number: int) -> int:
    """A number below the prime that looks random."""
    number %= PRIME
    square = number * number % PRIME  # a sum of squares would be the same for a word and its reflection
    return (square * number % PRIME * 48_271 + square * 69_621 + 16_807) % PRIME
