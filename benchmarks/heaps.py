"""Heap games: sequences and proofs as a user gets them, against the definition and against a plain sparse space.

The definition is quadratic: its time for the first values is scaled by the square. The plain sparse space (one byte for
each mark, no vectors) is timed on a stretch and scaled by the number of values. Of compilations the fastest counts.
Processor time is that of one core; where a second one helps the same work is done again on both, by the clock.
"""

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter, process_time

import numpy as np

from benchmarks import Table, one_core
from grundy import HeapGame, grundys_game, kayles, octal
from grundy.games.grundys_game import GrundysGame
from grundy.kernels.engine import Engine
from grundy.kernels.naive import naive, room
from grundy.kernels.rules import GRUNDY, Rules
from grundy.solvers.table import Table as Values
from grundy.solvers.table import grow_to_period

NAIVE, STRETCH = 20_000, 1 << 16  # values by either baseline
CODES = 4_096  # values of each code in the sweep
TRIES = 3  # compilations, of which the least time counts
PERIODS = {"0.16": (149459, 105351), "0.376": (4, 2268248), "0.354": (1180, 10061916), "0.104": (11770282, 197769598)}
LENGTHS: dict[HeapGame, int] = {octal("0.6"): 10**7, grundys_game: 10**7, octal("0.007"): 10**6}
COMPILE = """
from time import process_time
start = process_time()
import numba, numpy
imported = process_time()
from grundy.kernels.engine import Engine, Rules
from grundy.kernels.period import find_period
engine = Engine(Rules((0, 7, 7)))
engine.extend(2000)
find_period(engine.values, 250)
print(imported - start, process_time() - imported)
"""


def run() -> Table:
    """The tasks, with their times and the ratios to both baselines."""
    warm_up()
    rows = [*map(proof, PERIODS), *map(length, LENGTHS), fill(), sweep(), *compilation()]
    header = ["task", "values", "seconds", "times the definition", "times a plain sparse space", "two cores"]
    return Table("Heap games", header, [row + [""] * (len(header) - len(row)) for row in rows])


def warm_up() -> None:
    """Compile before anything is timed."""
    for kind in ("", "wide"):
        Engine(rules(kayles), kind=kind).extend(4096)
    for game in LENGTHS:
        Engine(rules(game)).extend(1 << 17)  # beyond where the second thread sets in
    grow_to_period(Values(octal("0.16")), 1 << 14)


def rules(game: HeapGame) -> Rules:
    """The rules of a game as the kernels know them."""
    code = game.as_code()
    return Rules(code.digits) if code else GRUNDY


def seconds(work: Callable[[], object]) -> float:
    """The processor time of a piece of work."""
    start = process_time()
    work()
    return process_time() - start


def ratios(game: HeapGame, values: int, taken: float) -> list[str]:
    """How many times longer the definition and a plain sparse space would take."""
    code, plain = rules(game), Engine(rules(game), kind="wide")
    task = np.zeros(NAIVE, np.uint16), 0, NAIVE, code.upto(NAIVE), code.distinct, room(NAIVE)
    slow = seconds(lambda: naive(*task)) * (values / NAIVE) ** 2
    plain.extend(STRETCH)
    sparse = seconds(lambda: plain.extend(2 * STRETCH)) / STRETCH * values
    return [f"{slow / taken:,.0f}", f"{sparse / taken:,.1f}"]


def proof(code: str) -> list[str]:
    """The proof of a published period."""
    table = Values(octal(code))
    taken = seconds(lambda: grow_to_period(table, 1 << 29))
    found, known = table.period, len(table.known)
    if not found or not table.proved or (found.period, found.preperiod) != PERIODS[code]:
        raise AssertionError(f"{code}: {found}, published {PERIODS[code]}")
    return [f"{code} proved", f"{known:,}", f"{taken:.2f}", *ratios(octal(code), known, taken)]


def length(game: HeapGame) -> list[str]:
    """So many values of a game without a known period."""
    to = LENGTHS[game]
    with one_core():
        table = Values(game)
        taken = seconds(lambda: table.grow(to))
        definition, plain = ratios(game, to, taken)
    start, both = perf_counter(), Values(game)
    both.grow(to)
    name = "Grundy's game" if isinstance(game, GrundysGame) else str(game)
    sparse_ratio = "the same kernel" if "rows of" in table.method else plain
    pair = f"{perf_counter() - start:.2f} s" if "two cores" in both.method else ""
    return [name, f"{to:,}", f"{taken:.2f}", definition, sparse_ratio, pair]


def fill() -> list[str]:
    """The proof of the period of Kayles, and many values copied from it."""
    taken = seconds(lambda: Values(kayles).array(10**8))
    return ["Kayles, proof and fill", f"{10**8:,}", f"{taken:.2f}", *ratios(kayles, 10**8, taken)]


def sweep() -> list[str]:
    """All codes d0.d1d2d3, classified by their first values up to shift."""
    codes = [Rules(code) for code in itertools.product((0, 4), *[range(8)] * 3)]
    classes: set[bytes] = set()
    taken = seconds(lambda: classes.update(map(shape, codes)))
    return [f"{len(codes):,} codes, {len(classes)} classes", f"{len(codes) * CODES:,}", f"{taken:.2f}", "", ""]


def shape(code: Rules) -> bytes:
    """The values without the zeros in front, which a shift changes."""
    engine = Engine(code)
    engine.extend(CODES + 8)
    first = int(np.argmax(engine.values > 0))
    return engine.values[first : first + CODES - 8].tobytes()


def compilation() -> list[list[str]]:
    """The import of Numba and numpy, and after it all that Kayles needs, in a first and in a second process."""
    loads, firsts, cached = zip(*(starts() for _ in range(TRIES)), strict=True)
    names = (
        "import of numpy and numba",
        "kernels of Kayles, first time, after it",
        "kernels of Kayles, cached, after it",
    )
    return [[name, "", f"{min(times):.2f}", "", ""] for name, times in zip(names, (loads, firsts, cached), strict=True)]


def starts() -> tuple[float, float, float]:
    """The import, and the kernels' times in two processes of which only the second finds a cache."""
    with tempfile.TemporaryDirectory() as cache:
        (_, first), (load, second) = start(cache), start(cache)
    return load, first, second


def start(cache: str) -> tuple[float, float]:
    """The processor times that a process with this cache tells."""
    work = [sys.executable, "-c", COMPILE]
    told = subprocess.run(work, check=True, text=True, capture_output=True, env=os.environ | {"NUMBA_CACHE_DIR": cache})
    load, kernels = map(float, told.stdout.split())
    return load, kernels
