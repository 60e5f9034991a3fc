"""Every value that an explanation states, of every ruleset, is what the definition says.

Where the definition would need too many positions, or where a ruleset does not add, the claim is judged by another
route: the outcome that the value means, the equal sum that must be lost, or the solver of whole positions. No claim is
left unjudged, and how many of them take another route is bounded.
"""

from collections import Counter
from itertools import islice
from typing import Any

import pytest
from rulesets import catalogue, example, legal
from worked import EXAMPLES, example_name

from grundy import Game, Ruleset, mex, nim, parse
from grundy.core.budget import Budget
from grundy.core.ordinals import omega
from grundy.core.values import Infinity, outcome_of
from grundy.errors import LoopError, NotDecided, UndefinedError
from grundy.explain.account import explain
from grundy.explain.structure import Explanation
from grundy.solvers import loopy, search
from grundy.solvers.solution import value_entry
from grundy.solvers.solver import Solver

pytestmark = pytest.mark.slow

ALL = list(catalogue())
MANY = 5  # positions of each ruleset, spread over the first
AMONG = 90
ENOUGH = 20_000  # positions for one explanation, and for one check
FEW = 2_000  # positions that are labelled whole, if nimbers can be asked instead
LONG = 200  # characters of a position that the definition is not asked about: a board of ten by twenty
VALUES: search.Values = {}  # what the definition has said so far
LABELS: dict[bool, search.Labels] = {False: {}, True: {}}
Claim = dict[str, Any]


def small(ruleset: Ruleset[Any]) -> list[Any]:
    """A few small positions of different sizes."""
    positions = [p for p in islice(ruleset.board.small(9), AMONG) if legal(ruleset, p)]
    return positions[:: max(1, len(positions) // MANY)] + positions[-1:]


def judge(claim: Claim) -> str:
    """How the claim was judged; an assertion fails if it is wrong."""
    game = parse(claim["game"])
    if len(claim["game"]) > LONG:
        return otherwise(game, claim)
    try:
        if "outcome" in claim:
            assert claim["outcome"] == outcome(game, claim["play"] == "misere"), claim
        else:
            assert claim == {"game": claim["game"], **value(game)}, claim
    except (NotDecided, UndefinedError):
        return otherwise(game, claim)
    return "definition"


def otherwise(game: Game, claim: Claim) -> str:
    """The claim judged by another route."""
    if "outcome" in claim:
        assert claim["outcome"] == Solver(Budget(seconds=5)).outcome(game, claim["play"] == "misere"), claim
        return "solver"
    if "infinity" in claim:
        assert outcome(game, False) == outcome_of(Infinity(frozenset(claim["infinity"]))), claim
        return "outcome"
    if not all(summand.ruleset.adds for summand in game.summands):
        assert (outcome(game, False) == "P") == (claim["nimber"] == 0), claim
        return "outcome"
    return by_pair(game, claim)


def by_pair(game: Game, claim: Claim) -> str:
    """The claim that a game has a nimber: then it is lost beside a heap of that size, and the solver says so too."""
    if claim["nimber"] == "loony":
        games = [game + nim(size) for size in range(8)]
        assert {Solver(Budget(seconds=5)).outcome(it) for it in games} == {"N"}, claim
        return "pair"
    heap = parse(f"nim({claim['nimber']})")
    assert Solver(Budget(seconds=5)).outcome(game + heap) == "P", claim
    return "pair"


def outcome(game: Game, misere: bool) -> str:
    """The label of the whole position, or, where that takes too long, what its nimber by the definition means."""
    if any(summand.ruleset.scored for summand in game.summands):
        margin = search.margin(game, budget=Budget(ENOUGH))
        return "N" if margin > 0 else "P" if margin < 0 else "D"
    try:
        return search.outcome(game, misere, LABELS[misere], Budget(FEW))
    except LoopError:
        return loopy.label_game(game, misere, Budget(ENOUGH))[search.whole(game)][0]
    except NotDecided:
        if misere:
            return search.outcome(game, misere, LABELS[misere], Budget(ENOUGH))
        return "N" if value(game)["nimber"] else "P"


def value(game: Game) -> dict[str, Any]:
    if not all(summand.ruleset.adds for summand in game.summands):
        raise UndefinedError("a nimber that only a theorem gives; the outcome is judged")
    try:
        return value_entry(search.value(game, VALUES, Budget(ENOUGH)))
    except LoopError:
        if len(game.summands) > 1:
            raise UndefinedError("a sum with endless play; the outcome is judged") from None
        found = loopy.value(game.summands[0], {}, Budget(ENOUGH))
        if isinstance(found, Infinity):
            return {"nimber": None, "infinity": sorted(found.reached)}
        return {"nimber": found}


def claims(explanation: Explanation) -> list[Claim]:
    found = explanation.json()["claims"]
    assert isinstance(found, list)
    return found


ELSEWHERE = {
    "choose_heap",
    "northcott",
    "treblecross",
    "two_dimensional_nim",
}  # infinite, partizan, or won by a pattern


@pytest.mark.parametrize("ruleset", ALL, ids=str)
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_every_claim_is_true(ruleset: Ruleset[Any], misere: bool) -> None:
    if misere not in ruleset.plays:
        with pytest.raises(UndefinedError):
            explain(example(ruleset), misere)
        return
    ways = Counter[str]()
    for position in small(ruleset):
        told = explain(Game.of(ruleset, position), misere, full=True, budget=Budget(ENOUGH, seconds=3))
        ways.update(map(judge, claims(told)))
    assert ways["definition"] > 5
    assert ways.total() == ways["definition"] or str(ruleset) in ELSEWHERE


@pytest.mark.parametrize("width", [4, 8])
def test_infinite_boards_have_finite_siblings(width: int) -> None:
    """On a board of finite width a counter on (x,y) is worth width*y + x: the same with w for the width is claimed."""
    board: dict[tuple[int, int], int] = {}
    for y in range(4):
        for x in range(width):
            lower = [board[i, j] for j in range(y) for i in range(width)] + [board[i, y] for i in range(x)]
            board[x, y] = mex(lower)
            assert board[x, y] == width * y + x
            assert explain(parse(f"two_dimensional_nim(({x},{y}))")).nimber == omega * y + x
    assert mex(search.nimber(nim(heap)) for heap in range(width)) == width  # and choose_heap, of any width, is w
    assert explain(parse("choose_heap")).nimber == omega


SUMS = [
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
    "ordinal(nim(2), kayles(3), nim(1))",
    "conjunctive(nim(2), kayles(3))",
    "selective(nim(2), kayles(3)) + nim(1)",
    "subtraction(1,3,4)(23)",
    "subtraction(4,6)(23) + subtraction(3,5,9)(14)",
    "octal(0.07)(13)",
]


@pytest.mark.parametrize("text", SUMS)
def test_every_claim_about_a_sum_is_true(text: str) -> None:
    ways = Counter(map(judge, claims(explain(parse(text), full=True))))
    assert ways["definition"] >= 2
    assert ways.total() - ways["definition"] <= 2


LARGE = {
    "boxing_match",
    "choose_heap",
    "northcott",
    "sos",
    "sprouts",
    "thirty_one",
    "treblecross",
    "two_dimensional_nim",
}
LARGE |= {"nim(12,19,27)", "nimble_k(2)(1,2,4,7,9)"}  # under misère play, or not a sum of its heaps


@pytest.mark.parametrize("example", EXAMPLES, ids=example_name)
def test_every_claim_about_a_worked_example_is_true(example: dict[str, Any]) -> None:
    """What the definition cannot judge is endless, partizan, won by a pattern, or a large board."""
    told = explain(parse(example["game"]), example["play"] == "misere")
    ways = Counter(map(judge, claims(told)))
    assert ways.total() == ways["definition"] or {example["game"], example["game"].split("(")[0]} & LARGE
