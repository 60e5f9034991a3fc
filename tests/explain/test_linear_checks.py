"""Values of splitting games checked in linear time, by a sparse space: the same verdicts as by all options."""

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import reduce
from hashlib import sha256
from itertools import islice, product
from math import inf
from operator import xor
from pathlib import Path
from random import Random
from typing import Any

import certificates
import forger
import numpy as np
import pytest
from thorough import THOROUGH

from grundy import octal
from grundy.core.budget import Budget
from grundy.core.nimbers import mex
from grundy.errors import GrundyError
from grundy.explain import checker
from grundy.explain.certificates import make
from grundy.explain.checker import HeapTable, NumberClasses, RefusedError, UncheckedError, verify
from grundy.expressions import parse_ruleset

HEAPS = 300
CODES = ("0.77", "0.16", "0.6", "4.7", "0.104", "0.354", "0.376", "4.44", "0.045", "0.007")
FORGERIES = 10_000
CORRUPTIONS = 1_000 if THOROUGH else 250


@pytest.fixture
def spaces(monkeypatch: pytest.MonkeyPatch) -> Random:
    """Sparse spaces at all sizes, in small blocks, and each of them any one: the best, or one that is bad."""
    chance, best = Random(0), NumberClasses.of

    def any_space(splits: list[int], known: Any) -> NumberClasses:
        odd = chance.randrange(2) if len({take & 1 for take in splits}) == 1 else 0
        return chance.choice((best(splits, known), NumberClasses(chance.randrange(32), odd, splits[0])))

    for name, value in {"LEAST_SPARSE": 1, "RARE_COST": 0, "BLOCK_HEAPS": 8, "PROBES_AT_ONCE": 2}.items():
        monkeypatch.setattr(checker, name, value)
    monkeypatch.setattr(NumberClasses, "of", any_space)
    return chance


@pytest.fixture(params=["arrays", "plain"])
def arrays(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let the checker go on with numpy, or as where it is not installed."""

    def go_on() -> None:
        if request.param == "plain":
            monkeypatch.setattr(checker, "arrays", lambda: None)

    return go_on


@pytest.mark.parametrize("code", CODES)
def test_one_wrong_value_is_found_under_any_space(
    code: str, spaces: Random, arrays: Callable[[], None], tmp_path: Path
) -> None:
    out = tmp_path / "c"
    make.certify_values(octal(code), HEAPS, out)
    head, body = certificates.split(out)
    width, top = json.loads(head)["tables"][0]["width"], max(octal(code).values(HEAPS)) + 1
    arrays()
    for _ in range(8):
        assert verify(out).valid
        changed, place = bytearray(body), width * spaces.randrange(HEAPS)
        changed[place] = spaces.choice([value for value in range(min(top, 256)) if value != body[place]])
        certificates.reseal(tmp_path / "lie", head, bytes(changed))
        assert "not the least one missing" in verify(tmp_path / "lie").statement


@pytest.mark.slow
@pytest.mark.usefixtures("spaces")
def test_no_forgery_is_accepted(arrays: Callable[[], None], tmp_path: Path) -> None:
    arrays()
    tried, met = 0, set[bytes]()
    for header, body in forger.forge_values(Random(5)):
        key = sha256(repr(header).encode() + body).digest()
        if key in met or "grundys_game" in header["tables"][0]["ruleset"]:
            continue
        met.add(key)
        try:
            assert not forger.verdict(tmp_path / "c", header, body).valid, (header, body)
        except GrundyError:
            continue
        tried += 1
        if tried == FORGERIES // 4:
            return


def smaller_values_need_no_move(self: HeapTable, n: int) -> bool:
    own = int(self.known[n])
    return all(own != int(self.known[r] ^ self.known[n - t - r]) for t in self.splits for r in self.rares if r < n - t)


def every_heap_is_common(self: NumberClasses, value: int, heap: int) -> int:
    return 1


FAULTS: dict[str, tuple[str, Any]] = {
    "smaller values need no move": ("HeapTable.is_least", smaller_values_need_no_move),
    "rare heaps are not looked at in full": ("NumberClasses.is_common", every_heap_is_common),
}


@pytest.mark.slow
@pytest.mark.usefixtures("spaces")
@pytest.mark.parametrize("name", FAULTS)
def test_a_condition_less_and_a_forgery_is_believed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, fault = FAULTS[name]
    monkeypatch.setattr(f"grundy.explain.checker.{place}", fault)
    tries = islice(forger.forge_values(Random(5)), FORGERIES)
    assert any(forger.verdict(tmp_path / "c", header, body).valid for header, body in tries)


def test_a_rare_less_and_a_forgery_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The values of a game in which a heap is never split off; a checker that overlooks this heap believes them."""
    find, believed = HeapTable.find_rares, 0
    monkeypatch.setattr(checker, "LEAST_SPARSE", 1)
    for code, hidden in product(("0.77", "0.6", "0.16", "0.104"), range(1, 16)):
        values = list[int]()
        for heap in range(80):
            options = (
                left for left in forger.heap_options(f"octal({code})", heap) if len(left) < 2 or hidden not in left
            )
            values.append(mex(reduce(xor, (values[part] for part in left), 0) for left in options))
        header = forger.values_header(f"octal({code})", len(values), None)
        if values == certificates.nimbers(f"octal({code})"):
            continue
        assert not forger.verdict(tmp_path / "c", header, forger.as_numbers(values)).valid
        with monkeypatch.context() as fault:
            fault.setattr(HeapTable, "find_rares", lambda *it, gone=hidden: [n for n in find(*it) if n != gone])
            believed += forger.verdict(tmp_path / "c", header, forger.as_numbers(values)).valid
    assert believed


def corrupted(header: dict[str, Any], body: bytes, chance: Random) -> Iterator[tuple[dict[str, Any], bytes]]:
    """A certificate of a period with its table or the period changed, the other fields made to fit."""
    (table,) = header["tables"]
    start, length, _ = table["period"]
    while True:
        values, period, place = bytearray(body), [start, length, 0], chance.randrange(1, len(body))
        match chance.randrange(9):
            case 0:
                values[place] ^= 1 << chance.randrange(5)
            case 1:
                values[place - 1 : place + 1] = values[place : place - 2 : -1] if place > 1 else b"\0\1"
            case 2:
                values = values[:place]
            case 3:
                values[place:place] = values[place : place + chance.choice((1, length))]
            case 4:
                del values[place : place + chance.choice((1, length))]
            case 5:
                period[0] -= chance.randint(1, start)
            case 6:
                period[1] = chance.choice([d for d in range(1, 3 * length) if d % length])
            case 7:
                period[1] *= chance.randint(2, 9)
            case 8:  # beyond the start all follows the period, which begins too early
                period[0] = chance.randrange(start)
                for n in range(period[0] + length, len(values)):
                    values[n] = values[n - length]
        yield header | {"tables": [table | {"count": len(values), "period": period}]}, bytes(values)


@pytest.mark.slow
def test_corrupted_periods(tmp_path: Path) -> None:
    """Of 0.156, whose values are checked by a sparse space; a true one would be accepted."""
    out, chance, refused = tmp_path / "c", Random(156), 0
    make.certify_values(octal("0.156"), None, out)
    head, body = certificates.split(out)
    truth = octal("0.156").values(2 * len(body))  # a period more or less of a table may be true
    for header, changed in corrupted(json.loads(head), body, chance):
        period, values = header["tables"][0]["period"], np.frombuffer(changed, np.uint8)
        is_true = period[0] >= 3479 and period[1] % 349 == 0 and np.array_equal(values, truth[: len(values)])
        certificates.reseal(out, json.dumps(header).encode(), changed)
        valid = verify(out).valid
        assert not valid or is_true, header
        refused += not valid
        if refused == CORRUPTIONS:
            return


def test_values_and_periods_need_no_compiled_package(tmp_path: Path) -> None:
    """The checker alone, where numpy and Numba cannot be imported."""
    names = {"octal(0.156)": None, "lasker_nim": None, "subtraction(1,3,4)": None, "grundys_game": 60}
    for number, (name, to) in enumerate(names.items()):
        make.certify_values(parse_ruleset(name), to, tmp_path / str(number))
    lines = f"""
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from grundy.explain.checker import verify
for number in range({len(names)}):
    print(verify({str(tmp_path)!r} + f"/{{number}}").valid)
"""
    run = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True"] * len(names)


def test_segments_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process reads the file itself; it says why a segment is refused, and refuses another file."""
    out = tmp_path / "c"
    monkeypatch.setattr(checker, "LOADING_BEGAN", inf)  # whoever edits a source during the tests
    make.certify_values(octal("0.156"), None, out)
    file = checker.read(out, Budget())
    seal, (sources, _) = file.seal, checker.sources_of(file)
    assert checker.check_elsewhere(str(out), seal, sources, [(0, 0, 4000), (0, 4000, 7658)]) == ""
    head, body = certificates.split(out)
    certificates.reseal(out, head, body[:5000] + bytes([body[5000] ^ 1]) + body[5001:])
    checker.segmented.cache_clear()
    with pytest.raises(UncheckedError, match="a worker has another file"):
        checker.check_elsewhere(str(out), seal, sources, [(0, 0, 4000)])
    with pytest.raises(UncheckedError, match="a worker cannot read"):
        checker.check_elsewhere(str(tmp_path / "none"), seal, sources, [(0, 0, 4000)])
    other = checker.read(out, Budget()).seal
    assert checker.check_elsewhere(str(out), other, sources, [(0, 0, 4000)]) == ""
    assert "heap 5000" in checker.check_elsewhere(str(out), other, sources, [(0, 4000, 7658)])
    with out.open("r+b") as same_file:  # a worker that goes on living has the bytes that it has sealed
        same_file.seek(5000 - len(body), 2)
        same_file.write(body[5000:5001])
    assert "heap 5000" in checker.check_elsewhere(str(out), other, sources, [(0, 4000, 7658)])


def test_workers_with_other_rules_are_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "c"
    make.certify_values(octal("0.156"), None, out)
    file = checker.read(out, Budget())
    sources, changed = checker.sources_of(file)
    assert changed
    with pytest.raises(UncheckedError, match="a worker has other rules"):
        checker.check_elsewhere(str(out), file.seal, "0" * 64, [(0, 0, 4000)])
    monkeypatch.setattr(checker, "LOADING_BEGAN", changed - 1)  # as if the rules were written after they were loaded
    checker.segmented.cache_clear()
    with pytest.raises(UncheckedError, match="a worker has other rules"):
        checker.check_elsewhere(str(out), file.seal, sources, [(0, 0, 4000)])


def test_a_segment_that_was_checked_is_not_checked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "c"
    make.certify_values(octal("0.156"), None, out)
    monkeypatch.setattr(checker, "SEGMENT_HEAPS", 1000)
    file, done = checker.read(out, Budget()), list[tuple[int, int]]()
    file.overseer.checked = {(0, n, n + 1000) for n in (2000, 5000)} | {(5, 0, 1), (0, -5, 10)}  # none is the last two
    check = HeapTable.check

    def spy(self: HeapTable, first: int, stop: int) -> None:
        done.append((first, stop))
        check(self, first, stop)

    monkeypatch.setattr(HeapTable, "check", spy)
    assert checker.judge(file).valid
    assert sorted(done[1:]) == [(n, min(n + 1000, 7658)) for n in range(0, 7658, 1000) if n not in (2000, 5000)]
    assert len(file.overseer.checked) == 8


def test_a_wrong_value_in_any_segment_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "c"
    make.certify_values(octal("0.156"), None, out)
    monkeypatch.setattr(checker, "SEGMENT_HEAPS", 1000)
    head, body = certificates.split(out)
    for heap in range(17, 7658, 830):
        certificates.reseal(out, head, body[:heap] + bytes([body[heap] ^ 1]) + body[heap + 1 :])
        file = checker.read(out, Budget())
        tables = checker.tables_of(file)
        with pytest.raises(RefusedError, match="not the least one missing"):
            file.check_segments(tables)


def false_growth() -> Iterator[tuple[dict[str, Any], bytes]]:
    """True tables of hexadecimal codes, each as long as a growth that is none still fits, and half of that."""
    for first, second, whole in product(range(16), range(16), "08C4"):
        name = f"hexadecimal({whole}.{first:X}{second:X})" if second else f"hexadecimal({whole}.{first:X})"
        if max(first, second) < 8 and whole in "04":
            continue
        values = [int(value) for value in parse_ruleset(name).values(FAR)]
        for start, length, saltus in product(range(4), range(1, 9), range(1, 5)):
            fits = (n for n in range(start, FAR - length) if values[n + length] != values[n] + saltus)
            stop = next(fits, FAR) + length
            for count in {stop, stop // 2} if 2 * (max(start, 1) + length) <= stop < FAR else ():
                header = forger.values_header(str(parse_ruleset(name)), count, [start, length, saltus])
                yield header, forger.as_numbers(values[:count])


FAR = 160  # heaps


@pytest.mark.slow
def test_growth_that_does_not_last_is_refused(tmp_path: Path) -> None:
    tried = 0
    for header, body in islice(false_growth(), CORRUPTIONS):
        assert "no theorem proves" in forger.verdict(tmp_path / "c", header, body).statement, header
        tried += 1
    assert tried == CORRUPTIONS


@pytest.mark.slow
def test_without_the_conditions_growth_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker.Growth, "lasts", lambda *_: True)
    assert any(forger.verdict(tmp_path / "c", *lie).valid for lie in islice(false_growth(), 20))


def test_without_miss_growth_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The condition Miss alone keeps these values from being continued; no example is known for Reach."""
    name, count = "hexadecimal(0.8B)", 11
    values = [int(value) for value in parse_ruleset(name).values(FAR)]
    assert any(values[n + 2] != values[n] + 1 for n in range(1, FAR - 2))
    lie = forger.values_header(name, count, [1, 2, 1]), forger.as_numbers(values[:count])
    assert "no theorem proves" in forger.verdict(tmp_path / "c", *lie).statement
    monkeypatch.setattr(checker.Growth, "misses", lambda *_: True)
    assert forger.verdict(tmp_path / "c", *lie).valid


class Told(checker.Overseer):
    """Ends a check when it is told how long it will take."""

    def begin(self, tables: object, every: object, seconds: float) -> None:
        raise RefusedError(f"told of {seconds} s")


LONG = ["hexadecimal(0.8F)", "hexadecimal(0.{2,60})", "grundys_game", "octal(0.6)"]


@pytest.mark.parametrize(("name", "most_words"), [*product(LONG, [0]), (LONG[1], checker.MOST_SUM_WORDS)])
def test_a_small_table_that_takes_long_says_so_first(
    name: str, most_words: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One segment of heaps, each of which has very many options: years, and no trial takes longer than it may."""
    monkeypatch.setattr(checker, "MOST_SUM_WORDS", most_words)
    monkeypatch.setattr(checker, "TRIAL_SECONDS", 0.05)
    header = forger.values_header(name, checker.SEGMENT_HEAPS, None)
    file = checker.read(forger.seal(tmp_path / "c", header, forger.as_numbers([0] * checker.SEGMENT_HEAPS)), Budget())
    file.overseer = Told()
    assert float(checker.judge(file).statement.split()[2]) > 10


def test_a_value_that_no_table_has_takes_no_memory(tmp_path: Path) -> None:
    header = forger.values_header("kayles", 1, None)
    header["tables"][0]["width"] = 4
    body = (checker.MOST_VALUE - 2).to_bytes(4, "little")
    tracemalloc.start()
    assert "heap 0 is not the least" in forger.verdict(tmp_path / "c", header, body).statement
    assert tracemalloc.get_traced_memory()[1] < 1 << 26
    tracemalloc.stop()


@pytest.mark.parametrize("count", [255, 256, 257])
@pytest.mark.parametrize("name", ["nim", "subtraction(1+)"])
def test_the_largest_value_of_a_byte_may_be_listed(
    name: str, count: int, arrays: Callable[[], None], tmp_path: Path
) -> None:
    make.certify_values(parse_ruleset(name), count, tmp_path / "c")
    head, body = certificates.split(tmp_path / "c")
    certificates.reseal(tmp_path / "lie", head, body[:-1] + bytes([body[-1] ^ 2]))
    arrays()
    assert verify(tmp_path / "c").valid
    assert "not the least one missing" in verify(tmp_path / "lie").statement
