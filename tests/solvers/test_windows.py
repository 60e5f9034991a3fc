"""Periods by recurrence of a window: the same as by Guy and Smith, and from checkpoints the same again."""

import os
from pathlib import Path

import numpy as np
import pytest
from thorough import share

from grundy import octal
from grundy.core.budget import Budget
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.expressions import parse_ruleset
from grundy.kernels.window_stream import fill_by_window
from grundy.solvers import windows
from grundy.solvers.value_sequence import search_period
from grundy.solvers.windows import ShortWindowError, WindowSearch, WindowSpace, load, search_window

THREE_DIGITS = [f"{whole}.{digits:03o}" for whole in "04" for digits in range(512)]


@pytest.mark.slow
@pytest.mark.parametrize("part", share([*range(8)], 4))
def test_windows_and_guy_and_smith_agree(part: int) -> None:
    """All codes of up to three digits that have both proofs among few values."""
    both = 0
    for code in THREE_DIGITS[part::8]:
        rules = octal(code)
        if rules.as_code().heaps != 2:
            continue
        known = search_period(rules, 1 << 14, Budget(seconds=2)).proved_period
        try:
            found = search_window(rules, 1 << 16).period if known else None
        except NotDecided:  # its rares go on, or its values are large
            continue
        if known and found:
            assert (found.preperiod, found.period) == (known.preperiod, known.period), code
            both += 1
    assert both > 50


@pytest.mark.parametrize(
    ("code", "start", "length"),
    [("0.77", 71, 12), ("0.156", 3479, 349), ("0.356", 7315, 142), ("0.16", 105351, 149459), ("0.45", 498, 20)],
)
def test_published_periods(code: str, start: int, length: int) -> None:
    found = search_window(octal(code))
    assert found.period
    assert (found.period.preperiod, found.period.period, found.period.proved) == (start, length, True)
    assert found.position <= max(start + 2 * length + 2 * found.space.length + windows.STRETCH_HEAPS, found.space.count)


@pytest.mark.parametrize("code", ["0.104", "0.106", "0.356", "0.16"])
def test_values_from_a_window(code: str) -> None:
    """The kernel, and its source in plain Python, against the engine that keeps all values."""
    space = WindowSpace(octal(code), 1 << 16)
    start, window = space.count, space.head[-space.length :].tobytes()
    values = octal(code).values(start + 3000)[start:]
    assert np.array_equal(space.run(start, window, start + 3000)[space.length :], values)
    plain = np.r_[space.head[-space.length :], np.zeros(100, np.uint8)]
    reached = fill_by_window.py_func(plain, space.length, len(plain), (start - space.length) & 1, space.window_rules)
    assert reached[0] == len(plain)
    assert np.array_equal(plain[space.length :], values[:100])


def test_a_heap_that_is_not_covered_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "REACH_PART", 1 << 12)  # windows hardly longer than the last rare
    space = WindowSpace(octal("0.106"), 1 << 14)
    with pytest.raises(ShortWindowError, match="does not follow from the window"):
        space.run(space.count, space.head[-space.length :].tobytes(), 1 << 19)


def test_a_search_goes_on_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "SAVED_SECONDS", 0.0)
    monkeypatch.setattr(windows, "STRETCH_HEAPS", 1 << 15)
    whole, path = search_window(octal("0.16")), tmp_path / "checkpoints"
    parts = 0
    for limit in (1 << 18, 9 << 15, 10 << 15, 1 << 20):
        found = search_window(octal("0.16"), limit, path=path)
        parts += found.period is None
    assert parts >= 2
    assert found.period == whole.period
    data = path.read_bytes()
    for cut in (len(data) - 1, len(data) - 40_000, len(data) // 2):  # the end of a file may be missing, or damaged
        path.write_bytes(data[:cut])
        assert search_window(octal("0.16"), path=path).period == whole.period
    (whole_file := tmp_path / "whole").write_bytes(data)
    path.write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
    last, before = (load(octal("0.16"), it) for it in (whole_file, path))
    assert last
    assert before
    assert before.position < last.position
    assert search_window(octal("0.16"), path=path).period == whole.period


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints"
    path.write_bytes(os.urandom(5000))
    with pytest.raises(GrundyError, match="holds no checkpoints of octal"):
        search_window(octal("0.16"), path=path)


def test_rulesets_without_windows() -> None:
    for name, error, words in (
        ("nim", UndefinedError, "no finite code"),
        ("subtraction(1,2)", UndefinedError, "no finite code"),
        ("octal(0.6)", NotDecided, "values of 64 or more"),
        ("octal(0.137)", NotDecided, "rares"),
    ):
        with pytest.raises(error, match=words):
            search_window(parse_ruleset(name))


def test_the_search_keeps_few_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "MOST_CHECKPOINTS", 8)
    monkeypatch.setattr(windows, "STRETCH_HEAPS", 1 << 10)
    search = WindowSearch(WindowSpace(octal("0.106"), 1 << 16))
    while search.position < 1 << 17:
        assert search.advance(search.position + 1024) is None
        assert len(search.checkpoints) <= 9
        assert search.sought in search.checkpoints
    assert search.sought >= 1 << 16
