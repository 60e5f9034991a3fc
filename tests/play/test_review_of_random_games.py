"""The review of random games of every ruleset names the moves that gave a win or a draw away, by the definition."""

import os
import sys
from collections.abc import Hashable
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rulesets import catalogue

from grundy import Game, Ruleset
from grundy.core.budget import Budget
from grundy.play.review import review
from grundy.solvers.solver import Solver

sys.path.insert(0, str(Path(__file__).parent.parent / "web"))
from small_games import small_game

GAMES = int(os.environ.get("GRUNDY_REVIEWED_GAMES", "0"))  # at least; otherwise one for each ruleset
MOST_POSITIONS = 20_000  # below the first
MOST_MOVES = 60  # of a game, where play can go round for ever
Outcomes = dict[Hashable, str]


def outcomes_below(ruleset: Ruleset[Any], start: Hashable, misere: bool) -> Outcomes:
    """The outcome of every position that can be reached, by the definition: what is never decided is a draw."""
    options = dict[Hashable, list[Hashable]]()
    todo = [start]
    while todo and len(options) <= MOST_POSITIONS:
        position = todo.pop()
        if position not in options:
            options[position] = [] if ruleset.terminal(position) else list(ruleset.moves(position))
            todo += options[position]
    assert not todo, f"{ruleset}: more than {MOST_POSITIONS:,} positions below {start}"
    found = Outcomes()
    while new := {p: it for p in options if p not in found and (it := label(ruleset, p, options[p], found, misere))}:
        found |= new
    return {position: found.get(position, "D") for position in options}


def label(ruleset: Ruleset[Any], position: Hashable, options: list[Hashable], found: Outcomes, misere: bool) -> str:
    """The outcome of a position as soon as those of its options tell it."""
    if end := ruleset.terminal(position):
        return end if end == "D" or not misere else {"P": "N", "N": "P"}[end]
    labels = [found.get(option, "") for option in options]
    if "P" in labels:
        return "N"
    if "" in labels:
        return ""
    return "D" if "D" in labels else "P" if labels else "N" if misere else "P"


def random_game(start: Game, chance: Random) -> list[Game]:
    games = [start]
    while len(games) <= MOST_MOVES and (moves := list(islice(games[-1].each_move(), 400))):
        games.append(chance.choice(moves).to)
    return games


def check_review(start: Game, misere: bool, chance: Random) -> int:
    """Compare the review of one random game with the definition; the number of moves that gave something away."""
    ruleset, games = start.summands[0].ruleset, random_game(start, chance)
    below, show = outcomes_below(ruleset, start.summands[0].position, misere), ruleset.board.show
    outcomes = {show(position): outcome for position, outcome in below.items()}
    found = review(games, misere, Solver(), Budget(seconds=20))
    played = [outcomes[show(game.summands[0].position)] for game in games]
    wanted = [{"NN": "win", "ND": "win", "DN": "draw"}.get(before + after, "") for before, after in pairwise(played)]
    assert [it.lost for it in found] == wanted, (list(map(str, games)), misere, played)
    for it, before in zip(found, played[:-1], strict=True):
        if it.lost:
            assert it.better, (str(start), misere)
            assert outcomes[show(it.better.position)] == {"N": "P", "D": "D"}[before]
    return sum(map(bool, wanted))


@pytest.mark.slow
def test_the_review_finds_what_the_definition_names() -> None:
    rulesets = [rules for rules in catalogue() if type(rules).goes_on is Ruleset.goes_on]  # players take turns
    rounds = max(1, -(-GAMES // len(rulesets)))
    slips = 0
    for ruleset in rulesets:
        start = small_game(ruleset)
        for n in range(rounds):
            chance = Random(f"{ruleset} {n}")
            slips += check_review(start, chance.choice(ruleset.plays), chance)
    assert slips > len(rulesets) * rounds / 3
