"""Every value that an explanation states, of every ruleset, is what the definition says."""

from itertools import islice
from typing import Any

import pytest
from rulesets import catalogue, example, legal

from grundy import Game, Ruleset, parse
from grundy.core.budget import Budget
from grundy.errors import LoopError, NotDecided, UndefinedError
from grundy.explain.account import explain
from grundy.explain.structure import Explanation
from grundy.solvers import loopy, search
from grundy.solvers.loopy import Infinity

ALL = list(catalogue())
MANY = 5  # positions of each ruleset, spread over the first
AMONG = 90
ENOUGH = 20_000  # positions for one explanation, and for one check
VALUES: search.Values = {}  # what the definition has said so far
LABELS: dict[bool, search.Labels] = {False: {}, True: {}}


def small(ruleset: Ruleset[Any]) -> list[Any]:
    """A few small positions of different sizes."""
    positions = [p for p in islice(ruleset.board.small(9), AMONG) if legal(ruleset, p)]
    return positions[:: max(1, len(positions) // MANY)] + positions[-1:]


def judged(claim: dict[str, Any]) -> bool:
    """Whether the definition could say something about the claim, and agrees."""
    game = parse(claim["game"])
    try:
        if "outcome" in claim:
            assert claim["outcome"] == outcome(game, claim["play"] == "misere"), claim
        else:
            assert claim == {"game": claim["game"], **value(game)}, claim
    except (NotDecided, UndefinedError):
        return False
    return True


def outcome(game: Game, misere: bool) -> str:
    try:
        return search.outcome(game, misere, LABELS[misere], Budget(ENOUGH, seconds=1))
    except LoopError:
        return loopy.label_game(game, misere, Budget(ENOUGH, seconds=1))[search.whole(game)][0]


def value(game: Game) -> dict[str, Any]:
    if not all(summand.ruleset.adds for summand in game.summands):
        raise UndefinedError("a nimber that only a theorem gives; the outcome is judged")
    try:
        return {"nimber": search.nimber(game, VALUES, Budget(ENOUGH, seconds=1))}
    except LoopError:
        if len(game.summands) > 1:
            raise UndefinedError("a sum with endless play; the outcome is judged") from None
        found = loopy.value(game.summands[0], {}, Budget(ENOUGH, seconds=1))
        if isinstance(found, Infinity):
            return {"nimber": None, "infinity": sorted(found.reached)}
        return {"nimber": found}


def claims(explanation: Explanation) -> list[dict[str, Any]]:
    found = explanation.json()["claims"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("ruleset", ALL, ids=str)
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_every_claim_is_true(ruleset: Ruleset[Any], misere: bool) -> None:
    if misere and not ruleset.has_misere:
        with pytest.raises(UndefinedError):
            explain(example(ruleset), misere=True)
        return
    seen = [0, 0]
    for position in small(ruleset):
        told = explain(Game.of(ruleset, position), misere, full=True, budget=Budget(ENOUGH, seconds=1))
        for claim in claims(told):
            seen[judged(claim)] += 1
    assert seen[True] > 5 or not ruleset.finite
    assert seen[True] > seen[False] or not ruleset.finite


@pytest.mark.parametrize(
    "text",
    [
        "kayles(5) + nim(3) + lasker_nim(4)",
        "kayles(3,3) + kayles(4,4)",
        "chomp(2x2) + nim(4)",
        "wythoff(3,5) + nim(2,2)",
        "treblecross(7) + dawsons_kayles(4)",
        "digraph(a: b; b: c; c: a d; d: e)(a)",
        "digraph(a: b; b: c; c: a d; d: e)(c) + nim(1)",
        "digraph(a: b e; b: a)(a)",
        "digraph(a: a b)(a) + digraph(a: a b)(a)",
        "hackenbush(0-1,1-2,2-3,3-1,2-4,2-5,5-6) + hackenbush(0-1,1-0)",
        "node_removal(a-b,b-c,c-a) + node_removal(a-b,a-c,a-d)",
        "(mock_turtles * ruler)(THTT/TTTH)",
        "subtraction(1,3,4)(23)",
        "octal(0.07)(13)",
    ],
)
def test_every_claim_about_a_sum_is_true(text: str) -> None:
    found = claims(explain(parse(text), full=True))
    assert sum(map(judged, found)) >= 2
