"""The book leads to the site beside it: by links, and by boards that become live in the page."""

import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from book import DOCS
from browser import browser, serve_files
from playwright.sync_api import Browser
from serving import run_server

__all__ = ["browser"]


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    import addresses  # type: ignore[import-not-found]

    yield addresses
    del sys.modules["addresses"]


def test_addresses_on_the_site(addresses: ModuleType) -> None:
    assert doctest.testmod(addresses).failed == 0
    local = f"{addresses.PLAY}kayles%2813%29%20%2B%20nim%283%29"
    assert addresses.play_address(local, "https://example.org/g", "x") == (
        "https://example.org/g/?q=kayles(13)%20%2B%20nim(3)"
    )


def test_every_link_to_a_game_has_its_place_on_the_site(addresses: ModuleType) -> None:
    links = [
        found
        for page in sorted((DOCS / "companion").glob("*.md"))
        for found in re.findall(r"\]\((http://127[^)\s]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert len(links) > 60
    assert all(addresses.play_address(url, "..", "companion/x").startswith("../../?q=") for url in links)


def test_without_a_site_a_board_is_a_picture_with_a_link(addresses: ModuleType) -> None:
    html = addresses.board_html("nim(3,5)", "", "howto/x")
    assert 'alt="The position nim(3,5)"' in html
    assert f'<a href="{addresses.PLAY}nim' in html
    assert "live" not in html


@pytest.mark.slow
def test_a_board_becomes_live_in_the_page(addresses: ModuleType, browser: Browser, tmp_path: Path) -> None:
    script = (DOCS / "_static" / "live.js").read_text(encoding="utf-8")
    with run_server("--embed") as server, serve_files(tmp_path) as book:
        html = addresses.board_html("nim(3,5)", server.url, "index")
        (tmp_path / "index.html").write_text(
            f'<!doctype html><title>Book</title>{html}<script type="module">{script}</script>', encoding="utf-8"
        )
        page = browser.new_page()
        page.goto(book)
        assert page.locator("iframe").count() == 0
        page.click("text=Play here")
        frame = page.frame_locator("iframe.grundy")
        frame.locator("#board .move").first.click()
        frame.locator(".last-move").wait_for()
        assert page.locator("figure img").count() == 0
        page.wait_for_function("document.querySelector('iframe').height != 360")
        page.close()


@pytest.mark.slow
def test_where_the_site_is_not_there_the_link_is_followed(
    addresses: ModuleType, browser: Browser, tmp_path: Path
) -> None:
    script = (DOCS / "_static" / "live.js").read_text(encoding="utf-8")
    (tmp_path / "book").mkdir()
    with serve_files(tmp_path) as url:
        html = addresses.board_html("nim(3,5)", "../site", "index")
        (tmp_path / "book" / "index.html").write_text(f'{html}<script type="module">{script}</script>')
        page = browser.new_page()
        page.goto(f"{url}/book/")
        page.click("text=Play here")
        page.wait_for_url(f"{url}/site/?q=nim(3,5)")
        page.close()
