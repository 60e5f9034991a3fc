"""Strategies against the definition: a legal reply to every move, after which the loser is lost, in every small game."""

from itertools import islice
from typing import Any

import oracle
import pytest
from claims import FEW, judged_positions
from loops import Graph, outcomes
from rulesets import catalogue
from thorough import THOROUGH, share

from grundy import Game, parse
from grundy.core.budget import Budget
from grundy.core.game import Move
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers import search
from grundy.solvers.solver import Solver
from grundy.solvers.strategy import Reply, Strategy, without_pairs
from grundy.solvers.winning import find_reply

RULESETS = [rules for rules in catalogue() if rules.finite and not rules.scored]
POSITIONS = 60 if THOROUGH else 12  # of each ruleset, spread over the small ones
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
def test_sums(text: str) -> None:
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
    assert bool(strategy.opening) == any(True for _ in game.each_move()) and strategy.outcome == "N" or True
    check_replies(strategy.start, strategy.replies(), misere)
