"""Ordinals below epsilon-zero: order, sums, nim-sums, and text that reads back."""

from collections.abc import Iterable
from functools import reduce
from operator import add as plus
from operator import lt, xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core.nimbers import nim_sum
from grundy.core.ordinals import Nimber, Ordinal, omega, omega_power, read_ordinal
from grundy.core.reader import Reader
from grundy.errors import NotationError


def add(numbers: Iterable[Nimber]) -> Nimber:
    return reduce(xor, numbers, 0)


def sums_of_powers(exponents: st.SearchStrategy[Nimber]) -> st.SearchStrategy[Nimber]:
    powers = st.tuples(exponents, st.integers(1, 9)).map(lambda term: omega_power(term[0]) * term[1])
    return st.lists(powers, max_size=4).map(lambda terms: reduce(plus, sorted(terms, reverse=True), 0))


nimbers = st.recursive(st.integers(0, 9), sums_of_powers, max_leaves=8)


def read(text: str) -> Nimber:
    reader = Reader(text)
    number = read_ordinal(reader)
    reader.end()
    return number


@pytest.mark.parametrize(
    "text", ["0", "7", "w", "w + 1", "w*2 + 3", "w^2*3 + w + 1", "w^w", "w^(w + 1)", "w^(w*2)*5 + w^w + w^3", "w^(w^w)"]
)
def test_text_reads_back(text: str) -> None:
    assert str(read(text)) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("omega*2", "w*2"),
        ("ω^2+ω", "w^2 + w"),
        ("w^w^w", "w^(w^w)"),
        ("w**2", "w^2"),
        ("1 + w", "w"),
        ("w + w", "w*2"),
        ("w*0 + 5", "5"),
        ("w^0*3", "3"),
        ("w + 10^3", "w + 1000"),
    ],
)
def test_other_spellings(text: str, plain: str) -> None:
    assert str(read(text)) == plain


@pytest.mark.parametrize(
    ("text", "place"), [("", 0), ("w +", 3), ("w*", 2), ("w^(w", 4), ("w^", 2), ("w*-1", 2), ("w v", 2), ("3*2", 1)]
)
def test_bad_text_is_refused_at_its_place(text: str, place: int) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.place == place


def test_depth_and_length_are_bounded() -> None:
    with pytest.raises(NotationError, match="deep"):
        read("w^" * 10_000 + "w")
    with pytest.raises(NotationError, match="deep"):
        read("w^(" * 10_000)
    with pytest.raises(NotationError, match="terms"):
        read("w+" * 10_000 + "1")


@given(nimbers)
def test_every_ordinal_reads_back(number: Nimber) -> None:
    assert read(str(number)) == number
    assert hash(read(str(number))) == hash(number)


@given(nimbers, nimbers, nimbers)
def test_the_order_is_total_and_compatible_with_the_sum(a: Nimber, b: Nimber, c: Nimber) -> None:
    assert (a < b) + (a == b) + (a > b) == 1
    assert not a < b < c or a < c
    assert (a < b) == (c + a < c + b)


@given(nimbers, nimbers)
def test_a_smaller_ordinal_is_missing_just_what_is_added(a: Nimber, b: Nimber) -> None:
    assert a <= a + b >= b
    assert (a + b == a) == (b == 0)


@given(nimbers, nimbers, nimbers)
def test_the_sum_is_associative(a: Nimber, b: Nimber, c: Nimber) -> None:
    assert (a + b) + c == a + (b + c)


@given(nimbers, st.integers(0, 5))
def test_a_product_is_a_repeated_sum(a: Nimber, n: int) -> None:
    assert a * n == reduce(plus, [a] * n, 0)


@given(nimbers, nimbers, nimbers)
def test_nim_sums_form_a_group_of_exponent_two(a: Nimber, b: Nimber, c: Nimber) -> None:
    assert a ^ b == b ^ a
    assert (a ^ b) ^ c == a ^ (b ^ c)
    assert a ^ a == 0
    assert a ^ 0 == a


@given(nimbers, nimbers)
def test_every_smaller_nim_sum_is_reached_by_one_summand(a: Nimber, b: Nimber) -> None:
    """The property that makes it the value of a sum of games: c < a ^ b has c ^ b < a or c ^ a < b."""
    for c in (0, 1, omega, a, b):
        assert not c < a ^ b or c ^ b < a or c ^ a < b


def test_nim_sums_of_finite_and_infinite_numbers() -> None:
    assert str(add([omega * 2 + 3, 5, omega])) == "w*3 + 6"
    assert add([omega + 4, omega]) == 4
    assert add([]) == 0
    assert reduce(xor, [omega, 5, omega], 0) == nim_sum([5])


def test_a_finite_ordinal_is_an_int() -> None:
    assert isinstance(omega ^ omega, int)
    assert isinstance(omega * 0, int)
    assert omega_power(1) != 1 == omega_power(0)
    assert 10**100 < omega < omega + 1 < omega * 2 < omega_power(2) < omega_power(omega)


def test_omega_is_the_value_of_any_finite_pile() -> None:
    """F-3.4-omega: [[1, 1]] in Cantor normal form."""
    assert omega.terms == ((1, 1),)


@pytest.mark.parametrize("terms", [(), ((0, 3),), ((1, 0),), ((1, 1), (2, 1)), ((1, 1), (1, 1)), ((1, -1),)])
def test_an_ordinal_out_of_order_is_refused(terms: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="descending"):
        Ordinal(terms)


def test_other_things_are_no_ordinals() -> None:
    with pytest.raises(TypeError):
        lt(omega, "w")
    with pytest.raises(ValueError, match="not -1"):
        omega + -1
