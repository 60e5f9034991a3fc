"""What may be forbidden, and which squares are lost."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations

from grundy.boards.numbers import Square
from grundy.games.wythoff import can_reach, wythoff

MOST_SQUARES = 250_000  # of the board up to the queen: which of them are lost is found in about half a second


def blocked_sets(square: Square, k: int) -> Iterator[tuple[Square, ...]]:
    """What may be forbidden, small sets first: of a far square there are more options than fit into memory."""
    yield ()
    if k > 1:
        yield from ((target,) for target in wythoff.moves(square))
    if k > 2:
        targets = sorted(wythoff.moves(square))
        yield from chain.from_iterable(combinations(targets, size) for size in range(2, k))


def lost_squares(column: int, row: int, k: int) -> set[Square]:
    """The squares up to this one from which fewer than k moves lead to lost ones."""
    lost, across, down, aslant = set[Square](), Counter[int](), Counter[int](), Counter[int]()
    for c in range(column + 1):
        for r in range(row + 1):
            if across[r] + down[c] + aslant[c - r] < k:
                lost.add((c, r))
                across[r] += 1
                down[c] += 1
                aslant[c - r] += 1
    return lost


def lost_in_sight(queen: Square, k: int) -> set[Square] | None:
    """The lost squares that the queen sees, if she is not too far out."""
    column, row = queen
    if (column + 1) * (row + 1) > MOST_SQUARES:
        return None
    return {square for square in lost_squares(column, row, k) if can_reach(queen, square)}
