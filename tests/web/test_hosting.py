"""A public server: limits for each client, connections, proxies, names, paths, and faults that monitors see."""

import asyncio
import logging
import re
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from html import unescape
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from click.testing import CliRunner
from serving import Server, run_server

from grundy.cli import group
from grundy.web import guard, server
from grundy.web.app import create_app
from grundy.web.guard import Guard, Message, Receive, Scope, Send
from grundy.web.hosting import ClientLimits, Hosting, RequestRate, hosts_of, read_proxies
from grundy.web.jobs import JobQueue
from grundy.web.limits import KNOWN_CLIENTS
from grundy.web.workers.tasks import TaskResult

STATIC = Path(guard.__file__).parent / "static"
ICON = "/static/icon.svg"
LINK = re.compile(r'(?:href|src|action|data-more)="([^"]*)"')


def ask(hosting: Hosting, *requests: httpx.Request, client: str = "192.0.2.1") -> list[httpx.Response]:
    """The answers of an app without workers."""
    app = create_app(hosting)
    app.state.jobs = JobQueue()

    @app.get("/api/fault")
    async def fault() -> None:
        raise ZeroDivisionError("a bug")

    @app.get("/api/worker_fault")
    async def worker_fault() -> None:
        TaskResult("fault", "Traceback in a worker").unwrap()

    async def send() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app, client=(client, 1))
        async with httpx.AsyncClient(transport=transport) as asking:
            return [await asking.send(request) for request in requests]

    return asyncio.run(send())


def get(path: str, **headers: str) -> httpx.Request:
    return httpx.Request("GET", f"http://localhost{path}", headers=headers)


def test_requests_in_a_second() -> None:
    rate = RequestRate(3)
    assert [rate.admits("a", 0.0) for _ in range(31)] == [True] * 30 + [False]
    assert rate.admits("b", 0.0)
    assert [rate.admits("a", 1.0) for _ in range(4)] == [True] * 3 + [False]
    for number in range(KNOWN_CLIENTS + 5):
        rate.admits(f"c{number}", 2.0)
    assert len(rate.known) == KNOWN_CLIENTS


def test_a_client_with_too_many_requests_is_told() -> None:
    found = ask(Hosting(client_limits=ClientLimits(requests=1)), *[get(ICON)] * 60)
    statuses = [answer.status_code for answer in found]
    assert statuses[:10] == [200] * 10
    refused = found[statuses.index(429)]
    assert refused.headers["retry-after"]
    assert "more than 1 requests a second from your address" in refused.text


def test_a_private_server_counts_nothing() -> None:
    assert {answer.status_code for answer in ask(Hosting(), *[get(ICON)] * 600)} == {200}


@pytest.mark.parametrize(
    ("address", "names", "host", "status"),
    [
        ("127.0.0.1", [], "localhost:8000", 200),
        ("127.0.0.1", [], "example.org", 400),
        ("127.0.0.1", ["Example.org"], "example.ORG.:443", 200),
        ("0.0.0.0", [], "example.org", 200),
        ("0.0.0.0", ["example.org"], "example.org", 200),
        ("0.0.0.0", ["example.org"], "evil.example", 400),
        ("::", ["example.org"], "[::1]:80", 200),
    ],
)
def test_names(address: str, names: list[str], host: str, status: int) -> None:
    hosting = Hosting(hosts=hosts_of(address, names))
    found, health = ask(hosting, get(ICON, host=host), get("/static/none", host=host))
    assert found.status_code == status
    assert health.status_code == (404 if status == 200 else 400)


def test_no_redirect_follows_the_header_host() -> None:
    for path in ("/lab/nim/", "/api/games/", "/static", "/play", "//evil.example/"):
        (found,) = ask(Hosting(), get(path, host="evil.example"))
        assert found.status_code == 404, path
        assert "location" not in found.headers


def post_job(**headers: str) -> httpx.Request:
    return httpx.Request("POST", "http://localhost/api/jobs", headers=headers, json={"kind": "nothing"})


def test_jobs_with_a_token_and_not_at_all() -> None:
    found = ask(
        Hosting(token="secret"),
        post_job(),
        post_job(authorization="Bearer secre"),
        post_job(authorization="Bearer secret"),
    )
    assert [answer.status_code for answer in found] == [401, 401, 400]  # the last is read, and makes no sense
    assert found[0].headers["www-authenticate"] == "Bearer"
    assert [answer.status_code for answer in ask(Hosting(has_jobs=False), post_job(), get(ICON))] == [403, 200]


@pytest.mark.parametrize(
    ("path", "trace"), [("/api/fault", "ZeroDivisionError: a bug"), ("/api/worker_fault", "Traceback in a worker")]
)
def test_a_fault_has_a_number_and_a_line_in_the_log(path: str, trace: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "uvicorn.error"):
        (found,) = ask(Hosting(), get(path))
    assert found.status_code == 500
    number = re.search(r"number (\w{8});", found.json()["error"])
    assert number
    (record,) = caplog.records
    assert record.getMessage().startswith(f"fault {number[1]} at GET '{path}'\n")
    assert trace in record.getMessage()
    assert "Traceback" not in found.text
    assert found.headers["content-security-policy"]


async def tiny_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers after a while, or with much, as the path says."""
    if scope["type"] != "http":
        return
    await asyncio.sleep(0.5 if scope["path"] == "/late" else 0)
    body = b"x" * (50_000_000 if scope["path"] == "/much" else 5)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class HastyProtocol(server.PublicProtocol):
    """Time limits that a test can wait for."""

    client_connections = 3
    header_seconds = 0.2
    reading_seconds = 0.2
    check_seconds = 0.05
    counts: ClassVar[Counter[str]] = Counter()


@asynccontextmanager
async def listening(app: guard.App, protocol: type[server.PublicProtocol]) -> AsyncIterator[tuple[str, int]]:
    config = uvicorn.Config(app, http=protocol, lifespan="off", log_level="error", timeout_keep_alive=1)
    running, at = uvicorn.Server(config), server.listen("127.0.0.1", 0)
    task = asyncio.create_task(running.serve([at]))
    try:
        yield at.getsockname()
    finally:
        running.should_exit = True
        await task


@asynccontextmanager
async def connect(where: tuple[str, int]) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    line, to = await asyncio.open_connection(*where)
    try:
        yield line, to
    finally:
        to.close()
        with suppress(ConnectionError):
            await to.wait_closed()


async def read_all(line: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(30):
        with suppress(ConnectionError):
            return await line.read()
    return b""


def test_a_header_that_does_not_come_closes_the_connection() -> None:
    async def check() -> None:
        async with listening(tiny_app, HastyProtocol) as where, connect(where) as (line, to):
            to.write(b"GET / HTTP/1.1\r\nHost: ")
            closed = asyncio.create_task(read_all(line))
            while not closed.done():  # a byte now and then does not help
                with suppress(ConnectionError):
                    to.write(b"x")
                await asyncio.sleep(0.02)
            assert closed.result() == b""

    asyncio.run(check())


def test_a_body_that_nobody_wants_closes_the_connection() -> None:
    async def check() -> None:
        async with listening(tiny_app, HastyProtocol) as where, connect(where) as (line, to):
            to.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
            closed = asyncio.create_task(read_all(line))
            while not closed.done():
                with suppress(ConnectionError):
                    to.write(b"x")
                await asyncio.sleep(0.02)
            assert closed.result().endswith(b"xxxxx")

    asyncio.run(check())


def test_an_idle_connection_is_closed_and_a_late_answer_is_not() -> None:
    async def check() -> None:
        async with (
            listening(tiny_app, HastyProtocol) as where,
            connect(where) as (silent, _),
            connect(where) as (line, to),
        ):
            to.write(b"GET /late HTTP/1.1\r\nHost: x\r\n\r\n")  # later than a header may be
            assert (await read_all(line)).endswith(b"xxxxx")
            assert await read_all(silent) == b""

    asyncio.run(check())


def test_an_answer_that_is_not_read_closes_the_connection() -> None:
    async def check() -> None:
        async with listening(tiny_app, HastyProtocol) as where:
            with socket.create_connection(where) as line:
                line.sendall(b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n")
                async with asyncio.timeout(30):
                    while not HastyProtocol.counts:
                        await asyncio.sleep(0.01)
                    while HastyProtocol.counts:
                        await asyncio.sleep(0.01)

    asyncio.run(check())


def test_connections_of_a_client_and_of_all() -> None:
    class Few(HastyProtocol):
        most_connections, client_connections, counts = 2, 99, Counter[str]()

    async def check(protocol: type[server.PublicProtocol], most: int) -> None:
        async with listening(tiny_app, protocol) as where, AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(connect(where)) for _ in range(most)]
            line, to = await stack.enter_async_context(connect(where))
            to.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            refused = await read_all(line)
            assert refused.startswith(b"HTTP/1.1 503")
            assert refused.endswith(server.TOO_MANY)
            lines[0][1].write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await read_all(lines[0][0])).startswith(b"HTTP/1.1 200")

    asyncio.run(check(HastyProtocol, 3))
    asyncio.run(check(Few, 2))


def test_answers_are_sent_at_once() -> None:
    delays = list[int]()

    class Protocol(HastyProtocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            delays.append(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    async def check() -> None:
        async with listening(tiny_app, Protocol) as where, connect(where) as (line, to):
            to.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            await read_all(line)

    asyncio.run(check())
    assert delays
    assert all(delays)


def test_work_ends_when_its_client_goes() -> None:
    async def check() -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        async def endless(scope: Scope, receive: Receive, send: Send) -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        guarded = Guard(endless, lambda scope, status, line: tiny_app, Hosting())
        async with listening(guarded, HastyProtocol) as where, connect(where) as (_, to):
            to.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            async with asyncio.timeout(30):
                await begun.wait()
                to.close()
                await ended.wait()

    asyncio.run(check())


def test_an_answer_is_complete_before_its_end_is_taken_for_a_departure() -> None:
    async def check() -> int:
        after = list[str]()

        async def with_an_end(scope: Scope, receive: Receive, send: Send) -> None:
            await tiny_app(scope, receive, send)
            await asyncio.sleep(0.05)
            after.append("done")

        async def receive() -> Message:
            await asyncio.sleep(0)
            return {"type": "http.disconnect" if len(sent) == 2 else "http.request"}

        async def send(message: Message) -> None:
            sent.append(message)

        sent = list[Message]()
        await guard.answer_while_there(with_an_end, {"type": "http", "path": "/"}, b"", receive, guard.Answer(send))
        return len(after)

    assert asyncio.run(check()) == 1


@pytest.mark.parametrize(
    ("option", "line"),
    [
        (["--forwarded-from", "everywhere"], "give an address or a network"),
        (["--forwarded-from", "*"], "give an address or a network"),
        (["--root-path", "grundy"], "write one such as /grundy"),
        (["--root-path", "/a/../b?"], "write one such as /grundy"),
    ],
)
def test_options_that_make_no_sense(option: list[str], line: str) -> None:
    assert line in str(CliRunner().invoke(group, ["serve", *option]).exception)


def test_proxies_are_believed_also_where_addresses_are_mapped() -> None:
    assert [*map(str, read_proxies(["127.0.0.1", "10.0.0.0/8", "::1"]))] == [
        "127.0.0.1/32",
        "10.0.0.0/8",
        "::1/128",
        "::ffff:7f00:1/128",
        "::ffff:a00:0/104",
    ]


@pytest.fixture(scope="module")
def hosted() -> Iterator[Server]:
    options = "--root-path", "/grundy", "--forwarded-from", "127.0.0.1", "--client-requests", "30"
    with run_server("--public", *options) as running:
        yield running


def through_proxy(hosted: Server, strips: bool) -> httpx.Client:
    """A client of a site on which all but /grundy belongs to others."""
    whole = urlsplit(hosted.url)

    class Proxy(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            path = request.url.raw_path
            assert path == b"/grundy" or path.startswith(b"/grundy/"), path
            request.url = httpx.URL(f"http://{whole.netloc}").copy_with(
                raw_path=(path.removeprefix(b"/grundy") or b"/") if strips else path
            )
            return super().handle_request(request)

    headers = {"x-forwarded-for": f"192.0.2.{1 + strips}"}
    return httpx.Client(
        transport=Proxy(), base_url="http://site.example", timeout=60, headers={"host": "localhost", **headers}
    )


PAGES = [
    "/grundy",
    "/grundy/?q=heap",
    "/grundy/?q=nim",
    "/grundy/play/nim(3,5,7)?values=1&coach=3",
    "/grundy/play/nim(1,2)?turn=computer",
    "/grundy/play/nim(1,2)?vs=watch",
    "/grundy/watch/nim(1,2)?vs=watch",
    "/grundy/move/nim(3,5)?to=nim(3,3)",
    "/grundy/setup?q=nim(4)",
    "/grundy/strategy/nim(1,2,4)",
    "/grundy/play/nmi(3)",
    "/grundy/nothing",
    "/grundy/lab",
    "/grundy/lab?q=kayles",
    "/grundy/lab?q=kayles(3)",
    "/grundy/lab?q=a:%20b",
    "/grundy/lab?q=nmi",
    "/grundy/lab/nim?q=2*3",
    "/grundy/lab/digraph",
    "/grundy/lab/hackenbush",
    "/grundy/lab/card/period?q=octal(0.16)",
]


@pytest.mark.slow
@pytest.mark.parametrize("strips", [True, False])
def test_nothing_leads_out_of_the_root_path(hosted: Server, strips: bool) -> None:
    links = dict[str, str]()
    with through_proxy(hosted, strips) as client:
        for page in PAGES:
            found = client.get(page)
            while "location" in found.headers:
                assert found.headers["location"].startswith("/grundy/"), page
                found = client.get(found.headers["location"])
            assert found.status_code == (400 if "nmi" in page else 404 if "nothing" in page else 200), page
            links |= {unescape(link): page for link in LINK.findall(found.text)}
        assert len(links) > 100
        inside = {link for link in links if not link.startswith("#")}
        assert [link for link in inside if not re.match(r"/grundy(/|$|\?)", link)] == []
        kinds = {re.sub(r"[^/]*[(?.].*", "", link): link for link in sorted(inside)}
        for link in kinds.values():
            assert client.get(link).status_code != 404, link
        assert client.get("/grundy/openapi.json").json()["servers"] == [{"url": "/grundy"}]
        assert client.get("/grundy/api/games/kayles").json()["name"] == "kayles"


def test_scripts_ask_where_they_come_from() -> None:
    for script in STATIC.glob("*.js"):
        assert not re.search(r"""["'`]/\w""", script.read_text()), script.name


@pytest.mark.slow
def test_a_proxy_is_believed_about_its_clients(hosted: Server) -> None:
    def ask_as(client: str) -> int:
        return asking.get(hosted.url + ICON, headers={"x-forwarded-for": client}).status_code

    with httpx.Client(timeout=60) as asking:
        assert any(ask_as("198.51.100.7, 203.0.113.9") == 429 for _ in range(3_000))
        assert ask_as("203.0.113.10") == 200
        assert ask_as("203.0.113.9, 203.0.113.11") == 200  # what a client says of itself does not count
        assert ask_as("not an address") == 200


@pytest.mark.slow
def test_a_monitor_asks_by_any_name(hosted: Server) -> None:
    found = httpx.get(f"{hosted.url}/healthz", headers={"host": "10.0.0.1"}, timeout=60)
    assert (found.status_code, found.text) == (200, "ok\n")
    assert httpx.get(f"{hosted.url}/", headers={"host": "10.0.0.1"}, timeout=60).status_code == 400


@pytest.mark.slow
def test_a_server_for_everybody_without_limits_says_so() -> None:
    command = [sys.executable, "-m", "grundy", "serve", "--host", "0.0.0.0", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        assert "Play at http://0.0.0.0:" in process.stdout.readline()
        assert "--public" in process.stderr.readline()
        process.terminate()
