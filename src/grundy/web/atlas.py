"""The atlas in the browser: rows of it by a filter and in an order, and a page for each code.

Its file is large, so a folder of static files does not load it before somebody asks for one of these pages.
"""

from grundy.web import atlas_tasks
from grundy.web.atlas_tasks import AskedRows
from grundy.web.limits import MissingError
from grundy.web.routing import CACHED, PageAnswer, PageRequest, PageRoutes

routes = PageRoutes("/atlas")
WORDS = "code", "family", "state", "where", "sort"
LAST_PAGE = 10_000
MOST_NUMBER = 1 << 30  # for a bound


def asked_rows(request: PageRequest) -> AskedRows:
    """What the address of a list says."""
    code, family, state, where, sort = (request.text(name).strip() for name in WORDS)
    bounds = (request.number(name, 0, 0, MOST_NUMBER) if request.text(name) else 0 for name in atlas_tasks.BOUNDS)
    period_from, period_to, largest_from, largest_to = bounds
    falls, page = request.flag("down"), request.number("page", 1, 1, LAST_PAGE)
    return AskedRows(code, family, state, where, sort, period_from, period_to, largest_from, largest_to, falls, page)


@routes.get("")
async def rows(request: PageRequest) -> PageAnswer:
    """Rows of the atlas: filtered, sorted, a page at a time."""
    result = await request.workers.run(atlas_tasks.list_page, request.root, asked_rows(request))
    found = result.unwrap()
    return PageAnswer(found.text, 400 if found.is_wrong else 200)


@routes.get("/rows.csv")
async def table(request: PageRequest) -> PageAnswer:
    """The rows of a list as a table for other programs."""
    result = await request.workers.run(atlas_tasks.rows_table, asked_rows(request))
    return PageAnswer(result.unwrap(), kind="text/csv; charset=utf-8", headers=CACHED)


@routes.get("/{name}")
async def row(request: PageRequest) -> PageAnswer:
    """What the atlas has of one code."""
    result = await request.workers.run(atlas_tasks.row_page, request.root, request.named["name"])
    if (text := result.unwrap()) is None:
        raise MissingError("the atlas has no such code; /atlas lists those that it has")
    return PageAnswer(text)
