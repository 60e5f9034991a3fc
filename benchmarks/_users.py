"""Users of a public server: each has an address, a connection that is kept, and thinks between two requests.

They come through a proxy, which is this process: the server believes it about their addresses.
"""

import asyncio
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from statistics import median, quantiles
from time import perf_counter
from urllib.parse import urlsplit

__all__ = ["Figures", "heavy_paths", "ordinary_paths", "send_at_rate", "serve_users"]

ANSWER_SECONDS = 60.0
HEAVY = [
    "/api/analyse?game=chomp(11x12)",
    "/play/cram(9x9)",
    "/api/analyse?moves=all&game=kayles(10%5E12)",
    "/api/values?from=90000&to=100000&ruleset=octal(0.007)",
    "/api/analyse?game=cram(5x7)",  # looks small, and is not
    "/api/period?ruleset=octal(0.06)",
    "/lab?q=octal(0.142)",
    "/api/misere?to=60&ruleset=octal(0.123)",
]


@dataclass
class Figures:
    """How long requests took, in seconds, and their statuses."""

    seconds: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)

    @property
    def cells(self) -> list[str]:
        """Requests, those without 200, and the median, the 99th percentile and the slowest in milliseconds."""
        times = [
            1000 * value for value in (median(self.seconds), quantiles(self.seconds, n=100)[-1], max(self.seconds))
        ]
        refused = sum(status != 200 for status in self.statuses)
        return [str(len(self.statuses)), str(refused), *(f"{value:.1f}" for value in times)]


def ordinary_paths(chance: random.Random) -> Iterator[str]:
    """What somebody asks who plays: positions that nobody asked before, with and without values, and the gallery."""
    while True:
        heaps = ",".join(str(chance.randint(1, 9)) for _ in range(3))
        yield chance.choice(
            [
                f"/play/nim({heaps})",
                f"/play/nim({heaps})?values=1",
                f"/play/kayles({heaps})?coach=1",
                f"/api/analyse?game=lasker_nim({heaps})",
                "/",
            ]
        )


def heavy_paths() -> Iterator[str]:
    """Requests that take all the time they get, none twice in the same words."""
    for number in count():
        yield HEAVY[number % len(HEAVY)] + "%20" * (number // len(HEAVY))


async def ask(url: str, path: str, client: str, line: "asyncio.StreamReader", to: "asyncio.StreamWriter") -> int:
    """The status of one request, when all of its answer is here."""
    to.write(f"GET {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nX-Forwarded-For: {client}\r\n\r\n".encode())
    head = (await line.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    await line.readexactly(int(head.partition("content-length:")[2].split()[0]))
    return int(head.split()[1])


async def connect(url: str) -> "tuple[asyncio.StreamReader, asyncio.StreamWriter]":
    where = urlsplit(url)
    return await asyncio.open_connection(where.hostname, where.port, limit=2**24)


async def use(url: str, client: str, chance: random.Random, think_seconds: float, until: float, found: Figures) -> None:
    """One user, who begins somewhere within the first pause for thought."""
    line, to = await connect(url)
    await asyncio.sleep(chance.uniform(0, think_seconds))
    for path in ordinary_paths(chance):
        if perf_counter() > until:
            break
        begun = perf_counter()
        async with asyncio.timeout(ANSWER_SECONDS):
            found.statuses.append(await ask(url, path, client, line, to))
        found.seconds.append(perf_counter() - begun)
        await asyncio.sleep(think_seconds)
    to.close()


async def serve_users(url: str, users: int, think_seconds: float, seconds: float) -> Figures:
    """What so many users at once meet in this time."""
    found, until = Figures(), perf_counter() + seconds
    chance = random.Random(users)
    clients = (f"10.0.{number // 250}.{number % 250 + 1}" for number in range(users))
    await asyncio.gather(*(use(url, it, random.Random(chance.random()), think_seconds, until, found) for it in clients))
    return found


async def send_at_rate(url: str, paths: Iterator[str], rate: float, is_over: Callable[[], bool]) -> Figures:
    """What one client meets that sends so many requests a second, each on a connection of its own."""
    found, sent = Figures(), set[asyncio.Task[None]]()

    async def send(path: str) -> None:
        line, to = await connect(url)
        begun = perf_counter()
        async with asyncio.timeout(ANSWER_SECONDS):
            found.statuses.append(await ask(url, path, "10.1.0.1", line, to))
        found.seconds.append(perf_counter() - begun)
        to.close()

    while not is_over():
        sent.add(asyncio.create_task(send(next(paths))))
        await asyncio.sleep(1 / rate)
    await asyncio.gather(*sent)
    return found
