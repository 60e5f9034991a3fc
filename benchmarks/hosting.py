"""`grundy serve --public`: many users at once, and users beside a client that asks for too much.

Milliseconds by the clock, in a process that stands for all users. The baseline is one user alone.
"""

import asyncio
import subprocess
import sys
from json import loads
from time import perf_counter

from benchmarks import Table
from benchmarks._users import Figures, heavy_paths, send_at_rate, serve_users

__all__ = ["run"]

SECONDS = 60.0
USERS, THINK_SECONDS = 300, 10.0
FEW_USERS, FEW_THINK_SECONDS = 50, 2.0
PAUSE_SECONDS = 0.05  # of one user: a client may send 50 requests a second
HEAVY_RATE = 2.0  # requests a second


def run() -> Table:
    """One user, 300 users, and 50 users beside a heavy client."""
    command = [sys.executable, "-m", "grundy", "serve", "--public", "--forwarded-from", "127.0.0.1"]
    with subprocess.Popen([*command, "--port", "0", "--json"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            rows = asyncio.run(measure(loads(server.stdout.readline())["url"]))
        finally:
            server.terminate()
    header = ["who", "requests", "not 200", "median, ms", "99 %, ms", "slowest, ms"]
    return Table("A public server", header, rows)


async def measure(url: str) -> list[list[str]]:
    """The rows of the table."""
    await serve_users(url, 1, 0.0, 1.0)  # the workers have started
    alone = await serve_users(url, 1, PAUSE_SECONDS, 10.0)
    many = await serve_users(url, USERS, THINK_SECONDS, SECONDS)
    few, heavy = await among_heavy(url)
    return [
        [f"one user with {PAUSE_SECONDS:g} s of thought", *alone.cells],
        [f"{USERS} users with {THINK_SECONDS:g} s of thought", *many.cells],
        [f"{FEW_USERS} users with {FEW_THINK_SECONDS:g} s of thought, beside the next", *few.cells],
        [f"one client with {HEAVY_RATE:g} heavy requests a second", *heavy.cells],
    ]


async def among_heavy(url: str) -> tuple[Figures, Figures]:
    """Users, and a client that sends heavy requests at the same time."""
    until = perf_counter() + SECONDS
    heavy = asyncio.create_task(send_at_rate(url, heavy_paths(), HEAVY_RATE, lambda: perf_counter() > until))
    return await serve_users(url, FEW_USERS, FEW_THINK_SECONDS, SECONDS), await heavy
