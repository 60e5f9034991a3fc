"""What makes values visible: game trees, heat maps on boards, sliders, and films."""

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from browser import browser, open_page
from playwright.sync_api import Browser, expect
from serving import Server

from grundy import parse
from grundy.errors import GrundyError
from grundy.expressions import parse_ruleset
from grundy.render import plot
from grundy.render.charts import SHADES
from grundy.solvers import search
from grundy.solvers.solver import Solver
from grundy.web import lab_tasks
from grundy.web.move_values import heat_map

__all__ = ["browser"]
SVG = "{http://www.w3.org/2000/svg}"
Json = dict[str, Any]


def nodes(root: Json) -> Iterator[Json]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += node["options"]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("name", ["nim(2,3)", "kayles(6)", "hackenbush(0-a,a-b,a-c)"])
def test_a_tree_has_the_outcomes_of_the_definition(name: str, misere: bool) -> None:
    found = lab_tasks.tree(name, misere, 10.0)
    ruleset = name.partition("(")[0]
    told = {node["name"]: (node["outcome"], node["nimber"]) for node in nodes(found["root"])}
    assert len(told) == found["positions"]
    for text, (outcome, nimber) in told.items():
        game = parse("nim(0)" if text == "end" else f"{ruleset}({text})")
        assert outcome == search.outcome(game, misere), text
        assert misere or nimber == str(search.nimber(game)), text


def test_a_tree_unfolds_each_position_once_and_ends_at_a_cycle() -> None:
    found = lab_tasks.tree("digraph(a: b c; b: a d; c: d)(a)", False, 10.0)
    unfolded = [node["name"] for node in nodes(found["root"]) if node["is_first"]]
    assert sorted(unfolded) == ["a", "b", "c", "end"]


@pytest.mark.parametrize(("name", "said"), [("nim(30,30)", "more than 300 positions"), ("nimstring(1x1)", "the turn")])
def test_what_has_no_tree_is_said(name: str, said: str) -> None:
    with pytest.raises(Exception, match=said):
        lab_tasks.tree(name, False, 10.0)


@pytest.mark.parametrize(("name", "misere"), [("sylver(3,4)", True), ("notakto(XX./X.X/.X.)", False)])
def test_a_play_that_makes_no_sense_has_no_tree(name: str, misere: bool) -> None:
    with pytest.raises(GrundyError):
        lab_tasks.tree(name, misere, 10.0)
    with pytest.raises(GrundyError):
        plot.graph(parse(name), misere)
    assert lab_tasks.tree(name, not misere, 10.0)["positions"]


def test_heat_map_is_the_table() -> None:
    shades = heat_map(parse("wythoff(4,6)"), Solver(), 10.0)
    values = {key: search.nimber(parse("wythoff({},{})".format(*key[4:].split("-")))) for key in shades}
    assert len(shades) == 5 * 7
    assert {key for key, shade in shades.items() if shade == 0} == {key for key, value in values.items() if value == 0}
    assert max(shades.values()) == SHADES
    assert sorted(values, key=values.__getitem__) == sorted(values, key=lambda key: (values[key], shades[key]))


def test_heat_map_of_a_bar_shows_what_bites_leave() -> None:
    game = parse("chomp(4,3,1)")
    shades = heat_map(game, Solver(), 10.0)
    squares = game.summands[0].ruleset.board.squares(game.summands[0].position)
    assert {*squares.values()} == {move.position for move in game.moves()}
    lost = {
        f"0:{key}" for key, rows in squares.items() if search.nimber(parse(f"chomp({','.join(map(str, rows))})")) == 0
    }
    assert {key for key, shade in shades.items() if shade == 0} == lost
    assert lost == {"0:q-1-3", "0:q-3-1"}


@pytest.mark.parametrize(
    ("name", "texts", "values"),
    [
        ("subtraction(1,3,4)", ["subtraction(", ",", ",", ")"], [1, 3, 4]),
        ("octal(0.137)", ["octal(0.", "", "", ")"], [1, 3, 7]),
        ("hexadecimal(0.8F)", ["hexadecimal(0.", "", ")"], [8, 15]),
        ("moore_nim(2)", ["moore_nim(", ")"], [2]),
    ],
)
def test_sliders_stand_for_the_numbers_of_the_rules(name: str, texts: list[str], values: list[int]) -> None:
    found = lab_tasks.sliders(parse_ruleset(name))
    assert found
    assert (found["texts"], found["values"]) == (texts, values)


def test_rules_without_numbers_have_no_sliders() -> None:
    assert lab_tasks.sliders(parse_ruleset("wythoff")) is None


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/film/nim(1)?h=nim(3,5)~nim(3,3)", "/lab/mex.svg?q=0.77"])
def test_films(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert len(ElementTree.fromstring(answer.text).findall(f"{SVG}g[@class='frame']")) in (3, 16)


@pytest.mark.slow
def test_values_follow_a_slider(server: Server, browser: Browser) -> None:
    with open_page(browser, f"{server.url}/lab?q={{1,3,4}}") as page:
        page.locator(".parameter").nth(1).focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("h1")).to_contain_text("subtraction(1,2,4)")
        expect(page.locator("#values tbody tr").first).to_contain_text("0 0 1 2 0 1 2".replace(" ", ""))
        expect(page.locator(".parameter").nth(1)).to_be_focused()
        page.reload()
        expect(page.locator("h1")).to_contain_text("subtraction(1,2,4)")


@pytest.mark.slow
def test_a_tree_is_valued_from_its_ends_up(server: Server, browser: Browser) -> None:
    with open_page(browser, f"{server.url}/lab?q=nim(2,2)") as page:
        slider = page.locator("#tree input[type=range]")
        root = page.locator(".tree > li > details > summary .worth")
        expect(root).to_be_visible()
        slider.focus()
        page.keyboard.press("Home")
        expect(root).to_be_hidden()
        expect(page.locator(".tree .leaf:has-text('end') .worth").first).to_be_visible()
        page.keyboard.press("End")
        expect(root).to_be_visible()
        page.get_by_role("button", name="Unfold all").click()
        expect(page.locator(".tree details:not([open])")).to_have_count(0)
