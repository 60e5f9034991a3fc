"""A real browser for the tests: Chromium by Playwright, and pages with or without JavaScript, wide or as on a phone."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1200, "height": 800}
SKIPPED = "Transition was skipped"  # what a browser reports that has no time for the animation between two pages
WINDOWS = dict[str, BrowserContext]()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A running browser; only where there is none at all are its tests left out.

    It ends with its module: its event loop would be in the way of others.
    """
    if not CHROMIUM:
        (pytest.fail if os.environ.get("GRUNDY_NEED_BROWSER") else pytest.skip)("no Chromium is installed here")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        WINDOWS.clear()
        running.close()


@contextmanager
def open_page(browser: Browser, url: str, **options: Any) -> Iterator[Page]:
    """A page, which may show no error in its console."""
    wrong = list[str]()
    page = new_tab(browser, {"viewport": DESK, "reduced_motion": "reduce", **options})
    page.on("pageerror", lambda error: wrong.append(str(error)) if SKIPPED not in str(error) else None)
    page.on("console", lambda message: wrong.append(message.text) if is_unexpected(page, message) else None)
    page.goto(url)
    yield page
    page.close()
    assert not wrong, wrong


def new_tab(browser: Browser, options: dict[str, Any]) -> Page:
    """A new tab in the window that has these options: a window costs far more than a tab."""
    name = repr(options)
    if name not in WINDOWS:
        WINDOWS[name] = browser.new_context(**options)
        WINDOWS[name].set_default_timeout(15_000)
    return WINDOWS[name].new_page()


def is_unexpected(page: Page, message: ConsoleMessage) -> bool:
    """Whether a message tells of an error other than that the page itself is an error page."""
    return message.type == "error" and message.location.get("url") not in (page.url, "")
