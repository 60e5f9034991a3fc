"""The laboratory: what is known about a ruleset or a position; nim arithmetic; drawing digraphs and graphs of rulesets.

A card that is not ready at once says so: its page can be asked again for that card, with more time, and a script does.
"""

import asyncio
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from grundy.core.laboratory import Laboratory
from grundy.core.nimbers import nim_product
from grundy.render import charts
from grundy.web import lab_tasks
from grundy.web.gallery import rulesets
from grundy.web.html import render
from grundy.web.limits import QUICK_SECONDS, SLOW_SECONDS, BadRequestError, MissingError
from grundy.web.routing import CACHED, PageAnswer, PageRequest, PageRoutes, redirect
from grundy.web.workers.quick_and_slow import Workers
from grundy.web.workers.tasks import TaskFunction, TaskResult

routes = PageRoutes("/lab")
DEFAULT_VALUES, LEAST_VALUES, MOST_VALUES = 120, 2, 2_000
TABLE_ROWS = 16
MISERE_HEAPS = 20  # heaps whose genus is shown
NEVER_QUICK = (lab_tasks.misere, lab_tasks.equal, lab_tasks.family_values)
PERIOD_COLUMNS = range(4, 25)  # a table of values is as wide as the period where that is one of these
TITLES = {
    "table": "Table",
    "plot": "Plot",
    "values": "Values",
    "period": "Period",
    "law": "Law",
    "p-positions": "P-positions",
    "misere": "Misère play",
    "equal": "Equal games",
    "explanation": "Explanation",
    "tree": "Game tree",
}
RESULT_OF_CARD = {"period": "period", "law": "law", "misere": "quotient", "explanation": "outcome"}
EXAMPLES = [
    ("0.137", "an octal code: Dawson's chess"),
    ("0,1,2,3,1,4", "values: who has them?"),
    ("{1,3,4}", "a subtraction set"),
    ("hexadecimal(0.8F)", "a hexadecimal code"),
    ("mock_turtles", "a rule for turning coins"),
    ("(mock_turtles * ruler)", "a product of two such rules"),
    ("wythoff", "a game on pairs"),
    ("node_kayles(grid 3xn)", "boards of any length n"),
    ("a: b c; b: c; c: a d", "a digraph"),
    ("kayles(13) + nim(3)", "a position"),
]
EXAMPLE_DIGRAPH = "a: b c d; b: f; c: e f; d: f g; f: e; g: h; h: g"
Json = dict[str, Any]


@cache
def laboratories() -> dict[str, Laboratory[Any]]:
    known = {name: entry.ruleset.laboratory() for name, entry in rulesets().items() if entry.ruleset}
    return {name: laboratory for name, laboratory in known.items() if laboratory}


def lab_page(template: str, root: str, status: int = 200, **context: Any) -> PageAnswer:
    own = [("/lab", "Rulesets"), ("/lab/nim", "Nim arithmetic"), ("/lab/digraph", "Draw a digraph")]
    brought = [(f"/lab/{name}", laboratory.title) for name, laboratory in laboratories().items()]
    benches = [(root + path, title) for path, title in [*own, *brought, ("/atlas", "Atlas of codes")]]
    return PageAnswer(render(template, root, benches=benches, **context), status)


def tasks_of(about: Json, to: int, misere: bool) -> dict[str, tuple[Any, ...]]:
    name = about["name"]
    if about["kind"] == "position":
        return {"explanation": (lab_tasks.explanation, name, misere), "tree": (lab_tasks.tree, name, misere)}
    if about["kind"] == "family":
        return {"values": (lab_tasks.family_values, name, to)}
    tasks: dict[str, tuple[Any, ...]] = {}
    if about["line"]:
        tasks |= {"values": (lab_tasks.values, name, to), "period": (lab_tasks.period, name)}
    if about["pairs"]:
        tasks["table"] = lab_tasks.table, name, TABLE_ROWS
    if about["line"] or about["pairs"]:
        tasks["law"] = (lab_tasks.law, name)
    if about["line"]:
        tasks["equal"] = (lab_tasks.equal, name)
    return tasks | ({"misere": (lab_tasks.misere, name, MISERE_HEAPS)} if about["heaps"] else {})


async def run_card(workers: Workers, has_time: bool, task: TaskFunction, *arguments: Any) -> TaskResult:
    if has_time:
        return await workers.slow.run(task, *arguments, SLOW_SECONDS)
    return TaskResult("late", "") if task in NEVER_QUICK else await workers.quick.run(task, *arguments, QUICK_SECONDS)


async def compute_cards(workers: Workers, tasks: dict[str, tuple[Any, ...]], patient: str) -> dict[str, Json]:
    """The cards, computed at once; the one that is named may take longer."""
    results = await asyncio.gather(*(run_card(workers, name == patient, *task) for name, task in tasks.items()))
    return add_derived_cards(
        {name: card(name, result, name == patient) for name, result in zip(tasks, results, strict=True)}
    )


def card(name: str, result: TaskResult, has_time: bool) -> Json:
    about: Json = {"id": name, "title": TITLES[name], "seconds": SLOW_SECONDS if has_time else QUICK_SECONDS}
    if result.kind == "fault":
        result.unwrap()
    if result.kind != "done":
        state = "none" if result.kind == "bad" else "over" if has_time else "late"
        line = f"Not known within {QUICK_SECONDS:g} s." if state == "late" else result.content
        return about | {"state": state, "line": line}
    content: Json = result.content
    is_cut = content.get("cut") or (name in RESULT_OF_CARD and content[RESULT_OF_CARD[name]] is None)
    return about | content | {"state": "partly" if is_cut and not has_time else "ready"}


def add_derived_cards(cards: dict[str, Json]) -> dict[str, Json]:
    table, line, period = cards.get("table", {}), cards.get("values", {}), cards.get("period", {})
    if line.get("values"):
        repeats = (period["preperiod"], period["period"]) if period.get("period") else None
        picture = charts.draw_values(line["values"], line["first"], repeats).inline
        cards["plot"] = ready_card("plot", picture=picture, histogram=line["histogram"])
        line["across"] = repeats[1] if repeats and repeats[1] in PERIOD_COLUMNS else 10
    if "lost" in (source := line if line.get("values") else table):
        shown = len(source.get("values") or source["rows"])
        cards["p-positions"] = ready_card("p-positions", lost=source["lost"], line=source is line, shown=shown)
    if line and table.get("state") == "none":  # a table that begins with an illegal position, as Welter's does
        del cards["table"]
    return {name: cards[name] for name in TITLES if name in cards}


def ready_card(name: str, **content: Any) -> Json:
    return {"id": name, "title": TITLES[name], "state": "ready", **content}


def status_of(result: TaskResult) -> int:
    """The status of a page that shows a result, good or bad; a busy server and a fault are other pages."""
    if result.kind in ("busy", "fault"):
        result.unwrap()
    return {"done": 200, "bad": 400}.get(result.kind, 422)


def values_shown(request: PageRequest) -> int:
    return request.number("to", DEFAULT_VALUES, LEAST_VALUES, MOST_VALUES)


@routes.get("")
@routes.get("/")
async def laboratory(request: PageRequest) -> PageAnswer:
    """A line to type, and below it what is known about the ruleset or position in it."""
    workers, root = request.workers, request.root
    to, misere = values_shown(request), request.flag("misere")
    line = request.text("q").strip()
    if not line:
        return lab_page("lab.html", root, asked="", found={"kind": "empty"}, cards={}, examples=EXAMPLES)
    result = await workers.run(lab_tasks.describe_line, line)
    status = status_of(result)
    about = result.content if status == 200 else {"kind": "wrong", "line": result.content, "caret": "", "offers": []}
    if about["kind"] == "digraph":
        return redirect(f"{root}/lab/digraph?q={quote(about['text'])}")
    if about["kind"] == "wrong":
        return lab_page("lab.html", root, max(status, 400), asked=line, found=about, cards={}, examples=EXAMPLES)
    if about["kind"] == "sequence":
        return lab_page("lab.html", root, asked=line, found=about, cards={})
    cards = await compute_cards(workers, tasks_of(about, to, misere), request.text("more"))
    settings = ({"to": to} if to != DEFAULT_VALUES else {}) | ({"misere": "true"} if misere else {})
    query = urlencode({"q": line} | settings)
    return lab_page("lab.html", root, asked=line, found=about, cards=cards, query=query, to=to, misere=misere)


@routes.get("/card/{name}")
async def one_card(request: PageRequest) -> PageAnswer:
    """One card with more time, and those that follow from it."""
    workers, name, q, misere = request.workers, request.named["name"], request.text("q", None), request.flag("misere")
    to = values_shown(request)
    about = (await workers.run(lab_tasks.describe_line, q.strip())).unwrap()
    tasks = tasks_of(about, to, misere) if about["kind"] in ("ruleset", "position", "family") else {}
    if name not in tasks:
        raise BadRequestError("there is no such card; the laboratory lists them")
    cards = await compute_cards(workers, {name: tasks[name]}, name)
    query = urlencode({"q": q})
    return PageAnswer(render("lab_card.html", request.root, cards=cards, found=about, query=query, misere=misere))


@routes.get("/mex.svg")
async def mex_film(request: PageRequest) -> PageAnswer:
    """How the first values are found, as a film."""
    result = await request.workers.slow.run(lab_tasks.mex_film, request.text("q", None), SLOW_SECONDS)
    return PageAnswer(result.unwrap(), kind="image/svg+xml")


@routes.get("/plot.css")
async def plot_style(request: PageRequest) -> PageAnswer:
    """The look of plots, the same as in plots that stand alone."""
    return PageAnswer(charts.STYLE, kind="text/css; charset=utf-8", headers=CACHED)


@cache
def nim_tables() -> list[tuple[str, str, list[list[int]]]]:
    numbers = range(TABLE_ROWS)
    return [
        ("Addition", "⊕", [[a ^ b for b in numbers] for a in numbers]),
        ("Multiplication", "⊗", [[nim_product(a, b) for b in numbers] for a in numbers]),
    ]


@routes.get("/nim")
async def arithmetic(request: PageRequest) -> PageAnswer:
    """Tables of nim-addition and nim-multiplication, and a calculator."""
    found, status = None, 200
    if line := request.text("q").strip():
        result = await request.workers.run(lab_tasks.calculation, line)
        status = status_of(result)
        found = result.content if status == 200 else {"wrong": result.content}
        status = max(status, 400 if "wrong" in found else 200)
    return lab_page("lab_nim.html", request.root, status, asked=line, found=found, tables=nim_tables())


@routes.get("/digraph")
async def digraph(request: PageRequest) -> PageAnswer:
    """A digraph to draw, with the outcome and the value of every vertex."""
    q, misere = request.text("q", EXAMPLE_DIGRAPH), request.flag("misere")
    result = await request.workers.run(lab_tasks.digraph, q.strip() or EXAMPLE_DIGRAPH, misere)
    status = status_of(result)
    found = result.content if status == 200 else {"text": q, "vertices": {}, "at": {}, "wrong": result.content}
    return lab_page("lab_digraph.html", request.root, status, misere=misere, **found)


@routes.get("/digraph.svg")
async def digraph_picture(request: PageRequest) -> PageAnswer:
    """The digraph as the layout of the app has it."""
    result = await request.workers.run(lab_tasks.draw_digraph, request.text("q", None), request.flag("misere"))
    return PageAnswer(result.unwrap(), kind="image/svg+xml")


@routes.get("/{name}")
async def grounded_graph(request: PageRequest) -> PageAnswer:
    """A graph to draw that stands on the ground, and its simplification; `part` is the latter alone, for the script."""
    name = request.named["name"]
    if name not in laboratories():
        raise MissingError("there is no such page; the laboratory lists its pages")
    about = laboratories()[name]
    text = (request.text("q").strip() or "0") if "q" in request.fields else about.example
    result = await request.workers.run(lab_tasks.simplification, name, text)
    status, wrong = status_of(result), "" if result.kind == "done" else result.content
    template = "lab_steps.html" if request.flag("part") else "lab_grounded.html"
    content = {"name": name, "laboratory": about, "text": text, "wrong": wrong, "found": result.content}
    return lab_page(template, request.root, status, **content)
