"""The web app: pages, the interface for programs, and one place where errors become answers."""

import gc
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from grundy.errors import GrundyError
from grundy.web import api, jobs, lab, pages, paper
from grundy.web.guard import LOOPBACK, App, Guard, Scope
from grundy.web.lanes import Lane
from grundy.web.limits import HURRIEDLY, QUICKLY, SLOWLY, BusyError, CostlyError, MissingError

__all__ = ["create_app"]

HERE = Path(__file__).parent
ANYWHERE = ("0.0.0.0", "::")
PARTS = (api, jobs, lab, pages)
STATUS: list[tuple[type[GrundyError], int]] = [
    (BusyError, 429),
    (CostlyError, 422),
    (MissingError, 404),
    (GrundyError, 400),
]
BEYOND = ("less_than_equal", "string_too_long")  # what pydantic calls a parameter that is beyond its limit
LINES = {
    404: "there is no such page; the gallery lists every game",
    405: "this address does not take that method",
}


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """The time from the first worker to the end of the last."""
    state = app.state
    warm(app)
    state.quick, state.slow, state.jobs = Lane(1, QUICKLY, [HURRIEDLY]), Lane(1, SLOWLY), jobs.Jobs()
    yield
    for workers in (state.quick, state.slow, state.jobs):
        workers.stop()


def warm(app: FastAPI) -> None:
    """Make what is made once before anybody asks, and spare the collector of garbage to look through it."""
    pages.all_games()
    api.catalogue()
    app.openapi()
    paper.warmed()
    gc.collect()
    gc.freeze()


def create_app(host: str | None = None) -> FastAPI:
    """The app; where it listens at one address only, it answers only to that name and to those of this machine."""
    hosts = None if host in (None, *ANYWHERE) else {*LOOPBACK, str(host).lower()}
    app = FastAPI(
        title="grundy",
        version="1",
        description="Impartial combinatorial games: who wins, by which move, and why.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    for part in PARTS:
        app.include_router(part.router)
    app.add_middleware(Guard, refusal=refused, hosts=hosts)
    app.add_exception_handler(GrundyError, failed)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(HTTPException, missing)
    return app


def refused(scope: Scope, status: int, line: str) -> App:
    """What the guard answers in place of the app."""
    return told(Request(scope), status, line)


async def failed(request: Request, error: Exception) -> Response:
    """The same line as on the command line, as a page or as JSON."""
    status = next(code for kind, code in STATUS if isinstance(error, kind))
    return told(request, status, str(error))


async def unreadable(request: Request, error: Exception) -> Response:
    """A parameter that is missing, of the wrong kind, or beyond its limit."""
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {}
    where = ".".join(str(part) for part in first.get("loc", ())[1:])
    status = 422 if first.get("type") in BEYOND else 400
    return told(request, status, f"{where or 'the request'}: {first.get('msg', 'cannot be read')}")


async def missing(request: Request, error: Exception) -> Response:
    """A page that is not there, or a method that it does not take."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    headers = {"Allow": ", ".join(allowed(request))} if status == 405 else {}
    return told(request, status, LINES.get(status, "the request cannot be answered"), headers)


def allowed(request: Request) -> list[str]:
    """The methods that an address takes."""
    routes = [route for part in PARTS for route in part.router.routes if isinstance(route, Route)]
    fitting = (route.methods or () for route in routes if route.matches(request.scope)[0] != Match.NONE)
    return sorted({method for methods in fitting for method in methods}) or ["GET"]


def told(request: Request, status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """An error as the reader wants it."""
    headers = {**(headers or {}), **({"Retry-After": "2"} if status == 429 else {})}
    if request.url.path.startswith("/api"):
        return JSONResponse({"error": text}, status, headers)
    return pages.sorry(request, status, text, headers)
