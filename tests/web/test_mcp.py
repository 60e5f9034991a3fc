"""`grundy mcp`, asked by the client of the package `mcp` over real standard input and output."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from anyio.from_thread import start_blocking_portal

from grundy import parse, solve
from grundy.catalog import entries
from grundy.solvers import search

if TYPE_CHECKING:
    from mcp import Client  # slow to load: by the tests that use it

TOOLS = {"solve", "explain", "winning_moves", "values", "period", "misere", "graph", "verify", "games"}
Call = Callable[..., Any]


@pytest.fixture(scope="module")
def conversation() -> Iterator[tuple["Client", Call]]:
    """A client of a server that was started as a program starts it, and a function that waits for its answers."""
    from mcp import Client, StdioServerParameters

    server = StdioServerParameters(command=sys.executable, args=["-m", "grundy", "mcp"], env=dict(os.environ))
    talking = Client(server, read_timeout_seconds=120)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(talking) as client:
        yield client, portal.call


@pytest.fixture
def ask(conversation: tuple["Client", Call]) -> Call:
    """The answer of a tool."""
    client, call = conversation

    def ask(tool: str, **arguments: Any) -> Any:
        result = call(client.call_tool, tool, arguments)
        assert not result.is_error, result.content
        return result.structured_content

    return ask


def winning(text: str) -> set[str]:
    """The winning moves by the definition."""
    return {str(move.to) for move in parse(text).each_move() if search.outcome(move.to) == "P"}


def test_ferguson_heaps_of_nim_under_both_plays(ask: Call) -> None:
    """2.6.2a and c, with the printed answer."""
    moves = ask("winning_moves", game="nim(12,19,27)")
    assert [move["to"] for move in moves["winning_moves"]] == ["nim(8,19,27)"]
    assert moves["method"] == "theorem: Bouton 1902"
    assert ask("solve", game="nim(12,19,27)", misere=True)["outcome"] == "N"


def test_ferguson_a_subtraction_game_repeats(ask: Call) -> None:
    """3.5.7, with a proof."""
    period = ask("period", ruleset="subtraction(2,5)", certificate=True)
    assert (period["period"], period["proved"]) == (7, True)
    assert ask("verify", certificate=period["certificate"])["valid"]
    assert period["method"]


def test_pritchard_treblecross(ask: Call) -> None:
    found = ask("solve", game="treblecross(10)")
    assert found["outcome"] == search.outcome(parse("treblecross(10)"))
    assert found["method"]


def test_cmu_hackenbush_and_dawsons_kayles(ask: Call) -> None:
    tree = "hackenbush(0-1,1-2,2-3,2-4,1-5,5-6,6-7)"
    why = ask("explain", game=tree)
    assert why["nimber"] == search.nimber(parse(tree))
    assert "colon" in why["text"]
    assert why["method"]
    values = ask("values", ruleset="dawsons_kayles(1)", to=10)
    assert values["values"] == [search.nimber(parse(f"dawsons_kayles(1)({n})")) for n in range(10)]
    assert values["method"]


def test_mit_a_graph_and_silver_dollar(ask: Call) -> None:
    graph = ask("graph", text="a: b c; b: d e; c: e; d: f; e: f g; f: g")
    assert graph["vertices"]["e"]["nimber"] == 2
    assert graph["method"]
    coins = ask("solve", game="silver_dollar(1,4,5,11)", certificate=True)
    assert ask("verify", certificate=coins["certificate"])["statement"].startswith("silver_dollar(1,4,5,11)")


def test_cairns_and_ho_brussels_sprouts(ask: Call) -> None:
    """How long it lasts does not depend on the moves, so parity decides; the last move loses under misère play."""
    assert ask("solve", game="brussels_sprouts(2)")["outcome"] == "P"
    assert ask("solve", game="brussels_sprouts(2)", misere=True)["outcome"] == "N"


def test_misere_play_of_heaps(ask: Call) -> None:
    genus = ask("misere", ruleset="kayles", to=8)
    assert (genus["quotient"]["order"], genus["outcomes"]) == (12, "NPNNPNNN")
    assert genus["method"]


def test_what_is_offered(conversation: tuple["Client", Call], ask: Call) -> None:
    from mcp import MCPError

    client, call = conversation
    tools = {tool.name: tool for tool in call(client.list_tools).tools}
    assert set(tools) == TOOLS
    assert all(tool.description and tool.input_schema["type"] == "object" for tool in tools.values())
    assert {one["name"] for one in ask("games")["games"]} == set(entries())
    assert ask("games", name="Dawson's Chess")["example"] == entries()["dawsons_chess"].example
    assert {str(one.uri) for one in call(client.list_resources).resources} == {"grundy://grammar", "grundy://rulesets"}
    (template,) = call(client.list_resource_templates).resource_templates
    assert template.uri_template == "grundy://rulesets/{name}"
    (grammar,) = call(client.read_resource, "grundy://grammar").contents
    assert "product := ruleset" in grammar.text
    (kayles,) = call(client.read_resource, "grundy://rulesets/kayles").contents
    assert json.loads(kayles.text)["example"] == "kayles(13)"
    with pytest.raises(MCPError, match="no resource"):
        call(client.read_resource, "grundy://nothing")
    with pytest.raises(MCPError, match="did you mean kayles"):
        call(client.read_resource, "grundy://rulesets/kaylse")


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("solve", {"game": "kaylse(5)"}, "did you mean kayles?"),
        ("solve", {"game": "nim(3,"}, "never closed"),
        ("solve", {}, "game: Field required"),
        ("solve", {"game": "nim(3)", "misere": "yes"}, "misere: "),
        ("solve", {"game": "nim(3)", "mos": 3}, "mos: there is no such argument"),
        ("solve", {"game": "nim(" + "3," * 20_000 + "3)"}, "at most 20000 characters"),
        ("solve", {"game": "hackenbush(@/etc/passwd)"}, "command line only"),
        ("values", {"ruleset": "kayles", "to": 10**9}, "at most 100,000"),
        ("graph", {"text": "\n".join(f"a b{n}" for n in range(20_001))}, "more than 20,000 arrows"),
        ("verify", {"certificate": "nonsense"}, "the certificate cannot be read"),
        ("verify", {"certificate": "base64:!"}, "damaged"),
        ("games", {"name": "kaylse"}, "did you mean kayles"),
        ("misere", {"ruleset": "sos"}, "sos"),
        ("slove", {"game": "nim(3)"}, "no tool is called 'slove'"),
    ],
    ids=lambda it: str(it)[:30],
)
def test_bad_input_is_a_tool_error_of_one_line(
    conversation: tuple["Client", Call], tool: str, arguments: dict[str, Any], words: str
) -> None:
    client, call = conversation
    result = call(client.call_tool, tool, arguments)
    assert result.is_error
    (content,) = result.content
    assert words in content.text
    assert "\n" not in content.text
    assert len(content.text) < 300


@pytest.mark.slow
def test_a_long_question_ends_and_the_next_is_answered(ask: Call) -> None:
    found = ask("solve", game="sprouts(30)", certificate=True)
    assert (found["outcome"], found["certificate"]) == (None, None)
    assert "not decided" in found["why_no_certificate"]
    assert ask("solve", game="nim(3,5)")["nimber"] == 6


@pytest.mark.parametrize("text", ["kayles(13) + nim(3,5,7)", "wythoff(10,15)", "nim(w*2+3)", "top_entails(3)"])
def test_answers_are_those_of_the_library(ask: Call, text: str) -> None:
    assert ask("solve", game=text) | {"seconds": 0} == solve(parse(text)).json() | {"seconds": 0}


def test_without_the_package_one_line_names_the_cure() -> None:
    program = "import sys; sys.modules['mcp'] = None; from grundy.__main__ import run; run()"
    done = subprocess.run([sys.executable, "-c", program, "mcp"], capture_output=True, text=True, check=False)
    line = "grundy: grundy mcp needs the package mcp; install it with `pip install 'grundy[mcp]'`\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
