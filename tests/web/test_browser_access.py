"""Accessibility, checked by axe in a real browser on every kind of page, light, dark and on a phone."""

from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import PHONE, browser, open_page
from playwright.sync_api import Browser
from serving import Server
from test_browser import SMALL_GAMES

pytestmark = pytest.mark.slow

__all__ = ["browser"]

PAGES = [
    "/",
    "/?q=nothing",
    "/play/nim(3,5",
    "/play/nimm(3)",
    "/lab",
    "/setup/nim(3,5) + cram(__/_x)",
    "/setup/hackenbush(0-1,1-2)?first=turns",
    "/random/chomp(3,2)?want=won&seed=2",
    "/play/nim(3,5,7)?values=1&coach=3",
    "/play/kayles(10^12)",
    "/play/nim(0)",
    "/play/hackenbush(0-1,1-2)?coach=2&values=1",
    "/play/nim(5,7)?h=nim(3,5,7)~nim(3,5,8)&lost=win&told=1",
    "/play/nim(3,5)?vs=watch",
    *(f"/play/{quote(game)}?values=1" for game in SMALL_GAMES),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, server: Server, scheme: str) -> None:
    """All pages in one test, because the browser reads axe once for each."""
    axe, wrong = Axe(), list[str]()
    with open_page(browser, server.url, color_scheme=scheme, viewport=PHONE if scheme == "dark" else None) as page:
        for path in PAGES if scheme == "light" else PAGES[:15]:
            page.goto(server.url + path)
            found = axe.run(page).response["violations"]
            wrong += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
    assert not wrong
