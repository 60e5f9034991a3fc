"""Links that are copied, and boards in frames of a page that another server has, in a real browser."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from browser import DESK, PHONE, browser, open_page, serve_files
from playwright.sync_api import Browser, Frame, Page
from serving import Server, run_server

from grundy.web.match_state import MatchState

pytestmark = pytest.mark.slow

__all__ = ["browser"]

CLIPBOARD = ["clipboard-read", "clipboard-write"]


@pytest.fixture(scope="module")
def embedding() -> Iterator[Server]:
    """A server whose boards may stand in frames."""
    with run_server("--embed") as running:
        yield running


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_copy_link_gives_the_whole_match(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/play/nim(3,5,7)?vs=person&values=1", permissions=CLIPBOARD) as page:
        page.locator("#board .move").first.click()
        page.wait_for_selector(".history li")
        page.click("text=Copy link")
        page.wait_for_selector("text=Link copied")
        url, game = copied(page), page.input_value("#q")
        assert url.startswith(f"{server.url}/?q=nim(")
        page.goto(url)
        assert "/play/nim(" in page.url
        assert page.input_value("#q") == game
        assert page.locator(".history li").count() == 1
        assert page.locator("#values[aria-current]").count() == 0


def test_a_link_needs_no_script(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/play/nim(3,5)", java_script_enabled=False) as page:
        page.click("text=Link to this match")
        assert page.url.endswith("/play/nim(3,5)")


def test_where_the_browser_has_no_clipboard_the_text_is_copied_as_by_hand(browser: Browser, server: Server) -> None:
    with open_page(browser, f"{server.url}/play/nim(3,5)", permissions=CLIPBOARD) as page:
        page.evaluate("Object.defineProperty(navigator.clipboard, 'writeText', { value: undefined })")
        page.click("text=Copy link")
        page.wait_for_selector("text=Link copied")
        assert copied(page) == f"{server.url}/?q=nim(3,5)"


def frame_of(page: Page) -> Frame:
    page.wait_for_function("document.querySelector('iframe').contentWindow.length === 0")
    frame = page.frames[1]
    frame.wait_for_selector("#board .move, #board .piece")
    return frame


def wait_for_moves(frame: Frame, moves: int) -> None:
    """Wait until the match has so many moves, those of the computer included."""
    for _ in range(100):
        query = urlsplit(str(frame.evaluate("location.href"))).query
        if len(MatchState.read("", dict(parse_qsl(query))).past) == moves:
            return
        frame.wait_for_timeout(100)
    raise AssertionError(frame.url)


def wait_for_height(page: Page, frame: Frame) -> int:
    """The height of the frame when it is that of what it shows, neither cut off nor with a gap below."""
    page.wait_for_timeout(150)
    content = frame.evaluate("document.documentElement.getBoundingClientRect().height")
    page.wait_for_function(
        "(high) => Math.abs(document.querySelector('iframe').height - high) < 2", arg=content, timeout=5000
    )
    return int(content)


@pytest.mark.parametrize("size", [PHONE, {"width": 760, "height": 700}], ids=["phone", "wide"])
def test_a_board_in_a_page_of_another_site(
    browser: Browser, embedding: Server, tmp_path: Path, size: dict[str, int]
) -> None:
    """The snippet is copied from the page of a game into another page; two moves are played there."""
    with open_page(browser, f"{embedding.url}/play/nim(3,5,7)", permissions=CLIPBOARD) as page:
        page.click("text=Show this board in a page of yours")
        page.click("text=Copy HTML")
        page.wait_for_selector("text=HTML copied")
        snippet = copied(page)
    assert snippet.startswith('<iframe class="grundy" src="http://127.0.0.1')
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Lecture</title><h1>Nim</h1>\n{snippet}\n<p>Below.")
    with serve_files(tmp_path) as url:
        page = browser.new_context(viewport=size, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
        page.goto(url)
        planned = int(page.get_attribute("iframe", "height") or "0")
        frame = frame_of(page)
        high = wait_for_height(page, frame)
        assert abs(high - planned) < 0.35 * planned
        assert frame.locator("header, footer, .coach, .settings").count() == 0
        for moves in (2, 4):
            frame.locator("#board .move").first.click()
            wait_for_moves(frame, moves)
            assert "The computer" in frame.locator(".last-move").inner_text()
            assert "embed=1" in str(frame.evaluate("location.href"))
            wait_for_height(page, frame)
        assert page.evaluate("document.querySelector('iframe').scrollHeight") >= high - 1
        frame.evaluate("document.querySelector('#board').style.minHeight = '640px'")  # a board that grows
        assert wait_for_height(page, frame) > high
        with page.context.expect_page() as opened:
            frame.click("text=Whole page")
        opened.value.wait_for_selector(".history")
        assert "embed" not in opened.value.url
        page.context.close()


def test_without_the_option_no_frame_is_allowed(browser: Browser, server: Server, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f'<iframe src="{server.url}/?q=nim(3)&amp;embed=1"></iframe>')
    with serve_files(tmp_path) as url:
        page = browser.new_context(viewport=DESK).new_page()  # type: ignore[arg-type]
        refused = list[str]()
        page.on("console", lambda message: refused.append(message.text))
        page.goto(url)
        page.wait_for_timeout(500)
        assert any("frame-ancestors" in text or "X-Frame-Options" in text for text in refused), refused
        assert page.frames[1].locator("#board").count() == 0
        page.context.close()
    with open_page(browser, f"{server.url}/play/nim(3)") as page:
        assert page.locator("#snippet").count() == 0
