"""Middleware before the app: who is served, how much is read and for how long, headers, and faults of the program."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from hmac import compare_digest
from secrets import token_hex
from time import monotonic
from traceback import format_exception
from typing import Any
from urllib.parse import unquote_plus

from grundy.web.hosting import CLIENT, Hosting, RequestRate, client_name, hostname
from grundy.web.limits import ALL_BODIES_BYTES, BODY_BYTES, CLIENT_BODIES_BYTES, looks_large
from grundy.web.workers.tasks import WorkerFaultError

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), camera=(), microphone=()",
}
BODY_SECONDS = 10.0  # for the body of a request to arrive
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEALTH_PATH, JOBS_PATH = "/healthz", "/api/jobs"
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Refusal = Callable[[Scope, int, str], App]
RawHeaders = list[tuple[bytes, bytes]]
RAW_HEADERS: RawHeaders = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
FRAME_HEADERS: RawHeaders = [  # of a board in a page of another site
    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors *"))
    for name, value in RAW_HEADERS
    if name != b"x-frame-options"
]
EMBEDDED = re.compile(rb"(?:^|&)embed=1(?:&|$)")


class Answer:
    """What is sent to the client, with the headers of every answer, and how far it is."""

    def __init__(self, send: Send, headers: RawHeaders = RAW_HEADERS) -> None:
        self.send, self.headers, self.is_begun, self.is_complete = send, headers, False, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.is_begun = True
            message["headers"] = [*message.get("headers", ()), *self.headers]
        elif not message.get("more_body"):
            self.is_complete = True
        await self.send(message)


class Guard:
    """The app with bounded requests and safe headers, and faults that are logged.

    With names of hosts, only requests that name one of them are answered: a page of another site whose name was pointed
    at this machine (DNS rebinding) reads nothing.
    """

    def __init__(self, app: App, refusal: Refusal, hosting: Hosting) -> None:
        self.app, self.refusal, self.hosting = app, refusal, hosting
        self.rate = RequestRate(hosting.client_limits.requests) if hosting.client_limits else None
        self.body_bytes: Counter[str] = Counter()  # that are being read or answered, by client
        self.large_request = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        scope = self.locate(scope)
        if scope["method"] == "HEAD":  # the server leaves out the body
            scope["method"] = "GET"
        is_frame = self.hosting.embeds and EMBEDDED.search(scope["query_string"])
        answer = Answer(send, FRAME_HEADERS if is_frame else RAW_HEADERS)
        if self.rate:
            CLIENT.set(client_name(scope["client"][0] if scope.get("client") else ""))
        try:
            await self.admit(scope, receive, answer)
        except Exception as error:
            line = log_fault(f"{scope['method']} {scope['path']!r}", error)
            if not answer.is_begun:
                await self.refusal(scope, 500, line)(scope, receive, answer)
        return None

    def locate(self, scope: Scope) -> Scope:
        """The request below the root path, whether a proxy has left that out of the path or not."""
        root, path = self.hosting.root_path, scope["path"]
        if path != root and not path.startswith(f"{root}/"):
            path = root + path
        return {**scope, "root_path": root, "path": f"{root}/" if path == root else path}

    async def admit(self, scope: Scope, receive: Receive, answer: Answer) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if "content-type" in headers or looks_large(
            scope["path"] + unquote_plus(scope["query_string"].decode("latin-1"))
        ):
            async with self.large_request:  # one at a time, so that small requests need not wait for many large ones
                await asyncio.sleep(0)
        client, body = CLIENT.get(), bytearray()
        try:
            status, line = self.check(scope, headers, client) or await self.read(headers, receive, client, body)
            app = self.refusal(scope, status, line) if status else self.app
            await answer_while_there(app, scope, bytes(body), receive, answer)
        finally:
            self.body_bytes -= Counter({client: len(body)})

    def check(self, scope: Scope, headers: dict[str, str], client: str) -> tuple[int, str] | None:
        """The status and the line of a refusal."""
        hosting, path = self.hosting, scope["path"].removeprefix(self.hosting.root_path)
        if self.rate and not self.rate.admits(client, monotonic()):
            return 429, f"more than {self.rate.requests} requests a second from your address; try again in a moment"
        if path == HEALTH_PATH:  # monitors ask by address, and with no secret
            return None
        if hosting.hosts is not None and hostname(headers.get("host", "")) not in hosting.hosts:
            return 400, "this server does not answer to that name; start it with --allow-host NAME"
        if scope["method"] not in SAFE_METHODS and headers.get("sec-fetch-site") == "cross-site":
            return 400, "this request comes from another site; open the page itself"
        if scope["method"] == "POST" and path.rstrip("/") == JOBS_PATH:
            if not hosting.has_jobs:
                return 403, "this server takes no background jobs; `grundy` on your own machine has no such limit"
            if hosting.token and not is_token(headers.get("authorization", ""), hosting.token):
                return 401, "background jobs need the token of this server, as `Authorization: Bearer TOKEN`"
        return None

    async def read(self, headers: dict[str, str], receive: Receive, client: str, body: bytearray) -> tuple[int, str]:
        """Read the body; the status and the line of a refusal, or 0."""
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or len(length) > 12 or int(length) > BODY_BYTES:
            return 422, f"a request of more than {BODY_BYTES:,} bytes; send less"
        if length == "0" and "transfer-encoding" not in headers:
            return 0, ""
        most = CLIENT_BODIES_BYTES if client else ALL_BODIES_BYTES
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while (message := await receive())["type"] == "http.request":
                    body += message.get("body", b"")
                    self.body_bytes[client] += len(message.get("body", b""))
                    if len(body) > BODY_BYTES:
                        return 422, f"a request of more than {BODY_BYTES:,} bytes; send less"
                    if self.body_bytes[client] > most or self.body_bytes.total() > ALL_BODIES_BYTES:
                        return 429, "the server is busy; try again in a moment"
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            return 408, f"the request took more than {BODY_SECONDS:g} s to arrive; send it again"
        return 0, ""


def log_fault(what: str, error: Exception) -> str:
    """Log a bug under a number, and give the line for whoever met it."""
    number = token_hex(4)
    trace = str(error) if isinstance(error, WorkerFaultError) else "".join(format_exception(error))
    logging.getLogger("uvicorn.error").error("fault %s at %s\n%s", number, what, trace)
    return f"this request met a fault of the program, number {number}; ask for something else"


def is_token(authorization: str, token: str) -> bool:
    return compare_digest(authorization.encode(), f"Bearer {token}".encode())


async def answer_while_there(app: App, scope: Scope, body: bytes, receive: Receive, answer: Answer) -> None:
    """Run the app, and end it when the client goes away."""
    answering = asyncio.create_task(wait_for(app(scope, replay(body, receive), answer)))
    leaving = asyncio.create_task(wait_until_gone(receive))
    try:
        await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        if answering.done() or answer.is_complete:
            await answering
    finally:
        for task in (answering, leaving):
            task.cancel()
        await asyncio.gather(answering, leaving, return_exceptions=True)


async def wait_for(work: Awaitable[None]) -> None:
    await work


async def wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def replay(body: bytes, receive: Receive) -> Receive:
    """Give the app the body that was read, and after it what else comes on the connection."""
    first = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive_again() -> Message:
        return next(first, None) or await receive()

    return receive_again
