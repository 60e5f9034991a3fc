"""Periods by recurrence of a window: the same as by Guy and Smith, and from checkpoints the same again."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from thorough import share

from grundy import octal
from grundy.core.budget import Budget
from grundy.core.period import Period
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.expressions import parse_ruleset
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.window_lanes import LANES
from grundy.kernels.window_stream import MOST_BANDS, fill_by_window
from grundy.solvers import window_space, windows
from grundy.solvers.value_sequence import search_period
from grundy.solvers.window_space import ShortWindowError, WindowSpace
from grundy.solvers.windows import WindowSearch, load, search_window

THREE_DIGITS = [f"{whole}.{digits:03o}" for whole in "04" for digits in range(512)]


@pytest.mark.slow
@pytest.mark.parametrize("part", share([*range(8)], 8))
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
    assert found.position <= max(
        start + 2 * length + 2 * found.space.length + window_space.STRETCH_HEAPS, found.space.count
    )


LONG_PERIODS = {"0.104": (197769598, 11770282), "0.054": (193235616, 10015179), "0.454": (160949019, 60620715)}


@pytest.mark.slow
@pytest.mark.parametrize("code", LONG_PERIODS)
def test_long_periods_agree_to_the_end(code: str) -> None:
    """The engine that keeps all values, by Guy and Smith, and a window: the same period, and the same values."""
    search, known = search_window(octal(code)), search_period(octal(code), 1 << 29, Budget())
    start, length = LONG_PERIODS[code]
    for found in (search.period, known.proved_period):
        assert found
        assert (found.preperiod, found.period) == (start, length)
    space, heap, values = search.space, search.space.count, np.asarray(known.values)
    assert np.array_equal(values[:heap], space.head)
    window = space.head[-space.length :].tobytes()
    while heap < search.recurs + length:
        stop = min(heap + (1 << 22), search.recurs + length)
        block = space.run(heap, window, stop)[space.length :]
        assert np.array_equal(values[heap:stop], block)
        heap, window = stop, block[-space.length :].tobytes()


@pytest.mark.parametrize("code", ["0.104", "0.106", "0.356", "4.045"])
def test_values_from_a_window(code: str) -> None:
    """The kernel, and its source in plain Python, against the engine that keeps all values; with more marks too."""
    space = WindowSpace(octal(code), 1 << 14)
    start, window, size = space.count, space.head[-space.length :].tobytes(), space.length
    values = octal(code).values(start + 1500)[start:]
    known = space.bands
    for bands in (known, 4, MOST_BANDS):
        space.bands = max(bands, known)
        assert np.array_equal(space.run(start, window, start + 1500)[size:], values)
        plain = np.r_[space.squeeze(window), np.zeros(70 + LANES, np.uint8)]
        task = plain, size, size + 70, (start - size) & 1, space.bands, space.window_rules, space.scratch
        assert fill_by_window.py_func(*task, True)[0] == size + 70
        assert np.array_equal(space.expand(plain, start - size)[size:][:70], values[:70])


def test_values_too_large_for_the_marks_are_told() -> None:
    """0.356 has values up to 16, which without one bit of two take half a band, and 4.045 those up to 81."""
    space = WindowSpace(octal("4.045"), 1 << 14)
    known, start = space.bands, space.count
    space.bands = 1
    values = space.run(start, space.head[-space.length :].tobytes(), start + 3000)
    assert space.bands == known == 3
    assert np.array_equal(values[space.length :], octal("4.045").values(start + 3000)[start:])
    assert values.max() > 64


def test_values_of_128_and_more() -> None:
    """Squeezed they are 64 and more, in the fifth band of marks and those above: 152 at heap 267,863 of 0.444."""
    space, stop = WindowSpace(octal("0.444"), 1 << 18), 270_000
    found = space.run(space.count, space.head[-space.length :].tobytes(), stop)[space.length :]
    assert found[267_863 - space.count] == 152
    assert np.array_equal(found, octal("0.444").values(stop)[space.count :])


@pytest.mark.slow
@pytest.mark.parametrize("part", share([14, *range(14), 15], 16))  # that with 0.336 first
def test_values_from_windows_of_all_codes(part: int) -> None:
    """As far as they follow, all are right, also where the last rare is near the end of the first values."""
    compared = late = 0
    for code in THREE_DIGITS[part::16]:
        if octal(code).as_code().heaps != 2:
            continue
        engine = HeapEngine(WindowSpace(octal(code), 1).rules)
        for count in (1 << 12, 1 << 13, 1 << 15):
            space = WindowSpace(octal(code), count)
            engine.extend(stop := count + (1 << 12))
            if engine.values[:count].max() >= window_space.MOST_NUMBER:
                break
            late += not space.is_useful
            if not space.is_useful:
                continue
            window = space.head[-space.length :].tobytes()
            try:
                found = space.run(count, window, stop)
            except ShortWindowError as error:
                found = space.run(count, window, stop := error.heap)
            assert np.array_equal(found[space.length :], engine.values[count:stop]), (code, count)
            compared += 1
    assert compared > 20
    assert late > 2


@pytest.mark.parametrize(("code", "count", "last"), [("0.336", 1 << 15, 20_032), ("0.207", 1 << 12, 2381)])
def test_no_rare_is_in_the_first_window(code: str, count: int, last: int, tmp_path: Path) -> None:
    """Squeezed, its value would be taken for a common one: 0.336 would have false values from heap 37,279 on."""
    space = WindowSpace(octal(code), count)
    assert space.last_rare == last
    assert space.length + LANES < count < last + space.length
    assert not space.is_useful
    windows.save(WindowSearch(space), tmp_path / "checkpoints")
    with pytest.raises(GrundyError, match="of another version"):
        search_window(octal(code), path=tmp_path / "checkpoints")


def test_numbers_are_squeezed_one_to_one() -> None:
    """Also where the lowest bit of the mask is not the lowest of all, and where classes depend on parity."""
    for code in ("0.104", "0.356", "4.045", "0.004"):
        space = WindowSpace(octal(code), 1 << 11)
        for odd in range(2):
            common = np.flatnonzero(space.common[odd])
            assert np.array_equal(space.expanded[odd][space.squeezed[common]], common)
            rares = np.flatnonzero(~space.common[odd])
            ranks = space.window_rules.ranks[odd][space.squeezed[common]]
            assert [*ranks] == [int((rares < number).sum()) for number in common]
            for number, rank in zip(common, ranks, strict=True):
                assert {*space.squeezed[rares[:rank]].tolist()} == {*range(rank)}, (code, number)


def test_a_heap_that_is_not_covered_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_space, "REACH_PART", 1 << 12)  # windows hardly longer than the last rare
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


def test_the_mask_gains_a_bit(tmp_path: Path) -> None:
    """0.56 has its first value of 64 or more at heap 22,778: rare under the mask that the first values suggest."""
    rules, path = octal("0.56"), tmp_path / "checkpoints"
    search = search_window(rules, 1 << 16, path=path)
    assert (search.space.count, search.space.mask, search.space.bits) == (windows.FIRST_HEAD, 0x5B, 7)
    assert np.array_equal(search.values(0, 1 << 16), rules.values(1 << 16))
    for space in (search.space, search.lengthen().space):
        first = WindowSpace(rules, space.count)
        assert (first.mask, first.bits, space.mask) == (0x1B, 6, 0x5B)
        assert np.array_equal(first.rares, space.rares)
    assert search.lengthen().position == search.position
    line, _, rest = path.read_bytes().partition(b"\n")
    assert search_window(rules, path=path).period == Period(326640, 144, True, theorem=windows.RECURRING)
    for name, wrong in (("mask", 0x5A), ("mask", 0x5B + 128), ("bits", 6), ("bits", 9), ("bits", -1), ("bits", "7")):
        path.write_bytes(json.dumps(json.loads(line) | {name: wrong}).encode() + b"\n" + rest)
        with pytest.raises(GrundyError, match="name another file"):
            load(rules, path)
    for name, other in (("mask", 0x1B), ("bits", 8)):  # could be, and no window is of such a search
        path.write_bytes(json.dumps(json.loads(line) | {name: other}).encode() + b"\n" + rest)
        assert (damaged := load(rules, path))
        assert damaged.position == damaged.space.count


def test_older_files_are_read() -> None:
    """They do not say how large values were, so that no bit can be gained."""
    (path,) = Path(__file__).parents[2].glob("benchmarks/windows/octal-4.045.windows")
    assert b'"bits"' not in path.read_bytes().partition(b"\n")[0]
    search = load(octal("4.045"), path)
    assert search
    assert search.position == 100_001_000_000
    assert search.space.with_next_bit() is None


def test_a_bit_is_gained_only_where_it_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows that are too short are too short under any mask."""
    monkeypatch.setattr(window_space, "REACH_PART", 1 << 12)
    search = WindowSearch(WindowSpace(octal("0.106"), 1 << 14))
    before = search.space
    with pytest.raises(ShortWindowError) as stopped:
        search.advance(1 << 19)
    assert before.with_next_bit()
    assert not search.gain_bit(stopped.value.heap)
    assert search.space is before


@pytest.mark.parametrize("code", ["0.104", "0.356", "0.56", "4.045"])
def test_how_large_values_were_is_noted(code: str) -> None:
    space, stop = WindowSpace(octal(code), 1 << 14), 1 << 16 if code != "0.56" else 20_000
    space.run(space.count, space.head[-space.length :].tobytes(), stop)
    largest = int(octal(code).values(stop).max())
    assert largest >> space.bits == 0
    assert space.bits == space.head_bits or largest >> (space.bits - 1)


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints"
    path.write_bytes(os.urandom(5000))
    with pytest.raises(GrundyError, match="holds no checkpoints of octal"):
        search_window(octal("0.16"), path=path)


def test_rulesets_without_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_space, "MOST_HEAD", 1 << 14)
    for name, error, words in (
        ("nim", UndefinedError, "no finite code"),
        ("subtraction(1,2)", UndefinedError, "no finite code"),
        ("octal(0.6)", NotDecided, "values of 256"),
        ("octal(0.137)", NotDecided, "rares"),
    ):
        with pytest.raises(error, match=words):
            search_window(parse_ruleset(name))


def test_large_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among the first values, and among those that follow from a window, whatever is left of the budget."""
    search = WindowSearch(WindowSpace(octal("4.045"), 1 << 14))
    monkeypatch.setattr(window_space, "MOST_BANDS", 1)
    search.space.bands = 1
    with pytest.raises(NotDecided, match="values of 256 or more"):
        windows.go_on(search, 1 << 16, Budget(), None)
    monkeypatch.setattr(window_space, "MOST_NUMBER", 64)
    with pytest.raises(NotDecided, match="values of 64 or more"):
        search_window(octal("4.045"))


def longer_head(monkeypatch: pytest.MonkeyPatch, head: int, most: int) -> None:
    """Let first values be many from fewer on."""
    monkeypatch.setattr(window_space, "LONG_HEAD", head)
    monkeypatch.setattr(window_space, "MOST_HEAD", most)
    monkeypatch.setattr(windows, "RARE_HEAD", head)


def test_more_first_values_where_the_rares_end_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window reaches as far as it can then; where rares go on, no more values are computed."""
    longer_head(monkeypatch, 1 << 12, 1 << 17)
    search = search_window(octal("0.106"), 1 << 18)
    space = search.space
    assert space.count > 1 << 12
    assert space.reach == space.count - space.last_rare - space.rules.last - LANES - 1
    assert np.array_equal(search.values(0, 1 << 18), octal("0.106").values(1 << 18))
    with pytest.raises(NotDecided, match="rares"):
        search_window(octal("0.165"), 1 << 18)
    assert WindowSpace(octal("0.165"), 1 << 12).has_late_rares
    assert not WindowSpace(octal("0.106"), 1 << 12).has_late_rares


def test_first_values_that_take_more_memory_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    longer_head(monkeypatch, 1 << 12, 1 << 17)
    monkeypatch.setattr(window_space, "spare_memory_bytes", lambda: window_space.HEAD_BYTES << 13)
    with pytest.raises(NotDecided, match="take more memory than there is"):
        search_window(octal("0.106"), 1 << 18)


def test_first_values_look_at_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_space, "CHUNK_HEAPS", 1 << 12)
    looks = list[int]()
    budget = Budget(report=looks.append)
    monkeypatch.setattr("grundy.core.budget.REPORT_SECONDS", 0)
    whole = WindowSpace(octal("0.106"), 1 << 16)
    space = WindowSpace(octal("0.106"), 1 << 16, budget=budget)
    assert np.array_equal(space.head, octal("0.106").values(1 << 16))
    assert len(looks) >= 8
    assert space.space == whole.space
    assert np.array_equal(space.rares, whole.rares)
    with pytest.raises(NotDecided, match="within 0 s"):
        _ = WindowSpace(octal("0.106"), 1 << 16, budget=Budget(seconds=0, excused=0)).head


@pytest.mark.parametrize("code", ["0.16", "0.356"])
def test_long_windows(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of windows longer than all that should be kept few are, and the period and its start are the same."""
    whole, path = search_window(octal(code)), tmp_path / "checkpoints"
    assert whole.period
    monkeypatch.setattr(windows, "MOST_BYTES", 1)
    monkeypatch.setattr(windows, "TAIL_BYTES", 8)  # found by chance too
    monkeypatch.setattr(window_space, "STRETCH_HEAPS", 1 << 10)
    monkeypatch.setattr(windows, "STRETCH_HEAPS", 1 << 10)
    found = search_window(octal(code), path=path)
    assert found.period == whole.period
    assert found.recurs == max(whole.period.preperiod + found.space.length, found.space.count)
    assert len(found.checkpoints) <= windows.LEAST_CHECKPOINTS + 1
    assert path.stat().st_size < 300 + 3 * (found.space.length + 24)
    again = load(octal(code), path)
    assert again
    assert again.position > again.space.count
    assert search_window(octal(code), path=path).period == whole.period


def test_a_search_without_time_to_settle_finds_the_period_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(*_: object) -> None:
        raise NotDecided("not decided within 1 s")

    rules, settle = octal("0.16"), WindowSearch.settle
    monkeypatch.setattr(WindowSearch, "settle", run_out)
    search = search_window(rules)
    assert search.period is None
    monkeypatch.setattr(WindowSearch, "settle", settle)
    windows.go_on(search, 1 << 30, Budget(), None)
    assert search.period == Period(105351, 149459, True, theorem=windows.RECURRING)


def test_the_search_keeps_few_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "MOST_CHECKPOINTS", 8)
    monkeypatch.setattr(windows, "STRETCH_HEAPS", 1 << 10)
    search = WindowSearch(WindowSpace(octal("0.106"), 1 << 16))
    while search.position < 1 << 17:
        assert search.advance(search.position + 1024) is None
        assert len(search.checkpoints) <= 9
        assert search.sought in search.checkpoints
    assert search.sought >= 1 << 16
