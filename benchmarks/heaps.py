"""Heap games: sequences and proofs as a user gets them, against the definition and against a plain sparse space.

The definition is quadratic: its time for the first values is scaled by the square. The plain sparse space (one byte for
each mark, no vectors) is timed on a stretch and scaled by the number of values. Of compilations the fastest counts.
"""

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import process_time

import numpy as np

from benchmarks import Table
from grundy import HeapGame, grundys_game, kayles, octal
from grundy.kernels.definition import fill_by_definition, new_marks
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import UNEQUAL_SPLITS, HeapRules
from grundy.solvers.value_sequence import ValueSequence, extend_to_period

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
from grundy.kernels.heap_engine import HeapEngine, HeapRules
from grundy.kernels.repetition import find_window
engine = HeapEngine(HeapRules((0, 7, 7)))
engine.extend(2000)
find_window(engine.values, 250)
print(imported - start, process_time() - imported)
"""


def run() -> Table:
    """The tasks, with their times and the ratios to both baselines."""
    warm_up()
    rows = [*map(proof, PERIODS), *map(length, LENGTHS), fill(), sweep(), *compilation()]
    header = ["task", "values", "seconds", "times the definition", "times a plain sparse space"]
    return Table("Heap games", header, [row + [""] * (len(header) - len(row)) for row in rows])


def warm_up() -> None:
    """Compile before anything is timed."""
    HeapEngine(rules(kayles)).extend(4096)
    HeapEngine(rules(kayles), wish="byte marks").extend(4096)
    for game in LENGTHS:
        HeapEngine(rules(game)).extend(1 << 14)
    extend_to_period(ValueSequence(octal("0.16")), 1 << 14)


def rules(game: HeapGame) -> HeapRules:
    """The rules of a game as the kernels know them."""
    code = game.as_code()
    return HeapRules(code.digits) if code else UNEQUAL_SPLITS


def seconds(work: Callable[[], object]) -> float:
    """The processor time of a piece of work."""
    start = process_time()
    work()
    return process_time() - start


def ratios(game: HeapGame, values: int, taken: float) -> list[str]:
    """How many times longer the definition and a plain sparse space would take."""
    code, plain = rules(game), HeapEngine(rules(game), wish="byte marks")
    task = np.zeros(NAIVE, np.uint16), 0, NAIVE, code.digit_array(NAIVE), code.distinct, new_marks(NAIVE)
    slow = seconds(lambda: fill_by_definition(*task)) * (values / NAIVE) ** 2
    plain.extend(STRETCH)
    sparse = seconds(lambda: plain.extend(2 * STRETCH)) / STRETCH * values
    return [f"{slow / taken:,.0f}", f"{sparse / taken:,.1f}"]


def proof(code: str) -> list[str]:
    """The proof of a published period."""
    table = ValueSequence(octal(code))
    taken = seconds(lambda: extend_to_period(table, 1 << 29))
    found, known = table.period, len(table.values)
    if not found or not table.is_proved or (found.period, found.preperiod) != PERIODS[code]:
        raise AssertionError(f"{code}: {found}, published {PERIODS[code]}")
    return [f"{code} proved", f"{known:,}", f"{taken:.2f}", *ratios(octal(code), known, taken)]


def length(game: HeapGame) -> list[str]:
    """So many values of a game without a known period."""
    to, table = LENGTHS[game], ValueSequence(game)
    taken = seconds(lambda: table.extend(to))
    definition, plain = ratios(game, to, taken)
    name = game.title if game.splits_unequally else str(game)
    return [name, f"{to:,}", f"{taken:.2f}", definition, "the same kernel" if "rows of" in table.method else plain]


def fill() -> list[str]:
    """The proof of the period of Kayles, and many values copied from it."""
    taken = seconds(lambda: ValueSequence(kayles).array_below(10**8))
    return ["Kayles, proof and fill", f"{10**8:,}", f"{taken:.2f}", *ratios(kayles, 10**8, taken)]


def sweep() -> list[str]:
    """All codes d0.d1d2d3, classified by their first values up to shift."""
    codes = [HeapRules(code) for code in itertools.product((0, 4), *[range(8)] * 3)]
    classes: set[bytes] = set()
    taken = seconds(lambda: classes.update(map(shape, codes)))
    return [f"{len(codes):,} codes, {len(classes)} classes", f"{len(codes) * CODES:,}", f"{taken:.2f}", "", ""]


def shape(code: HeapRules) -> bytes:
    """The values without the zeros in front, which a shift changes."""
    engine = HeapEngine(code)
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
    told = subprocess.run(work, check=True, text=True, capture_output=True, env=os.environ | {"GRUNDY_CACHE": cache})
    load, kernels = map(float, told.stdout.split())
    return load, kernels
