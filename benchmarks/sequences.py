"""Long sequences, by the clock: the engine against a scalar sparse-space loop in C that starts from the same values.

The loop marks bytes, one heap at a time: pairs with each rare, then with the probes of the engine until every smaller
rare value is met, then all pairs. Both go on from the same heap with the same mask; the values must be the same.
"""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np

from benchmarks import Table
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import UNEQUAL_SPLITS, HeapRules
from grundy.kernels.sparse_engine import SparseEngine

HEAD = 1 << 18
HEAPS = {"0.6": 1 << 20, "0.36": 1 << 20, "0.74": 1 << 20, "0.374": 1 << 20, "0.007": 1 << 15, "Grundy's": 1 << 20}
LOOP = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    long sizes[10];
    if (fread(sizes, 8, 10, stdin) != 10) return 1;
    long head = sizes[0], stop = sizes[1], mask = sizes[2], odd = sizes[3], distinct = sizes[4], size = sizes[5];
    long takes = sizes[6], splits = sizes[7], rares = sizes[8], probes = sizes[9], room = rares + stop - head;
    long *take = malloc(8 * takes), *split = malloc(8 * splits), *rare = malloc(8 * room), *probe = malloc(8 * probes);
    uint16_t *g = malloc(2 * stop);
    uint8_t *met = malloc(size), *common = malloc(2 * size);
    long got = fread(take, 8, takes, stdin) + fread(split, 8, splits, stdin) + fread(rare, 8, rares, stdin);
    got += fread(probe, 8, probes, stdin) + fread(g, 2, head, stdin);
    if (got != takes + splits + rares + probes + head) return 1;
    for (long n = 0; n < 2; n++)
        for (long v = 0; v < size; v++)
            common[n * size + v] = __builtin_parity(v & mask & 0xFFFF) ^ (mask >> 16 & (n + odd) & 1);
    uint16_t *of_rare = malloc(2 * room), *of_probe = malloc(2 * probes);
    for (long i = 0; i < rares; i++) of_rare[i] = g[rare[i]];
    for (long i = 0; i < probes; i++) of_probe[i] = g[probe[i]];
    for (long n = head; n < stop; n++) {
        const uint8_t *is_common = common + (n & 1) * size;
        memset(met, 0, size);
        for (long i = 0; i < takes; i++) met[g[n - take[i]]] = 1;
        for (long j = 0; j < splits; j++) {
            long left = n - split[j], count = rares;
            while (count && rare[count - 1] >= left) count--;
            for (long i = 0; i < count; i++) met[of_rare[i] ^ g[left - rare[i]]] = 1;
        }
        if (distinct) met[0] = 0;  // a rare may have met itself; the pairs of different heaps are tried below
        long value = 0, wanted = 0;
        while (met[value] || !is_common[value]) value++;
        for (long v = 0; v < value; v++) wanted += !met[v];
        for (long i = 0; i < probes && wanted; i += 32) {
            for (long j = 0; j < splits; j++)
                for (long k = i; k < i + 32 && k < probes; k++) met[of_probe[k] ^ g[n - split[j] - probe[k]]] = 1;
            wanted = 0;
            for (long v = 0; v < value; v++) wanted += !met[v];
        }
        for (long j = 0; j < splits; j++)
            for (long part = 1, left = n - split[j]; wanted && 2 * part + distinct <= left; part++) {
                long v = g[part] ^ g[left - part];
                wanted -= v < value && !met[v];
                met[v] = 1;
            }
        if (wanted) {
            for (value = 0; met[value];) value++;
            of_rare[rares] = value;
            rare[rares++] = n;
        }
        g[n] = value;
    }
    fwrite(g + head, 2, stop - head, stdout);
    return 0;
}
"""


def run() -> Table:
    """Nanoseconds a value by the clock, the processor time of the engine, and the ratio of the clocks."""
    with TemporaryDirectory() as folder:
        loop = compiled_loop(folder) if shutil.which("cc") else None
        rows = [row(name, loop) for name in HEAPS]
    header = ["game", "rares", "by the clock", "of processor time", "scalar C", "times C by the clock"]
    return Table(title="Long sequences, in nanoseconds a value", header=header, rows=rows)


def compiled_loop(folder: str) -> Path:
    loop = Path(folder) / "loop"
    loop.with_suffix(".c").write_text(LOOP)
    subprocess.run(["cc", "-O3", "-march=native", "-o", loop, loop.with_suffix(".c")], check=True)
    return loop


def row(name: str, loop: Path | None) -> list[str]:
    rules = HeapRules(tuple(map(int, name.replace(".", "")))) if name[0] == "0" else UNEQUAL_SPLITS
    stop, engine = HEAD + HEAPS[name], HeapEngine(rules)
    engine.extend(HEAD)
    HeapEngine(rules, engine.values).extend(HEAD + 4096)  # compiles what is needed
    before, clock, spent = engine.values.copy(), perf_counter(), process_time()
    engine.extend(stop)
    clock, spent = perf_counter() - clock, process_time() - spent
    plain = seconds_of(loop, rules, before, engine.values) if loop else float("nan")
    rares = engine.sparse.count if engine.sparse else 0
    numbers = [f"{1e9 * it / HEAPS[name]:,.0f}" for it in (clock, spent, plain)]
    return [name, f"{rares:,}", *numbers, f"{plain / clock:.1f}"]


def seconds_of(loop: Path, rules: HeapRules, known: np.ndarray, expected: np.ndarray) -> float:
    """The time of the loop in C by the clock, which must end with the same values."""
    bits = int(expected.max()).bit_length()
    engine = SparseEngine(rules, known, len(known), bits)
    lists = [rules.takes, rules.splits, engine.rares.heaps[: engine.count], engine.probes.heaps]
    space = [engine.space.mask, engine.space.shift % 2, rules.distinct, 1 << max(bits, 8)]
    sizes = np.array([len(known), len(expected), *space, *map(len, lists)], np.int64)
    given = b"".join(it.astype(np.int64).tobytes() for it in (sizes, *lists)) + known.astype(np.uint16).tobytes()
    start = perf_counter()
    result = subprocess.run([loop], input=given, capture_output=True, check=True)
    taken = perf_counter() - start
    assert result.stdout == expected[len(known) :].astype(np.uint16).tobytes(), rules
    return taken
