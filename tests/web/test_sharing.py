"""Links: the address of a match opens the same match, and only boards that are meant for frames may stand in one."""

from dataclasses import replace
from random import Random
from string import ascii_letters
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_hosting import ask, get

from grundy.errors import GrundyError
from grundy.web import hosting, links
from grundy.web.hosting import Hosting
from grundy.web.match_state import OPPONENTS, MatchState

LINE = [f"nim({a},{b},7)" for a in range(9, 0, -1) for b in range(30, 0, -1)]
BASE = "https://example.org/games"


@pytest.fixture(autouse=True)
def no_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(hosting.BASE_VARIABLE, raising=False)
    monkeypatch.delenv(hosting.EMBED_VARIABLE, raising=False)


def opened(url: str) -> MatchState:
    """The match that the server opens at a link."""
    (answer,) = ask(Hosting(), get(url.removeprefix(BASE)))
    assert answer.status_code == 303
    parts = urlsplit(answer.headers["location"])
    return MatchState.read(unquote(parts.path).removeprefix("/play/"), dict(parse_qsl(parts.query)))


@pytest.mark.parametrize("game", ["kayles(13)", "kayles(13) + nim(3,5,7)", "rugs(HT/TH)", "digraph(a: b c; b: c)(a)"])
def test_a_link_opens_the_position_in_a_server(game: str) -> None:
    state = MatchState(game, misere=True)
    assert opened(links.link(state, BASE)) == state
    assert opened(links.link(state, BASE, embed=True)) == replace(state, embed=True)


@given(st.integers(0, len(LINE) - 1), st.sampled_from(list(OPPONENTS)), st.booleans())
def test_a_whole_match_is_in_its_link(many: int, opponent: str, misere: bool) -> None:
    state = MatchState(LINE[many], misere, opponent, past=tuple(LINE[:many]))
    url = links.link(state, BASE)
    parts = dict(parse_qsl(urlsplit(url).query))
    read = MatchState.read(parts.pop("q"), parts)
    assert read.past == state.past[len(state.past) - len(read.past) :]
    assert read.played == many
    assert replace(read, past=(), dropped=0, turn="you") == replace(state, past=())


def test_a_link_leaves_out_what_only_its_reader_asked_for() -> None:
    state = MatchState("nim(3,5)", coach=3, values=True, lost="win", full=True, looking=True, past=("nim(3,6)",))
    assert opened(links.link(state, BASE)) == MatchState("nim(3,5)", past=("nim(3,6)",))


def test_a_long_position_is_compressed() -> None:
    state = MatchState(f"nim({','.join(map(str, range(1000, 2100)))})")
    assert len(links.link(state, BASE)) < 3000
    assert opened(links.link(state, BASE)) == state


def test_a_match_too_long_for_a_link_is_shared_without_its_history() -> None:
    letters = Random(7).choices(ascii_letters, k=5900)  # as hard to compress as names can be
    state = MatchState("".join(letters) + "()", past=("".join(letters[::-2]),), undone=("".join(letters[::2]),))
    with pytest.raises(GrundyError, match="many sites take at most 8,000"):
        links.link(state)
    shared = links.ways_to_share(state, "")
    assert len(shared["link"]) <= links.LINK_CHARACTERS
    assert opened(shared["link"]).game == state.game
    assert not shared["snippet"]


def test_the_page_links_to_the_public_site(monkeypatch: pytest.MonkeyPatch) -> None:
    state = MatchState("nim(3,5)", past=("nim(3,6)",))
    assert links.ways_to_share(state, "")["link"].startswith("/?q=nim(3,5)&h=")
    monkeypatch.setenv(hosting.BASE_VARIABLE, BASE)
    shared = links.ways_to_share(state, '<svg viewBox="0 0 400 200">')
    assert shared["link"].startswith(f"{BASE}/?q=nim(3,5)&h=")
    assert f'src="{BASE}/?q=nim(3,5)&amp;embed=1"' in shared["snippet"]


def test_only_boards_for_frames_may_stand_in_one() -> None:
    pages = [get("/static/icon.svg"), get("/static/icon.svg?embed=1"), get("/?q=nim(3)&embed=1"), get("/?x=embed=1")]
    for embeds, framed in ((False, []), (True, [1, 2])):
        for number, answer in enumerate(ask(Hosting(embeds=embeds), *pages)):
            is_framed = number in framed
            assert ("x-frame-options" not in answer.headers) == is_framed
            assert ("frame-ancestors *" in answer.headers["content-security-policy"]) == is_framed
            assert ("frame-ancestors 'none'" in answer.headers["content-security-policy"]) != is_framed
