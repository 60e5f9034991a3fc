"""Compounds with components in which play can go round: equal to labelling the whole compound by its moves alone."""

from random import Random
from typing import Any

import loops
import pytest

from grundy import parse, solve
from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.games.sums.rules import CompoundGame, conjunctive, ordinal, selective
from grundy.solvers import loopy

pytestmark = pytest.mark.slow

RANDOM_COMPOUNDS = 60  # of each kind


def random_component(random: Random) -> Game:
    if random.random() < 0.3:
        return parse(f"nim({random.randrange(4)})")
    names = "abcd"[: random.randint(1, 4)]
    arrows = "; ".join(f"{v}: " + " ".join(random.choices(names, k=random.choice([0, 0, 1, 1, 2, 3]))) for v in names)
    return parse(f"digraph({arrows})({random.choice(names)})")


def position_graph(compound: Game) -> dict[Any, list[Any]]:
    ((ruleset, start),) = [(summand.ruleset, summand.position) for summand in compound.summands]
    return loopy.reachable_graph(start, lambda position: list(ruleset.moves(position)), Budget())


def outcomes(compound: Game, misere: bool) -> dict[Any, str]:
    """N, P or D of all positions of a compound, by sweeps over the whole graph."""
    return loops.outcomes(position_graph(compound), misere)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("ruleset", [conjunctive, selective, ordinal], ids=str)
def test_outcomes_and_winning_moves(ruleset: CompoundGame, misere: bool) -> None:
    random, met = Random(18), set()
    for _ in range(RANDOM_COMPOUNDS):
        position = tuple(random_component(random) for _ in range(random.choice([2, 2, 3])))
        game = Game.of(ruleset, position)
        labels = outcomes(game, misere)
        answer = solve(game, misere=misere)
        assert answer.outcome == labels[position], game
        won = {move.position for move in game.moves() if labels[move.position] == "P"} if answer.outcome == "N" else ()
        assert answer.winning
        assert answer.winning.complete
        assert {str(move.to) for move in answer.winning.moves} == {str(Move(game, 0, to).to) for to in won}, game
        met.add(answer.outcome)
    assert met == {"N", "P", "D"}


@pytest.mark.parametrize("ruleset", [conjunctive, selective, ordinal], ids=str)
def test_values_add(ruleset: CompoundGame) -> None:
    """The Smith value tells the outcome of the sum with every heap of nim."""
    random = Random(3)
    for _ in range(RANDOM_COMPOUNDS // 3):
        game = Game.of(ruleset, (random_component(random), random_component(random)))
        graph = position_graph(game)
        for heap in range(3):
            labels = loops.outcomes(loops.sum_of_graphs(graph, loops.nim_heap(heap)))
            whole = game + parse(f"nim({heap})")
            assert whole.outcome == labels[game.summands[0].position, heap], whole


@pytest.mark.parametrize(
    ("text", "misere", "outcome"),
    [
        ("selective(digraph(a: c; c: b c)(a), nim(2))", True, "D"),
        ("ordinal(nim(1), digraph(v: v)(v))", False, "N"),
        ("conjunctive(digraph(a: a)(a), nim(3))", False, "N"),
        ("conjunctive(digraph(a: a)(a), nim(3))", True, "N"),
        ("conjunctive(digraph(a: a)(a), digraph(a: b; b: a)(a))", False, "D"),
        ("selective(selective(digraph(a: c; c: b c)(a), nim(0)), nim(2))", True, "D"),
    ],
)
def test_known_compounds(text: str, misere: bool, outcome: str) -> None:
    game = parse(text)
    assert (
        solve(game, misere=misere, budget=Budget(10_000, 5.0)).outcome
        == outcome
        == outcomes(game, misere)[game.summands[0].position]
    )


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("kind", ["conjunctive", "selective", "ordinal"])
def test_they_are_explained(kind: str, misere: bool) -> None:
    game = parse(f"{kind}(digraph(a: c; c: b c)(a), nim(2))")
    account = (game.misere if misere else game).explain()
    assert account.outcome == outcomes(game, misere)[game.summands[0].position]
