"""Nim-products of ordinals below w^(w^w): the algebraic closure of the field of two elements.

The finite ordinals are closed under square roots and quadratic equations. Each odd prime p then adds what has degree p:
with p the k-th odd prime, counted from 0, the ordinal w^(w^k) is a p-th root of a(p), the least ordinal without one
below, and w^(w^k * p^n) is a p-th root of w^(w^k * p^(n - 1)). Other powers w^e, and multiples by finite ordinals, are
both ordinary products and nim-products of these (Conway, *On Numbers and Games*, 1976, chapter 6). So w^(w^k * c) is
a(p) to the power 0.d1 d2 d3 ..., where d1, d2, ... are the digits of c to the base p, the lowest first; a product adds
such fractions, and what is carried over the point becomes a factor a(p).

With f the order of 2 modulo p, a(p) is the first of r(f), r(f) + 1, r(f) + 2, ... that has no p-th root, where r(h),
the least ordinal of a degree that h divides, is a sum of the roots of prime power degree above, one for each of some
prime powers in h (Lenstra, *On the algebraic closure of two*, 1977; DiMuro, *On On_p*, 2011). A number of degree e has
no p-th root in the field of 2^e elements, or in a larger one of a degree e * n with n prime to p, if its power
(2^e - 1) / p is not 1; so a(p) is computed here, and nothing is taken from a table.
"""

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from itertools import count, product
from math import lcm, prod

from grundy.core.nimbers import nim_inverse, nim_power, nim_product, nim_sqrt, nim_square
from grundy.core.ordinals import Nimber, Ordinal, omega_power
from grundy.core.reader import ellipsis
from grundy.errors import NotDecided, UndefinedError

__all__ = [
    "field_degree",
    "ordinal_inverse",
    "ordinal_power",
    "ordinal_product",
    "ordinal_sqrt",
    "ordinal_square",
    "power_cost",
    "root_of_degree",
    "rootless",
]

MAX_DEGREE = 250  # of a field in which powers are taken: half a second there, half a minute at 820
MANY = 50_000  # pairs of terms in one product, which take a fifth of a second; exponents beyond are reduced first
PRIMES = [n for n in range(3, 284, 2) if all(n % p for p in range(3, 17, 2) if p < n)]

Term = tuple[Nimber, int]  # the exponent of a power of w, and its finite coefficient


def ordinal_product(a: Nimber, b: Nimber) -> Nimber:
    """The nim-product.

    >>> from grundy.core.ordinals import omega
    >>> square = ordinal_product(omega, omega)
    >>> square, ordinal_product(square, omega)
    (w^2, 2)
    """
    if isinstance(a, int) and isinstance(b, int):
        return nim_product(a, b)
    if len(_terms(a)) * len(_terms(b)) > MANY:
        raise NotDecided(f"a product of more than {MANY:,} pairs of terms; write shorter ordinals")
    pairs = product(_terms(a), _terms(b))
    return _collected((_monomials(e, f), nim_product(c, d)) for (e, c), (f, d) in pairs)


def ordinal_square(a: Nimber) -> Nimber:
    """The nim-product with itself: the sum of the squares of the terms."""
    return _collected((_monomials(e, e), nim_square(c)) for e, c in _terms(a))


def ordinal_sqrt(a: Nimber) -> Nimber:
    """The one ordinal whose nim-square this is."""
    return nim_sqrt(a) if isinstance(a, int) else _conjugate(a, _bounded(a) - 1)


def ordinal_inverse(a: Nimber) -> Nimber:
    """The ordinal whose nim-product with this one is 1: the product of its other conjugates, for that of all is 1."""
    return nim_inverse(a) if isinstance(a, int) else _conjugates(ordinal_square(a), 1, _bounded(a) - 1)


def ordinal_power(a: Nimber, n: int) -> Nimber:
    """The nim-product of n factors; that of -n inverses where n is negative.

    >>> from grundy.core.ordinals import omega
    >>> ordinal_power(omega, 3), ordinal_power(omega + 1, -1)
    (2, w^2*2 + w*2 + 2)
    """
    if isinstance(a, int):
        return nim_power(a, n)
    if not 0 <= n < MANY:
        n %= (1 << _bounded(a)) - 1
    power: Nimber = 1
    for bit in f"{n:b}":
        power = ordinal_square(power)
        power = ordinal_product(power, a) if bit == "1" else power
    return power


def field_degree(a: Nimber) -> int:
    """The degree of a field of nimbers that holds the ordinal: it has 2 to this power elements.

    >>> field_degree(5), field_degree(omega_power(1)), field_degree(omega_power(omega_power(1)))
    (4, 6, 20)
    """
    finite = (1 << max(c.bit_length() - 1, 0).bit_length() for _, c in _terms(a))
    places = (place for e, _ in _terms(a) for place in _places(e).items())
    return lcm(*finite, *(_root_degree(p, p ** len(_digits(c, p))) for p, c in places))


def power_cost(a: Nimber, n: int) -> int:
    """The number of finite products that the n-th power takes, at most and about."""
    bits = n.bit_length()
    if isinstance(a, int):
        return 2 + min(bits, field_degree(a))
    if 0 <= n < MANY:
        return (2 + bits) * min(prod([len(a.terms)] * 2 * bits), MAX_DEGREE * MAX_DEGREE // 4)
    degree = _bounded(a)
    return (2 + min(bits, degree)) * degree * degree // 4


@cache
def rootless(p: int) -> Nimber:
    """The least ordinal without a p-th root among those made for smaller primes: the p-th power of w^(w^k).

    >>> [rootless(p) for p in (3, 5, 7, 11, 13, 17, 19)]
    [2, 4, w + 1, w^w + 1, w + 4, 16, w^3 + 4]
    """
    order = next(n for n in count(1) if pow(2, n, p) == 1)
    base = root_of_degree(order)
    return next(base ^ m for m in count() if not _has_root(base ^ m, p, order))


def root_of_degree(h: int) -> Nimber:
    """The least ordinal whose degree is divisible by h.

    >>> [root_of_degree(h) for h in (1, 2, 3, 4, 9, 10, 12)]
    [0, 2, w, 4, w^3, w^w, w + 4]
    """
    if h == 1:
        return 0
    p = max(p for p in (2, *PRIMES) if h % p == 0)
    q = next(p**n for n in count(1) if h % p ** (n + 1))
    root = _root(p, q)
    return root if _root_degree(p, q) % h == 0 else root ^ root_of_degree(h // q)


def _root(p: int, q: int) -> Nimber:
    """The root of degree q, a power of p, over the numbers made for smaller powers and primes."""
    return 1 << q // 2 if p == 2 else omega_power(omega_power(PRIMES.index(p)) * (q // p))


def _root_degree(p: int, q: int) -> int:
    """The degree of that root over the field of two elements."""
    return q if p == 2 else q * field_degree(rootless(p))


def _has_root(a: Nimber, p: int, order: int) -> bool:
    """Whether the ordinal, in a field without degree p, has a p-th root there; `order` is that of 2 modulo p."""
    norm = _conjugates(a, order, _bounded(a, order) // order)
    return ordinal_power(norm, ((1 << order) - 1) // p) == 1


def _bounded(a: Nimber, order: int = 1) -> int:
    """The degree of a field that holds the ordinal and that of the order, if it is small enough to take powers in."""
    degree = lcm(field_degree(a), order)
    if degree > MAX_DEGREE:
        raise NotDecided(f"{ellipsis(str(a))} lies in too large a field: powers are taken among 2^{MAX_DEGREE} nimbers")
    return degree


def _conjugate(a: Nimber, n: int) -> Nimber:
    """The result of n squarings."""
    return reduce(lambda power, _: ordinal_square(power), range(n), a)


def _conjugates(a: Nimber, step: int, n: int) -> Nimber:
    """The product of n conjugates, each of them `step` squarings of the one before, by doubling their number."""
    if n == 1:
        return a
    half = _conjugates(a, step, n // 2)
    even = ordinal_product(half, _conjugate(half, step * (n // 2)))
    return ordinal_product(a, _conjugate(even, step)) if n % 2 else even


@lru_cache(1 << 16)  # a product of two large ordinals meets the same pair of powers again and again
def _monomials(e: Nimber, f: Nimber) -> Nimber:
    """The product of w^e and w^f."""
    left, right = _places(e), _places(f)
    places, factors = list[Term](), list[Nimber]()
    for p in sorted(left | right, reverse=True):
        carried, digits = _add_fractions(left.get(p, 0), right.get(p, 0), p)
        places.append((PRIMES.index(p), digits))
        factors += [rootless(p)] if carried else []
    return reduce(ordinal_product, factors, omega_power(_number(places)))


def _add_fractions(a: int, b: int, p: int) -> tuple[int, int]:
    """The sum of two fractions, given by the digits behind the point: what is before the point, and behind."""
    length = max(len(_digits(a, p)), len(_digits(b, p)))
    carried, behind = divmod(_reversed(a, p, length) + _reversed(b, p, length), p**length)
    return carried, _reversed(behind, p, length)


def _reversed(n: int, p: int, length: int) -> int:
    """The number whose digits to the base p, so many of them, are those of n in reverse."""
    digits = _digits(n, p)
    return reduce(lambda number, digit: number * p + digit, digits + [0] * (length - len(digits)), 0)


def _digits(n: int, p: int) -> list[int]:
    """The digits to the base p, lowest first."""
    digits: list[int] = []
    while n:
        n, digit = divmod(n, p)
        digits.append(digit)
    return digits


def _places(exponent: Nimber) -> dict[int, int]:
    """The coefficients of an exponent of w, by the primes that they belong to."""
    places: dict[int, int] = {}
    for k, coefficient in _terms(exponent):
        if not isinstance(k, int):
            raise UndefinedError("nim-products are known below w^(w^w); write a smaller ordinal")
        if k >= len(PRIMES):
            raise NotDecided(f"nim-products are computed below w^(w^{len(PRIMES)}); write a smaller ordinal")
        places[PRIMES[k]] = coefficient
    return places


def _terms(a: Nimber) -> tuple[Term, ...]:
    return a.terms if isinstance(a, Ordinal) else ((0, a),) if a else ()


def _number(terms: list[Term]) -> Nimber:
    """The ordinal with these terms, exponents descending; coefficients may be 0."""
    kept = tuple((exponent, coefficient) for exponent, coefficient in terms if coefficient)
    return Ordinal(kept) if kept and kept[0][0] != 0 else sum(coefficient for _, coefficient in kept)


def _collected(parts: Iterable[tuple[Nimber, int]]) -> Nimber:
    """The nim-sum of ordinals, each multiplied by a finite one."""
    total: dict[Nimber, int] = {}
    for ordinal, factor in parts:
        for exponent, coefficient in _terms(ordinal):
            total[exponent] = total.get(exponent, 0) ^ nim_product(coefficient, factor)
    return _number(sorted(total.items(), reverse=True))
