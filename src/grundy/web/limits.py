"""What one request may cost, bounded before work starts. Every refusal says what the limit is.

All processes together stay below 1 GB: 110 MB for the server with the answers that it remembers, 60 for the one that
workers are forked from, and what the terms below add up to.
"""

import re
from typing import NamedTuple

from grundy.errors import GrundyError

__all__ = [
    "ANSWER",
    "ARROWS",
    "BODIES",
    "BODY",
    "CELLS",
    "CHARACTERS",
    "HURRIEDLY",
    "JOB",
    "LONGEST",
    "MOVES",
    "PIECES",
    "QUEUE",
    "QUICK",
    "QUICKLY",
    "SLOW",
    "SLOWLY",
    "WORKING",
    "BadRequestError",
    "BusyError",
    "CostlyError",
    "MissingError",
    "Terms",
    "bounded",
    "large",
]

LONGEST = 20_000  # characters of an expression; a page holds as many links as there are moves
BODY = 1_000_000  # bytes of a request
BODIES = 50_000_000  # bytes of all requests that are being read
ANSWER = 3_000_000  # bytes of an answer
ARROWS = 20_000  # of a graph
CELLS = 10_000  # of a table
MOVES = 300  # moves that a page lists and draws
PIECES = 2_000  # heaps, squares, coins or edges of a position on a page
CHARACTERS = 6_000  # of a position on a page
SQUARES = 36  # of a board that counts as small
QUEUE = 24  # requests that wait for one kind of worker
QUICK = 0.4  # seconds of thought for what a page waits for
SLOW = 8.0  # seconds for what could not be had quickly
JOB = 600.0  # seconds for what runs in the background


BIG = re.compile(r"\d{4}|\d *(?:\^|\*\*)")  # a number that makes a question large: drawing looks at no clock
SIDES = re.compile(r"(\d{1,3}) *x *(\d{1,3})")  # of a board


class Terms(NamedTuple):
    """What a worker is given for one request."""

    seconds: float  # of thought: work ends by itself
    grace: float  # seconds beyond them before the worker is killed
    memory: int  # bytes
    nice: int  # quick work goes before slow work


HURRIEDLY = Terms(0.3, 0.0, 120_000_000, 0)  # for what looks small: if it is not, a quick worker begins again
QUICKLY = Terms(QUICK, 0.4, 190_000_000, 2)  # Numba with its kernels takes 160 MB
SLOWLY = Terms(SLOW, 4.0, 240_000_000, 8)  # the grace is for kernels that are compiled the first time
WORKING = Terms(JOB, 30.0, 240_000_000, 12)


class BadRequestError(GrundyError):
    """A request that makes no sense: 400, in one line."""


class MissingError(GrundyError):
    """Something asked for that is not there: 404."""


class CostlyError(GrundyError):
    """A request beyond a limit: 422, with the limit."""


class BusyError(GrundyError):
    """Too many requests at once: 429."""


def large(text: str) -> bool:
    """Whether a question looks as if its answer takes long."""
    return bool(BIG.search(text)) or any(int(a) * int(b) > SQUARES for a, b in SIDES.findall(text))


def bounded(expression: str) -> str:
    """The expression, if it is short enough to be read here."""
    if len(expression) > LONGEST:
        raise CostlyError(
            f"an expression of {len(expression):,} characters; a page reads at most {LONGEST:,}, the command line more"
        )
    return expression
