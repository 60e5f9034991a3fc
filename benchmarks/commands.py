"""Long sequences as whole commands, with start-up and a file written, against the loop in C of `sequences`.

The loop is given the first 2^18 values, the mask and the probes, and does not write a file.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import ROUNDS, Table
from benchmarks.sequences import HEAD, compiled_loop, seconds_of
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import HeapRules

__all__ = ["run"]

CODES = "0.6", "0.36", "0.74", "0.374"
SIZES = 1_000_000, 3_000_000, 10_000_000


def run() -> Table:
    """Seconds by the clock, the least of some rounds, and their ratio."""
    with TemporaryDirectory() as folder:
        loop = compiled_loop(folder)
        rows = [row(code, size, loop) for code in CODES for size in SIZES]
    header = ["code", "values", "command, s", "scalar C, s", "times C"]
    return Table(title="Long sequences, as whole commands by the clock", header=header, rows=rows)


def row(code: str, size: int, loop: Path) -> list[str]:
    rules = HeapRules(tuple(map(int, code.replace(".", ""))))
    engine = HeapEngine(rules)
    engine.extend(HEAD)
    known = engine.values.copy()
    engine.extend(size)
    plain = seconds_of(loop, rules, known, engine.values)
    taken = min(seconds_of_command(code, size) for _ in range(ROUNDS))
    return [code, f"{size:,}", f"{taken:.2f}", f"{plain:.2f}", f"{plain / taken:.1f}"]


def seconds_of_command(code: str, size: int) -> float:
    with TemporaryDirectory() as folder:
        command = ["values", f"octal({code})", "--to", str(size), "--fresh", "--out", f"{folder}/values.seq"]
        start = perf_counter()
        subprocess.run([sys.executable, "-m", "grundy", *command], check=True, stdout=subprocess.DEVNULL)
        return perf_counter() - start
