"""Nim arithmetic on arrays of unsigned integers, up to 64 bits an element (Conway 1976; docs/theory/heaps.md)."""

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grundy.kernels.jit import jit, takes

Array = NDArray[np.unsignedinteger]
Logarithms = NDArray[np.uint16]
Powers = NDArray[np.uint16]

GENERATORS = (2, 4, 18, 258)  # the least ones of the fields of 2, 4, 8 and 16 bits, found by trying all


def nim_product(a: ArrayLike, b: ArrayLike) -> Array:
    """The products of two arrays, element by element after broadcasting, in the wider of the two types.

    >>> nim_product([24, 15], [17, 14])
    array([128,   6], dtype=uint64)
    """
    left, right = _nimbers(a), _nimbers(b)
    out = np.empty(np.broadcast_shapes(left.shape, right.shape), np.result_type(left, right))
    _products(*_tables(), _spread(left, out.shape), _spread(right, out.shape), out.reshape(-1))
    return out


def nim_inverse(a: ArrayLike) -> Array:
    """The inverses of an array without zeros."""
    values = _nimbers(a)
    if not np.all(values):
        raise ZeroDivisionError("0 has no nim-inverse")
    out = np.empty(values.shape, values.dtype)
    _inverses(*_tables(), np.ravel(values), out.reshape(-1))
    return out


def nim_divide(a: ArrayLike, b: ArrayLike) -> Array:
    """The quotients of two arrays, element by element after broadcasting."""
    return nim_product(a, nim_inverse(b))


def nim_square(a: ArrayLike) -> Array:
    return _repeated_square(a, 1)


def nim_sqrt(a: ArrayLike) -> Array:
    """The square roots of an array: 63 squarings undo one, as 64 give every element back."""
    return _repeated_square(a, 63)


def nim_power(a: ArrayLike, n: int) -> Array:
    """The n-th powers of an array, for any integer n; 0 to the power 0 is 1."""
    if n < 0:
        return nim_power(nim_inverse(a), -n)
    base = _nimbers(a)
    power = np.ones_like(base)
    order = (1 << 8 * base.itemsize) - 1
    for bit in f"{(n - 1) % order + 1:b}" if n else "":  # between 1 and the order: 0 stays 0
        power = nim_square(power)
        power = nim_product(power, base) if bit == "1" else power
    return power


def _spread(values: Array, shape: tuple[int, ...]) -> Array:
    """The values in one row, repeated to fill the shape; they are copied only where that has to be."""
    return np.ravel(values) if values.shape == shape else np.broadcast_to(values, shape).flatten()


def _nimbers(values: ArrayLike) -> Array:
    """The values as an unsigned array; a single int takes the narrowest type, so that it widens no array."""
    array = np.asarray(values, np.min_scalar_type(values) if isinstance(values, int) else None)
    if array.dtype.kind == "u":
        return array.astype(array.dtype.newbyteorder("="), copy=False)  # the byte order that kernels read
    if array.dtype.kind != "i" or np.any(array < 0):
        raise ValueError("nimbers in an array are integers from 0 to 2^64 - 1")
    return array.astype(np.uint64)


def _repeated_square(a: ArrayLike, times: int) -> Array:
    values = _nimbers(a)
    out = np.empty(values.shape, values.dtype)
    _combine(_images(times)[: values.itemsize], np.ravel(values), out.reshape(-1))
    return out


@cache
def _images(times: int) -> NDArray[np.uint64]:
    """The images of every byte in every place under repeated squaring; it is linear, so all others are their sums."""
    images: Array = np.uint64(1) << np.arange(64, dtype=np.uint64)
    for _ in range(times):
        images = nim_product(images, images)
    bits = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(np.uint64)
    table: NDArray[np.uint64] = np.bitwise_xor.reduce(bits * images.reshape(8, 1, 8), axis=2)
    return table


@cache
def _tables() -> tuple[Logarithms, Powers]:
    """The logarithms in the field of 16 bits, and the powers of its generator, listed twice: no sum needs a modulus."""
    tables = np.zeros(2, np.uint16), np.ones(2, np.uint16)
    for level, generator in enumerate(GENERATORS):
        tables = _double(*tables, 1 << level, generator)
    return tables


@jit
@takes("uint16", "uint16", 0, 0)
def _double(logarithms: Logarithms, powers: Powers, half: int, generator: int) -> tuple[Logarithms, Powers]:
    """The tables of the field of twice as many bits."""
    order = (1 << 2 * half) - 1
    new_logarithms, new_powers = np.zeros(order + 1, np.uint16), np.ones(2 * order, np.uint16)
    g1, g0, top = generator >> half, generator & (1 << half) - 1, 1 << half - 1
    x = 1
    for n in range(order):
        new_logarithms[x] = n
        new_powers[n] = new_powers[n + order] = x
        x1, x0 = x >> half, x & (1 << half) - 1
        low = _product16(logarithms, powers, x0, g0)
        high = _product16(logarithms, powers, x1 ^ x0, g1 ^ g0) ^ low
        x = high << half | low ^ _product16(logarithms, powers, _product16(logarithms, powers, x1, g1), top)
    return new_logarithms, new_powers


@jit
def _product16(logarithms: Logarithms, powers: Powers, a: int, b: int) -> int:
    """The product of two nimbers below 2^16, or in the smaller field of the tables."""
    if a == 0 or b == 0:
        return 0
    return int(powers[int(logarithms[a]) + int(logarithms[b])])


@jit
def _product32(logarithms: Logarithms, powers: Powers, a: int, b: int) -> int:
    a1, a0, b1, b0 = a >> 16, a & 0xFFFF, b >> 16, b & 0xFFFF
    low = _product16(logarithms, powers, a0, b0)
    high = _product16(logarithms, powers, a1 ^ a0, b1 ^ b0) ^ low
    return high << 16 | low ^ _product16(logarithms, powers, _product16(logarithms, powers, a1, b1), 1 << 15)


@jit
def _product64(logarithms: Logarithms, powers: Powers, a: int, b: int) -> np.uint64:
    a1, a0, b1, b0 = a >> 32, a & 0xFFFFFFFF, b >> 32, b & 0xFFFFFFFF
    low = _product32(logarithms, powers, a0, b0)
    high = _product32(logarithms, powers, a1 ^ a0, b1 ^ b0) ^ low
    low ^= _product32(logarithms, powers, _product32(logarithms, powers, a1, b1), 1 << 31)
    return np.uint64(high << 32 | low)


@jit
def _inverse32(logarithms: Logarithms, powers: Powers, a: int) -> int:
    """The inverse of a nimber below 2^32: the conjugate divided by the norm."""
    if a < 1 << 16:
        return int(powers[0xFFFF - int(logarithms[a])])
    a1, a0 = a >> 16, a & 0xFFFF
    square = _product16(logarithms, powers, a1, a1)
    norm = _product16(logarithms, powers, a0, a1 ^ a0) ^ _product16(logarithms, powers, square, 1 << 15)
    inverse = int(powers[0xFFFF - int(logarithms[norm])])
    return _product16(logarithms, powers, a1, inverse) << 16 | _product16(logarithms, powers, a1 ^ a0, inverse)


@jit
def _inverse64(logarithms: Logarithms, powers: Powers, a: int) -> np.uint64:
    a1, a0 = a >> 32, a & 0xFFFFFFFF
    square = _product32(logarithms, powers, a1, a1)
    norm = _product32(logarithms, powers, a0, a1 ^ a0) ^ _product32(logarithms, powers, square, 1 << 31)
    inverse = _inverse32(logarithms, powers, norm)
    high, low = _product32(logarithms, powers, a1, inverse), _product32(logarithms, powers, a1 ^ a0, inverse)
    return np.uint64(high << 32 | low)


@jit
@takes("uint16", "uint16", "uint16", "uint16", "uint16")
@takes("uint16", "uint16", "uint32", "uint32", "uint32")
@takes("uint16", "uint16", "uint64", "uint64", "uint64")
@takes("uint16", "uint16", "uint8", "uint8", "uint8")
def _products(logarithms: Logarithms, powers: Powers, a: Array, b: Array, out: Array) -> None:
    for i in range(len(out)):
        either = a[i] | b[i]
        if either < 1 << 16:
            out[i] = _product16(logarithms, powers, a[i], b[i])
        elif either < 1 << 32:
            out[i] = _product32(logarithms, powers, a[i], b[i])
        else:
            out[i] = _product64(logarithms, powers, a[i], b[i])


@jit
@takes("uint16", "uint16", "uint16", "uint16")
@takes("uint16", "uint16", "uint32", "uint32")
@takes("uint16", "uint16", "uint64", "uint64")
@takes("uint16", "uint16", "uint8", "uint8")
def _inverses(logarithms: Logarithms, powers: Powers, a: Array, out: Array) -> None:
    for i in range(len(out)):
        if a[i] < 1 << 32:
            out[i] = _inverse32(logarithms, powers, a[i])
        else:
            out[i] = _inverse64(logarithms, powers, a[i])


@jit
@takes("uint64 2d", "uint16", "uint16")
@takes("uint64 2d", "uint32", "uint32")
@takes("uint64 2d", "uint64", "uint64")
@takes("uint64 2d", "uint8", "uint8")
def _combine(images: NDArray[np.uint64], a: Array, out: Array) -> None:
    """Compute the linear map that takes byte b in place k to images[k, b]."""
    for i in range(len(out)):
        total = images[0, a[i] & 255]
        for place in range(1, len(images)):
            total ^= images[place, a[i] >> 8 * place & 255]
        out[i] = total
