"""Players: the perfect one wins what is won and keeps what is drawn; the others err only as they are said to."""

from collections import Counter
from itertools import islice
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulesets import catalogue, legal

from grundy import Game, Move, Ruleset, parse
from grundy.core.budget import Budget
from grundy.core.ruleset import Outcome
from grundy.play.guess import guess_move
from grundy.play.match import Match
from grundy.play.players import ALIASES, OPPONENTS, SIGHT, choose_move, perfect
from grundy.play.thoughts import Thought
from grundy.solvers import loopy, search
from grundy.solvers.solver import FLIPPED, Solver

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
        match = match.play(perfect(match).move if match.mover == 0 else chance.choice(moves))
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
    assert str(match.play(perfect(match).move).game) == "digraph(a: b c; b: a; c: d)(b)"


@pytest.mark.parametrize("ruleset", list(catalogue()), ids=str)
def test_a_winning_move_is_made_in_every_ruleset(ruleset: Ruleset[Any]) -> None:
    positions = [position for position in islice(ruleset.board.small(4), 40) if legal(ruleset, position)]
    solver = Solver()
    misere = ruleset.plays[0]
    for match in (Match.of(Game.of(ruleset, position), misere) for position in positions):
        if not match.is_over and solver.outcome(match.game, misere) == "N":
            assert solver.outcome_after(perfect(match).move, misere) == "P"


def small_matches(ruleset: Ruleset[Any], misere: bool) -> list[Match]:
    positions = [position for position in islice(ruleset.board.small(4), 30) if legal(ruleset, position)]
    matches = [Match.of(Game.of(ruleset, position), misere) for position in positions]
    return [match for match in matches if not match.is_over and not match.game.has_infinite_moves()]


def label(game: Game, misere: bool) -> tuple[Outcome, int | None]:
    """The outcome and the remoteness by the definition."""
    return loopy.label_game(game, misere, Budget())[search.whole(game)]


def label_after(move: Move, misere: bool) -> tuple[Outcome, int | None]:
    """The outcome after a move as if the other player were to move then, and the moves to the end."""
    outcome, moves = label(move.to, misere)
    return (FLIPPED[outcome] if move.goes_on else outcome), moves


@pytest.mark.parametrize("ruleset", [rules for rules in catalogue() if not rules.scored], ids=str)
def test_no_level_misses_what_it_sees(ruleset: Ruleset[Any]) -> None:
    """A win within its moves is taken, and a loss within them avoided; the last two levels see a last move."""
    for misere in (False, True) if ruleset.has_misere else (False,):
        for match in small_matches(ruleset, misere):
            after = {move.key: label_after(move, misere) for move in match.game.each_move()}
            for level, depth in {**SIGHT, "level3": 1, "level4": 1}.items():
                move = choose_move(match, level, Random(level)).move
                outcome, moves = after[move.key]
                wins = [n for result, n in after.values() if result == "P" and n is not None and n < depth]
                seen = [result == "N" and n is not None and n < depth for result, n in after.values()]
                assert not wins or outcome == "P", (match.game, misere, level)
                assert depth == 1 or all(seen) or outcome != "N" or moves is None or moves >= depth, match.game


@pytest.mark.parametrize(
    ("level", "game"), [("level1", "nim(1,4,5)"), ("level2", "nim(3,5,7,2)"), ("level2", "chomp(4x5)")]
)
def test_a_level_is_beaten_by_what_it_does_not_see(level: str, game: str) -> None:
    match = Match.of(parse(game))
    chosen = [choose_move(match, level, Random(seed)) for seed in range(4)]
    assert all(it.thought == Thought("blind", SIGHT[level]) for it in chosen)
    assert all(it.move.to.outcome == "N" for it in chosen)


def size(game: Game) -> int:
    """The nimber, which is a number here."""
    assert isinstance(game.nimber, int)
    return game.nimber


@pytest.mark.parametrize("game", ["nim(3,5,7)", "kayles(5) + nim(6)", "nim(4,4,1)", "turning_turtles(THTHH)"])
def test_level_3_wins_the_largest_part_alone(game: str) -> None:
    match = Match.of(parse(game))
    chosen = choose_move(match, "level3", Random(1))
    parts = Counter(match.game.parts())
    (gone,) = parts - Counter(chosen.move.to.parts())
    assert gone.nimber == max(size(part) for part in parts)
    assert chosen.move.to.nimber == match.game.nimber ^ gone.nimber
    assert chosen.thought == Thought("part")


def test_level_3_meets_loony_options_of_a_board_that_was_searched() -> None:
    """Two parts of a 4x4 board; options in which a coin can be taken have no parts for the search to recall."""
    drawn = (
        "r1c1-r1c2,r1c1-r2c1,r1c2-r1c3,r1c2-r2c2,r1c3-r1c4,r1c3-r2c3,r1c4-r1c5,r1c4-r2c4,r2c2-r2c3,r3c2-r3c3,r3c4-r4c4,"
        "r3c5-r4c5,r4c1-r4c2,r4c1-r5c1,r4c2-r4c3,r4c2-r5c2,r4c3-r4c4,r4c4-r4c5,r4c5-r5c5,r5c4-r5c5"
    )
    assert choose_move(Match.of(parse(f"nimstring(4x4; {drawn})")), "level3", Random(1), 6.0)


@pytest.mark.parametrize("game", ["nim(3,5,9)", "kayles(7) + nim(6)", "kayles(10)", "nim(3,5,7)", "nim(4,5)"])
def test_level_4_forgets_the_column_of_ones(game: str) -> None:
    match = Match.of(parse(game))
    chosen = [choose_move(match, "level4", Random(seed)) for seed in range(20)]
    if size(match.game) >= 2:
        assert {it.move.to.nimber for it in chosen} == {0, 1}
        assert {it.thought.kind for it in chosen} == {"columns"}
    else:
        assert {it.thought.kind for it in chosen} == {"even"}


@pytest.mark.parametrize("name", [*OPPONENTS, *ALIASES])
def test_the_same_seed_makes_the_same_move(name: str) -> None:
    for game in ("nim(3,5,7)", "chomp(3x4)", "kayles(9)", "treblecross(7)"):
        match = Match.of(parse(game))
        first, second = (choose_move(match, name, Random(5)) for _ in range(2))
        assert (first.move.label, first.thought) == (second.move.label, second.thought)
        assert Thought.read(first.thought.code) == first.thought


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("game", ["cram(9x9)", "node_kayles(grid 7x7)", "chomp(12x20)", "sprouts(14)"])
def test_what_is_not_decided_is_guessed_in_time(game: str, misere: bool) -> None:
    """A guess exactly if nothing was proved of the move: otherwise the solver knows its outcome."""
    moves, solver, started = parse(game).moves(), Solver(), process_time()
    match = Match.of(moves[len(moves) // 2].to, misere)
    chosen = choose_move(match, "perfect", Random(1), 0.3, solver)
    assert process_time() - started < 6  # with 0.3 s for the move, and 3 s to compile the kernel of Chomp before it
    if chosen.is_guess:
        assert (chosen.move.to.summands, misere) not in solver.outcome_answers.known
    else:
        assert solver.outcome(chosen.move.to, misere, solver.inquire(Budget(seconds=3)))


def test_a_guess_takes_a_win_and_avoids_a_loss_that_can_be_proved() -> None:
    for game in ("nim(3,5,8)", "kayles(9)", "chomp(3x4)"):
        match = Match.of(parse(game))
        move, thought = guess_move(match, Random(1), 5.0, Solver())
        assert (move.to.outcome, thought.is_guess) == ("P", False)
        move, thought = guess_move(Match.of(move.to), Random(1), 5.0, Solver())
        assert thought == Thought("lost")


def test_trial_games_find_a_last_move() -> None:
    """Without a solver every move is a guess, and a good one where the end is near."""
    for game in ("nim(5)", "hackenbush(0-1,1-2,1-3)", "wythoff(3,3)"):
        move, thought = guess_move(Match.of(parse(game)), Random(1), 2.0, None)
        assert thought.is_guess
        assert move.to.outcome == "P"
