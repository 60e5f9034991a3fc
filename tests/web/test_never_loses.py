"""The perfect player never loses a won game: any ruleset, any start, any moves against it, normal and misère play.

Which games are won is said by the definition, not by the server that plays them.
"""

from functools import cache
from itertools import islice
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulesets import catalogue, example, legal

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game, Move, Summand
from grundy.core.ruleset import Ruleset
from grundy.solvers import loopy, search

pytestmark = pytest.mark.slow

SMALL_BOUND = 12  # of the positions that a board lists
START_POSITIONS = 150  # among which a match starts
MOST_POSITIONS = 600  # that play can reach: beyond that the definition is not asked
MOST_MOVES = 30  # of a match; a won one ends before
MATCHES = 4  # for each ruleset
ALL = list(catalogue())
ADDING = [ruleset for ruleset in ALL if ruleset.finite and ruleset.adds and ruleset.has_normal]
PLAYS = {False: [False], True: [False, True]}  # normal, and misère where it has a meaning


def count_reachable(ruleset: Ruleset[Any], position: Any) -> int:
    seen, todo = {position}, [position]
    while todo and len(seen) <= MOST_POSITIONS:
        new = set(islice(ruleset.moves(todo.pop()), MOST_POSITIONS + 1)) - seen
        seen |= new
        todo += new
    return len(seen)


@cache
def starts(ruleset: Ruleset[Any]) -> list[Game]:
    """Positions with a move that the definition can judge."""
    legally = islice((p for p in ruleset.board.small(SMALL_BOUND) if legal(ruleset, p)), START_POSITIONS)
    places = [*legally, *(summand.position for summand in example(ruleset).summands)]
    small = (Game.of(ruleset, p) for p in places if count_reachable(ruleset, p) <= MOST_POSITIONS)
    found = [game for game in small if any(game.each_move())]
    assert found, "no small position has a move"
    return found


def truth(game: Game, misere: bool, lead: int) -> str:
    """Who wins, by the definition: N for the player to move, who leads by so many, P for the other, D for nobody."""
    return truth_of_summands(game.summands, misere, lead)


@cache
def truth_of_summands(summands: tuple[Summand, ...], misere: bool, lead: int) -> str:
    """The same, remembered by the summands: games that are over are equal, whether points decide them or not."""
    game = Game(summands)
    if any(summand.ruleset.scored for summand in summands):
        margin = lead + search.margin(game)
        return "N" if margin > 0 else "P" if margin < 0 else "D"
    if all(summand.ruleset.finite for summand in summands):
        return search.outcome(game, misere)
    return loopy.label_game(game, misere, Budget())[search.whole(game)][0]


def is_given_away(move: Move, misere: bool, lead: int) -> bool:
    """Whether the other player wins after a move of one who leads by so many points."""
    lead += move.points
    return truth(move.to, misere, lead) == "P" if move.goes_on else truth(move.to, misere, -lead) == "N"


def post_move(client: httpx.Client, game: Game, to: Game, misere: bool, lead: int) -> dict[str, Any]:
    wanted = {"game": str(game), "to": str(to), "misere": misere, "lead": lead, "reply": "perfect"}
    found = client.post("/api/move", json=wanted)
    assert found.status_code == 200, found.text
    return dict(found.json())


def play_match(client: httpx.Client, game: Game, misere: bool, data: st.DataObject) -> None:
    """A match of whatever moves against the perfect player, who keeps every win that it is given."""
    won, lead = False, 0
    for _ in range(MOST_MOVES):
        move = data.draw(st.sampled_from(list(game.each_move())))
        won = won or is_given_away(move, misere, lead)
        found = post_move(client, game, move.to, misere, lead)
        if found["over"]:
            assert not won or found["winner"] == "opponent"
            return
        assert found["next"] == "mover"
        game, lead = parse(found["game"]), found["lead"]
        assert not won or truth(game, misere, lead) == "P"
    assert not won, "a won game is won in a number of moves that is bounded"


def test_points_decide_some_ended_games() -> None:
    heap, box = parse("nim(1)").moves()[0].to, parse("dots_and_boxes(0-1)").moves()[0].to
    assert [truth(game, False, lead) for lead in (-1, 0, 1) for game in (heap, box)] == ["P", "P", "P", "D", "P", "N"]


@pytest.mark.parametrize("ruleset", ALL, ids=str)
@settings(max_examples=MATCHES, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_won_game_is_never_lost(client: httpx.Client, ruleset: Ruleset[Any], data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(starts(ruleset)))
    play_match(client, game, data.draw(st.sampled_from(ruleset.plays)), data)


@settings(max_examples=3 * MATCHES, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_won_sum_is_never_lost(client: httpx.Client, data: st.DataObject) -> None:
    parts = [data.draw(st.sampled_from(starts(data.draw(st.sampled_from(ADDING))))) for _ in range(2)]
    misere = all(summand.ruleset.has_misere for part in parts for summand in part.summands)
    play_match(client, parts[0] + parts[1], data.draw(st.sampled_from(PLAYS[misere])), data)
