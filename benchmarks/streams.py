"""Values a second from a window, against the engine that keeps all values and against a plain loop in C."""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import Table, seconds
from grundy import octal
from grundy.kernels.heap_engine import HeapEngine
from grundy.solvers.window_space import WindowSpace

CODES = ("0.104", "0.106", "0.356")
HEAD, HEAPS = 1 << 16, 1 << 22
# One heap at a time: the marks of the rares, then parts 1, 2, 3, ... until all smaller numbers are met.
LOOP = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    long sizes[6];
    if (fread(sizes, 8, 6, stdin) != 6) return 1;
    long head = sizes[0], stop = sizes[1], takes = sizes[2], splits = sizes[3], rares = sizes[4], probes = sizes[5];
    long *lists = malloc(8 * (takes + splits + rares + probes));
    uint64_t common[2];
    uint8_t *g = malloc(stop);
    if (fread(lists, 8, takes + splits + rares + probes, stdin) != (size_t)(takes + splits + rares + probes)) return 1;
    if (fread(common, 8, 2, stdin) != 2 || fread(g, 1, head, stdin) != (size_t)head) return 1;
    long *take = lists, *split = take + takes, *rare = split + splits, *probe = rare + rares;
    for (long n = head; n < stop; n++) {
        uint64_t met = 0;
        for (long i = 0; i < takes; i++) met |= 1ull << g[n - take[i]];
        for (long j = 0; j < splits; j++)
            for (long i = 0; i < rares; i++) met |= 1ull << (g[rare[i]] ^ g[n - split[j] - rare[i]]);
        uint64_t free = common[n & 1] & ~met;
        int value = __builtin_ctzll(free);
        uint64_t wanted = ((1ull << value) - 1) & ~common[n & 1];
        for (long i = 0; i < probes && (wanted & ~met); i++)
            for (long j = 0; j < splits; j++) met |= 1ull << (g[probe[i]] ^ g[n - split[j] - probe[i]]);
        if (wanted & ~met) return 2;
        g[n] = value;
    }
    fwrite(g + stop - 64, 1, 64, stdout);
    return 0;
}
"""


def run() -> Table:
    """Millions of values a second of one core."""
    with TemporaryDirectory() as folder:
        loop = compiled(Path(folder))
        rows = [row(code, loop) for code in CODES]
    header = ["code", "rares", "from a window", "all values kept", "plain C", "window, times the engine", "times C"]
    return Table(title="Streams of values, in millions a second", header=header, rows=rows)


def compiled(folder: Path) -> Path | None:
    """The loop in C, where there is a compiler."""
    compiler = shutil.which("cc")
    if not compiler:
        return None
    (folder / "loop.c").write_text(LOOP)
    subprocess.run([compiler, "-O3", "-march=native", "-o", folder / "loop", folder / "loop.c"], check=True)
    return folder / "loop"


def row(code: str, loop: Path | None) -> list[str]:
    """One code: the same heaps by each way."""
    space, stop = WindowSpace(octal(code), HEAD), HEAD + HEAPS
    window = space.head[-space.length :].tobytes()
    last = space.run(HEAD, window, stop)[-64:].tobytes()
    stream = HEAPS / seconds(lambda: space.run(HEAD, window, stop)) / 1e6
    engine = HeapEngine(space.rules)
    engine.extend(HEAD)
    start = process_time()
    engine.extend(stop)
    kept = HEAPS / (process_time() - start) / 1e6
    assert engine.values[-64:].astype(np.uint8).tobytes() == last
    plain = HEAPS / seconds_of(loop, space, stop, last) / 1e6 if loop else float("nan")
    numbers = (stream, kept, plain, stream / kept, stream / plain)
    return [code, str(len(space.rares)), *(f"{it:.1f}" for it in numbers)]


def seconds_of(loop: Path, space: WindowSpace, stop: int, last: bytes) -> float:
    """The CPU time of the loop in C, which must end with the same values."""
    heaps = np.arange(1, space.reach + 1)
    probes = heaps[space.common[heaps & 1, space.head[heaps]]]
    common = np.array([sum(1 << number for number in range(64) if row[number]) for row in space.common], np.uint64)
    lists = [space.rules.takes, space.rules.splits, space.rares, probes]
    sizes = np.array([HEAD, stop, *map(len, lists)], np.int64)
    arrays: list[NDArray[Any]] = [sizes, *lists, common, space.head]
    given = b"".join(it.tobytes() for it in arrays)
    before = children_seconds()
    result = subprocess.run([loop], input=given, capture_output=True, check=True)
    assert result.stdout == last
    return children_seconds() - before


def children_seconds() -> float:
    """The CPU time of processes that have ended."""
    from os import times

    spent = times()
    return spent.children_user + spent.children_system
