"""Screenshots of the running app for the README: `python docs/screenshots.py`, with the extras `test` installed.

It starts the server on a free port, opens each page in Chromium and writes PNG files to docs/images.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import Page

IMAGES = Path(__file__).parent / "images"
WIDTH, HEIGHT = 1180, 760
RUGS = "rugs(HTTHT/TTHTT/THTTH/TTTTH)"
HACKENBUSH = "hackenbush(0-1,1-2,0-3,3-4,4-2,2-5,5-6,5-7,0-8,8-9,8-10,10-11,10-12)"
SHOTS = {  # the page, the piece that the mouse touches, and the one that it then is over
    "gallery": ("/", "", ""),
    "nim": (f"/play/{quote('nim(3,5,7)')}?values=1&coach=2", "", ""),
    "hackenbush": (f"/play/{quote(HACKENBUSH)}?coach=1", "", "0:e-9"),
    "rugs": (f"/play/{quote(RUGS)}?coach=1", "0:c-4-5", "0:c-2-3"),
    "chomp": (f"/play/{quote('chomp(4x8)')}", "", "0:q-3-5"),
    "sum": (f"/play/{quote('kayles(7) + nim(3,5) + hackenbush(0-1,1-2,1-3)')}?values=1", "", ""),
    "laboratory": (f"/lab?q={quote('octal(0.77)')}", "", ""),
}


@contextmanager
def server() -> Iterator[str]:
    """The address of a server, which ends with the block."""
    command = [sys.executable, "-m", "grundy", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.terminate()


def shoot(page: "Page", url: str, touched: str, over: str, to: Path) -> None:
    """One screenshot, after everything has come to rest."""
    answer = page.goto(url)
    if not answer or not answer.ok:
        raise SystemExit(f"{url} answers {answer.status if answer else 'nothing'}")
    if touched:
        page.locator(f"[data-key='{touched}']").click()
    if over:
        page.locator(f"[data-key='{over}']").hover()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=to)
    print(f"{to.name}: {to.stat().st_size:,} bytes")


def main(names: list[str]) -> None:
    """Make all screenshots, or those that are named."""
    from playwright.sync_api import sync_playwright

    IMAGES.mkdir(exist_ok=True)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        for name in names or SHOTS:
            path, touched, over = SHOTS[name]
            shoot(page, address + path, touched, over, IMAGES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
