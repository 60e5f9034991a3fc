"""A real JupyterLab: a page of the companion is a notebook whose cells run, and a board is played on in a cell."""

import importlib.util
import json
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
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.slow

__all__ = ["browser"]

PAGE = DOCS / "companion" / "ferguson-2-nim.md"
START_SECONDS = 120


BOARD = """from grundy.notebook import play
board = play("nim(3,5)")
seen = []
board.observe(lambda change: seen.append(str(change["new"])), "game")
board"""
LATER = (
    "print('on the board:', board.game, seen)",
    "board.game = 'chomp(3x4)'",
    "board.address",
    "board.game = 'sprouts(2)'",
)


def notebook(*cells: str) -> dict[str, object]:
    """A notebook as its file has it."""
    code: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"c{n}", "source": text, "metadata": {}, "outputs": [], "execution_count": None}
        for n, text in enumerate(cells)
    ]
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
    return {"cells": code, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
def laboratory(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab, as the extra `notebook` installs it, with a page of the companion in its folder."""
    if not all(map(importlib.util.find_spec, ("anywidget", "jupyterlab", "jupytext"))):
        reason = "the extra notebook is not installed here"
        (pytest.fail if os.environ.get("GRUNDY_NEED_NOTEBOOK") else pytest.skip)(reason)
    copy(PAGE, tmp_path)
    (tmp_path / "board.ipynb").write_text(json.dumps(notebook(BOARD, *LATER)))
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


def run_cell(page: Page, number: int) -> Locator:
    """The output of a cell that is run."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(number)
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    return cell.locator(".jp-OutputArea")


def test_a_board_is_played_on_in_a_cell(laboratory: str, browser: Browser) -> None:
    """A move by mouse changes `board.game`, a game that is set is shown, and the coach speaks."""
    page = browser.new_page(viewport={"width": 1200, "height": 1400})
    page.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{laboratory}/lab/tree/board.ipynb")
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
    output = run_cell(page, 0)
    frame = output.frame_locator("iframe.grundy-board")
    expect(frame.locator("#status")).to_have_text("Your move.")
    expect(frame.locator("#board .move")).to_have_count(8)  # the stones of both heaps
    frame.locator("#hint").click()
    expect(frame.locator(".nudge")).to_contain_text("winning move")
    frame.locator("#board .move").nth(6).click()  # the fourth stone from below: two are taken
    expect(frame.locator(".history li")).to_have_count(2)  # and the computer answers
    shown = frame.locator("#edit").input_value()  # the position on the board, as the page has it
    assert shown != "nim(3,5)"
    expect(run_cell(page, 1)).to_have_text(f"on the board: {shown} ['{shown}']\n")
    run_cell(page, 2)
    expect(frame.locator("h1")).to_have_text("chomp", ignore_case=True)
    expect(frame.locator("#board .move")).to_have_count(11)  # all squares but the poisoned one
    expect(run_cell(page, 3)).to_contain_text("/play/chomp(4,4,4)")
    run_cell(page, 4)
    expect(frame.locator("h1")).to_have_text("sprouts", ignore_case=True)
    expect(
        frame.locator("#board[data-scripts]")
    ).to_be_visible()  # curves are drawn by a script of its own: a fault if not
    page.wait_for_timeout(1_000)  # for its script, which is loaded last
    if picture := os.environ.get("GRUNDY_SCREENSHOT"):
        page.screenshot(path=picture)
    assert faults == []
    page.close()
