"""The vector instructions of byte lanes, of each width that this machine knows, against their plain twin."""

import numpy as np
import pytest
from heap_codes import definition, rules_of
from numba import njit

from grundy.kernels import byte_lanes, lane_blocks, lane_window, sparse_engine
from grundy.kernels.byte_lanes import AVX2, AVX512, EACH, HAS_AVX2, HAS_AVX512, NONE, Vectors, mark_run, vector_marking
from grundy.kernels.heap_engine import HeapEngine

WIDTHS = [(AVX2, HAS_AVX2), (AVX512, HAS_AVX512)]
STRIDE, ROWS_OF_LANES = 500, 2


def set_width(vectors: Vectors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the uncompiled kernels work on blocks of this width."""
    lanes = vectors.lanes
    values = {"LANES": lanes, "BAND": lanes, "ROWS": lanes // 8}
    for module in (byte_lanes, lane_blocks, lane_window, sparse_engine):
        for name in values.keys() & vars(module).keys():
            monkeypatch.setattr(module, name, values[name])
    monkeypatch.setattr(lane_blocks, "FULL", np.uint64((1 << lanes) - 1))
    monkeypatch.setattr(lane_blocks, "BITS", lanes.bit_length() - 1)


@pytest.mark.parametrize(("vectors", "is_known"), WIDTHS)
def test_vectors_mark_as_plain_code_does(vectors: Vectors, is_known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_known:
        pytest.skip("this machine has no such vectors")
    set_width(vectors, monkeypatch)
    marking, random = vector_marking(vectors, is_known), np.random.default_rng(1)
    compiled = njit(lambda *task: marking(*task))
    lanes = random.integers(0, 128, ROWS_OF_LANES * STRIDE, np.uint8)
    lanes[random.random(len(lanes)) < 0.1] = NONE
    offsets = random.integers(-200, 0, (ROWS_OF_LANES, 60)) + np.array([[0], [STRIDE]])
    xors = random.integers(0, 128, 60).astype(np.uint32) * np.uint32(EACH)
    for band, start, stop in ((0, 0, 1), (1, 3, 60), (2, 0, 60), (128 // vectors.lanes, 7, 7), (3, 1, 59)):
        marks = random.integers(0, 256, (5, vectors.lanes // 8, vectors.lanes), np.uint8) & np.uint8(17)
        needs, plain = marks[0] * 0, marks.copy()
        for needed in (0, 255):
            needs[-1, -1] = needed
            task = lanes, 200, offsets, band % ROWS_OF_LANES, xors, start, stop, band
            assert compiled(*task, marks, needs) == mark_run(*task, plain, needs)
            np.testing.assert_array_equal(marks, plain)
        needs[-1, -1] = marks[band, -1, -1]
        assert compiled(*task, marks, needs)


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
