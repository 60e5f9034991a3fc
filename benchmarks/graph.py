"""A digraph of ten million vertices: everything about it, against one pass for strongly connected components by scipy.

The pass is `scipy.sparse.csgraph.connected_components(connection="strong")` on the same arrays. Each graph is solved in
a process of its own, which tells its peak of memory, the graph included.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from benchmarks import Table
from grundy.solvers.retrograde_arrays import analyse

VERTICES = 10_000_000
MOST = 10  # arrows from a vertex, five on the average
NEAR = 1_000
KINDS = ("cyclic", "acyclic", "near")  # near: arrows to vertices at most NEAR away, so that cycles are many and short
Ints = NDArray[np.int32]


def run() -> Table:
    """The time of the answers as a multiple of that of the pass, and the peak of memory."""
    header = ["graph", "arrows", "pass, s", "all answers, times the pass", "peak, GB"]
    return Table(title=f"Digraphs of {VERTICES:,} vertices", header=header, rows=[row(kind) for kind in KINDS])


def row(kind: str) -> list[str]:
    """One graph, solved in its own process and then given to the pass."""
    starts, ends = random_graph(kind, VERTICES)
    with TemporaryDirectory() as folder:
        np.save(Path(folder) / "starts.npy", starts)
        np.save(Path(folder) / "ends.npy", ends)
        command = [sys.executable, "-m", "benchmarks.graph", folder]
        seconds, peak = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    known = components(starts, ends)
    return [kind, f"{len(ends):,}", f"{known:.1f}", f"{float(seconds) / known:.1f}", peak]


def random_graph(kind: str, vertices: int) -> tuple[Ints, Ints]:
    """The followers of v are ends[starts[v] : starts[v + 1]]; about one vertex in eleven has none.

    No arrow comes twice: scipy 1.17 does not return from some graphs with parallel arrows.
    """
    random = np.random.default_rng(1)
    tails = np.repeat(np.arange(vertices), random.integers(0, MOST + 1, vertices))
    ends = random.integers(0, vertices, len(tails))
    if kind == "acyclic":
        ends = ends * tails // vertices
        tails, ends = tails[tails > 0], ends[tails > 0]  # below vertex 0 there is none
    elif kind == "near":
        ends = np.clip(tails + ends % (2 * NEAR) - NEAR, 0, vertices - 1)
    starts = np.zeros(vertices + 1, np.int32)
    np.cumsum(np.bincount(tails, minlength=vertices), out=starts[1:])
    graph = csr_array((np.ones(len(ends), np.int8), ends.astype(np.int32), starts), shape=(vertices, vertices))
    graph.sum_duplicates()
    return graph.indptr, graph.indices


def components(starts: Ints, ends: Ints) -> float:
    """The seconds of the pass."""
    graph = csr_array((np.ones(len(ends)), ends, starts), shape=(len(starts) - 1, len(starts) - 1))
    begin = process_time()
    connected_components(graph, connection="strong")
    return process_time() - begin


def solve(folder: Path) -> str:
    """The seconds of the answers, after a small graph has compiled the kernels, and the peak of memory in GB."""
    analyse(*random_graph("cyclic", 1_000))
    starts, ends = np.load(folder / "starts.npy"), np.load(folder / "ends.npy")
    begin = process_time()
    analyse(starts, ends)
    seconds = process_time() - begin
    return f"{seconds:.2f} {peak():.2f}"


def peak() -> float:
    """The peak of memory of this process in GB; `getrusage` would count that of the parent before it."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1e6


if __name__ == "__main__":
    print(solve(Path(sys.argv[1])))
