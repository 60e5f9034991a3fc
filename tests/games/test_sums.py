"""Conjunctive, selective and ordinal sums: every claim equals the definition on all small pairs of four games."""

import json
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any

import oracle
import pytest
from certificates import reseal, split
from pace import is_in_time

from grundy import kayles, nim, parse, selective, solve, subtraction, wythoff
from grundy.boards.compound import Components
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import GrundyError, NotationError, NotDecided, PositionError, UndefinedError
from grundy.explain.certificates.make import certify_game
from grundy.explain.checker import verify
from grundy.games.sums import rules
from grundy.games.sums.rules import CompoundGame, conjunctive, moves_to_the_end, ordinal, remotenesses
from grundy.solvers import search
from grundy.solvers.inquiry import Inquiry

pytestmark = pytest.mark.slow

HEAPS = 5
SUBTRACTION = subtraction(1, 3, 4)
GAMES = [ruleset(n) for ruleset in (nim, kayles, SUBTRACTION) for n in range(HEAPS)]
GAMES += [wythoff(a, b) for a, b in product(range(3), repeat=2)] + [kayles(2) + nim(2), kayles(1, 1)]
PAIRS = list(product(GAMES, repeat=2))
TRIPLES = list(product([nim(1), nim(2), kayles(3), wythoff(1, 2)], repeat=3))
COMPOUNDS = [conjunctive, selective, ordinal]


@pytest.mark.parametrize("ruleset", COMPOUNDS, ids=str)
class TestDefinition:
    def test_outcomes(self, ruleset: CompoundGame) -> None:
        for games, misere in product([*PAIRS, *TRIPLES], [False, True]):
            label = oracle.outcome(ruleset, games, misere)
            assert ruleset.verdict(games, misere) in (None, label), games
            assert ruleset.verdict(games, misere) or ruleset is ordinal

    def test_nimbers(self, ruleset: CompoundGame) -> None:
        for games in [*PAIRS, *TRIPLES]:
            value = oracle.nimber(ruleset, games)
            assert ruleset.theorem(games) in (None, value), games
            assert ruleset is not ordinal or ruleset.theorem(games) == value

    def test_moves(self, ruleset: CompoundGame) -> None:
        for games in [*PAIRS, *TRIPLES]:
            assert sorted(map(str, ruleset.moves(games))) == sorted(map(str, RULES[ruleset](games)))

    def test_sums_with_other_games(self, ruleset: CompoundGame) -> None:
        for games in PAIRS[::31]:
            whole = ruleset(*games) + kayles(3) + nim(1)
            assert whole.outcome == search.outcome(whole)
            assert all(search.outcome(parse(str(move.to))) == "P" for move in whole.winning_moves())
            assert bool(whole.winning_moves()) == (whole.outcome == "N")

    def test_compounds_of_compounds(self, ruleset: CompoundGame) -> None:
        inner = selective(kayles(2), nim(1)) + nim(2)
        for other in GAMES[:9]:
            game = parse(str(ruleset(inner, other)))
            assert (game.outcome, game.misere.outcome) == tuple(
                search.outcome(game, misere) for misere in (False, True)
            )


def conjunctive_moves(games: Components) -> list[Components]:
    return [tuple(move.to for move in moves) for moves in product(*(list(game.each_move()) for game in games))]


def selective_moves(games: Components) -> list[Components]:
    choices = product(*([(game, 0), *((move.to, 1) for move in game.each_move())] for game in games))
    return [tuple(to for to, _ in choice) for choice in choices if any(moved for _, moved in choice)]


def ordinal_moves(games: Components) -> list[Components]:
    base, *tops = games
    below = [(move.to, *(nim(0) for _ in tops)) for move in base.each_move()]
    return below + ([(base, *above) for above in ordinal_moves(tuple(tops))] if tops else [])


RULES: Any = {conjunctive: conjunctive_moves, selective: selective_moves, ordinal: ordinal_moves}


@pytest.mark.parametrize("misere", [False, True])
def test_remoteness_is_that_of_the_definition(misere: bool) -> None:
    for game in GAMES:
        known = remotenesses((game,), misere, Inquiry(Budget()))
        assert known is not None
        assert search.remoteness(game, misere) in known.values()
        assert conjunctive.verdict((game, game), misere) == search.outcome(game, misere)


@pytest.mark.parametrize("misere", [False, True])
def test_the_end_that_is_near_is_found_without_the_whole_graph(misere: bool) -> None:
    cycles = [parse("digraph(a: a b; b: c; c: )(a)"), parse("digraph(a: b; b: a c; c: d; d: )(a)")]
    for pair in product(GAMES[::3] + cycles, repeat=2):
        known = remotenesses(pair, misere, Inquiry(Budget()))
        assert known is not None
        assert moves_to_the_end(pair, misere, Inquiry(Budget())) == rules.least(known, pair)


@pytest.mark.parametrize("misere", [False, True])
def test_a_component_without_end_in_sight_is_not_searched(misere: bool) -> None:
    huge = parse("kayles(400)")
    for heap in range(1, 4):
        assert conjunctive.verdict((huge, nim(heap)), misere) == search.outcome(nim(heap), misere)


@pytest.mark.parametrize("compound", [selective, ordinal])
def test_moves_to_a_nimber_are_those_of_the_definition_each_as_often(compound: CompoundGame) -> None:
    """Equal heaps in a component, beside which another heap of nim must not count."""
    components = [nim(1, 1), nim(2, 2), kayles(1) + nim(1), kayles(3, 3), nim(2)]
    for pair in product(components, repeat=2):
        values = [(to, oracle.nimber(compound, to)) for to in compound.moves(pair)]
        for nimber in range(4):
            reached = compound.reach(pair, nimber)
            if reached is not None:
                assert Counter(reached) == Counter(to for to, value in values if value == nimber), (pair, nimber)


@cache
def value(base: Game, top: int) -> int:
    return oracle.nimber(ordinal, (base, nim(top)))


def test_the_colon_principle() -> None:
    """A top may be changed for a heap of its nimber; a base may not: it counts what it reaches."""
    for base, top in PAIRS:
        assert oracle.nimber(ordinal, (base, top)) == value(base, search.nimber(top))
    assert nim(1).equivalent(kayles(1) + nim(2) + nim(2))
    assert not ordinal(nim(1), nim(1)).equivalent(ordinal(kayles(1) + nim(2) + nim(2), nim(1)))


@pytest.mark.parametrize(
    ("text", "outcome", "nimber", "to"),
    [
        ("ordinal(kayles(5), nim(10^30))", "N", 10**30 + 4, ["ordinal(kayles(2,2), nim(0))"]),
        ("ordinal(nim(3), nim(w + 2)) + nim(4)", "N", "w + 6", ["ordinal(nim(3), nim(1)) + nim(4)"]),
        ("ordinal(kayles(2), kayles(3), nim(10^9)) + nim(1000000004)", "N", 1, None),
        ("selective(nim(10^30), wythoff(10^20,7))", "N", None, ["selective(nim(0), wythoff(4,7))"]),
        ("selective(nim(10^30, 10^30), wythoff(4,7))", "P", 0, []),
        ("selective(nim(w), nim(3))", "N", None, ["selective(nim(0), nim(0))"]),
    ],
)
def test_large_components(text: str, outcome: str, nimber: object, to: list[str] | None) -> None:
    game = parse(text)
    answer = solve(game, budget=Budget(seconds=20)).json() if nimber is not None else {"nimber": None}
    assert (game.outcome, answer["nimber"]) == (outcome, nimber)
    assert to is None or [str(move.to) for move in game.winning_moves()] == to


def test_conjunctive_games_of_many_positions() -> None:
    game = parse("conjunctive(kayles(12), kayles(13))")
    assert (game.outcome, len(game.winning_moves()) > 0) == ("N", True)


def test_an_answer_prints_and_reads_back() -> None:
    answer = solve(parse("conjunctive(kayles(5), nim(3)) + nim(1)"), moves="all").json()
    json.dumps(answer)
    assert answer["winning_moves"]
    for move in answer["moves"]:  # type: ignore[attr-defined]
        assert str(parse(move["to"])) == move["to"]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("conjunctive", NotationError, "needs a position, such as conjunctive\\(kayles\\(5\\), nim\\(3\\)\\)"),
        ("conjunctive(5, 3)", NotationError, "expected the name of a ruleset"),
        ("conjunctive(nim(3))", PositionError, "give it two to 50"),
        ("selective(" + ", ".join(["nim(1)"] * 51) + ")", PositionError, "plays 51 games"),
        ("ordinal(nim(3), nim(2)", NotationError, "never closed"),
        ("selective(nim(3), nim(2) nim(1))", NotationError, "expected '\\)'"),
        ("ordinal(nim(3), treblecross(5))", PositionError, "treblecross is decided by a pattern"),
        ("conjunctive(nim(3), sos(5))", PositionError, "sos is decided by a pattern"),
        ("selective(" * 101 + "nim(1)" + ")" * 101, NotationError, "more than 100 brackets"),
    ],
)
def test_bad_compounds(text: str, error: type[GrundyError], message: str) -> None:
    with pytest.raises(error, match=message):
        parse(text)


def test_python_passes_games() -> None:
    assert selective(kayles(5), nim(3)) == parse("selective(kayles(5), nim(3))")
    with pytest.raises(NotationError, match="expected two or more games, separated by commas; text is read by parse"):
        selective("kayles(5), nim(3)")
    with pytest.raises(UndefinedError, match="infinitely many moves"):
        conjunctive(nim("w"), nim(3)).moves()


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "UNASKED_BUDGET", (1_000, 1.0))
    huge = parse("conjunctive(kayles(300), octal(0.137)(200))")
    assert conjunctive.verdict(huge.summands[0].position, False) is None  # type: ignore[arg-type]
    with pytest.raises(NotDecided):
        search.outcome(huge, budget=Budget(1_000))


@pytest.mark.parametrize("kind", ["conjunctive", "selective", "ordinal"])
def test_components_keep_to_the_budget_that_is_passed(kind: str) -> None:
    started = monotonic()
    game = parse(f"{kind}(cram(6x9), cram(7x9))")
    assert solve(game, moves="none", budget=Budget(seconds=0.5), fresh=True).outcome is None
    assert is_in_time(monotonic() - started, 4)


@pytest.mark.parametrize(
    ("text", "methods"),
    [
        ("ordinal(cram(3x3), kayles(20))", ["search by the definition", "theorem: Berlekamp"]),
        ("selective(cram(3x3), kayles(20))", ["search by the definition", "theorem: Smith 1966"]),
        ("conjunctive(kayles(5), nim(3))", ["retrograde analysis: Smith 1966", "theorem: Smith 1966"]),
        ("conjunctive(kayles(400), nim(3))", ["search by the definition", "theorem: Smith 1966"]),
    ],
)
def test_the_methods_of_components_are_named(text: str, methods: list[str]) -> None:
    named = [str(method) for method in solve(parse(text), moves="none").methods]
    for wanted in methods:
        assert any(name.startswith(wanted) for name in named), named


@pytest.mark.parametrize(
    "text",
    [
        "conjunctive(sylver(3,4), nim(1))",
        "ordinal(nim(1), sylver(3,4))",
        "with_pass(sylver(3,4))",
        "with_pass(conjunctive(sylver(3,4), nim(1)))",
    ],
)
def test_a_component_without_a_misere_form(text: str, tmp_path: Path) -> None:
    with pytest.raises(UndefinedError, match="sylver has no misère form"):
        solve(parse(text), misere=True)
    with pytest.raises(UndefinedError, match="sylver has no misère form"):
        certify_game(parse(text), tmp_path / "c", misere=True)


def test_a_component_that_is_misere_only(tmp_path: Path) -> None:
    with pytest.raises(PositionError, match="notakto is misère only, so selective does not play it"):
        parse("selective(notakto(1), nim(1))")
    with pytest.raises(UndefinedError, match="notakto is misère only"):
        solve(parse("with_pass(notakto(1))"))
    certify_game(parse("notakto(X../.X./...)"), tmp_path / "c", misere=True)
    header, body = split(tmp_path / "c")
    reseal(tmp_path / "c", header.replace(b'"misere"', b'"normal"'), body)
    assert verify(tmp_path / "c").statement == "a game that is misère only"
