"""Whole games on boards that no page can solve, against every opponent: no error page, no late reply, always an end.

In the suite a few of them are played; with GRUNDY_TOUCHES all. Others may use the machine too: a wait is counted
without the time for which the thread that was held up longest had no processor.
"""

import os
import re
from html import unescape
from itertools import product
from random import Random
from time import monotonic, sleep
from urllib.parse import quote

import httpx
import pytest
from serving import Server
from test_waiting import LINK

from grundy.play.players import OPPONENTS
from grundy.web.limits import QUICK_SECONDS, REPLY_SECONDS

pytestmark = pytest.mark.slow

LARGE = [
    "node_kayles(grid 8x8)",
    "chomp(12x20)",
    "boxing_match(10x10)",
    "cram(8x8)",
    "sprouts(15)",
    "nimstring(4x4)",
    "dots_and_boxes(3x3)",
]
PAIRS = list(product(LARGE, OPPONENTS))
SUITE_GAMES = 3
MOST_MOVES = 200
HURRIED_SHARE = 0.2  # of the moves that are asked for by "Move now"
LATEST_SECONDS = 2 * (REPLY_SECONDS + 2 * QUICK_SECONDS)
RESULT = re.compile(r'<p id="status"[^>]*><strong>')


def chosen_pairs() -> list[tuple[str, str]]:
    return PAIRS if os.environ.get("GRUNDY_TOUCHES") else Random("large").sample(PAIRS, SUITE_GAMES)


@pytest.mark.parametrize(("game", "opponent"), chosen_pairs())
def test_a_large_game_comes_to_its_end(client: httpx.Client, server: Server, game: str, opponent: str) -> None:
    chance, waits = Random(f"{game} {opponent}"), list[tuple[float, float]]()  # counted, and by the clock
    found = client.get(f"/play/{quote(game)}?vs={opponent}")
    for _ in range(MOST_MOVES):
        assert found.status_code == 200, found.text[-300:]
        if RESULT.search(found.text):
            break
        address = unescape(chance.choice(LINK.findall(found.text)))
        hurry = "&now=1" if chance.random() < HURRIED_SHARE else ""
        started, before = monotonic(), server.delays()
        while (found := client.get(address + hurry, follow_redirects=True)).status_code == 429:
            sleep(int(found.headers["Retry-After"]))  # as the page does where the server is busy
            started, before = monotonic(), server.delays()
        waited, after = monotonic() - started, server.delays()
        held_up = max((after[thread] - before.get(thread, 0.0) for thread in after), default=0.0)
        waits.append((waited - held_up, waited))
    else:
        pytest.fail("no end")
    assert 'class="strip"' in found.text, "the review"
    counted, waited = max(waits)
    print(
        f"{game} against {opponent}: {len(waits)} moves, the longest wait {counted:.1f} s, {waited:.1f} s by the clock"
    )
    assert counted < LATEST_SECONDS
