"""Nim-products of arrays, against a loop over plain integers and against look-ups by numpy, in one run."""

from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from benchmarks import Table
from grundy.core import nimbers
from grundy.kernels import nim_arrays as nim

COUNT = 1 << 20  # elements; the slower ways get the first 1/16 and 1/1024 of them
ROUNDS = 5  # the best of these counts

Words = NDArray[np.unsignedinteger]
Product = Callable[[Words, Words], object]


def run() -> Table:
    """The rates of products by width, and how many times faster the kernel is."""
    header = ["bits", "kernel, million a second", "times numpy look-up", "times plain integers"]
    return Table(title="Nim products", header=header, rows=[row(width) for width in (8, 16, 32, 64)])


def row(width: int) -> list[str]:
    """The rate for one width, and its ratios."""
    a, b = np.random.default_rng(width).integers(0, 2**width, (2, COUNT), dtype=f"u{width // 8}")
    kernel, numpy, plain = rate(nim.nim_product, a, b), rate(look_up, *first(a, b, 16)), rate(loop, *first(a, b, 1024))
    return [str(width), f"{kernel / 1e6:.1f}", f"{kernel / numpy:.1f}", f"{kernel / plain:,.0f}"]


def first(a: Words, b: Words, part: int) -> tuple[Words, Words]:
    """The first so-many-th part of two arrays."""
    return a[: COUNT // part], b[: COUNT // part]


def rate(product: Product, a: Words, b: Words) -> float:
    """The products in a second, the best of some rounds after one to warm up."""
    return len(a) / min([seconds(product, a, b) for _ in range(ROUNDS + 1)][1:])


def seconds(product: Product, a: Words, b: Words) -> float:
    """The time of one call."""
    start = perf_counter()
    product(a, b)
    return perf_counter() - start


def loop(a: Words, b: Words) -> list[int]:
    """The products one by one."""
    return [nimbers.nim_product(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]


def look_up(a: Words, b: Words) -> Words:
    """The products by whole-array look-ups of the same logarithms."""
    logarithms, powers = (table.astype(np.int64) for table in nim._tables())

    def product(x: NDArray[np.uint64], y: NDArray[np.uint64], width: int) -> NDArray[np.uint64]:
        if width <= 16:
            return np.where((x == 0) | (y == 0), 0, powers[logarithms[x] + logarithms[y]]).astype(np.uint64)
        half = np.uint64(width // 2)
        mask, top = np.uint64(2 ** int(half) - 1), np.full_like(x, 2 ** (int(half) - 1))
        x1, x0, y1, y0 = x >> half, x & mask, y >> half, y & mask
        low = product(x0, y0, int(half))
        high = product(x1 ^ x0, y1 ^ y0, int(half)) ^ low
        return high << half | low ^ product(product(x1, y1, int(half)), top, int(half))

    return product(a.astype(np.uint64), b.astype(np.uint64), 8 * a.itemsize)
