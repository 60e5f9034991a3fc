"""Nim-products of ordinals: the laws of a field, Conway's and Lenstra's statements, and the definition itself."""

from collections.abc import Iterable
from functools import reduce
from itertools import count, product
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.core.nimbers import nim_inverse, nim_power, nim_product, nim_quadratic, nim_sqrt
from grundy.core.ordinal_products import (
    PRIMES,
    field_degree,
    ordinal_inverse,
    ordinal_power,
    ordinal_product,
    ordinal_sqrt,
    ordinal_square,
    root_of_degree,
    rootless,
)
from grundy.core.ordinals import Nimber, Ordinal, omega, omega_power, read_ordinal
from grundy.core.reader import Reader
from grundy.errors import NotDecided, UndefinedError


def add(numbers: Iterable[Nimber]) -> Nimber:
    return reduce(xor, numbers, 0)


# Lenstra's excess of the odd primes 3 .. 281, the finite part of `rootless`: OEIS A380496 (Conway 1976 to 7, Lenstra
# 1977 to 43, Le Bruyn 2009 to 67, Siegel 2025).
EXCESS = [int(digit) for digit in "00110041010111110001111010100101010141010000001111001011010"]
LARGE = {47, 59, 67, 71, 83, 103, 107, 131, 139, 149, 163, 167, 173, 179, 191, 197, 199, 211, 223, 227, 229, 233, 239}
LARGE |= {263, 269, 271, 277, 281}  # primes whose field has more than 2^250 elements


def read(text: str) -> Nimber:
    return read_ordinal(Reader(text))


def ordinals(*exponents: Nimber, below: int = 16) -> st.SearchStrategy[Nimber]:
    """Nim-sums of finite multiples of powers of w."""
    finite = st.integers(0, below - 1)
    return st.tuples(*(finite for _ in exponents)).map(
        lambda cs: add(omega_power(e) * c if e else c for e, c in zip(exponents, cs, strict=True))
    )


FIELD = [add([omega_power(2) * a, omega * b, c]) for a, b, c in product(range(4), repeat=3)]
SMALL = ordinals(0, 1, 2)
MEDIUM = ordinals(0, 1, 3, 8, omega, omega * 3 + 2)


@pytest.mark.parametrize(
    ("base", "n", "power"),
    [
        ("w", 3, "2"),
        ("w^3", 3, "w"),
        ("w^9", 3, "w^3"),
        ("w^w", 5, "4"),
        ("w^(w*5)", 5, "w^w"),
        ("w^(w^2)", 7, "w + 1"),
        ("w^(w^2*7)", 7, "w^(w^2)"),
        ("w^(w^3)", 11, "w^w + 1"),
        ("w^(w^4)", 13, "w + 4"),
        ("w^(w^5)", 17, "16"),
        ("w^(w^6)", 19, "w^3 + 4"),
        ("w^(w^7)", 23, "w^(w^3) + 1"),
        ("w^(w^8)", 29, "w^(w^2) + 4"),
        ("w^(w^9)", 31, "w^w + 1"),
        ("w^(w^10)", 37, "w^3 + 4"),
        ("w^(w^11)", 41, "w^w + 1"),
        ("w^(w^12)", 43, "w^(w^2) + 1"),
    ],
)
def test_the_powers_that_conway_and_lenstra_list(base: str, n: int, power: str) -> None:
    assert ordinal_power(read(base), n) == read(power)


@pytest.mark.parametrize(("p", "excess"), [pair for pair in zip(PRIMES, EXCESS, strict=False) if pair[0] not in LARGE])
def test_the_excess_is_the_published_one(p: int, excess: int) -> None:
    order = next(n for n in count(1) if pow(2, n, p) == 1)
    assert rootless(p) == root_of_degree(order) ^ excess


@pytest.mark.parametrize("p", sorted(LARGE))
def test_larger_fields_are_refused(p: int) -> None:
    with pytest.raises(NotDecided, match="too large a field"):
        rootless(p)


def excluded_product(a: Nimber, b: Nimber, x: Nimber, y: Nimber) -> Nimber:
    """What the product of a and b is not, by definition, because of x < a and y < b."""
    assert x < a
    assert y < b
    return add([ordinal_product(x, b), ordinal_product(a, y), ordinal_product(x, y)])


@pytest.mark.parametrize("c", range(16))
def test_the_square_of_w_is_the_least_number_that_is_not_excluded(c: int) -> None:
    for d in range(16):
        roots = nim_quadratic(c, d)
        assert excluded_product(omega, omega, roots[0], roots[-1]) == add([omega * c, d])


@pytest.mark.parametrize("p", [3, 5, 7])
def test_the_power_of_a_new_root_is_the_least_number_that_is_not_excluded(p: int) -> None:
    """With t the new root and e = y^p, the numbers t^(p-1) + x and t + y with product t^p + e exclude e."""
    root = omega_power(omega_power(PRIMES.index(p)))
    rest = ordinal_power(root, p - 1)
    for e in (number for number in FIELD if number < rootless(p)):
        y = next(number for number in FIELD if ordinal_power(number, p) == e)
        x = rest ^ ordinal_product(rootless(p) ^ e, ordinal_inverse(root ^ y))
        assert excluded_product(rest, root, x, y) == e


@pytest.mark.parametrize("h", range(1, 21))
def test_the_root_of_a_degree_has_it(h: int) -> None:
    root = root_of_degree(h)
    conjugates = [root]
    while (square := ordinal_square(conjugates[-1])) != root:
        conjugates.append(square)
    assert len(conjugates) % h == 0
    assert field_degree(root) % len(conjugates) == 0


@given(st.integers(0, 1 << 20), st.integers(0, 1 << 20), st.integers(-50, 50))
def test_finite_numbers_multiply_as_nimbers(a: int, b: int, n: int) -> None:
    assert ordinal_product(a, b) == nim_product(a, b)
    assert ordinal_sqrt(a) == nim_sqrt(a)
    assert ordinal_power(a + 1, n) == nim_power(a + 1, n)
    assert ordinal_inverse(a + 1) == nim_inverse(a + 1)


@given(MEDIUM, MEDIUM, MEDIUM)
def test_a_commutative_ring(a: Nimber, b: Nimber, c: Nimber) -> None:
    assert ordinal_product(a, b) == ordinal_product(b, a)
    assert ordinal_product(ordinal_product(a, b), c) == ordinal_product(a, ordinal_product(b, c))
    assert ordinal_product(a, b ^ c) == ordinal_product(a, b) ^ ordinal_product(a, c)
    assert ordinal_product(a, 1) == a
    assert (ordinal_product(a, b) == 0) == (a == 0 or b == 0)


@given(SMALL | ordinals(0, omega, omega * 2 + 1), st.integers(-40, 40), st.integers(-40, 40))
def test_inverses_roots_and_powers(a: Nimber, m: int, n: int) -> None:
    assert ordinal_square(ordinal_sqrt(a)) == a == ordinal_sqrt(ordinal_square(a))
    if a:
        assert ordinal_product(a, ordinal_inverse(a)) == 1
        assert ordinal_product(ordinal_power(a, m), ordinal_power(a, n)) == ordinal_power(a, m + n)


@settings(max_examples=20)
@given(ordinals(0, omega_power(2), omega_power(3), omega_power(4) * 2, below=4))
def test_powers_in_large_fields(a: Nimber) -> None:
    assert ordinal_power(a, 5) == reduce(ordinal_product, [a] * 5)


@given(SMALL)
def test_a_power_beyond_the_order_of_the_field(a: Nimber) -> None:
    order = (1 << field_degree(a)) - 1
    assert ordinal_power(a, 10**60 * order + 5) == ordinal_power(a, 5)


@pytest.mark.parametrize(("text", "error"), [("w^(w^w)", UndefinedError), ("w^(w^1000)", NotDecided)])
def test_what_is_not_known(text: str, error: type[Exception]) -> None:
    with pytest.raises(error, match="write a smaller ordinal"):
        ordinal_product(read(text), omega)


def test_work_is_bounded() -> None:
    long = Ordinal(tuple((n, 1) for n in range(300, 0, -1)))
    with pytest.raises(NotDecided, match="write shorter ordinals"):
        ordinal_product(long, long)
    huge = omega_power(3**3000)
    with pytest.raises(NotDecided, match="too large a field"):
        ordinal_inverse(huge)
    assert reduce(ordinal_product, [huge] * 3) == omega_power(3**2999)
