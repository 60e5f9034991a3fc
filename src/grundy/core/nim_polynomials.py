"""Roots of polynomials over the nimbers, by the trace algorithm (Berlekamp 1970).

A polynomial is a list of coefficients from degree 0 upwards, the last of them not 0. The nimbers below 2^w form a field
where w is a power of 2. A factor of degree e that is irreducible there has roots among the nimbers if e is a power of
2, and then below 2^(w e): so all roots of a polynomial of degree d are below 2^(w d), and w d is rounded down to a
power of 2. They are the roots of its greatest common divisor with x^(2^(w d)) + x, which is 0 on the whole field.
"""

from collections.abc import Sequence
from itertools import zip_longest

from grundy.core.nimbers import nim_inverse, nim_product, nim_square

Polynomial = list[int]


def roots_width(polynomial: Sequence[int]) -> int:
    """The bits of the least field that is known to hold the roots."""
    width = 1 << (max(polynomial).bit_length() - 1).bit_length()
    return width << ((len(polynomial) - 1).bit_length() - 1)


def nim_roots(polynomial: Sequence[int]) -> list[int]:
    """The different roots among the nimbers, ascending.

    >>> nim_roots([6, 1, 1])  # x^2 + x + 6
    [14, 15]
    >>> nim_roots([1, 0, 0, 1])  # x^3 + 1
    [1, 2, 3]
    """
    if len(polynomial) < 2:
        return []
    width, monic = roots_width(polynomial), make_monic(list(polynomial))
    field = Residues(monic)
    power = field.reduce([0, 1])
    for _ in range(width):
        power = field.square(power)
    return sorted(split(common_divisor(monic, add(power, [0, 1])), width))


def split(polynomial: Polynomial, width: int, bit: int = 0) -> list[int]:
    """The roots of a monic product of different factors x + r: the trace of 2^bit r is 0 or 1, and tells them apart."""
    if len(polynomial) < 3:
        return polynomial[:1] if len(polynomial) == 2 else []
    field = Residues(polynomial)
    power = trace = field.reduce([0, 1 << bit])
    for _ in range(width - 1):
        power = field.square(power)
        trace = add(trace, power)
    with_0 = common_divisor(polynomial, trace)
    with_1 = common_divisor(polynomial, add(trace, [1]))
    return split(with_0, width, bit + 1) + split(with_1, width, bit + 1)


class Residues:
    """Polynomials modulo a monic one."""

    def __init__(self, modulus: Polynomial) -> None:
        self.modulus, self.degree = modulus, len(modulus) - 1
        self.powers = [[*[0] * i, 1] for i in range(self.degree)]  # of x
        while len(self.powers) < max(2, 2 * self.degree - 1):
            self.powers.append(remainder([0, *self.powers[-1]], modulus))

    def reduce(self, polynomial: Polynomial) -> Polynomial:
        return remainder(polynomial, self.modulus)

    def square(self, polynomial: Polynomial) -> Polynomial:
        """The square: in characteristic 2 the sum of the squares of the terms."""
        total: Polynomial = []
        for exponent, coefficient in enumerate(polynomial):
            factor = nim_square(coefficient)
            total = add(total, [nim_product(factor, other) for other in self.powers[2 * exponent]] if factor else [])
        return total


def trim(coefficients: Polynomial) -> Polynomial:
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return coefficients


def add(left: Polynomial, right: Polynomial) -> Polynomial:
    return trim([a ^ b for a, b in zip_longest(left, right, fillvalue=0)])


def make_monic(polynomial: Polynomial) -> Polynomial:
    inverse = nim_inverse(polynomial[-1])
    return [nim_product(inverse, coefficient) for coefficient in polynomial]


def remainder(polynomial: Polynomial, monic: Polynomial) -> Polynomial:
    rest = trim(list(polynomial))
    while len(rest) >= len(monic):
        shift, leading = len(rest) - len(monic), rest[-1]
        rest = add(rest, [0] * shift + [nim_product(leading, coefficient) for coefficient in monic])
    return rest


def common_divisor(left: Polynomial, right: Polynomial) -> Polynomial:
    """The monic greatest common divisor; of a polynomial and 0 it is the polynomial."""
    while right:
        right = make_monic(right)
        left, right = right, remainder(left, right)
    return left
