"""The app as static files in a real browser: when it is ready to play, how long a move takes, what a first visit loads.

Seconds are by the clock, on a machine that should have nothing else to do. A cold visit finds nothing in the browser;
a warm one finds everything, kept by the service worker, and resumes the memory that the browser has kept. The same
without that memory tells by its ratio what it saves, also on a machine that has something else to do.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import Page, sync_playwright

from benchmarks import Table
from grundy.web.site.build import build_site, first_visit_bytes

__all__ = ["run"]
GAMES = (
    "nim(3,5,7)",
    "kayles(13)",
    "cram(4x4)",
    "wythoff(8,13)",
    "chomp(4x5)",
    "dawsons_kayles(15)",
    "grundys_game(17)",
    "northcott(W..B./.B..W)",
    "hackenbush(0-a, a-b, b-c, 0-d)",
    "fibonacci_nim(20)",
)
MOVES = 6  # in each game
VISITS = 3  # of each kind
WAIT_MS = 300_000
FORGET_MEMORY = """async () => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) if (request.url.endsWith("/memory")) await cache.delete(request);
    }
}"""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        yield f"http://127.0.0.1:{server.stdout.readline().split(' port ')[1].split()[0]}/site/"
        server.kill()


def seconds_to_play(page: Page, address: str) -> float:
    """From the visit to the page of a game until a move on it was answered."""
    started = perf_counter()
    page.goto(f"{address}?q=kayles(13)&vs=person")
    frame = page.frame_locator("iframe.page:not(.coming)")
    frame.locator("details.all summary").click()
    frame.locator(".moves a").first.click()
    frame.locator(".last-move").wait_for()
    return perf_counter() - started


def seconds_of_moves(page: Page, address: str, game: str) -> list[float]:
    """The seconds of the first moves of a game, each with the computer's answer."""
    page.goto(f"{address}?q={game}")
    frame, found = page.frame_locator("iframe.page:not(.coming)"), list[float]()
    for _ in range(MOVES):
        frame.locator("#board").wait_for()
        if not frame.locator(".moves a").count():
            frame.locator("#again").click()
            frame.locator(".moves a").first.wait_for(state="attached")
        before, started = page.url, perf_counter()
        frame.locator(".moves a").first.dispatch_event("click")
        page.wait_for_function("before => location.href !== before", arg=before)
        found.append(perf_counter() - started)
    return found


def keep_all(page: Page) -> None:
    page.wait_for_selector("html[data-memory=ready]", state="attached")


def measure(folder: Path) -> tuple[float, float, float, list[float]]:
    """The seconds of a cold visit, of a warm one without and with a kept memory, and of each move."""
    with sync_playwright() as playwright, serve(folder) as address:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        context = browser.new_context()
        context.set_default_timeout(WAIT_MS)
        page = context.new_page()
        cold = seconds_to_play(page, address)
        without, warm = list[float](), list[float]()
        for _ in range(VISITS):
            keep_all(page)
            warm.append(seconds_to_play(page, address))
            keep_all(page)
            page.evaluate(FORGET_MEMORY)
            without.append(seconds_to_play(page, address))
        keep_all(page)
        moves = [seconds for game in GAMES for seconds in seconds_of_moves(page, address, game)]
        browser.close()
    return cold, median(without), median(warm), moves


def run() -> Table:
    """Ready to play, cold and warm; the median of the moves of ten games; the bytes of the first visit."""
    with TemporaryDirectory() as folder:
        build_site(Path(folder) / "site")
        sizes = first_visit_bytes(Path(folder) / "site")
        cold, without, warm, moves = measure(Path(folder))
    megabytes = ", ".join(f"{kind} {size / 1e6:.1f}" for kind, size in sizes.items())
    rows = [
        ["cold visit, until a move was made", f"{cold:.2f} s"],
        ["the same with all files kept, but no memory", f"{without:.2f} s"],
        ["warm visit, until a move was made", f"{warm:.2f} s"],
        [f"one of {len(moves)} moves of {len(GAMES)} games, median", f"{1e3 * median(moves):.0f} ms"],
        ["first visit, compressed", f"{sum(sizes.values()) / 1e6:.1f} MB ({megabytes})"],
    ]
    return Table("The app as static files, in Chromium", ["what", "takes"], rows)
