"""The pages that people read: the gallery, a game, and what went wrong."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grundy.render.svg.style import DARK, LIGHT, SHAPES
from grundy.web import gallery, tasks
from grundy.web.answers import Told
from grundy.web.api import patient
from grundy.web.limits import CostlyError
from grundy.web.paper import printed
from grundy.web.state import State

__all__ = ["all_games", "page", "router", "sorry"]

router = APIRouter(include_in_schema=False)
PLACE = re.compile(r"\(at character (\d+)\)")
NEAREST = re.compile(r"did you mean (\w+)\?")
WORD = re.compile(r"\w+")
LONGEST = 200  # characters that are shown again
Text = Annotated[str, Query(max_length=20_000)]


def page(name: str, status: int = 200, headers: Mapping[str, str] | None = None, **context: Any) -> Response:
    """A page made from its template."""
    return HTMLResponse(printed(name, **context), status, dict(headers or {}))


def sorry(request: Request, status: int, text: str, headers: Mapping[str, str]) -> Response:
    """The page for a request that cannot be answered: with a caret under the place, and the nearest right one."""
    asked = request.path_params.get("expression", request.query_params.get("q", ""))[:LONGEST]
    place, name = PLACE.search(text), NEAREST.search(text)
    at = int(place[1]) - 1 if place else -1
    caret = f"{asked}\n{' ' * at}^" if 0 <= at <= len(asked) and "\n" not in asked else ""
    meant = asked[:at] + WORD.sub(name[1], asked[at:], count=1) if name and caret else ""
    offer = {"text": meant, "url": State(meant).url} if meant else None
    return page("sorry.html", status, headers, line=text, caret=caret, asked=asked, offer=offer)


@router.get("/")
async def home(request: Request, q: Text = "") -> Response:
    """The gallery; what is typed into its box is a game, or part of a name."""
    text = q.strip()
    if text and ("(" in text or text in gallery.rulesets()):
        return RedirectResponse(State(gallery.started(text)).url, 303)
    return HTMLResponse(all_games()) if not text else page("gallery.html", families=gallery.families(text), asked=text)


@cache
def all_games() -> str:
    """The gallery with every game."""
    return printed("gallery.html", families=gallery.families(), asked="")


@router.get("/board.css")
async def board_style() -> Response:
    """The look of boards, the same as in pictures that stand alone."""
    light, dark = (f":root{{{colours}}}" for colours in (LIGHT, DARK))
    colours = f"{light}@media(prefers-color-scheme:dark){{{dark}}}@media print{{{light}}}"
    return Response(
        colours + SHAPES.replace("text{", "svg text{", 1),
        media_type="text/css",
        headers={"Cache-Control": "max-age=3600"},
    )


@router.get("/pictures/{name}.svg")
def drawing(name: str) -> Response:
    """The picture of a ruleset in the gallery; it costs little, whatever the name is."""
    return Response(gallery.picture(name), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.get("/play/{expression:path}")
async def play(request: Request, expression: str) -> Response:
    """A game: your turn as a page, the computer's as a way to the next page."""
    state = State.read(expression, request.query_params)
    if state.turn == "computer" and state.alone:
        url = await patient(request, tasks.reply, state)
        if url != state.url:
            return RedirectResponse(url, 303)
    return HTMLResponse((await sheet(request, state)).text)


async def sheet(request: Request, state: State) -> Told:
    """The page of a game; where values or reasons cost too much, the page without them, and the limit."""
    try:
        found: Told = await patient(request, tasks.sheet, state, "")
    except CostlyError as error:
        if not (state.values or state.coach):
            raise
        found = await patient(request, tasks.sheet, replace(state, values=False, coach=0), str(error))
    return found


@router.get("/setup")
async def setup(request: Request, q: Text = "") -> Response:
    """Another position with the same opponent and the same kind of play."""
    state = State.read(gallery.started(q.strip()), request.query_params)
    return RedirectResponse(state.fresh(turn="you").url, 303)


@router.get("/watch/{expression:path}")
async def watch(request: Request, expression: str) -> Response:
    """One more move of two computers that are watched."""
    state = State.read(expression, request.query_params)
    return RedirectResponse(await patient(request, tasks.reply, replace(state, opponent="watch")), 303)


@router.get("/move/{expression:path}")
async def typed(
    request: Request, expression: str, index: Text = "", heap: Text = "0", leave: Text = "", to: Text = ""
) -> Response:
    """A move that was typed: a position to reach, or numbers to leave."""
    state = State.read(expression, request.query_params)
    query = {"index": index, "heap": heap, "leave": leave, "to": to}
    url = await request.app.state.slow.run(tasks.typed, state, tuple(sorted(query.items())))
    return RedirectResponse(url, 303)
