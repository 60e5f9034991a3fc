"""Values of codes that leave several heaps, checked by the sets of values that heaps have together."""

import json
from collections.abc import Iterator
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path
from random import Random

import certificates
import forger
import numpy as np
import pytest

from grundy.core.budget import Budget
from grundy.core.code import Code, partitions
from grundy.core.nimbers import mex
from grundy.explain import checker
from grundy.explain.certificates import make
from grundy.explain.checker import HeapSums, HeapTable, exchanged, verify
from grundy.expressions import parse_ruleset
from grundy.games.octal import Hexadecimal

CODES = (
    "octal(0.6)",
    "octal(4.[7])",
    "octal(0.5[06])",
    "hexadecimal(0.8F)",
    "hexadecimal(0.8[1])",
    "hexadecimal(8.01)",
    "hexadecimal(C.0B9)",
    "hexadecimal(0.{4,0})",
    "hexadecimal(0.0{1,3}{2,5}[{1,4}])",
)
HEAPS = 40
SMALL = {"SUM_WORDS": 8, "SEGMENT_HEAPS": 23}


@pytest.fixture
def in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in SMALL.items():
        monkeypatch.setattr(checker, name, number)


def bits(sets: "np.ndarray[tuple[int], np.dtype[np.uint64]]") -> set[int]:
    return {64 * row + bit for row, word in enumerate(sets.tolist()) for bit in range(64) if word >> bit & 1}


@pytest.mark.parametrize("top", [1, 2, 5, 63, 64, 65, 128, 200, 300])
def test_the_values_that_heaps_have_together(top: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each set is what the partitions of the stones give, from whichever column on a table is filled."""
    chance, count, most = Random(top), 22, 4
    for words in (1, 64, 1 << 13):
        monkeypatch.setattr(checker, "SUM_WORDS", words)
        known = np.array([chance.randrange(top) for _ in range(count)], np.uint16)
        sums = HeapSums(known, top, most, Budget())
        for _ in range(8):
            heaps, first = chance.randint(1, most), chance.randrange(count)
            stop = chance.randint(first + 1, count)
            table = sums.table(heaps, first, stop)
            for total in range(first, stop):
                found = {reduce(xor, map(int, known[list(parts)])) for parts in partitions(total, heaps, 1)}
                assert bits(table[:, total]) == found


def test_numbers_of_a_word_change_places() -> None:
    word = np.array([Random(1).getrandbits(64)], np.uint64)
    for number in range(64):
        assert bits(exchanged(word, number)) == {bit ^ number for bit in bits(word)}


@pytest.mark.usefixtures("in_blocks")
@pytest.mark.parametrize("name", CODES)
def test_one_wrong_value_is_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """True values are accepted, and none where a heap has another value."""
    out = tmp_path / "c"
    make.certify_values(parse_ruleset(name), HEAPS, out)
    assert table_of(out).sums
    assert verify(out).valid
    head, body = certificates.split(out)
    width, chance = json.loads(head)["tables"][0]["width"], Random(name)
    for heap in range(HEAPS):
        value = int.from_bytes(body[width * heap : width * (heap + 1)], "little")
        others = [*range(value), value + 1, value ^ 64]
        lie = chance.choice([other for other in others if other != value]).to_bytes(width, "little")
        changed = body[: width * heap] + lie + body[width * (heap + 1) :]
        certificates.reseal(tmp_path / "lie", head, changed)
        assert "is not the least one missing" in verify(tmp_path / "lie").statement
    monkeypatch.setattr(checker, "MOST_SUM_WORDS", 0)  # the same where memory would not hold the sets
    assert table_of(out).sums is None
    assert verify(out).valid
    assert not verify(tmp_path / "lie").valid


def table_of(path: Path) -> HeapTable:
    (table,) = checker.tables_of(checker.read(path, Budget()))
    return table


def other_games() -> Iterator[tuple[str, list[int]]]:
    """Codes with the values of games that have other moves: one kind of split less, or one place further."""
    for digits in product("08", "09F", "0CF"):
        rules = Hexadecimal(f"0.{''.join(digits)}1")
        code = rules.as_code()
        assert code
        for change in (lambda digit: digit & 7, lambda digit: digit & 11, lambda digit: digit & 13):
            changed = Code(tuple(map(change, code.digits)))
            values = list[int]()
            for heap in range(40):
                values.append(mex(reduce(xor, (values[part] for part in left), 0) for left in changed.options(heap)))
            yield str(rules), values


FAULTS = {
    "numbers stay where they are": ("exchanged", lambda words, number: words),
    "heaps together have no values": ("HeapSums.with_a_heap", lambda self, fewer, first, stop: 0),
}


def test_values_of_other_games_are_refused(tmp_path: Path) -> None:
    refused = 0
    for name, values in other_games():
        header = forger.values_header(name, len(values), None)
        is_true = [int(value) for value in parse_ruleset(name).values(len(values))] == values
        assert forger.verdict(tmp_path / "c", header, forger.as_numbers(values)).valid == is_true, (name, values)
        refused += not is_true
    assert refused > 20


@pytest.mark.parametrize("fault", FAULTS)
def test_with_a_fault_one_of_them_is_believed_or_a_truth_refused(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, wrong = FAULTS[fault]
    monkeypatch.setattr(f"grundy.explain.checker.{place}", wrong)
    verdicts = list[tuple[bool, bool]]()
    for name, values in other_games():
        header = forger.values_header(name, len(values), None)
        is_true = [int(value) for value in parse_ruleset(name).values(len(values))] == values
        verdicts.append((is_true, forger.verdict(tmp_path / "c", header, forger.as_numbers(values)).valid))
    assert any(is_true != valid for is_true, valid in verdicts)


def test_segments_in_any_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "SUM_WORDS", 16)
    make.certify_values(parse_ruleset("hexadecimal(0.0A9)"), 120, tmp_path / "c")
    segments, chance = [(n, n + 10) for n in range(0, 120, 10)], Random(3)
    for _ in range(5):
        table = table_of(tmp_path / "c")
        chance.shuffle(segments)
        for segment in segments:
            table.check(*segment)
