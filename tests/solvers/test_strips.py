"""The compiled sweep over the parts of a strip against the definition, and families of boards as published."""

import csv
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from thorough import share

from grundy import arc_kayles, cram, dawsons_chess, dawsons_kayles, graph_octal, node_kayles
from grundy.boards import narrow_strip
from grundy.boards.graph_forms import Edges, neighbours
from grundy.boards.narrow_strip import AROUND, NarrowStrip
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided
from grundy.expressions import has_free_size
from grundy.kernels import strips as kernel
from grundy.solvers import search, strips
from grundy.solvers.families import Family
from grundy.solvers.strips import StripTables

DATA = Path(__file__).parents[1] / "data"
ON_LATTICES = (node_kayles, arc_kayles, graph_octal("0.7"), graph_octal("0.07"), graph_octal("0.77"))
SHAPES = ("grid 1x6", "grid 2x4", "grid 3x3", "caterpillar 4x1", "caterpillar 3x2")


def graph_of(text: str) -> Edges:
    return node_kayles.board.parse(Reader(text))


def without(graph: Edges, gone: set[str], lone: bool) -> Edges:
    """The graph without some vertices; those that lose all their neighbours stay where lone ones are kept."""
    kept = tuple(edge for edge in graph if gone.isdisjoint(edge))
    joined = {vertex for edge in kept for vertex in edge}
    alone = sorted({v for edge in graph for v in edge} - gone - joined)
    return (*kept, *((v, v) for v in alone if lone))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("ruleset", ON_LATTICES, ids=str)
def test_every_part_of_a_small_lattice(ruleset: Ruleset[Any], shape: str) -> None:
    """Every set of vertices of the lattice or caterpillar."""
    graph = graph_of(shape)
    memo: search.Values = {}
    names, tables, some = [*neighbours(graph)], StripTables(), 0
    for kept in product((False, True), repeat=len(names)):
        gone = {name for name, keep in zip(names, kept, strict=True) if not keep}
        position = without(graph, gone, ruleset.board.lone)  # type: ignore[attr-defined]
        strip = ruleset.narrow_strip(position)
        if strip:
            some += 1
            expected = search.nimber(Game.of(ruleset, position), memo)
            assert tables.nimber(strip, Budget()) == expected, position
    assert some > 2 ** len(names) // 3


@pytest.mark.parametrize(("height", "width"), [(1, 10), (2, 5), (3, 4), (4, 3), (5, 2)])
def test_every_small_board_of_cram(height: int, width: int) -> None:
    memo, tables = {}, StripTables()  # type: ignore[var-annotated]
    for signs in product("_x", repeat=height * width):
        board = tuple("".join(signs[i : i + width]) for i in range(0, height * width, width))
        strip = cram.narrow_strip(board)
        assert (strip is None) == ("_" not in signs)
        if strip:
            assert tables.nimber(strip, Budget()) == search.nimber(Game.of(cram, board), memo)


def rows_of(keys: kernel.Words, values: kernel.Bytes) -> set[tuple[int, ...]]:
    return {(int(low), int(high), int(value)) for (low, high), value in zip(keys, values, strict=True) if value}


def test_the_plain_twin_finds_the_same() -> None:
    rules = strips.rule_words(NarrowStrip(3, AROUND, 7, 3, 0))
    tables = [
        (np.zeros((1 << 10, 2), np.uint64), np.zeros(1 << 10, np.uint8)),
        (np.zeros((1 << 10, 2), np.uint64), np.zeros(1 << 10, np.uint8)),
    ]
    sweeps: tuple[Callable[..., Any], ...] = (kernel.sweep, kernel.sweep.py_func)
    for sweep, (keys, values) in zip(sweeps, tables, strict=True):
        frames = np.zeros((kernel.MOST_DEPTH, kernel.FRAME_WORDS), np.uint64)
        frames[0, 0] = (1 << 15) - 1
        with np.errstate(over="ignore"):
            depth, found = sweep(rules, keys, values, frames, np.zeros(2, np.uint64), 1, 1000)
        assert depth == 0
        assert found == np.count_nonzero(values) > 30
    for compiled, plain in zip(*tables, strict=True):
        assert np.array_equal(compiled, plain)
    keys, values = tables[0]
    for function in (kernel.ask, kernel.ask.py_func):
        with np.errstate(over="ignore"):
            whole, new = np.array([(1 << 15) - 1, 0], np.uint64), np.zeros(2, np.uint64)
            assert function(rules, keys, values, whole, new) == 3
            assert function(rules, keys, values, np.array([0, (1 << 33) - 1], np.uint64), new) == -1
            assert new.any()
    for copy in (kernel.copy_table, kernel.copy_table.py_func):
        larger = np.zeros((1 << 12, 2), np.uint64), np.zeros(1 << 12, np.uint8)
        with np.errstate(over="ignore"):
            copy(keys, values, *larger)
        assert rows_of(*larger) == rows_of(keys, values)


def test_lines_that_fill_two_words() -> None:
    """Paths of up to 128 vertices are Dawson's Chess, rows of squares Dawson's Kayles."""
    tables = StripTables()
    for n in range(1, narrow_strip.MOST_PLACES + 1):
        chess, kayles = (
            NarrowStrip(1, AROUND, 1, 0, (1 << n) - 1),
            NarrowStrip(1, narrow_strip.PAIRS, 1, 0, (1 << n) - 1),
        )
        assert tables.nimber(chess, Budget()) == dawsons_chess(n).nimber
        assert tables.nimber(kayles, Budget()) == dawsons_kayles(n).nimber


@pytest.mark.parametrize("rows", range(1, 8))
def test_a_part_has_its_value_wherever_it_is(rows: int) -> None:
    """Moved along the strip, and reflected, over the border of the words too."""
    random, tables = Random(rows), StripTables()
    length = 12 // rows
    for _ in range(40):
        free = random.getrandbits(rows * length) | 1
        strip = NarrowStrip(rows, narrow_strip.PAIRS, (1 << rows) - 1, (1 << rows - 1) - 1, free)
        expected = tables.nimber(strip, Budget())
        cells = [divmod(place, rows) for place in range(rows * length) if free >> place & 1]
        last = narrow_strip.MOST_PLACES // rows - length
        for by in {*random.sample(range(last), 4), last}:
            for moved in (
                [(column + by, row) for column, row in cells],
                [(length - 1 - column + by, row) for column, row in cells],
                [(column + by, rows - 1 - row) for column, row in cells],
            ):
                image = strip._replace(free=sum(1 << column * rows + row for column, row in moved))
                assert tables.nimber(image, Budget()) == expected
        assert len(tables.tables) == 1


def test_positions_that_are_no_strips() -> None:
    assert graph_octal("0.77").narrow_strip(graph_of("grid 12x12")) is None
    assert graph_octal("0.33").narrow_strip(graph_of("grid 2x3")) is None
    assert graph_octal("0.[7]").narrow_strip(graph_of("grid 2x3")) is None
    for text in ("cycle 5", "r1c1-r1c3", "r1c1-r2c2", "a-b", "caterpillar 3x3", "r1c1, r01c1", "r1c1, r9999999999c1"):
        assert node_kayles.narrow_strip(graph_of(text)) is None, text
    lattice = graph_of("grid 3x3")
    assert node_kayles.narrow_strip(lattice)
    assert not any(node_kayles.narrow_strip(tuple(edge for edge in lattice if edge != gone)) for gone in lattice)


def published() -> list[list[str]]:
    with (DATA / "families.csv").open(encoding="utf-8", newline="") as file:
        next(file)
        return list(csv.reader(file))


@pytest.mark.parametrize("row", published(), ids=lambda row: row[0])
def test_published_families(row: list[str]) -> None:
    text, first, _, values = row
    family, expected = Family(text), [*map(int, values.split())]
    assert family.values(int(first) + len(expected))[int(first) - family.first :] == expected


@pytest.mark.parametrize("text", ["nim(n,3)", "boxing_match(2xn)", "kayles(n) + cram(2xn)", "chomp(nx2)"])
def test_other_families_are_solved_one_by_one(text: str) -> None:
    family = Family(text)
    assert family.values(5) == [family.at(n).nimber for n in range(1, 5)]
    assert family.method
    assert family.outcomes(4) == [family.at(n).outcome for n in range(1, 4)]


def test_the_sweep_and_the_solver_agree_on_boards() -> None:
    """The sweep from the first board on, without the definition."""
    for text in share(("cram(3xn)", "node_kayles(grid 4xn)", "arc_kayles(grid 3xn)", "graph_octal(0.77)(grid 2xn)"), 2):
        family = Family(text)
        family.is_large = True
        assert family.values(6) == [family.at(n).nimber for n in range(1, 6)]


@pytest.mark.parametrize("rows", [61, 62, 63, 64, 65, 100])
def test_columns_of_about_a_word(rows: int) -> None:
    """Ladders, and paths beside each other, with joins missing here and there, so that they cannot be turned."""
    for columns, seed in product((1, 2), (1, 3)):
        random = Random(seed)
        across = [f"r{r}c1-r{r}c2" for r in range(1, rows + 1) if columns == 2 and random.random() < 0.3]
        kept = [r for r in range(1, rows) if random.random() < 0.6]
        down = [f"r{r}c{c}-r{r + 1}c{c}" for r in kept for c in range(1, columns + 1)]
        graph = graph_of(", ".join(across + down))
        strip = node_kayles.narrow_strip(graph)
        assert strip or rows > narrow_strip.MOST_ROWS
        if strip:
            assert StripTables().nimber(strip, Budget()) == search.nimber(Game.of(node_kayles, graph), {})


@pytest.mark.parametrize(
    ("text", "positions"), [("nim(2n, n)", ["nim(2,1)", "nim(4,2)"]), ("cram(2nx10n)", ["cram(2x10)", "cram(4x20)"])]
)
def test_a_number_before_n_multiplies(text: str, positions: list[str]) -> None:
    family = Family(text)
    assert [str(family.at(n)) for n in (1, 2)] == positions


@pytest.mark.parametrize(
    "text",
    [
        "cram(3x4)",
        "n",
        "nim",
        "kayles(13)",
        "cram(2xnn)",
        "coin(n4)",
        "2n",
        "octal(0.7n)",
        "node_kayles(a-n)",
        "digraph(m: n; n:)",
        "digraph(m: n; n:)(n)",
    ],
)
def test_no_size_is_free(text: str) -> None:
    assert not has_free_size(text)
    with pytest.raises(GrundyError, match="no size is free"):
        Family(text)


def test_a_family_begins_where_there_is_a_position() -> None:
    assert Family("welter(1,n)").first == 2
    assert str(Family("cram(nxn)").at(2)) == "cram(2x2)"
    with pytest.raises(GrundyError, match="expected rows x columns"):
        Family("cram(n)")


def test_what_was_found_before_the_end_of_the_budget_is_kept() -> None:
    family = Family("node_kayles(grid 3xn)", Budget(5_000))
    with pytest.raises(NotDecided):
        family.values(40)
    assert family.known[:4] == [2, 1, 1, 0]
    assert 10 < len(family.known) < 16


def test_outcomes_found_before_the_end_of_the_budget_are_kept() -> None:
    family = Family("cram(5xn)", Budget(20_000), fresh=True)
    with pytest.raises(NotDecided):
        family.outcomes(40, misere=True)
    assert family.known_outcomes[True][:3] == ["N", "P", "P"]
    assert not family.known_outcomes[False]


def test_a_full_table_and_a_large_nimber_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strips, "MOST_SLOTS", strips.FIRST_SLOTS)
    whole = NarrowStrip(3, AROUND, 7, 3, (1 << 60) - 1)
    with pytest.raises(NotDecided, match="too many for a table"):
        StripTables().nimber(whole, Budget())
    with monkeypatch.context() as patch:
        patch.setattr(kernel, "sweep", lambda *arguments: (kernel.TOO_LARGE, 0))
        with pytest.raises(NotDecided, match="64 or more"):
            StripTables().nimber(whole, Budget())


def test_a_nimber_that_no_word_holds_is_noticed() -> None:
    """A part from which all nimbers below 64 were met, after its last move."""
    rules = strips.rule_words(NarrowStrip(3, AROUND, 7, 3, 0))
    for sweep in (kernel.sweep, kernel.sweep.py_func):
        frames = np.zeros((kernel.MOST_DEPTH, kernel.FRAME_WORDS), np.uint64)
        frames[0] = 1, 0, strips.WORD, kernel.MOVE_KINDS
        keys, values = np.zeros((16, 2), np.uint64), np.zeros(16, np.uint8)
        with np.errstate(over="ignore"):
            assert sweep(rules, keys, values, frames, np.zeros(2, np.uint64), 1, 9) == (kernel.TOO_LARGE, 0)
        assert not values.any()


def test_periods_are_observed() -> None:
    family = Family("node_kayles(grid 2xn)")
    assert family.observed_period() is None
    family.values(12)
    period = family.observed_period()
    assert period
    assert (period.preperiod, period.period, period.proved) == (1, 2, False)
