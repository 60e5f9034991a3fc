"""Outcomes of many positions at once, against the definition."""

import json
from itertools import islice

import oracle
import pytest
from click.testing import CliRunner
from rulesets import catalogue

from grundy import Ruleset, parse, parse_ruleset
from grundy.cli.table import table
from grundy.cli.values import values
from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.solvers.outcomes import adds_up, has_sequence, outcome_table, sequence_outcomes, small_games, small_outcomes

BY_SEQUENCE = ["kayles", "subtraction(1,3,4)", "lasker_nim", "treblecross", "sos", "top_entails", "mock_turtles"]


@pytest.mark.parametrize("name", BY_SEQUENCE)
def test_sequences(name: str) -> None:
    ruleset = parse_ruleset(name)
    first, to = ruleset.board.first, 9
    for misere in ruleset.plays:
        found = list(sequence_outcomes(ruleset, to, misere, Budget()))
        assert found == [oracle.outcome(ruleset, ruleset.board.line(n), misere) for n in range(first, to)]


@pytest.mark.parametrize("ruleset", list(catalogue()), ids=str)
def test_every_ruleset_lists_its_first_positions(ruleset: Ruleset[object]) -> None:
    if (has_sequence(ruleset) and adds_up(ruleset)) or not ruleset.finite:
        return
    misere = ruleset.plays[-1]
    found = dict(small_outcomes(ruleset, 12, misere, Budget()))
    games = list(islice(small_games(ruleset), 12))
    assert found == {str(game): oracle.outcome(ruleset, game.position, misere) for game in games}


def test_first_positions_are_of_every_kind() -> None:
    """Not full bars alone, nor one head or one heap alone."""
    for text, lost in {
        "chomp": "chomp(2,1)",
        "rugs": "rugs(T/T)",
        "moore_nim(2)": "moore_nim(2)(1,1,1)",
        "welter": "welter(0,1)",
        "cram": "cram(x_/_x)",
        "euclid": "euclid(1,0)",
        "grossman_euclid": "grossman_euclid(1,1)",
    }.items():
        found = dict(small_outcomes(parse_ruleset(text), 100, False, Budget()))
        assert found[lost] == "P", text


@pytest.mark.parametrize(
    "name", ["moore_nim(2)", "euclid", "grossman_euclid", "hypergraph_nim(1 2; 2 3; 1 3)", "sprouts"]
)
def test_every_ruleset_has_a_list(name: str) -> None:
    run = CliRunner().invoke(values, [name, "--outcomes", "--to", "12"])
    assert run.exit_code == 0, run.output
    assert run.output.count(f"Among the first 12 positions of {name}:") == 1
    assert f"P-positions: {name}" in run.output


def test_what_was_found_in_time_is_printed() -> None:
    run = CliRunner().invoke(values, ["impartial_clobber", "--outcomes", "--to", "100000", "--timeout", "0.2"])
    assert isinstance(run.exception, NotDecided)
    assert run.output.startswith("Among the first ")


def test_a_table() -> None:
    ruleset = parse_ruleset("wythoff")
    for misere in (False, True):
        rows = outcome_table(ruleset, 6, 6, misere)
        assert rows == [[oracle.outcome(ruleset, (r, c), misere) for c in range(6)] for r in range(6)]


def test_commands() -> None:
    run = CliRunner().invoke(values, ["kayles", "--outcomes", "--misere", "--to", "10", "--json"])
    answer = json.loads(run.output)
    assert answer["p_positions"] == [1, 4, 9]
    assert (answer["play"], answer["from"], len(answer["outcomes"])) == ("misere", 0, 10)
    run = CliRunner().invoke(table, ["wythoff", "2x3", "--outcomes", "--json"])
    assert json.loads(run.output)["rows"] == [["P", "N", "N"], ["N", "N", "P"]]
    assert CliRunner().invoke(values, ["kayles", "--misere"]).exit_code == 2
    assert parse("nim 3 5 7") == parse("nim(7 5 3)")
