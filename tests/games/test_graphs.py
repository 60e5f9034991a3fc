"""Node removal and Green Hackenbush: published answers, theorem and cuts against the definition, errors."""

import json
from collections.abc import Callable
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grundy import parse
from grundy.boards.graph_forms import Edges
from grundy.core.game import Game
from grundy.errors import PositionError
from grundy.games.hackenbush.rules import DepthFirst, hackenbush, stalk_values
from grundy.games.node_removal import node_removal
from grundy.solvers import search
from grundy.solvers.solver import Solver

ANSWERS = json.loads((Path(__file__).parents[1] / "data" / "answers.json").read_text())
Entry = dict[str, Any]


def hackenbush_game(entry: Entry) -> Game:
    """The position of an entry: stalks by length, or edges."""
    position = entry["position"]
    return stalks(position) if isinstance(position, list) else hackenbush(position["edges"])


def stalks(lengths: list[int]) -> Game:
    """Stalks of these lengths side by side."""
    tops = [[0, *(f"{i}_{height}" for height in range(length))] for i, length in enumerate(lengths)]
    return hackenbush([edge for stalk in tops for edge in pairwise(stalk)])


def cuts_to(position: Edges, nimber: int) -> list[int]:
    """The indices of the edges whose cut leaves this nimber."""
    return sorted(DepthFirst(position).cuts(nimber))


def removal_game(entry: Entry) -> Game:
    """The graph of an entry, by name or by edges."""
    params = entry["params"]
    if "edges" in params:
        return node_removal([[f"{row}_{column}" for row, column in edge] for edge in params["edges"]])
    return parse(f"node_removal({params['graph']} {params['rows']}x{params['cols']})")


GAMES: dict[str, Callable[[Entry], Game]] = {"green_hackenbush": hackenbush_game, "node_removal": removal_game}
OURS = [entry for entry in ANSWERS if entry["game"] in GAMES]
SINGLE = [e for e in OURS if e["position"] or "rows" in e["params"] or "edges" in e["params"]]
# A circuit through the ground and a star are what `cycle` and `star` draw.
SEQUENCES = {"F-6.3-cycles": "hackenbush(cycle {})", "F-4.5.11-a": "node_removal(star {})"}


def expected_field(entry: Entry, key: str) -> Any:
    """A field of the expected answer, or the answer itself where it is a number."""
    answer = entry["expected"]
    if isinstance(answer, list):
        return answer[0] if key == "sg" else None
    return answer.get(key) if isinstance(answer, dict) else answer if key == "sg" else None


@pytest.mark.parametrize("entry", SINGLE, ids=lambda entry: entry["id"])
def test_nimbers_and_outcomes(entry: Entry) -> None:
    game, solver = GAMES[entry["game"]](entry), Solver()
    assert solver.nimber(game) == expected_field(entry, "sg")
    assert solver.outcome(game) == ("N" if expected_field(entry, "sg") else "P")


@pytest.mark.parametrize("entry", [e for e in OURS if e["query"] == "sg_sequence"], ids=lambda entry: entry["id"])
def test_sequences(entry: Entry) -> None:
    first, last = entry["params"]["range"]
    template = SEQUENCES[entry["id"]]
    assert [parse(template.format(n)).nimber for n in range(first, last + 1)] == entry["expected"]


@pytest.mark.parametrize("entry", [e for e in SINGLE if "winning" in e["query"]], ids=lambda entry: entry["id"])
def test_winning_moves(entry: Entry) -> None:
    game = GAMES[entry["game"]](entry)
    moves = game.winning_moves()
    touched = {next(iter(move.handle)) for move in moves}
    if (edges := expected_field(entry, "winning_edges")) is not None:
        assert touched == {tuple(map(str, entry["position"]["edges"][edge])) for edge in edges}
    elif (vertices := expected_field(entry, "winning_vertices")) is not None:
        assert touched == {f"r{row + 1}c{column + 1}" for row, column in vertices}
    else:
        lengths = [sorted(len(part.summands[0].position) for part in move.to.parts()) for move in moves]  # type: ignore[arg-type]
        assert lengths == [sorted(position) for position in expected_field(entry, "winning_positions")]


@pytest.mark.parametrize("entry", [e for e in SINGLE if expected_field(e, "chops_to_5")], ids=lambda entry: entry["id"])
def test_cuts_to_a_wanted_nimber(entry: Entry) -> None:
    edges, chops = entry["position"]["edges"], expected_field(entry, "chops_to_5")
    cuts = [edges[edge] for edge in cuts_to(hackenbush.board.make(edges), 5)]
    assert chops in (len(cuts), cuts)


def test_grids() -> None:
    entry = next(e for e in ANSWERS if e["id"] == "F-4.5.11-x1")
    assert {size: parse(f"node_removal(grid {size})").nimber for size in entry["expected"]} == entry["expected"]


def test_a_new_bottom_edge_adds_one() -> None:
    entry = next(e for e in ANSWERS if e["id"] == "S-hack-elev")
    raised = [[f"v{u}", f"v{v}"] for u, v in entry["position"]["edges"]]
    assert hackenbush([("0", "v0"), *raised]).nimber == entry["expected"][1]


def test_shapes_equal_the_definition() -> None:
    shapes = [
        f"{name} {n}" for name in ("path", "star", "cycle", "complete") for n in range(9) if (name, n) != ("cycle", 1)
    ]
    for shape in (*shapes, "path 20", "cycle 20"):
        position = node_removal.board.make(shape)
        game = node_removal.disguise(position)
        assert game is not None
        assert game.nimber == search.nimber(Game.of(node_removal, position)), shape


def multigraph(random: Random, edges: int, vertices: int) -> Edges:
    """A random graph on the ground, with loops and parallel edges."""
    names, found = ["0"], []
    for _ in range(edges):
        old, new = random.choice(names), str(len(names))
        if len(names) < vertices and random.random() < 0.6:
            names.append(new)
            found.append((new, old))
        else:
            found.append((old, random.choice(names)))
    random.shuffle(found)
    return hackenbush.board.gather(found)


def test_cuts_equal_the_definition_on_small_multigraphs() -> None:
    """Every form of up to 4 edges, and random ones of up to 9."""
    random, memo = Random(6), {}  # type: ignore[var-annotated]
    graphs = [multigraph(random, random.randrange(5, 10), random.randrange(2, 9)) for _ in range(150)]
    for position in (*islice(hackenbush.board.small(4), 1, None), *graphs):
        values = [search.nimber(Game.of(hackenbush, to), memo) for to in hackenbush.moves(position)]
        assert hackenbush.theorem(position) == search.nimber(Game.of(hackenbush, position), memo)
        for nimber in range(max(values) + 2):
            assert cuts_to(position, nimber) == [i for i, value in enumerate(values) if value == nimber]


def rings(random: Random) -> Edges:
    """Long circuits that share vertices, with trees on them: many edges that become bridges together."""
    edges = [(0, 1)]
    for _ in range(3):
        old, new = edges[-1][1], max(max(edge) for edge in edges) + 1
        way = [random.choice(range(new)), *range(new, new + random.randrange(3, 20)), old]
        edges += pairwise(way)
    new = max(max(edge) for edge in edges) + 1
    edges += [(random.randrange(vertex), vertex) for vertex in range(new, new + 30)]
    return hackenbush.board.make(edges)


@pytest.mark.parametrize("seed", range(40))
def test_cuts_equal_the_theorem_on_larger_graphs(seed: int) -> None:
    random = Random(seed)
    position = rings(random) if seed % 2 else multigraph(random, 70, 5 + seed)
    values = [hackenbush.theorem(to) for to in hackenbush.moves(position)]
    assert hackenbush.theorem(position) not in values
    for nimber in {*values, 0, hackenbush.theorem(position)}:
        assert cuts_to(position, nimber) == [i for i, value in enumerate(values) if value == nimber]


def test_hanging_stalks() -> None:
    random = Random(3)
    for _ in range(200):
        pieces = [random.choice((0, 1, 2, random.randrange(50))) for _ in range(random.randrange(12))]
        values = [0]
        for length in range(1, len(pieces) + 1):
            value = 0
            for piece in reversed(pieces[:length]):
                value = 1 + (piece ^ value)
            values.append(value)
        assert list(stalk_values(pieces)) == values


@pytest.mark.slow
def test_large_and_deep_graphs() -> None:
    deep = hackenbush((i, i + 1) for i in range(50_000))
    assert deep.nimber == 50_000
    assert cuts_to(deep.summands[0].position, 0) == [0]  # type: ignore[arg-type]
    ring = hackenbush((i, (i + 1) % 50_001) for i in range(50_001))
    assert ring.nimber == 1
    assert cuts_to(ring.summands[0].position, 0) == [25_000]  # type: ignore[arg-type]


def test_misere_is_searched() -> None:
    assert [parse(f"hackenbush(path {n})").misere.outcome for n in range(4)] == ["N", "P", "N", "N"]
    assert parse("node_removal(path 1)").misere.outcome == "P"


def test_method_names_the_theorem() -> None:
    solver = Solver()
    solver.nimber(hackenbush("0-1"))
    assert "fusion" in " ".join(map(str, solver.methods))


def test_errors() -> None:
    with pytest.raises(PositionError, match="2-3 is not connected to the ground"):
        parse("hackenbush(0-1,2-3)")
    with pytest.raises(PositionError, match="no loops; leave out b-b"):
        parse("node_removal(a-b,b-b)")
