"""Games as graphs of networkx: the graph has the moves, the labels are those of the definition, and it comes back."""

import networkx
import pytest

from grundy import parse
from grundy.bridges.graphs import from_networkx, to_networkx
from grundy.errors import GrundyError
from grundy.solvers import search

GAMES = ["nim(1,2,3)", "kayles(7)", "chomp(3x3)", "kayles(4) + nim(2)", "mock_turtles(HTH)", "hackenbush(0-1,1-2,0-3)"]


@pytest.mark.parametrize("text", GAMES)
def test_labels_are_those_of_the_definition_and_the_graph_comes_back(text: str) -> None:
    game = parse(text)
    graph = to_networkx(game)
    start = graph.graph["start"]
    assert graph.nodes[start]["nimber"] == search.nimber(game)
    assert graph.nodes[start]["misere"] == search.outcome(game, misere=True)
    assert networkx.is_directed_acyclic_graph(graph)
    assert networkx.dag_longest_path_length(graph) == graph.nodes[start]["height"] == game.height
    back = from_networkx(graph)
    assert (back.nimber, back.outcome, back.misere.outcome) == (game.nimber, game.outcome, game.misere.outcome)
    again = to_networkx(back)
    assert networkx.is_isomorphic(graph, again)
    for vertex in graph:
        values = {graph.nodes[head]["nimber"] for head in graph[vertex]}
        assert graph.nodes[vertex]["nimber"] == min(set(range(len(values) + 1)) - values)


def test_cycles_and_names() -> None:
    game = parse("digraph(a: b e; b: c; c: d a; d: e)(a)")
    graph = to_networkx(game)
    assert set(graph.edges) == {("a", "b"), ("a", "end"), ("b", "c"), ("c", "d"), ("c", "a"), ("d", "end")}
    assert from_networkx(graph).outcome == game.outcome == "N"
    odd = networkx.DiGraph([((1, 2), "a b"), ("a b", 3)])
    assert str(from_networkx(odd, (1, 2))) == "digraph(p0: p1; p1: p2)(p0)"
    twice = networkx.DiGraph([(1, "1")])
    assert from_networkx(twice, 1).outcome == "N"


def test_bad_input_is_one_line() -> None:
    with pytest.raises(GrundyError, match="no vertex 'z'"):
        from_networkx(networkx.DiGraph([("a", "b")]), "z")
    with pytest.raises(GrundyError, match="more than 3 positions"):
        to_networkx(parse("nim(3,5)"), most=3)
    with pytest.raises(GrundyError, match="has no graph"):
        to_networkx(parse("sos(4)"))
