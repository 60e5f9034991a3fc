"""`grundy bipartite`, as click runs it."""

import json
from typing import Any

import pytest
from answers import ANSWERS
from click.testing import CliRunner, Result

from grundy.cli.bipartite import bipartite
from grundy.errors import GrundyError


def run(*arguments: str) -> Result:
    return CliRunner().invoke(bipartite, arguments, standalone_mode=False)


def answer(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


def test_search() -> None:
    found = answer("--most", "3", "--up-to", "12")
    assert (found["most"], found["up_to"], found["complete"]) == (3, 12, True)
    assert [it["take"] for it in found["sets"]] == [[3, 5, 9], [3, 7, 9]]
    expected = ANSWERS["C-8-thm8a"]["expected"]["3"]
    assert {"odd_P": found["sets"][0]["odd_P"], "even_not_P": found["sets"][0]["even_N"]} == expected


def test_search_in_words() -> None:
    done = run("--most", "3", "--up-to", "12")
    assert done.return_value == 0
    assert done.stdout.splitlines() == [
        "3,5,9: from 11 on exactly the even heaps are lost; also odd 1, and not even 4 6 10",
        "3,7,9: from 11 on exactly the even heaps are lost; also odd 1, and not even 4 8 10",
        "2 sets without 1; odd numbers with 1 alternate from 0 on",
    ]


def test_what_was_found_in_time() -> None:
    done = run("--most", "5", "--up-to", "60", "--timeout", "0.2", "--json")
    assert done.return_value == 1
    answer, said = sorted(done.output.splitlines(), reverse=True)  # the line of JSON begins with a brace
    assert "allow more with --timeout" in said
    found = json.loads(answer)
    assert not found["complete"]
    assert found["sets"]


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ("subtraction(3,5,9)", (False, True, 11)),
        ("subtraction(1,3)", (True, True, 0)),
        ("subtraction(3,9)", (True, False, None)),
        ("subtraction(1,2)", (False, False, None)),
    ],
)
def test_one_ruleset(ruleset: str, expected: tuple[bool, bool, int | None]) -> None:
    found = answer(ruleset)
    assert found["ruleset"] == ruleset
    assert (found["bipartite"], found["ultimately_bipartite"], found.get("threshold")) == expected


def test_one_ruleset_in_words() -> None:
    assert run("subtraction(3,9)").stdout == "subtraction(3,9): bipartite; n is lost exactly if n // 3 is even\n"
    assert run("subtraction(3,5,9)").stdout.startswith("subtraction(3,5,9): from 11 on exactly the even heaps")
    assert run("subtraction(1,2)").stdout == "subtraction(1,2): lost and won heaps never come to alternate\n"


@pytest.mark.parametrize("arguments", [["kayles"], ["subtraction(odd)"], ["--most", "99", "--up-to", "999"]])
def test_bad_input(arguments: list[str]) -> None:
    assert isinstance(run(*arguments).exception, GrundyError)
