"""Accessibility, checked by axe in a real browser on every kind of page, light and dark, wide and on a phone."""

from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import DESK, PHONE, browser, open_page
from playwright.sync_api import Browser, Page
from serving import Server
from test_browser import SMALL_GAMES
from thorough import share

pytestmark = pytest.mark.slow

__all__ = ["browser"]

REVIEW = "/play/nim(0)?h=nim(3,4,5)~nim(3,4,4)~nim(4,4)~nim(4)&turn=computer"
KINDS = [  # every kind of page
    "/",
    "/?q=nothing",
    "/?q=coins",
    "/?family=Boards",
    "/?like=kayles",
    "/nowhere",
    "/play/nim(3,5",
    "/play/nimm(3)",
    "/lab",
    "/setup/nim(3,5) + cram(__/_x)",
    "/setup/hackenbush(0-1,1-2)?first=turns",
    "/random/chomp(3,2)?want=won&seed=2",
    "/lab?q=kayles",
    "/lab/nim",
    "/lab/digraph",
    "/class?to=play/nim(3,5)",
    "/strategy/cram(4x4)",
    "/strategy/kayles(5) + nim(1,2)?misere=1",
    "/play/nim(3,5,7)?values=1&coach=3",
    "/play/nim(3,4,2)?h=nim(3,5,7)~nim(3,4,7)",
    "/play/kayles(10^12)",
    "/play/nim(0)",
    "/play/hackenbush(0-1,1-2)?coach=2&values=1",
    "/play/nim(5,7)?h=nim(3,5,7)~nim(3,5,8)&lost=win&told=1",
    "/play/nim(3,5)?vs=watch",
    "/play/nim(3,5,2)?h=nim(3,5,7)&vs=person&full=1&values=1",
    REVIEW,
    f"{REVIEW}&full=1",
    "/play/nim(3,4,4)?h=nim(3,4,5)&r=nim(4,4)~nim(4)~nim(0)&look=1",
]
BOARDS = [f"/play/{quote(game)}?values=1" for game in SMALL_GAMES]
# Rules that axe has off by default; of what is right only the names are asked for, which are not read over one by one.
OPTIONS = {"rules": {"label-content-name-mismatch": {"enabled": True}}, "resultTypes": ["violations"]}


def violations(axe: Axe, page: Page, name: str) -> list[str]:
    """What axe finds wrong on a page, by the name of that page."""
    found = axe.run(page, options=OPTIONS).response["violations"]
    return [f"{name}: {one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


@pytest.mark.parametrize(
    ("size", "scheme"), share([("desk", "light"), ("desk", "dark"), ("phone", "dark"), ("phone", "light")], 2)
)
def test_axe_finds_nothing(browser: Browser, server: Server, scheme: str, size: str) -> None:
    """All pages in one test, because the browser reads axe once for each."""
    axe, wrong = Axe(), list[str]()
    boards = BOARDS[::2] if scheme == "light" else BOARDS[1::2]
    with open_page(browser, server.url, color_scheme=scheme, viewport=PHONE if size == "phone" else DESK) as page:
        for path in [*KINDS, *(boards if size == "desk" else [])]:
            page.goto(server.url + path)
            wrong += violations(axe, page, path)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_amid_a_move(browser: Browser, server: Server, scheme: str) -> None:
    """Where pieces are chosen, where a move is offered, and with the list of keys."""
    axe, wrong = Axe(), list[str]()
    with open_page(browser, server.url, color_scheme=scheme) as page:
        for game, key in (("kayles(9)", "0:p-0-3"), ("sprouts(4)", "0:s0"), ("rugs(HT/TH)", "0:c-2-2")):
            page.goto(f"{server.url}/play/{quote(game)}?vs=person")
            page.locator(f"[data-key='{key}']").click()
            page.wait_for_selector("#board .chosen")
            page.keyboard.press("?")
            wrong += violations(axe, page, game)
    assert not wrong, "\n".join(wrong)
