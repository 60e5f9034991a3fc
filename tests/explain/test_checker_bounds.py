"""Statements that are true and were refused, files that took all memory or time, and rules that do not fit a kind."""

import json
import tracemalloc
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path
from typing import Any

import certificates
import forger
import numpy as np
import pytest

from grundy import catalog, kayles
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.code import partitions
from grundy.core.nimbers import mex
from grundy.errors import DamageError, NotDecided
from grundy.explain import checker
from grundy.explain.certificates import make
from grundy.explain.checker import verify
from grundy.expressions import parse_ruleset

OWN = '''
from grundy.boards.heaps import HeapGame


class Together(HeapGame):
    """Take one stone, but only while there is one heap."""

    def options(self, heap):
        return [(heap - 1,)] if heap else []

    def changes(self, position, i):
        return super().changes(position, i) if len(position) == 1 else iter(())


class OnlyMisere(HeapGame):
    """Take one stone."""

    has_normal = False

    def options(self, heap):
        return [(heap - 1,)] if heap else []


class Twin(HeapGame):
    """Take one stone, or so many."""

    most = 1

    def options(self, heap):
        return [(heap - taken,) for taken in range(1, min(self.most, heap) + 1)]


twin = Twin()
other_twin = twin.named("other_twin", "Take one or two stones.")
other_twin.__dict__["most"] = 2
bound_twin = twin.named("bound_twin", "Take nothing.")
bound_twin.__dict__["moves"] = lambda position: iter(())
'''


@pytest.fixture(scope="module")
def own_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "bounds.py"
    path.write_text(OWN)
    return path


@pytest.fixture
def own_rules(own_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalog.VARIABLE, str(own_file))


def said(ruleset: str, game: str, claim: dict[str, Any], values: list[int], tmp_path: Path) -> checker.Certificate:
    """The verdict on values of one ruleset, and on a game, by moves alone."""
    header = forger.values_header(ruleset, len(values), None) | {"game": game, "claim": claim, "trusted": ["moves"]}
    header["rules"] = header["rules"] | forger.rules_of(game)
    return forger.verdict(tmp_path / "c", header, forger.as_numbers(values))


@pytest.mark.usefixtures("own_rules")
@pytest.mark.parametrize(
    ("ruleset", "game", "claim", "reason"),
    [
        ("together", "together(1,2)", {"outcome": "N"}, "heaps are not played one at a time"),
        ("bound_twin", "bound_twin(1)", {"outcome": "N"}, "heaps are not played one at a time"),
        ("only_misere", "only_misere(1)", {"outcome": "N"}, "is played misère only"),
        ("twin", "other_twin(2)", {"outcome": "P"}, "other_twin has no table"),
    ],
)
def test_rules_that_no_table_is_about(
    ruleset: str, game: str, claim: dict[str, str], reason: str, tmp_path: Path
) -> None:
    verdict = said(ruleset, game, claim, [0, 1, 0, 1], tmp_path)
    assert not verdict.valid
    assert reason in verdict.statement


@pytest.mark.usefixtures("own_rules")
def test_a_table_for_each_of_two_twins(tmp_path: Path) -> None:
    verdict = said("twin", "twin(1,3)", {"nimber": 0}, [0, 1, 0, 1], tmp_path)
    assert verdict.valid, verdict.statement
    header = forger.values_header("twin", 4, None)
    header["tables"].append(header["tables"][0] | {"ruleset": "other_twin"})
    header |= {"game": "twin(3) + other_twin(2)", "claim": {"nimber": 3}, "trusted": ["moves"]}
    header["rules"] = checker.rules_at_hand([parse_ruleset("twin"), parse_ruleset("other_twin")])
    body = forger.as_numbers([0, 1, 0, 1]) + forger.as_numbers([0, 1, 2, 0])
    assert forger.verdict(tmp_path / "c", header, body).valid


@pytest.mark.parametrize("count", [65_535, 65_536, 131_072])
def test_a_sample_without_heap_0(count: int, tmp_path: Path) -> None:
    """From 65,536 heaps on a sample of them leaves some out; the values of 0.44 are 1 but for the first three."""
    values = np.ones(count, np.uint8)
    values[:2] = 0
    header = forger.values_header("octal(0.44)", count, None)
    header["tables"][0]["width"] = 1
    certificates.reseal(tmp_path / "c", json.dumps(header).encode(), values.tobytes())
    (table,) = checker.tables_of(checker.read(tmp_path / "c", Budget()))
    assert table.count == count


def sequences(length: int, total: int) -> list[tuple[int, ...]]:
    """Those that do not fall, and leave as much as their last, by their definition."""
    every = product(range(1, total + 1), repeat=length)
    return [it for it in every if [*it] == sorted(it) and sum(it) + max(it, default=0) <= total]


def test_the_smaller_parts_of_a_heap() -> None:
    for length, total in product(range(4), range(9)):
        assert [*checker.rising_sequences(length, total)] == sequences(length, total), (length, total)


@pytest.mark.parametrize("name", ["hexadecimal(0.{8})", "hexadecimal(0.{20})", "hexadecimal(0.{60})"])
def test_many_parts_of_few_stones(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_SUM_WORDS", 0)  # not by sets of sums
    rules, values = parse_ruleset(name), list[int]()
    assert isinstance(rules, HeapGame)
    code = rules.as_code()
    assert code
    parts = code.heaps or 0
    for heap in range(parts + 9):
        left = partitions(heap - 1, parts, 1)
        values.append(mex(reduce(xor, (values[part] for part in some), 0) for some in left))
    header = forger.values_header(name, len(values), None)
    assert forger.verdict(tmp_path / "c", header, forger.as_numbers(values)).valid


def test_a_large_saltus_takes_no_memory(tmp_path: Path) -> None:
    tracemalloc.start()
    for saltus in (10**6, 10**9):
        lie = forger.values_header("octal(0.[3])", 2, [1, 1, saltus])
        assert "no theorem" in forger.verdict(tmp_path / "c", lie, forger.as_numbers([0, 1])).statement
    assert tracemalloc.get_traced_memory()[1] < 1 << 23
    tracemalloc.stop()


class Told(checker.Overseer):
    """Notes how long a check will take."""

    def begin(self, tables: object, every: object, seconds: float) -> None:
        self.seconds = seconds


def test_a_trial_ends_with_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file of a code with many splits, of which a block is one step on whole arrays: 5 s after the trial."""
    monkeypatch.setattr(checker, "TRIAL_SECONDS", 0.05)
    count, name = 8200, f"octal(0.{'4' * 100})"
    header = forger.values_header(name, count, None)
    values = [0, 0] + [2] * (count - 2)
    file = checker.read(forger.seal(tmp_path / "c", header, forger.as_numbers(values)), Budget(1 << 20))
    file.overseer = told = Told()
    with pytest.raises(NotDecided):
        checker.judge(file)
    assert told.seconds > 0.5
    assert file.budget.spent < 1 << 21


def test_options_of_a_quotient_are_counted(tmp_path: Path) -> None:
    make.certify_quotient(kayles, None, tmp_path / "c")
    head, body = certificates.split(tmp_path / "c")
    header = json.loads(head)
    while len(header["heaps"]) < 400:
        header["heaps"].append(header["heaps"][-12])
    certificates.reseal(tmp_path / "c", json.dumps(header).encode(), body)
    file = verify(tmp_path / "c")
    assert file.valid
    assert file.budget.spent > 400 * 400 // 2


def test_a_large_file_of_another_kind_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "c").open("wb") as file:
        file.truncate(1 << 32)  # without blocks on the disk
    monkeypatch.setattr(checker, "HASHED_BYTES", 0)  # steps of which a range is refused
    with pytest.raises(DamageError, match="damaged, or something else"):
        verify(tmp_path / "c")


def test_reasons_are_short_and_printable(tmp_path: Path) -> None:
    game = {"kind": "nimbers", "game": "nim(1)", "play": "normal", "trusted": ["moves"], "claim": {"nimber": 1}}
    header = game | {"rules": forger.rules_of("nim(1)")}
    certificates.reseal(tmp_path / "c", json.dumps(header).encode(), b"\xff" * 10**6 + b"\t0\t0\n")
    assert len(verify(tmp_path / "c").statement) < 2 * checker.MOST_REASON
    out = tmp_path / "\x1b[31mproof"
    certificates.reseal(out, b'{"kind": ' + b"1" * 10**6 + b".0}", b"")
    with pytest.raises(DamageError) as refused:
        verify(out)
    assert len(str(refused.value)) < 2 * checker.MOST_REASON
    assert str(refused.value).isprintable()
