"""One suite over the whole catalogue: everything a ruleset claims equals what its moves alone say."""

import pickle
import re
from collections import Counter
from contextlib import suppress
from itertools import islice
from typing import Any

import claims
import oracle
import pytest
from claims import FEW, MANY, judged_positions, small
from definitions import HELPERS
from rulesets import catalogue, example

from grundy import parse, parse_ruleset
from grundy.boards.heaps import HeapGame
from grundy.core.game import Game, Move, Summand
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, UndefinedError
from grundy.solvers import search
from grundy.solvers.solver import Solver
from grundy.solvers.value_sequence import ValueSequence

PRINTED = 250  # positions of each ruleset that are printed, or solved in several ways
WRONG: tuple[tuple[Any, ...], ...] = (  # values, some of which are a position of some ruleset
    *((one,) for one in (2.5, True, None, -1, "?", {}, {0: 1}, [[]], [[1.5]], [None], [(1, 2, 3)], object(), 10**5000)),
    ((), ()),
    ([(0, 1)], "x"),
    (1, "x"),
    (-1, -2),
    (3, 3, 3, 3, 3),
    ("H", 1),
    (["W.B"], None),
    ([1], 0.5),
)
NEVER: tuple[Any, ...] = (2.5, None, {0: 1})  # values that are a position of none
ALL = list(catalogue())
FINITE = [ruleset for ruleset in ALL if ruleset.finite]
ADDING = [r for r in FINITE if r.adds and r.has_normal and type(r).terminal is Ruleset.terminal]


@pytest.mark.parametrize("ruleset", ALL, ids=str)
def test_claims(ruleset: Ruleset[Any]) -> None:
    """Theorem, disguise, verdict and reach, with other small parameters too."""
    claims.check_family(ruleset)


@pytest.mark.parametrize("name", HELPERS)
def test_helpers_find_what_they_say(name: str) -> None:
    HELPERS[name]()


@pytest.mark.parametrize("ruleset", ADDING, ids=str)
class TestValues:
    def test_parts_xor_to_the_whole_and_the_solver_agrees(self, ruleset: Ruleset[Any]) -> None:
        solver, memo = Solver(), {}  # type: ignore[var-annotated]
        positions = judged_positions(ruleset, PRINTED)
        assert positions
        for position in positions:
            value = oracle.value(ruleset, position)
            game = Game.of(ruleset, position)
            assert search.value(game, memo) == value, position
            assert solver.total(game) == value, position

    def test_canonical_form_changes_no_value(self, ruleset: Ruleset[Any]) -> None:
        for position in judged_positions(ruleset, PRINTED):
            canonical = ruleset.canonical(position)
            assert ruleset.canonical(canonical) == canonical
            assert oracle.value(ruleset, canonical) == oracle.value(ruleset, position)
            assert oracle.outcome(ruleset, canonical, True) == oracle.outcome(ruleset, position, True)


@pytest.mark.parametrize("ruleset", FINITE, ids=str)
class TestOutcomes:
    @pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
    @pytest.mark.parametrize("first", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["few", "many"])
    def test_outcome_and_winning_moves(self, ruleset: Ruleset[Any], misere: bool, first: bool) -> None:
        """Of the first positions, and of all others."""
        solver, few = Solver(), judged_positions(ruleset, FEW)
        for position in few if first else judged_positions(ruleset, MANY)[len(few) :]:
            game = Game.of(ruleset, position)
            if misere not in ruleset.plays:
                with pytest.raises(UndefinedError):
                    solver.outcome(game, misere)
                continue
            label = oracle.outcome(ruleset, position, misere)
            assert solver.outcome(game, misere) == label, position
            options = oracle.options(ruleset, position) if ruleset.terminal(position) is None else ()
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
        for position in small(ruleset, PRINTED):
            game = Game.of(ruleset, position)
            assert parse(str(game)) == game
            if not isinstance(position, str):  # a text is notation
                assert ruleset(position) == game
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

    def test_values_that_are_no_position_are_refused_in_words(self, ruleset: Ruleset[Any]) -> None:
        for wrong in WRONG:
            with suppress(GrundyError):  # and none of another kind
                assert isinstance(ruleset(*wrong), Game)
        for value in NEVER:
            with pytest.raises(GrundyError):
                ruleset(value)

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
