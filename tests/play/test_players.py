"""Players: the perfect one wins what is won, keeps what is drawn, and comes to an end; a kind one slips."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulesets import catalogue, legal

from grundy import Game, Ruleset, parse
from grundy.play.match import Match
from grundy.play.players import kind, perfect
from grundy.solvers.solver import Solver

WON = [
    "nim(3,5,8)",
    "kayles(9)",
    "hackenbush(0-1,1-2,1-3)",
    "chomp(3x4)",
    "wythoff(4,6)",
    "treblecross(7)",
    "northcott(W...B/B..W.)",
    "mock_turtles(THTTHH)",
    "nim(2,3) + kayles(5)",
    "digraph(a: b e; b: c; c: d a; d: e f; f: g; g: f d)(d)",
]


def play_out(game: str, misere: bool, chance: Random, most: int = 200) -> int | None:
    """The winner of a match of the perfect player, who begins, against chance."""
    match = Match.of(parse(game), misere)
    for _ in range(most):
        if match.is_over:
            return match.winner
        moves = list(islice(match.game.each_move(), 500))
        match = match.play(perfect(match) if match.mover == 0 else chance.choice(moves))
    return -1


@pytest.mark.parametrize("game", WON)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=5, deadline=None)
def test_a_won_game_is_won(game: str, seed: int) -> None:
    assert parse(game).outcome == "N"
    assert play_out(game, False, Random(seed)) == 0


@pytest.mark.parametrize("game", ["nim(1,1)", "nim(3,5,8)", "kayles(8)"])
def test_a_won_misere_game_is_won(game: str) -> None:
    assert parse(game).misere.outcome == "N"
    assert all(play_out(game, True, Random(seed)) == 0 for seed in range(5))


def test_a_draw_is_kept() -> None:
    match = Match.of(parse("digraph(a: b c; b: a; c: d)(a)"))
    assert str(match.play(perfect(match)).game) == "digraph(a: b c; b: a; c: d)(b)"


@pytest.mark.parametrize("ruleset", list(catalogue()), ids=str)
def test_a_winning_move_is_made_in_every_ruleset(ruleset: Ruleset[Any]) -> None:
    positions = [position for position in islice(ruleset.board.small(4), 40) if legal(ruleset, position)]
    solver = Solver()
    for match in (Match.of(Game.of(ruleset, position)) for position in positions):
        if not match.is_over and solver.outcome(match.game) == "N":
            assert solver.outcome(perfect(match).to) == "P"


def test_a_kind_player_slips_as_often_as_wanted() -> None:
    match = Match.of(parse("nim(3,5,7)"))
    winning = {str(move.to) for move in match.game.winning_moves()}
    slips = [str(kind(match, 0.5, Random(seed)).to) not in winning for seed in range(200)]
    assert 50 < sum(slips) < 110
    assert all(str(kind(match, 0.0, Random(seed)).to) in winning for seed in range(5))
