"""The web app under load: how long a small request takes while 200 are asked at once, and the memory of all processes.

The baseline is the median time of small requests to the same server when it has nothing else to do. What the 200 are
is said in `benchmarks._web_load`.
"""

import subprocess
import sys
from json import loads
from statistics import median
from typing import Any

from benchmarks import Table
from benchmarks._web_load import REQUESTS, measure_load

__all__ = ["run"]


def run() -> Table:
    """Small requests alone, and among 200 others that another process sends."""
    command = [sys.executable, "-m", "grundy", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            found = measure_load(loads(server.stdout.readline())["url"], server.pid)
        finally:
            server.terminate()
    base = median(found["alone"]["seconds"])
    rows = [row("alone", found["alone"], base), row(f"among {REQUESTS} requests", found["among"], base)]
    header = ["small requests", "median, s", "slowest, s", "median, times that alone", "refused", "all processes, MB"]
    answers = ", ".join(f"{count} x {status}" for status, count in sorted(found["heavy"].items()))
    return Table(f"The web app with {REQUESTS} requests at once, which were answered {answers}", header, rows)


def row(name: str, figures: dict[str, Any], base: float) -> list[str]:
    """One line of the table."""
    seconds, statuses = figures["seconds"], figures["statuses"]
    refused = sum(status != 200 for status in statuses)
    return [
        name,
        f"{median(seconds):.3f}",
        f"{max(seconds):.3f}",
        f"{median(seconds) / base:.1f}",
        f"{refused} of {len(statuses)}",
        f"{figures['memory'] / 1e6:.0f}",
    ]
