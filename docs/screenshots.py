"""Screenshots of the running app for the README: `python docs/screenshots.py`, with the extras `test` installed.

It starts the server on a free port, opens each page in Chromium and writes PNG files to docs/images.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IMAGES = Path(__file__).parent / "images"
DESK, PHONE, PROJECTOR = (1180, 760), (390, 780), (1920, 1080)
BUSY, BUSY_TRIES = 429, 10  # workers are still starting
COLOURS = 128  # of a picture; a page has few, and the file is a third as large
RUGS = "rugs(HTTHT/TTHTT/THTTH/TTTTH)"
HACKENBUSH = "hackenbush(0-1,1-2,0-3,3-4,4-2,2-5,5-6,5-7,0-8,8-9,8-10,10-11,10-12)"
SUM = "kayles(7) + nim(3,5) + hackenbush(0-1,1-2,1-3)"
SPROUTS = (  # five curves that were drawn by hand from six spots
    "vs=person&h=.Ky4oyi8tKdYw06wrhjINtEz0DBMNE_WQhYwgQoZJhkkY4knJKamGqSnJSSha9Byd9PRRJIECmgA"
    "&d=130.100-190.68-250.100~70.208-130.245-190.208~250.100-278.154-190.208"
    "~370.100-439.128-375.226-310.263-259.217-333.146-370.100~130.100-88.154-70.208"
)
ARC = (361, 234), (378, 208), (410, 188), (450, 180), (490, 186), (525, 208), (548, 236), (558, 252)
AFTER_SUM = "kayles(2,4) + nim(3,5) + hackenbush(0-1,1-2,1-3)"


@dataclass(frozen=True)
class Shot:
    """A page, and what is done there before the screenshot is taken."""

    path: str
    size: tuple[int, int] = DESK
    touched: tuple[str, ...] = ()  # pieces, by their keys
    over: str = ""  # the piece that the mouse is over
    is_dark: bool = False
    drawn: tuple[tuple[int, int], ...] = ()  # points of a line that is being drawn with the mouse


def play(game: str, query: str = "") -> str:
    return f"/play/{quote(game)}{'?' + query if query else ''}"


SHOTS = {
    "gallery": Shot("/"),
    "nim": Shot(play("nim(3,5,7)", "values=1&coach=2")),
    "sum": Shot(play(AFTER_SUM, f"vs=person&h={quote(SUM)}")),
    "review": Shot(play("nim(0)", "h=nim(3,4,5)~nim(3,4,4)~nim(4,4)~nim(4)&turn=computer")),
    "sprouts": Shot(play("sprouts(0.AB./CDEFGHIJ./CDEFGHIJ.AB.)", SPROUTS), drawn=ARC),
    "setup": Shot(f"/setup/{quote(HACKENBUSH)}"),
    "projector": Shot(play("chomp(4,4,4,4)", f"vs=person&full=1&h={quote('chomp(4x7)')}"), PROJECTOR),
    "phone": Shot(play("kayles(5,1,3)", "h=kayles(11)~kayles(5,5)"), PHONE),
    "laboratory": Shot(f"/lab?q={quote('octal(0.77)')}"),
    "rugs": Shot(play(RUGS, "coach=1"), touched=("0:c-4-5",), over="0:c-2-3"),
    "hackenbush": Shot(play(HACKENBUSH, "coach=1"), over="0:e-9", is_dark=True),
    "chomp": Shot(play("chomp(4x8)"), over="0:q-3-5"),
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


def shoot(browser: "Browser", address: str, shot: Shot, to: Path) -> None:
    """One screenshot, after everything has come to rest."""
    width, height = shot.size
    is_phone = shot.size == PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.is_dark else "light",
        reduced_motion="reduce",
        has_touch=is_phone,
        device_scale_factor=2 if is_phone else 1,
    )
    page = context.new_page()
    answer = page.goto(address + shot.path)
    for _ in range(BUSY_TRIES):
        if answer and answer.status == BUSY:
            page.wait_for_timeout(2_000)
            answer = page.goto(address + shot.path)
    if not answer or not answer.ok:
        raise SystemExit(f"{shot.path} answers {answer.status if answer else 'nothing'}")
    for key in shot.touched:
        page.locator(f"[data-key='{key}']").click()
    for number, point in enumerate(shot.drawn):
        page.mouse.move(*point, steps=12)
        if number == 0:
            page.mouse.down()
    if shot.over:
        page.locator(f"[data-key='{shot.over}']").hover()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=to)
    context.close()
    quantise(to)
    print(f"{to.name}: {to.stat().st_size:,} bytes")


def quantise(path: Path) -> None:
    from PIL import Image

    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def main(names: list[str]) -> None:
    """Make all screenshots, or those that are named."""
    from playwright.sync_api import sync_playwright

    IMAGES.mkdir(exist_ok=True)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in names or SHOTS:
            shoot(browser, address, SHOTS[name], IMAGES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
