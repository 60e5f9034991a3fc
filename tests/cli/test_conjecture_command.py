"""`grundy conjecture` and `grundy same`."""

import json

import click
import pytest
from click.testing import CliRunner, Result

from grundy.cli.conjecture import conjecture
from grundy.cli.same import same
from grundy.errors import GrundyError, NotationError, NotDecided


def run(*arguments: str) -> Result:
    return CliRunner().invoke(conjecture, arguments, standalone_mode=False)


def compare(*arguments: str) -> Result:
    return CliRunner().invoke(same, arguments, standalone_mode=False)


def test_json() -> None:
    result = run("at_least_half", "--json")
    answer = json.loads(result.output)
    assert result.return_value == 0
    fields = ["schema", "ruleset", "law", "proved", "theorem", "checked_to", "evidence", "exceptions", "others"]
    assert list(answer) == fields
    assert list(answer["law"]) == ["kind", "statement", "formula", "about", "parameters", "length"]
    assert (answer["schema"], answer["ruleset"], answer["proved"]) == (1, "at_least_half", True)
    assert answer["law"]["kind"] == "binary digits"


def test_text() -> None:
    lines = run("dim_plus").output.splitlines()
    assert lines == [
        "dim_plus: The nimber of n is the number of factors 2 of n, plus 1 for n >= 1.",
        "g(n) = v(n) + 1 for n >= 1",
        "Proved: Ferguson 2014, 3.5.",
        "Exceptions: g(0) = 0",
        "Also: Only 0 is lost.",
    ]


def test_no_law() -> None:
    result = run("grundys_game", "--to", "200")
    assert result.return_value == 1
    assert result.output.startswith("grundys_game: no law found among periods")
    assert json.loads(run("grundys_game", "--to", "200", "--json").output)["law"] is None


def test_same_json() -> None:
    result = compare("octal(0.161)", "octal(0.36)", "--json")
    answer = json.loads(result.output)
    assert answer["first_difference"] == 519
    assert {"schema", "a", "b", "first_difference", "checked_to", "proved", "shift", "theorem"} <= set(answer)


def test_same_text() -> None:
    assert compare("dawsons_chess", "dawsons_kayles").output.splitlines() == [
        "dawsons_chess and dawsons_kayles differ first at 1: the nimbers of 1 are 1 and 0.",
        "Shifted they agree below 256: n in dawsons_chess has the nimber of n + 1 in dawsons_kayles.",
    ]
    assert (
        compare("kayles", "rayles").output
        == "kayles and rayles have the same nimbers (proved: the rules are the same).\n"
    )


def test_bad_input() -> None:
    assert isinstance(run("kayless").exception, NotationError)
    assert isinstance(run("hackenbush").exception, GrundyError)
    assert isinstance(run("kayles", "--to", "10^30").exception, GrundyError)
    assert isinstance(run("kayles", "--to", "3").exception, click.BadParameter)
    assert isinstance(compare("nim", "wythoff").exception, GrundyError)


@pytest.mark.parametrize("name", ["cram", "boxing_match"])
def test_no_time(name: str) -> None:
    assert isinstance(run(name, "--timeout", "0").exception, NotDecided)
