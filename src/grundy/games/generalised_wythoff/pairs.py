"""The lost pairs of generalised Wythoff, by exact square roots."""

from math import isqrt

from grundy.boards.numbers import Square
from grundy.games.wythoff import lost_pair


def pair(t: int, n: int, misere: bool) -> Square:
    """The n-th lost pair, exactly."""
    root = t**2 + 4
    if misere and t == 1:
        return lost_pair(n, misere)
    if misere:
        least = (t * n * (2 - t) + t - 2 + isqrt((t * n + 1) ** 2 * root)) // (2 * t)
        return least, least + t * n + 1
    least = (n * (2 - t) + isqrt(n * n * root)) // 2
    return least, least + t * n


def index(t: int, number: int, place: int, misere: bool) -> int:
    """The least n whose lost pair has at least this number in the first or second place."""
    low, high = 0, number + 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if pair(t, middle, misere)[place] >= number else (middle + 1, high)
    return low


def is_lost(t: int, square: Square, misere: bool) -> bool:
    a, b = sorted(square)
    found = {(b - a - (misere and t > 1)) // t, 0, 1}
    return any(pair(t, n, misere) == (a, b) for n in found if n >= 0)


def lost_in_reach(t: int, square: Square, misere: bool) -> list[Square]:
    """The lost pairs, mirror images too, to which a move leads; they share a number or nearly the difference."""
    near = abs(square[0] - square[1]) // t
    found = {0, 1, *(n for n in range(near - 1, near + 3) if n >= 0)}
    found |= {index(t, number, place, misere) for number in square for place in (0, 1)}
    pairs = {way for n in found for a, b in [pair(t, n, misere)] for way in ((a, b), (b, a))}
    return [to for to in sorted(pairs) if can_reach(t, square, to)]


def can_reach(t: int, square: Square, to: Square) -> bool:
    k, other = square[0] - to[0], square[1] - to[1]
    return min(k, other) >= 0 < max(k, other) and (not k or not other or abs(k - other) < t)
