"""Every piece that can be touched on a phone has room for a finger: a disc of 24 pixels in which it is the one hit.

The area is measured, not read from the picture: the browser is asked point by point which piece a touch there would
get, so what lies over a piece takes its share. In the suite some boards are measured; with GRUNDY_TOUCHES all of the
gallery.
"""

import os
from random import Random
from urllib.parse import quote

import pytest
from browser import browser, open_page
from playwright.sync_api import Browser
from serving import Server

from grundy.catalog import entries

pytestmark = pytest.mark.slow

__all__ = ["browser"]

LEAST_PX = 24
SUITE_BOARDS = 10
NARROW = ["lasker_nim", "two_dimensional_nim", "hexadecimal"]  # boards that need all the room that there is
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

# For each piece the diameter in pixels of the largest disc, up to 44, all around which a touch gets it. Its middle is
# looked for on a grid of points, from the middle of the piece outwards.
MEASURE = """() => {
  const SIZES = [44, 40, 36, 32, 28, 24, 20, 16, 12, 8];
  const turns = [...Array(16).keys()].map((n) => (n * Math.PI) / 8);
  const stage = document.getElementById('board');
  stage.scrollIntoView({ block: 'start', behavior: 'instant' });
  const pieces = [...stage.querySelectorAll('.move, .piece:not(.later)')].filter((piece) =>
    [...piece.children].some((shape) =>
      shape.checkVisibility({ visibilityProperty: true }) && getComputedStyle(shape).pointerEvents !== 'none'));
  const shares = [...Array(9).keys()].map((n) => n / 8).sort((a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5));
  const places = shares.flatMap((b) => shares.map((a) => [a, b]));
  return pieces.map((piece) => {
    const box = piece.getBoundingClientRect(), view = stage.getBoundingClientRect();
    if (box.left < view.left + 22 || box.right > view.right - 22)
      stage.scrollLeft += (box.left + box.right - view.left - view.right) / 2;
    const { left, top, width, height } = piece.getBoundingClientRect();
    const isHit = (x, y) => document.elementFromPoint(x, y)?.closest('.move, .piece') === piece;
    const middles = places.map(([a, b]) => [left + a * width, top + b * height]).filter(([x, y]) => isHit(x, y));
    const fits = (size) => middles.some(([x, y]) =>
      turns.every((turn) => isHit(x + (size / 2 - 0.5) * Math.cos(turn), y + (size / 2 - 0.5) * Math.sin(turn))));
    return [piece.dataset.key, SIZES.find(fits) ?? 0];
  });
}"""


def measured_names() -> list[str]:
    names = list(entries())
    return names if os.environ.get("GRUNDY_TOUCHES") else [*NARROW, *Random("areas").sample(names, SUITE_BOARDS)]


def test_a_finger_hits_every_piece(browser: Browser, server: Server) -> None:
    small = list[str]()
    with open_page(browser, server.url, **PHONE) as page:
        for name in measured_names():
            page.goto(f"{server.url}/play/{quote(entries()[name].example)}")
            areas = dict(page.evaluate(MEASURE))
            print(f"{name}: {len(areas)} pieces, the smallest {min(areas.values(), default=0)} px")
            small += [f"{name}: {key} has {size} px" for key, size in areas.items() if size < LEAST_PX]
    assert not small, "\n".join(small)
