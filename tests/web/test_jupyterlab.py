"""A page of the companion in a real JupyterLab: it opens as a notebook, and its first cells run."""

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from time import monotonic, sleep

import httpx
import pytest
from book import DOCS
from browser import browser
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.slow

__all__ = ["browser"]

PAGE = DOCS / "companion" / "ferguson-2-nim.md"
START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
def laboratory(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab, as the extra `notebook` installs it, with a page of the companion in its folder."""
    if not all(map(importlib.util.find_spec, ("jupyterlab", "jupytext"))):
        reason = "the extra notebook is not installed here"
        (pytest.fail if os.environ.get("GRUNDY_NEED_NOTEBOOK") else pytest.skip)(reason)
    copy(PAGE, tmp_path)
    port, log = free_port(), tmp_path / "log.txt"
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--IdentityProvider.token=", f"--ServerApp.root_dir={tmp_path}", "--LabApp.news_url=None"]
    homes = {"HOME": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path / "config")}
    with log.open("w") as told:
        process = subprocess.Popen(command, cwd=tmp_path, env={**os.environ, **homes}, stdout=told, stderr=told)
    url, until = f"http://127.0.0.1:{port}", monotonic() + START_SECONDS
    try:
        while not answers(url):
            assert process.poll() is None, log.read_text()
            assert monotonic() < until, log.read_text()
            sleep(0.3)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def test_a_page_is_a_notebook_whose_cells_run(laboratory: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    page.goto(f"{laboratory}/lab")
    expect(page.locator(".jp-LauncherCard").first).to_be_visible()  # before that a menu closes again
    page.locator(f".jp-DirListing-item:has-text('{PAGE.name}')").click(button="right")
    page.locator(".lm-Menu-itemLabel", has_text="Open With").hover()
    page.locator(".lm-Menu-itemLabel", has_text="Jupytext Notebook").click()
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    expect(cells.first).to_contain_text("from grundy import")
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()  # the kernel has started
    cells.first.locator(".cm-content").click()
    for _ in range(3):  # a cell, words, and the next cell
        page.keyboard.press("Shift+Enter")
    expect(cells.nth(1).locator(".jp-OutputArea")).to_contain_text("(1, 2, 3), (1, 4, 5)")
    page.close()
