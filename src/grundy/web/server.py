"""The app behind uvicorn; connections of a public server are bounded in number and in time."""

import asyncio
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from grundy.errors import GrundyError
from grundy.system import allow_open_files
from grundy.web.app import create_app
from grundy.web.hosting import ClientLimits, Hosting, Network, client_name
from grundy.web.limits import (
    IDLE_SECONDS,
    LONG_REQUEST_BYTES,
    MOST_CONNECTIONS,
    REFUSED_CONNECTIONS,
    REQUEST_BYTES,
    RESERVED_FILES,
)

WAITING_CONNECTIONS = 2_048  # to be accepted

REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s"
)
WARM = """
from grundy.system import end_with_parent, lower_priority
end_with_parent()
lower_priority(10)
from grundy.kernels.warming import compile_all
compile_all(lambda *_: None)
"""
TOO_MANY = b"too many connections; close some or try again in a moment\n"


class PublicProtocol(H11Protocol):
    """HTTP by uvicorn, which itself bounds only the time between requests.

    A header must arrive, and what was answered must be read, within a time; how many bytes came or went meanwhile does
    not matter, so a client gains nothing by sending or reading one byte a second.
    """

    most_connections = MOST_CONNECTIONS  # uvicorn's own bound would also refuse requests on those that are there
    client_connections = ClientLimits().connections
    proxies: tuple[Network, ...] = ()  # whose connections are those of many clients
    counts: ClassVar[Counter[str]]  # of the connections of each client, for all instances
    header_seconds = 10.0
    reading_seconds = 60.0
    check_seconds = 1.0

    client_name = ""
    is_refused = False
    header_since: float | None = None  # the first byte of a request that is not here yet
    unread_since: float | None = None  # an answer, or a part of it, that the client does not take

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client_name = client_name(self.client[0] if self.client else "")
        # until the first request it is as idle as between two; of uvicorn's own, the timer begins after the first
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)
        self.check()
        self.counts[self.client_name] += 1
        excess = len(self.connections) - self.most_connections
        if not (self.client and any(ip_address(self.client[0]) in network for network in self.proxies)):
            excess = max(excess, self.counts[self.client_name] - self.client_connections)
        if excess > REFUSED_CONNECTIONS:
            transport.abort()
        elif excess > 0:
            self.is_refused, self.header_since = True, self.loop.time()
            transport.write(REFUSAL % (len(TOO_MANY), TOO_MANY))
            transport.write_eof()  # and closed by `check`: to close now would discard the line with the request

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.counts.subtract([self.client_name])
        if not self.counts[self.client_name]:
            del self.counts[self.client_name]

    def data_received(self, data: bytes) -> None:
        if self.is_refused:
            return
        if self.header_since is None:
            self.header_since = self.loop.time()
        super().data_received(data)
        if self.is_answering():
            self.header_since = None

    def is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def check(self) -> None:
        """Look at the clock from time to time, for as long as the connection is there."""
        now = self.loop.time()
        if self.is_answering():
            self.header_since = None
        if not self.transport.get_write_buffer_size():
            self.unread_since = None
        elif self.unread_since is None:
            self.unread_since = now
        header_seconds = self.check_seconds if self.is_refused else self.header_seconds
        if is_over(self.header_since, header_seconds, now) or is_over(self.unread_since, self.reading_seconds, now):
            self.transport.abort()
        elif self in self.connections:
            self.loop.call_later(self.check_seconds, self.check)


def is_over(since: float | None, seconds: float, now: float) -> bool:
    return since is not None and now - since > seconds


@contextmanager
def warming() -> Iterator[None]:
    """Compile the kernels in a process of its own meanwhile, so that no visitor waits for them later."""
    from grundy.kernels.warming import is_warm

    if is_warm():
        yield
        return
    with subprocess.Popen(
        [sys.executable, "-c", WARM], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield
        finally:
            process.kill()


def connection_bound() -> int:
    """As many connections as files can be open, after those that the server needs itself."""
    wanted = MOST_CONNECTIONS + REFUSED_CONNECTIONS + RESERVED_FILES
    return max(allow_open_files(wanted) - REFUSED_CONNECTIONS - RESERVED_FILES, 1)


def protocol_of(limits: ClientLimits, networks: tuple[Network, ...]) -> type[PublicProtocol]:
    class Protocol(PublicProtocol):
        most_connections, client_connections = connection_bound(), limits.connections
        proxies, counts = networks, Counter[str]()

    return Protocol


def make_config(hosting: Hosting) -> uvicorn.Config:
    config = uvicorn.Config(
        create_app(hosting),
        http="h11",
        ws="none",
        log_level="info" if hosting.access_log else "warning",
        access_log=hosting.access_log,
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=[*map(str, hosting.proxies)],
        server_header=False,
        h11_max_incomplete_event_size=LONG_REQUEST_BYTES,
        timeout_graceful_shutdown=1,
    )
    if hosting.client_limits:
        config.http = protocol_of(hosting.client_limits, hosting.proxies)
        config.h11_max_incomplete_event_size = REQUEST_BYTES
        config.timeout_keep_alive = IDLE_SECONDS
    return config


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only on sockets that name their protocol; without it the body of an answer waits 45 ms
    # for the acknowledgement of its head
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(WAITING_CONNECTIONS)  # whoever reads the address may ask at once
    except OSError as error:
        listening.close()
        raise GrundyError(f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port") from error
    return listening


def run(hosting: Hosting, listening: socket.socket) -> None:
    uvicorn.Server(make_config(hosting)).run([listening])
