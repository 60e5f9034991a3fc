"""Addresses that open a match everywhere: on the public site, in `grundy serve`, and in a frame of another page.

A link is BASE/?q=POSITION with the query of the match; long positions are compressed. The base is that of the public
site, kept in the environment so that worker processes see it; without one it is where the page itself came from.
"""

import os
import re
from contextlib import suppress
from dataclasses import replace
from html import escape
from urllib.parse import quote

from grundy.core.reader import ellipsis
from grundy.errors import GrundyError
from grundy.render.scenes.compose import draw_game
from grundy.solvers.solver import refuse_play
from grundy.web.compact import pack
from grundy.web.hosting import BASE_VARIABLE, EMBED_VARIABLE, SITE_VARIABLE, public_base
from grundy.web.match_state import SILENT, MatchState, settings_of
from grundy.web.parsing import read_shown_game

LOCAL_BASE = "http://127.0.0.1:8000"  # where `grundy serve` answers if no option says otherwise
READABLE_CHARACTERS = 1_000  # of a position in a link; longer ones are compressed
LINK_CHARACTERS = 8_000  # Apache and nginx refuse more, as they come
UNQUOTED = "(),:;/*"  # readable in a query; a plus sign there would be a blank
VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
BOARD_SCALE, FRAME_WIDTH = 1.6, 640.0  # of a board on a page
BOARD_HEIGHTS = 150.0, 560.0  # the least and the most that a frame shows, in pixels
AROUND_BOARD = 145  # pixels for the status line, the controls and the margins of a frame
TITLE_CHARACTERS = 80
LISTENER = """\
<script>
addEventListener("message", ({ data, source }) => {
  for (const frame of document.querySelectorAll("iframe.grundy"))
    if (frame.contentWindow === source && data?.grundyHeight > 0) frame.height = Math.ceil(data.grundyHeight);
});
</script>"""


def can_embed() -> bool:
    """Whether links lead to a site that other pages may show in a frame."""
    return any(os.environ.get(name) for name in (BASE_VARIABLE, EMBED_VARIABLE, SITE_VARIABLE))


def link(state: MatchState, base: str = "", embed: bool = False) -> str:
    """The address of a match, without what only its present reader has asked for.

    >>> link(MatchState("kayles(13) + nim(3)", misere=True, coach=2), "https://example.org")
    'https://example.org/?q=kayles(13)%20%2B%20nim(3)&misere=1'
    """
    shared = replace(state, **SILENT, values=False, full=False, embed=embed)
    game = shared.game if len(shared.game) <= READABLE_CHARACTERS else pack(shared.game)
    url = f"{base or state.root}/?q={quote(game, safe=UNQUOTED)}" + (f"&{shared.query}" if shared.query else "")
    if len(url) > LINK_CHARACTERS:
        most = f"many sites take at most {LINK_CHARACTERS:,}"
        raise GrundyError(f"a link of {len(url):,} characters; {most}: send the expression itself")
    return url


def frame_height(svg: str) -> int:
    """The height, in pixels, of a frame for a board, until the frame itself tells it."""
    box = VIEW_BOX.search(svg)
    width, height = (float(box[1]), float(box[2])) if box else BOARD_HEIGHTS
    least, most = BOARD_HEIGHTS
    return round(max(least, min(height * min(BOARD_SCALE, FRAME_WIDTH / width), most))) + AROUND_BOARD


def snippet(url: str, game: str, svg: str) -> str:
    """HTML that shows a match in another page, with the script that lets the height follow the board."""
    title, height = escape(f"{ellipsis(game, TITLE_CHARACTERS)}, to play"), frame_height(svg)
    size = f'width="100%" height="{height}" style="border: 0"'
    return f'<iframe class="grundy" src="{escape(url)}" title="{title}" {size} loading="lazy"></iframe>\n{LISTENER}'


def share_game(text: str, misere: bool, base: str) -> dict[str, str]:
    """The link to a game that a page can show, and the HTML for a frame with it."""
    game = read_shown_game(text)
    if misere:
        refuse_play(game, misere)
    state = MatchState(str(game), misere)
    return {
        "game": state.game,
        "play": "misere" if misere else "normal",
        "url": link(state, base),
        "embed": snippet(link(state, base, True), state.game, draw_game(game).svg),
    }


def ways_to_share(state: MatchState, board: str) -> dict[str, str]:
    """What the page of a match offers to copy: the link to it, and HTML for a frame in which it begins here."""
    base, start = public_base(), settings_of(state, state.game)
    url = link(start, base)
    with suppress(GrundyError):  # a match too long for an address is shared without its history
        url = link(state, base)
    return {"link": url, "snippet": snippet(link(start, base, True), state.game, board) if can_embed() else ""}
