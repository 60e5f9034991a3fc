"""Bad, hostile and costly requests: one clear line, a status below 500, and the headers on every answer."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic, sleep
from urllib.parse import quote, urlsplit

import httpx
import pytest
from click.testing import CliRunner
from pace import patience
from serving import Server, run_server

from grundy.cli import group
from grundy.web import guard
from grundy.web.app import create_app
from grundy.web.guard import HEADERS
from grundy.web.limits import BODY_BYTES, EXPRESSION_CHARACTERS, GRAPH_ARROWS

pytestmark = pytest.mark.slow

BAD = ["nim(3", "keyles(3)", "nim(-1)", "nim(3)) + 1", "northcott(1,1)", "((((", "", "nim(\x00)", "octal(9.9)(3)"]


@pytest.mark.parametrize("game", [game for game in BAD if game])
def test_bad_input_gets_the_line_of_the_command_line(client: httpx.Client, game: str) -> None:
    found = client.get("/api/analyse", params={"game": game})
    result = CliRunner().invoke(group, ["solve", "--json", "--", game])
    assert found.status_code == 400
    assert result.exception
    assert found.json()["error"] == str(result.exception)
    page = client.get(f"/play/{quote(game, safe='')}")
    assert page.status_code == 400


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/static/style.css", 200),
        ("/static/none.css", 404),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/api/games", 200),
        ("/api/games/none", 400),
        ("/api/nothing", 404),
        ("/openapi.json", 200),
        ("/docs", 404),
        ("/play/nim(3", 400),
        ("/api/analyse", 400),
        (f"/api/analyse?game={'1' * 30_000}", 422),
    ],
)
def test_headers_are_on_every_answer(client: httpx.Client, path: str, status: int) -> None:
    found = client.get(path)
    assert found.status_code == status
    assert {name: found.headers.get(name) for name in HEADERS} == HEADERS
    assert "server" not in found.headers


def test_pages_hold_no_inline_code(client: httpx.Client) -> None:
    for path in ("/", "/play/nim(3,5,7)", "/play/nim(3"):
        text = client.get(path).text
        assert "<script>" not in text
        assert "<style" not in text
        assert "style=" not in text
        assert "javascript:" not in text


def test_what_is_asked_is_never_markup(client: httpx.Client) -> None:
    found = client.get(f"/play/{quote('<script>alert(1)</script>', safe='')}")
    assert found.status_code == 400
    assert "<script>alert" not in found.text


@pytest.mark.parametrize(
    ("query", "limit"),
    [
        ({"path": "analyse", "game": "nim(3)" + " " * EXPRESSION_CHARACTERS}, "20000 characters"),
        ({"path": "analyse", "game": "nim(3)", "most": 10**6}, "1000"),
        ({"path": "values", "ruleset": "kayles", "to": 10**9}, "100,000"),
        ({"path": "values", "ruleset": "octal(0.007)", "from": 10**15, "to": 10**15 + 1}, " 8 s"),
    ],
)
def test_costly_requests_name_the_limit(client: httpx.Client, query: dict[str, str], limit: str) -> None:
    path = query.pop("path")
    found = client.get(f"/api/{path}", params=query)
    assert found.status_code == 422
    assert limit in found.text


def test_large_graphs_are_refused(client: httpx.Client) -> None:
    found = client.post("/api/graph", json={"text": "\n".join(f"{n} {n + 1}" for n in range(GRAPH_ARROWS + 1))})
    assert found.status_code == 422
    assert f"{GRAPH_ARROWS:,} arrows" in found.json()["error"]


def test_large_bodies_are_refused_with_and_without_a_length(client: httpx.Client) -> None:
    data = b'{"text": "' + b"a b\\n" * (BODY_BYTES // 4) + b'"}'
    whole = client.post("/api/graph", content=data, headers={"content-type": "application/json"})
    chunked = client.post(
        "/api/graph",
        content=(data[n : n + 9999] for n in range(0, len(data), 9999)),
        headers={"content-type": "application/json"},
    )
    assert whole.status_code == chunked.status_code == 422
    assert f"{BODY_BYTES:,} bytes" in whole.json()["error"] == chunked.json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"game": "\\ud800", "to": "nim(0)"}',
        b'{"game": "nim(1)", "to": "\x00"}',
        b'{"game": null}',
        b'{"game": "nim(1)"}',
        b'{"game": "nim(1)", "move": "fly"}',
        b'{"game": "nim(1)", "to": "nim(0)", "reply": "devil"}',
    ],
)
def test_bodies_that_make_no_sense(client: httpx.Client, body: bytes) -> None:
    found = client.post("/api/move", content=body, headers={"content-type": "application/json"})
    assert found.status_code == 400
    assert found.json()["error"]


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW"])
def test_odd_methods(client: httpx.Client, method: str) -> None:
    for path in ("/", "/play/nim(3,5,7)", "/api/games", "/static/style.css"):
        found = client.request(method, path)
        assert found.status_code == (200 if method == "HEAD" else 405)
        assert method != "HEAD" or not found.content


def test_an_address_names_the_methods_that_it_takes(client: httpx.Client) -> None:
    assert client.put("/api/analyse").headers["allow"] == "GET, POST"
    assert client.put("/api/jobs/x").headers["allow"] == "DELETE, GET"
    assert client.put("/static/style.css").headers["allow"] == "GET"


def raw(server: Server, request_bytes: bytes) -> bytes:
    """What the server says to bytes that no client would send; nothing where it hangs up on them."""
    said = b""
    address = urlsplit(server.url).hostname, urlsplit(server.url).port
    with suppress(ConnectionError), socket.create_connection(address, 30) as line:
        line.sendall(request_bytes)
        while chunk := line.recv(65536):
            said += chunk
            if b"\r\n\r\n" in said:
                break
    return said


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /play/%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/analyse?game=%ff%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /play/\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 3_000_000 + b"\r\n\r\n",
        b"GET /" + b"(" * 3_000_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/graph HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/graph HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\r\n\r\n",
    ],
)
def test_strange_bytes(server: Server, request_bytes: bytes) -> None:
    said = raw(server, request_bytes)
    assert said.startswith(b"HTTP/1.1 4") or (not said and len(request_bytes) > 1_000_000)


def test_the_server_answers_to_its_own_names_only(server: Server) -> None:
    for host, status in ((b"localhost", b"200"), (b"127.0.0.1:80", b"200"), (b"[::1]:1", b"200"), (b"a.b", b"400")):
        said = raw(server, b"GET /static/style.css HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
        assert said.startswith(b"HTTP/1.1 " + status)


def test_a_body_that_dribbles_in_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.1)

    async def dribble() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(600)

    async def asked() -> httpx.Response:
        app = httpx.ASGITransport(create_app())
        async with httpx.AsyncClient(transport=app, base_url="http://localhost") as client:
            return await client.post("/api/move", content=dribble(), headers={"content-length": "50"})

    assert asyncio.run(asked()).status_code == 408


def test_addresses_are_read_once(client: httpx.Client) -> None:
    assert client.get("/play/hackenbush(@%2Fetc%2Fpasswd)").status_code == 400
    assert "root:" not in client.get("/api/analyse", params={"game": "hackenbush(@/etc/passwd)"}).text


def test_only_loopback_by_default(server: Server) -> None:
    assert urlsplit(server.url).hostname == "127.0.0.1"


def test_a_port_that_is_taken(server: Server) -> None:
    port = str(urlsplit(server.url).port)
    result = CliRunner().invoke(group, ["serve", "--port", port])
    assert "choose another with --port" in str(result.exception)


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_server(sign: signal.Signals) -> None:
    with run_server() as server:
        job = {"kind": "period", "ruleset": "octal(0.007)", "limit": 2**25, "seconds": 300}
        assert httpx.post(f"{server.url}/api/jobs", json=job, timeout=30).status_code == 202
        deadline = monotonic() + 60
        while len(family := server.processes()) < 7 and monotonic() < deadline:
            sleep(0.05)
        assert len(family) >= 7  # itself, two that multiprocessing needs, three workers and that of the job
        os.kill(server.process.pid, sign)
        server.process.wait(20)
        deadline = monotonic() + 10 * patience()
        while any(map(alive, family)) and monotonic() < deadline:
            sleep(0.05)
        assert not any(map(alive, family))


def test_the_schema_is_json(client: httpx.Client) -> None:
    schema = json.loads(client.get("/openapi.json").text)
    for path, methods in schema["paths"].items():
        for method in methods.values():
            assert {"400", "422", "429"} <= set(method["responses"]), path
