"""The methods that an answer names are those by which it was found.

Each hook of a ruleset that carries a citation is made to lie. The answer changes if the hook was used, so its citation
must be named then, and only then.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from rulesets import catalogue, legal

from grundy import nim, parse, solve
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError
from grundy.games.sums.rules import CompoundGame
from grundy.solvers.inquiry import THEOREM

HOOKS = ("theorem", "disguise", "verdict", "reach")
Hook = Callable[..., Any]


def small_games(ruleset: Ruleset[Any]) -> Iterator[Game]:
    positions = (p for p in ruleset.board.small(6) if legal(ruleset, p) and not ruleset.has_infinite_moves(p))
    yield from (Game.of(ruleset, position) for position in islice(positions, 3, 40, 12))


def lie(hook: str, ruleset: Ruleset[Any], position: Any, truth: Any) -> Any:
    """Something else than the truth, where the hook says anything."""
    if truth is None:
        return None
    if hook == "theorem":
        return truth ^ 1 if isinstance(truth, int) else 0
    if hook == "disguise":
        return truth + (nim(1) if truth.outcome == "P" else truth)  # the other outcome, so that moves to it show
    if hook == "verdict":
        return "P" if truth == "N" else "N"
    return iter([] if truth else ruleset.moves(position))


def make_liar(ruleset: Ruleset[Any], liar: str, patch: pytest.MonkeyPatch) -> None:
    """Let a hook lie to the solver; where hooks ask each other, they are told the truth."""
    depth = 0

    def wrap(hook: str, true_hook: Hook) -> Hook:
        def answer(self: Ruleset[Any], position: Any, *rest: Any) -> Any:
            nonlocal depth
            depth += 1
            try:
                truth = true_hook(self, position, *rest)
                truth = list(truth) if hook == "reach" and truth is not None else truth
            finally:
                depth -= 1
            if hook == liar and not depth:
                return lie(hook, self, position, truth)
            return iter(truth) if isinstance(truth, list) else truth

        answer.source = ruleset.citation(hook)  # type: ignore[attr-defined]
        return answer

    hooks = {hook: wrap(hook, getattr(type(ruleset), hook)) for hook in HOOKS}
    for hook, wrapped in hooks.items():
        patch.setattr(type(ruleset), hook, wrapped)


def component_theorems(game: Game) -> set[str]:
    """What may be cited for the components of a compound."""
    compounds = (s.position for s in game.summands if isinstance(s.ruleset, CompoundGame))
    parts: list[Game] = [part for position in compounds if isinstance(position, tuple) for part in position]
    return {s.ruleset.citation(hook) for part in parts for s in part.summands for hook in HOOKS}


def ask(game: Game, misere: bool) -> tuple[object, set[str]]:
    """The answer, and the theorems that it names; a lie may also end in an error."""
    try:
        answer = solve(game, misere=misere, fresh=True)
    except (GrundyError, AssertionError, LookupError) as error:
        return type(error), set()
    json = answer.json()
    named = {method.citation for method in answer.methods if method.kind == THEOREM}
    return {key: value for key, value in json.items() if key not in ("method", "seconds")}, named


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("ruleset", list(catalogue()), ids=str)
def test_theorems_are_named_exactly_if_they_are_used(
    ruleset: Ruleset[Any], misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in small_games(ruleset):
        play = ruleset.plays[misere % len(ruleset.plays)]
        truth, named = ask(game, play)
        used = set()
        for hook in HOOKS:
            with monkeypatch.context() as patch:
                make_liar(ruleset, hook, patch)
                if ask(game, play)[0] != truth:
                    used.add(ruleset.citation(hook))
        positions = [move.position for move in game.each_move()] + [game.summands[0].position]
        others = [other for position in positions if (other := ruleset.disguise(position))]
        assert used <= named, game
        assert named <= used.union(component_theorems(game), *(ask(other, False)[1] for other in others)), game


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("chomp(3x3) + nim(2)", "theorem: Bouton 1902; search by the definition"),
        (
            "chomp(3x3)",
            "theorem: Gale 1974, Zeilberger 2001; search by the definition; theorem: Gale 1974, Bouton 1902",
        ),
        ("wythoff(1,2) + nim(1)", "theorem: Wythoff 1907; theorem: Bouton 1902; search by the definition"),
        ("wythoff(3,4) + nim(1)", "theorem: Bouton 1902; search by the definition"),
        ("selective(nim(2), nim(3)) + nim(1)", "theorem: Bouton 1902; search by the definition"),
        (
            "conjunctive(digraph(a: a)(a), nim(3))",
            "retrograde analysis: Smith 1966; theorem: Smith 1966; search by the definition",
        ),
    ],
)
def test_theorems_of_summands_that_are_not_used_are_not_named(text: str, method: str) -> None:
    assert solve(parse(text), fresh=True).method == method
