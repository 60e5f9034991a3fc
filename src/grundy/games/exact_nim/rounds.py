"""The longest play of exact nim."""

from grundy.boards.heaps import Position


def most_rounds(heaps: Position, k: int) -> int:
    """The most times that single stones can be taken from k different heaps.

    It is the greatest m for which the heaps, cut down to m, have k*m stones.

    >>> most_rounds((1, 2, 2), 2), most_rounds((3, 3, 3), 2), most_rounds((10**40, 1), 2)
    (2, 4, 1)
    """
    low, high = 0, sum(heaps) // k
    while low < high:
        m = (low + high + 1) // 2
        low, high = (m, high) if sum(min(heap, m) for heap in heaps) >= k * m else (low, m - 1)
    return low
