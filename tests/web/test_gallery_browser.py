"""The gallery in a real browser: the box hides at once what does not have the words, as the server would find them."""

import pytest
from browser import browser, open_page
from playwright.sync_api import Browser
from serving import Server

from grundy.web.gallery import find_families, rulesets

pytestmark = pytest.mark.slow

__all__ = ["browser"]

SHOWN = """() => [...document.querySelectorAll('section:not(.start) .cards > li')]
  .filter((card) => card.checkVisibility()).map((card) => card.querySelector('.name').textContent)"""


def titles(search: str) -> list[str]:
    return [entry.about.title for group in find_families(search).values() for entry in group]


def test_the_box_filters_as_one_types(browser: Browser, server: Server) -> None:
    with open_page(browser, server.url) as page:
        assert len(page.evaluate(SHOWN)) == len(rulesets())
        for search in ("coins", "Dawson's", "dominoes", "domino cover"):
            page.locator("#q").fill("")
            page.locator("#q").press_sequentially(search)
            assert page.evaluate(SHOWN) == titles(search)
            assert 0 < len(titles(search)) < len(rulesets())
            assert page.locator("#found").inner_text() == f"{len(titles(search))} with “{search}”."
            assert not page.locator(".start").is_visible()
        page.locator("#q").fill("no such game")
        assert page.evaluate(SHOWN) == []
        assert page.locator("#found").inner_text() == "No game has “no such game” in its name or rules."
        assert not page.locator("main section:visible").count()
        page.locator("#q").fill("")
        assert len(page.evaluate(SHOWN)) == len(rulesets())
        assert page.locator(".start").is_visible()
        page.locator("#q").fill("nim(3,5")  # a position is not searched
        assert len(page.evaluate(SHOWN)) == len(rulesets())


def test_enter_opens_a_position(browser: Browser, server: Server) -> None:
    with open_page(browser, server.url) as page:
        page.locator("#q").fill("kayles(5)")
        page.keyboard.press("Enter")
        page.wait_for_url("**/play/**")
        assert page.locator("h1").inner_text() == "Kayles"
