"""A real browser for the tests: Chromium by Playwright, and pages with or without JavaScript, wide or as on a phone."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1200, "height": 800}
EMPTY = "/static/style.css"  # a page without a script: what one test has left in the tab is removed there
SKIPPED = "Transition was skipped"  # what a browser reports that has no time for the animation between two pages
BUSY = "status of 429"
TABS = dict[str, Page]()
PLAYWRIGHT = ExitStack()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A running browser with nothing open; only where there is none at all are its tests left out.

    It goes on for the next module that has one, and ends before any other: its event loop would be in the way.
    """
    if not CHROMIUM:
        (pytest.fail if os.environ.get("GRUNDY_NEED_BROWSER") else pytest.skip)("no Chromium is installed here")
    running = start_browser(CHROMIUM)
    yield running
    TABS.clear()
    for context in running.contexts:
        context.close()


@cache
def start_browser(path: str) -> Browser:
    playwright = PLAYWRIGHT.enter_context(sync_playwright())
    running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    PLAYWRIGHT.callback(running.close)
    return running


def end_browser() -> None:
    PLAYWRIGHT.close()
    start_browser.cache_clear()


@contextmanager
def open_page(browser: Browser, url: str, **options: Any) -> Iterator[Page]:
    """A page, which may show no error in its console."""
    wrong = list[str]()
    page = tab(browser, {"viewport": DESK, "reduced_motion": "reduce", **options})

    def note_error(error: Error) -> None:
        if SKIPPED not in str(error):
            wrong.append(str(error))

    def note_message(message: ConsoleMessage) -> None:
        if is_unexpected(page, message):
            wrong.append(message.text)

    page.on("pageerror", note_error)
    page.on("console", note_message)
    try:
        page.goto(url)
        yield page
    finally:
        page.remove_listener("pageerror", note_error)
        page.remove_listener("console", note_message)
        page.goto(urljoin(url, EMPTY))
        if options.get("java_script_enabled", True):
            page.evaluate("sessionStorage.clear()")
    assert not wrong, wrong


def tab(browser: Browser, options: dict[str, Any]) -> Page:
    """The tab with these options: a new one costs far more than a page in it."""
    name = repr(options)
    if name not in TABS:
        TABS[name] = browser.new_context(**options).new_page()
        TABS[name].set_default_timeout(15_000)
    return TABS[name]


def is_unexpected(page: Page, message: ConsoleMessage) -> bool:
    """Whether a message tells of an error; not that the page is an error page, or that a busy server is asked again."""
    return message.type == "error" and message.location.get("url") not in (page.url, "") and BUSY not in message.text


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def serve_files(folder: Path) -> Iterator[str]:
    """The address of a file host on another port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=str(folder))) as host:
        thread = Thread(target=host.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{host.server_port}"
        finally:
            host.shutdown()
            thread.join()
