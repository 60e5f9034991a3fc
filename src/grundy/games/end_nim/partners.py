"""The sizes of the two end heaps that make a row lost.

For a row w let L and R be the one heap that makes a lost position when it is put at the left or right end of w, 0 where
w is lost itself. Then the row a w b is lost exactly if a and b have the same rank among the positive numbers other than
L and R: each a has one b, since two such rows would be options of each other. So L and R of all stretches of a row are
found from short ones to long ones. Of the empty row both are 0, and 1 under misère play (Albert and Nowakowski 2001).
"""

from collections.abc import Sequence


def partner(heap: int, own: int, other: int) -> int:
    """The heap at the other end of a row that makes a lost position with this one.

    `own` is the heap that does so alone, without one at the other end, and `other` the one that does at the other end.
    """
    if heap == own:
        return 0
    rank = heap - (0 < own < heap)
    return rank + (0 < other <= rank)


def partners(row: Sequence[int], misere: bool) -> tuple[int, int]:
    """The sizes of the leftmost and of the rightmost heap that would make this row lost."""
    n = len(row)
    if n < 2:
        return int(misere), int(misere)
    left, right = [int(misere)] * (n + 1), [int(misere)] * (n + 1)  # L and R of the stretches from each index on
    for length in range(1, n - 1):
        inner_left, inner_right = left, right
        shape = range(n - length + 1)
        right = [partner(row[i], inner_left[i + 1], inner_right[i + 1]) for i in shape]
        left = [partner(row[i + length - 1], inner_right[i], inner_left[i]) for i in shape]
    return partner(row[-1], right[1], left[1]), partner(row[0], left[1], right[1])


def is_lost(row: Sequence[int], misere: bool) -> bool:
    """Whether the right end is what the rest of the row asks for."""
    return partners(row, misere)[1] == row[-1] if row else not misere
