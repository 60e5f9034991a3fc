"""The web app under load: how long a small request takes while 200 are asked at once, and the memory of all processes.

The baseline is the median time of small requests to the same server when it has nothing else to do. Small requests are
all different, so that none is remembered. The 200 are Kayles with a heap of 10^12, a coin board of 2,000 x 2,000, a
graph of a million edges, and positions that need long searches, each in five spellings, so that few are remembered.
"""

import asyncio
import subprocess
import sys
from json import dumps, loads
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

import httpx

from benchmarks import Table
from grundy.web.work import PAGE

CORNER = "rugs(2000x2000; (2000,2000))"
EDGES = dumps({"text": "\n".join(f"{n} {n + 1}" for n in range(1_000_000))}).encode()
HEAVY = [
    "/play/kayles(10^12)",
    "/api/analyse?moves=all&game=kayles(10^12)",
    f"/play/{CORNER}",
    f"/api/analyse?game={CORNER}",
    "/api/analyse?game=chomp(11x12)",
    "/api/values?ruleset=octal(0.007)&to=100000&from=90000",
    "/play/cram(9x9)",
]
JSON = {"content-type": "application/json"}
REQUESTS = 200
SMALL = 60  # small requests, one after the other
SETTLING = 2.0  # seconds for what the server prepares after its start
Figures = tuple[list[float], list[int], int]  # seconds, statuses, bytes


def run() -> Table:
    """Small requests alone, and among 200 others that another process sends."""
    command = [sys.executable, "-m", "grundy", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        url = loads(server.stdout.readline())["url"]
        try:
            alone, among = measured(url, server.pid)
        finally:
            server.terminate()
    base = median(alone[0])
    rows = [row("alone", alone, base), row("among 200 requests", among, base)]
    header = ["small requests", "median, s", "slowest, s", "median, times that alone", "refused", "all processes, MB"]
    return Table(f"The web app with {REQUESTS} requests at once", header, rows)


def row(name: str, figures: Figures, base: float) -> list[str]:
    """One line of the table."""
    seconds, statuses, memory = figures
    refused = sum(status != 200 for status in statuses)
    return [
        name,
        f"{median(seconds):.3f}",
        f"{max(seconds):.3f}",
        f"{median(seconds) / base:.1f}",
        f"{refused} of {len(statuses)}",
        f"{memory / 1e6:.0f}",
    ]


def measured(url: str, pid: int) -> tuple[Figures, Figures]:
    """The figures of a server at rest, and under load."""
    with httpx.Client(base_url=url, timeout=120) as client:
        client.get("/")
        sleep(SETTLING)
        alone = small(client, pid, 0)
        with subprocess.Popen([sys.executable, "-m", "benchmarks.web", url], stdout=subprocess.PIPE) as siege:
            assert siege.stdout
            siege.stdout.readline()
            among = small(client, pid, SMALL)
        assert siege.returncode == 0
    return alone, among


def small(client: httpx.Client, pid: int, first: int) -> Figures:
    """Small requests one after the other, with the most memory seen meanwhile."""
    seconds, statuses, memory = [], [], 0
    for number in range(first, first + SMALL):
        started = perf_counter()
        statuses.append(client.get(f"/api/analyse?game=nim(3,5,{number})").status_code)
        seconds.append(perf_counter() - started)
        memory = max(memory, held(pid))
        sleep(0.05)
    return seconds, statuses, memory


async def siege(url: str) -> None:
    """All heavy requests at once; none is a server error."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        requests = [asyncio.create_task(asked(client, number)) for number in range(REQUESTS)]
        print("begun", flush=True)
        for status in await asyncio.gather(*requests):
            assert status < 500


async def asked(client: httpx.AsyncClient, number: int) -> int:
    """The status of one of the heavy requests; every twentieth sends a large graph."""
    if number % 20 == 0:
        return (await client.post("/api/graph", content=EDGES, headers=JSON)).status_code
    return (await client.get(HEAVY[number % len(HEAVY)] + "%20" * (number % 5))).status_code


def held(pid: int) -> int:
    """The bytes that a process and those below it hold."""
    try:
        own = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
        below = " ".join((task / "children").read_text() for task in Path(f"/proc/{pid}/task").iterdir())
    except (OSError, IndexError):
        return 0
    return own + sum(held(int(child)) for child in below.split())


if __name__ == "__main__":
    asyncio.run(siege(sys.argv[1]))
