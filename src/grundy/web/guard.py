"""The guard at the door: who may ask, how much is read and for how long, and the headers of every answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import unquote_plus

from grundy.web.limits import BODIES, BODY, large

__all__ = ["HEADERS", "LOOPBACK", "Guard"]

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
READING = 10.0  # seconds for the body of a request to arrive
SAFE = ("GET", "HEAD", "OPTIONS")
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Refusal = Callable[[Scope, int, str], App]
raw_headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """The app behind its guard.

    With `hosts`, only requests that name one of them are answered: a page elsewhere whose name was pointed at this
    machine (DNS rebinding) reads nothing.
    """

    def __init__(self, app: App, refusal: Refusal, hosts: Collection[str] | None = None) -> None:
        self.app, self.refusal, self.hosts = app, refusal, hosts
        self.held = 0  # bytes of bodies that are being read or worked on
        self.turnstile = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started = False

        async def dressed(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *raw_headers]
            await send(message)

        if scope["method"] == "HEAD":  # the server leaves out the body
            scope = {**scope, "method": "GET"}
        try:
            await self.admit(scope, receive, dressed)
        except Exception:  # a fault of ours: never a 5xx, and whoever runs the server reads it
            logging.getLogger("uvicorn.error").exception("a fault while answering %s", scope["path"])
            if not started:
                line = "this request met a fault of the program; ask for something else"
                await self.refusal(scope, 422, line)(scope, receive, dressed)
        return None

    async def admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, with its body read, or say why not."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if "content-type" in headers or large(scope["path"] + unquote_plus(scope["query_string"].decode("latin-1"))):
            async with self.turnstile:  # one at a time, so that small requests need not wait for a crowd of large ones
                await asyncio.sleep(0)
        status, line, body = await self.checked(scope, headers, receive)
        try:
            app = self.refusal(scope, status, line) if status else self.app
            await app(scope, replayed(body, receive), send)
        finally:
            self.held -= len(body)

    async def checked(self, scope: Scope, headers: dict[str, str], receive: Receive) -> tuple[int, str, bytes]:
        """The status and the line of a refusal, or 0 and the body."""
        if self.hosts is not None and hostname(headers.get("host", "")) not in self.hosts:
            return 400, "this server does not answer to that name; start it with --host NAME", b""
        if scope["method"] not in SAFE and headers.get("sec-fetch-site") == "cross-site":
            return 400, "this request comes from another site; open the page itself", b""
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or len(length) > 12 or int(length) > BODY:
            return 422, f"a request of more than {BODY:,} bytes; send less", b""
        if length == "0" and "transfer-encoding" not in headers:
            return 0, "", b""
        return await self.read(receive)

    async def read(self, receive: Receive) -> tuple[int, str, bytes]:
        """The body, as long as it may be; it comes in good time and when others leave room."""
        body = bytearray()
        try:
            async with asyncio.timeout(READING):
                while (message := await receive())["type"] == "http.request":
                    body += message.get("body", b"")
                    if len(body) > BODY:
                        return 422, f"a request of more than {BODY:,} bytes; send less", b""
                    if self.held + len(body) > BODIES:
                        return 429, "the server is busy; try again in a moment", b""
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            return 408, f"the request took more than {READING:g} s to arrive; send it again", b""
        self.held += len(body)
        return 0, "", bytes(body)


def hostname(host: str) -> str:
    """The name in a Host header, without port and brackets."""
    name = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    return name.rstrip(".").lower()


def replayed(body: bytes, receive: Receive) -> Receive:
    """What was read, given to the app; after it only the end of the connection comes."""
    first = True

    async def again() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again
