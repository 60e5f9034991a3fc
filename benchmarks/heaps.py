"""Heap games: sequences and proofs by the engine, against the definition and against a plain sparse space.

The definition is quadratic: its time for the first values is scaled by the square. The plain sparse space (one byte for
each mark, no vectors) is timed on a stretch and scaled by the number of values.
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
from grundy.kernels.engine import Engine
from grundy.kernels.naive import naive
from grundy.kernels.rules import GRUNDY, Rules

NAIVE, STRETCH = 20_000, 1 << 16  # values by either baseline
CODES = 4_096  # values of each code in the sweep
PERIODS = {"0.16": (149459, 105351), "0.376": (4, 2268248), "0.354": (1180, 10061916), "0.104": (11770282, 197769598)}
LENGTHS = {"0.6": 10**7, "Grundy's game": 10**7, "0.007": 10**6}
COMPILE = "from grundy.kernels.engine import Engine, Rules; Engine(Rules((0, 7, 7))).extend(2000)"


def run() -> Table:
    """The tasks, with their times and the ratios to both baselines."""
    seconds(lambda: [Engine(rules(name), kind=kind).proof(4096) for name in ("0.6", "0.77") for kind in ("", "wide")])
    rows = [*map(proof, PERIODS), *map(length, LENGTHS), kayles(), sweep(), *compilation()]
    header = ["task", "values", "seconds", "times the definition", "times a plain sparse space"]
    return Table("Heap games", header, rows)


def rules(name: str) -> Rules:
    """The rules of a code, or of Grundy's game."""
    return GRUNDY if name.startswith("Grundy") else Rules(tuple(int(digit) for digit in name.replace(".", "")))


def seconds(work: Callable[[], object]) -> float:
    """The processor time of a piece of work."""
    start = process_time()
    work()
    return process_time() - start


def ratios(name: str, values: int, taken: float) -> list[str]:
    """How many times longer the definition and a plain sparse space would take."""
    game, plain = rules(name), Engine(rules(name), kind="wide")
    array = np.zeros(NAIVE, np.uint16)
    slow = seconds(lambda: naive(array, 0, NAIVE, game.upto(NAIVE), game.distinct)) * (values / NAIVE) ** 2
    plain.extend(STRETCH)
    sparse = seconds(lambda: plain.extend(2 * STRETCH)) / STRETCH * values
    return [f"{slow / taken:,.0f}", f"{sparse / taken:,.1f}"]


def proof(name: str) -> list[str]:
    """The proof of a published period."""
    engine = Engine(rules(name))
    taken = seconds(lambda: engine.proof(1 << 29))
    found = engine.proved
    if found is None or (found.period, found.preperiod) != PERIODS[name]:
        raise AssertionError(f"{name}: {found}, published {PERIODS[name]}")
    return [f"{name} proved", f"{engine.known:,}", f"{taken:.2f}", *ratios(name, engine.known, taken)]


def length(name: str) -> list[str]:
    """So many values of a game without a known period."""
    engine = Engine(rules(name))
    taken = seconds(lambda: engine.extend(LENGTHS[name]))
    definition, plain = ratios(name, engine.known, taken)
    same = engine.space is not None and engine.space.kind == "wide"
    return [name, f"{engine.known:,}", f"{taken:.2f}", definition, "the same kernel" if same else plain]


def kayles() -> list[str]:
    """The proof of the period of Kayles, and many values copied from it."""
    engine = Engine(rules("0.77"))
    taken = seconds(lambda: engine.proof(1 << 10)) + seconds(lambda: engine.extend(10**8))
    return ["Kayles, proof and fill", f"{10**8:,}", f"{taken:.2f}", *ratios("0.77", 10**8, taken)]


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
    """The time of a first and of a second process, start of the interpreter included."""
    with tempfile.TemporaryDirectory() as cache:
        return [[f"compile, {when}", "", f"{start(cache):.2f}", "", ""] for when in ("first time", "cached")]


def start(cache: str) -> float:
    """The processor time of a process that uses the engine with this cache."""
    before = os.times()
    subprocess.run([sys.executable, "-c", COMPILE], check=True, env=os.environ | {"NUMBA_CACHE_DIR": cache})
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
