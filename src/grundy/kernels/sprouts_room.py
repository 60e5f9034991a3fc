"""Room for the kernels of Sprouts: rows of one array, because arrays one by one take much longer to compile.

A drawing is a list of numbers: the spots of each boundary and END, and END once more behind each region. Letters are
numbers from LETTER on; folded, a letter is 2 + a distance or CAPITAL + its number. A finished land is a list of bytes:
0 for END, one more than the number for what is below CAPITAL, so that the order of lists is the order of tuples.

In these kernels `0 * size` is a zero that is no literal: the compiler copies each function for the literals that it is
called with, and a call with a variable that begins as a literal counts as both.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import inner

__all__ = [
    "BASE",
    "CAPITAL",
    "DONE",
    "END",
    "FULL",
    "LETTER",
    "LONG",
    "LONGEST",
    "PRIME",
    "Row",
    "Rows",
    "mixed",
    "rows",
]

END, LETTER, CAPITAL = -1, 3, 128
LONGEST = CAPITAL - 4  # letters of a boundary, and capitals of a land
PRIME, BASE = (1 << 31) - 1, 1_000_003
DONE, FULL, LONG = 0, -1, -2  # all went well; more room is needed; a land is too long to be written as bytes
Row = NDArray[np.int64]
Rows = NDArray[np.int64]

RAW, COPY, FOLD = range(3)  # the drawing; the same while it is rewritten, or one land of it; that land, folded
MET, SEEN = range(3, 5)  # for each letter or capital: how often or where it is met, its name
COLOUR, SUMS = range(5, 7)  # for each capital: its colour, and the next one or its name
AHEAD, BACK = range(7, 9)  # for each place: where a letter of a word is met again; later a region in both orientations
FLAT, TURN, BEST = range(9, 12)  # the boundaries of a region; one boundary; the regions, each in the better orientation
START, GROUP = range(12, 14)  # for each place: where its word begins and ends; later for each word, for each region
OWNER, PLACE = range(14, 16)  # for each region of the drawing: which land it belongs to, where it begins
SPOTS, WORDS, ENDS = range(16, 19)  # the land that is played in, with letters; where its boundaries begin and end
REGIONS, KINDS, PICKS = range(19, 22)  # the first boundary of each region, of those alike; how many go inside
SIZES = 22  # the number of regions, and the least letter that is free
ROWS = 23

POOL, LANDS, LAND_TABLE = range(3)  # the lands that were found; where each begins; their numbers by hash
PARTS, OPTIONS, OPTION_TABLE = range(3, 6)  # the options, lists of lands; where each begins; their numbers by hash
COUNTS = 6  # the numbers of lands and options; what is less in a table is from earlier
LISTS = 7


def rows(number: int, size: int) -> Rows:
    """So many rows of this size."""
    return np.zeros((number, size), np.int64)


@inner
def mixed(number: int) -> int:
    """A number below the prime that looks random."""
    number %= PRIME
    square = number * number % PRIME  # a sum of squares would be the same for a word and its reflection
    return (square * number % PRIME * 48_271 + square * 69_621 + 16_807) % PRIME
