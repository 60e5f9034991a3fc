"""The page on which a new game is set up: by hand or at random, who begins, and against whom."""

from secrets import randbelow
from urllib.parse import quote, urlencode

from grundy.errors import GrundyError
from grundy.web import setup_tasks
from grundy.web.limits import BadRequestError
from grundy.web.routing import PageAnswer, PageRequest, PageRoutes, redirect
from grundy.web.setup_tasks import Change, Wish

routes = PageRoutes()
SEEDS = 10_000


@routes.get("/setup/{expression:path}")
async def setup_page(request: PageRequest) -> PageAnswer:
    """The page to set a game up; what is typed on it changes the game, and a mistake is told on the same page."""
    fields = "index", "parameters", "position", "remove", "add"
    change, wrong = Change(*map(request.text, fields)), ""
    wish = Wish.read(request.fields)
    if any(change):
        try:
            return redirect(await request.workers.answer(setup_tasks.address_after, request.match, wish, change))
        except GrundyError as error:
            wrong = str(error)
    answer = await request.workers.answer(setup_tasks.setup_page, request.match, wish, wrong)
    return PageAnswer(answer.text, 400 if wrong else 200)


@routes.get("/random/{expression:path}")
async def random_page(request: PageRequest) -> PageAnswer:
    """The same page with a random position of the same rulesets; the seed in the address names it."""
    seed = request.text("seed")
    if not seed:
        kept = {key: value for key, value in request.query if value} | {"seed": str(randbelow(SEEDS))}
        return redirect(f"{request.root}{quote(request.path)}?{urlencode(kept, quote_via=quote)}")
    if not (seed.isdecimal() and len(seed) < 10):
        raise BadRequestError(f"a seed is a number, not '{seed[:20]}'")
    wish = Wish.read(request.fields)
    result = await request.workers.slow.run(setup_tasks.random_page, request.match, wish, int(seed))
    return PageAnswer(result.unwrap().text)
