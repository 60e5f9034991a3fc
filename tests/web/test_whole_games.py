"""Every ruleset of the gallery is played to its end by hand, and every touch does something.

In the suite each of the three ways plays some of them once, against the computer. With
GRUNDY_TOUCHES=2000 each way plays all of them, again and again, until so many pieces have been touched.
There is no second way to a move: a touch that does nothing ends its game, and is a fault.
"""

import os
import re
from html import unescape
from random import Random
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from browser import DESK, browser, open_page
from hands import Tally, Touch, click, play_whole_game, press, tap
from playwright.sync_api import Browser
from serving import Server
from thorough import THOROUGH

from grundy.catalog import entries

pytestmark = pytest.mark.slow

__all__ = ["browser"]

SUITE_GAMES = 12 if THOROUGH else 4  # of each way: a game takes some seconds
TOUCHES = int(os.environ.get("GRUNDY_TOUCHES", "0"))
CARD = re.compile(r'<a class="card" href="([^"]*)"')
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WAYS: dict[str, tuple[Touch, dict[str, Any]]] = {
    "mouse": (click, {"viewport": DESK}),
    "finger": (tap, PHONE),
    "keyboard": (press, {"viewport": DESK}),
}


def chosen_names(way: str) -> list[str]:
    """The rulesets that are played this way: all, or in the suite some."""
    names = list(entries())
    return names if TOUCHES else Random(way).sample(names, SUITE_GAMES)


def test_the_gallery_leads_to_every_ruleset(client: httpx.Client) -> None:
    cards = {unescape(card) for card in CARD.findall(client.get("/").text)}
    assert cards == {f"/play/{quote(entry.example)}" for entry in entries().values()}


def test_dots_and_boxes_against_the_perfect_player(browser: Browser, server: Server) -> None:
    """3 x 3 boxes are won by three for who moves second, so whoever begins at random gets no more than three boxes."""
    tally = Tally()
    with open_page(browser, server.url, viewport=DESK) as page:
        page.goto(f"{server.url}/play/{quote('dots_and_boxes(3x3)')}?vs=perfect")
        play_whole_game(page, "dots_and_boxes", click, Random("boxes"), tally)
        result = page.locator("#status").inner_text()
    print(f"{tally.moves} moves, replies after {max(tally.waits):.1f} s at most: {result}")
    assert tally.finished["dots_and_boxes"]
    assert not tally.faults
    score = re.search(r"You (\d+), the computer (\d+)", result)
    assert score
    you, computer = map(int, score.groups())
    assert you + computer == 9
    assert you <= 3


@pytest.mark.parametrize("way", WAYS)
def test_no_touch_is_lost(browser: Browser, server: Server, way: str) -> None:
    touch, options = WAYS[way]
    tally, game = Tally(), 0
    with open_page(browser, server.url, **options) as page:
        while not game or tally.touches < TOUCHES:
            for name in chosen_names(way):
                opponent = "perfect" if game == 0 else "person"
                page.goto(f"{server.url}/play/{quote(entries()[name].example)}?vs={opponent}")
                play_whole_game(page, name, touch, Random(f"{name} {way} {game}"), tally)
            game += 1
            found = f"{tally.touches} touches, {tally.moves} moves, {len(tally.faults)} faults"
            print(f"{way}: {tally.games} games, {found}", *tally.faults, sep="\n  ", flush=True)
    assert not tally.faults, "\n".join([f"of {tally.touches} touches:", *tally.faults])
    assert tally.finished.keys() == set(chosen_names(way))
