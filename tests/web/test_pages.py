"""The pages, without a browser: every ruleset has one, links lead on to the end of a game, and errors say the cure."""

import re
from html import unescape
from urllib.parse import quote, urlsplit

import httpx
import pytest

from grundy.catalog import entries
from grundy.web.gallery import card_picture, find_families, first_position

pytestmark = pytest.mark.slow

LINK = re.compile(r'<a href="(/play/[^"]+)" aria-label=')


def page(client: httpx.Client, path: str) -> str:
    found = client.get(path, follow_redirects=True)
    assert found.status_code == 200, (path, found.status_code, found.text[-400:])
    return found.text


def at(game: str, query: str = "") -> str:
    return f"/play/{quote(game)}{'?' + query if query else ''}"


@pytest.mark.parametrize("name", list(entries()))
def test_every_ruleset_has_a_page_with_values_and_a_coach(client: httpx.Client, name: str) -> None:
    text = page(client, at(first_position(name), "values=1&coach=2"))
    assert '<svg class="board' in text
    assert 'class="nudge"' in text
    assert "All moves" in text


def test_links_lead_to_the_end_of_a_game(client: httpx.Client) -> None:
    text, turns = page(client, at("nim(2,3)")), 0
    while "<strong>" not in text and turns < 4:
        turns += 1
        text = page(client, unescape(LINK.findall(text)[-1]))
    assert 1 <= turns <= 3
    assert "The computer wins." in text or "You win." in text


def test_the_gallery_has_every_ruleset_once_with_its_picture(client: httpx.Client) -> None:
    text = page(client, "/")
    names = [entry.name for family in find_families().values() for entry in family]
    assert sorted(names) == sorted(entries())
    assert all(f"/pictures/{name}.svg" in text for name in names)
    answer = client.get("/pictures/nim.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text == card_picture("nim")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("queen", {"wythoff"}),
        ("dawson's", {"dawsons_kayles", "dawsons_chess"}),
        ("misère tic-tac-toe", {"notakto"}),
        ("Strings and Coins", {"nimstring", "dots_and_boxes"}),
        ("matches", {"nim", "fibonacci_nim"}),
        ("Möbius", {"moebius"}),
        ("nim with a pass", {"with_pass"}),
        ("Conway", {"hackenbush", "sylver"}),
        ("zzz", set[str]()),
    ],
)
def test_the_gallery_is_searched_by_name_and_by_rule(search: str, found: set[str]) -> None:
    assert {entry.name for family in find_families(search).values() for entry in family} >= found
    assert bool(find_families(search)) == bool(found)


@pytest.mark.parametrize(
    ("game", "index", "heap", "leave", "to"),
    [
        ("kayles(10^12)", 0, 0, "499999999999,499999999999", "kayles(499999999999,499999999999)"),
        ("nim(w,3)", 0, 0, "10000000000", "nim(10000000000,3)"),
        ("choose_heap", 0, 0, "10000000000", "choose_heap(10000000000)"),
        ("two_dimensional_nim((1,2),(4,1))", 0, 0, "(50,1)", "two_dimensional_nim((50,1),(4,1))"),
        ("fibonacci_nim(1000000)", 0, 0, "999990", "fibonacci_nim(999990,20)"),
        ("staircase_nim(1,20,5)", 0, 1, "12", "staircase_nim(13,8,5)"),
        ("nim(1) + subtraction(1,3,4)(100)", 1, 0, "97", "nim(1) + subtraction(1,3,4)(97)"),
    ],
)
def test_moves_that_are_typed(client: httpx.Client, game: str, index: int, heap: int, leave: str, to: str) -> None:
    assert f'name="heap" value="{heap}"' in page(client, at(game))
    query: dict[str, str | int] = {"index": index, "heap": heap, "leave": leave, "vs": "person"}
    answer = client.get(f"/move/{quote(game)}", params=query)
    assert answer.status_code == 303, answer.text[-300:]
    assert f'value="{to}"' in page(client, answer.headers["location"])


@pytest.mark.parametrize(
    ("game", "query"),
    [
        ("nim(3,5)", {"to": "nim(3,6)"}),
        ("kayles(100)", {"index": "0", "heap": "0", "leave": "50"}),
        ("nim(w)", {"index": "0", "heap": "0", "leave": "x"}),
        ("nim(100)", {"index": "7", "heap": "0", "leave": "1"}),
        ("nim(100)", {"index": "0", "heap": "0", "leave": "100"}),
    ],
)
def test_moves_that_are_typed_wrong(client: httpx.Client, game: str, query: dict[str, str]) -> None:
    assert client.get(f"/move/{quote(game)}", params=query).status_code == 400


@pytest.mark.parametrize(
    "game",
    ["kayles(10^12)", f"nim({','.join(map(str, range(1, 101)))})", "chomp(30x30)", "nim(0)", "sos(SOS)", "nim(w^w)"],
)
def test_positions_large_infinite_and_empty(client: httpx.Client, game: str) -> None:
    text = page(client, at(game, "values=1"))
    assert '<svg class="board' in text
    assert len(text) < 1_000_000


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("rugs(2000x2000; (2000,2000))", "size 4,000,000"),
        ("cram(90x90)", "size 8,101"),
        ("chomp(3000x3000)", "size 3,001"),
        ("sprouts(5000)", "size 10,003"),
        (f"turning_turtles({'H' * 9_000})", "size 9,000"),
        (" + ".join(["nim(1,2)"] * 1_000), "size 3,000"),
        (f"conjunctive(nim({','.join(['1'] * 3_000)}), nim(2))", "size 3,004"),
        (f"digraph({'; '.join(f'v{n}: v{n + 1}' for n in range(900))})(v0)", "characters"),
    ],
)
def test_what_is_too_large_for_a_page_is_refused_by_its_size(client: httpx.Client, game: str, size: str) -> None:
    found = client.get(at(game))
    assert found.status_code == 422
    assert size in found.text


def test_the_board_keeps_its_size(client: httpx.Client) -> None:
    view = re.compile(r'viewBox="([^"]+)"')
    for first, later in (
        ("nim(3,5,7)", "nim(5,2)"),
        ("chomp(3x7)", "chomp(3,3,1)"),
        ("kayles(13)", "kayles(2,10)"),
        ("hackenbush(0-1,1-2,2-3,0-4)", "hackenbush(0-1,0-4)"),
        ("nim(3) + kayles(6)", "kayles(6)"),
        ("nim(2)", "nim(0)"),
    ):
        before = view.findall(page(client, at(first, "vs=person")))[0]
        assert view.findall(page(client, at(later, f"vs=person&h={quote(first)}")))[0] == before


def test_what_is_left_stays_where_it_was(client: httpx.Client) -> None:
    """The stones of the last heap keep their place when the first heap goes."""
    x = re.compile(r'data-key="0:s-(\d)-0"[^>]*><rect x="([\d.]+)"')
    before = dict(x.findall(page(client, at("nim(3,5,7)", "vs=person"))))
    after = dict(x.findall(page(client, at("nim(5,7)", "vs=person&h=nim(3,5,7)"))))
    assert (after["0"], after["1"]) == (before["1"], before["2"])


def test_the_nim_sum_stands_under_the_board(client: httpx.Client) -> None:
    text = page(client, at("kayles(3) + nim(5)", "values=1"))
    table = text[text.index('<div class="sum"') :]
    assert table.count('class="decides"') == 3
    assert 'class="sum"' not in page(client, at("nim(5)", "values=1&misere=1"))


def test_errors_show_the_place_and_the_nearest_name(client: httpx.Client) -> None:
    answer = client.get("/play/nimm(3)")
    assert answer.status_code == 400
    assert "nimm(3)\n^" in answer.text
    assert 'href="/play/nim(3)"' in answer.text


def test_a_position_is_set_up_with_the_same_opponent(client: httpx.Client) -> None:
    answer = client.get("/setup", params={"q": "kayles(5)", "vs": "kind2", "misere": "1"})
    assert answer.headers["location"] == "/play/kayles(5)?misere=1&vs=level2"


def test_a_watched_match_comes_to_an_end(client: httpx.Client) -> None:
    path = at("nim(1,2)", "vs=watch")
    for _ in range(4):
        text = page(client, path)
        if "player wins" in text:
            return
        path = unescape(re.findall(r'id="next" href="([^"]+)"', text)[0])
        path = client.get(path).headers["location"]
    pytest.fail("no end")


def test_a_history_that_makes_no_sense_does_no_harm(client: httpx.Client) -> None:
    assert "nim(3)" in page(client, at("nim(3)", "h=)(~nim(~kayles(5)"))
    assert urlsplit(client.get("/", params={"q": "nim"}).headers["location"]).path == "/play/nim(3,5,7)"
