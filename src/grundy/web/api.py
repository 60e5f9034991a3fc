"""The interface for programs: JSON under /api, the same objects as the command line prints."""

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from grundy.catalog import normal, suggest
from grundy.web import answers, models
from grundy.web.answers import Told
from grundy.web.gallery import rulesets
from grundy.web.limits import QUICK, SLOW, BadRequestError
from grundy.web.models import Question
from grundy.web.work import Task, answer

__all__ = ["ERRORS", "catalogue", "json_text", "patient", "router"]

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": models.Problem, "description": "Bad input"},
    422: {"model": models.Problem, "description": "Too costly, with the limit"},
    429: {"model": models.Problem, "description": "Busy; try again after `Retry-After` seconds"},
}
router = APIRouter(prefix="/api", responses=ERRORS)
Json = dict[str, Any]


async def patient(request: Request, task: Task, *arguments: Any) -> Any:
    """The answer of a quick worker, or of a patient one where that took all its time; the last argument is the time."""
    lanes = request.app.state
    found = await lanes.quick.ask(task, *arguments, QUICK)
    cut = found.kind == "late" or found.seconds > QUICK or undecided(found.content)
    return await lanes.slow.run(task, *arguments, SLOW) if cut else answer(found)


def undecided(content: Any) -> bool:
    """Whether an answer says that the time was too short."""
    if isinstance(content, Told):
        return not content.decided
    return isinstance(content, dict) and content.get("outcome", "") is None


def json_text(text: str) -> Response:
    """JSON that is written already."""
    return Response(text, media_type="application/json")


async def asked(request: Request, task: Task, wanted: Question) -> Response:
    """The answer to a question."""
    found = await patient(request, answers.told, task, wanted.arguments())
    return json_text(found.text)


@cache
def catalogue() -> dict[str, Json]:
    """What there is to say of every ruleset, by each of its names."""
    return {normal(name): it.json() for it in rulesets().values() for name in (*it.about.aliases, it.name)}


@router.get("/games", response_model=list[models.Ruleset])
async def games() -> list[Json]:
    """The catalogue: every ruleset with its rules, notation and an example."""
    return [it for name, it in catalogue().items() if name == it["name"]]


@router.get("/games/{name}", response_model=models.Ruleset)
def game(name: str) -> Json:
    """One ruleset of the catalogue."""
    found = catalogue().get(normal(name[:100]))
    if found is None:
        raise BadRequestError(f"no ruleset is called '{name[:40]}': {suggest(name[:40])}")
    return found


@router.get("/analyse", response_model=models.Analysis)
async def analyse(request: Request, wanted: Annotated[models.Analyse, Query()]) -> Response:
    """Who wins, by which moves, and the nimber: the object of `grundy solve --json`."""
    return await asked(request, answers.analyse, wanted)


@router.post("/analyse", response_model=models.Analysis)
async def analyse_long(request: Request, wanted: models.LongAnalyse) -> Response:
    """The same, for expressions that are too long for an address."""
    return await asked(request, answers.analyse, wanted)


@router.get("/explain", response_model=models.Answer)
async def explain(request: Request, wanted: Annotated[models.Explain, Query()]) -> Response:
    """Why: the explanation as data, and as HTML if that is wanted."""
    return await asked(request, answers.explain, wanted)


@router.post("/move", response_model=models.Moved)
async def move(request: Request, wanted: models.Move) -> Response:
    """The game after a move, and after the reply of a player if that is wanted."""
    if bool(wanted.move) == bool(wanted.to):
        raise BadRequestError("give the move in words as `move`, or the position that it leads to as `to`")
    return await asked(request, answers.move, wanted)


@router.get("/values", response_model=models.Sequence)
async def values(request: Request, wanted: Annotated[models.Values, Query()]) -> Response:
    """Sprague-Grundy values g(from) .. g(to - 1)."""
    return await asked(request, answers.values, wanted)


@router.get("/period", response_model=models.Periodicity)
async def period(request: Request, wanted: Annotated[models.Period, Query()]) -> Response:
    """The period of the values, with the theorem that proves it."""
    return await asked(request, answers.period, wanted)


@router.get("/table", response_model=models.Answer)
async def table(request: Request, wanted: Annotated[models.Table, Query()]) -> Response:
    """Nimbers of positions that have two coordinates."""
    return await asked(request, answers.table, wanted)


@router.get("/misere", response_model=models.Answer)
async def misere(request: Request, wanted: Annotated[models.Misere, Query()]) -> Response:
    """Genus, outcomes and misère quotient of a heap ruleset."""
    return await asked(request, answers.misere, wanted)


@router.get("/conjecture", response_model=models.Answer)
async def conjecture(request: Request, wanted: Annotated[models.Conjecture, Query()]) -> Response:
    """The simplest law that the values follow, and whether it is proved."""
    return await asked(request, answers.conjecture, wanted)


@router.get("/same", response_model=models.Answer)
async def same(request: Request, wanted: Annotated[models.Compare, Query()]) -> Response:
    """Whether two rulesets have the same values, or where they first differ."""
    return await asked(request, answers.same, wanted)


@router.get("/calc", response_model=models.Answer)
async def calc(request: Request, wanted: Annotated[models.Calculate, Query()]) -> Response:
    """Nim arithmetic."""
    return await asked(request, answers.calc, wanted)


@router.post("/graph", response_model=models.Labels)
async def graph(request: Request, wanted: models.Graph) -> Response:
    """Outcomes, nimbers, draws and heights of every vertex of a directed graph."""
    return await asked(request, answers.graph, wanted)


@router.get("/svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def picture(request: Request, game: models.Expression) -> Response:
    """The picture of a game."""
    drawn = await request.app.state.quick.run(answers.drawn, game)
    return Response(drawn, media_type="image/svg+xml")
