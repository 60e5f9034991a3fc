"""Positions that a page cannot solve: no dead end, guesses that say so, waits that end, and values that fill in."""

import json
import re
import time
from html import unescape
from random import Random
from urllib.parse import quote, urlsplit

import httpx
import pytest
from browser import browser, open_page
from pace import patience
from playwright.sync_api import Browser, Page
from serving import Server

from grundy import parse
from grundy.web.limits import REPLY_SECONDS
from grundy.web.match_state import MatchState
from grundy.web.page_tasks import fill_values, game_page, hurried_reply, reply

pytestmark = pytest.mark.slow

__all__ = ["browser"]

LINK = re.compile(r'<a href="(/play/[^"]+)" aria-label=')
TOO_HARD = ["cram(8x8)", "node_kayles(grid 8x8)", "sprouts(15)"]
MOST_TURNS = 80


def at(game: str, query: str = "") -> str:
    return f"/play/{quote(game)}{'?' + query if query else ''}"


def play_on(client: httpx.Client, path: str, chance: Random) -> str:
    """The page after a move by one of its links, and the computer's answer."""
    first = client.get(path)
    assert first.status_code == 200, first.text[-300:]
    found = client.get(unescape(chance.choice(LINK.findall(first.text))), follow_redirects=True)
    assert found.status_code == 200, found.text[-300:]
    return found.text


@pytest.mark.parametrize("game", TOO_HARD)
def test_what_cannot_be_solved_is_played_on_and_coached(client: httpx.Client, game: str) -> None:
    text = play_on(client, at(game, "misere=1"), Random(game))
    assert '<svg class="board' in text
    assert LINK.findall(text)
    assert ("This is a guess" in text) == ("(a guess)" in text)


def test_the_coach_says_what_is_not_decided(client: httpx.Client) -> None:
    found = client.get(at("node_kayles(grid 9x10)", "coach=3"))
    assert found.status_code == 200
    assert (
        "Not decided within the time that a page has." in found.text or "Values and reasons take too long" in found.text
    )
    assert "No move wins" not in found.text


@pytest.mark.parametrize("game", ["cram(8x8)", "sprouts(6)", "chomp(9x12)"])
def test_a_hurried_game_comes_to_an_end(game: str) -> None:
    """With guesses alone, each flagged in the history."""
    chance, state = Random(1), MatchState(game)
    for _ in range(MOST_TURNS):
        if parse(state.game).is_over:  # its page has links to earlier positions
            break
        links = LINK.findall(game_page(state, "stopped", 0.4).text)
        state = follow(unescape(chance.choice(links)))
        answer = hurried_reply(state, 0.05)
        if follow(answer.text).game == state.game:
            break
        state = follow(answer.text)
        assert state.guesses[-1] == state.played
    else:
        pytest.fail("no end")
    assert game_page(state, "stopped", 0.4).text.count("(a guess)") >= min(1, len(state.guesses))


def follow(url: str) -> MatchState:
    path, query = urlsplit(url)[2:4]
    return MatchState.read(httpx.URL(path).path.removeprefix("/play/"), dict(httpx.QueryParams(query)))


def test_a_solved_reply_is_final_and_tells_its_thought() -> None:
    answer = reply(MatchState("nim(3,5,6)", past=("nim(3,5,7)",), turn="computer"), 5.0)
    assert answer.is_final
    state = follow(answer.text)
    assert state.thought
    assert state.thought.sentence == "Every move loses against the best play, so it leaves as many moves as it can."
    assert not state.guesses


def test_a_guess_stays_marked_until_it_is_taken_back() -> None:
    state = MatchState("c", past=("a", "b"), guesses=(2,))
    assert state.after("d").guesses == (2,)
    assert follow(state.back(1).url).guesses == (2,)
    assert state.back(1).after("x").guesses == ()
    assert state.restart().guesses == ()


def test_values_come_one_after_the_other(client: httpx.Client) -> None:
    known = list[dict[str, object]]()
    assert fill_values(MatchState("nim(1,2)"), 5.0, known.append) == known
    assert {it["move"]: it["sign"] for it in known} == {0: "✗", 1: "✗", 2: "✓"}
    lines = client.get(f"/values/{quote('nim(1,2)')}").text.splitlines()
    assert [json.loads(line) for line in lines] == known


def test_values_without_script_say_what_is_not_decided(client: httpx.Client) -> None:
    text = client.get(at("cram(6x7)", "values=1")).text
    listed = text.count('<span class="worth')
    assert listed == len(LINK.findall(text))
    assert "not decided in the time of a page" in text


def make_a_move(page: Page) -> None:
    page.evaluate("document.querySelector('.moves a').click()")


def wait_until(page: Page, condition: str, seconds: float = 20) -> None:
    until = time.monotonic() + seconds * patience()
    while not page.evaluate(condition):
        assert time.monotonic() < until, condition
        page.wait_for_timeout(20)


def positions(server: Server, url: str) -> int:
    return int(httpx.get(url.replace("/play/", "/thinking/")).json()["positions"])


def test_a_wait_shows_progress_and_can_be_ended(browser: Browser, server: Server) -> None:
    with open_page(browser, server.url + at("cram(9x9)", "misere=1")) as page:
        keys = "[...document.querySelectorAll('#board [data-key]')].map(e => e.dataset.key + e.className.baseVal)"
        start, board = page.url, page.evaluate(keys)
        make_a_move(page)
        wait_until(page, "document.querySelector('.waiting') !== null")
        assert page.evaluate("document.querySelector('.waiting').innerText").startswith("The computer thinks: ")
        page.evaluate("document.querySelector('.waiting button').click()")
        wait_until(page, "document.querySelector('.waiting') === null")
        wait_until(page, "document.querySelector('[aria-busy]') === null")
        assert page.url == start
        assert page.evaluate(keys) == board
        after = page.evaluate("document.querySelector('.moves a').href")
        until = time.monotonic() + 2 * REPLY_SECONDS * patience()
        while positions(server, after):
            assert time.monotonic() < until, "the work goes on without anybody waiting for it"
            time.sleep(0.1)


def test_who_does_not_wait_gets_a_guess(browser: Browser, server: Server) -> None:
    with open_page(browser, server.url + at("cram(9x9)", "misere=1")) as page:
        make_a_move(page)
        wait_until(page, "document.querySelector('.waiting') !== null")
        page.evaluate("document.querySelectorAll('.waiting button')[1].click()")
        wait_until(page, "document.querySelectorAll('.history li').length === 2")
        assert "(a guess)" in page.locator(".history li").last.inner_text()
        assert page.locator(".thought").inner_text().startswith("This is a guess")
        assert "now=" not in page.url


def test_values_fill_in(browser: Browser, server: Server) -> None:
    """Values that the page did not have come, in the list and on the board, and are right."""
    game = "chomp_3d(3x4x5)"
    with open_page(browser, server.url + at(game, "values=1"), java_script_enabled=False) as page:
        before = page.locator(".moves .worth.waits").count()
        assert before, "the position must be too hard for the time of a page"
    with open_page(browser, server.url + at(game, "values=1")) as page:
        wait_until(page, "!/omputing/.test(document.getElementById('computing')?.textContent ?? '')", 60)
        after = page.locator(".moves .worth.waits").count()
        assert after < before
        assert page.locator(".moves .worth .badge").count() == page.locator(".moves > li").count() - after
        assert page.locator("#board .badge:not(.waits)").count() > 0
        assert "computing…" not in page.locator(".moves").inner_text()
        won = {str(move.to) for move in parse(game).winning_moves()}
        told = page.evaluate(
            "[...document.querySelectorAll('.moves a.wins, .moves a.loses')].map(a => [a.href, a.className])"
        )
        assert told
        assert all((follow(url).game in won) == (kind == "wins") for url, kind in told)


def test_space_plays_the_best_move_after_a_key(browser: Browser, server: Server) -> None:
    with open_page(browser, server.url + at("nim(3,5,7)")) as page:
        page.locator("#values").focus()
        page.keyboard.press("v")
        wait_until(page, "document.querySelector('.moves a.wins') !== null")
        page.keyboard.press("Space")
        wait_until(page, "document.querySelectorAll('.history li').length === 2")
