"""The pages that people read: the gallery, a game, and errors."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)

from grundy import games
from grundy.render.scenes.compose import least_sizes_css
from grundy.render.style import DARK, LIGHT, SHAPES
from grundy.web import gallery, page_tasks
from grundy.web.guard import HEALTH_PATH
from grundy.web.html import render
from grundy.web.limits import QUICK_SECONDS, REPLY_SECONDS, SLOW_SECONDS, CostlyError
from grundy.web.match_state import MatchState, read_record, settings_of
from grundy.web.models import QueryText
from grundy.web.workers.pool import Workers, WorkersOfServer
from grundy.web.workers.process import TextAnswer

router = APIRouter(include_in_schema=False)
ERROR_PLACE = re.compile(r"\(at character (\d+)\)")
NEAREST_NAME = re.compile(r"did you mean (\w+)\?")
WORD = re.compile(r"\w+")
REPEATED_CHARACTERS = 200  # of a wrong expression on the page of the error
GAMES = Path(games.__file__).parent
ICON = Path(__file__).parent / "static" / "icon.svg"
CACHED = {"Cache-Control": "max-age=3600"}


async def root_of(request: Request) -> str:
    root: str = request.scope["root_path"]
    return root


RootPath = Annotated[str, Depends(root_of)]  # a parameter of a handler


async def state_of(request: Request, root: RootPath, expression: str) -> MatchState:
    return MatchState.read(expression, request.query_params, root)


AskedMatch = Annotated[MatchState, Depends(state_of)]  # the match that the address of the page names


def html_page(
    template: str, root: str, status: int = 200, headers: Mapping[str, str] | None = None, **context: Any
) -> Response:
    return HTMLResponse(render(template, root, **context), status, dict(headers or {}))


def error_page(request: Request, status: int, text: str, headers: Mapping[str, str]) -> Response:
    """The page of an error: with a caret under the place, and a link to the expression with the nearest name."""
    asked = request.path_params.get("expression", request.query_params.get("q", ""))[:REPEATED_CHARACTERS]
    place, name = ERROR_PLACE.search(text), NEAREST_NAME.search(text)
    at = int(place[1]) - 1 if place else -1
    caret = f"{asked}\n{' ' * at}^" if 0 <= at <= len(asked) and "\n" not in asked else ""
    nearest = asked[:at] + WORD.sub(name[1], asked[at:], count=1) if name and caret else ""
    root = request.scope["root_path"]
    offer = {"text": nearest, "url": MatchState(nearest, root=root).url} if nearest else None
    return html_page("error.html", root, status, headers, line=text, caret=caret, asked=asked, offer=offer)


@router.get("/")
async def home(root: RootPath, q: QueryText = "", family: QueryText = "", like: QueryText = "") -> Response:
    """The gallery, or a part of it; what is typed into its box is a game, or words of names and rules."""
    text = q.strip()
    *past, game = read_record(text)
    if past:
        return RedirectResponse(MatchState(game, past=tuple(past), opponent="person", root=root).url, 303)
    if "(" in text or text in gallery.rulesets():
        return RedirectResponse(MatchState(gallery.first_position(text), root=root).url, 303)
    if text or family or like:
        return HTMLResponse(gallery_page(root, text, family, like))
    return HTMLResponse(whole_gallery(root))


@cache
def whole_gallery(root: str) -> str:
    return gallery_page(root)


def gallery_page(root: str, asked: str = "", family: str = "", like: str = "") -> str:
    return render(
        "gallery.html",
        root,
        families=gallery.find_families(asked, family, like),
        headings=list(gallery.find_families()),
        first_games=gallery.first_games(),
        searched_words=gallery.searched_words,
        asked=asked,
        family=family,
        like=gallery.find_ruleset(like) if like else None,
    )


@router.get(HEALTH_PATH)
async def health(workers: WorkersOfServer) -> Response:
    """For monitors: whether a worker answers; 429 where all are busy."""
    (await workers.quick.run(abs, monotonic())).unwrap()  # a new question each time, so that none is remembered
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


@router.get("/board.css")
async def board_style() -> Response:
    """The look of boards, the same as in pictures that stand alone."""
    light, dark = (f":root{{{colours}}}" for colours in (LIGHT, DARK))
    colours = f"{light}@media(prefers-color-scheme:dark){{{dark}}}@media print{{{light}}}"
    shapes = SHAPES.replace("text{", "svg text{", 1) + least_sizes_css()
    return Response(colours + shapes, media_type="text/css", headers=CACHED)


@router.get("/games/{folder}/{name}.js")
async def game_script(folder: str, name: str) -> Response:
    """The script that the board of a game brings."""
    scripts = {about.ruleset.board.script for about in gallery.rulesets().values() if about.ruleset}
    if f"{folder}/{name}.js" not in scripts:
        return PlainTextResponse("no game brings this script\n", 404)
    return FileResponse(GAMES / folder / f"{name}.js", media_type="text/javascript", headers=CACHED)


@router.get("/favicon.ico")
async def icon() -> Response:
    """The icon for browsers that ask for it at this address, whatever the page says."""
    return FileResponse(ICON, media_type="image/svg+xml", headers=CACHED)


@router.get("/pictures/{name}.svg")
def card_picture(name: str) -> Response:
    """The picture of a ruleset in the gallery; drawn here, because the example of any ruleset costs little."""
    return Response(gallery.card_picture(name), media_type="image/svg+xml", headers=CACHED)


@router.get("/play/{expression:path}")
async def play(request: Request, workers: WorkersOfServer, state: AskedMatch) -> Response:
    """The page of a game; where it is the computer's turn, a redirect to the page after its move.

    Where values, reasons or a review cost too much, the page comes without them and names the limit.
    """
    if state.turn == "computer" and state.is_against_computer and not state.looking:
        url = await find_reply(workers, state, "now" in request.query_params)
        if url != state.url:
            return RedirectResponse(url, 303)
    try:
        answer = await make_page(workers, state)
    except CostlyError as error:
        answer = await workers.answer(page_tasks.game_page, replace(state, values=False, coach=0), str(error))
    return HTMLResponse(answer.text)


async def make_page(workers: Workers, state: MatchState) -> TextAnswer:
    """The page of a game; reasons and a review that were cut short get more time. Values fill in later."""
    page: TextAnswer = (await workers.run(page_tasks.game_page, state, "", QUICK_SECONDS)).unwrap()
    if page.is_final:
        return page
    seconds = SLOW_SECONDS if state.coach else REPLY_SECONDS  # who asks for reasons can wait for them
    longer: TextAnswer = (await workers.slow.run(page_tasks.game_page, state, "", seconds)).unwrap()
    return longer


async def find_reply(workers: Workers, state: MatchState, is_hurried: bool) -> str:
    """The URL after the computer's move, which is a guess where it is hurried or a worker finds none in time."""
    if not is_hurried:
        with suppress(CostlyError):
            found = await workers.answer(page_tasks.reply, state, most_seconds=REPLY_SECONDS, is_reporting=True)
            return str(found.text)
    return str((await workers.answer(page_tasks.hurried_reply, state, most_seconds=REPLY_SECONDS)).text)


@router.get("/thinking/{expression:path}")
async def thinking(workers: WorkersOfServer, state: AskedMatch) -> Response:
    """How many positions the computer has looked at for its move so far."""
    reports = workers.slow.reports(page_tasks.reply, state, REPLY_SECONDS)
    return JSONResponse({"positions": reports[-1] if reports else 0}, headers={"Cache-Control": "no-store"})


@router.get("/values/{expression:path}")
async def values(workers: WorkersOfServer, state: AskedMatch) -> Response:
    """What the moves of a page are worth, a line of JSON for each as soon as it is known."""
    found = workers.slow.stream(page_tasks.fill_values, MatchState(state.game, state.misere), SLOW_SECONDS)
    lines = (json.dumps(value) + "\n" async for value in found)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers={"Cache-Control": "no-store"})


@router.get("/setup")
async def setup(request: Request, root: RootPath, q: QueryText = "") -> Response:
    """Another position with the same opponent and the same kind of play."""
    state = MatchState.read(gallery.first_position(q.strip()), request.query_params, root)
    return RedirectResponse(settings_of(state, state.game).url, 303)


@router.get("/watch/{expression:path}")
async def watch(request: Request, workers: WorkersOfServer, state: AskedMatch) -> Response:
    """One more move of two computers that are watched."""
    watched = replace(state, opponent="watch")
    return RedirectResponse(await find_reply(workers, watched, "now" in request.query_params), 303)


@router.get("/line/{expression:path}")
async def line_of_move(
    workers: WorkersOfServer, state: AskedMatch, index: QueryText = "", note: QueryText = ""
) -> Response:
    """The line of points that a move would draw, for its preview."""
    return PlainTextResponse(await workers.answer(page_tasks.line_of_move, state, index, note))


@router.get("/move/{expression:path}")
async def typed_move(
    workers: WorkersOfServer,
    state: AskedMatch,
    index: QueryText = "",
    heap: QueryText = "0",
    leave: QueryText = "",
    to: QueryText = "",
    drawn: QueryText = "",
) -> Response:
    """A move that was typed: a position to reach, or numbers to leave; or drawn as a line of points."""
    if drawn:
        return RedirectResponse(await workers.answer(page_tasks.drawn_move, state, index, drawn), 303)
    result = await workers.slow.run(page_tasks.typed_move, state, index, heap, leave, to)
    return RedirectResponse(result.unwrap(), 303)
