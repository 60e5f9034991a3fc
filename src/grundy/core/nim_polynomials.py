"""Roots of polynomials over the nimbers, by the trace algorithm (Berlekamp 1970).

A polynomial is a list of coefficients from degree 0 upwards, the last of them not 0. The nimbers below 2^w form a field
where w is a power of 2. A factor of degree e that is irreducible there has roots among the nimbers if e is a power of
2, and then below 2^(w e): so all roots of a polynomial of degree d are below 2^(w d), and w d is rounded down to a
power of 2. They are the roots of its greatest common divisor with x^(2^(w d)) + x, which is 0 on the whole field.
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest

from grundy.core.nimbers import field_width, nim_inverse, nim_product, nim_quadratic, nim_square

Polynomial = list[int]
Spend = Callable[[int, int], object]  # told how many products of so many bits come next; raises if they are too many


def roots_width(polynomial: Sequence[int]) -> int:
    """The bits of the least field that is known to hold the roots."""
    return coefficients_width(polynomial) << ((len(polynomial) - 1).bit_length() - 1)


def coefficients_width(polynomial: Sequence[int]) -> int:
    """The bits of the least field that holds the coefficients."""
    return 1 << (max(polynomial).bit_length() - 1).bit_length()


def nim_roots(polynomial: Sequence[int], spend: Spend = lambda products, width: None) -> list[int]:
    """The different roots among the nimbers, ascending; those in smaller fields are found first, and at less cost.

    >>> nim_roots([6, 1, 1])  # x^2 + x + 6
    [14, 15]
    >>> nim_roots([1, 0, 0, 1])  # x^3 + 1
    [1, 2, 3]
    """
    if len(polynomial) < 2:
        return []
    rest, roots = make_monic(list(polynomial)), set[int]()
    power, done, width = [0, 1], 0, coefficients_width(polynomial)
    while len(rest) > 1 and width <= roots_width(polynomial):
        field = Residues(rest, spend)
        power = field.reduce(power)
        for _ in range(width - done):
            power = field.square(power)
        common = common_divisor(rest, add(power, field.reduce([0, 1])))
        roots.update(split(common, width, width - 1, spend))
        rest, done, width = quotient(rest, common), width, 2 * width
    return sorted(roots)


def split(polynomial: Polynomial, width: int, bit: int, spend: Spend) -> list[int]:
    """The roots of a monic product of different factors x + r: the trace of 2^bit r is 0 or 1, and tells them apart.

    The high bits come first: those in a smaller field do not tell roots apart that are conjugate over it.
    """
    if len(polynomial) < 3:
        return polynomial[:1] if len(polynomial) == 2 else []
    if len(polynomial) == 3:
        return nim_quadratic(polynomial[1], polynomial[0])
    field = Residues(polynomial, spend)
    power = trace = field.reduce([0, 1 << bit])
    for _ in range(width - 1):
        power = field.square(power)
        trace = add(trace, power)
    with_0 = common_divisor(polynomial, trace)
    halves = with_0, quotient(polynomial, with_0)
    return [root for half in halves for root in split(half, width, bit - 1, spend)]


class Residues:
    """Polynomials modulo a monic one."""

    def __init__(self, modulus: Polynomial, spend: Spend) -> None:
        self.modulus, self.degree, self.spend = modulus, len(modulus) - 1, spend
        self.powers = [[*[0] * i, 1] for i in range(self.degree)]  # of x
        while len(self.powers) < max(2, 2 * self.degree - 1):
            self.powers.append(remainder([0, *self.powers[-1]], modulus))

    def reduce(self, polynomial: Polynomial) -> Polynomial:
        return remainder(polynomial, self.modulus)

    def square(self, polynomial: Polynomial) -> Polynomial:
        """The square: in characteristic 2 the sum of the squares of the terms."""
        total: Polynomial = []
        self.spend(sum(map(len, self.powers[: 2 * len(polynomial) : 2])), field_width(0, *polynomial))
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


def quotient(polynomial: Polynomial, monic: Polynomial) -> Polynomial:
    """The polynomial divided by a monic one that divides it."""
    rest, terms = list(polynomial), Polynomial()
    while len(rest) >= len(monic):
        leading, shift = rest[-1], len(rest) - len(monic)
        rest = [*rest[:shift], *(a ^ nim_product(leading, b) for a, b in zip(rest[shift:], monic, strict=True))][:-1]
        terms.append(leading)
    return terms[::-1]


def common_divisor(left: Polynomial, right: Polynomial) -> Polynomial:
    """The monic greatest common divisor; of a polynomial and 0 it is the polynomial."""
    while right:
        right = make_monic(right)
        left, right = right, remainder(left, right)
    return left
