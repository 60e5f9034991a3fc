"""The pages of strategies, without a browser: each link leads to a position that the definition says is lost."""

import re
from html import unescape
from urllib.parse import quote, unquote

import httpx
import pytest

from grundy import parse
from grundy.solvers import search

pytestmark = pytest.mark.slow
ROW = re.compile(r'<li><a href="/strategy/([^"?]+)(?:\?[^"]*)?" rel="nofollow">')


def get(client: httpx.Client, game: str, query: str = "", status: int = 200) -> str:
    found = client.get(f"/strategy/{quote(game)}{query}")
    assert found.status_code == status, found.text[-400:]
    return found.text


def replies(text: str) -> list[str]:
    """The positions after the replies."""
    return [unquote(unescape(place)) for place in ROW.findall(text)]


@pytest.mark.parametrize(
    ("game", "query"), [("cram(3x4)", ""), ("nim(1,2,4)", ""), ("kayles(5,6)", "?misere=1"), ("nimstring(1x2)", "")]
)
def test_replies_lead_to_lost_positions_to_the_end(client: httpx.Client, game: str, query: str) -> None:
    turns = 0
    while found := replies(get(client, game, query)):
        if query:  # under misère play the last move of all needs no reply
            found = [each for each in found if next(parse(each).each_move(), None)]
        assert all(search.outcome(parse(each), bool(query)) == "P" for each in found)
        if not found:
            break
        game, turns = found[-1], turns + 1
    assert turns


def test_the_winning_move_is_made_on_the_board(client: httpx.Client) -> None:
    text = get(client, "cram(5x6)")
    assert "The player to move wins." in text
    assert "Cover row 3, columns 3-4: here it is done." in text
    assert "or 3 like it" in text
    assert "Whoever moves here loses." in get(client, "cram(4x4)")
    assert "No move is left: the player to move has lost." in get(client, "nim(0)")
    assert "No move is left: the player to move has won." in get(client, "nim(0)", "?misere=1")


def test_the_board_and_the_coach_lead_there(client: httpx.Client) -> None:
    for query in ("", "?coach=2", "?misere=1"):
        text = client.get(f"/play/nim(3,5){query}").text
        assert f'href="/strategy/nim(3,5){"?misere=1" * ("misere" in query)}"' in text
    assert "/strategy/" not in client.get("/play/dots_and_boxes(1x2)").text


@pytest.mark.parametrize(
    ("game", "words"),
    [("sos(6)", "is a draw"), ("dots_and_boxes(2x2)", "points decide"), ("nim(3", "bracket"), ("x" * 30, "no ruleset")],
)
def test_what_has_no_strategy_is_one_line(client: httpx.Client, game: str, words: str) -> None:
    text = get(client, game, status=400)
    assert text.count('class="error"') == 1
    assert words in text
