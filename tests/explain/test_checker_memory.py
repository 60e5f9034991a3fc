"""Certificates several times larger than the memory that the checker may have."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import certificates
import forger
import numpy as np
import pytest

pytestmark = pytest.mark.slow

MB = 1 << 20
NAME = 4_000  # characters: few lines make a large file


def graph() -> Iterator[str]:
    """A long path: the values are 0, 1, 0, 1, ..."""
    names = [f"{n:0{NAME}}" for n in range(16_000)]
    yield f"{names[0]}\t0\t0\n"
    yield from (f"{name}\t{n % 2}\t{n}\t{before}\n" for n, (before, name) in enumerate(pairwise(names), 1))


def positions() -> Iterator[str]:
    """The nimber of nim(3), beside many lost positions, which are written with many blanks."""
    lines = [f"nim{' ' * (NAME + n)}(0)\t0\t0\n" for n in range(11_000)]
    return iter(sorted([*lines, *(f"nim({n})\t{n}\t{n}\n" for n in range(4))]))


def verified(path: Path, limit: int) -> subprocess.CompletedProcess[str]:
    """`grundy verify` with so many bytes of memory of its own; the pages of the file belong to the system."""
    return subprocess.run(
        [sys.executable, "-m", "grundy", "verify", str(path), "--timeout", "600"],
        capture_output=True,
        text=True,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
    )


GAME = {
    "kind": "nimbers",
    "play": "normal",
    "trusted": ["moves"],
    "game": "nim(3)",
    "claim": {"nimber": 3},
    "rules": forger.rules_of("nim(3)"),
}
GRAPH = {"kind": "graph", "play": "normal", "of": "values"}


@pytest.mark.parametrize(("header", "lines"), [(GRAPH, graph), (GAME, positions)])
def test_lines(header: dict[str, object], lines: Callable[[], Iterator[str]], tmp_path: Path) -> None:
    out, limit = tmp_path / "c", 32 * MB
    certificates.reseal(out, json.dumps(header).encode(), "".join(lines()).encode())
    assert out.stat().st_size > 2.8 * limit
    result = verified(out, limit)
    assert result.returncode == 0, result.stdout[-500:] + result.stderr[-500:]


def test_values(tmp_path: Path) -> None:
    out, limit, count = tmp_path / "c", 80 * MB, 3 * 20_000_000
    header = {
        "kind": "values",
        "trusted": ["moves", "code"],
        "rules": forger.rules_of("subtraction(1,2)(1)"),
        "tables": [{"ruleset": "subtraction(1,2)", "width": 4, "count": count, "period": None}],
        "game": None,
        "claim": None,
    }
    values = np.tile(np.arange(3, dtype="<u4"), count // 3)
    certificates.reseal(out, json.dumps(header).encode(), values.tobytes())
    assert out.stat().st_size > 2.8 * limit
    result = verified(out, limit)
    assert result.returncode == 0, result.stdout[-500:] + result.stderr[-500:]
    with out.open("r+b") as file:  # a value near the end is wrong
        file.seek(-400, os.SEEK_END)
        file.write(b"\3")
    assert verified(out, limit).returncode == 2  # the checksum tells
