"""Node Kayles: known shapes, lone vertices, notation, sums."""

from itertools import combinations
from random import Random

import pytest

from grundy import parse
from grundy.core.game import Game
from grundy.errors import GrundyError
from grundy.games.node_kayles import node_kayles
from grundy.solvers import search


@pytest.mark.parametrize("vertices", range(1, 16))
def test_paths_are_dawsons_chess(vertices: int) -> None:
    game = parse(f"node_kayles(path {vertices - 1})")
    assert search.nimber(game) == game.nimber == parse(f"dawsons_chess({vertices})").nimber


@pytest.mark.parametrize("vertices", range(3, 13))
def test_cycles_and_complete_graphs(vertices: int) -> None:
    cycle, complete = (parse(f"node_kayles({shape} {vertices})") for shape in ("cycle", "complete"))
    assert cycle.nimber == search.nimber(cycle)
    assert complete.nimber == search.nimber(complete) == 1


@pytest.mark.parametrize(("a", "b"), [*combinations(range(1, 6), 2)])
def test_complete_bipartite_graphs(a: int, b: int) -> None:
    position = node_kayles.board.make([(f"a{i}", f"b{j}") for i in range(a) for j in range(b)])
    game = Game.of(node_kayles, position)
    assert node_kayles.disguise(position) is not None
    assert game.nimber == search.nimber(game)


def brute(vertices: frozenset[int], edges: set[frozenset[int]]) -> int:
    """The nimber from sets of vertices alone."""
    values = set()
    for vertex in vertices:
        near = {other for other in vertices if frozenset([vertex, other]) in edges}
        values.add(brute(vertices - near - {vertex}, edges))
    return next(n for n in range(len(values) + 1) if n not in values)


def test_random_graphs() -> None:
    chance = Random(11)
    for _ in range(40):
        size = chance.randint(1, 7)
        edges = {frozenset(pair) for pair in combinations(range(size), 2) if chance.random() < 0.4}
        text = ",".join([*map(str, range(size)), *("-".join(map(str, sorted(edge))) for edge in edges)])
        game = parse(f"node_kayles({text})")
        assert game.nimber == search.nimber(game) == brute(frozenset(range(size)), edges), text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("node_kayles(a)", "node_kayles(a)"),
        ("node_kayles(a, b-c, b)", "node_kayles(a,b-c)"),
        ("node_kayles(a-a)", "node_kayles(a)"),
        ("node_kayles(a-a, a-b)", "node_kayles(a-b)"),
        ("node_kayles(path 0)", "node_kayles(0)"),
        ("node_kayles(caterpillar 1x0)", "node_kayles(0)"),
        ("node_kayles( grid 1x1 )", "node_kayles(0)"),
        ("node_kayles(complete 0)", "node_kayles()"),
        ("node_kayles(path 2)", "node_kayles(0-1,1-2)"),
    ],
)
def test_printed_forms(text: str, printed: str) -> None:
    assert str(parse(text)) == printed
    assert parse(printed) == parse(text)


@pytest.mark.parametrize("text", ["a-", "a--b", "path 5 6", "grid 10^6x10^6", "complete 10^9", "a;b"])
def test_bad_graphs(text: str) -> None:
    with pytest.raises(GrundyError) as error:
        parse(f"node_kayles({text})")
    assert "\n" not in str(error.value)


def test_a_move_names_its_vertex_and_leaves_lone_ones() -> None:
    game = parse("node_kayles(a-b,b-c,d)")
    assert {move.label: str(move.to) for move in game.moves()} == {
        "choose the vertex a": "node_kayles(d,c)",
        "choose the vertex b": "node_kayles(d)",
        "choose the vertex c": "node_kayles(d,a)",
        "choose the vertex d": "node_kayles(a-b,b-c)",
    }


def test_the_drawing_shows_lone_vertices() -> None:
    assert parse("node_kayles(a-b,d)").draw() == "a: b\nb: a\nd:"
