"""The page on which a new game is set up: by hand or at random, who begins, and against whom."""

from secrets import randbelow

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grundy.errors import GrundyError
from grundy.web import setup_tasks
from grundy.web.limits import BadRequestError
from grundy.web.models import QueryText
from grundy.web.pages import AskedMatch
from grundy.web.setup_tasks import Change, Wish
from grundy.web.workers.pool import WorkersOfServer

router = APIRouter(include_in_schema=False)
SEEDS = 10_000


@router.get("/setup/{expression:path}")
async def setup_page(
    request: Request,
    workers: WorkersOfServer,
    state: AskedMatch,
    index: QueryText = "",
    parameters: QueryText = "",
    position: QueryText = "",
    remove: QueryText = "",
    add: QueryText = "",
) -> Response:
    """The page to set a game up; what is typed on it changes the game, and a mistake is told on the same page."""
    change, wrong = Change(index, parameters, position, remove, add), ""
    wish = Wish.read(request.query_params)
    if any(change):
        try:
            return RedirectResponse(await workers.answer(setup_tasks.address_after, state, wish, change), 303)
        except GrundyError as error:
            wrong = str(error)
    answer = await workers.answer(setup_tasks.setup_page, state, wish, wrong)
    return HTMLResponse(answer.text, 400 if wrong else 200)


@router.get("/random/{expression:path}")
async def random_page(request: Request, workers: WorkersOfServer, state: AskedMatch) -> Response:
    """The same page with a random position of the same rulesets; the seed in the address names it."""
    wish = Wish.read(request.query_params)
    seed = request.query_params.get("seed", "")
    if not seed:
        query = request.query_params.multi_items()
        kept = [(key, value) for key, value in query if key != "seed" and value]
        url = request.url.include_query_params(**dict(kept), seed=str(randbelow(SEEDS)))
        return RedirectResponse(f"{url.path}?{url.query}", 303)
    if not (seed.isdecimal() and len(seed) < 10):
        raise BadRequestError(f"a seed is a number, not '{seed[:20]}'")
    result = await workers.slow.run(setup_tasks.random_page, state, wish, int(seed))
    return HTMLResponse(result.unwrap().text)
