"""One suite over the whole catalogue: everything a ruleset claims equals what its moves alone say."""

import pickle
import re
from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

import oracle
import pytest
from rulesets import catalogue, example, legal

from grundy import parse, parse_ruleset
from grundy.boards.heaps import HeapGame
from grundy.core.game import Game, Move, Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import UndefinedError
from grundy.solvers import search
from grundy.solvers.solver import Solver
from grundy.solvers.value_sequence import ValueSequence

SIZE = 12  # what `small` is asked for
MANY = 250  # positions of each ruleset that are compared
FEW = 60  # where each position costs a search
LARGE = 2_000  # positions that play can reach: beyond that the oracle is not asked


def small(ruleset: Ruleset[Any], most: int = MANY) -> list[Any]:
    positions = list(islice((p for p in ruleset.board.small(SIZE) if legal(ruleset, p)), most))
    assert len(positions) > 5, "the board lists too few small positions"
    return positions


@cache
def judged_positions(ruleset: Ruleset[Any], most: int = MANY) -> list[Any]:
    """Small positions that the oracle can judge in a moment."""
    return [p for p in small(ruleset, most) if len(reachable(ruleset, p)) <= LARGE]


def reachable(ruleset: Ruleset[Any], position: Any) -> set[Any]:
    seen, todo = {position}, [position]
    while todo and len(seen) <= LARGE:
        new = set(ruleset.moves(todo.pop())) - seen
        seen |= new
        todo += new
    return seen


ALL = list(catalogue())
FINITE = [ruleset for ruleset in ALL if ruleset.finite]
ADDING = [r for r in FINITE if r.adds and r.has_normal and type(r).terminal is Ruleset.terminal]


@pytest.mark.parametrize("ruleset", ADDING, ids=str)
class TestValues:
    def test_parts_xor_to_the_whole_and_the_solver_agrees(self, ruleset: Ruleset[Any]) -> None:
        solver, memo = Solver(), {}  # type: ignore[var-annotated]
        positions = judged_positions(ruleset)
        assert positions
        for position in positions:
            value = oracle.value(ruleset, position)
            game = Game.of(ruleset, position)
            assert search.value(game, memo) == value, position
            assert solver.total(game) == value, position

    def test_theorem_and_disguise(self, ruleset: Ruleset[Any]) -> None:
        for position in judged_positions(ruleset):
            claim = ruleset.theorem(position)
            assert claim in (None, oracle.value(ruleset, position)), position
            other = ruleset.disguise(position)
            assert other is None or Solver().nimber(other) == oracle.value(ruleset, position), position

    def test_canonical_form_changes_no_value(self, ruleset: Ruleset[Any]) -> None:
        for position in judged_positions(ruleset):
            canonical = ruleset.canonical(position)
            assert ruleset.canonical(canonical) == canonical
            assert oracle.value(ruleset, canonical) == oracle.value(ruleset, position)
            assert oracle.outcome(ruleset, canonical, True) == oracle.outcome(ruleset, position, True)

    def test_reach(self, ruleset: Ruleset[Any]) -> None:
        for position in judged_positions(ruleset, FEW):
            for wanted in range(4):
                reached = ruleset.reach(position, wanted)
                if reached is not None:
                    hits = [to for to in ruleset.moves(position) if oracle.value(ruleset, to) == wanted]
                    assert Counter(ruleset.canonical(to) for to in reached) == Counter(map(ruleset.canonical, hits))


@pytest.mark.parametrize("ruleset", FINITE, ids=str)
class TestOutcomes:
    @pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
    def test_outcome_and_winning_moves(self, ruleset: Ruleset[Any], misere: bool) -> None:
        solver = Solver()
        for position in judged_positions(ruleset, FEW):
            game = Game.of(ruleset, position)
            if misere not in ruleset.plays:
                with pytest.raises(UndefinedError):
                    solver.outcome(game, misere)
                continue
            label = oracle.outcome(ruleset, position, misere)
            assert ruleset.verdict(position, misere) in (None, label), position
            assert solver.outcome(game, misere) == label, position
            options = ruleset.moves(position) if ruleset.terminal(position) is None else ()
            wins = [
                Move(game, 0, to).key for to in options if oracle.outcome_after(ruleset, position, to, misere) == "P"
            ]
            found = solver.winning(game, misere)
            assert {move.key for move in found.moves} == set(wins), position
            assert sum(move.ways for move in found.moves) == len(wins), position
            assert found.complete
            assert found.count == len(found.moves)


@pytest.mark.parametrize("ruleset", ALL, ids=str)
class TestNotation:
    def test_printed_positions_read_back(self, ruleset: Ruleset[Any]) -> None:
        assert parse_ruleset(str(ruleset)) == ruleset
        for position in small(ruleset, MANY):
            game = Game.of(ruleset, position)
            assert parse(str(game)) == game
            assert pickle.loads(pickle.dumps(game)) == game

    def test_every_printed_move_can_be_played(self, ruleset: Ruleset[Any]) -> None:
        for position in small(ruleset, FEW):
            game = Game.of(ruleset, position)
            for move in islice(game.each_move(), 40):
                to = parse(str(move.to))
                assert to == move.to
                assert move.label
                if ruleset.finite:
                    assert game.play(to) == to

    def test_no_two_options_share_a_handle(self, ruleset: Ruleset[Any]) -> None:
        for position in small(ruleset, FEW):
            handles: dict[Any, Any] = {}
            for move in islice(Game.of(ruleset, position).each_move(), 200):
                assert handles.setdefault(move.handle, move.key) == move.key

    def test_it_tells_what_it_is(self, ruleset: Ruleset[Any]) -> None:
        assert ruleset.rules.endswith(".")
        assert re.search(r"\b1[5-9]\d\d\b|\b20\d\d\b", ruleset.source), "a source has its year"
        assert next(example(ruleset).each_move(), None) is not None, "the example has a move"


@pytest.mark.parametrize("ruleset", [r for r in ALL if isinstance(r, HeapGame)], ids=str)
class TestHeaps:
    def test_table_equals_definition(self, ruleset: HeapGame) -> None:
        table, memo = ValueSequence(ruleset), {}  # type: ignore[var-annotated]
        for n in range(ruleset.least, 60):
            assert table.part(n) == search.value(Game((Summand(ruleset, (n,)),)), memo)

    def test_unequal_splits_are_the_only_options(self, ruleset: HeapGame) -> None:
        for heap in range(ruleset.least, 30) if ruleset.splits_unequally else ():
            splits = Counter((a, heap - a) for a in range(1, heap) if a < heap - a)
            assert Counter(tuple(sorted(option)) for option in ruleset.options(heap)) == splits

    def test_code_has_the_same_options(self, ruleset: HeapGame) -> None:
        code = ruleset.as_code()
        for heap in range(ruleset.least, 30) if code else ():
            assert code
            mine = Counter(ruleset.canonical(option) for option in ruleset.options(heap))
            assert mine == Counter(ruleset.canonical(option) for option in code.options(heap))
