"""Games as digraphs, against their definitions: every map, every colouring, every permutation."""

from itertools import permutations, product
from random import Random

import pytest
from answers import ANSWERS
from hypothesis import given
from hypothesis import strategies as st

from grundy.core.budget import Budget
from grundy.digraphs import (
    AcyclicDigraph,
    Label,
    bipartition,
    cartesian_sum,
    double_cover,
    image,
    is_bipartite,
    is_homomorphism,
    is_simple,
    is_subgame,
    is_surjective,
    isomorphism,
    merge_sinks,
    properties,
    quotient,
    restriction,
    universal_game,
)
from grundy.errors import LoopError, NotDecided

Graph = AcyclicDigraph[int]


@st.composite
def digraphs(draw: st.DrawFn, most: int = 8) -> Graph:
    size = draw(st.integers(1, most))
    return AcyclicDigraph({n: draw(st.sets(st.integers(0, n - 1))) if n else [] for n in range(size)})


@st.composite
def games(draw: st.DrawFn) -> Graph:
    graph = merge_sinks(draw(digraphs()))
    return restriction(graph, max(graph.moves))


def heap(size: int) -> Graph:
    return AcyclicDigraph({n: range(n) for n in range(size + 1)})


def test_values_of_the_text() -> None:
    answer = ANSWERS["C-3-def6-example"]
    graph, expected = AcyclicDigraph[str](answer["position"]), answer["expected"]
    assert (graph.heights, graph.values) == (expected["heights"], expected["values"])
    assert is_simple(graph)
    assert is_simple(graph, literal=True) == expected["simple_literal"]


def test_a_surjective_homomorphism_may_raise_heights() -> None:
    graph = AcyclicDigraph[str](ANSWERS["C-3-def6-example"]["position"])
    name = {vertex: "l3" if vertex == "l2" else vertex for vertex in graph.moves}
    merged = image(graph, name.__getitem__)
    assert is_homomorphism(name, graph, merged)
    assert graph.heights["l2"] < merged.heights["l3"]


def test_a_surjective_homomorphism_may_change_nimbers() -> None:
    graph = AcyclicDigraph({"s": "pq", "p": "l", "q": "wvt", "l": "v", "w": "vt", "v": "t"})
    labels = {vertex: (graph.heights[vertex], graph.values[vertex]) for vertex in graph.moves}
    assert labels["p"] == labels["q"]
    assert (graph.nimbers["p"], graph.nimbers["q"], quotient(graph).nimbers[labels["p"]]) == (1, 3, 3)


@given(digraphs())
def test_fold_is_the_definition(graph: Graph) -> None:
    for vertex, below in graph.moves.items():
        assert graph.heights[vertex] == max((graph.heights[w] + 1 for w in below), default=0)
        assert graph.values[vertex] == any(graph.values[w] == 0 for w in below)
        assert (graph.nimbers[vertex] == 0) == (graph.values[vertex] == 0)


def test_cycles_are_named() -> None:
    for moves in ({"a": "b", "b": "a"}, {"a": "a"}):
        with pytest.raises(LoopError, match=r"a cycle through [ab]; `grundy graph`"):
            AcyclicDigraph(moves)


@given(digraphs(5), digraphs(5), st.data())
def test_homomorphisms_by_definition(domain: Graph, codomain: Graph, data: st.DataObject) -> None:
    mapping = {vertex: data.draw(st.sampled_from(list(codomain.moves))) for vertex in domain.moves}
    arrows = set(codomain.edges())
    expected = (
        all((mapping[a], mapping[b]) in arrows for a, b in domain.edges())
        and all(not codomain.moves[mapping[v]] for v in domain.sinks)
        and all(domain.values[v] == codomain.values[mapping[v]] for v in domain.moves)
    )
    assert is_homomorphism(mapping, domain, codomain) == expected


@given(games())
def test_the_quotient_is_universal(game: Graph) -> None:
    """Theorem 1 and its corollary: height and value give a surjection onto a subgame of U."""
    small, top = quotient(game), max(game.moves)
    labels = {vertex: (game.heights[vertex], game.values[vertex]) for vertex in game.moves}
    assert is_homomorphism(labels, game, small)
    assert is_surjective(labels, game, small)
    assert all((small.heights[label], small.values[label]) == label for label in small.moves)
    assert is_subgame(small, universal_game(*labels[top]))
    assert is_simple(small)


@pytest.mark.parametrize("height", range(2, 9))
def test_universal_games_are_simple(height: int) -> None:
    for value in (0, 1):
        game = universal_game(height, value)
        assert game.is_game
        assert is_simple(game)
        assert all((game.heights[label], game.values[label]) == label for label in game.moves)


@pytest.mark.parametrize("label", [(1, 0), (0, 1), (-1, 0), (3, 2)])
def test_no_such_universal_game(label: Label) -> None:
    with pytest.raises(ValueError, match="no game has height"):
        universal_game(*label)


@given(games())
def test_bipartite_games(game: Graph) -> None:
    """Lemma 3, proposition 1, remark 6e."""
    found = bipartition(game)
    assert (found is not None) == (max(game.nimbers.values()) <= 1) == is_bipartite(game)
    if found:
        assert {frozenset(v for v in game.moves if game.values[v] == value) for value in (0, 1)} == set(found)
        assert all(game.values[v] == game.heights[v] % 2 for v in game.moves)


@given(digraphs())
def test_bipartition_by_definition(graph: Graph) -> None:
    vertices = list(graph.moves)
    sides = product((0, 1), repeat=len(vertices))
    colourings = (dict(zip(vertices, side, strict=True)) for side in sides)
    exists = any(all(side[a] != side[b] for a, b in graph.edges()) for side in colourings)
    found = bipartition(graph)
    assert exists == (found is not None)
    assert found is None or all((a in found[0]) == (b in found[1]) for a, b in graph.edges())


@given(digraphs())
def test_double_cover(graph: Graph) -> None:
    cover = double_cover(graph)
    assert is_bipartite(cover)
    assert len(cover) == 2 * len(graph)
    assert (len(cover.sources), len(cover.sinks)) == (2 * len(graph.sources), 2 * len(graph.sinks))
    assert all(cover.values[vertex, 0] == graph.values[vertex] for vertex in graph.moves)


@given(digraphs(5), digraphs(5))
def test_nimbers_of_sums(first: Graph, second: Graph) -> None:
    total = cartesian_sum(first, second)
    assert all(value == first.nimbers[v] ^ second.nimbers[w] for (v, w), value in total.nimbers.items())


def test_quotient_of_nim() -> None:
    answer = ANSWERS["C-6-N33-quotient"]
    first, second = answer["position"]
    small = quotient(cartesian_sum(heap(first), heap(second)))
    assert {"positions": len(small), "moves": len(list(small.edges()))} == answer["expected"]


def is_isomorphism(mapping: dict[int, int], first: Graph, second: Graph) -> bool:
    return {(mapping[a], mapping[b]) for a, b in first.edges()} == set(second.edges()) and len(first) == len(second)


@given(digraphs(5), digraphs(5))
def test_isomorphism_by_every_permutation(first: Graph, second: Graph) -> None:
    found = isomorphism(first, second)
    maps = (dict(zip(first.moves, order, strict=False)) for order in permutations(second.moves))
    exists = len(first) == len(second) and any(is_isomorphism(mapping, first, second) for mapping in maps)
    assert (found is not None) == exists
    assert found is None or is_isomorphism(found, first, second)


@given(digraphs(12), st.randoms(use_true_random=False))
def test_isomorphism_finds_other_names(graph: Graph, random: Random) -> None:
    names = list(graph.moves)
    random.shuffle(names)
    other = image(graph, dict(zip(graph.moves, names, strict=True)).__getitem__)
    found = isomorphism(graph, other)
    assert found is not None
    assert is_isomorphism(found, graph, other)


def cycles(*sizes: int) -> Graph:
    """Cycles of double length, drawn between two levels: colours cannot tell 3 + 3 from 6."""
    moves, start = dict[int, list[int]](), 0
    for size in sizes:
        moves |= {start + n: [1000 + start + n, 1000 + start + (n + 1) % size] for n in range(size)}
        start += size
    return AcyclicDigraph(moves)


def test_isomorphism_where_colours_do_not_tell() -> None:
    assert isomorphism(cycles(3, 3), cycles(6)) is None
    assert isomorphism(cycles(2, 4), cycles(4, 2)) is not None
    with pytest.raises(NotDecided):
        isomorphism(cycles(9, 9), cycles(18), Budget(positions=3))


def test_isomorphism_with_many_twins() -> None:
    star = AcyclicDigraph({0: range(1, 61)})
    assert isomorphism(star, AcyclicDigraph({100: range(60)})) is not None


@given(digraphs())
def test_properties_are_those_of_the_game_with_one_sink(graph: Graph) -> None:
    heights, lost = (
        [graph.heights[v] for v in range(len(graph.moves))],
        [not graph.values[v] for v in range(len(graph.moves))],
    )
    found, game = properties(heights, lost, graph.edges()), merge_sinks(graph)
    assert (found.height, found.bipartite, found.simple) == (max(heights), is_bipartite(game), is_simple(game))
    turns = [
        all(game.values[v] == h % 2 for v, h in game.heights.items() if h >= low) for low in range(max(heights) + 1)
    ]
    assert found.alternates_from == (turns.index(True) if any(turns) else None)
