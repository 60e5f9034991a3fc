"""The web app: pages, the interface for programs, and one place where errors become answers."""

import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from time import monotonic

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route
from starlette.types import Scope

from grundy.errors import GrundyError
from grundy.web import api, html, jobs, pages
from grundy.web.all_pages import PAGES
from grundy.web.api import WorkersOfServer
from grundy.web.guard import HEALTH_PATH, Guard
from grundy.web.hosting import PRIVATE, Hosting
from grundy.web.routing import NO_PAGE, NOT_CACHED, PageHandler, PageRequest, status_of_error
from grundy.web.workers.pool import workers_of_server

ROUTERS = (api.router, jobs.router)
LIMIT_ERRORS = ("less_than_equal", "string_too_long")  # pydantic's names for a parameter beyond its limit
HEADERS_OF_STATUS = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "2"}}
FOREVER = "public, max-age=31536000, immutable"
COMPRESSED_BYTES = 1_000  # of answers from this size on
LINES = {404: NO_PAGE, 405: "this address does not take that method"}


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    hosting: Hosting = app.state.hosting
    pages.whole_gallery(hosting.root_path)
    api.catalogue()
    app.openapi()
    html.compile_templates()
    gc.collect()
    gc.freeze()  # the garbage collector need not look through it again
    limits = hosting.client_limits
    app.state.workers, app.state.jobs = workers_of_server(hosting), jobs.JobQueue(limits.heavy if limits else None)
    yield
    app.state.workers.stop()
    app.state.jobs.stop()


def create_app(hosting: Hosting = PRIVATE) -> FastAPI:
    app = FastAPI(
        title="grundy",
        version="1",
        description="Impartial combinatorial games: who wins, by which move, and why.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # it would lead to whatever the header Host names
    )
    app.state.hosting, app.state.workers = hosting, None  # workers are there when the server begins
    app.mount("/static", VersionedFiles(directory=html.STATIC), name="static")
    for router in ROUTERS:
        app.include_router(router)
    app.add_api_route(HEALTH_PATH, health, include_in_schema=False)
    for route in PAGES:
        app.add_api_route(route.pattern, serve_page(route.handler), include_in_schema=False)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_BYTES, compresslevel=5)
    app.add_middleware(Guard, refusal=lambda scope, *why: error_response(Request(scope), *why), hosting=hosting)
    app.add_exception_handler(GrundyError, answer_error)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(HTTPException, answer_http_error)
    return app


def serve_page(handler: PageHandler) -> Callable[[Request], Awaitable[Response]]:
    """A handler of a page as FastAPI calls it."""

    async def endpoint(request: Request) -> Response:
        answer = await handler(page_request(request))
        if isinstance(answer.content, str):
            return Response(answer.content, answer.status, dict(answer.headers), answer.kind)
        return StreamingResponse(answer.content, answer.status, answer.headers, answer.kind)

    return endpoint


def page_request(request: Request) -> PageRequest:
    root = request.scope["root_path"]
    path, query = request.scope["path"].removeprefix(root), tuple(request.query_params.multi_items())
    return PageRequest(root, path, query, request.app.state.workers, request.path_params)


async def health(workers: WorkersOfServer) -> Response:
    """For monitors: whether a worker answers; 429 where all are busy."""
    (await workers.quick.run(abs, monotonic())).unwrap()  # a new question each time, so that none is remembered
    return PlainTextResponse("ok\n", headers=NOT_CACHED)


class VersionedFiles(StaticFiles):
    """Static files: kept for good under an address with the present version, asked for again under one without."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        present = f"{html.static_version()}/"
        response = await super().get_response(path.removeprefix(present), scope)
        response.headers["Cache-Control"] = FOREVER if path.startswith(present) else "no-cache"
        return response


async def answer_error(request: Request, error: Exception) -> Response:
    return error_response(request, status_of_error(error), str(error))


async def answer_invalid(request: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {}
    where = ".".join(str(part) for part in first.get("loc", ())[1:])
    status = 422 if first.get("type") in LIMIT_ERRORS else 400
    return error_response(request, status, f"{where or 'the request'}: {first.get('msg', 'cannot be read')}")


async def answer_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    headers = {"Allow": ", ".join(allowed_methods(request))} if status == 405 else {}
    return error_response(request, status, LINES.get(status, "the request cannot be answered"), headers)


def allowed_methods(request: Request) -> list[str]:
    listed = [
        *request.app.routes,
        *(route for router in ROUTERS for route in router.routes),
    ]  # not all are in the app's
    routes = [route for route in listed if isinstance(route, Route)]
    matching = (route.methods or () for route in routes if route.matches(request.scope)[0] != Match.NONE)
    return sorted({method for methods in matching for method in methods}) or ["GET"]


def error_response(request: Request, status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    headers = {**(headers or {}), **HEADERS_OF_STATUS.get(status, {})}
    if request.scope["path"].removeprefix(request.scope["root_path"]).startswith("/api"):
        return JSONResponse({"error": text}, status, headers)
    page = pages.error_page(page_request(request), status, text)
    return Response(page.content, page.status, headers, page.kind)
