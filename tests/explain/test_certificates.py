"""Certificates of every kind: what is made is accepted, true, compact and independent of its maker."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import certificates
import pytest

import grundy
from grundy import catalog, parse
from grundy.core.budget import Budget
from grundy.errors import DamageError, NotDecided, UndefinedError
from grundy.explain import checker
from grundy.explain.certificates import make
from grundy.explain.certificates.file import open_certificate
from grundy.explain.checker import verify
from grundy.expressions import parse_ruleset


@pytest.mark.parametrize("name", certificates.CALLS)
def test_what_is_made_is_accepted_and_true(name: str, tmp_path: Path) -> None:
    out = tmp_path / "c"
    certificates.CALLS[name](out)
    verdict = verify(out)
    assert verdict.valid, verdict.statement
    assert certificates.is_true(out)


def test_small_games_against_the_definition(tmp_path: Path) -> None:
    out = tmp_path / "c"
    for text in ("nim({},{})", "kayles({},{})", "grundys_game({},{})", "subtraction(1,3,4)({},{})"):
        for a in range(6):
            for b in range(a + 1):
                game = parse(text.format(a, b))
                for misere in (False, True):
                    make.certify_game(game, out, None, misere)
                    outcome = game.misere.outcome if misere else game.outcome
                    assert f"has outcome {outcome} under" in verify(out).statement


def test_sprouts(tmp_path: Path) -> None:
    out = tmp_path / "c"
    for spots, normal, misere in ((1, "P", "N"), (2, "P", "P"), (3, "N", "P")):
        for play in (False, True):
            make.certify_game(parse(f"sprouts({spots})"), out, None, play)
            assert f"has outcome {misere if play else normal} " in verify(out).statement


def test_a_period_holds_for_all_heaps(tmp_path: Path) -> None:
    make.certify_values(parse_ruleset("kayles"), None, tmp_path / "c")
    assert verify(tmp_path / "c").statement == "in kayles, g(n + 12) = g(n) for every n >= 71"
    assert (tmp_path / "c").stat().st_size < 800


def test_values_of_every_small_code(tmp_path: Path) -> None:
    for digits in range(64):
        rules = parse_ruleset(f"octal(0.{digits:02o})")
        make.certify_values(rules, 40, tmp_path / "c")
        assert verify(tmp_path / "c").valid


@pytest.mark.parametrize("ruleset", ["octal(0.26)", "subtraction(1,3,4)", "subtraction(odd)", "subtraction(2, 5+)"])
def test_one_value_less_than_the_theorem_asks_for_is_refused(ruleset: str, tmp_path: Path) -> None:
    out = tmp_path / "c"
    make.certify_values(parse_ruleset(ruleset), None, out)
    assert verify(out).valid
    head, body = certificates.split(out)
    header = json.loads(head)
    header["tables"][0]["count"] -= 1
    certificates.reseal(out, json.dumps(header).encode(), body[: -header["tables"][0]["width"]])
    assert "no theorem proves" in verify(out).statement


@pytest.mark.parametrize("text", ["kayles(10^100,3)", "nim(10^100,5) + kayles(10^50)", "octal(0.26)(10^40)"])
def test_heaps_beyond_a_period(text: str, tmp_path: Path) -> None:
    game = parse(text)
    make.certify_game(game, tmp_path / "c")
    assert f"has outcome {game.outcome} and nimber {game.nimber} under" in verify(tmp_path / "c").statement


@pytest.mark.parametrize("text", ["lasker_nim(10^30)", "hexadecimal(0.3F)(10^30)", "hexadecimal(0.28)(10^20,7)"])
def test_heaps_beyond_an_arithmetic_period(text: str, tmp_path: Path) -> None:
    game = parse(text)
    make.certify_game(game, tmp_path / "c")
    assert f"nimber {game.nimber} under" in verify(tmp_path / "c").statement


def test_a_misere_game_of_large_heaps_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(NotDecided, match="smaller game"):
        make.certify_game(parse("kayles(10^100,3)"), tmp_path / "c", misere=True)
    assert not list(tmp_path.iterdir())


def test_a_wrong_rule_of_parts_is_not_asked_for_unless_it_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ruleset whose `canonical` merges what is not equal: the moves alone give the truth."""
    source = tmp_path / "liar.py"
    source.write_text(
        "from grundy.boards.heaps import HeapGame\n"
        "class Liar(HeapGame):\n"
        '    """Take one or two."""\n'
        "    def options(self, heap):\n"
        "        return ((heap - take,) for take in (1, 2) if take <= heap)\n"
        "    def canonical(self, position):\n"
        "        return tuple(heap % 2 for heap in position if heap % 2)\n"
    )
    monkeypatch.setenv(catalog.VARIABLE, str(source))
    game, out = parse("liar(4)"), tmp_path / "c"
    make.certify_game(game, out, "nimber", False, ("moves",))
    assert "nimber 1 " in verify(out).statement
    make.certify_game(game, out, "nimber", False, ("moves", "canonical"))
    assert "nimber 1 " not in verify(out).statement
    assert verify(out).trusted == ["moves", "canonical"]


def test_nothing_is_left_of_a_proof_that_was_not_finished(tmp_path: Path) -> None:
    out = tmp_path / "c"
    with pytest.raises(NotDecided):
        make.certify_game(parse("impartial_clobber(5x6)"), out, budget=Budget(500))
    with pytest.raises(KeyboardInterrupt), open_certificate(out, {}):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_checking_is_bounded_too(tmp_path: Path) -> None:
    out = tmp_path / "c"
    make.certify_game(parse("cram(3x4)"), out, "nimber")
    with pytest.raises(NotDecided):
        verify(out, Budget(10))


def test_damage_is_told(tmp_path: Path) -> None:
    out = tmp_path / "c"
    make.certify_game(parse("nim(1,2,3)"), out)
    data = out.read_bytes()
    for bad in (b"", data[:-1], data + b"x", data.replace(b"P", b"N"), b"x" + data, data[:40]):
        out.write_bytes(bad)
        with pytest.raises(DamageError):
            verify(out)


def test_questions_without_a_proof(tmp_path: Path) -> None:
    out = tmp_path / "c"
    endless = "two_dimensional_nim((2,3))"
    for text, kind, misere in ((endless, None, False), ("kayles(3)", "nimber", True), ("sos(4)", None, True)):
        with pytest.raises(UndefinedError):
            make.certify_game(parse(text), out, kind, misere)
    with pytest.raises(UndefinedError):
        make.certify_values(parse_ruleset("wythoff"), 10, out)
    assert not out.exists()


SOURCE = Path(grundy.__file__).parent


def test_the_checker_is_one_file_that_imports_the_rules_alone() -> None:
    text = (SOURCE / "explain" / "checker.py").read_text()
    ours = [node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
    inner = {module.split(".")[1] for module in ours if module.startswith("grundy")}
    assert inner <= {"errors", "core", "boards", "catalog", "expressions"}


def test_the_checker_loads_no_solver_when_it_runs(tmp_path: Path) -> None:
    out = tmp_path / "c"
    make.certify_game(parse("cram(3x3)"), out, "nimber", False, ("moves", "parts", "canonical"))
    lines = f"""
import sys
from grundy.explain.checker import verify
assert verify({str(out)!r}).valid
ours = ("grundy.solvers", "grundy.kernels", "grundy.explain.certificates", "numpy", "numba")
print(*(m for m in sys.modules if m.startswith(ours)))
"""
    assert subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True).stdout == "\n"


@pytest.mark.slow
def test_every_kind_is_made(tmp_path: Path) -> None:
    kinds = set()
    for call in certificates.CALLS.values():
        call(tmp_path / "c")
        kinds.add(verify(tmp_path / "c").kind)
    assert kinds | {"window"} == {*checker.FIELDS}  # windows have tests of their own
