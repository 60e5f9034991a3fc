"""The widget: pages of the app, which runs in the kernel, and the position on the board as a trait."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

import anywidget
import traitlets

from grundy.core.game import Game
from grundy.errors import GrundyError
from grundy.expressions import parse
from grundy.web import html
from grundy.web.match_state import OPPONENTS, MatchState
from grundy.web.site.browser import BrowserApp, OwnPool
from grundy.web.workers.quick_and_slow import Workers

ROOT = "https://grundy.invalid"  # no such host exists: every address below it is answered by the kernel
PAGE_SHIM = Path(html.__file__).parent / "site" / "page.js"
OWN_PAGE = f'import {{ history, location }} from "{ROOT}/page.js";\n'
RELATIVE = re.compile(r'(\bfrom ")\./')
Json = dict[str, Any]


@cache
def app() -> BrowserApp:
    return BrowserApp(ROOT, Workers(OwnPool(), OwnPool()), frozenset())


def wait_for_answer(address: str) -> Json:
    """The answer of the app; in a thread, since a kernel runs a loop of its own."""
    found: Json = {"text": ""}

    def begin(url: str, status: int, kind: str) -> None:
        found.update(url=url, status=status, kind=kind)

    def send(text: str) -> None:
        found["text"] += text

    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, app().tell(address, begin, send)).result()
    return found


def script_text(name: str, text: str) -> str:
    """A script as a page in a notebook loads it: what it imports has whole addresses, and so has the script itself."""
    static = f"{ROOT}/static/{html.static_version()}/"
    text = RELATIVE.sub(rf"\g<1>{static}", text).replace("import.meta.url", json.dumps(static + name))
    return text if name in ("transport.js", "page.js") else OWN_PAGE + text


@cache
def files() -> dict[str, str]:
    """The scripts and style sheets of all pages, by their addresses."""
    static = f"{ROOT}/static/{html.static_version()}/"
    found = {f"{ROOT}/page.js": script_text("page.js", PAGE_SHIM.read_text(encoding="utf-8"))}
    for path in sorted(html.STATIC.iterdir()):
        text = path.read_text(encoding="utf-8")
        found[static + path.name] = script_text(path.name, text) if path.suffix == ".js" else text
    return found | {f"{ROOT}/board.css": str(wait_for_answer("/board.css")["text"])}


class GameTrait(traitlets.TraitType[Game, Game | str]):
    """A game, which may be given by its expression."""

    def validate(self, obj: object, value: object) -> Game:
        if isinstance(value, str):
            return parse(value)
        if isinstance(value, Game):
            return value
        raise traitlets.TraitError(f"{value!r} is no game; give one such as nim(3,5,7), or its expression")


class NotebookBoard(anywidget.AnyWidget):
    """A board to play on; `game` is the position on it, and may be set and observed."""

    _esm = Path(__file__).parent / "widget.js"
    address = traitlets.Unicode().tag(sync=True)  # of the page that is shown, below the root
    height = traitlets.Int(640).tag(sync=True)  # in pixels
    game = GameTrait()

    def __init__(self, game: Game | str, misere: bool = False, opponent: str = "perfect", **settings: Any) -> None:
        first = parse(game) if isinstance(game, str) else game
        state = MatchState(str(first), misere, opponent)
        super().__init__(game=first, address=state.url, **settings)
        self.on_msg(self._hear)

    def _hear(self, widget: object, question: Json, buffers: object) -> None:
        """Answer what the page asks for: the files of all pages, or an address."""
        if question.get("kind") == "files":
            self.send({"id": question["id"], "files": files()})
        elif question.get("kind") == "ask":
            self.send({"id": question["id"], **wait_for_answer(str(question["address"]))})

    @property
    def match(self) -> MatchState:
        """The match so far: the position, those before it, the settings."""
        path, _, query = self.address.partition("?")
        return MatchState.read(unquote(path.removeprefix("/play/")), dict(parse_qsl(query, keep_blank_values=True)))

    @traitlets.observe("address")
    def _show_game(self, change: Json) -> None:
        if change["new"].startswith("/play/"):
            self.game = parse(self.match.game)

    @traitlets.observe("game")
    def _show_address(self, change: Json) -> None:
        """A game that was set begins a new match with the same settings."""
        if self.address and str(parse(self.match.game)) != str(change["new"]):
            self.address = MatchState(str(change["new"]), self.match.misere, self.match.opponent).url


def play(game: Game | str, misere: bool = False, opponent: str = "perfect", height: int = 640) -> NotebookBoard:
    """A board to play on in a notebook.

    >>> board = play("kayles(5)")
    >>> board.game
    kayles(5)
    >>> board.game = "kayles(7)"
    >>> board.address
    '/play/kayles(7)'
    """
    if opponent not in OPPONENTS:
        raise GrundyError(f"no opponent is called '{opponent[:20]}'; choose one of {', '.join(OPPONENTS)}")
    return NotebookBoard(game, misere, opponent, height=height)
