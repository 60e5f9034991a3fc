"""Strategies against the definition: to every move a legal reply that wins, in every small game."""

from collections.abc import Callable
from typing import Any

import oracle
import pytest
from claims import FEW, judged_positions
from hypothesis import given, settings
from loops import Graph, digraphs, outcomes
from rulesets import catalogue
from thorough import THOROUGH, share

from grundy import Game, digraph, parse
from grundy.core.budget import Budget
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers import loopy, search
from grundy.solvers.solver import Solver
from grundy.solvers.strategy import LeftPosition, Reply, Strategy, find_strategy, without_pairs
from grundy.solvers.winning import find_reply

RULESETS = [rules for rules in catalogue() if rules.finite and not rules.scored]
POSITIONS = 60 if THOROUGH else 5  # of each ruleset, spread over the small ones
SUMS = (
    "nim(1,2,3) + kayles(4,2)",
    "cram(2x3) + nim(1)",
    "nim(2,3) + sprouts(1) + dawsons_chess(3)",
    "circular_kayles(5) + nim(3)",
    "nimstring(2x2) + nim(2)",
    "top_entails(3) + kayles(3)",
    "node_kayles(1-2,2-3) + hackenbush(0-1,1-2,0-3)",
)


def is_lost(game: Game, misere: bool) -> bool:
    """Whether the player to move loses, by the moves alone, or by the definition where these lead to other rulesets."""
    if len(game.summands) == 1:
        (summand,) = game.summands
        if not any(map(summand.ruleset.continuation, oracle.options(summand.ruleset, summand.position))):
            return oracle.outcome(summand.ruleset, summand.position, misere) == "P"
    return search.outcome(game, misere) == "P"


def check_replies(game: Game, replies: list[Reply], misere: bool) -> None:
    """Every move is answered, by legal moves of the player whose turn it is, that leave what is lost."""
    met = {move.key for reply in replies for move in reply.moves}
    assert met == {move.key for move in game.each_move()}, game
    for reply in replies:
        position, is_winners_turn = reply.moves[0].to, not reply.moves[0].goes_on
        for move in reply.answer:
            assert is_winners_turn
            assert move.game == position
            assert any(move.to == each.to and move.goes_on == each.goes_on for each in position.each_move())
            position, is_winners_turn = move.to, move.goes_on
        if is_winners_turn:  # no reply is needed where the loser has made the last move
            assert next(position.each_move(), None) is None
            assert not is_lost(position, misere)
        else:
            assert is_lost(position, misere), f"{game}: {reply}"
        assert position == reply.leaves


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_every_move_has_a_reply_that_wins(ruleset: Ruleset[Any]) -> None:
    """Of a small position, and so, as what is left is small too, of all that it leads to."""
    solver = Solver()
    positions = judged_positions(ruleset, FEW)
    for position in positions[:: max(1, len(positions) // POSITIONS)]:
        for misere in ruleset.plays:
            check_strategy(Game.of(ruleset, position), misere, solver)


@pytest.mark.parametrize("text", SUMS)
def test_every_move_has_a_reply_in_sums(text: str) -> None:
    game = parse(text)
    plays = [misere for misere in (False, True) if all(misere in it.ruleset.plays for it in game.summands)]
    for misere in plays:
        check_strategy(game, misere, Solver())


def check_strategy(game: Game, misere: bool, solver: Solver) -> None:
    if solver.outcome(game, misere) == "D":
        with pytest.raises(UndefinedError, match="is a draw"):
            Strategy(game, misere, solver)
        return
    strategy = Strategy(game, misere, solver)
    if solver.outcome(game, misere) == "N" and not game.is_over:
        assert is_lost(strategy.start, misere) != strategy.opening[-1].goes_on
    check_replies(strategy.start, strategy.replies(), misere)


def check_whole(strategy: Strategy, is_lost: Callable[[Game], bool]) -> list[LeftPosition]:
    """The whole strategy: every position in it is lost, every move answered, and it comes to an end."""
    every = list(strategy.positions())
    seen = dict[int, set[int]]()
    for position in reversed(every):
        assert is_lost(position.game)
        assert position.found
        assert position.found.complete
        seen[position.number] = {number for number in position.leads_to if number}
        moves = {move.key for reply in position.found.replies for move in reply.moves}
        assert moves == {move.key for move in position.rest.each_move()}
    done = set[int]()
    while seen:  # what leads only to positions from which play ends; none is left where play cannot go round
        ended = {number for number, below in seen.items() if below <= done}
        assert ended
        done |= ended
        seen = {number: below for number, below in seen.items() if number not in ended}
    return every


@pytest.mark.parametrize("text", share(["cram(4x4)", "node_kayles(grid 3x4)", "chomp(4x4)", "sprouts(3)"], 2))
def test_whole_strategies_from_a_proof_search(text: str) -> None:
    for misere in (False, True):
        game = parse(text)
        strategy, labels = Strategy(game, misere), dict[Any, Any]()
        every = check_whole(strategy, lambda left: search.outcome(left, misere, labels) == "P")  # noqa: B023
        assert strategy.count() == len(every)


@settings(max_examples=30, deadline=None)
@given(digraphs())
def test_a_winner_where_play_can_go_round_comes_to_the_end(graph: Graph) -> None:
    for misere in (False, True):
        label, solver = {str(v): it for v, it in outcomes(graph, misere).items()}, Solver()
        for vertex in graph:
            game = digraph(graph)(vertex)
            if label[str(vertex)] == "D":
                with pytest.raises(UndefinedError, match="is a draw"):
                    Strategy(game, misere, solver)
            else:
                check_whole(Strategy(game, misere, solver), lambda left: label[str(left.position)] == "P")  # noqa: B023


@pytest.mark.parametrize("text", ["northcott(W..B/W...B)", "poker_nim(1,3; 2)", "with_pass(nim(2,3))"])
def test_rulesets_in_which_play_can_go_round(text: str) -> None:
    strategy = parse(text).strategy()
    check_whole(strategy, lambda left: loopy.label_game(left, False, Budget())[search.whole(left)][0] == "P")


def test_equal_parts_cancel_where_play_is_normal_and_ends() -> None:
    def left(text: str, misere: bool = False) -> str:
        return str(without_pairs(parse(text), misere))

    assert left("kayles(5,5,3) + nim(2)") == "kayles(3) + nim(2)"
    assert left("cram(x__/xxx/__x)") == "nim(0)"
    assert left("kayles(5,5)", True) == "kayles(5,5)"
    assert left("northcott(W..B/W..B)") == "northcott(W..B/W..B; B)" or left("northcott(W..B/W..B)").count("W..B") == 2
    assert left("treblecross(5) + treblecross(5)") == "treblecross(5) + treblecross(5)"


@pytest.mark.parametrize("text", ["cram(8x8)", "boxing_match(9x14)"])
def test_a_theorem_about_symmetric_boards_answers_at_once(text: str) -> None:
    """Where a search for who wins after a move would take for ever."""
    game = parse(text)
    strategy = Strategy(game, budget=Budget(positions=5_000))
    replies = strategy.replies(most=10)
    assert all(strategy.solver.verdict(it.leaves.summands[0], False, strategy.inquiry) == "P" for it in replies)


@pytest.mark.parametrize(
    ("text", "answer"), [("nim(w + 5, w)", "nim(w,w)"), ("wythoff(10^40, 3)", "wythoff(5,3)"), ("kayles(10^100)", None)]
)
def test_where_moves_are_too_many_to_list(text: str, answer: str | None) -> None:
    strategy = parse(text).strategy()
    assert strategy.outcome == "N"
    assert answer in (None, str(strategy.start))
    found = strategy.find_replies(strategy.start, 3, strategy.inquiry)
    assert len(found.replies) == 3
    assert not found.complete
    assert all(reply.leaves.outcome == "P" for reply in found.replies)


def test_what_has_no_strategy() -> None:
    with pytest.raises(UndefinedError, match="points decide"):
        parse("dots_and_boxes(2x2)").strategy()
    with pytest.raises(UndefinedError, match="no misère form"):
        parse("sos(6)").misere.strategy()
    with pytest.raises(NotDecided):
        Strategy(parse("sprouts(30)"), budget=Budget(positions=50))


def test_a_tree_tells_what_was_found_before_the_budget_ended() -> None:
    solver = Solver(Budget(positions=400), fresh=True)
    tree = find_strategy(parse("cram(4x4)"), depth=9, solver=solver)
    assert tree.outcome == "P"
    assert "400 positions" in tree.reason
    assert not any(position.found and not position.found.complete for position in tree.positions)


@pytest.mark.parametrize("text", ["cram(3x4)", "nim(1,2,4)", "northcott(W..B/W...B)"])
def test_a_reply_is_found_without_looking_for_other_winning_moves(text: str) -> None:
    solver, game = Solver(), parse(text)
    move = find_reply(solver, game, False, solver.inquiry)
    assert move
    assert move.key in {each.key for each in solver.winning(game).moves}
    assert find_reply(solver, move.to, False, solver.inquiry) is None
