"""Where the book leads to be played: addresses on the site beside it, and boards as pictures that become live.

In the sources, links lead to `grundy serve` on the reader's machine, so that they work wherever the sources are read. A
book that is built with GRUNDY_BASE, the address of a site or its place relative to the book, leads there instead.
"""

from base64 import b64encode
from html import escape
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from grundy import parse
from grundy.render import plot
from grundy.web.links import LOCAL_BASE, link
from grundy.web.match_state import MatchState

__all__ = ["PLAY", "board_html", "play_address"]

PLAY = f"{LOCAL_BASE}/play/"


def play_address(url: str, base: str, page: str) -> str:
    """The address of a game on the site, seen from a page of the book; without a site that of a server here.

    >>> play_address("http://127.0.0.1:8000/play/nim%283,5%29?misere=1", "..", "companion/nim")
    '../../?q=nim(3,5)&misere=1'
    >>> play_address("http://127.0.0.1:8000/play/nim%283,5%29", "", "companion/nim")
    'http://127.0.0.1:8000/play/nim%283,5%29'
    """
    if not base:
        return url
    parts = urlsplit(url)
    state = MatchState.read(unquote(parts.path).removeprefix("/play/"), dict(parse_qsl(parts.query)))
    return link(state, base if "://" in base else "../" * page.count("/") + base)


def board_html(expression: str, base: str, page: str) -> str:
    """A board: its picture, and the link to play on it; with a site, the script of the book puts a live one here."""
    game = parse(expression)
    picture = b64encode(
        plot.board(game).svg.encode()
    ).decode()  # with a style of its own, which is not that of the page
    url = play_address(f"{PLAY}{quote(str(game))}", base, page)
    live, name = ' class="live"' if base else "", escape(str(game))
    return (
        f'<figure class="to-play"><img src="data:image/svg+xml;base64,{picture}" alt="The position {name}">'
        f'<figcaption><a{live} href="{escape(url)}">Play {name}</a></figcaption></figure>'
    )
