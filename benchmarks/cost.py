"""A cost model of long sequences and of sweeps, fitted to measurements of this machine on one processor.

In a sparse space of R rares a value costs a + b R seconds, with one pair (a, b) for byte lanes and one for rows of byte
marks; R grows like c n^e where it grows. A sweep costs the mean over a sample of standard forms, and what handing out a
task and writing down its rows take beside; how long n processors need is simulated, with costs drawn from the sample.
docs/cost.md explains.
"""

import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

from benchmarks import Table
from benchmarks.sweep import simulate
from grundy.cluster.families import read_family
from grundy.cluster.ledger import Ledger
from grundy.cluster.rows import AtlasRow
from grundy.cluster.study import FormGroup, study
from grundy.cluster.sweep import TASK_SECONDS, forms_of
from grundy.cluster.workers import WorkerCluster, WorkerTask
from grundy.games.octal import Octal
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import HeapRules
from grundy.kernels.sparse_engine import SPAN

CODES = ["0.6", "0.16", "0.104", "0.142", "0.014", "0.36", "0.64", "0.74", "0.56", "0.007", "0.04", "0.06", "4.004"]
FIRST, LAST = 15, 19  # values from 2^FIRST to 2^LAST, a doubling at a time; fewer where they are dear
DEAR = 20.0  # seconds of a stretch after which no further one is taken
FIVE, SAMPLE, LIMIT = "octal(?.?????)", 60, 1 << 17
FAR = 10**13
PROCESSORS = 1, 2, 16, 256, 4096
DRAWS = 20  # sweeps simulated for each number of processors
ERRANDS = 200  # tasks without work, to see what a task costs beside it
DAY = 86_400.0


class Stretch(NamedTuple):
    """A doubling of the values of a code: by which kernel, among how many rares, at what cost."""

    code: str
    kind: str
    known: int
    rares: int
    seconds: float  # a value
    memory: int  # bytes of values and lanes


class Fit(NamedTuple):
    """A line a + b x, and the root of the mean square of the relative errors."""

    a: float
    b: float
    error: float


def run() -> Table:
    """The fitted figures, and what they say of two large tasks."""
    stretches = [stretch for code in CODES for stretch in measure_stretches(code)]
    sweep = list(sweep_rows())
    rows = [*rates(stretches), *growth(stretches), *long_sequence(stretches), *sweep]
    return Table("Cost model", ["figure", "value"], rows)


def measure_stretches(code: str) -> Iterator[Stretch]:
    """The stretches of a code, as far as they are not too dear."""
    engine = HeapEngine(HeapRules(Octal(code).code.digits))
    engine.extend(1 << FIRST)
    for bits in range(FIRST, LAST):
        start = process_time()
        engine.extend(2 << bits)
        taken, space = process_time() - start, engine.sparse
        assert space is not None
        memory = engine.known * engine.buffer.itemsize + space.lanes.flat.nbytes
        yield Stretch(code, space.kernel, engine.known, space.count, taken / (1 << bits), memory)
        if taken > DEAR:
            return


def line(x: list[float], y: list[float]) -> Fit:
    """The line with the least squares of relative errors."""
    weights = 1 / np.array(y)
    matrix = np.stack([weights, np.array(x) * weights], axis=1)
    (a, b), *_ = np.linalg.lstsq(matrix, np.ones(len(y)), rcond=None)
    error = np.sqrt(np.mean((a * weights + b * np.array(x) * weights - 1) ** 2))
    return Fit(float(a), float(b), float(error))


def fit_of(stretches: list[Stretch], kind: str) -> Fit:
    """The cost of a value by the number of rares, for one kernel."""
    some = [stretch for stretch in stretches if stretch.kind == kind]
    return line([stretch.rares for stretch in some], [stretch.seconds for stretch in some])


def rates(stretches: list[Stretch]) -> Iterator[list[str]]:
    """The fits of each kernel."""
    for kind in sorted({stretch.kind for stretch in stretches}):
        a, b, error = fit_of(stretches, kind)
        count = sum(stretch.kind == kind for stretch in stretches)
        yield [
            f"a value, kernel `{kind}` ({count} stretches)",
            f"{1e9 * a:.0f} ns + {1e9 * b:.3f} ns a rare, relative error {error:.0%}",
        ]
    most = max(stretch.memory / stretch.known for stretch in stretches)
    yield [
        "memory",
        f"{most:.1f} bytes a value at most below 2^{LAST}; later two in a file or in memory, and lanes of up to"
        f" {2 * SPAN >> 20} MB",
    ]


def growth(stretches: list[Stretch]) -> Iterator[list[str]]:
    """How the rares of each code grow, where they do."""
    for code in CODES:
        own = [stretch for stretch in stretches if stretch.code == code]
        if len(own) > 2 and own[-1].rares > 1.05 * own[0].rares:
            known, rares = (np.log([stretch[at] for stretch in own]) for at in (2, 3))
            exponent, constant = np.polyfit(known, rares, 1)
            error = np.sqrt(np.mean((exponent * known + constant - rares) ** 2))
            yield [f"rares of {code}", f"{np.exp(constant):.2g} n^{exponent:.2f}, relative error {error:.0%}"]


def long_sequence(stretches: list[Stretch]) -> Iterator[list[str]]:
    """What FAR values of the first code cost, whose rares have died out."""
    last = [stretch for stretch in stretches if stretch.code == CODES[0]][-1]
    a, b, error = fit_of(stretches, last.kind)
    modelled = a + b * last.rares
    yield [f"{CODES[0]}: values a second, measured and by the model", f"{1 / last.seconds:,.0f}, {1 / modelled:,.0f}"]
    days = FAR * modelled / DAY
    yield [f"{FAR:.0e} values of {CODES[0]}", f"{days:,.0f} days on one processor, within {error:.0%}"]
    yield ["the same on the disk", f"{2 * FAR / 1e12:.0f} TB at two bytes a value"]


def sweep_rows() -> Iterator[list[str]]:
    """What all codes of five digits cost, by a sample of their standard forms."""
    forms, total = forms_of(read_family(FIVE), {})
    chance = random.Random(5)
    chosen = chance.sample(forms, SAMPLE)
    rows = study(chosen[:2], LIMIT)  # compiles, too
    costs, sizes = zip(*(cost_of(form) for form in chosen), strict=True)
    mean, error = float(np.mean(costs)), float(np.std(costs) / np.sqrt(len(costs)))
    yield [f"{FIVE}", f"{sum(len(form.members) for form in forms):,} codes, {total:,} standard forms"]
    yield [f"a standard form to {LIMIT:,} values", f"{mean:.2f} s, standard error {error / mean:.0%}"]
    hours, spread = total * mean / 3600, total * error / 3600
    yield [f"all of them to {LIMIT:,} values", f"{hours:.1f} +- {spread:.1f} processor hours"]
    yield [
        "results over the network",
        f"{np.mean(sizes):,.0f} bytes a form, {total * np.mean(sizes) / 1e6:,.0f} MB in all",
    ]

    spent, write = handing_out(chosen[:2], rows), writing_down(rows)
    yield ["beside the work of a task", f"{1e3 * spent:.1f} ms to hand it out, {1e3 * write:.1f} ms to write its rows"]
    yield from (simulation(list(costs), total, count, spent, write) for count in PROCESSORS)


def handing_out(forms: list[FormGroup], rows: list[AtlasRow]) -> float:
    """The seconds between the ends of tasks that take a worker no time, with rows of the usual size."""
    work = partial(idle, rows=rows)
    with WorkerCluster(count=1) as workers:
        list(workers.run(work, (WorkerTask(forms) for _ in range(10))))
        start = perf_counter()
        list(workers.run(work, (WorkerTask(forms) for _ in range(ERRANDS))))
        return (perf_counter() - start) / ERRANDS


def idle(forms: list[FormGroup], rows: list[AtlasRow]) -> list[AtlasRow]:
    """A task whose result is there already."""
    return rows if forms else []


def writing_down(rows: list[AtlasRow]) -> float:
    """The seconds of the driver for the rows of a task, until they are on the disk."""
    with TemporaryDirectory() as folder, Ledger.open(Path(folder) / "cost.db", FIVE, LIMIT) as ledger:
        start = perf_counter()
        for place in range(ERRANDS):
            ledger.add(replace(row, ruleset=f"{row.ruleset} {place}") for row in rows)
        return (perf_counter() - start) / ERRANDS


def simulation(costs: list[float], total: int, processors: int, spent: float, write: float) -> list[str]:
    """How long the sweep takes on so many processors, by sweeps whose costs are drawn from the sample."""
    chance = random.Random(processors)
    walls = []
    for _ in range(DRAWS):
        seen = chance.choices(costs, k=len(costs))  # the sample itself is a matter of chance
        walls.append(simulate(tasks(chance.choices(seen, k=total)), processors, spent, write))
    return [
        f"{FIVE} on {processors:,} processors, simulated",
        f"{np.mean(walls):,.0f} s by the clock, standard error {np.std(walls) / np.mean(walls):.0%}",
    ]


def tasks(costs: list[float]) -> list[float]:
    """The forms put together in tasks of a second, as a sweep does."""
    found = [0.0]
    for cost in costs:
        found[-1] += cost
        if found[-1] >= TASK_SECONDS:
            found.append(0.0)
    return found


def cost_of(form: FormGroup) -> tuple[float, int]:
    """The seconds that a form takes with all its members, and the bytes of its rows."""
    start = process_time()
    rows = study([form], LIMIT)
    return process_time() - start, len(pickle.dumps(rows)) + len(pickle.dumps(form))


if __name__ == "__main__":
    print(run())
