"""The interface for programs: JSON under /api, the same objects as the command line prints."""

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from grundy.catalog import normal_name, suggest
from grundy.explain.equal_values import describe_game
from grundy.web import api_tasks, models
from grundy.web.gallery import rulesets
from grundy.web.limits import BadRequestError
from grundy.web.workers.quick_and_slow import Workers
from grundy.web.workers.tasks import TaskFunction

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": models.Problem, "description": "Bad input"},
    422: {"model": models.Problem, "description": "Too costly, with the limit"},
    429: {"model": models.Problem, "description": "Busy; try again after `Retry-After` seconds"},
}
router = APIRouter(prefix="/api", responses=ERRORS)
Json = dict[str, Any]


async def workers_of(request: Request) -> Workers:
    workers: Workers = request.app.state.workers
    return workers


WorkersOfServer = Annotated[Workers, Depends(workers_of)]  # a parameter of a handler


def json_response(text: str) -> Response:
    return Response(text, media_type="application/json")


async def answer(workers: Workers, task: TaskFunction, wanted: models.ApiQuestion) -> Response:
    return json_response((await workers.answer(api_tasks.run_as_text, task, wanted.arguments())).text)


@cache
def catalogue() -> dict[str, Json]:
    return {normal_name(name): it.json() for it in rulesets().values() for name in (*it.about.aliases, it.name)}


@router.get("/games", response_model=list[models.RulesetAnswer])
async def games() -> list[Json]:
    """The catalogue: every ruleset with its rules, notation and an example."""
    return [it for name, it in catalogue().items() if name == it["name"]]


@router.get("/games/{name}", response_model=models.RulesetAnswer)
def game(name: str) -> Json:
    """One ruleset of the catalogue."""
    if (known := normal_name(name[:100])) not in catalogue():
        raise BadRequestError(f"no ruleset is called '{name[:40]}': {suggest(name[:40])}")
    return describe_game(rulesets()[catalogue()[known]["name"]])


@router.get("/analyse", response_model=models.AnalysisAnswer)
async def analyse(workers: WorkersOfServer, wanted: Annotated[models.AnalyseQuestion, Query()]) -> Response:
    """Who wins, by which moves, and the nimber: the object of `grundy solve --json`."""
    return await answer(workers, api_tasks.analyse, wanted)


@router.post("/analyse", response_model=models.AnalysisAnswer)
async def analyse_long(workers: WorkersOfServer, wanted: models.LongAnalyseQuestion) -> Response:
    """The same, for expressions that are too long for an address."""
    return await answer(workers, api_tasks.analyse, wanted)


@router.get("/explain", response_model=models.ApiAnswer)
async def explain(workers: WorkersOfServer, wanted: Annotated[models.ExplainQuestion, Query()]) -> Response:
    """Why: the explanation as data, and as HTML if that is wanted."""
    return await answer(workers, api_tasks.explain, wanted)


@router.post("/move", response_model=models.MoveAnswer)
async def move(workers: WorkersOfServer, wanted: models.MoveQuestion) -> Response:
    """The game after a move, and after the reply of a player if that is wanted."""
    if bool(wanted.move) == bool(wanted.to):
        raise BadRequestError("give the move in words as `move`, or the position that it leads to as `to`")
    return await answer(workers, api_tasks.move, wanted)


@router.get("/values", response_model=models.SequenceAnswer)
async def values(workers: WorkersOfServer, wanted: Annotated[models.ValuesQuestion, Query()]) -> Response:
    """Sprague-Grundy values g(from) .. g(to - 1)."""
    return await answer(workers, api_tasks.values, wanted)


@router.get("/period", response_model=models.PeriodAnswer)
async def period(workers: WorkersOfServer, wanted: Annotated[models.PeriodQuestion, Query()]) -> Response:
    """The period of the values, with the theorem that proves it."""
    return await answer(workers, api_tasks.period, wanted)


@router.get("/table", response_model=models.ApiAnswer)
async def table(workers: WorkersOfServer, wanted: Annotated[models.TableQuestion, Query()]) -> Response:
    """Nimbers of positions that have two coordinates."""
    return await answer(workers, api_tasks.table, wanted)


@router.get("/misere", response_model=models.ApiAnswer)
async def misere(workers: WorkersOfServer, wanted: Annotated[models.MisereQuestion, Query()]) -> Response:
    """Genus, outcomes and misère quotient of a heap ruleset."""
    return await answer(workers, api_tasks.misere, wanted)


@router.get("/conjecture", response_model=models.ApiAnswer)
async def conjecture(workers: WorkersOfServer, wanted: Annotated[models.ConjectureQuestion, Query()]) -> Response:
    """The simplest law that the values follow, and whether it is proved."""
    return await answer(workers, api_tasks.conjecture, wanted)


@router.get("/same", response_model=models.ApiAnswer)
async def same(workers: WorkersOfServer, wanted: Annotated[models.CompareQuestion, Query()]) -> Response:
    """Whether two rulesets have the same values, or where they first differ."""
    return await answer(workers, api_tasks.same, wanted)


@router.get("/calc", response_model=models.ApiAnswer)
async def calc(workers: WorkersOfServer, wanted: Annotated[models.CalculateQuestion, Query()]) -> Response:
    """Nim arithmetic."""
    return await answer(workers, api_tasks.calc, wanted)


@router.post("/graph", response_model=models.VerticesAnswer)
async def graph(workers: WorkersOfServer, wanted: models.GraphQuestion) -> Response:
    """Outcomes, nimbers, draws and heights of every vertex of a directed graph."""
    return await answer(workers, api_tasks.graph, wanted)


@router.get("/svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def picture(workers: WorkersOfServer, game: models.Expression) -> Response:
    """The picture of a game."""
    result = await workers.quick.run(api_tasks.draw, game)
    return Response(result.unwrap(), media_type="image/svg+xml")
