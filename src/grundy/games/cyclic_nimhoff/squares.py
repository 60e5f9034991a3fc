"""Values of squares in cyclic nimhoff, and the squares of a given value that a move reaches."""

from collections.abc import Iterator

from grundy.boards.numbers import Square


def value(square: Square, h: int) -> int:
    """The remainder of the sum, and h times the nim-sum of the quotients."""
    x, y = square
    return (x + y) % h + h * (x // h ^ y // h)


def nearby(square: Square, h: int) -> Iterator[Square]:
    """What is left after stones were taken from both heaps, fewer than h in all."""
    x, y = square
    for k in range(1, min(x, h - 2) + 1):
        yield from ((x - k, y - other) for other in range(1, min(y, h - 1 - k) + 1))


def squares_of_value(square: Square, nimber: int, h: int) -> Iterator[Square]:
    """Along the row and the column the one square with the right quotient and remainder; near it, all."""
    x, y = square
    quotient, rest = divmod(nimber, h)
    column, row = (h * (n // h ^ quotient) + (rest - n) % h for n in (y, x))
    if column < x:
        yield column, y
    if row < y:
        yield x, row
    yield from (to for to in nearby(square, h) if value(to, h) == nimber)
