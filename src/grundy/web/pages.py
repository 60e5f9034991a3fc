"""The pages that people read: the gallery, a game, and errors."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from grundy import games
from grundy.learn.lessons import lessons
from grundy.render.scenes.compose import least_sizes_css
from grundy.render.style import DARK, LIGHT, SHAPES
from grundy.web import api_tasks, gallery, language, page_tasks
from grundy.web.compact import unpack
from grundy.web.html import STATIC, render
from grundy.web.limits import QUICK_SECONDS, REPLY_SECONDS, SLOW_SECONDS, CostlyError, MissingError
from grundy.web.match_state import MatchState, read_record, settings_of
from grundy.web.routing import CACHED, NOT_CACHED, PageAnswer, PageRequest, PageRoutes, other_place, redirect
from grundy.web.workers.quick_and_slow import Workers
from grundy.web.workers.tasks import TextAnswer

routes = PageRoutes()
ERROR_PLACE = re.compile(r"\(at character (\d+)\)")
NEAREST_NAME = re.compile(r"did you mean (\w+)\?")
WORD = re.compile(r"\w+")
REPEATED_CHARACTERS = 200  # of a wrong expression on the page of the error
GAMES = Path(games.__file__).parent
SVG = "image/svg+xml"


def error_page(request: PageRequest, status: int, text: str) -> PageAnswer:
    """The page of an error: with a caret under the place, and a link to the expression with the nearest name."""
    asked = request.named.get("expression", request.fields.get("q", ""))[:REPEATED_CHARACTERS]
    place, name = ERROR_PLACE.search(text), NEAREST_NAME.search(text)
    at = int(place[1]) - 1 if place else -1
    caret = f"{asked}\n{' ' * at}^" if 0 <= at <= len(asked) and "\n" not in asked else ""
    nearest = asked[:at] + WORD.sub(name[1], asked[at:], count=1) if name and caret else ""
    offer = {"text": nearest, "url": MatchState(nearest, root=request.root).url} if nearest else None
    embed = request.fields.get("embed") == "1"
    page = render("error.html", request.root, line=text, caret=caret, asked=asked, offer=offer, embed=embed)
    return PageAnswer(page, status)


@routes.get("/")
async def home(request: PageRequest) -> PageAnswer:
    """The gallery, or a part of it; what is typed into its box, or linked to, is a match, or words to look for."""
    if there := other_place(request):
        return redirect(request.root + there)
    text, family, like = unpack(request.text("q").strip()), request.text("family"), request.text("like")
    root = request.root
    *past, game = read_record(text)
    if past:
        return redirect(MatchState(game, past=tuple(past), opponent="person", root=root).url)
    if "(" in text or text in gallery.rulesets():
        return redirect(MatchState.read(gallery.first_position(text), request.fields, root).url)
    if text or family or like:
        return PageAnswer(gallery_page(root, text, family, like))
    return PageAnswer(whole_gallery(root))


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
        lessons=len(lessons()),
        searched_words=gallery.searched_words,
        asked=asked,
        family=family,
        like=gallery.find_ruleset(like) if like else None,
    )


@routes.get("/llms.txt")
async def for_language_models(request: PageRequest) -> PageAnswer:
    """What a language model reads of a site."""
    return PageAnswer(language.llms_text(), kind="text/plain; charset=utf-8", headers=CACHED)


@routes.get("/board.css")
async def board_style(request: PageRequest) -> PageAnswer:
    """The look of boards, the same as in pictures that stand alone."""
    light, dark = (f":root{{{colours}}}" for colours in (LIGHT, DARK))
    colours = f"{light}@media(prefers-color-scheme:dark){{{dark}}}@media print{{{light}}}"
    shapes = SHAPES.replace("text{", "svg text{", 1) + least_sizes_css()
    return PageAnswer(colours + shapes, kind="text/css; charset=utf-8", headers=CACHED)


@routes.get("/games/{folder}/{name}.js")
async def game_script(request: PageRequest) -> PageAnswer:
    """The script that the board of a game brings."""
    name = f"{request.named['folder']}/{request.named['name']}.js"
    if name not in {about.ruleset.board.script for about in gallery.rulesets().values() if about.ruleset}:
        raise MissingError("no game brings this script; the page of a game names its own")
    return PageAnswer((GAMES / name).read_text(), kind="text/javascript; charset=utf-8", headers=CACHED)


@routes.get("/favicon.ico")
async def icon(request: PageRequest) -> PageAnswer:
    """The icon for browsers that ask for it at this address, whatever the page says."""
    return PageAnswer((STATIC / "icon.svg").read_text(), kind=SVG, headers=CACHED)


@routes.get("/pictures/{name}.svg")
async def card_picture(request: PageRequest) -> PageAnswer:
    """The picture of a ruleset in the gallery."""
    result = await request.workers.quick.run(gallery.card_picture, request.named["name"])
    return PageAnswer(result.unwrap(), kind=SVG, headers=CACHED)


@routes.get("/picture.svg")
async def picture(request: PageRequest) -> PageAnswer:
    """The picture of a game."""
    result = await request.workers.quick.run(api_tasks.draw, request.text("game", None))
    return PageAnswer(result.unwrap(), kind=SVG)


@routes.get("/play/{expression:path}")
async def play(request: PageRequest) -> PageAnswer:
    """The page of a game; where it is the computer's turn, a redirect to the page after its move.

    Where values, reasons or a review cost too much, the page comes without them and names the limit.
    """
    state, workers = request.match, request.workers
    if state.turn == "computer" and state.is_against_computer and not state.looking:
        url = await find_reply(workers, state, "now" in request.fields)
        if url != state.url:
            return redirect(url)
    try:
        answer = await make_page(workers, state)
    except CostlyError as error:
        answer = await workers.answer(page_tasks.game_page, replace(state, values=False, coach=0), str(error))
    return PageAnswer(answer.text)


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


@routes.get("/film/{expression:path}")
async def film(request: PageRequest) -> PageAnswer:
    """The match so far as an animated picture."""
    result = await request.workers.slow.run(page_tasks.film, request.match, SLOW_SECONDS)
    return PageAnswer(result.unwrap(), kind="image/svg+xml", headers=NOT_CACHED)


@routes.get("/thinking/{expression:path}")
async def thinking(request: PageRequest) -> PageAnswer:
    """How many positions the computer has looked at for its move so far."""
    reports = request.workers.slow.reports(page_tasks.reply, request.match, REPLY_SECONDS)
    text = json.dumps({"positions": reports[-1] if reports else 0})
    return PageAnswer(text, kind="application/json", headers=NOT_CACHED)


@routes.get("/values/{expression:path}")
async def values(request: PageRequest) -> PageAnswer:
    """What the moves of a page are worth, a line of JSON for each as soon as it is known."""
    state = MatchState(request.match.game, request.match.misere)
    found = request.workers.slow.stream(page_tasks.fill_values, state, SLOW_SECONDS)
    lines = (json.dumps(value) + "\n" async for value in found)
    return PageAnswer(lines, kind="application/x-ndjson", headers=NOT_CACHED)


@routes.get("/setup")
async def setup(request: PageRequest) -> PageAnswer:
    """Another position with the same opponent and the same kind of play."""
    position = gallery.first_position(request.text("q").strip())
    state = MatchState.read(position, request.fields, request.root)
    return redirect(settings_of(state, state.game).url)


@routes.get("/watch/{expression:path}")
async def watch(request: PageRequest) -> PageAnswer:
    """One more move of two computers that are watched."""
    watched = replace(request.match, opponent="watch")
    return redirect(await find_reply(request.workers, watched, "now" in request.fields))


@routes.get("/line/{expression:path}")
async def line_of_move(request: PageRequest) -> PageAnswer:
    """The line of points that a move would draw, for its preview."""
    index, note = request.text("index"), request.text("note")
    line = await request.workers.answer(page_tasks.line_of_move, request.match, index, note)
    return PageAnswer(line, kind="text/plain; charset=utf-8")


@routes.get("/move/{expression:path}")
async def typed_move(request: PageRequest) -> PageAnswer:
    """A move that was typed: a position to reach, or numbers to leave; or drawn as a line of points."""
    state, workers, index = request.match, request.workers, request.text("index")
    if drawn := request.text("drawn"):
        return redirect(await workers.answer(page_tasks.drawn_move, state, index, drawn))
    written = request.text("heap", "0"), request.text("leave"), request.text("to")
    return redirect((await workers.slow.run(page_tasks.typed_move, state, index, *written)).unwrap())
