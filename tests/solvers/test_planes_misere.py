"""Misère play of sets of free cells by the compiled search over planes, against the definition."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from grundy import arc_kayles, cram, graph_octal, node_kayles, node_removal, parse, tac_tix
from grundy.boards.graph import without
from grundy.boards.graph_forms import Edges, components, neighbours
from grundy.boards.grid import GridGame
from grundy.boards.plane_set import PlaneSet
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.solvers import search
from grundy.solvers.planes import PlaneSearch
from grundy.solvers.proof.expansion import CellExpansion, expansion_of
from grundy.solvers.proof.prover import Prover
from grundy.solvers.solution import solve

ON_GRAPHS = (node_kayles, arc_kayles, graph_octal("0.7"), graph_octal("0.07"), graph_octal("0.77"), node_removal)


def is_lost(found: PlaneSearch, ruleset: Ruleset[Any], parts: list[Any]) -> bool | None:
    cells = [it for part in parts if (it := ruleset.cell_set(part))]
    sets = [planes for it in cells if (planes := PlaneSet.of_cells(it))]
    return found.is_lost_misere(sets, Budget()) if sets else False


@pytest.mark.parametrize("ruleset", [cram, tac_tix], ids=str)
@pytest.mark.parametrize(("height", "width"), [(1, 9), (2, 5), (3, 3), (5, 2)])
def test_every_small_board(ruleset: GridGame, height: int, width: int) -> None:
    labels: search.Labels = {}
    found, known = PlaneSearch(), 0
    for signs in product("_x", repeat=height * width):
        board = tuple("".join(signs[i : i + width]) for i in range(0, height * width, width))
        answer = is_lost(found, ruleset, [*ruleset.parts(board)])
        known += answer is not None
        lost = search.outcome(Game.of(ruleset, board), True, labels) == "P"
        assert answer == (not ruleset.is_over(board) and lost), board
    assert known == 2 ** (height * width)


def small_graphs() -> Iterator[Edges]:
    """A lattice, a ring with a chord, and a few graphs drawn by chance."""
    yield tuple(node_kayles.board.parse(Reader("grid 3x3")))
    yield tuple(node_kayles.board.parse(Reader("0-1,1-2,2-3,3-4,4-5,5-0,0-3,3-6,6-7")))
    chance = Random(11)
    for _ in range(3):
        pairs = [(str(u), str(v)) for u, v in combinations(range(7), 2)]
        yield tuple(chance.sample(pairs, chance.randint(6, 12)))


@pytest.mark.parametrize("ruleset", ON_GRAPHS, ids=str)
def test_every_set_of_vertices_of_small_graphs(ruleset: Ruleset[Any]) -> None:
    labels: search.Labels = {}
    for graph in small_graphs():
        found, names = PlaneSearch(), [*neighbours(graph)]
        for kept in product((True, False), repeat=len(names)):
            left = without(graph, {name for name, keep in zip(names, kept, strict=True) if not keep})
            if not ruleset.board.lone:  # type: ignore[attr-defined]
                left = tuple(edge for edge in left if edge[0] != edge[1])
            answer = is_lost(found, ruleset, [*components(left)])
            assert answer == (search.outcome(Game.of(ruleset, left), True, labels) == "P"), left


@pytest.mark.parametrize("text", ["node_kayles(grid 3x4)", "arc_kayles(double_star 3x4)", "node_removal(grid 3x3)"])
def test_a_prover_uses_it(text: str) -> None:
    (start,) = parse(text).summands
    mine, labels = Prover(expansion_of(start.ruleset), fresh=True), search.Labels()
    for position in (start.position, *start.ruleset.moves(start.position)):
        parts = mine.parts(position)
        lost = search.outcome(Game.of(start.ruleset, position), True, labels) == "P"
        assert mine.is_lost(parts, 0, Budget(), misere=True) == lost
        assert not parts or mine.recall(parts, 0, misere=True) == lost
    assert mine.misere.nodes == 0


def test_blocks_of_several_parts_are_put_together() -> None:
    """A part of three squares in a row knows no block that is two high."""
    labels: search.Labels = {}
    for board in (("___x", "xxxx", "__x_", "__x_"), ("_x_", "_x_", "_x_"), ("____x", "xxxx_", "__xx_")):
        answer = is_lost(PlaneSearch(), tac_tix, [*tac_tix.parts(board)])
        assert answer == (search.outcome(Game.of(tac_tix, board), True, labels) == "P")


def test_parts_without_room_for_one_board_are_left_to_the_plain_search() -> None:
    part = cram.cell_set(cram.board.cell(5, 6))
    assert part
    found, board = PlaneSearch(), PlaneSet.of_cells(part)
    assert board
    assert found.is_lost_misere([board, board], None) is None
    assert PlaneSet.together([board, board]) is None
    large = cram.cell_set(cram.board.cell(7, 9))
    assert large
    assert PlaneSet.of_cells(large) is None


# By the plain search with canonical forms.
OUTCOMES = {
    "node_kayles(grid 6x6)": "P",
    "node_kayles(grid 6x7)": "N",
    "tac_tix(4x4)": "P",
    "arc_kayles(grid 4x5)": "P",
}


@pytest.mark.parametrize("text", OUTCOMES)
def test_outcomes_of_larger_boards(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellExpansion, "trial", 0)
    found = solve(parse(text), misere=True, fresh=True, moves="none")
    assert found.outcome == OUTCOMES[text]
    assert "compiled search over whole positions" in found.method
