"""Sprouts in a real browser: whole games with curves drawn by mouse, by touch on a phone, and by keyboard."""

from collections.abc import Iterator
from random import Random
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from browser import PHONE, browser, open_page
from hands import Tally, play_whole_game, press, tap
from playwright.sync_api import Browser, Page
from serving import Server, run_server

from grundy import parse
from grundy.games.sprouts.mesh import Point, between
from grundy.games.sprouts.replay import tell
from grundy.games.sprouts.route import find_route
from grundy.games.sprouts.sheet import Sheet
from grundy.web.match_state import MatchState

__all__ = ["browser"]
pytestmark = pytest.mark.slow
PATIENCE_MS = 30_000


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with run_server() as running:
        yield running


def sheet_of(page: Page) -> Sheet:
    """The picture of the page, from its address."""
    address = urlsplit(page.url)
    state = MatchState.read(unquote(address.path).partition("/play/")[2], dict(parse_qsl(address.query)))
    positions = tuple(parse(text).summands[0].position for text in (*state.past, state.game))
    notes = (*state.notes, *("",) * (len(state.past) - len(state.notes)))
    story = tell(positions, notes, "brussels" in state.game)
    assert story is not None
    return story.sheet


def drag(page: Page, points: list[Point]) -> None:
    """Draw a line through points of the picture with the mouse."""
    place = """(points) => {
      const sheet = document.querySelector("#board [data-key^='0:s']").parentNode, matrix = sheet.getScreenCTM();
      return points.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix)).map((point) => [point.x, point.y]);
    }"""
    (x, y), *others = page.evaluate(place, points)
    page.mouse.move(x, y)
    page.mouse.down()
    for x, y in others:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def wait_for_move(page: Page, number: int) -> None:
    page.locator(f".history li:nth-child({number})").wait_for(state="attached", timeout=PATIENCE_MS)


@pytest.mark.parametrize(
    "game", ["sprouts(2)", "sprouts(0.AB.%2FAB.)", "brussels_sprouts(1)", "brussels_sprouts([3 2])"]
)
def test_a_whole_game_is_drawn_with_the_mouse(browser: Browser, server: Server, game: str) -> None:
    chance, moves = Random(2), 0
    with open_page(browser, f"{server.url}/play/{game}?vs=person") as page:
        while not page.locator("#status strong").count():
            sheet = sheet_of(page).copy()
            curve = chance.choice(list(sheet.map.curves()))
            route, at = find_route(sheet, curve), sheet.mesh.at
            middles = [between(at[u], at[v]) for u, v in route]
            ends = (at[sheet.spot_of(curve.face, place)] for place in (curve.start, curve.end))
            start, end = ends
            drag(page, [start, *middles, end])
            moves += 1
            wait_for_move(page, moves)
        assert moves >= 3
        assert page.locator("#board .edge").count() >= 2 * moves, "the last picture stays"


def test_a_line_that_crosses_a_curve_is_red_and_no_move(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/play/sprouts(3)?vs=person") as page:
        one, two, three = (sheet_of(page).point(spot) for spot in range(3))
        drag(page, [one, three])
        assert page.locator("#status").inner_text().startswith("First player")
        drag(page, [one, (two[0], two[1] + 60), three])
        wait_for_move(page, 1)
        new = sheet_of(page).point(3)
        drag(page, [two, (new[0] + 30, new[1] + 70), (new[0] + 60, new[1] + 70), two])
        assert page.locator(".drawn.wrong").count() == 1
        assert "crosses" in page.locator("#chosen").inner_text()
        assert page.locator(".history li").count() == 1


def test_whole_games_by_touch_and_by_keyboard(browser: Browser, server: Server) -> None:
    for hand, options in ((tap, {"viewport": PHONE, "has_touch": True}), (press, {})):
        for game in ("sprouts(3)", "sprouts(22.; 0.22.)", "brussels_sprouts(2)"):
            tally = Tally()
            with open_page(browser, f"{server.url}/play/{game}?vs=person", **options) as page:
                play_whole_game(page, game, hand, Random(3), tally)
            assert not tally.lost
            assert not tally.untouchable
            assert not tally.dead_ends
            assert tally.moves >= 4


def test_hovering_or_focusing_a_move_shows_its_curve(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/play/sprouts(0*2.AB.%2F0.AB.)?vs=person") as page:
        planned = page.locator("#board .planned")
        page.locator("#board [data-key='0:s2']").click()
        page.locator("#board [data-key='0:s0']").hover()
        planned.wait_for(state="attached")
        page.locator("#board [data-key='0:s3']").click()
        assert not planned.count()
        curves = set()
        chips = page.locator("#board .later.open")
        for n in range(chips.count()):
            chips.nth(n).focus()
            planned.wait_for(state="attached")
            curves.add(planned.get_attribute("d"))
        assert len(curves) == chips.count() > 1
        page.keyboard.press("Escape")
        page.locator("details:has(.moves)").evaluate("details => details.open = true")
        page.locator(".moves > li").first.hover()
        planned.wait_for(state="attached")
        page.mouse.move(5, 5)
        planned.wait_for(state="detached")
        assert not page.locator(".history li").count()


def test_words_of_moves_agree_with_the_picture(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/play/sprouts(4)?vs=person") as page:
        page.locator("#board [data-key='0:s1']").click()
        page.locator("#board [data-key='0:s3']").click()
        page.wait_for_selector(".history li")
        assert "joined spot 2 with spot 4" in page.locator(".last-move").inner_text()
        assert sheet_of(page).arcs[0][0] == sheet_of(page).spots[1]
