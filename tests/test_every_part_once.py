"""The first tier asks every command and every page once; every ruleset is in `test_conformance.py`."""

from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner

from grundy.cli import group
from grundy.web import all_pages

COMMANDS = {  # in their order: what one writes, another reads
    "solve": ["nim(3,5,7)"],
    "explain": ["kayles(4)"],
    "values": ["kayles", "--to", "60", "--out", "kayles.seq"],
    "seq": ["kayles.seq"],
    "period": ["kayles"],
    "table": ["cram", "3x3"],
    "calc": ["24*17"],
    "games": [],
    "play": ["nim(1)"],
    "misere": ["kayles", "--to", "6"],
    "conjecture": ["nim"],
    "same": ["nim", "nim"],
    "lookup": ["0,1,2,3,1,4"],
    "graph": ["moves.edges"],
    "plot": ["nim(1,2)", "--out", "x.svg"],
    "export": ["wythoff", "--size", "3x3", "--format", "latex"],
    "bipartite": ["--most", "3", "--up-to", "6"],
    "certify": ["kayles(5)", "--out", "proof"],
    "verify": ["proof"],
    "strategy": ["nim(1,2)"],
    "sweep": ["octal(0.?)", "--limit", "64", "--workers", "1", "--out", "x.db"],
    "atlas": ["x.db"],
    "completion": ["bash"],
    "puzzle": ["--ruleset", "nim", "--seed", "1"],
    "worksheet": ["--count", "1"],
    "link": ["nim(1,2)"],
    "check": ["answers.csv", "--sheet", "nim/1/0/any"],
}
PAGES = [
    "/",
    "/picture.svg?game=nim(1,2)",
    "/healthz",
    "/favicon.ico",
    "/board.css",
    "/pictures/nim.svg",
    "/play/nim(1,2)",
    "/setup?q=nim(1)",
]
PAGES += ["/watch/nim(1,2)", "/move/nim(2)?to=nim(1)", "/lab", "/lab/", "/lab/card/misere?q=kayles", "/lab/plot.css"]
PAGES += [
    "/games/sprouts/draw.js",
    "/line/sprouts(2)?index=0&note=0.0.0.1.0",
    "/thinking/nim(1,2)",
    "/values/nim(1,2)",
    "/setup/nim(1,2)",
    "/strategy/nim(1,2)",
    "/random/nim(1,2)?seed=1",
]
PAGES += ["/learn", "/learn/mex", "/learn/two-heaps?task=1&answer=nim(9)"]
PAGES += ["/puzzles", "/puzzles/daily", "/puzzles/nim/win/0", "/class?to=puzzles", "/class"]
PAGES += ["/atlas", "/atlas/rows.csv?code=0.77", "/atlas/octal(0.77)"]
PAGES += ["/lab/mex.svg?q=kayles", "/film/nim(1,2)", "/llms.txt"]
PAGES += ["/picture.svg?game=nim(1,2)", "/lab/nim", "/lab/digraph", "/lab/digraph.svg?q=a:+b", "/lab/hackenbush"]


def test_every_command_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "moves.edges").write_text("a b\nb a\n")
    (tmp_path / "answers.csv").write_text("student,question,answer\nAda,1,0\n")
    others = {"serve", "site", "mcp", "warm"}  # the first answers below, the others in tests/web and tests/cli
    assert {*COMMANDS} | others == {*group.list_commands(click.Context(group))}
    for name, arguments in COMMANDS.items():
        done = CliRunner().invoke(group, [name, *arguments], input="1\n")
        assert done.exit_code == 0, (name, done.output, done.exception)
        assert done.output


@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers(client: httpx.Client, path: str) -> None:
    assert client.get(path, follow_redirects=True).status_code == 200


def test_no_page_is_left_out() -> None:
    paths = [path.partition("?")[0] for path in PAGES]
    for route in all_pages.PAGES:
        assert any(route.expression.fullmatch(path) for path in paths), route.pattern
