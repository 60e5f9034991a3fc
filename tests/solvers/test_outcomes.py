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
from grundy.solvers.outcomes import has_sequence, outcome_table, sequence_outcomes, small_games, small_outcomes

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
    if has_sequence(ruleset) or not ruleset.finite:
        return
    misere = ruleset.plays[-1]
    found = dict(small_outcomes(ruleset, 6, misere, Budget()))
    games = list(islice(small_games(ruleset), 6))
    assert found == {str(game): oracle.outcome(ruleset, game.position, misere) for game in games}


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
