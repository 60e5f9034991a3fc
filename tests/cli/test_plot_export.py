"""`grundy plot` and `grundy export`: files that other programs read, and errors that name the cure."""

import csv
import io
import json
from pathlib import Path

import networkx
import pytest
from click.testing import CliRunner

from grundy import Budget, kayles, parse, wythoff
from grundy.cli import group
from grundy.errors import GrundyError
from grundy.solvers.search import nimber
from grundy.solvers.value_sequence import nimber_table


def run_command(*words: str) -> str:
    """What a command prints; an error is raised."""
    return CliRunner().invoke(group, words, catch_exceptions=False, standalone_mode=False).output


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["octal(0.77)", "--to", "200"], "values"),
        (["octal(0.77)", "--kind", "histogram"], "histogram"),
        (["wythoff"], "heat"),
        (["turning_corners", "--size", "5x7"], "heat"),
        (["nim(3,5,7) + kayles(4)"], "board"),
        (["nim(1,2,2)", "--kind", "graph"], "graph"),
    ],
)
def test_each_kind_of_picture(words: list[str], kind: str, tmp_path: Path) -> None:
    for ending in ("svg", "png", "tex"):
        out = tmp_path / f"picture.{ending}"
        told = json.loads(run_command("plot", *words, "--out", str(out), "--json"))
        assert (told["kind"], told["file"]) == (kind, str(out))
        assert out.stat().st_size > 500
    assert run_command("plot", *words).startswith("<svg")


@pytest.mark.parametrize(
    ("words", "cure"),
    [
        (["plot", "nim(3)", "--out", "a.gif"], "name a file .svg"),
        (["plot", "nim", "--kind", "graph"], "write one, such as nim"),
        (["plot", "nim(3)", "--kind", "values"], "leave out the position"),
        (["plot", "kayels"], "did you mean kayles"),
        (["plot", "nim(10^12)", "--kind", "graph"], "take a smaller game"),
        (["plot", "wythoff", "--size", "0x9"], "such as 8x8"),
        (["plot", "wythoff", "--size", "1000x1000"], "at most 10,000"),
        (["plot", "kayles", "--to", "10^9"], "at most 1,000,000"),
        (["plot", "kayles", "--to", "0"], "ask for more"),
        (["export", "nim(3)", "--format", "csv"], "choose --format dot"),
        (["export", "kayles"], "choose --format csv"),
        (["export", "kayles", "--out", "values.doc"], "choose --format csv"),
        (["export", "nim(w)", "--format", "dot"], "has no graph"),
        (["export", "kayles", "--to", "10^12", "--format", "csv"], "at most"),
    ],
)
def test_what_cannot_be_drawn_is_told_before_work(words: list[str], cure: str, tmp_path: Path) -> None:
    import click

    with pytest.raises((GrundyError, click.ClickException)) as caught:
        run_command(*words)
    message = caught.value.format_message() if isinstance(caught.value, click.ClickException) else str(caught.value)
    assert cure in message
    assert "\n" not in message


def test_values_in_every_format() -> None:
    values = kayles.values(23).tolist()
    rows = list(csv.reader(io.StringIO(run_command("export", "kayles", "--to", "23", "--format", "csv"))))
    assert rows == [["n", "g"], *([str(n), str(value)] for n, value in enumerate(values))]
    told = json.loads(run_command("export", "kayles", "--to", "23", "--format", "json"))
    assert told == {"ruleset": "kayles", "from": 0, "values": values}
    bfile = run_command("export", "kayles", "--to", "23", "--format", "bfile")
    assert bfile == "".join(f"{n} {value}\n" for n, value in enumerate(values))
    latex = run_command("export", "kayles", "--to", "23", "--format", "latex").splitlines()
    cells = [line.removesuffix(r" \\").split(" & ") for line in latex[3:-1]]
    assert [int(cell) for line in cells for cell in line[1:] if cell.strip()] == values
    assert {len(line) for line in cells} == {11}


def test_tables_in_every_format() -> None:
    wanted = nimber_table(wythoff, 4, 5)
    rows = list(csv.reader(io.StringIO(run_command("export", "wythoff", "--size", "4x5", "--format", "csv"))))
    assert [[int(cell) for cell in row[1:]] for row in rows[1:]] == wanted
    assert json.loads(run_command("export", "wythoff", "--size", "4x5", "--format", "json"))["rows"] == wanted
    latex = run_command("export", "wythoff", "--size", "4x5", "--format", "latex").splitlines()
    cells = [line.removesuffix(r" \\").split(" & ")[1:] for line in latex[3:-1]]
    assert cells == [[str(value) if value else r"\fbox{0}" for value in row] for row in wanted]


def read(path: Path) -> networkx.DiGraph:
    """The graph of a file, as networkx reads it; DOT, which it leaves to others, as our reader does."""
    if path.suffix == ".graphml":
        return networkx.read_graphml(path)
    if path.suffix == ".json":
        return networkx.node_link_graph(json.loads(path.read_text()), edges="edges")
    from grundy.boards.graph_files import load_numbered

    names, tails, heads = load_numbered(str(path))
    graph = networkx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from((names[t], names[h]) for t, h in zip(tails, heads, strict=True))
    return graph


@pytest.mark.parametrize("ending", ["graphml", "json", "dot"])
@pytest.mark.parametrize("text", ["nim(1,2,2)", "kayles(5) + nim(1)", "digraph(a: b; b: c; c: a d; d: e)(a)"])
def test_graphs_are_read_back(ending: str, text: str, tmp_path: Path) -> None:
    out = tmp_path / f"game.{ending}"
    run_command("export", text, "--out", str(out))
    graph = read(out)
    told = json.loads(run_command("graph", str(out), "--json"))["vertices"]
    assert set(graph.nodes) == set(told)
    game = parse(text)
    assert told["p0"]["outcome"] == game.outcome
    if networkx.is_directed_acyclic_graph(graph):
        assert told["p0"]["nimber"] == nimber(game, budget=Budget(10_000))
        assert networkx.dag_longest_path_length(graph) == game.height
    if ending != "dot":
        assert graph.nodes["p0"]["outcome"] == game.outcome
        assert {graph.nodes[v]["nimber"] for v in graph} == {
            str(vertex["nimber"]) if vertex["nimber"] is not None else graph.nodes[v]["nimber"]
            for v, vertex in told.items()
        }


def test_boards_are_written_for_latex(tmp_path: Path) -> None:
    out = tmp_path / "board.tex"
    run_command("export", "kayles(7) + nim(3,5)", "--out", str(out))
    assert out.read_text().startswith(r"\begin{tikzpicture}")
    assert run_command("export", "chomp(3x4)", "--format", "svg").startswith("<svg")
