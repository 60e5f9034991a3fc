"""The page on which a game is set up, without a browser: every edit is a link, everything else a form."""

import re
from html import unescape
from urllib.parse import quote, unquote

import httpx
import pytest

from grundy import parse
from grundy.catalog import entries
from grundy.core.board import Board
from grundy.web.gallery import first_position

pytestmark = pytest.mark.slow

LINK = re.compile(r'href="(/setup/[^"]+)"')
PICTURE_LINK = re.compile(r'<a href="(/setup/[^"]+)" class="move[^"]*" data-key="[^"]*" aria-label="([^"]+)"')


def page(client: httpx.Client, path: str, status: int = 200) -> str:
    found = client.get(path, follow_redirects=True)
    assert found.status_code == status, (path, found.status_code, found.text[-400:])
    return found.text


def links(text: str) -> dict[str, str]:
    """The links on the board by their words, each with the game that it leads to."""
    found = ((unescape(url), words) for url, words in PICTURE_LINK.findall(text))
    return {unescape(words): unquote(url.removeprefix("/setup/")) for url, words in found}


@pytest.mark.parametrize("name", list(entries()))
def test_every_ruleset_is_set_up_by_links_or_typed(client: httpx.Client, name: str) -> None:
    text = page(client, f"/setup/{quote(first_position(name))}")
    urls = [unescape(url) for url in LINK.findall(text)]
    assert '<svg class="board' in text
    assert 'name="position"' in text
    if type(entries()[name].about.board).edits is not Board.edits:  # elsewhere positions are typed
        page(client, urls[len(urls) // 2])


def test_the_board_is_changed_by_touching_it(client: httpx.Client) -> None:
    on_board = links(page(client, "/setup/nim(3,5,7)"))
    assert on_board["Add 1 to heap 2."] == "nim(3,6,7)"
    assert on_board["Leave 2 in heap 3."] == "nim(3,5,2)"
    assert on_board["Add a heap."] == "nim(3,5,7,1)"
    assert links(page(client, "/setup/mock_turtles(THT)"))["Flip coin 1."] == "mock_turtles(TTT)"
    grid = links(page(client, "/setup/cram(__/_x)"))
    assert grid["Put back the square in row 2, column 2."] == "cram(2x2)"
    assert grid["One column more."] == "cram(___/_x_)"
    assert links(page(client, "/setup/chomp(4,3)"))["One square more in row 2."] == "chomp(4,4)"
    assert links(page(client, "/setup/nim(1) + nim(2)"))["Add 1 to heap 1, in nim(2)."] == "nim(1) + nim(3)"


def test_what_is_typed_changes_the_game_and_keeps_how_it_is_played(client: httpx.Client) -> None:
    def after(query: str, game: str = "subtraction(1,3,4)(20)") -> str:
        return unquote(client.get(f"/setup/{quote(game)}?{query}", follow_redirects=False).headers["location"])

    assert after("index=0&parameters=2,5&position=30") == "/setup/subtraction(2,5)(30)"
    assert after("index=0&parameters=1,3,4&position=7,8&vs=level1&first=turns&misere=1") == (
        "/setup/subtraction(1,3,4)(7,8)?misere=1&vs=level1&first=turns"
    )
    assert after("add=kayles&want=won") == "/setup/subtraction(1,3,4)(20) + kayles(13)?want=won"
    assert after("remove=0", "nim(3) + kayles(5)") == "/setup/kayles(5)"


@pytest.mark.parametrize(
    ("game", "query", "words"),
    [
        ("nim(3)", "index=0&position=3,x", "expected the size of a heap"),
        ("moore_nim(2)(3,4)", "index=0&parameters=no&position=3", "expected a number"),
        ("nim(3)", "add=nimm", "no ruleset is called"),
        ("nim(3)", "remove=0", "cannot be removed"),
        ("nim(3)", "index=7&position=3", "no summand has that number"),
        ("sos(5)", "add=nim", "does not add"),
    ],
)
def test_a_mistake_is_told_on_the_page_and_nothing_is_changed(
    client: httpx.Client, game: str, query: str, words: str
) -> None:
    text = page(client, f"/setup/{quote(game)}?{query}", 400)
    assert words in unescape(re.findall(r'id="wrong">([^<]+)<', text)[0])
    assert f'value="{game}"' in text


@pytest.mark.parametrize("query", ["size=huge", "want=all", "level=x", "first=nobody"])
def test_unknown_wishes_are_refused(client: httpx.Client, query: str) -> None:
    assert client.get(f"/setup/nim(3)?{query}").status_code == 400


def test_random_positions_are_named_by_their_seed(client: httpx.Client) -> None:
    first, again, other = (page(client, f"/random/nim(3,5,7)?size=large&seed={seed}") for seed in (7, 7, 8))
    assert first == again != other
    assert "Number 7" in first
    chosen = client.get("/random/nim(3)?want=won", follow_redirects=False).headers["location"]
    assert re.fullmatch(r"/random/nim\(3\)\?want=won&seed=\d+", unquote(chosen))


@pytest.mark.parametrize(
    ("query", "outcome"), [("want=won", "N"), ("want=lost", "P"), ("want=won&first=computer", "P")]
)
def test_random_positions_are_won_or_lost_as_asked(client: httpx.Client, query: str, outcome: str) -> None:
    text = page(client, f"/random/nim(3,5,7)?seed=3&{query}")
    game = re.findall(r'action="/play/([^"]+)"', text)[0]
    assert parse(unquote(unescape(game))).outcome == outcome
    assert "for you" in text


def test_it_says_when_no_such_position_was_found(client: httpx.Client) -> None:
    """On two vertices with arrows both ways everything is a draw."""
    text = page(client, "/random/digraph(a%3A%20b%3B%20b%3A%20a)(a)?want=won&seed=1")
    assert "None that is won for you was found in time. This one is a draw." in text


def test_who_begins_is_remembered_from_game_to_game(client: httpx.Client) -> None:
    """The computer begins the next game where players take turns, and always where it should."""
    text = page(client, "/play/nim(3,5,7)?first=turns")
    again = unescape(re.findall(r'id="again" href="([^"]+)"', text)[0])
    assert again == "/play/nim(3,5,7)?first=turns&turn=computer"
    after = str(client.get(again, follow_redirects=True).url)
    assert "first=turns" in after
    assert "h=nim" in after
    back = unescape(re.findall(r'id="again" href="([^"]+)"', page(client, after))[0])
    assert back == "/play/nim(3,5,7)?first=turns"
    begun = str(client.get("/play/nim(3,5,7)?first=computer&vs=level1", follow_redirects=True).url)
    assert "h=nim(3,5,7)" in unquote(begun)
    new = unescape(re.findall(r'id="new" href="([^"]+)"', page(client, begun))[0])
    assert new == "/setup/nim(3,5,7)?vs=level1&first=computer"
