"""`grundy misere`."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from interrupting import interrupt

from grundy import parse
from grundy.cli.misere import misere
from grundy.errors import GrundyError
from grundy.kernels.cache import cache_directory
from grundy.solvers.misere.builder import BuilderState
from grundy.solvers.misere.quotient_file import state_digest

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))


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
    assert 0 < answer["partial"]["to"] < 40
    assert answer["outcomes"][:12] == "".join(parse(f"octal(4.7)({heap})").misere.outcome for heap in range(12))


def test_a_saved_search_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "kayles.json"
    run("kayles", "--to", "20", "--save", str(file))
    assert len(json.loads(file.read_text())["proved"]["elements"]) == 20
    assert "order 40" in run("kayles", "--to", "30", "--save", str(file)).output
    before = file.read_text()
    for arguments, message in ((("octal(0.75)",), "belongs to kayles"), (("kayles", "--to", "10"), None)):
        result = run(*arguments, "--save", str(file))
        assert file.read_text() == before
        if message:
            assert isinstance(result.exception, GrundyError)
            assert message in str(result.exception)


def test_an_interrupted_search_goes_on() -> None:
    command = ("misere", "octal(0.07)", "--to", "34")
    assert interrupt("grundy.solvers.misere.builder", "QuotientBuilder.identify", 20, *command).returncode == 130
    assert 0 < saved_heaps() < 34
    assert "order 638, of which 109 lost" in run("octal(0.07)", "--to", "34").output
    assert saved_heaps() == 34


def saved_heaps() -> int:
    """The number of heaps in the one saved search, 0 where there is none; nothing half written lies beside it."""
    files = list((cache_directory() / "misere").glob("*"))
    assert all(file.suffix == ".json" for file in files)
    return len(json.loads(files[0].read_text())["proved"]["elements"]) if files else 0


def forged(proved: Any, trial: Any) -> str:
    """A file about Kayles with these candidates, and a right digest."""
    state = BuilderState(proved=proved, trial=trial)
    return json.dumps({"ruleset": "kayles", "digest": state_digest("kayles", state)} | state)


def test_a_damaged_file_of_ours_is_set_aside(caplog: pytest.LogCaptureFixture) -> None:
    run("kayles", "--to", "12")
    (file,) = (cache_directory() / "misere").glob("*")
    bad = {"elements": [0, 0], "lost": [], "actions": []}
    for content in (file.read_text().replace("1", "2", 1), file.read_text()[:-3], "", "[" * 9999, forged(bad, bad)):
        file.write_text(content)
        caplog.clear()
        assert "order 40, of which 9 lost" in run("kayles", "--to", "30").output
        assert ("set aside" in caplog.text) == (content != forged(bad, bad))


def test_a_full_disk_costs_no_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert "order 40, of which 9 lost" in run("kayles", "--to", "30", "--save", str(tmp_path / "none" / "x")).output
    assert "cannot write" in caplog.text


def test_what_is_saved_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "kayles.json"
    run("kayles", "--to", "12", "--save", str(file))
    saved = json.loads(file.read_text())
    for guess in (saved["proved"], saved["trial"]):
        guess["lost"] = guess["lost"][1:]
    file.write_text(forged(saved["proved"], saved["trial"]))
    assert "order 40, of which 9 lost" in run("kayles", "--to", "30", "--save", str(file)).output


def test_a_fresh_start_ignores_what_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "kayles.json"
    file.write_text("{")
    assert run("kayles", "--fresh", "--save", str(file)).return_value == 0
    assert len(json.loads(file.read_text())["proved"]["elements"]) == 20


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain").write_text("")
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "plain"))
    assert run("kayles").return_value == 0


@pytest.mark.parametrize(
    ("arguments", "message"), [(("cram",), "not played with heaps"), (("kayles", "--to", "0"), "--to from 1")]
)
def test_bad_input(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exception
    assert message in str(result.exception) + getattr(result.exception, "message", "")


@pytest.mark.parametrize(
    "guess",
    [
        {"elements": [0, 1], "lost": [1], "actions": [[1, 2]]},
        {"elements": [0, 1], "lost": [1], "actions": [[1, 0], [0, 1, 2]]},
        {"elements": [0, 7], "lost": [1], "actions": [[1, 0]]},
        {"elements": [1, 1], "lost": [1], "actions": [[1, 0]]},
        {"elements": [0, 1], "lost": [0], "actions": [[1, 0]]},
        {"elements": [0, 1], "actions": [[1, 0]]},
        None,
    ],
)
def test_a_damaged_file(guess: object, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(forged(guess, guess) if guess else "[]")
    before = file.read_text()
    result = run("kayles", "--save", str(file))
    assert isinstance(result.exception, GrundyError)
    assert file.read_text() == before
