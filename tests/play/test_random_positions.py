"""Random positions over the whole catalogue: legal, not finished, and won or lost as was wished."""

from itertools import product

import pytest
from rulesets import catalogue, example

from grundy import Ruleset, parse
from grundy.core.budget import Budget
from grundy.core.ruleset import Outcome
from grundy.play.random_positions import random_position
from grundy.play.review import find_outcome
from grundy.solvers.solver import Solver

SECONDS = 1.0
POSITIONS = 50_000  # that the solver may look at
RULESETS = {str(ruleset): ruleset for ruleset in catalogue()}
# Whoever begins choose_heap can take everything, and of three heaps that are joined in pairs can empty two.
MISSING = {("choose_heap", "P"), ("hypergraph_nim(1 2; 2 3; 1 3)", "P")}
SEEDS = 1, 2, 3  # what one of them does not find or decide in time, another does
FEW = 4  # one of so many is tried in the quick tests


def wishes() -> list[object]:
    pairs = list(product(RULESETS, ("N", "P")))
    return [
        pytest.param(*pair, marks=() if n % FEW == n // FEW % FEW else pytest.mark.slow) for n, pair in enumerate(pairs)
    ]


@pytest.mark.parametrize(("name", "wanted"), wishes())
def test_a_random_position_is_what_was_wished(name: str, wanted: Outcome) -> None:
    ruleset: Ruleset[object] = RULESETS[name]
    misere = False not in ruleset.plays
    for seed in SEEDS:
        found = random_position(example(ruleset), "small", "medium", wanted, misere, seed, SECONDS)
        assert str(parse(str(found.game))) == str(found.game)
        for summand in found.game.summands:
            summand.ruleset.check(summand.position)
        assert found.moves > 0
        assert next(found.game.each_move(), None) is not None
        if found.outcome is not None:
            assert find_outcome(found.game, misere, Solver(), Budget(POSITIONS, 10 * SECONDS)) == found.outcome
        if found.outcome == wanted or (name, wanted) in MISSING:
            break
    assert (found.outcome == wanted) == ((name, wanted) not in MISSING), found
