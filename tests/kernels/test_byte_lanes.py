"""The vector instructions of byte lanes, of each width that this machine knows, against their plain twins."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from heap_codes import FAR, definition, rules_of
from numba import njit

from grundy.kernels import byte_lanes, lane_blocks, lane_groups, lane_window, sparse_engine
from grundy.kernels.borrowing import borrow
from grundy.kernels.byte_lanes import (
    AVX2,
    AVX512,
    EACH,
    HALF_ROWS,
    HAS_AVX2,
    HAS_AVX512,
    LANES,
    NONE,
    SIZES,
    UNKNOWN,
    Partners,
    Vectors,
    copy_rows,
    count_lacking,
    fill_rows,
    is_met,
    mark_items,
    mark_run,
    marking,
    set_needs,
)
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.lane_groups import make_words

WIDTHS = [(AVX2, HAS_AVX2), (AVX512, HAS_AVX512)]
STRIDE, HALVES = 500, 2
ROWS = HALF_ROWS * HALVES

needs_vectors = pytest.mark.skipif(not HAS_AVX2, reason="this machine has no such vectors")


def set_width(vectors: Vectors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the uncompiled kernels work on blocks of this width."""
    values = {"LANES": vectors.lanes, "SIZES": [size for size in (14, 12, 10, 8, 4, 2) if size <= vectors.rows]}
    for module in (byte_lanes, lane_blocks, lane_groups, lane_window, sparse_engine):
        for name in values.keys() & vars(module).keys():
            monkeypatch.setattr(module, name, values[name])


def partners_at_random(random: np.random.Generator, count: int) -> tuple[Any, Partners]:
    """Lanes, one in ten without a value, and heaps whose partners are somewhere in them."""
    lanes = random.integers(0, 128, HALVES * STRIDE, np.uint8)
    lanes[random.random(len(lanes)) < 0.1] = NONE
    offsets = random.integers(-200, 0, (HALVES, count)) + np.array([[0], [STRIDE]])
    xors = random.integers(0, 128, count).astype(np.uint32) * np.uint32(EACH)
    return lanes, Partners(np.arange(count), offsets, xors)


def compile_run(marks_run: Callable[[tuple[object, ...]], int]) -> Callable[..., object]:
    compiled: Callable[..., object] = njit(lambda *run: marks_run(run))
    return compiled


@pytest.mark.parametrize(("vectors", "is_known"), WIDTHS)
def test_vectors_mark_as_plain_code_does(vectors: Vectors, is_known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_known:
        pytest.skip("this machine has no such vectors")
    set_width(vectors, monkeypatch)
    random = np.random.default_rng(1)
    lanes, (_, offsets, xors) = partners_at_random(random, 60)
    for rows in byte_lanes.SIZES:
        compiled = compile_run(marking(vectors, rows))
        for first in {0, 2, HALF_ROWS - rows, HALF_ROWS, ROWS - rows}:
            base = first // HALF_ROWS * len(xors)
            for start, stop in ((0, 1), (3, 60), (7, 7), (1, 59)):
                marks = random.integers(0, 256, (ROWS, vectors.lanes), np.uint8) & np.uint8(17)
                plain = marks.copy()
                compiled(lanes, 200, offsets, base, xors, start, stop, marks, first)
                mark_run(lanes, 200, offsets, xors, start, stop, plain, first, first + rows)
                np.testing.assert_array_equal(marks, plain)


def compile_vectors(function: Callable[..., object]) -> Callable[..., object]:
    """The function in vector instructions: its last argument says that it is not to be in plain ones."""
    compiled: Callable[..., object] = njit(lambda *task: function(*task))
    return lambda *task: compiled(*task, None)


@needs_vectors
def test_splits_and_sizes_of_passes() -> None:
    random = np.random.default_rng(2)
    lanes, partners = partners_at_random(random, 40)
    compiled, splits = compile_vectors(mark_items), np.array([1, 4])
    for first, last in [(0, size) for size in SIZES] + [(HALF_ROWS, HALF_ROWS + 4), (HALF_ROWS - 2, HALF_ROWS)]:
        marks = np.zeros((ROWS, LANES), np.uint8)
        plain = marks.copy()
        compiled(lanes, 210, splits, partners, 2, 39, marks, first, last)
        mark_items(lanes, 210, splits, partners, 2, 39, plain, first, last, True)
        np.testing.assert_array_equal(marks, plain)
        assert plain[first:last].any()


@needs_vectors
def test_needs() -> None:
    random = np.random.default_rng(3)
    set_compiled, count_compiled = compile_vectors(set_needs), compile_vectors(count_lacking)
    ranks = random.integers(0, 256, LANES).astype(np.uint8)
    ranks[:3] = 0, 8, 255
    marks = random.integers(0, 256, (ROWS, LANES), np.uint8)
    for first, last in ((0, ROWS), (4, 10), (7, 7)):
        needs, plain = np.zeros((2, ROWS, LANES), np.uint8)
        set_compiled(ranks, needs, first, last)
        set_needs(ranks, plain, first, last, True)
        np.testing.assert_array_equal(needs, plain)
        lacking = np.unpackbits(needs[first:last] & ~marks[first:last]).sum()
        assert count_compiled(needs, marks, first, last) == count_lacking(needs, marks, first, last, True) == lacking


@needs_vectors
def test_rows_are_set_and_copied() -> None:
    wide = np.random.default_rng(4).integers(0, 256, (20, 5 * LANES), np.uint8)
    compiled, filled = compile_vectors(copy_rows), compile_vectors(fill_rows)
    for first, lane, start, rows in ((0, 0, 0, 12), (5, 17, 3, 9), (4, 4 * LANES, 2, 0)):
        block, plain = np.zeros((2, ROWS, LANES), np.uint8)
        compiled(wide, first, lane, block, start, 0, rows)
        copy_rows(wide, first, lane, plain, start, 0, rows, True)
        np.testing.assert_array_equal(block, plain)
        filled(block, 1, 1 + rows, 255)
        fill_rows(plain, 1, 1 + rows, 255, True)
        np.testing.assert_array_equal(block, plain)
        back, twin = np.zeros((2, *wide.shape), np.uint8)
        compiled(block, 1, 0, back, first, lane, rows)
        copy_rows(block, 1, 0, twin, first, lane, rows, True)
        np.testing.assert_array_equal(back, twin)


@needs_vectors
def test_a_value_among_pairs() -> None:
    random = np.random.default_rng(5)
    values, others = random.integers(0, 60, 900).astype(np.uint16), random.integers(0, 60, 256).astype(np.uint16)
    compiled, answers = compile_vectors(is_met), set[object]()
    for place, wanted in ((place, wanted) for place in (0, 13, 644) for wanted in range(70)):
        answers.add(compiled(values, place, others, wanted))
        assert compiled(values, place, others, wanted) == is_met(values, place, others, wanted, True)
    assert answers == {False, True}
    assert not compiled(values, 0, others[:0], 0)


@needs_vectors
def test_words_of_eight_heaps() -> None:
    random = np.random.default_rng(6)
    marks = random.integers(0, 256, (ROWS, LANES), np.uint8) & random.integers(0, 256, (ROWS, LANES), np.uint8)
    gaps = np.array([1, 1, 3, 9, LANES - 1, 2 * LANES], np.uint64)
    xors = np.array([0, 200, 31, 64, 255, 0], np.uint64)
    block = np.full(2 * LANES, UNKNOWN, np.uint16)
    compiled = compile_vectors(make_words)
    for lane in range(0, LANES, 8):
        for rows, pairs in ((2, 0), (14, 3), (ROWS, 5)):
            words, plain = np.zeros((2, ROWS // 8, LANES), np.uint64)
            compiled(marks, rows, lane, block, gaps, xors, pairs, words)
            make_words(marks, rows, lane, block, gaps, xors, pairs, plain, True)
            np.testing.assert_array_equal(words, plain)
        block[LANES + lane : LANES + lane + 8] = random.integers(0, 256, 8)


def test_borrowed_arrays_are_the_same() -> None:
    array, partners = np.arange(9), Partners(np.arange(3), np.zeros((2, 3), np.int64), np.ones(3, np.uint32))

    def change(array: Any, partners: Partners) -> int:
        array, partners, (_, number) = borrow((array, partners, (array, 5)))
        array, _ = borrow((array, array))
        array[1] = partners.offsets[1, 2] = number
        return int(array.sum() + partners.xors[2])

    assert njit(change)(array, partners) == change(array, partners) == 41
    assert array[1] == partners.offsets[1, 2] == 5


@pytest.mark.slow
@pytest.mark.parametrize("vectors", [AVX2, AVX512])
def test_blocks_of_each_width(vectors: Vectors, monkeypatch: pytest.MonkeyPatch) -> None:
    set_width(vectors, monkeypatch)
    monkeypatch.setattr(sparse_engine, "HAS_AVX2", False)
    monkeypatch.setattr("grundy.kernels.heap_engine.DEFINITION_HEAPS", 128)
    rules = rules_of("0.374")
    monkeypatch.setattr(sparse_engine, "fill_by_byte_lanes", lane_blocks.fill_by_byte_lanes.py_func)
    engine = HeapEngine(rules, wish="byte lanes")
    engine.extend(400)
    assert f"{vectors.lanes} byte lanes" in engine.method
    np.testing.assert_array_equal(engine.values, definition(rules, 400))


@pytest.mark.slow
@pytest.mark.parametrize("usual", [0.0, 1.0])
@pytest.mark.parametrize("code", ["0.26", "0.36", "0.072", "4.12", "0.0000007", "0.7000003", f"0.7{69 * '0'}3"])
def test_values_do_not_depend_on_the_passes(code: str, usual: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many passes of few rows, or few of many; moves to one heap of the block, before it, and of another class."""
    monkeypatch.setattr(sparse_engine, "USUAL", usual)
    rules = rules_of(code)
    engine = HeapEngine(rules, wish="byte lanes")
    engine.extend(FAR)
    np.testing.assert_array_equal(engine.values, definition(rules, FAR))
