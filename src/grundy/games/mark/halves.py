"""The nimbers of Mark where half of the heap may be left.

Those of heaps that are not lost are 1 and 2, and follow from one smaller heap each: of the two options of such a heap
one is lost, so the other decides (Fraenkel 2011).
"""

from grundy.boards.heaps import Heap, Position
from grundy.core.nimbers import nim_sum
from grundy.core.numbers import low_bit


def is_dopey(heap: Heap) -> bool:
    """Whether the heap is 0 or has an odd number of factors 2."""
    return heap == 0 or low_bit(heap).bit_length() % 2 == 0


def nimber_of_half(heap: Heap) -> int:
    """The nimber of a heap in Mark with t = 2: each step of the loop exchanges 1 and 2."""
    if is_dopey(heap):
        return 0
    steps = 0
    while heap > 1:
        heap -= 1
        if heap % 2 == 0 and is_dopey(heap):
            heap //= 2
        steps += 1
    return 1 + steps % 2


def nimber_of_halves(position: Position) -> int:
    return nim_sum(map(nimber_of_half, position))
