"""Codes whose moves leave many heaps, against the definition and, far out, against all sums of parts as one word."""

import itertools

import numpy as np
import pytest
from heap_codes import FAR, words
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from grundy.core.code import Code
from grundy.core.nimbers import mex, nim_sum
from grundy.core.reader import Reader
from grundy.kernels.jit import jit
from grundy.kernels.partitions import fill_by_partitions
from grundy.solvers.value_sources import PartitionSource

pytestmark = pytest.mark.slow

Numbers = NDArray[np.int64]
NEAR = 26
GROWING = words(
    """
    0.{2+} 0.{1+} 0.{0,4} 0.{1,2,3,4} 0.[{1+}] 0.7{5+} {2+}.1 0.[{0,3,5}1] 0.[F] 0.[8] 4.[9] 8.{4+} 0.{0,4,6}3[{4}]
    """
)
SMALL = words(
    """
    4.2{1,4} {4}.2{1,4} 4.3{1,4} 4.7{1,4} 4.2{0,1,4} 4.3{0,1,4} 4.7{0,1,4} 0.{0,1,3,5}2 4.{0,1,3,5}2 {4}.{0,1,3,5}3
    0.{0,1,3,5}7 4.{0,1,3,5}{1,4} 0.{0,1,3,5}{0,1,4} 0.{0,1,3,5}{0,1,2,4} 0.{0,1,3,5}{0,1,4,6} 0.{1,3,5}2 4.{1,3,5}3
    {4}.{1,3,5}7 0.{1,3,5}{1,4} 4.{1,5}2 {4}.{1,5}3 0.{1,5}7 4.{1,5}{1,4} 0.{1,5}{0,1,2,4} 0.{0,1,3+}2 0.{0,1,2,4}2
    0.2{0,1,2,4} 4.{0,1,2,4}2 4.2{0,1,2,4} 4.{0,1,2,4}3 4.{0,1,2,4}7 4.7{0,1,2,4} 4.{0,1,2,4}{1,4} 4.{7}2 4.{7}7
    4.{7}{0,1,4} 0.{1,3,5,7}2 4.{1,3,5,7}3 {4}.{1,3,5,7}7 0.{1,3,5,7}{0,1,4,6} 4.7{0,1,4,6} 0.{0,1,6+}
    """
)
sets = st.builds(
    lambda heaps, above: sum(1 << number for number in heaps) | (-(1 << above) if above else 0),
    st.sets(st.integers(0, 6), min_size=1),
    st.sampled_from((0, 0, 1, 2, 3, 5)),
)


def code_of(text: str) -> Code:
    """The code that a text writes down."""
    return Code.read(Reader(text), 16)


def found(code: Code, *stops: int) -> list[int]:
    """The values by the kernel, in as many steps as there are stops."""
    source = PartitionSource(code, [])
    for stop in stops:
        source.extend(stop)
    values: list[int] = source.values.tolist()
    return values


def definition(code: Code, stop: int) -> list[int]:
    """The values by the mex over all options, each partition listed."""
    values: list[int] = []
    for heap in range(stop):
        values.append(mex(nim_sum(values[part] for part in left) for left in code.options(heap)))
    return values


MOVED = np.array([[sum((bits >> v & 1) << (v ^ x) for v in range(8)) for bits in range(256)] for x in range(8)])


@jit
def sets_in_words(stop: int, digits: Numbers, levels: int, is_open: bool, moved: Numbers) -> Numbers:
    """The values, below 8: a set of nim-sums is a word, and each part of up to half the stones is tried."""
    values, sums = np.zeros(stop, np.int64), np.zeros((levels + 1, stop), np.int64)
    for n in range(stop):
        sums[0, n] = n == 0
        for parts in range(2, levels + 1):
            for part in range(1, n // 2 + 1):
                rest = sums[parts - 1, n - part] | (sums[parts, n - part] if is_open and parts == levels else 0)
                sums[parts, n] |= moved[values[part], rest]
        options = 0
        for take in range(min(n + 1, len(digits))):
            for parts in range(levels + 1):
                options |= sums[parts, n - take] if digits[take] >> parts & 1 else 0
        while options >> values[n] & 1:
            values[n] += 1
        sums[1, n] = 1 << values[n] if n else 0
    return values


def by_words(code: Code, stop: int) -> list[int]:
    """The values below 8."""
    most = max(digit.bit_length() for digit in code.digits)  # of a negative number, that of its complement
    values: list[int] = sets_in_words(stop, np.array(code.digits, np.int64), most, min(code.digits) < 0, MOVED).tolist()
    return values


@pytest.mark.parametrize("text", [*GROWING, *SMALL])
def test_partitions_are_the_definition(text: str) -> None:
    assert found(code_of(text), 10, NEAR) == definition(code_of(text), NEAR)


@pytest.mark.parametrize("text", SMALL[::4])
def test_words_are_the_definition(text: str) -> None:
    assert by_words(code_of(text), NEAR) == definition(code_of(text), NEAR)


@pytest.mark.parametrize("text", SMALL)
def test_partitions_far_out(text: str) -> None:
    stop = FAR if text in SMALL[:40] else 2_000
    assert found(code_of(text), 700, stop) == by_words(code_of(text), stop)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from((0, 4, 8, 20, -16)), st.lists(sets, min_size=1, max_size=3), st.lists(sets, max_size=2))
def test_random_sets(first: int, digits: list[int], tail: list[int]) -> None:
    code = Code.of([first, *digits], tail)
    assert found(code, 5, 17) == definition(code, 17)


@pytest.mark.parametrize("text", GROWING)
def test_values_do_not_depend_on_steps(text: str) -> None:
    whole = found(code_of(text), 500)
    assert found(code_of(text), *range(0, 500, 61), 500) == whole
    assert PartitionSource(code_of(text), whole[:300]).values.tolist() == whole[:300]


@pytest.mark.parametrize("text", GROWING)
def test_uncompiled(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.solvers.value_sources.fill_by_partitions", fill_by_partitions.py_func)
    assert found(code_of(text), 20) == definition(code_of(text), 20)


def test_every_number_of_heaps() -> None:
    assert list(itertools.islice(found(code_of("0.{60}"), 70), 59, 63)) == [0, 0, 1, 1]
