"""`grundy graph`: every format of file, the JSON that scripts rely on, drawings, and files that are no graphs."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from loops import Graph, digraphs

from grundy.boards import graph_files
from grundy.errors import NotationError, UndefinedError
from grundy.render.digraph import draw_digraph
from grundy.render.layers import lay_out
from grundy.solvers import retrograde

Completed = subprocess.CompletedProcess[str]
FERGUSON = {"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["e"], "e": [], "z": []}
EDGES = [(tail, head) for tail, heads in FERGUSON.items() for head in heads]
FILES = {
    "g.dot": "digraph g { rankdir=LR; node [shape=box]; a -> b -> c -> a; /* x -> y */ c -> d [label=v]; d->e z }",
    "g.gv": 'strict digraph { subgraph one { "a" -> b; b -> c } c -> {a} }'.replace(
        "c -> {a}", "c -> a; c -> d; d -> e; z"
    ),
    "g.graphml": '<graphml><graph edgedefault="directed"><node id="z"/>'
    + "".join(f'<edge source="{tail}" target="{head}"/>' for tail, head in EDGES)
    + "</graph></graphml>",
    "followers.json": json.dumps(FERGUSON),
    "links.json": json.dumps(
        {"directed": True, "nodes": [{"id": "z"}], "links": [{"source": t, "target": h} for t, h in EDGES]}
    ),
    "edges.json": json.dumps({"nodes": ["z"], "edges": EDGES}),
    "g.txt": "a: b; b: c\nc: a d # back\nd: e\nz:\n",
    "arrows.txt": "a -> b\nb c\nc,a\nc\td\nd - e\nz:",
    "walks.txt": "a -> b -> c\nc > a\nc-d-e;\nz:",
    "table.csv": "Source,Target\na,b\nb,c\nc,a\nc,d\nd,e\nz:",
    "networkx.edgelist": "a b {'weight': 1}\nb c {}\nc a {}\nc d {}\nd e {}\nz:",
}
BAD = {
    "g.png": "a b",
    "undirected.dot": "graph { a -- b }",
    "undirected.graphml": '<graphml><graph edgedefault="undirected"><edge source="a" target="b"/></graph></graphml>',
    "one.graphml": '<graphml><graph><edge directed="false" source="a" target="b"/></graph></graphml>',
    "undirected.json": '{"directed": false, "edges": [["a", "b"]]}',
    "empty.txt": "",
    "empty.json": "{}",
    "words.json": '{"a": "b"}',
    "colon.txt": "a: b\nc: <d>\n",
    "name.txt": "a: b\nc.d e\n",
    "three.txt": "a b c\n",
    "comma.txt": "a -> b, c\n",
    "back.txt": "a <- b\n",
    "triple.json": "[[0, 1, 2]]",
}


def grundy(*arguments: str) -> Completed:
    command = [sys.executable, "-m", "grundy", "graph", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def put(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_json_is_as_promised(tmp_path: Path) -> None:
    done = grundy(put(tmp_path, "g.dot", FILES["g.dot"]), "--json")
    vertices = json.loads(done.stdout)["vertices"]
    assert list(vertices) == list("abcdez")
    about = {"outcome": "N", "misere": "P", "nimber": 1, "height": 1, "remoteness": 1, "winning_moves": ["e"]}
    assert vertices["d"] == about
    about = {"outcome": "D", "misere": "N", "nimber": None, "height": None, "remoteness": None, "winning_moves": []}
    assert vertices["c"] == about | {"infinity": [1]}
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("text", "whole", "line"),
    [
        ("a: b; b: c", {"height": 2, "bipartite": True, "simple": True, "alternates_from": 0}, "bipartite; simple"),
        (
            "a: b c; b: c",
            {"height": 2, "bipartite": False, "simple": True, "alternates_from": None},
            "nor ultimately so",
        ),
        ("d: c; c: a; a: b e; b: e", None, "not bipartite, nor"),
        ("a: b; b: a", None, "with cycles"),
    ],
)
def test_what_holds_of_the_whole(text: str, whole: dict[str, object] | None, line: str, tmp_path: Path) -> None:
    path = put(tmp_path, "g.txt", text)
    assert line in grundy(path).stdout.splitlines()[-1]
    found = json.loads(grundy(path, "--json").stdout)["digraph"]
    assert found == {"acyclic": True, **whole} if whole else found["acyclic"] == ("cycles" not in line)


def test_misere_changes_moves_and_remoteness(tmp_path: Path) -> None:
    done = grundy(put(tmp_path, "g.txt", FILES["g.txt"]), "--json", "--misere")
    vertices = json.loads(done.stdout)["vertices"]
    assert [vertices[v]["remoteness"] for v in "abcdez"] == [4, 3, 2, 1, 0, 0]
    assert [vertices[v]["winning_moves"] for v in "abcd"] == [["b"], [], ["d"], []]


def test_every_sprague_grundy_function_is_listed(tmp_path: Path) -> None:
    path = put(tmp_path, "g.txt", "a: b; b: a c; d: e; e: d")
    found = json.loads(grundy(path, "--functions", "--json").stdout)["functions"]
    assert found == [{"a": 0, "b": 1, "c": 0, "d": d, "e": 1 - d} for d in (0, 1)]
    assert "2 Sprague-Grundy functions" in grundy(path, "--functions").stdout
    ring = put(tmp_path, "ring.txt", "a: b; b: c; c: a")
    assert json.loads(grundy(ring, "--functions", "--json").stdout) == {"functions": []}


def test_table_and_drawing(tmp_path: Path) -> None:
    done = grundy(put(tmp_path, "g.dot", FILES["g.dot"]), "--svg", str(tmp_path / "g.svg"))
    assert done.stdout.splitlines()[4].split() == ["d", "N", "P", "1", "1", "1", "e"]
    assert "∞{1}" in done.stdout
    assert len(list(ElementTree.parse(tmp_path / "g.svg").iter("{http://www.w3.org/2000/svg}rect"))) == 6


def test_large_files_go_to_the_kernel(tmp_path: Path) -> None:
    random = Random(1)
    arrows = "\n".join(f"{random.randrange(3000)} {random.randrange(3000)}" for _ in range(6_000))
    names, tails, heads = graph_files.load_numbered(put(tmp_path, "g.txt", arrows))
    found = dict(retrograde.analyse_arrows(names, tails, heads))
    assert len(tails) > retrograde.PLAIN_ARROWS
    assert found == retrograde.analyse(retrograde.followers(names, tails, heads))


@pytest.mark.parametrize("name", FILES)
def test_formats(name: str, tmp_path: Path) -> None:
    names, tails, heads = graph_files.load_numbered(put(tmp_path, name, FILES[name]))
    found = retrograde.followers(names, tails, heads)
    assert {v: sorted(heads) for v, heads in found.items()} == FERGUSON


def test_formats_of_standard_input() -> None:
    starts = {"[[0, 1]]": ".json", ' {"0": [1]}': ".json", "<graph/>": ".graphml", "digraph {}": ".dot", "a -> b": ""}
    assert {text: graph_files.recognise(text) for text in starts} == starts


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=name):
        graph_files.load_numbered(put(tmp_path, name, BAD[name]))


def test_bad_input_is_one_line_and_exit_2(tmp_path: Path) -> None:
    (tmp_path / "noise.dot").write_bytes(bytes(range(256)) * 1000)
    path = put(tmp_path, "g.dot", FILES["g.dot"])
    for arguments in (
        [str(tmp_path / "noise.dot")],
        [str(tmp_path / "none.dot")],
        [str(tmp_path)],
        [put(tmp_path, "g.xlsx", "x")],
        [path, "--svg", str(tmp_path / "none" / "g.svg")],
    ):
        done = grundy(*arguments)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.stderr


def test_what_has_no_end_is_refused() -> None:
    with pytest.raises(NotationError, match="larger than"):
        graph_files.load_numbered("/dev/zero")


def test_names_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_files, "MOST_VERTICES", 10)
    with pytest.raises(NotationError, match="more than 10 vertices"):
        graph_files.load_numbered(put(tmp_path, "g.txt", "\n".join(f"{i} {i + 1}" for i in range(20))))


def test_a_drawing_is_bounded() -> None:
    with pytest.raises(UndefinedError, match="at most 400"):
        draw_digraph({str(v): [] for v in range(401)})
    with pytest.raises(UndefinedError, match="too many long arrows"):
        draw_digraph({str(v): [str(u) for u in range(v)] for v in range(100)})


@settings(max_examples=60)
@given(digraphs(12))
def test_layouts(graph: Graph) -> None:
    """Arrows change layers, nothing in a row overlaps, and the drawing is well-formed."""
    named = {str(v): [str(head) for head in heads] for v, heads in graph.items()}
    layout = lay_out(named, dict.fromkeys(named, 40.0), 20.0)
    assert {(v, head) for v, heads in named.items() for head in heads if v != head} == set(layout.paths)
    rows: dict[int, list[tuple[float, float]]] = {}
    for node, x in layout.x.items():
        layer = layout.layer[node] if isinstance(node, str) else node[1]
        rows.setdefault(layer, []).append((x, 20.0 if isinstance(node, str) else 0.0))
    for row in map(sorted, rows.values()):
        for (x, half), (right, other) in pairwise(row):
            assert right - x >= half + other + 20 - 1e-6
    assert len(list(ElementTree.fromstring(draw_digraph(named).svg).iter("{http://www.w3.org/2000/svg}rect"))) == len(
        named
    )
