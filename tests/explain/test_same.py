"""Two rulesets compared, with the definition as the judge."""

from itertools import combinations

import pytest
from click.testing import CliRunner

from grundy.cli.same import same as same_command
from grundy.errors import UndefinedError
from grundy.explain.equal_values import EQUAL_VALUES, known_equals
from grundy.explain.same import equal_rulesets, same
from grundy.expressions import parse_ruleset
from grundy.solvers import search

SMALL = [
    "nim",
    "kayles",
    "octal(0.07)",
    "dawsons_chess",
    "subtraction(1,2)",
    "subtraction(1,2,4)",
    "lasker_nim",
    "rims",
]


def compare(a: str, b: str, to: int | None = None) -> dict[str, object]:
    return same(parse_ruleset(a), parse_ruleset(b), to).json()


def test_a_published_table_identifies_these_two() -> None:
    answer = compare("octal(0.161)", "octal(0.36)")
    assert (answer["first_difference"], answer["proved"], answer["shift"]) == (519, True, None)


@pytest.mark.parametrize(("a", "b"), list(combinations(SMALL, 2)))
def test_first_differences(a: str, b: str) -> None:
    one, other = ([search.nimber(parse_ruleset(text)(n)) for n in range(20)] for text in (a, b))
    difference = next((n for n in range(20) if one[n] != other[n]), None)
    answer = compare(a, b)
    assert answer["first_difference"] == difference
    assert answer["proved"]


def test_equal_up_to_a_shift() -> None:
    answer = compare("dawsons_chess", "dawsons_kayles")
    assert (answer["first_difference"], answer["shift"]) == (1, 1)
    assert compare("dawsons_kayles", "dawsons_chess")["shift"] == -1
    assert compare("kayles", "dawsons_chess")["shift"] is None


def test_equality_by_periods() -> None:
    answer = compare("subtraction(1,2)", "subtraction(1,2,4,5)")
    assert (answer["same"], answer["proved"], answer["shift"]) == (True, True, 0)
    assert "agree below 6, and so for ever" in str(answer["theorem"])


def test_the_same_rules() -> None:
    assert compare("kayles", "octal(0.77)")["theorem"] == "the rules are the same"
    assert compare("rayles", "kayles")["proved"]


def test_equality_that_is_not_proved() -> None:
    answer = compare("grunt", "grundys_game", 100)
    assert (answer["same"], answer["proved"], answer["checked_to"]) == (True, False, 100)


def test_equality_by_one_law() -> None:
    assert "g(n) = n" in str(compare("turning_turtles", "twins")["theorem"])
    assert "r xor c" in str(compare("rook_nim", "acrostic_twins")["theorem"])


def test_positions_of_tables_and_of_several_heaps() -> None:
    assert compare("wythoff", "rook_nim")["first_difference"] == (1, 1)
    assert compare("moore_nim(2)", "moore_nim(3)")["first_difference"] == (1, 1, 1)


def test_theorems_that_differ_beyond_the_sample() -> None:
    answer = same(parse_ruleset("moore_nim(7)"), parse_ruleset("moore_nim(8)"))
    assert (answer.difference, answer.json()["same"]) == ((1,) * 8, False)
    assert next(answer.lines()).startswith("moore_nim(7) and moore_nim(8) differ at 1, 1, 1, 1, 1, 1, 1, 1: ")


def test_agreement_of_samples_is_no_proof() -> None:
    answer = compare("moore_nim(70)", "moore_nim(71)")
    assert (answer["same"], answer["proved"], answer["checked_to"]) == (True, False, 12)


def test_boards_that_do_not_correspond() -> None:
    with pytest.raises(UndefinedError, match="cannot be compared"):
        compare("nim", "wythoff")


@pytest.mark.slow
def test_rulesets_of_equal_values() -> None:
    """All that are found are proved; what is named by coins or by another ruleset is found."""
    assert {"nimble", "turning_turtles", "twins"} < {str(one.b) for one in equal_rulesets(parse_ruleset("nim"))}
    with pytest.raises(UndefinedError, match="no sequence"):
        list(equal_rulesets(parse_ruleset("wythoff")))


@pytest.mark.slow
def test_the_command_lists_rulesets_of_equal_values() -> None:
    told = CliRunner().invoke(same_command, ["octal(0.07)"], standalone_mode=False).output
    assert told == "octal(0.07) and dawsons_kayles have the same nimbers (proved: the rules are the same).\n"


def test_known_equals_are_proved_and_complete() -> None:
    """The shipped table has what the command finds, for a ruleset with several equals and for one with none."""
    rows = [line.split("\t") for line in EQUAL_VALUES.read_text(encoding="utf-8").splitlines()]
    assert rows == sorted(rows)
    for a, b, theorem in rows[:: max(1, len(rows) // 4)]:
        found = same(parse_ruleset(a), parse_ruleset(b))
        assert (found.difference, found.theorem) == (None, theorem)
    for name in ("kayles", "mark"):
        found_now = {str(one.b) for one in equal_rulesets(parse_ruleset(name))}
        assert {other for other, _ in known_equals(name)} == found_now
