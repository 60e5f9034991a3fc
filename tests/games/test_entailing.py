"""Moves that must be answered: Top Entails beside other games, its published values, and play."""

from itertools import combinations_with_replacement, product
from random import Random

import pytest

from grundy import parse, parse_ruleset
from grundy.core.nimbers import LOONY, Entailed
from grundy.errors import MoveError, NotationError, PositionError, UndefinedError
from grundy.play.match import Match
from grundy.play.players import choose_move
from grundy.play.thoughts import Thought
from grundy.solvers import search
from grundy.solvers.solution import solve
from grundy.solvers.solver import Solver
from grundy.solvers.value_sequence import LOONY_CODE, ValueSequence

STACKS = ["1", "2", "3", "4", "5", "6", "0!", "2!", "3!", "4!", "5!"]
OTHERS = ["nim(1)", "nim(2)", "kayles(3)", "top_entails(1)", "top_entails(4)", "nimstring(0-1,1-2)", "nimstring(1x1)"]
PUBLISHED_LOONY_STACKS = [1, 3, 2403, 2505]  # and 33243, of those up to 600,000: West 1996, New values for Top Entails


def test_sums_are_what_the_whole_tree_of_play_says() -> None:
    """Sums of a stack with two other games, solved by values and by labelling the positions of the whole sum."""
    solver, memo = Solver(), search.Labels()
    for stack, others in product(STACKS, combinations_with_replacement(OTHERS, 2)):
        game = parse(" + ".join([f"top_entails({stack})", *others]))
        label = search.outcome(game, memo=memo)
        assert solver.outcome(game) == label, game
        after = [search.outcome(move.to, memo=memo) for move in game.each_move()]
        wins = [move.key for move, one in zip(game.each_move(), after, strict=True) if (one == "P") != move.goes_on]
        assert {move.key for move in solver.winning(game).moves} == set(wins), game


def test_values_of_stacks_that_must_be_answered() -> None:
    assert parse("top_entails(0!)").solver().total(parse("top_entails(0!)")) == Entailed(-1)
    for text in ("top_entails(4!)", "top_entails(4!) + nim(3)"):
        with pytest.raises(UndefinedError, match="must be answered"):
            _ = parse(text).nimber
    answer = solve(parse("top_entails(5!) + nim(1)")).json()
    assert (answer["nimber"], answer["nimber_status"], answer["entailed"]) == (None, "none", "lost beside 1")
    assert parse("top_entails(3)").nimber == LOONY


@pytest.mark.slow
def test_the_published_loony_stacks() -> None:
    values = ValueSequence(parse_ruleset("top_entails")).values_below(2510)
    assert [n for n, value in enumerate(values) if value == LOONY_CODE] == PUBLISHED_LOONY_STACKS


def test_an_answer_is_made_in_its_stack() -> None:
    match = Match.of(parse("top_entails(4,5) + nim(2)")).play(parse("top_entails(3!,5) + nim(2)"))
    for elsewhere in ("top_entails(3!,5) + nim(1)", "top_entails(3!,4!) + nim(2)"):
        with pytest.raises((MoveError, NotationError)):
            match.play(parse(elsewhere))
    ended = match.play(parse("top_entails(1,2,5) + nim(2)")).play(parse("top_entails(0!,2,5) + nim(2)"))
    assert ended.is_over
    assert ended.winner == 0


def test_one_answer_at_a_time() -> None:
    with pytest.raises(NotationError, match="only one heap"):
        parse("top_entails(2!,3!)")
    with pytest.raises(PositionError, match="two places"):
        parse("top_entails(2!) + top_entails(3!)")


def test_endless_play_beside_moves_that_entail_has_no_value() -> None:
    with pytest.raises(UndefinedError, match="solve them apart"):
        Solver().outcome(parse("digraph(a: b; b: a)(a) + top_entails(1)"))


def test_the_account_of_an_answer() -> None:
    words = str(parse("top_entails(6,4!) + nim(2)").explain())
    assert "The answer must be in top_entails(4!)" in words
    assert "adds up to 0" in words
    assert "top_entails(3) is loony" in str(parse("top_entails(3) + nim(4)").explain())


def test_the_opponent_says_what_its_move_demands() -> None:
    chosen = choose_move(Match.of(parse("top_entails(1,4) + nim(2)")), "perfect", Random(1), 5.0)
    assert str(chosen.move.to) == "top_entails(0!,4) + nim(2)"
    assert chosen.thought == Thought("demand")
    again = choose_move(Match.of(parse("nimstring(0-1,1-2) + nim(1)")), "perfect", Random(1), 5.0)
    assert again.thought == Thought("again")
