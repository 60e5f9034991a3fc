"""Any digraph as a game: the questions of the texts, the way graphs are written, and what is said of cycles."""

import pickle
from typing import Any

import networkx
import pytest
from answers import ANSWERS, Answer, select_answers
from hypothesis import given, settings
from loops import Graph, digraphs, outcomes, sum_of_graphs, values

from grundy import digraph, nim, parse
from grundy.boards.digraph import Arrows
from grundy.core.reader import Reader
from grundy.errors import LoopError, NotationError, PositionError
from grundy.solvers import retrograde
from grundy.solvers.solution import solve
from grundy.solvers.solver import Solver

LETTER = {"draw": "D", "N": "N", "P": "P"}
FERGUSON = "digraph(a: b; b: c; c: a d; d: e)"


def graph_of(answer: Answer) -> digraph:
    return digraph(answer["position"])


@pytest.mark.parametrize("answer", select_answers("sg", "digraph"), ids=lambda answer: answer["id"])
def test_nimbers(answer: Answer) -> None:
    assert {v: graph_of(answer)(v).nimber for v in answer["expected"]} == answer["expected"]


@pytest.mark.parametrize("answer", select_answers("full_analysis", "digraph"), ids=lambda answer: answer["id"])
def test_full_analysis(answer: Answer) -> None:
    games = [graph_of(answer)(v) for v in answer["position"]]
    assert "".join(game.outcome for game in games) == answer["expected"]["normal"]
    assert "".join(game.misere.outcome for game in games) == answer["expected"]["misere"]
    assert [game.nimber for game in games] == answer["expected"]["sg"]
    assert [game.height for game in games] == answer["expected"]["height"]


def cyclic(answer: Answer) -> dict[str, Any]:
    """Outcomes, and all Sprague-Grundy functions, of a cyclic graph."""
    rules = graph_of(answer)
    labels = {v: rules(v).outcome for v in answer["position"]}
    return {"outcomes": labels, "sg_functions": list(retrograde.grundy_functions(rules.graph))}


def test_cyclic_examples() -> None:
    assert cyclic(ANSWERS["F-3.4-a"])["outcomes"] == {v: LETTER[o] for v, o in ANSWERS["F-3.4-a"]["expected"].items()}
    assert len(cyclic(ANSWERS["F-3.4-b"])["sg_functions"]) == ANSWERS["F-3.4-b"]["expected"]
    for answer in select_answers("outcomes+sg_functions", "digraph_cyclic"):
        expected = answer["expected"]
        labels = {v: LETTER[o] for v, o in expected["outcomes"].items()}
        assert cyclic(answer) == {"outcomes": labels, "sg_functions": expected["sg_functions"]}


def test_graphs_from_python() -> None:
    adjacency: dict[int, Any] = {0: [], 1: [0], 2: {0: {}, 1: {"weight": 3}}}
    assert digraph(adjacency) == digraph(networkx.DiGraph(adjacency)) == digraph({"2": ["0", "1"], "1": "0"})
    assert digraph(adjacency)(2).nimber == 2
    assert str(digraph(adjacency)(2)) == "digraph(1: 0; 2: 0 1)(2)"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("digraph(a: b e; b: c; c: d a; d: e)(a)", None),
        ("DIGRAPH( a :b,c ; b:c; )( a )", "digraph(a: b c; b: c)(a)"),
        ("digraph(a: b; c:; a: c)(c)", "digraph(a: b c)(c)"),
        ("digraph(lonely:; a: a)(lonely)", None),
        ("digraph_cyclic(7: 7 8 8)(7)", "digraph(7: 7 8 8)(7)"),
    ],
)
def test_notation(text: str, printed: str | None) -> None:
    game = parse(text)
    assert str(game) == (printed or text)
    assert parse(str(game)) == pickle.loads(pickle.dumps(game)) == game


def test_order_of_writing_does_not_matter() -> None:
    assert parse("digraph(a: b c; b: c)(a)") == parse("digraph(b: c; a: c b)(a)") != parse("digraph(a: b c c; b: c)(a)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("digraph(a b)(a)", "expected ':'"),
        ("digraph()(a)", "without vertices"),
        ("digraph(a: b)", "needs parameters"),
        ("digraph(a: b)()", "the vertex where play starts"),
        ("digraph(a: b)(a b)", "nothing more"),
        ("digraph(a: b c: d)(a)", "expected ';'"),
        ("digraph(a: b-c)(a)", "expected ';'"),
        ("digraph(@graph.dot)(a)", "command line only"),
    ],
)
def test_bad_notation(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse(text)


def test_bad_python_values() -> None:
    with pytest.raises(PositionError, match="no vertex z"):
        digraph({"a": ["b"]})("z")
    with pytest.raises(NotationError, match="is not a vertex"):
        digraph({(0, 1): [(0, 0)]})
    with pytest.raises(NotationError, match="more than"):
        Arrows(("0", str(i)) for i in range(10**9))


def test_moves_in_words() -> None:
    assert [str(move) for move in parse("digraph(a: a b b)(a)").moves()] == ["stay at a", "move from a to b"]
    assert [move.ways for move in parse("digraph(a: a b b)(a)").moves()] == [1, 2]


def test_finite_tells_whether_play_ends() -> None:
    assert digraph({"a": ["b"], "b": ["c"]}).finite
    assert not digraph({"a": ["b"], "b": ["a", "c"]}).finite
    assert not digraph({"a": ["a"]}).finite


def test_the_error_names_the_cycle() -> None:
    with pytest.raises(LoopError, match=r"c -> a -> b -> c, .*∞\{1\}"):
        _ = parse(f"{FERGUSON}(c)").nimber
    with pytest.raises(LoopError):
        _ = parse(f"{FERGUSON}(a)").height
    long = digraph({i: [(i + 1) % 1000] for i in range(1000)})
    with pytest.raises(LoopError, match="1,000 in all"):
        _ = long(0).nimber


def test_infinite_values_in_the_answer() -> None:
    answer = solve(parse(f"{FERGUSON}(c) + nim(1)")).json()
    assert (answer["outcome"], answer["nimber"], answer["infinity"]) == ("N", None, [0])
    assert answer["parts"][0]["infinity"] == [1]  # type: ignore[index]
    assert [move["to"] for move in answer["winning_moves"]] == [f"{FERGUSON}(d) + nim(1)"]  # type: ignore[attr-defined]
    drawn = solve(parse(f"{FERGUSON}(c)")).json()
    assert (drawn["outcome"], drawn["nimber_status"], drawn["winning_moves"]) == ("D", "none", [])


def test_large_cyclic_graph() -> None:
    ring = digraph({i: [(i + 1) % 5_000, f"end{i % 3}"] for i in range(5_000)})
    assert ring(0).outcome == "N"
    assert len(ring(5).winning_moves()) == 1


def digraph_named(graph: Graph, name: str) -> digraph:
    return digraph({f"{name}{v}": [f"{name}{head}" for head in heads] for v, heads in graph.items()})


@settings(max_examples=60)
@given(digraphs(5))
def test_every_vertex(graph: Graph) -> None:
    rules, label, misere, worth = digraph_named(graph, "v"), outcomes(graph), outcomes(graph, True), values(graph)
    for v in graph:
        game, solver = rules(f"v{v}"), Solver()
        assert (game.outcome, game.misere.outcome) == (label[v], misere[v])
        assert solver.total(game) == worth[v]
        wins = [f"v{head}" for head in graph[v] if label[head] == "P"]
        assert {move.position for move in game.winning_moves()} == set(wins)
        assert sum(move.ways for move in game.winning_moves()) == len(wins)


@settings(max_examples=40)
@given(digraphs(4), digraphs(4))
def test_sums(one: Graph, two: Graph) -> None:
    first, second, whole = (
        digraph_named(one, "x"),
        digraph_named(two, "y"),
        sum_of_graphs(one, two, {2: [1, 0], 1: [0], 0: []}),
    )
    label, misere = outcomes(whole), outcomes(whole, True)
    for x, y, n in whole:
        assert isinstance(n, int)
        game = first(f"x{x}") + second(f"y{y}") + nim(n)
        assert game.outcome == label[x, y, n]
        assert game.misere.outcome == misere[x, y, n]
        wins = sum(label[to] == "P" for to in whole[x, y, n]) if label[x, y, n] == "N" else 0
        assert sum(move.ways for move in game.winning_moves()) == wins


def test_files_in_expressions(tmp_path: Any) -> None:
    (tmp_path / "g.dot").write_text("digraph { a -> b -> c; a -> c; z }")
    assert str(digraph.read(Reader(f"@{tmp_path / 'g.dot'}", files=True))) == "digraph(a: b c; b: c; z:)"
