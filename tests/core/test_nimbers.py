"""Nim arithmetic against its definition, the laws of a field, and known values."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core.nimbers import (
    mex,
    nim_divide,
    nim_inverse,
    nim_power,
    nim_product,
    nim_quadratic,
    nim_sqrt,
    nim_square,
    nim_sum,
)

numbers = st.integers(0, 2**200)
units = st.integers(1, 2**200)


def product_by_definition(bound: int) -> list[list[int]]:
    table = [[0] * bound for _ in range(bound)]
    for a, b in product(range(bound), repeat=2):
        table[a][b] = mex(table[x][b] ^ table[a][y] ^ table[x][y] for x in range(a) for y in range(b))
    return table


def test_product_is_the_mex_of_its_definition() -> None:
    table = product_by_definition(64)
    assert [[nim_product(a, b) for b in range(64)] for a in range(64)] == table


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([0, 1, 2, 4, 5, 6], 3, id="S-mex-a"),
        pytest.param([1, 3, 5, 7, 9], 0, id="S-mex-b"),
        pytest.param([], 0, id="S-mex-c"),
        pytest.param([2, 4, 5, 6], 0, id="M-mex-a"),
        pytest.param([0, 1, 2, 6], 3, id="M-mex-b"),
    ],
)
def test_mex(values: list[int], expected: int) -> None:
    assert mex(values) == expected


@given(st.lists(st.integers(0, 20)))
def test_mex_is_missing_and_all_below_it_are_there(values: list[int]) -> None:
    least = mex(iter(values))
    assert least not in values
    assert set(range(least)) <= set(values)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([22, 51], 37, id="F-2.2-a"),
        pytest.param([13, 12, 8], 9, id="F-2.2-b"),
        pytest.param([27, 17], 10, id="F-2.6.1-a"),
        pytest.param([23, 37], 50, id="P-3-a"),
        pytest.param([3, 5], 6, id="M-xor-a"),
    ],
)
def test_sum(values: list[int], expected: int) -> None:
    assert nim_sum(values) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param(5, 6, 8, id="F-5.3-a 5*6"),
        pytest.param(3, 8, 4, id="F-5.3-a 3*(5*6)"),
        pytest.param(3, 5, 15, id="F-5.3-a 3*5"),
        pytest.param(15, 6, 4, id="F-5.3-a (3*5)*6"),
        pytest.param(3, 5 ^ 6, 2, id="F-5.3-b"),
        pytest.param(2, 16, 32, id="F-5.3-d 2*16"),
        pytest.param(16, 16, 24, id="F-5.3-d 16*16"),
        pytest.param(24, 17, 128, id="F-5.3-e"),
        pytest.param(8, 8, 13, id="F-5.3-f"),
        pytest.param(6, 21, 104, id="F-5.5.6-a"),
        pytest.param(15, 14, 6, id="F-5.5.6-c"),
    ],
)
def test_product(a: int, b: int, expected: int) -> None:
    assert nim_product(a, b) == nim_product(b, a) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param(1, 2, 3, id="F-5.3-c 1/2"),
        pytest.param(1, 7, 11, id="F-5.3-c 1/7"),
        pytest.param(6, 5, 9, id="F-5.3-c 6/5"),
        pytest.param(1, 100, 57, id="F-5.5.6-x4 1/100"),
        pytest.param(200, 100, 104, id="F-5.5.6-x4 200/100"),
    ],
)
def test_division(a: int, b: int, expected: int) -> None:
    assert nim_divide(a, b) == expected


@pytest.mark.parametrize(("a", "expected"), [pytest.param(100, 66, id="F-5.5.6-x4 sqrt100"), (0, 0), (1, 1), (2, 3)])
def test_root(a: int, expected: int) -> None:
    assert nim_sqrt(a) == expected


@given(numbers, numbers, numbers)
def test_products_are_commutative_associative_and_distributive(a: int, b: int, c: int) -> None:
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(nim_product(a, b), c) == nim_product(a, nim_product(b, c))
    assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)


@given(units, numbers)
def test_division_undoes_multiplication(a: int, b: int) -> None:
    assert nim_product(a, nim_inverse(a)) == 1
    assert nim_divide(nim_product(a, b), a) == b


@given(numbers)
def test_squares_and_roots_undo_each_other(a: int) -> None:
    assert nim_square(a) == nim_product(a, a)
    assert nim_sqrt(nim_square(a)) == a == nim_square(nim_sqrt(a))


@given(st.integers(1, 2**70), st.integers(-300, 300), st.integers(-300, 300))
def test_powers_add_their_exponents(a: int, m: int, n: int) -> None:
    assert nim_product(nim_power(a, m), nim_power(a, n)) == nim_power(a, m + n)


@given(numbers, numbers)
def test_a_quadratic_has_its_roots(b: int, c: int) -> None:
    roots = nim_quadratic(b, c)
    assert len(roots) == (2 if b else 1)
    assert roots == sorted(set(roots))
    assert all(nim_square(x) ^ nim_product(b, x) == c for x in roots)


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16, 64, 128])
def test_the_numbers_below_a_fermat_power_have_its_order(width: int) -> None:
    assert nim_power(2**width - 1, 2**width - 1) == 1


@pytest.mark.parametrize(("c", "roots"), [(6, [14, 15]), (1, [2, 3]), (2, [4, 5]), (8, [16, 17]), (128, [256, 257])])
def test_a_root_lies_in_the_next_field_where_the_top_bit_is_set(c: int, roots: list[int]) -> None:
    assert nim_quadratic(1, c) == roots


def test_thousands_of_bits() -> None:
    a, b = nim_power(2**1023 + 7, 3), 3**600
    assert nim_divide(nim_product(a, b), b) == a
    assert nim_square(a ^ b) == nim_product(a, a) ^ nim_product(b, b)


def test_powers_of_zero_and_one() -> None:
    assert [nim_power(0, n) for n in range(3)] == [1, 0, 0]
    assert nim_power(1, -(10**100)) == nim_power(7, 15 * 10**100) == 1


def test_zero_has_no_inverse() -> None:
    with pytest.raises(ZeroDivisionError):
        nim_inverse(0)
    with pytest.raises(ZeroDivisionError):
        nim_power(0, -1)


def test_negative_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="0 or more, not -1"):
        nim_product(3, -1)
