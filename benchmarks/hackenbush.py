"""Green Hackenbush on 100,000 edges: the nimber and all winning cuts, against one plain depth-first search."""

from collections.abc import Callable, Iterator
from random import Random
from time import process_time

from benchmarks import Table
from grundy.boards.graph_forms import Edges, neighbours
from grundy.games.hackenbush.rules import DepthFirst, hackenbush

EDGES = 100_000
ROUNDS = 3  # the best of these counts
SHAPES = {"dense": EDGES // 100, "random": EDGES // 2, "sparse": EDGES * 9 // 10, "tree": EDGES + 1}  # vertices


def run() -> Table:
    """The time of the answers as a multiple of that of the search."""
    header = ["graph", "vertices", "search, s", "nimber, times search", "winning cuts too, times search"]
    graphs = [(name, vertices, random_graph(vertices)) for name, vertices in SHAPES.items()]
    graphs += [("ring", EDGES, tuple((str(i), str((i + 1) % EDGES)) for i in range(EDGES)))]
    return Table(title="Green Hackenbush", header=header, rows=[row(*graph) for graph in graphs])


def random_graph(vertices: int) -> Edges:
    """A random tree on the ground, and random edges up to the full number."""
    random = Random(vertices)
    tree = [(str(random.randrange(v)), str(v)) for v in range(1, vertices)]
    more = [(str(random.randrange(vertices)), str(random.randrange(vertices))) for _ in range(EDGES - len(tree))]
    return hackenbush.board.gather(tree + more)


def row(name: str, vertices: int, position: Edges) -> list[str]:
    """The times for one graph; cuts to 0 are looked for even where the nimber says that there are none."""
    plain, nimber, cuts = (seconds(work, position) for work in (search, hackenbush.theorem, winning_cuts))
    return [name, f"{vertices:,}", f"{plain:.2f}", f"{nimber / plain:.1f}", f"{(nimber + cuts) / plain:.1f}"]


def winning_cuts(position: Edges) -> list[int]:
    """The cuts to nimber 0."""
    return sorted(DepthFirst(position).cuts(0))


def seconds(work: Callable[[Edges], object], position: Edges) -> float:
    """The least time of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        work(position)
        times.append(process_time() - start)
    return min(times)


def search(position: Edges) -> int:
    """The number of vertices that a plain depth-first search meets."""
    beside = neighbours(position)
    met, stack = {"0"}, [iter(beside["0"])]
    while stack:
        vertex = unmet(stack[-1], met)
        if vertex:
            met.add(vertex)
            stack.append(iter(beside[vertex]))
        else:
            stack.pop()
    return len(met)


def unmet(ends: Iterator[str], met: set[str]) -> str:
    """The next vertex that was not met before, or ''."""
    return next((end for end in ends if end not in met), "")
