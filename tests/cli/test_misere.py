"""`grundy misere`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grundy import parse
from grundy.cli.misere import misere
from grundy.errors import GrundyError
from grundy.solvers.misere.builder import Builder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(misere, arguments, standalone_mode=False)


def test_json() -> None:
    result = run("kayles", "--to", "30", "--json")
    answer = json.loads(result.output)
    assert result.return_value == 0
    assert (answer["ruleset"], answer["to"]) == ("kayles", 30)
    assert answer["outcomes"] == "NPNNPNNNNPNNPNNNNNNNPNNNNNNNNN"
    assert answer["genus"][:6] == ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"]
    assert (answer["quotient"]["order"], answer["quotient"]["p_portion"]) == (40, 9)
    assert answer["quotient"]["presentation"].startswith("<a,b,c,d,e,f,g | a^2=1")


def test_text() -> None:
    result = run("octal(0.123)", "--to", "25")
    assert "order 20, of which 5 lost" in result.output
    assert "period    5 from heap 5 on, proved for all heaps" in result.output
    assert "restive   9\n" in result.output


def test_no_quotient_within_the_budget() -> None:
    result = run("octal(4.7)", "--to", "40", "--timeout", "1", "--json")
    answer = json.loads(result.output)
    assert result.return_value == 1
    assert answer["quotient"] is None
    assert answer["outcomes"][:12] == "".join(parse(f"octal(4.7)({heap})").misere.outcome for heap in range(12))


def test_a_saved_search_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "kayles.json"
    run("kayles", "--to", "20", "--save", str(file))
    assert len(json.loads(file.read_text())["state"]["words"]) == 20
    assert "order 40" in run("kayles", "--to", "30", "--save", str(file)).output
    before = file.read_text()
    for arguments, message in (
        (("octal(0.75)",), "belongs to kayles"),
        (("kayles", "--to", "10"), None),
    ):
        result = run(*arguments, "--save", str(file))
        assert file.read_text() == before
        if message:
            assert isinstance(result.exception, GrundyError)
            assert message in str(result.exception)


def test_an_interrupted_search_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, limit = tmp_path / "kayles.json", 12

    def interrupt(self: Builder, heap: int) -> frozenset[tuple[int, ...]]:
        if heap == limit:
            raise KeyboardInterrupt
        return left(self, heap)

    left = Builder.left
    monkeypatch.setattr("grundy.solvers.misere.builder.Builder.left", interrupt)
    run("kayles", "--to", "30", "--save", str(file))
    assert len(json.loads(file.read_text())["state"]["words"]) == limit
    monkeypatch.undo()
    assert "order 40" in run("kayles", "--to", "30", "--save", str(file)).output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("cram",), "not played with heaps"), (("kayles", "--to", "0"), "--to from 1")],
)
def test_bad_input(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exception
    assert message in str(result.exception) + getattr(result.exception, "message", "")


def test_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    for text in (
        "{",
        "[]",
        '{"ruleset": "kayles", "state": {"words": [[1]], "essential": [], "lows": [], "slack": 1}}',
    ):
        file.write_text(text)
        result = run("kayles", "--save", str(file))
        assert isinstance(result.exception, GrundyError)
        assert file.read_text() == text
