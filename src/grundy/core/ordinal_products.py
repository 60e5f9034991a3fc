"""Nim-products of ordinals below w^(w^w), the algebraic closure of the field of two elements (Conway 1976).

docs/theory/nimbers.md has the roots w^(w^k) of a(p), here `rootless`, and why powers w^e multiply as fractions.
"""

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from itertools import count, product
from math import lcm, prod

from grundy.core.nimbers import nim_inverse, nim_power, nim_product, nim_sqrt, nim_square
from grundy.core.ordinals import Nimber, Term, from_terms, omega_power, terms_of
from grundy.core.reader import ellipsis
from grundy.errors import NotDecided, UndefinedError

MAX_DEGREE = 250  # of a field in which powers are taken: half a second there, half a minute at 820
MAX_PAIRS = 50_000  # of terms in one product, which take a fifth of a second
PLAIN_EXPONENTS = 50_000  # larger exponents are first reduced modulo the order of the field
PRIMES = [n for n in range(3, 284, 2) if all(n % p for p in range(3, 17, 2) if p < n)]


def ordinal_product(a: Nimber, b: Nimber) -> Nimber:
    if isinstance(a, int) and isinstance(b, int):
        return nim_product(a, b)
    if len(terms_of(a)) * len(terms_of(b)) > MAX_PAIRS:
        raise NotDecided(f"a product of more than {MAX_PAIRS:,} pairs of terms; write shorter ordinals")
    pairs = product(terms_of(a), terms_of(b))
    return _linear_sum((_power_product(e, f), nim_product(c, d)) for (e, c), (f, d) in pairs)


def ordinal_square(a: Nimber) -> Nimber:
    """The nim-product with itself: the sum of the squares of the terms."""
    return _linear_sum((_power_product(e, e), nim_square(c)) for e, c in terms_of(a))


def ordinal_sqrt(a: Nimber) -> Nimber:
    """The one ordinal whose nim-square this is."""
    return nim_sqrt(a) if isinstance(a, int) else _square_repeatedly(a, _small_degree(a) - 1)


def ordinal_inverse(a: Nimber) -> Nimber:
    """The ordinal whose nim-product with this one is 1: the product of its other conjugates, for that of all is 1."""
    return nim_inverse(a) if isinstance(a, int) else _conjugate_product(ordinal_square(a), 1, _small_degree(a) - 1)


def ordinal_power(a: Nimber, n: int) -> Nimber:
    """The nim-product of n factors; that of -n inverses where n is negative."""
    if isinstance(a, int):
        return nim_power(a, n)
    if not 0 <= n < PLAIN_EXPONENTS:
        n %= (1 << _small_degree(a)) - 1
    power: Nimber = 1
    for bit in f"{n:b}":
        power = ordinal_square(power)
        power = ordinal_product(power, a) if bit == "1" else power
    return power


def field_degree(a: Nimber) -> int:
    """The degree of a field of nimbers that holds the ordinal: it has 2 to this power elements."""
    finite = (1 << max(c.bit_length() - 1, 0).bit_length() for _, c in terms_of(a))
    places = (place for e, _ in terms_of(a) for place in _places(e).items())
    return lcm(*finite, *(_root_degree(p, p ** len(_digits(c, p))) for p, c in places))


def power_cost(a: Nimber, n: int) -> int:
    """A bound for the number of finite products that the n-th power takes, of the right size."""
    bits = n.bit_length()
    if isinstance(a, int):
        return 2 + min(bits, field_degree(a))
    if 0 <= n < PLAIN_EXPONENTS:
        return (2 + bits) * min(prod([len(a.terms)] * 2 * bits), MAX_DEGREE * MAX_DEGREE // 4)
    degree = _small_degree(a)
    return (2 + min(bits, degree)) * degree * degree // 4


@cache
def rootless(p: int) -> Nimber:
    """The least ordinal without a p-th root among those made for smaller primes: the p-th power of w^(w^k)."""
    order = next(n for n in count(1) if pow(2, n, p) == 1)
    base = root_of_degree(order)
    return next(base ^ m for m in count() if not _has_root(base ^ m, p, order))


def root_of_degree(h: int) -> Nimber:
    """The least ordinal whose degree is divisible by h."""
    if h == 1:
        return 0
    p = max(p for p in (2, *PRIMES) if h % p == 0)
    q = next(p**n for n in count(1) if h % p ** (n + 1))
    root = 1 << q // 2 if p == 2 else omega_power(omega_power(PRIMES.index(p)) * (q // p))
    return root if _root_degree(p, q) % h == 0 else root ^ root_of_degree(h // q)


def _root_degree(p: int, q: int) -> int:
    """The degree over the field of two elements of the root of degree q, a power of p, over the numbers before it."""
    return q if p == 2 else q * field_degree(rootless(p))


def _has_root(a: Nimber, p: int, order: int) -> bool:
    """Whether the ordinal, in a field without degree p, has a p-th root there; `order` is that of 2 modulo p."""
    norm = _conjugate_product(a, order, _small_degree(a, order) // order)
    return ordinal_power(norm, ((1 << order) - 1) // p) == 1


def _small_degree(a: Nimber, order: int = 1) -> int:
    """The degree of a field that holds the ordinal, and is divisible by `order`, if it is small enough for powers."""
    degree = lcm(field_degree(a), order)
    if degree > MAX_DEGREE:
        raise NotDecided(f"{ellipsis(str(a))} lies in too large a field: powers are taken among 2^{MAX_DEGREE} nimbers")
    return degree


def _square_repeatedly(a: Nimber, n: int) -> Nimber:
    return reduce(lambda power, _: ordinal_square(power), range(n), a)


def _conjugate_product(a: Nimber, step: int, n: int) -> Nimber:
    """The product of n conjugates, each of them `step` squarings of the one before, by doubling their number."""
    if n == 1:
        return a
    half = _conjugate_product(a, step, n // 2)
    even = ordinal_product(half, _square_repeatedly(half, step * (n // 2)))
    return ordinal_product(a, _square_repeatedly(even, step)) if n % 2 else even


@lru_cache(1 << 16)  # a product of two long ordinals has the same pair of powers many times
def _power_product(e: Nimber, f: Nimber) -> Nimber:
    """The product of w^e and w^f."""
    left, right = _places(e), _places(f)
    places, factors = list[Term](), list[Nimber]()
    for p in sorted(left | right, reverse=True):
        carry, digits = _add_fractions(left.get(p, 0), right.get(p, 0), p)
        places.append((PRIMES.index(p), digits))
        factors += [rootless(p)] if carry else []
    return reduce(ordinal_product, factors, omega_power(from_terms(places)))


def _add_fractions(a: int, b: int, p: int) -> tuple[int, int]:
    """The sum of two fractions 0.d1 d2 ..., each given by its digits: the carry over the point, and the digits."""
    length = max(len(_digits(a, p)), len(_digits(b, p)))
    carry, fraction = divmod(_reverse_digits(a, p, length) + _reverse_digits(b, p, length), p**length)
    return carry, _reverse_digits(fraction, p, length)


def _reverse_digits(n: int, p: int, length: int) -> int:
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
    """The coefficients of an exponent of w, by the primes of their terms."""
    places: dict[int, int] = {}
    for k, coefficient in terms_of(exponent):
        if not isinstance(k, int):
            raise UndefinedError("nim-products are known below w^(w^w); write a smaller ordinal")
        if k >= len(PRIMES):
            raise NotDecided(f"nim-products are computed below w^(w^{len(PRIMES)}); write a smaller ordinal")
        places[PRIMES[k]] = coefficient
    return places


def _linear_sum(parts: Iterable[tuple[Nimber, int]]) -> Nimber:
    """The nim-sum of ordinals, each multiplied by a finite one."""
    total: dict[Nimber, int] = {}
    for ordinal, factor in parts:
        for exponent, coefficient in terms_of(ordinal):
            total[exponent] = total.get(exponent, 0) ^ nim_product(coefficient, factor)
    return from_terms(sorted(total.items(), reverse=True))
