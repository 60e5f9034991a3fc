"""The laboratory: one line, and below it what can be known; nim arithmetic; drawing digraphs and Hackenbush pictures.

A card that is not ready at once says so: its page can be asked again for that card, with more time, and a script does.
"""

import asyncio
from functools import cache
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response

from grundy.core.nimbers import nim_product
from grundy.render.svg import plot
from grundy.web import lab_tasks
from grundy.web.lanes import Lane
from grundy.web.limits import QUICK, SLOW, BadRequestError, BusyError
from grundy.web.pages import page
from grundy.web.work import Outcome, Task, answer

__all__ = ["router"]

router = APIRouter(prefix="/lab", include_in_schema=False)
Text = Annotated[str, Query(max_length=20_000)]
To = Annotated[int, Query(ge=2, le=2_000)]
Flag = Annotated[bool, Query()]
SIDE = 16  # rows of the tables
HEAPS = 20  # heaps whose genus is shown
UNHURRIED = (lab_tasks.misere,)
COLUMNS = range(4, 25)  # a table of values is as wide as the period where that is one of these
TITLES = {
    "table": "Table",
    "plot": "Plot",
    "values": "Values",
    "period": "Period",
    "law": "Law",
    "p-positions": "P-positions",
    "misere": "Misère play",
    "explanation": "Explanation",
}
EXAMPLES = [
    ("0.137", "an octal code: Dawson's chess"),
    ("{1,3,4}", "a subtraction set"),
    ("hexadecimal(0.8F)", "a hexadecimal code"),
    ("mock_turtles", "a rule for turning coins"),
    ("(mock_turtles * ruler)", "a product of two such rules"),
    ("wythoff", "a game on pairs"),
    ("a: b c; b: c; c: a d", "a digraph"),
    ("kayles(13) + nim(3)", "a position"),
]
GRAPH = "a: b c d; b: f; c: e f; d: f g; f: e; g: h; h: g"
PICTURE = "0-1,1-2,2-3,3-1,3-4,4-5,4-6,0-7,7-8,8-0,8-9"
Json = dict[str, Any]


def asked_for(found: Json, to: int, misere: bool) -> dict[str, tuple[Any, ...]]:
    """The cards that are computed, each as its task with arguments."""
    name = found["name"]
    if found["kind"] == "position":
        return {"explanation": (lab_tasks.position, name, misere)}
    wanted: dict[str, tuple[Any, ...]] = {}
    if found["line"]:
        wanted |= {"values": (lab_tasks.values, name, to), "period": (lab_tasks.period, name)}
    if found["pairs"]:
        wanted["table"] = lab_tasks.pairs, name, SIDE
    if found["line"] or found["pairs"]:
        wanted["law"] = (lab_tasks.law, name)
    return wanted | ({"misere": (lab_tasks.misere, name, HEAPS)} if found["heaps"] else {})


async def outcome(lane: Lane, seconds: float, task: Task, *arguments: Any) -> Outcome:
    """What came of a task, a busy server too; what is never quick is not tried in a hurry."""
    if task in UNHURRIED and seconds < SLOW:
        return Outcome("late", "")
    try:
        return await lane.ask(task, *arguments, seconds)
    except BusyError as error:
        return Outcome("busy", str(error))


async def thought(request: Request, task: Task, *arguments: Any) -> Outcome:
    """What came of a task that is quick as a rule; a patient worker takes it where the quick one was too slow."""
    found: Outcome = await request.app.state.quick.ask(task, *arguments)
    return await request.app.state.slow.ask(task, *arguments) if found.kind == "late" else found


async def computed(request: Request, wanted: dict[str, tuple[Any, ...]], patient: str) -> dict[str, Json]:
    """The cards, all at once; the one that is named may take longer."""
    state = request.app.state
    terms = {True: (state.slow, SLOW), False: (state.quick, QUICK)}
    found = await asyncio.gather(*(outcome(*terms[name == patient], *task) for name, task in wanted.items()))
    return {name: card(name, one, name == patient) for name, one in zip(wanted, found, strict=True)}


def card(name: str, found: Outcome, patient: bool) -> Json:
    """A card: ready with its content, late, or with the line that says why there is none."""
    about: Json = {"id": name, "title": TITLES[name], "seconds": SLOW if patient else QUICK}
    if found.kind != "done":
        ready = "none" if found.kind == "bad" else "over" if patient else "late"
        return about | {"state": ready, "line": found.content if ready != "late" else f"Not known within {QUICK:g} s."}
    content: Json = found.content
    return about | content | {"state": "partly" if not patient and unfinished(name, content) else "ready"}


def unfinished(name: str, found: Json) -> bool:
    """Whether more time may tell more."""
    wanted = {"period": "period", "law": "law", "misere": "quotient", "explanation": "outcome"}
    return bool(found.get("cut")) or (name in wanted and found[wanted[name]] is None)


def derived(cards: dict[str, Json]) -> dict[str, Json]:
    """The cards with those that follow from others: the plot, and the positions that are lost."""
    table, line, repeats = cards.get("table", {}), cards.get("values", {}), cards.get("period", {})
    if line.get("values"):
        proved = (repeats["preperiod"], repeats["period"]) if repeats.get("period") else None
        drawn = plot.values(line["values"], line["first"], proved)
        cards["plot"] = {"id": "plot", "title": TITLES["plot"], "state": "ready", "drawn": drawn}
        cards["plot"]["histogram"] = line["histogram"]
        line["across"] = proved[1] if proved and proved[1] in COLUMNS else 10
    if "lost" in (source := line if line.get("values") else table):
        lost = {"lost": source["lost"], "line": source is line, "shown": len(source.get("values") or source["rows"])}
        cards["p-positions"] = {"id": "p-positions", "title": TITLES["p-positions"], "state": "ready", **lost}
    if line and table.get("state") == "none":  # a table that begins with an illegal position, as Welter's does
        del cards["table"]
    return {name: cards[name] for name in TITLES if name in cards}


def settled(found: Outcome) -> int:
    """The status of a page that shows an outcome, good or bad; a busy server is told by another page."""
    if found.kind == "busy":
        raise BusyError(found.content)
    return {"done": 200, "bad": 400}.get(found.kind, 422)


@router.get("")
async def laboratory(request: Request, q: Text = "", to: To = 120, more: Text = "", misere: Flag = False) -> Response:
    """One line, and below it what can be known."""
    line = q.strip()
    if not line:
        return page("lab.html", asked="", found={"kind": "empty"}, cards={}, examples=EXAMPLES)
    found = await thought(request, lab_tasks.reading, line)
    status = settled(found)
    about = found.content if status == 200 else {"kind": "wrong", "line": found.content, "caret": "", "offers": []}
    if about["kind"] == "digraph":
        return RedirectResponse(f"/lab/digraph?q={quote(about['text'])}", 303)
    if about["kind"] == "wrong":
        return page("lab.html", max(status, 400), asked=line, found=about, cards={}, examples=EXAMPLES)
    cards = derived(await computed(request, asked_for(about, to, misere), more))
    query = urlencode({"q": line} | ({"to": to} if to != 120 else {}) | ({"misere": "true"} if misere else {}))
    return page("lab.html", asked=line, found=about, cards=cards, query=query, to=to, misere=misere)


@router.get("/card/{name}")
async def one_card(request: Request, name: str, q: Text, to: To = 120, misere: Flag = False) -> Response:
    """One card with the time that a patient reader gives it, and those that follow from it."""
    about = answer(await thought(request, lab_tasks.reading, q.strip()))
    wanted = asked_for(about, to, misere) if about["kind"] in ("ruleset", "position") else {}
    if name not in wanted:
        raise BadRequestError("there is no such card; the laboratory lists them")
    cards = derived(await computed(request, {name: wanted[name]}, name))
    return page("lab_card.html", cards=cards, found=about, query=urlencode({"q": q}), misere=misere)


@router.get("/plot.css")
async def plot_style() -> Response:
    """The look of plots, the same as in plots that stand alone."""
    style = plot.STYLE.replace(".plot text{", "svg.plot text{", 1)
    return Response(style, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


@cache
def tables() -> list[tuple[str, str, list[list[int]]]]:
    """The tables of nim-addition and nim-multiplication, each with its name and sign."""
    numbers = range(SIDE)
    return [
        ("Addition", "⊕", [[a ^ b for b in numbers] for a in numbers]),
        ("Multiplication", "⊗", [[nim_product(a, b) for b in numbers] for a in numbers]),
    ]


@router.get("/nim")
async def arithmetic(request: Request, q: Text = "") -> Response:
    """Tables of nim-addition and nim-multiplication, and a calculator."""
    found = await thought(request, lab_tasks.calculation, q.strip()) if q.strip() else None
    status = settled(found) if found else 200
    shown = found and (found.content if status == 200 else {"wrong": found.content})
    wrong = 400 if shown and "wrong" in shown else 200
    return page("lab_nim.html", max(status, wrong), asked=q.strip(), found=shown, tables=tables())


@router.get("/digraph")
async def digraph(request: Request, q: Text = GRAPH, misere: Flag = False) -> Response:
    """A digraph to draw, with what every vertex is worth."""
    found = await thought(request, lab_tasks.digraph, q.strip() or GRAPH, misere)
    status = settled(found)
    shown = found.content if status == 200 else {"text": q, "vertices": {}, "at": {}, "wrong": found.content}
    return page("lab_digraph.html", status, misere=misere, **shown)


@router.get("/digraph.svg")
async def digraph_picture(request: Request, q: Text, misere: Flag = False) -> Response:
    """The digraph as the server draws it."""
    drawn = answer(await thought(request, lab_tasks.picture, q, misere))
    return Response(drawn, media_type="image/svg+xml")


@router.get("/hackenbush")
async def hackenbush(request: Request, q: Text = PICTURE, part: Flag = False) -> Response:
    """A Hackenbush picture to draw, and how it comes down; a part of the page for a script that draws."""
    text = q.strip() or "0"
    found = await thought(request, lab_tasks.hackenbush, text)
    status, template = settled(found), "lab_steps.html" if part else "lab_hackenbush.html"
    wrong = found.content if status != 200 else ""
    return page(template, status, text=text, wrong=wrong, found=found.content)
