"""Pages as functions from a request to an answer, called by a server or, without one, by the pages themselves.

An address of the app is a path below its root with a query, such as `/play/kayles(13)?misere=1`. A folder of static
files has one page, which names the rest in its query, `?at=play/kayles(13)&misere=1`; a server understands that too.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import parse_qsl, quote, unquote, urlencode

from grundy.errors import GrundyError
from grundy.web.limits import EXPRESSION_CHARACTERS, BadRequestError, BusyError, CostlyError, MissingError
from grundy.web.match_state import MatchState
from grundy.web.workers.quick_and_slow import Workers

PLACE = "at"  # the name in a query of the path of another page
FLAGS = {"1": True, "true": True, "on": True, "yes": True, "": False, "0": False, "false": False, "no": False}
STATUS_OF_ERROR: list[tuple[type[GrundyError], int]] = [
    (BusyError, 429),
    (CostlyError, 422),
    (MissingError, 404),
    (GrundyError, 400),
]
NO_PAGE = "there is no such page; the gallery lists every game"
HTML = "text/html; charset=utf-8"
KEPT_IN_LOCATION = ":/%#?=@[]!$&'()*+,;~"  # characters of an address that a header may hold
CACHED = {"Cache-Control": "max-age=3600"}
NOT_CACHED = {"Cache-Control": "no-store"}


@dataclass(frozen=True)
class PageRequest:
    """What is asked of a page: its path below the root of the app, the query, and who does the work."""

    root: str
    path: str
    query: tuple[tuple[str, str], ...]
    workers: Workers
    named: Mapping[str, str] = field(default_factory=dict)  # parts of the path by the names in the pattern of the route

    @classmethod
    def read(cls, root: str, address: str, workers: Workers) -> "PageRequest":
        """The request for an address below the root."""
        path, _, query = address.partition("#")[0].partition("?")
        return cls(root, unquote(path), tuple(parse_qsl(query, keep_blank_values=True)), workers)

    @cached_property
    def fields(self) -> dict[str, str]:
        return dict(self.query)

    def text(self, name: str, default: str | None = "") -> str:
        """A field of the query, which must be there if it has no default."""
        text = self.fields.get(name, default)
        if text is None:
            raise BadRequestError(f"{name}: this field is required")
        if len(text) > EXPRESSION_CHARACTERS:
            raise CostlyError(f"{name}: {len(text):,} characters; a page reads at most {EXPRESSION_CHARACTERS:,}")
        return text

    def number(self, name: str, default: int, least: int, most: int) -> int:
        text = self.fields.get(name, str(default))
        if not (text.isdecimal() and text.isascii() and len(text) < 12):
            raise BadRequestError(f"{name}: a number from {least} to {most:,}, not '{text[:20]}'")
        if not least <= int(text) <= most:
            raise (CostlyError if int(text) > most else BadRequestError)(f"{name}: a number from {least} to {most:,}")
        return int(text)

    def flag(self, name: str) -> bool:
        text = self.fields.get(name, "").lower()
        if text not in FLAGS:
            raise BadRequestError(f"{name}: true or false, not '{text[:20]}'")
        return FLAGS[text]

    @cached_property
    def match(self) -> MatchState:
        """The match that the address names."""
        return MatchState.read(self.named["expression"], self.fields, self.root)


@dataclass(frozen=True)
class PageAnswer:
    """A page, or another answer to a request: its content is text, or comes in lines."""

    content: str | AsyncIterator[str]
    status: int = 200
    kind: str = HTML
    headers: Mapping[str, str] = field(default_factory=dict)


def redirect(url: str) -> PageAnswer:
    return PageAnswer("", 303, headers={"Location": quote(url, safe=KEPT_IN_LOCATION)})


PageHandler = Callable[[PageRequest], Awaitable[PageAnswer]]


@dataclass(frozen=True)
class PageRoute:
    """The pattern of a path, `{name}` for a part and `{name:path}` for all the rest, and the function that answers."""

    pattern: str
    handler: PageHandler

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The pattern as a regular expression.

        >>> PageRoute("/games/{folder}/{name}.js", redirect).expression.fullmatch("/games/go/draw.js").groupdict()
        {'folder': 'go', 'name': 'draw'}
        """
        text = re.sub(r"\\{(\w+):path\\}", r"(?P<\1>(?s:.*))", re.escape(self.pattern))
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", text))


class PageRoutes(list[PageRoute]):
    """The routes of a part of the app, in the order in which they are tried."""

    def __init__(self, prefix: str = "") -> None:
        super().__init__()
        self.prefix = prefix

    def get(self, pattern: str) -> Callable[[PageHandler], PageHandler]:
        """Register a handler: `@routes.get("/play/{expression:path}")`."""

        def register(handler: PageHandler) -> PageHandler:
            self.append(PageRoute(self.prefix + pattern, handler))
            return handler

        return register


async def answer_page(routes: Iterable[PageRoute], request: PageRequest) -> PageAnswer:
    """The answer of the first route that fits the path."""
    for route in routes:
        if found := route.expression.fullmatch(request.path):
            return await route.handler(replace(request, named=found.groupdict()))
    raise MissingError(NO_PAGE)


def status_of_error(error: Exception) -> int:
    return next(code for kind, code in STATUS_OF_ERROR if isinstance(error, kind))


def other_place(request: PageRequest) -> str | None:
    """The address below the root that the query of the first page names.

    >>> other_place(PageRequest("", "/", (("at", "lab/nim"), ("q", "2 * 3")), None))
    '/lab/nim?q=2%20%2A%203'
    """
    if PLACE not in request.fields:
        return None
    rest = urlencode([pair for pair in request.query if pair[0] != PLACE], quote_via=quote, safe="(),~:;")
    return f"/{quote(request.text(PLACE).lstrip('/'))}" + (f"?{rest}" if rest else "")
