"""The rare values of a sequence file: those outside the class that holds most of them (docs/theory/heaps.md)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.expressions import parse_ruleset
from grundy.kernels.walsh_hadamard import walsh_hadamard
from grundy.solvers.sequence_file import BLOCK_VALUES, SequenceFile, StoredValues

MOST_BITS = 20  # of the values among which a mask is looked for
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class RareValues:
    """The rare values of a file: by which mask, how many, and where the first of them are."""

    mask: int
    parity: int | None  # t, where the parity of n + t counts as one more bit
    count: int
    last: int | None
    positions: list[int]


def find_rare_values(file: SequenceFile, most: int, budget: Budget) -> RareValues:
    """The values of class R by the mask that makes it smallest; at most so many positions are listed."""
    values, first = file.read(file.header.first, file.stop, budget.spend), file.header.first
    bits = max(1, int(values.max(initial=0)).bit_length())
    if bits > MOST_BITS:
        raise GrundyError(f"{file.path} has values of {bits} bits; rare ones are looked for up to {MOST_BITS}")
    mask, parity = best_mask(histogram(values, first, bits, budget), split_parity(file.header.ruleset))
    positions: list[int] = []
    count, last = 0, None
    for found in rare_positions(values, first, bits, mask, parity, budget):
        positions += found[: most - len(positions)].tolist()
        count, last = count + len(found), int(found[-1]) if len(found) else last
    return RareValues(mask, parity, count, last, positions)


def pieces(values: StoredValues, budget: Budget) -> Iterator[tuple[int, StoredValues]]:
    """The values piece by piece, each with its place, which is even: all pieces begin with n of the same parity."""
    for start in range(0, len(values), BLOCK_VALUES):
        budget.look()
        yield start, values[start : start + BLOCK_VALUES]


def histogram(values: StoredValues, first: int, bits: int, budget: Budget) -> Counts:
    """How often each value occurs, at even n and at odd n."""
    counts = np.zeros((2, 1 << bits), np.int64)
    for _, piece in pieces(values, budget):
        for odd in 0, 1:
            counts[(first + odd) % 2] += np.bincount(piece[odd::2], minlength=1 << bits)
    return counts


def best_mask(counts: Counts, parity: int | None) -> tuple[int, int | None]:
    """The mask with the fewest rares, and the parity if that counts with it."""
    even, odd = walsh_hadamard(counts)
    choices = [even + odd] if parity is None else [even + odd, odd - even if parity else even - odd]
    biases = np.stack(choices)[:, 1:]
    row, column = np.unravel_index(np.argmin(biases), biases.shape)
    return int(column) + 1, parity if row else None


def rare_positions(
    values: StoredValues, first: int, bits: int, mask: int, parity: int | None, budget: Budget
) -> Iterator[NDArray[np.intp]]:
    rare = walsh_hadamard(np.eye(1, 1 << bits, mask, np.int64))[0] > 0
    for start, piece in pieces(values, budget):
        found = rare[piece]
        if parity is not None:
            found[(first + parity + 1) % 2 :: 2] ^= True
        yield first + start + np.flatnonzero(found)


def split_parity(ruleset: str) -> int | None:
    """The parity of all numbers of stones after which two heaps may be left, None where there is not just one."""
    try:
        known = parse_ruleset(ruleset)
    except GrundyError:  # a game of one's own that is not loaded
        return None
    code = known.as_code() if isinstance(known, HeapGame) else None
    if code is None or code.tail or max(code.digits) > 7:
        return None
    odd = {place % 2 for place, digit in enumerate(code.digits) if digit & 4}
    return odd.pop() if len(odd) == 1 else None
