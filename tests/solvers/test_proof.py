"""Proof search against the definition: every small position of every ruleset, random larger ones, sums, tiny memory."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from rulesets import catalogue, example, legal

from grundy import parse, parse_ruleset
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.nimbers import LOONY
from grundy.core.ruleset import Ruleset
from grundy.errors import LoopError, NotDecided
from grundy.solvers import search
from grundy.solvers.proof.expansion import CellExpansion, Parts, RulesetExpansion, expansion_of
from grundy.solvers.proof.memory import LASTING_NODES, Memory
from grundy.solvers.proof.prover import Prover, Provers, is_searchable
from grundy.solvers.solution import solve
from grundy.solvers.solver import Solver

pytestmark = pytest.mark.slow

RULESETS = [ruleset for ruleset in catalogue() if is_searchable(ruleset)]
WAYS = {"depth first": 20_000, "df-pn": 0}  # nodes of depth-first search before df-pn
LARGER = [
    "cram(4x4)",
    "cram(3x6)",
    "cram(___x/____/x__x/____)",
    "boxing_match(4x4)",
    "boxing_match(11111/11011/11111)",
    "node_kayles(grid 3x4)",
    "node_kayles(a-b,b-c,c-d,d-a,a-c,c-e,e-f,f-g,g-e,h)",
    "node_removal(grid 3x3)",
    "hackenbush(0-1,1-2,2-0,2-3,3-4,4-2,1-5)",
    "chomp(4x5)",
    "chomp_3d(2x2x3)",
    "divisor_chomp(180)",
    "poker_nim(3,4; 2)",
    "empty_and_divide(9,14)",
    "brussels_sprouts([1 2 3][2 2])",
]


@pytest.fixture(autouse=True)
def without_the_search_over_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is compared with the definition in `test_cells`."""
    monkeypatch.setattr(CellExpansion, "is_compiled", False)


def small(ruleset: Ruleset[Any], most: int = 30) -> list[Hashable]:
    """Some of the positions that the board lists first; loony ones have no nimber, and are not searched."""
    found = [p for p in islice(ruleset.board.small(9), 200) if legal(ruleset, p)]
    found = [p for p in found if not (ruleset.entails() and ruleset.theorem(p) is LOONY)]
    return found[:: max(1, len(found) // most)]


@cache
def judged(ruleset: Ruleset[Any], most: int = 30, misere: bool = False) -> list[tuple[Hashable, int | str]]:
    """Small positions with their nimbers, or outcomes under misère play, by the definition."""
    values, labels = search.Values(), search.Labels()
    games = [(position, Game((Summand(ruleset, position),))) for position in small(ruleset, most)]
    if misere:
        return [(position, search.outcome(game, True, labels)) for position, game in games]
    return [(position, search.nimber(game, values)) for position, game in games]


def after_some_moves(text: str, chance: Random) -> Iterator[Game]:
    """A game and the positions of a random play of it."""
    game = parse(text)
    while game.summands:
        yield game
        options = game.options()
        game = chance.choice(options) if options else Game(())


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
@pytest.mark.parametrize("way", WAYS)
def test_every_small_position(ruleset: Ruleset[Any], way: str) -> None:
    prover, budget = Prover(expansion_of(ruleset), fresh=True, depth_first_nodes=WAYS[way]), Budget(1_000_000)
    for position, nimber in judged(ruleset):
        assert isinstance(nimber, int)
        parts = prover.parts(position)
        assert prover.nimber(parts, budget) == nimber, position
        assert [prover.is_lost(parts, heap, budget) for heap in range(nimber + 2)] == [
            h == nimber for h in range(nimber + 2)
        ]


@pytest.mark.parametrize("ruleset", [r for r in RULESETS if r.separate and r.has_misere], ids=str)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("light", [0, 3])
def test_every_small_position_under_misere_play(ruleset: Ruleset[Any], way: str, light: int) -> None:
    prover, budget = Prover(expansion_of(ruleset), fresh=True, depth_first_nodes=WAYS[way]), Budget(1_000_000)
    vars(prover.expansion)["light"] = light
    for position, expected in judged(ruleset, 15, True):
        assert prover.is_lost(prover.parts(position), 0, budget, misere=True) == (expected == "P"), position


@pytest.mark.parametrize("text", LARGER)
@pytest.mark.parametrize("way", WAYS)
def test_random_plays(text: str, way: str) -> None:
    (summand,) = parse(text).summands
    prover, budget = Prover(expansion_of(summand.ruleset), fresh=True, depth_first_nodes=WAYS[way]), Budget(1_000_000)
    for game in after_some_moves(text, Random(text)):
        parts = prover.parts(game.summands[0].position)
        assert prover.nimber(parts, budget) == search.nimber(game), game
        if summand.ruleset.separate:
            assert prover.is_lost(parts, 0, budget, misere=True) == (search.outcome(game, True) == "P"), game


@pytest.mark.parametrize(
    "text",
    [
        "cram(3x3) + cram(2x3) + nim(2)",
        "cram(2x4) + boxing_match(2x3) + node_removal(star 3)",
        "cram(3x3) + cram(3x3) + kayles(3)",
        "hackenbush(0-1,1-2,2-0,2-3) + cram(2x4)",
    ],
)
@pytest.mark.parametrize("misere", [False, True])
def test_sums_of_rulesets(text: str, misere: bool) -> None:
    game, provers, budget = parse(text), Provers(fresh=True), Budget()
    if misere:
        expected = search.outcome(game, True)
        found = provers.is_lost_misere(game, budget)
    else:
        expected = search.outcome(game)
        hard = [s for s in game.summands if provers.may_search(s)]
        rest = Game(tuple(s for s in game.summands if s not in hard))
        found = provers.is_lost(hard, search.nimber(rest), budget)
    assert found == (expected == "P")


def test_the_memory_keeps_its_bound_and_what_took_work() -> None:
    memory = Memory[int](100)
    memory.put("dear", 7, 1000 * LASTING_NODES)
    for number in range(10_000):
        memory.put(number, number, LASTING_NODES + number % 7)
        memory.put(-number, number)
    assert len(memory) <= 200
    assert memory.get("dear", -1) == 7
    assert memory.get(-9_999, -1) == 9_999


@pytest.mark.parametrize(
    "text", ["cram(3x4)", "boxing_match(3x4)", "node_removal(grid 2x3)", "chomp(3x3)", "poker_nim(2,3; 1)"]
)
@pytest.mark.parametrize("most", [0, 3, 40])
@pytest.mark.parametrize("way", WAYS)
def test_a_tiny_memory_gives_the_same_answers(text: str, most: int, way: str) -> None:
    game = parse(text)
    (summand,) = game.summands
    prover, budget = (
        Prover(expansion_of(summand.ruleset), fresh=True, most_entries=most, depth_first_nodes=WAYS[way]),
        Budget(1_000_000),
    )
    parts = prover.parts(summand.position)
    assert prover.nimber(parts, budget) == search.nimber(game)
    assert prover.is_lost(parts, 0, budget, misere=True) == (search.outcome(game, True) == "P")
    assert len(prover.couples.facts) <= 2 * most + 1


class TestSolve:
    def test_a_search_is_used_where_the_definition_takes_long(self) -> None:
        answer = solve(parse("cram(5x5)"), fresh=True, moves="none")
        assert (answer.outcome, answer.nimber, answer.nimber_status) == ("P", 0, "exact")
        assert answer.method.startswith("proof search over couples (Lemoine and Viennot 2010), ")

    def test_the_definition_is_kept_where_it_is_fast(self) -> None:
        assert solve(parse("cram(___/__x)"), fresh=True).method == "search by the definition"

    def test_winning_moves(self) -> None:
        game = parse("cram(____/____/____/x___)")
        plain, proved = Solver(fresh=True), Solver(fresh=True)
        proved.provers.hard.add(parse_ruleset("cram"))
        expected = [str(move) for move in plain.winning(game).moves]
        found = proved.winning(game)
        assert sorted(str(move) for move in found.moves) == sorted(expected)
        assert found.complete
        assert any(str(method).startswith("proof search") for method in proved.methods)

    @pytest.mark.parametrize("misere", [False, True])
    def test_winning_moves_of_a_sum(self, misere: bool) -> None:
        game = parse("cram(3x3) + kayles(3)")
        proved = Solver(fresh=True)
        proved.provers.hard.add(parse_ruleset("cram"))
        assert proved.outcome(game, misere) == search.outcome(game, misere) == "N"
        wins = {move.key for move in game.moves() if search.outcome(move.to, misere) == "P"}
        assert {move.key for move in proved.winning(game, misere).moves} == wins

    def test_a_huge_position_ends_at_the_budget(self) -> None:
        answer = solve(parse("node_kayles(grid 15x17)"), fresh=True, budget=Budget(seconds=0.3))
        assert answer.outcome is None
        assert "allow more" in answer.reason

    def test_a_budget_of_positions_is_kept(self) -> None:
        budget = Budget(positions=8_000)
        with pytest.raises(NotDecided):
            Solver(budget, fresh=True).outcome(parse("cram(7x7)"))
        assert budget.spent <= 9_000


@dataclass(frozen=True)
class Ladder(Ruleset[str]):
    """Cross out a free cell and its neighbours."""

    board = parse_ruleset("treblecross").board
    rules, source = "", ""

    def moves(self, position: str) -> Iterator[str]:
        for i, cell in enumerate(position):
            if cell == ".":
                yield position[: max(i - 1, 0)] + "X" * (min(i + 2, len(position)) - max(i - 1, 0)) + position[i + 2 :]

    def parts(self, position: str) -> list[str]:
        return [run for run in position.split("X") if run]


def test_a_ruleset_of_ones_own_has_it_for_free() -> None:
    game = Game((Summand(Ladder(), "." * 22),))
    assert Solver(fresh=True).outcome(game) == search.outcome(game)
    prover = Prover(expansion_of(Ladder()), fresh=True)
    assert prover.nimber(prover.parts("." * 22), Budget()) == parse("dawsons_chess(22)").nimber


class Stepwise(RulesetExpansion):
    """A row whose shorter rows are searched first."""

    def easier(self, parts: Parts) -> list[Parts]:
        return [("." * n,) for n in range(1, 12)] if parts == ("." * 12,) else []


def test_easier_positions_are_searched_first() -> None:
    for misere in (False, True):
        prover = Prover(Stepwise(Ladder()), fresh=True)
        assert prover.is_lost(("." * 12,), 0, Budget(), misere) == (
            search.outcome(Game((Summand(Ladder(), "." * 12),)), misere) == "P"
        )
        assert all(prover.recall(("." * n,), 0, misere) is not None for n in range(1, 12))


@dataclass(frozen=True)
class Round(Ruleset[str]):
    """Go from . to X and back."""

    board = parse_ruleset("treblecross").board

    def moves(self, position: str) -> Iterator[str]:
        yield "X" if position == "." else "."


@pytest.mark.parametrize("depth_first_nodes", [0, 1000])
def test_play_that_goes_round_is_refused(depth_first_nodes: int) -> None:
    prover = Prover(expansion_of(Round()), fresh=True, depth_first_nodes=depth_first_nodes)
    with pytest.raises(LoopError):
        prover.is_lost((".",), 0, Budget(10_000))


# What is found of a compound, or where a player may have to move again, is not saved, so nothing is read back.
@pytest.mark.parametrize("ruleset", [r for r in RULESETS if r.board.kind != "compound" and not r.entails()], ids=str)
def test_shown_parts_read_back(ruleset: Ruleset[Any]) -> None:
    found = expansion_of(ruleset)
    for position in [*small(ruleset, 20), example(ruleset).summands[0].position]:
        for key in found.parts(position):
            assert found.read(found.show(key)) == key


def test_processes_tell_each_other_what_they_find() -> None:
    ruleset = parse_ruleset("cram")
    here, there, alone = (Prover(expansion_of(ruleset), fresh=True) for _ in range(3))
    there.couples.noise = 8  # it takes another way, to the same answer
    parts = here.parts(("____",) * 4)
    assert there.is_lost(parts, 0, Budget())
    here.absorb(there.facts(*parts))
    assert here.recall(parts) is True
    assert here.is_lost(parts, 0, Budget())
    assert alone.is_lost(parts, 0, Budget())
    assert here.normal.nodes < alone.normal.nodes
