"""Sizes raised by one, as heaps of nim: with an empty heap as the third where there are two.

So of two heaps those with sizes 2k - 1 and 2k are lost, and of one heap none but the empty.
"""

from collections.abc import Iterator, Sequence

from grundy.core.nimbers import nim_sum


def raised_sum(heaps: Sequence[int]) -> int:
    """The nim-sum of three sizes, each raised by one; heaps that are missing are empty."""
    return nim_sum(heap + 1 for heap in (*heaps, *[0] * (3 - len(heaps))))


def is_lost(heaps: Sequence[int]) -> bool:
    return not heaps or (len(heaps) > 1 and not raised_sum(heaps))


def losing_sizes(position: Sequence[int]) -> Iterator[tuple[int, int]]:
    """For each heap, by index, the one smaller size that makes the sum 0, if there is one; a single heap is taken."""
    live = [heap for heap in position if heap]
    for i, heap in enumerate(position):
        left = (raised_sum(live) ^ heap + 1) - 1 if len(live) > 1 else 0
        if heap and left < heap:
            yield i, left
