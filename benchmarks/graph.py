"""A digraph of ten million vertices: everything about it, against one pass for strongly connected components by scipy.

The pass is `scipy.sparse.csgraph.connected_components(connection="strong")` on the same arrays. Each graph is solved in
a process of its own, which tells its peak of memory, the graph included.
"""

import resource
import subprocess
import sys
from time import process_time

import numpy as np
from numpy.typing import NDArray

from benchmarks import Table
from grundy.solvers.graph import analyse

VERTICES = 10_000_000
MOST = 10  # arrows from a vertex, five on the average
KINDS = ("cyclic", "acyclic", "near")  # near: arrows to vertices close by, so that cycles are many and short
Ints = NDArray[np.int32]


def run() -> Table:
    """The time of the answers as a multiple of that of the pass, and the peak of memory."""
    header = ["graph", "arrows", "pass, s", "all answers, times the pass", "peak, GB"]
    return Table(title=f"Digraphs of {VERTICES:,} vertices", header=header, rows=[row(kind) for kind in KINDS])


def row(kind: str) -> list[str]:
    """One graph, solved in its own process and then given to the pass."""
    command = [sys.executable, "-m", "benchmarks.graph", kind]
    seconds, peak = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    starts, ends = random_graph(kind, VERTICES)
    known = components(starts, ends)
    return [kind, f"{len(ends):,}", f"{known:.1f}", f"{float(seconds) / known:.1f}", peak]


def random_graph(kind: str, vertices: int) -> tuple[Ints, Ints]:
    """The followers of v are ends[starts[v] : starts[v + 1]]; about one vertex in eleven has none."""
    random = np.random.default_rng(1)
    tails = np.repeat(np.arange(vertices, dtype=np.int32), random.integers(0, MOST + 1, vertices))
    ends = random.integers(0, vertices, len(tails), dtype=np.int32)
    if kind == "acyclic":
        ends = (ends.astype(np.int64) * tails // vertices).astype(np.int32)  # vertex 0 keeps none
        tails, ends = tails[tails > 0], ends[tails > 0]
    elif kind == "near":
        ends = np.clip(tails + ends % 2_000 - 1_000, 0, vertices - 1)
    starts = np.zeros(vertices + 1, np.int32)
    np.cumsum(np.bincount(tails, minlength=vertices), out=starts[1:])
    return starts, ends


def components(starts: Ints, ends: Ints) -> float:
    """The seconds of the pass."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    graph = csr_array((np.ones(len(ends)), ends, starts), shape=(len(starts) - 1, len(starts) - 1))
    begin = process_time()
    connected_components(graph, connection="strong")
    return process_time() - begin


def solve(kind: str) -> str:
    """The seconds of the answers, after a small graph has compiled the kernels, and the peak of memory in GB."""
    analyse(*random_graph(kind, 1_000))
    starts, ends = random_graph(kind, VERTICES)
    begin = process_time()
    analyse(starts, ends)
    seconds = process_time() - begin
    return f"{seconds:.2f} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f}"


if __name__ == "__main__":
    print(solve(sys.argv[1]))
