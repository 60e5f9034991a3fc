"""The rare values of a file: those outside the class that holds most of them.

For a mask let R hold the values v such that v & mask has an even number of bits. R is closed under xor, and in most
octal games almost all values avoid it, if the mask is the one whose Walsh-Hadamard coefficient in the histogram of the
values is most negative (Berlekamp, Conway and Guy 1982, chapter 4). Where all splits take numbers of the same parity t,
the parity of n + t may count as one more bit.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.expressions import parse_ruleset
from grundy.solvers.store import BLOCK, SequenceFile, Values

__all__ = ["Rares", "rares"]

WIDEST = 20  # bits of the values among which a mask is looked for
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Rares:
    """The rare values of a file: where they are, and by which mask."""

    mask: int
    parity: int | None  # t, where the parity of n + t counts as one more bit
    count: int
    last: int | None
    positions: list[int]


def rares(file: SequenceFile, most: int, budget: Budget) -> Rares:
    """The values in the class of fewer values, by the mask that makes it smallest."""
    values, first = file.read(file.header.first, file.stop, budget.spend), file.header.first
    bits = max(1, int(values.max(initial=0)).bit_length())
    if bits > WIDEST:
        raise GrundyError(f"{file.path} has values of {bits} bits; rare ones are looked for up to {WIDEST}")
    mask, parity = choose(histogram(values, first, bits, budget), split_parity(file.header.ruleset))
    positions: list[int] = []
    count, last = 0, None
    for found in find(values, first, bits, mask, parity, budget):
        positions += found[: most - len(positions)].tolist()
        count, last = count + len(found), int(found[-1]) if len(found) else last
    return Rares(mask, parity, count, last, positions)


def pieces(values: Values, budget: Budget) -> Iterator[tuple[int, Values]]:
    """The values piece by piece, each with its place; an even one, so that a piece begins with the same parity."""
    for start in range(0, len(values), BLOCK):
        budget.look()
        yield start, values[start : start + BLOCK]


def histogram(values: Values, first: int, bits: int, budget: Budget) -> Counts:
    """How often each value occurs, at even n and at odd n."""
    counts = np.zeros((2, 1 << bits), np.int64)
    for _, piece in pieces(values, budget):
        for odd in 0, 1:
            counts[(first + odd) % 2] += np.bincount(piece[odd::2], minlength=1 << bits)
    return counts


def transform(counts: Counts) -> Counts:
    """The Walsh-Hadamard transform of each row: entry m is the sum of c(v), less where v & m has odd parity."""
    step, shape = 1, counts.shape
    while step < shape[-1]:
        pairs = counts.reshape(*shape[:-1], -1, 2, step)
        even, odd = pairs[..., 0, :], pairs[..., 1, :]
        counts = np.stack([even + odd, even - odd], axis=-2).reshape(shape)
        step *= 2
    return counts


def choose(counts: Counts, parity: int | None) -> tuple[int, int | None]:
    """The mask with the fewest rares, and the parity if that counts with it."""
    even, odd = transform(counts)
    choices = [even + odd] if parity is None else [even + odd, odd - even if parity else even - odd]
    biases = np.stack(choices)[:, 1:]
    row, column = np.unravel_index(np.argmin(biases), biases.shape)
    return int(column) + 1, parity if row else None


def find(
    values: Values, first: int, bits: int, mask: int, parity: int | None, budget: Budget
) -> Iterator[NDArray[np.intp]]:
    """The n of the rare values, piece by piece."""
    rare = transform(np.eye(1, 1 << bits, mask, np.int64))[0] > 0
    for start, piece in pieces(values, budget):
        found = rare[piece]
        if parity is not None:
            found[(first + parity + 1) % 2 :: 2] ^= True
        yield first + start + np.flatnonzero(found)


def split_parity(ruleset: str) -> int | None:
    """The parity of all numbers after whose taking two heaps may be left, None where there is not just one."""
    try:
        known = parse_ruleset(ruleset)
    except GrundyError:  # a game of one's own that is not loaded
        return None
    code = known.as_code() if isinstance(known, HeapGame) else None
    if code is None or code.tail or max(code.digits) > 7:
        return None
    odd = {place % 2 for place, digit in enumerate(code.digits) if digit & 4}
    return odd.pop() if len(odd) == 1 else None
