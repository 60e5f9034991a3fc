"""Nim arithmetic on arrays against the same on plain integers; every kernel also uncompiled."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grundy.core import nimbers
from grundy.kernels import nim_arrays as nim

TABLES = nim._tables()
WIDTHS = (8, 16, 32, 64)

Words = NDArray[np.unsignedinteger]
words = st.lists(st.integers(0, 2**64 - 1), min_size=3, max_size=3)


def sample(width: int, count: int = 200) -> Words:
    numbers = np.random.default_rng(width).integers(1, 2**width, count, dtype=f"u{width // 8}")
    numbers[: width // 8] = 2 ** (8 * np.arange(width // 8))  # short ones too
    return numbers


@pytest.fixture(params=WIDTHS)
def pair(request: pytest.FixtureRequest) -> tuple[Words, Words]:
    numbers = sample(request.param)
    return numbers, numbers[::-1]


def test_the_field_of_a_byte() -> None:
    byte = np.arange(256, dtype=np.uint8)
    table = [[nimbers.nim_product(a, b) for b in range(256)] for a in range(256)]
    assert nim.nim_product(byte[:, None], byte).tolist() == table


def test_operations_agree_with_those_on_integers(pair: tuple[Words, Words]) -> None:
    a, b = pair
    integers = list(zip(a.tolist(), b.tolist(), strict=True))
    assert nim.nim_product(a, b).tolist() == [nimbers.nim_product(x, y) for x, y in integers]
    assert nim.nim_divide(a, b).tolist() == [nimbers.nim_divide(x, y) for x, y in integers]
    assert nim.nim_inverse(a).tolist() == [nimbers.nim_inverse(x) for x, _ in integers]
    assert nim.nim_square(a).tolist() == [nimbers.nim_square(x) for x, _ in integers]
    assert nim.nim_sqrt(a).tolist() == [nimbers.nim_sqrt(x) for x, _ in integers]


@pytest.mark.parametrize("n", [0, 1, 2, 1000, -1, -7, 2**64 - 1, 10**30])
@pytest.mark.parametrize("width", WIDTHS)
def test_powers_agree_with_those_of_integers(width: int, n: int) -> None:
    base = sample(width, 20)
    assert nim.nim_power(base, n).tolist() == [nimbers.nim_power(x, n) for x in base.tolist()]


@given(words, words, words)
def test_products_are_associative_and_distributive(a: list[int], b: list[int], c: list[int]) -> None:
    x, y, z = (np.array(numbers, np.uint64) for numbers in (a, b, c))
    assert np.array_equal(nim.nim_product(nim.nim_product(x, y), z), nim.nim_product(x, nim.nim_product(y, z)))
    assert np.array_equal(nim.nim_product(x, y ^ z), nim.nim_product(x, y) ^ nim.nim_product(x, z))


def test_shapes_broadcast_and_types_widen() -> None:
    column, row = np.arange(3, dtype=np.uint8)[:, None], np.arange(4, dtype=np.uint16)
    assert nim.nim_product(column, row).shape == (3, 4)
    assert nim.nim_product(column, row).dtype == np.uint16
    assert nim.nim_product(column, 3).dtype == np.uint8
    assert nim.nim_product([24, 15], 17).tolist() == [128, nimbers.nim_product(15, 17)]
    assert nim.nim_product(24, 17).shape == ()
    assert nim.nim_square(sample(32).reshape(2, 100)[:, ::3]).shape == (2, 34)
    assert nim.nim_product(np.zeros((0, 2), np.uint8), 1).shape == (0, 2)


def test_arrays_in_foreign_byte_order_or_read_only() -> None:
    a = sample(64)
    foreign = a.astype(">u8")
    foreign.flags.writeable = False
    assert np.array_equal(nim.nim_product(foreign, foreign), nim.nim_square(a))


def test_zeros() -> None:
    assert nim.nim_power(np.array([0, 2], np.uint8), 255).tolist() == [0, 1]
    assert nim.nim_power(np.zeros(1, np.uint8), 0).tolist() == [1]
    with pytest.raises(ZeroDivisionError):
        nim.nim_divide([3, 4], [1, 0])


@pytest.mark.parametrize("values", [[-1], -1, [1.5], ["3"], [2**64]])
def test_other_arrays_are_refused(values: list[int] | int) -> None:
    with pytest.raises(ValueError, match="from 0 to 2\\^64 - 1"):
        nim.nim_square(values)


def test_tables_are_those_of_a_generator() -> None:
    logarithms, powers = TABLES
    assert sorted(powers[:0xFFFF].tolist()) == list(range(1, 1 << 16))
    assert np.array_equal(powers[logarithms[1:]], np.arange(1, 1 << 16))


def test_doubling_runs_uncompiled() -> None:
    tables = np.zeros(2, np.uint16), np.ones(2, np.uint16)
    for level, generator in enumerate(nim.GENERATORS):
        compiled, tables = (
            nim._double(*tables, 1 << level, generator),
            nim._double.py_func(*tables, 1 << level, generator),
        )
        assert all(np.array_equal(a, b) for a, b in zip(compiled, tables, strict=True))


def pairs(width: int) -> list[tuple[int, int]]:
    return list(zip(sample(width), sample(width)[::-1], strict=True))


def test_products_of_one_width_run_uncompiled() -> None:
    for a, b in pairs(16):
        assert nim._product16.py_func(*TABLES, a, b) == nimbers.nim_product(int(a), int(b))
    for a, b in pairs(32):
        assert nim._product32.py_func(*TABLES, a, b) == nimbers.nim_product(int(a), int(b))
    for a, b in pairs(64):
        assert nim._product64.py_func(*TABLES, a, b) == nimbers.nim_product(int(a), int(b))


def test_inverses_of_one_width_run_uncompiled() -> None:
    for a in sample(32)[4:]:
        assert nim._inverse32.py_func(*TABLES, a) == nimbers.nim_inverse(int(a))
    for a in sample(64)[8:]:
        assert nim._inverse64.py_func(*TABLES, a) == nimbers.nim_inverse(int(a))


def test_loops_run_uncompiled(pair: tuple[Words, Words]) -> None:
    a, b = pair
    out = np.empty_like(a)
    nim._products.py_func(*TABLES, a, b, out)
    assert np.array_equal(out, nim.nim_product(a, b))
    nim._inverses.py_func(*TABLES, a, out)
    assert np.array_equal(out, nim.nim_inverse(a))
    nim._combine.py_func(nim._images(1)[: a.itemsize], a, out)
    assert np.array_equal(out, nim.nim_square(a))
