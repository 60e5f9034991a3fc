"""A heap game, a grid game and a graph game, each one file in a folder of its own, are at once everywhere.

Nothing else is edited: the files below are all that their author writes.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import httpx
import oracle
import pytest
import test_conformance as suite
from book import DOCS
from serving import run_server

from grundy import catalog, parse
from grundy.boards.heaps import HeapGame
from grundy.core.ruleset import Ruleset
from grundy.explain.account import explain
from grundy.play.match import Match
from grundy.play.players import perfect
from grundy.render.scenes.compose import draw_game
from grundy.render.text import draw

FILES = {
    "third_bite": '''
"""Third bite: take at least one stone and at most a third of the heap."""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.heaps import HeapGame


@dataclass(frozen=True)
class ThirdBite(HeapGame):
    """Take at least one stone and at most a third of the heap."""

    source = "a test 2026"
    example = "7,12"

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        return ((heap - take,) for take in range(1, heap // 3 + 1))
''',
    "planks": '''
"""Planks: cover three free squares that lie side by side in a row."""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.grid import Grid, Position
from grundy.core.ruleset import Ruleset


@dataclass(frozen=True)
class Planks(Ruleset[Position]):
    """Cover three free squares that lie side by side in a row."""

    board = Grid()
    source = "a test 2026"
    example = "2x5"

    def moves(self, position: Position) -> Iterator[Position]:
        for i, row in enumerate(position):
            for j in range(len(row) - 2):
                if row[j : j + 3] == "___":
                    yield (*position[:i], row[:j] + "xxx" + row[j + 3 :], *position[i + 1 :])
''',
    "corner_cutting": '''
"""Corner cutting: remove two edges of a graph that meet in a vertex."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from grundy.boards.graph import Graph
from grundy.boards.graph_forms import Edges
from grundy.core.ruleset import Ruleset


@dataclass(frozen=True)
class CornerCutting(Ruleset[Edges]):
    """Remove two edges that meet in a vertex."""

    board = Graph()
    source = "a test 2026"
    example = "a-b,b-c,c-d,d-a"

    def moves(self, position: Edges) -> Iterator[Edges]:
        for one, other in combinations(position, 2):
            if set(one) & set(other):
                yield tuple(edge for edge in position if edge not in (one, other))
''',
}
FAMILIES = {"third_bite": "Heaps", "planks": "Boards", "corner_cutting": "Graphs and curves"}
names = pytest.mark.parametrize("name", FILES)


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with the three files, which GRUNDY_GAMES names while these tests run."""
    place = tmp_path_factory.mktemp("games")
    for name, text in FILES.items():
        (place / f"{name}.py").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRUNDY_GAMES", str(place))
        yield place


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    with run_server() as server, httpx.Client(base_url=server.url, timeout=60) as it:
        yield it


def entry(name: str) -> catalog.Entry:
    found = catalog.find(name)
    assert found is not None
    return found


def grundy(*arguments: str, environment: dict[str, str] | None = None) -> str:
    command = [sys.executable, "-m", "grundy", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout


@names
def test_catalogue(name: str) -> None:
    assert catalog.entries()[name] == entry(name)
    assert entry(name).family == FAMILIES[name]
    assert entry(name).about.title == name.replace("_", " ")


def test_command_line(folder: Path) -> None:
    """By GRUNDY_GAMES, and by `--games` with a file or with the folder."""
    listed = grundy("games")
    assert all(name in listed for name in FILES)
    bare = {key: value for key, value in os.environ.items() if key != "GRUNDY_GAMES"}
    for name in FILES:
        path = folder if name == "planks" else folder / f"{name}.py"
        text = f"{entry(name).example} + nim(1)"
        answer = json.loads(grundy("--games", str(path), "solve", text, "--json", environment=bare))
        assert answer["outcome"] == parse(text).outcome


@names
def test_sum(name: str) -> None:
    game = parse(entry(name).example)
    assert game.nimber == oracle.nimber(entry(name).ruleset, game.summands[0].position)
    assert (game + parse(f"nim({game.nimber})")).outcome == "P"


@names
def test_play(name: str) -> None:
    """The perfect player wins against whoever takes the first move."""
    game = parse(entry(name).example)
    match = Match.of(game if game.outcome == "N" else game + parse("nim(1)"))
    while not match.is_over:
        match = match.play(perfect(match).move if match.mover == 0 else next(match.game.each_move()))
    assert match.winner == 0


@names
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_explanation(name: str, misere: bool) -> None:
    told = explain(parse(entry(name).example), misere, full=True)
    assert told.outcome
    assert told.blocks
    assert entry(name).example in told.text()


@names
def test_picture(name: str) -> None:
    game = parse(entry(name).example)
    assert ElementTree.fromstring(draw_game(game).svg).tag.endswith("svg")
    assert draw(game).count("\n") >= 1


@names
def test_gallery_and_web_page(client: httpx.Client, name: str) -> None:
    gallery = client.get("/").text
    assert f"/pictures/{name}.svg" in gallery
    assert client.get(f"/pictures/{name}.svg").headers["content-type"].startswith("image/svg+xml")
    page = client.get(f"/play/{quote(entry(name).example)}?values=1&coach=2", follow_redirects=True)
    assert page.status_code == 200
    assert '<svg class="board' in page.text
    assert 'class="nudge"' in page.text


@names
def test_docs_page(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    import catalogue  # type: ignore[import-not-found]
    from pages import Folder  # type: ignore[import-not-found]

    text = "\n".join(catalogue.page(entry(name), Folder(tmp_path)))
    assert entry(name).about.rules in text
    assert "- Source: a test 2026" in text
    assert f'`grundy explain "{entry(name).example}"`' in text
    assert (tmp_path / f"{name}.svg").exists()


def suites(ruleset: Ruleset[Any]) -> Iterator[type]:
    """The classes of the conformance suite that a ruleset belongs to."""
    yield from (suite.TestValues, suite.TestOutcomes, suite.TestNotation)
    if isinstance(ruleset, HeapGame):
        yield suite.TestHeaps


@names
def test_conformance(name: str) -> None:
    ruleset = entry(name).ruleset
    assert ruleset is not None
    suite.test_claims(ruleset)
    for tests in suites(ruleset):
        for test in (vars(tests)[key] for key in vars(tests) if key.startswith("test_")):
            if "misere" in test.__annotations__:
                test(tests(), ruleset, misere=False, first=True)
                test(tests(), ruleset, misere=True, first=True)
            else:
                test(tests(), ruleset)
