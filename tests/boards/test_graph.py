"""Graphs: how they are read, printed and told apart, and the files that they come from."""

from itertools import islice, permutations
from pathlib import Path
from random import Random

import pytest

from grundy import hackenbush, node_removal, parse
from grundy.boards import graph_files
from grundy.boards.graph import Graph
from grundy.boards.graph_forms import Edges, components, form, sort
from grundy.core.reader import Reader
from grundy.errors import NotationError
from grundy.games.hackenbush.board import Rooted

PLAIN, ROOTED = Graph(), Rooted()
SAME = ((0, 1), (1, 2), (2, 0), (2, 3))
FILES = {
    "graph.graphml": '<graphml xmlns="x"><graph><node id="0"/>'
    + "".join(f'<edge source="{u}" target="{v}"><data key="w">1</data></edge>' for u, v in SAME)
    + "</graph></graphml>",
    "graph.dot": 'graph g { node [shape=box]; 0 -- 1 -- 2 [label="a -- b]"]; /* no -- edge */ "2" -- 0; 2--3 // 4\n}',
    "graph.gv": "digraph { rankdir=LR; 0 -> 1; 1->2; 2 -> 0\n2 -> 3 }",
    "pairs.json": "[[0, 1], [1, 2], [2, 0], [2, 3]]",
    "links.json": '{"nodes": [{"id": 0}], "links": ['
    + ", ".join(f'{{"source": {u}, "target": "{v}"}}' for u, v in SAME)
    + "]}",
    "edges.json": '{"edges": [[0, 1], [1, 2], [2, 0], [2, 3, {"weight": 1}]]}',
    "edges.txt": "# a triangle with a tail\n0 1\n1,2\n\n2 - 0  # back\n2\t3 {'weight': 1}\n",
}
BAD_FILES = {
    "entity.graphml": '<!DOCTYPE g [<!ENTITY a "aaaa">]><graphml><edge source="&a;" target="1"/></graphml>',
    "broken.graphml": "<graphml><edge source='0'",
    "no_ends.graphml": "<graphml><edge/></graphml>",
    "empty.dot": "nothing",
    "open.dot": "graph { 0 -- [" + "[" * 200_000,
    "group.dot": "graph { 0 -- {1 2} }",
    "blank.dot": 'graph { 0 -- "a b" }',
    "number.json": "7",
    "flat.json": "[1, 2]",
    "deep.json": "[" * 100_000,
    "broken.json": "[[0, 1]",
    "one.txt": "0 1\n2\n",
    "script.txt": "0 <script>\n",
    "bytes.txt": "\ud800",
}


@pytest.mark.parametrize(
    ("text", "edges", "vertices"),
    [
        ("path 5", 5, 6),
        ("star 4", 4, 5),
        ("cycle 6", 6, 6),
        ("complete 5", 10, 5),
        ("double_star 2 3", 6, 7),
        ("grid 3x3", 12, 9),
        ("caterpillar 5x2", 14, 15),
        ("caterpillar 3 x 4", 14, 15),
        ("caterpillar 4x0", 3, 4),
        ("caterpillar 0x3", 0, 0),
        ("grid 2 x 4", 10, 8),
        ("star 0", 0, 0),
        ("grid 0x5", 0, 0),
        ("a-b , b - c,c-a, d", 3, 3),
        ("a-b,b-a,a-b", 1, 2),
    ],
)
def test_graphs_read(text: str, edges: int, vertices: int) -> None:
    position = PLAIN.make(text)
    assert (len(position), len({end for edge in position for end in edge})) == (edges, vertices)
    assert PLAIN.make(PLAIN.show(position)) == position


def test_edges_stay_as_written_and_parallel_ones_stand_together() -> None:
    assert str(parse("hackenbush(0-1, 2-1, 0-3, 1-2, 3-3)")) == "hackenbush(0-1,2-1,2-1,0-3,3-3)"
    assert parse("hackenbush(0-1,1-2)") == parse("hackenbush(2-1,0-1)") != parse("hackenbush(0-1,0-2)")
    assert str(hackenbush("0-1").play(parse("nim(0)"))) == "hackenbush()"


def test_python_values() -> None:
    assert hackenbush([(0, 1), (1, "a")]) == parse("hackenbush(0-1,1-a)")
    assert node_removal("path 2") == node_removal({(0, 1), (1, 2)})


@pytest.mark.parametrize(
    "text",
    [
        "a-",
        "a-b,",
        "a--b",
        "a b",
        "tree 5",
        "path 10^9",
        "complete 10^400",
        "grid 10^9x0",
        "grid 3",
        "-1",
        "lonely",
        "path",
        "path5",
        "3x4-a",
    ],
)
def test_bad_graphs(text: str) -> None:
    with pytest.raises(NotationError):
        PLAIN.make(text)


@pytest.mark.parametrize("edges", [[1], ["ab"], [(1, 2, 3)], [("a", "b c")]])
def test_bad_python_values(edges: list[object]) -> None:
    with pytest.raises(NotationError, match="is not an edge"):
        PLAIN.make(edges)


def test_size_is_bounded() -> None:
    with pytest.raises(NotationError, match="at most 2,000"):
        PLAIN.make((0, i) for i in range(1, 2_002))


@pytest.mark.parametrize("board", [PLAIN, ROOTED], ids=["plain", "rooted"])
def test_form_is_the_same_for_all_names_and_different_otherwise(board: Graph) -> None:
    random, seen = Random(1), set[frozenset[Edges]]()
    for position in islice(board.small(6), 1, 120):
        copies = frozenset(renamings(position, board.ground))
        assert copies not in seen
        seen.add(copies)
        assert {form(copy, board.ground) for copy in random.sample(sorted(copies), min(len(copies), 12))} == {position}


def renamings(position: Edges, ground: str) -> set[Edges]:
    """The graph under every renaming of its vertices that keeps the ground."""
    names = sorted({end for edge in position for end in edge} - {ground})
    maps = (dict(zip(names, image, strict=True)) | {ground: ground} for image in permutations(names))
    return {sort((to[u], to[v]) for u, v in position) for to in maps} if len(names) < 7 else {position}


def test_small_lists_every_graph_once() -> None:
    sizes = [len(position) for position in PLAIN.small(5)]
    assert [sizes.count(edges) for edges in range(6)] == [1, 1, 2, 5, 11, 26]  # OEIS A000664


def test_symmetric_and_large_graphs_have_a_form() -> None:
    for text in ("complete 20", "cycle 40", "star 60", "grid 5x5", "path 1500"):
        position = PLAIN.make(text)
        assert form(form(position)) == form(position)
        assert len(form(position)) == len(position)


def test_components() -> None:
    position = ROOTED.make("0-1,0-2,2-3,0-0,0-0,1-4")
    assert components(position, "0") == [
        (("0", "1"), ("1", "4")),
        (("0", "2"), ("2", "3")),
        (("0", "0"),),
        (("0", "0"),),
    ]
    assert len(components(position)) == 1


def test_moves_in_words() -> None:
    assert {move.label for move in node_removal("a-b,b-c").moves()} == {f"remove the vertex {v}" for v in "abc"}
    assert {move.label for move in hackenbush("0-1,1-2,1-2").moves()} == {
        "cut the edge between the ground and 1",
        "cut the edge between 1 and 2",
    }


@pytest.mark.parametrize("name", FILES)
def test_files(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name])
    position = ROOTED.read(Reader(f"@{tmp_path / name}", files=True))
    assert sort(position) == sort(ROOTED.make(SAME))


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(BAD_FILES[name].encode("utf-8", "surrogatepass"))
    with pytest.raises(NotationError, match=name):
        list(graph_files.load(str(tmp_path / name)))


def test_files_are_read_only_where_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotationError, match="command line only"):
        parse("hackenbush(@/etc/hostname)")
    with pytest.raises(NotationError, match="cannot read"):
        ROOTED.read(Reader(f"@{tmp_path}/none.txt", files=True))
    monkeypatch.setattr(graph_files, "MOST_BYTES", 3)
    (tmp_path / "large.txt").write_text("0 1\n")
    with pytest.raises(NotationError, match="larger"):
        ROOTED.read(Reader(f"@{tmp_path}/large.txt", files=True))
