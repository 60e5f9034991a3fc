"""Jobs in the background: progress, results, cancelling, and a bound on how many there are."""

import json
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from pace import patience
from serving import Server, children

from grundy.cli import group

pytestmark = pytest.mark.slow

LONG = {"kind": "period", "ruleset": "octal(0.007)", "limit": 2**25, "seconds": 300}
Json = dict[str, Any]


@pytest.fixture
def jobs(client: httpx.Client) -> Iterator[list[str]]:
    """The jobs of a test; all are cancelled after it."""
    names: list[str] = []
    yield names
    for name in names:
        client.delete(f"/api/jobs/{name}")


def open_job(client: httpx.Client, jobs: list[str], **wanted: Any) -> Json:
    found = client.post("/api/jobs", json=wanted)
    assert found.status_code == 202, found.text
    jobs.append(found.json()["id"])
    return dict(found.json())


def events(client: httpx.Client, name: str) -> Iterator[Json]:
    with client.stream("GET", f"/api/jobs/{name}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def last_event(client: httpx.Client, name: str) -> Json:
    return list(events(client, name))[-1]


def count_workers(server: Server) -> int:
    return sum(len(children(child)) for child in children(server.process.pid))


@pytest.mark.parametrize(
    ("wanted", "command"),
    [
        ({"kind": "period", "ruleset": "kayles"}, ["period", "kayles"]),
        ({"kind": "values", "ruleset": "kayles", "to": 50}, ["values", "kayles", "--to", "50"]),
        ({"kind": "analyse", "game": "nim(3,4)"}, ["solve", "nim(3,4)"]),
        ({"kind": "misere", "ruleset": "kayles", "to": 9}, ["misere", "kayles", "--to", "9"]),
        ({"kind": "conjecture", "ruleset": "nim"}, ["conjecture", "nim"]),
        ({"kind": "same", "a": "nim", "b": "kayles"}, ["same", "nim", "kayles"]),
    ],
)
def test_a_job_finds_what_the_command_line_finds(
    client: httpx.Client, jobs: list[str], wanted: Json, command: list[str]
) -> None:
    name = open_job(client, jobs, **wanted)["id"]
    assert last_event(client, name)["status"] == "done"
    known = json.loads(CliRunner().invoke(group, [*command, "--json", "--fresh"]).output)
    assert client.get(f"/api/jobs/{name}/result").json() | {"seconds": 0} == known | {"seconds": 0}


def test_progress_is_streamed_and_cancelling_kills_the_worker(
    server: Server, client: httpx.Client, jobs: list[str]
) -> None:
    resting, name = count_workers(server), open_job(client, jobs, **LONG)["id"]
    done = [0]
    for event in events(client, name):
        done.append(event["done"])
        if event["status"] == "running" and event["done"] > done[1] and event["rate"] > 0:
            assert client.delete(f"/api/jobs/{name}").json()["status"] == "cancelled"
    assert done == sorted(done)
    assert done[-1] > 0
    assert client.get(f"/api/jobs/{name}").json()["status"] == "cancelled"
    deadline = monotonic() + 10 * patience()
    while count_workers(server) > resting and monotonic() < deadline:
        sleep(0.05)
    assert count_workers(server) <= resting


def test_few_jobs_at_once_and_the_rest_wait(client: httpx.Client, jobs: list[str]) -> None:
    for number in range(4):
        open_job(client, jobs, **LONG | {"limit": 2**24 + number})
    refused = client.post("/api/jobs", json=LONG)
    assert refused.status_code == 429
    assert refused.headers["retry-after"]
    assert client.get(f"/api/jobs/{jobs[-1]}").json()["status"] == "waiting"
    for name in jobs:
        assert client.delete(f"/api/jobs/{name}").json()["status"] == "cancelled"
    last = open_job(client, jobs, kind="period", ruleset="kayles")["id"]
    assert last_event(client, last)["status"] == "done"


def test_a_job_that_fails_says_why(client: httpx.Client, jobs: list[str]) -> None:
    name = open_job(client, jobs, kind="period", ruleset="keyles")["id"]
    last = last_event(client, name)
    assert last["status"] == "failed"
    assert "did you mean kayles?" in last["error"]
    missing = client.get(f"/api/jobs/{name}/result")
    assert missing.status_code == 404
    assert "failed" in missing.json()["error"]


def test_a_job_ends_with_its_time(client: httpx.Client, jobs: list[str]) -> None:
    name = open_job(
        client, jobs, kind="values", ruleset="octal(0.007)", **{"from": 10**9, "to": 10**9 + 5}, seconds=0.5
    )
    last = last_event(client, name["id"])
    assert last["status"] == "failed"
    assert "not decided within 0.5 s" in last["error"]


def test_results_are_kept_for_the_last_jobs_only(client: httpx.Client, jobs: list[str]) -> None:
    for number in range(1, 14):
        name = open_job(client, jobs, kind="values", ruleset="nim", to=number)["id"]
        assert last_event(client, name)["status"] == "done"
    assert client.get(f"/api/jobs/{jobs[0]}").status_code == 404
    assert client.get(f"/api/jobs/{jobs[-1]}/result").json()["values"][-1] == 12


def test_unknown_jobs_and_kinds(client: httpx.Client) -> None:
    for method, path in (("GET", "x"), ("DELETE", "x"), ("GET", "x/events"), ("GET", "x/result")):
        assert client.request(method, f"/api/jobs/{path}").status_code == 404
    refused = client.post("/api/jobs", json={"kind": "mining"})
    assert refused.status_code == 400
    assert "period" in refused.json()["error"]
