"""Middleware before the app: which hosts are served, how much is read and for how long, the headers of every answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import unquote_plus

from grundy.web.limits import ALL_BODIES_BYTES, BODY_BYTES, looks_large

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
LOOPBACK = ("localhost", "127.0.0.1", "::1")
BODY_SECONDS = 10.0  # for the body of a request to arrive
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Refusal = Callable[[Scope, int, str], App]
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """The app with bounded requests and safe headers.

    With `hosts`, only requests that name one of them are answered: a page of another site whose name was pointed at
    this machine (DNS rebinding) reads nothing.
    """

    def __init__(self, app: App, refusal: Refusal, hosts: Collection[str] | None = None) -> None:
        self.app, self.refusal, self.hosts = app, refusal, hosts
        self.held_bytes = 0  # of bodies that are being read or answered
        self.large_request = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *RAW_HEADERS]
            await send(message)

        if scope["method"] == "HEAD":  # the server leaves out the body
            scope = {**scope, "method": "GET"}
        try:
            await self.admit(scope, receive, send_with_headers)
        except Exception:  # a bug: never a 5xx, and whoever runs the server sees it in the log
            logging.getLogger("uvicorn.error").exception("a fault while answering %s", scope["path"])
            if not started:
                line = "this request met a fault of the program; ask for something else"
                await self.refusal(scope, 422, line)(scope, receive, send_with_headers)
        return None

    async def admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if "content-type" in headers or looks_large(
            scope["path"] + unquote_plus(scope["query_string"].decode("latin-1"))
        ):
            async with self.large_request:  # one at a time, so that small requests need not wait for many large ones
                await asyncio.sleep(0)
        status, line, body = await self.check(scope, headers, receive)
        try:
            app = self.refusal(scope, status, line) if status else self.app
            await app(scope, replay(body, receive), send)
        finally:
            self.held_bytes -= len(body)

    async def check(self, scope: Scope, headers: dict[str, str], receive: Receive) -> tuple[int, str, bytes]:
        """The status and the line of a refusal, or 0 and the body."""
        if self.hosts is not None and hostname(headers.get("host", "")) not in self.hosts:
            return 400, "this server does not answer to that name; start it with --host NAME", b""
        if scope["method"] not in SAFE_METHODS and headers.get("sec-fetch-site") == "cross-site":
            return 400, "this request comes from another site; open the page itself", b""
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or len(length) > 12 or int(length) > BODY_BYTES:
            return 422, f"a request of more than {BODY_BYTES:,} bytes; send less", b""
        if length == "0" and "transfer-encoding" not in headers:
            return 0, "", b""
        return await self.read(receive)

    async def read(self, receive: Receive) -> tuple[int, str, bytes]:
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while (message := await receive())["type"] == "http.request":
                    body += message.get("body", b"")
                    if len(body) > BODY_BYTES:
                        return 422, f"a request of more than {BODY_BYTES:,} bytes; send less", b""
                    if self.held_bytes + len(body) > ALL_BODIES_BYTES:
                        return 429, "the server is busy; try again in a moment", b""
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            return 408, f"the request took more than {BODY_SECONDS:g} s to arrive; send it again", b""
        self.held_bytes += len(body)
        return 0, "", bytes(body)


def hostname(host: str) -> str:
    name = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    return name.rstrip(".").lower()


def replay(body: bytes, receive: Receive) -> Receive:
    """Give the app the body that was read, and after it what else comes on the connection."""
    first = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive_again() -> Message:
        return next(first, None) or await receive()

    return receive_again
