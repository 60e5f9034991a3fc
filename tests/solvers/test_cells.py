"""The compiled search over sets of cells against the definition on every small board, and against published nimbers."""

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from caches import make_cache

from grundy import arc_kayles, cram, graph_octal, node_kayles, node_removal, parse, tac_tix
from grundy.boards.cell_set import JOINED, CellSet
from grundy.boards.graph import without
from grundy.boards.graph_forms import Edges, components, form, neighbours
from grundy.boards.grid import GridGame, Position, Rectangle
from grundy.boards.narrow_strip import ALONE, AROUND, PAIRS
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided
from grundy.kernels import cell_search as kernel
from grundy.kernels.cells import is_alike
from grundy.solvers import cells, search, solution
from grundy.solvers.cells import CellSearch
from grundy.solvers.proof import prover, saved_cells
from grundy.solvers.proof.expansion import CellExpansion, expansion_of
from grundy.solvers.proof.prover import Prover
from grundy.solvers.solution import solve

ON_GRAPHS = (node_kayles, arc_kayles, graph_octal("0.7"), graph_octal("0.07"), graph_octal("0.77"), node_removal)


class Trominoes(GridGame):
    """Take a full square of four, or three in a row or column."""

    def blocks(self, position: Position) -> Iterator[Rectangle]:
        for size in ((2, 2), (1, 3), (3, 1)):
            yield from self.board.free_blocks(position, *size)


class LeftDominoes(GridGame):
    """Take two squares in a row that stand in the first columns."""

    def blocks(self, position: Position) -> Iterator[Rectangle]:
        return (block for block in self.board.free_blocks(position, 1, 2) if block.left == 0)


class FarDominoes(GridGame):
    """Take two squares in a row or column; what is left is not said to fall apart."""

    def blocks(self, position: Position) -> Iterator[Rectangle]:
        for size in ((1, 2), (2, 1)):
            yield from self.board.free_blocks(position, *size)

    def pieces(self, free: int, stride: int) -> Iterator[int]:
        yield free


def nimber(search: CellSearch, parts: list[CellSet | None]) -> int:
    """The nimber of connected parts by the compiled search."""
    total = 0
    for part in parts:
        assert part
        heap = 0
        while not search.is_lost([part], heap, Budget()):
            heap += 1
        total ^= heap
    return total


@pytest.mark.parametrize("ruleset", [cram, tac_tix, Trominoes()], ids=str)
@pytest.mark.parametrize(("height", "width"), [(1, 9), (2, 5), (3, 3), (5, 2)])
def test_every_small_board(ruleset: GridGame, height: int, width: int) -> None:
    memo: search.Values = {}
    found = CellSearch()
    for signs in product("_x", repeat=height * width):
        board = tuple("".join(signs[i : i + width]) for i in range(0, height * width, width))
        parts = [ruleset.cell_set(part) for part in ruleset.parts(board)]
        assert nimber(found, parts) == search.nimber(Game.of(ruleset, board), memo), board


def small_graphs() -> Iterator[Edges]:
    """A lattice, a ring with a chord, and a few graphs drawn by chance."""
    yield tuple(node_kayles.board.parse(Reader("grid 3x3")))
    yield tuple(node_kayles.board.parse(Reader("0-1,1-2,2-3,3-4,4-5,5-0,0-3,3-6,6-7")))
    chance = Random(11)
    for _ in range(4):
        pairs = [(str(u), str(v)) for u, v in combinations(range(7), 2)]
        yield tuple(chance.sample(pairs, chance.randint(7, 14)))


@pytest.mark.parametrize("ruleset", ON_GRAPHS, ids=str)
def test_every_set_of_vertices_of_small_graphs(ruleset: Ruleset[Any]) -> None:
    memo: search.Values = {}
    for graph in small_graphs():
        found, names = CellSearch(), [*neighbours(graph)]
        for kept in product((True, False), repeat=len(names)):
            gone = {name for name, keep in zip(names, kept, strict=True) if not keep}
            left = without(graph, gone)
            if not ruleset.board.lone:  # type: ignore[attr-defined]
                left = tuple(edge for edge in left if edge[0] != edge[1])
            parts = [ruleset.cell_set(part) for part in components(left)]
            assert nimber(found, parts) == search.nimber(Game.of(ruleset, left), memo), left
        assert len(found.tables) == 1  # of the whole graph, which comes first


# m x n boards for n = m, m + 1, ...: Lemoine and Viennot 2010, Uiterwijk 2018, Beling 2023.
CRAM = {3: "0 1 1 4 1 3 1 2 0 1", 4: "0 2 0 3 0", 5: "0 2"}


@pytest.mark.parametrize("rows", CRAM)
def test_published_nimbers_of_cram(rows: int) -> None:
    mine = Prover(expansion_of(cram), fresh=True)
    boards = [cram.board.cell(rows, rows + n) for n in range(len(CRAM[rows].split()))]
    assert [mine.nimber(mine.parts(board), Budget()) for board in boards] == [int(n) for n in CRAM[rows].split()]


@pytest.mark.parametrize("text", ["0-1,1-2,2-0,2-3,3-4,4-5,5-3", "triangle 4", "double_star 3x4", "caterpillar 5x1"])
@pytest.mark.parametrize("ruleset", ON_GRAPHS, ids=str)
def test_a_prover_uses_it_for_graphs(ruleset: Ruleset[Any], text: str) -> None:
    graph = ruleset.board.parse(Reader(text))
    mine = Prover(expansion_of(ruleset), fresh=True)
    value = search.nimber(Game.of(ruleset, graph))
    assert mine.nimber(mine.parts(graph), Budget()) == value
    assert mine.normal.nodes == 0
    assert mine.is_lost(mine.parts(graph, graph), 0, Budget())
    assert mine.is_lost(mine.parts(graph), value, Budget())
    for option in ruleset.moves(graph):
        assert mine.nimber(mine.parts(option), Budget()) == search.nimber(Game.of(ruleset, option))


def test_blocks_that_depend_on_more_than_their_squares_are_left_to_the_plain_search() -> None:
    board = ("____", "_x__")
    assert Trominoes().cell_set(board)
    assert LeftDominoes().cell_set(board) is None
    assert FarDominoes().cell_set(board) is None
    mine = Prover(expansion_of(FarDominoes()), fresh=True)
    assert mine.nimber(mine.parts(("____",) * 3), Budget()) == 1
    assert mine.normal.nodes


def test_large_boards_are_left_to_the_plain_search() -> None:
    assert cram.cell_set(cram.board.cell(8, 8)) is not None
    assert cram.cell_set(cram.board.cell(5, 13)) is None
    assert cram.cell_set(cram.board.cell(1, 64)) is None
    assert tac_tix.cell_set(tac_tix.board.cell(8, 8)) is None
    assert node_kayles.cell_set(node_kayles.board.parse(Reader("star 61"))) is None
    assert node_kayles.cell_set(node_kayles.board.parse(Reader("star 60"))) is not None


def test_parts_of_one_board_share_a_table_and_turned_ones_are_one() -> None:
    found = CellSearch()
    assert nimber(found, [cram.cell_set(cram.board.cell(4, 5))]) == 2
    known = [table.fact(table.place(part)) for table in found.tables for part in [cram.cell_set(("____",) * 5)] if part]
    assert known == [2]
    assert nimber(found, [cram.cell_set(("__x", "___", "___"))]) == nimber(
        found, [cram.cell_set(("___", "___", "x__"))]
    )
    assert len(found.tables) == 1


def test_parts_are_taken_for_one_only_where_all_joins_map() -> None:
    """Without colours to tell cells apart, only the map itself decides."""
    rules = cells.make_rules(CellSet(PAIRS, frozenset(), 3, 4, 1), cells.grid_near(3, 4))
    alike = same = 0
    names, images, blank = [f"r{n // 4}c{n % 4}" for n in range(12)], np.zeros(64, np.int64), np.zeros(64, np.uint64)
    near = cells.grid_near(3, 4)
    parts = list(connected(near))
    chance = Random(3)
    graphs = {
        part: form(
            tuple((names[u], names[v]) for u in cells.bits_of(part) for v in cells.bits_of(near[u] & part) if u < v)
        )
        for part in parts
    }
    for _ in range(4000):
        part, other = chance.sample(parts, 2)
        if part.bit_count() == other.bit_count():
            with np.errstate(over="ignore"):
                found = is_alike(np.uint64(part), np.uint64(other), rules.words, blank, blank, images)
            alike += found
            same += graphs[part] == graphs[other]
            assert graphs[part] == graphs[other] or not found
    assert 0 < alike <= same


def connected(near: list[int]) -> Iterator[int]:
    """The connected sets of at least two cells."""
    for part in range(1, 1 << len(near)):
        grown, before = part & -part, 0
        while grown != before:
            before = grown
            grown |= cells.border_of(grown, near) & part
        if grown == part and part & (part - 1):
            yield part


def test_the_plain_twin_finds_the_same() -> None:
    board = CellSet.of_rows(("_____",) * 4, "_", PAIRS)
    assert board
    table, tables = cells.CellTable(board, 1 << 20), []
    for decide in (kernel.decide, kernel.decide.py_func):
        found, stack = cells.make_tables(1 << 8), cells.make_stack(1 << 8)
        with np.errstate(over="ignore"):
            decide(table.rules, found, stack, np.array([board.free], np.uint64), 1, 1 << 40)
            assert kernel.recall_fact.py_func(table.rules, found.facts, np.array([board.free], np.uint64)) == ~2
        tables.append(found)
    for compiled, plain in zip(*tables, strict=True):
        assert np.array_equal(compiled, plain)
        assert compiled.any()


@pytest.mark.parametrize("most_bytes", [1, 500_000])
def test_memory_is_bounded(most_bytes: int) -> None:
    found = CellSearch(most_bytes)
    assert nimber(found, [cram.cell_set(cram.board.cell(5, 6))]) == 2
    (table,) = found.tables
    first = sum(array.nbytes for array in cells.make_tables(cells.FIRST_SLOTS))
    assert sum(array.nbytes for array in table.tables) <= max(first, most_bytes)
    assert not table.may_grow


def test_lists_become_longer_as_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "FIRST_OPTIONS", 1 << 5)
    found = CellSearch()
    assert nimber(found, [cram.cell_set(cram.board.cell(4, 6))]) == 0
    assert len(found.stack.options) > 1 << 5


def test_a_search_ends_with_its_budget_and_goes_on_later() -> None:
    mine, board = Prover(expansion_of(cram), fresh=True), cram.board.cell(5, 9)
    with pytest.raises(NotDecided):
        mine.nimber(mine.parts(board), Budget(positions=300))
    with pytest.raises(NotDecided):
        mine.nimber(mine.parts(board), Budget(seconds=0.2))
    assert mine.recall(mine.parts(board), 0) is None
    assert mine.nimber(mine.parts(cram.board.cell(3, 6)), Budget()) == 4
    assert mine.recall(mine.parts(cram.board.cell(3, 6)), 4) is True
    assert mine.recall(mine.parts(cram.board.cell(3, 6)), 1) is False


def test_what_took_long_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_CACHE", str(make_cache(tmp_path)))
    monkeypatch.setattr(cells, "TRIES_PER_CALL", 1 << 10)
    monkeypatch.setattr(prover, "NODES_BEFORE_DISK", 1)
    for is_saved in (False, True):
        found = Prover(expansion_of(cram))
        assert found.nimber(found.parts(cram.board.cell(4, 7)), Budget()) == 3
        assert found.uses_saved == is_saved


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "value"), [("cram(4x7)", 3), ("node_kayles(grid 6x7)", 3), ("arc_kayles(triangle 6)", 1)]
)
def test_a_search_that_is_cut_off_goes_on_from_the_costliest_facts(
    text: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRUNDY_CACHE", str(make_cache(tmp_path)))
    monkeypatch.setattr(saved_cells, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(saved_cells, "LEAST_WORK", 1)
    monkeypatch.setattr(cells, "TRIES_PER_CALL", 1 << 10)
    monkeypatch.setattr(prover, "NODES_BEFORE_DISK", 1)
    (summand,) = parse(text).summands
    facts: dict[int, int] = {}
    for positions in (40, 60):
        found = Prover(expansion_of(summand.ruleset))
        (part,) = found.parts(summand.position)
        with pytest.raises(NotDecided):
            found.nimber((part,), Budget(positions=positions))
        assert isinstance(found.expansion, CellExpansion)
        (table,) = found.expansion.cell_search.tables
        for place, fact in facts.items():  # all of them are known again
            now = table.fact(place)
            assert now == fact if fact >= 0 else now >= 0 or now & fact == now
        assert found.uses_saved == bool(facts)
        facts = {place: fact for place, fact, _ in saved_cells.costliest(table.tables.facts)}
        assert len(facts) > 10
    last = Prover(expansion_of(summand.ruleset))
    assert last.nimber(last.parts(summand.position), Budget()) == value
    assert last.uses_saved
    last.drop_saved()
    again = Prover(expansion_of(summand.ruleset))
    assert again.nimber(again.parts(summand.position), Budget()) == value


@pytest.mark.parametrize("text", ["cram(3x6)", "node_kayles(grid 4x5)", "tac_tix(_x__/____/___x)"])
def test_every_winning_move_is_found(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellExpansion, "trial", 0)
    game = parse(text)
    found = solve(game, fresh=True)
    assert "compiled search" in found.method
    assert found.winning
    assert found.winning.complete
    memo: search.Values = {}
    wins = {move.key for move in game.moves() if search.nimber(move.to, memo) == 0}
    assert {move.key for move in found.winning.moves} == wins


def test_paths_have_the_nimbers_of_their_heaps() -> None:
    for takes, text in ((PAIRS, "dawsons_kayles"), (AROUND, "dawsons_chess"), (PAIRS | ALONE, "kayles")):
        ruleset = parse(f"{text}(1)").summands[0].ruleset
        assert cells.path_nimbers(takes) == [int(n) for n in ruleset.values(65)]
    edges = parse("octal(0.37)(1)").summands[0].ruleset  # a path of n cells has n - 1 of them
    assert cells.path_nimbers(JOINED)[1:] == [int(n) for n in edges.values(64)]


def test_the_nimber_is_told_where_it_is_known_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse("cram(5x7)")
    monkeypatch.setattr(solution, "COMPILED_SECONDS", 60.0)
    assert solve(game, fresh=True).nimber == 1
    monkeypatch.setattr(solution, "COMPILED_SECONDS", 0.0)  # a side question may take as long as the question did
    assert solve(game, fresh=True).nimber is None
    assert solve(game, moves="none", fresh=True).nimber == 1
