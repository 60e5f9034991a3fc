"""Checking the values of a game that splits heaps: the time grows with the number of heaps, and no faster."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import Table, seconds
from grundy.explain.certificates import make
from grundy.explain.checker import verify
from grundy.expressions import parse_ruleset

RULESETS = ("octal(0.16)", "octal(0.354)", "octal(0.376)")
SIZES = (1 << 15, 1 << 16, 1 << 17, 1 << 18, 1 << 19)


def run() -> Table:
    """Seconds for each number of heaps, and how many times longer the last took than the one before."""
    rows = [row(name) for name in RULESETS]
    header = ["values of", *(f"{size:,} heaps, s" for size in SIZES), "twice as many heaps, times longer"]
    return Table(title="Checking values in linear time", header=header, rows=rows)


def row(name: str) -> list[str]:
    """One ruleset at all sizes."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "c"
        times = list[float]()
        for size in SIZES:
            make.certify_values(parse_ruleset(name), size, out)
            times.append(seconds(lambda: verify(out)))
            assert verify(out).valid
    ratios = ", ".join(f"{after / before:.1f}" for before, after in pairwise(times))
    return [name, *(f"{it:.2f}" for it in times), ratios]
