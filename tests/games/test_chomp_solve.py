"""Chomp as it is asked: who wins, all winning bites and nimbers, by the compiled tables."""

import json
import subprocess
import sys
from itertools import combinations_with_replacement
from typing import Any

import oracle
import pytest

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.games.chomp.rules import chomp, chomp_3d
from grundy.solvers.proof.prover import Provers
from grundy.solvers.solution import solve
from grundy.solvers.solver import Solver

pytestmark = pytest.mark.slow


def told(expression: str) -> dict[str, Any]:
    """What is told of a game."""
    return solve(parse(expression), fresh=True).json()


def test_the_command_line_lists_both_bites() -> None:
    command = [sys.executable, "-m", "grundy", "solve", "chomp(12x13)", "--json"]
    answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert [move["move"] for move in answer["winning_moves"]] == [
        "bite at row 10, column 11",
        "bite at row 11, column 9",
    ]
    assert answer["complete"] is True


@pytest.mark.parametrize(
    ("expression", "bites"),
    [
        ("chomp(10x8)", ["bite at row 6, column 5", "bite at row 9, column 4"]),
        ("chomp(3x1000)", ["bite at row 2, column 586"]),
        ("chomp(1000x3)", ["bite at row 586, column 2"]),
        ("chomp(3x2000)", ["bite at row 2, column 1172"]),
        ("chomp(4x100)", ["bite at row 2, column 46"]),
        ("chomp(5x40)", ["bite at row 4, column 29"]),
        ("chomp(10^9,5,5,2)", ["bite at row 1, column 10"]),
    ],
)
def test_all_winning_bites(expression: str, bites: list[str]) -> None:
    answer = told(expression)
    assert answer["outcome"] == "N"
    assert [move["move"] for move in answer["winning_moves"]] == bites
    assert (answer["complete"], answer["winning_count"]) == (True, len(bites))


def test_what_a_winning_bite_leaves_is_lost() -> None:
    for left in told("chomp(10,9,9,7,7,4,4,2)")["winning_moves"]:
        answer = told(left["to"])
        assert (answer["outcome"], answer["nimber"], answer["winning_moves"]) == ("P", 0, [])


def hard() -> Solver:
    """A solver that asks the tables at once."""
    solver = Solver(fresh=True)
    solver.provers = Provers(fresh=True)
    solver.provers.hard |= {chomp, chomp_3d}
    return solver


@pytest.mark.parametrize("misere", [False, True])
def test_every_bar_as_it_is_asked(misere: bool) -> None:
    solver = hard()
    for bar in (bar for rows in range(1, 6) for bar in combinations_with_replacement(range(5, 0, -1), rows)):
        game = Game.of(chomp, bar)
        assert solver.outcome(game, misere) == oracle.outcome(chomp, bar, misere)
        wins = {to for to in chomp.moves(bar) if oracle.outcome(chomp, to, misere) == "P"}
        found = solver.winning(game, misere)
        assert found.complete
        assert {move.position for move in found.moves} == (wins if oracle.outcome(chomp, bar, misere) == "N" else set())


@pytest.mark.parametrize("misere", [False, True])
def test_every_block_as_it_is_asked(misere: bool) -> None:
    solver = hard()
    for block in chomp_3d.board.small(9):
        game = Game.of(chomp_3d, block)
        assert solver.outcome(game, misere) == oracle.outcome(chomp_3d, block, misere)
        wins = {to for to in chomp_3d.moves(block) if oracle.outcome(chomp_3d, to, misere) == "P"}
        assert {move.position for move in solver.winning(game, misere).moves} == wins


def test_nimbers_and_sums() -> None:
    solver = hard()
    for bar in [(3, 3, 3), (5, 4, 2, 2), (4, 4, 4, 4), (6, 3, 3, 1)]:
        value = oracle.nimber(chomp, bar)
        assert solver.nimber(Game.of(chomp, bar)) == value
        total = Game((*Game.of(chomp, bar).summands, *parse(f"nim({value}) + chomp(3,2,2)").summands))
        assert solver.outcome(total) == ("N" if oracle.nimber(chomp, (3, 2, 2)) else "P")
    assert solver.nimber(parse("chomp_3d(2x2x3)")) == oracle.nimber(chomp_3d, ((3, 3), (3, 3)))


def test_a_square_is_solved_with_its_nimber() -> None:
    answer = told("chomp(7x8)")
    assert answer["nimber_status"] == "exact"
    assert parse(f"chomp(7x8) + nim({answer['nimber']})").outcome == "P"


def test_blocks_and_numbers_in_three_dimensions() -> None:
    answer = told("chomp_3d(3x4x4)")
    assert (answer["outcome"], answer["complete"]) == ("N", True)
    assert answer["winning_moves"]
    assert all(told(move["to"])["outcome"] == "P" for move in answer["winning_moves"])


@pytest.mark.parametrize("expression", ["chomp(16x17)", "chomp(3x60000)", "chomp_3d(4x4x5)"])
def test_time_runs_out_with_one_line(expression: str) -> None:
    found = solve(parse(expression), budget=Budget(seconds=0.3))
    assert found.outcome == "N"  # by strategy stealing
    assert found.winning is None or not found.winning.complete
    assert "0.3 s" in found.reason


@pytest.mark.parametrize("expression", ["chomp(20x30)", "chomp(3x10^5)"])
def test_what_no_table_holds_is_said_at_once(expression: str) -> None:
    assert "too many for a table" in solve(parse(expression)).reason
