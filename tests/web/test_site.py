"""The app as a folder of static files: how it is built, what its Python answers, and how it is used in a browser."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from browser import browser, serve_files
from caches import make_once
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page
from site_answers import answer
from thorough import share

from grundy.catalog import entries
from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.expressions import parse
from grundy.kernels.cache import cache_directory
from grundy.web.hosting import SITE_VARIABLE
from grundy.web.language import llms_text
from grundy.web.links import share_game
from grundy.web.site import runtime
from grundy.web.site.build import build_site, first_visit_bytes
from grundy.web.site.library import reached_files

__all__ = ["browser"]
HERE = Path(__file__).parent
FIRST_VISIT_BYTES = 9_000_000
WAIT_MS = 240_000  # on a busy machine
STILL_MS = 1_000  # between two pictures of a page that does not stand still, on a busy machine
HAS_TAKEN_OVER = """async (version) => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
    const kept = (await caches.keys()).some((name) => name.endsWith(version));
    return kept && !installing && !waiting && active.state === "activated";
}"""
NEXT_PICTURE_MS = """() => new Promise((done) => {
    requestAnimationFrame((start) => requestAnimationFrame((end) => done(end - start)));
})"""
BREAK_MEMORY = """async () => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const kept = (await cache.keys()).filter(({ url }) => url.endsWith("/memory"));
        for (const request of kept) await cache.put(request, new Response(new Uint8Array(8)));
    }
}"""


@pytest.fixture(scope="session")
def site() -> Path:
    """The whole site, below a sub-path; without Node and npm it is left out, unless browsers are needed."""
    if not (shutil.which("node") and (shutil.which("npm") or os.environ.get("GRUNDY_RUNTIME"))):
        (pytest.fail if os.environ.get("GRUNDY_NEED_BROWSER") else pytest.skip)("no Node or npm is installed here")
    given = os.environ.get("GRUNDY_RUNTIME")
    make = partial(build_site, given=Path(given) if given else None)
    with ThreadPoolExecutor(1) as thread:  # it runs an event loop, and in this thread there may be that of a browser
        folder = thread.submit(make_once, cache_directory() / "games" / "here", make).result()
    assert SITE_VARIABLE not in os.environ  # which would change the pages of servers started after it
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where `python -m http.server` serves the site, below a sub-path."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", str(site.parents[1])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        port = server.stdout.readline().split(" port ")[1].split()[0]
        yield f"http://127.0.0.1:{port}/games/here/"
        server.kill()


def test_a_wrong_runtime_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.tgz").write_bytes(b"no archive")
    with pytest.raises(GrundyError, match=r"is not pyodide@\d+\.\d+\.\d+ as it was published"):
        build_site(tmp_path / "out", tmp_path / "x.tgz")
    assert not (tmp_path / "out").exists()


def test_without_npm_and_cache_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path))
    with pytest.raises(GrundyError, match=r"npm is not installed: .* --runtime FILE"):
        runtime.find_runtime(None)


def test_a_folder_of_something_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(GrundyError, match="is no site; choose another --out"):
        build_site(tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "dear"


def test_what_is_reached_of_a_library(tmp_path: Path) -> None:
    library, app = tmp_path / "lib", tmp_path / "app"
    for name, text in {"a.py": "from b import c\n", "b/__init__.py": "", "b/c.py": "import pdb", "d.py": ""}.items():
        (library / name).parent.mkdir(parents=True, exist_ok=True)
        (library / name).write_text(text)
    (library / "pdb.py").write_text("")
    app.mkdir()
    (app / "x.py").write_text("def f():\n    import a\n")
    assert {file.relative_to(library).as_posix() for file in reached_files(library, [app])} == {
        "a.py",
        "b/__init__.py",
        "b/c.py",
    }


@pytest.mark.slow
def test_the_first_visit_is_small_and_asks_nobody_else(site: Path) -> None:
    assert sum(first_visit_bytes(site).values()) < FIRST_VISIT_BYTES
    index = (site / "index.html").read_text()
    assert "http://" not in index.replace("http://www.w3.org/", "")
    assert "https://" not in index
    assert (site / "llms.txt").read_text(encoding="utf-8") == llms_text()
    assert [path.name for path in site.rglob("atlas.db.gz")] == ["atlas.db.gz"]
    assert "atlas.db.gz" not in (site / "offline.js").read_text()


@pytest.mark.slow
def test_the_atlas_comes_when_it_is_asked_for(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}?at=atlas&code=0.165&state=proved")
    frame_of(page).get_by_role("link", name="octal(0.165)", exact=True).first.click(timeout=WAIT_MS)
    frame_of(page).get_by_text("Period 1,550").wait_for(timeout=WAIT_MS)
    assert "?at=atlas/octal" in page.url
    context.close()


@pytest.mark.slow
def test_every_gallery_example_answers_as_the_command_line_does(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On both sides the clock of the budgets stands still, so that no answer depends on the speed of a machine."""
    monkeypatch.setattr(Budget, "elapsed", 0.0)
    examples = share([entry.example for entry in entries().values()], 3)
    command = ["node", str(HERE / "site_answers.mjs"), str(site), str(HERE / "site_answers.py")]
    done = subprocess.run(command, input=json.dumps(examples), capture_output=True, text=True, timeout=3_000)
    assert done.returncode == 0, done.stderr[-2_000:]
    found = dict(map(json.loads, done.stdout.splitlines()))
    assert [*found] == examples
    for text in examples:
        assert found[text] == json.loads(json.dumps(answer(text))), text


def frame_of(page: Page) -> FrameLocator:
    return page.frame_locator("iframe.page:not(.coming)")


def play(page: Page, address: str, game: str) -> None:
    """Open a game, and make a move that the computer answers or that ends it."""
    page.goto(f"{address}?q={game}")
    frame = frame_of(page)
    frame.locator("details.all summary").click()
    frame.locator(".moves a").first.click()
    frame.locator(".last-move, #status strong").first.wait_for()
    assert "?at=play/" in page.url


@pytest.mark.slow
def test_after_the_first_visit_everything_works_offline(browser: Browser, address: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    wrong, strangers = list[str](), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: strangers.append(asked.url) if not asked.url.startswith(address[:-12]) else None)
    page.goto(address)
    page.wait_for_selector("html[data-offline=ready]", state="attached")
    context.set_offline(True)
    for game in ("chomp(3x4)", "kayles(13)", "cram(3x4)", "wythoff(3,5)", "nim(3,5,7)"):
        play(page, address, game)
    frame = frame_of(page)
    kept = page.url
    frame.locator("#hint").click()
    frame.locator(".nudge").wait_for()
    page.go_back()
    frame.locator("#hint").wait_for()
    assert page.url == kept
    page.reload()
    frame.locator(".last-move").wait_for()
    page.goto(f"{address}?at=lab&q=0.137")
    frame.locator("#period .big, #period p").first.wait_for()
    assert "0.137" in frame.locator("h1").inner_text()
    page.goto(f"{address}?at=puzzles/circular_kayles/worth/0")
    position = frame.locator(".source code").first.inner_text()
    frame.locator("#answer").fill(str(parse(position).nimber))
    frame.locator("form.number button").click()
    frame.locator(".right").wait_for()
    assert not wrong
    assert not [url for url in strangers if not url.startswith(("data:", "blob:", "about:"))]
    context.close()


def visit(context: BrowserContext, address: str) -> Page:
    """A page of the site, after everything was kept."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-memory=ready]", state="attached")
    return page


@pytest.mark.slow
def test_the_next_visit_begins_with_the_memory_that_was_kept(browser: Browser, address: str) -> None:
    """A memory that is of no use is forgotten, and the visit begins as the first one did."""
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    page = visit(context, address)
    assert not page.locator("html[data-resumed]").count()
    play(page, address, "kayles(13)")
    page.wait_for_selector("html[data-resumed=yes]", state="attached")
    page.evaluate(BREAK_MEMORY)
    play(page, address, "nim(3,5,7)")
    assert not page.locator("html[data-resumed]").count()
    page.wait_for_selector("html[data-memory=ready]", state="attached")
    play(page, address, "cram(3x4)")
    page.wait_for_selector("html[data-resumed=yes]", state="attached")
    context.close()


@pytest.mark.slow
def test_a_long_computation_is_cancelled_and_never_freezes_the_page(browser: Browser, address: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    page = visit(context, f"{address}?q=node_kayles(grid 8x8)")  # it thinks for seconds on any machine
    frame = frame_of(page)
    before = frame.locator("#board").inner_html()
    frame.locator(".moves a").first.dispatch_event("click")
    frame.locator("text=Cancel").wait_for()
    assert page.evaluate(NEXT_PICTURE_MS) < STILL_MS
    frame.locator("text=Cancel").click()
    frame.locator("text=Cancel").wait_for(state="detached")
    assert frame.locator("#board").inner_html() == before
    assert "h=" not in page.url
    frame.locator(".moves a").first.dispatch_event("click")  # the worker that was ended is started again
    frame.locator("text=Move now").click()
    frame.locator(".last-move").wait_for()
    assert "The computer" in frame.locator(".last-move").inner_text()
    context.close()


@pytest.mark.slow
def test_a_new_version_takes_over_without_mixing(browser: Browser, site: Path, tmp_path: Path) -> None:
    """The visit after the change still sees the old version, whole, and fetches the new one; the next one sees that."""
    place = tmp_path / "host" / "here"
    shutil.copytree(site, place)
    old = version_of(place)
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    with serve_files(tmp_path / "host") as host:
        address = f"{host}/here/"
        visit(context, address).close()
        command = [sys.executable, "-m", "grundy", "site", "--out", str(place), "--base", "https://games.example"]
        given = os.environ.get("GRUNDY_RUNTIME")
        subprocess.run([*command, *(["--runtime", given] if given else [])], check=True)
        new = version_of(place)
        assert new != old
        page = context.new_page()
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        play(page, address, "kayles(13)")
        while not page.evaluate(HAS_TAKEN_OVER, new):
            page.wait_for_timeout(200)
        frame_of(page).locator(".moves a").first.dispatch_event("click")  # after the new one took over
        frame_of(page).locator(".history li").nth(3).wait_for()
        assert versions_in(asked) == {old}
        asked.clear()
        play(page, address, "sprouts(3)")
        assert versions_in(asked) == {new}
        page.wait_for_selector("html[data-memory=ready]", state="attached")
        assert [name for name in page.evaluate("caches.keys()") if name.endswith(old)] == []
        context.set_offline(True)
        play(page, address, "chomp(3x4)")
        assert versions_in(asked) == {new}
    context.close()


def version_of(site: Path) -> str:
    (found,) = (site / "static").iterdir()
    return found.name


def versions_in(urls: list[str]) -> set[str]:
    return {url.split("/static/")[1].split("/")[0] for url in urls if "/static/" in url}


@pytest.mark.slow
def test_a_board_of_the_site_in_a_page_of_another_host(browser: Browser, address: str, tmp_path: Path) -> None:
    """Two moves are played in the frame, whose height is that of the board; the link to the match opens the match."""
    html = share_game("nim(3,5,7)", False, address.rstrip("/"))["embed"]
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Lecture</title>{html}")
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    with serve_files(tmp_path) as host:
        page.goto(host)
        board = page.frame_locator("iframe.grundy").frame_locator("iframe.page:not(.coming)")
        for move in ("1 from the heap of 3", "1 from the heap of 5"):
            board.locator(f'#board a.move[aria-label*="{move}"]').first.click()
            board.locator(f'.last-move:has-text("The computer"):not(:has-text("{move}"))').wait_for()
        assert board.locator("header, footer, .coach").count() == 0
        high = board.locator("html").evaluate("(html) => html.getBoundingClientRect().height")
        page.wait_for_function("(high) => Math.abs(document.querySelector('iframe').height - high) < 2", arg=high)
        with context.expect_page() as opened:
            board.locator("text=Whole page").click()
    match = frame_of(opened.value)
    match.locator(".history li").nth(3).wait_for()
    match.locator("#link").click()
    match.locator("text=Link copied").wait_for()
    copied = str(opened.value.evaluate("navigator.clipboard.readText()"))
    assert copied.startswith(f"{address}?q=nim(")
    opened.value.goto(copied)
    frame_of(opened.value).locator(".history li").nth(3).wait_for()
    context.close()
