"""What one request may cost, bounded before work starts. Every refusal names the limit.

All processes together stay below 1 GB: 110 MB for the server with the answers that it remembers, 60 MB for the process
that workers are forked from, and the memory limits of the workers below.
"""

import re
from typing import NamedTuple

from grundy.errors import GrundyError

EXPRESSION_CHARACTERS = 20_000
BODY_BYTES = 1_000_000  # of one request
ALL_BODIES_BYTES = 50_000_000  # of all requests that are being read or answered
CLIENT_BODIES_BYTES = 10_000_000  # of those of one client of a public server
ANSWER_BYTES = 3_000_000
CERTIFICATE_BYTES = 200_000  # that a language model is sent
GRAPH_ARROWS = 20_000
TABLE_CELLS = 10_000
PAGE_MOVES = 300  # moves that a page lists and draws
PAGE_PIECES = 2_000  # heaps, squares, coins or edges of a position on a page
PAGE_CHARACTERS = 6_000  # of a position on a page, which links to as many positions as there are moves
SMALL_BOARD_SQUARES = 36
QUEUE_LENGTH = 24  # requests that wait for one pool of workers
QUICK_SECONDS = 0.4  # for what a page waits for
SLOW_SECONDS = 8.0  # for what was not decided quickly
REPLY_SECONDS = 3.0  # for a move of the computer, then it guesses
JOB_SECONDS = 600.0  # for what runs in the background
LONG_REQUEST_BYTES = 600_000  # without the body: two expressions of 20,000 characters, 12 bytes for each

# of a public server
MOST_CONNECTIONS = 4_096
REFUSED_CONNECTIONS = 64  # beyond those, which are told so; others are closed without a word
RESERVED_FILES = 128  # for the server itself: pipes to its workers, stores, static files
IDLE_SECONDS = 30  # for a connection between two requests
REQUEST_BYTES = 100_000  # without the body; longer expressions can be posted
BURST_SECONDS = 10  # of requests at its rate that a client may send at once
KNOWN_CLIENTS = 20_000  # whose requests are counted
MOST_SLOW_WORKERS = 8  # unless more are asked for

LARGE_NUMBER = re.compile(r"\d{4}|\d *(?:\^|\*\*)")
BOARD_SIDES = re.compile(r"(\d{1,3}) *x *(\d{1,3})")


class WorkerLimits(NamedTuple):
    """What a worker may use for one request."""

    seconds: float  # after which work ends by itself
    grace_seconds: float  # after those, before the worker is killed
    memory_bytes: int
    niceness: int  # the scheduler prefers quick work to slow work


SMALL_LIMITS = WorkerLimits(0.3, 0.0, 120_000_000, 0)  # for what looks small; if it is not, another worker starts again
QUICK_LIMITS = WorkerLimits(QUICK_SECONDS, 0.4, 190_000_000, 2)  # Numba with its kernels takes 160 MB
SLOW_LIMITS = WorkerLimits(SLOW_SECONDS, 4.0, 240_000_000, 8)  # the grace allows for kernels compiled on first use
JOB_LIMITS = WorkerLimits(JOB_SECONDS, 30.0, 240_000_000, 12)


class BadRequestError(GrundyError):
    """A request that cannot be read: 400."""


class MissingError(GrundyError):
    """Something that does not exist: 404."""


class CostlyError(GrundyError):
    """A request beyond a limit: 422, with the limit."""


class BusyError(GrundyError):
    """Too many requests at once: 429."""


def looks_large(text: str) -> bool:
    """Whether a question looks as if its answer takes long: a number of four digits, a power, or a large board."""
    return bool(LARGE_NUMBER.search(text)) or any(
        int(a) * int(b) > SMALL_BOARD_SQUARES for a, b in BOARD_SIDES.findall(text)
    )
