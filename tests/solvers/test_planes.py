"""The compiled search over positions of two planes against the definition on every small board."""

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from caches import make_cache

from grundy import impartial_clobber, impartial_col, impartial_nogo, impartial_snort, parse
from grundy.boards.graph_forms import Edges, neighbours
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided
from grundy.games.colouring.board import in_order
from grundy.kernels import plane_search as kernel
from grundy.solvers import planes, search
from grundy.solvers.planes import PlaneSearch, PlaneTable
from grundy.solvers.proof import prover
from grundy.solvers.proof.expansion import PlaneExpansion, expansion_of
from grundy.solvers.proof.prover import Prover
from grundy.solvers.solution import solve

COLOURINGS = (impartial_col, impartial_snort)


def nimber(found: PlaneSearch, ruleset: Ruleset[Any], position: Any) -> int:
    """The nimber of a position by the compiled search."""
    sets = [ruleset.plane_set(part) for part in ruleset.parts(position)]
    heap = 0
    while not found.is_lost([it for it in sets if it], heap, Budget()):
        heap += 1
    return heap


def is_lost_misere(found: PlaneSearch, ruleset: Ruleset[Any], position: Any) -> bool | None:
    """Whether a position is lost under misère play, by the compiled search; over, it is won."""
    sets = [it for part in ruleset.parts(position) if (it := ruleset.plane_set(part))]
    return found.is_lost_misere(sets, Budget()) if sets else False


@pytest.mark.parametrize("ruleset", [impartial_clobber, impartial_nogo], ids=str)
@pytest.mark.parametrize(("height", "width"), [(1, 6), (2, 4), (3, 3), (4, 2)])
def test_every_small_board(ruleset: Ruleset[Any], height: int, width: int) -> None:
    values, labels, found = search.Values(), search.Labels(), PlaneSearch()
    for signs in product("xo_", repeat=height * width):
        board = tuple("".join(signs[i : i + width]) for i in range(0, height * width, width))
        if ruleset.is_legal(board):
            game = Game.of(ruleset, board)
            assert nimber(found, ruleset, board) == search.nimber(game, values), board
            assert is_lost_misere(found, ruleset, board) == (search.outcome(game, True, labels) == "P"), board


def small_graphs() -> Iterator[Edges]:
    """A lattice, a ring with a chord, and a few graphs drawn by chance."""
    board = parse("node_kayles(path 2)").summands[0].ruleset.board
    yield tuple(board.parse(Reader("grid 2x3")))
    yield tuple(board.parse(Reader("0-1,1-2,2-3,3-4,4-5,5-0,0-3")))
    chance = Random(7)
    for _ in range(3):
        pairs = [(str(u), str(v)) for u, v in combinations(range(6), 2)]
        yield tuple(chance.sample(pairs, chance.randint(6, 11)))


@pytest.mark.parametrize("ruleset", COLOURINGS, ids=str)
def test_every_colouring_of_small_graphs(ruleset: Ruleset[Any]) -> None:
    values, labels = search.Values(), search.Labels()
    for graph in small_graphs():
        found, names = PlaneSearch(), [*neighbours(graph)]
        for signs in product("xo_", repeat=len(names)):
            colours = {name: sign for name, sign in zip(names, signs, strict=True) if sign != "_"}
            position = graph, in_order(graph, colours)
            if ruleset.is_legal(position):
                game = Game.of(ruleset, position)
                assert nimber(found, ruleset, position) == search.nimber(game, values), position
                assert is_lost_misere(found, ruleset, position) == (search.outcome(game, True, labels) == "P"), position


@pytest.mark.parametrize("text", ["impartial_clobber(4x4)", "impartial_col(grid 4x5)", "impartial_nogo(3x4)"])
def test_random_positions(text: str) -> None:
    """Ends of games on larger boards."""
    chance, found, values, labels = Random(5), PlaneSearch(), search.Values(), search.Labels()
    (start,) = parse(text).summands
    ruleset, tried = start.ruleset, 0
    while tried < 15:
        left = [start.position]
        while options := list(ruleset.moves(left[-1])):
            left.append(chance.choice(options))
        for late in left[-7:-4]:
            game = Game.of(ruleset, late)
            assert nimber(found, ruleset, late) == search.nimber(game, values), late
            assert is_lost_misere(found, ruleset, late) == (search.outcome(game, True, labels) == "P"), late
            tried += 1


@pytest.mark.parametrize(
    ("text", "is_known"),
    [
        ("impartial_clobber(2x3)", True),
        ("impartial_col(grid 2x3)", True),
        ("impartial_col(a-b,b-c,c-a,c-d)", False),
        ("impartial_nogo(2x3)", False),
    ],
)
def test_a_sum_under_misere_play(text: str, is_known: bool) -> None:
    """Two positions go on one board where there is room, else to the plain search."""
    (start,) = parse(text).summands
    ruleset, found, labels = start.ruleset, PlaneSearch(), search.Labels()
    for option in (start.position, *ruleset.moves(start.position)):
        sets = [ruleset.plane_set(part) for it in (start.position, option) for part in ruleset.parts(it)]
        answer = found.is_lost_misere([it for it in sets if it], Budget())
        game = Game.of(ruleset, start.position) + Game.of(ruleset, option)
        assert answer is None or answer == (search.outcome(game, True, labels) == "P")
        assert (answer is not None) == is_known


# By the plain proof search, and for boards of at most 12 squares by the definition.
CLOBBER = {"1x5": 0, "2x3": 0, "2x4": 0, "3x3": 1, "3x4": 0, "2x6": 0, "4x4": 0}


@pytest.mark.parametrize("size", CLOBBER)
def test_full_boards_of_clobber(size: str) -> None:
    mine = Prover(expansion_of(impartial_clobber), fresh=True)
    board = impartial_clobber.board.parse(Reader(size))
    assert mine.nimber(mine.parts(board), Budget()) == CLOBBER[size]
    assert mine.normal.nodes == 0


@pytest.mark.parametrize(
    "text", ["impartial_clobber(3x3)", "impartial_col(0-1,1-2,2-0,2-3,3-4;0=x)", "impartial_snort(grid 2x4)"]
)
def test_a_prover_uses_it(text: str) -> None:
    (start,) = parse(text).summands
    ruleset, position = start.ruleset, start.position
    mine = Prover(expansion_of(ruleset), fresh=True)
    value = search.nimber(parse(text))
    assert mine.nimber(mine.parts(position), Budget()) == value
    assert mine.is_lost(mine.parts(position, position), 0, Budget())
    assert mine.is_lost(mine.parts(position), value, Budget())
    for option in ruleset.moves(position):
        assert mine.nimber(mine.parts(option), Budget()) == search.nimber(Game.of(ruleset, option))
    assert mine.normal.nodes == 0


def test_large_boards_are_left_to_the_plain_search() -> None:
    clobber, graph = impartial_clobber.board, impartial_col.board
    assert impartial_clobber.plane_set(clobber.parse(Reader("7x8"))) is not None
    assert impartial_clobber.plane_set(clobber.parse(Reader("7x9"))) is None
    assert impartial_col.plane_set(graph.parse(Reader("star 61"))) is not None
    assert impartial_col.plane_set(graph.parse(Reader("star 62"))) is None


def test_turned_positions_and_other_colours_are_one() -> None:
    found = PlaneSearch()
    boards = [("xo_", "oxx"), ("_ox", "xxo"), ("ox_", "xoo"), ("ox", "xo", "x_"), ("____", "_xo_", "_oxx")]
    sets = [impartial_clobber.plane_set(board) for board in boards]
    table = PlaneTable(next(it for it in [impartial_clobber.plane_set(("xo" * 3,) * 4)] if it), 1)
    assert len({part for it in sets if it for part in found.split(table, it)}) == 1


def test_a_position_falls_apart_where_colours_do_not_meet() -> None:
    """In Col b may only be x and c only o, so that neither move there bears on the other."""
    for text, count in (("impartial_col(a-b,b-c,c-d;a=o,d=x)", 2), ("impartial_snort(a-b,b-c,c-d;a=o,d=x)", 1)):
        found, summand = PlaneSearch(), parse(text).summands[0]
        assert len([*summand.ruleset.parts(summand.position)]) == 1
        position = summand.ruleset.plane_set(summand.position)
        assert position
        assert len(found.split(found.table(position), position)) == count


def test_the_plain_twin_finds_the_same() -> None:
    position = impartial_clobber.plane_set(("xox", "oxo", "xox"))
    assert position
    table, tables = PlaneTable(position, 1 << 20), []
    (part,) = PlaneSearch().split(table, position)
    start = part.words
    for decide, recall in ((kernel.decide, kernel.recall_fact), (kernel.decide.py_func, kernel.recall_fact.py_func)):
        facts, stack = np.zeros((1 << 8, 3), np.uint64), planes.make_stack(1 << 8)
        with np.errstate(over="ignore"):
            for heap in (0, 1):
                stack.state[:] = 0
                decide(table.rules, facts, stack, start, heap, 1 << 40)
            assert recall(facts, start) == 1
        tables.append(facts)
    assert np.array_equal(tables[0], tables[1])


@pytest.mark.parametrize("most_bytes", [1, 1_000_000])
def test_memory_is_bounded(most_bytes: int) -> None:
    found = PlaneSearch(most_bytes)
    assert nimber(found, impartial_clobber, impartial_clobber.board.cell(4, 5)) == 1
    (table,) = found.tables
    assert table.facts.nbytes <= max(24 * planes.FIRST_SLOTS, most_bytes)
    assert not table.may_grow


def test_lists_become_longer_as_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planes, "FIRST_OPTIONS", 1 << 5)
    found = PlaneSearch()
    assert nimber(found, impartial_clobber, impartial_clobber.board.cell(3, 4)) == 0
    assert len(found.stack.options) > 1 << 5


def test_a_search_ends_with_its_budget_and_goes_on_later() -> None:
    mine, board = Prover(expansion_of(impartial_clobber), fresh=True), impartial_clobber.board.cell(5, 7)
    with pytest.raises(NotDecided):
        mine.nimber(mine.parts(board), Budget(positions=300))
    with pytest.raises(NotDecided):
        mine.nimber(mine.parts(board), Budget(seconds=0.2))
    assert mine.recall(mine.parts(board), 0) is None
    small = mine.parts(impartial_clobber.board.cell(3, 3))
    assert mine.nimber(small, Budget()) == 1
    assert [mine.recall(small, heap) for heap in (0, 1, 2)] == [False, True, False]


def test_what_took_long_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_CACHE", str(make_cache(tmp_path)))
    monkeypatch.setattr(planes, "TRIES_PER_CALL", 1 << 10)
    monkeypatch.setattr(prover, "NODES_BEFORE_DISK", 1)
    for is_saved in (False, True):
        found = Prover(expansion_of(impartial_clobber))
        assert found.nimber(found.parts(impartial_clobber.board.cell(4, 4)), Budget()) == 0
        assert found.uses_saved == is_saved


@pytest.mark.parametrize("text", ["impartial_clobber(3x3)", "impartial_col(grid 3x4)", "impartial_nogo(2x4)"])
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_every_winning_move_is_found(text: str, misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlaneExpansion, "trial", 0)
    game = parse(text)
    found = solve(game, misere=misere, fresh=True)
    assert "compiled search" in found.method
    assert found.winning
    assert found.winning.complete
    labels = search.Labels()
    wins = {move.key for move in game.moves() if search.outcome(move.to, misere, labels) == "P"}
    assert {move.key for move in found.winning.moves} == wins
