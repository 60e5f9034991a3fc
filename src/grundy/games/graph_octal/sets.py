"""Connected sets of vertices, and what is left of a graph without them."""

from collections.abc import Iterator

from grundy.boards.graph_forms import Edges, Neighbours, neighbours


def is_path(part: Edges) -> bool:
    degrees = [len(around) for around in neighbours(part).values()]
    return len(degrees) == 1 or (max(degrees) < 3 and len(part) < len(degrees))


def count_left(beside: Neighbours, taken: set[str]) -> int:
    """How many components are left of a connected graph without these vertices: 0, 1, or 2 for two or more."""
    start = next((vertex for vertex in beside if vertex not in taken), None)
    if start is None:
        return 0
    seen, todo = {start, *taken}, [start]
    while todo:
        new = set(beside[todo.pop()]) - seen
        seen |= new
        todo += new
    return 1 + (len(seen) < len(beside))


def connected_sets(beside: Neighbours, most: int | None) -> Iterator[set[str]]:
    """The connected sets of at most so many vertices, each once: each grows from its first vertex."""
    rank = {vertex: n for n, vertex in enumerate(beside)}
    for start in beside:
        stack = [({start}, [v for v in beside[start] if rank[v] > rank[start]])]
        while stack:
            chosen, border = stack.pop()
            yield chosen
            if most is not None and len(chosen) >= most:
                continue
            seen = chosen | set(border)
            seen |= {v for vertex in chosen for v in beside[vertex]}
            for n, vertex in enumerate(border):
                new = [v for v in beside[vertex] if rank[v] > rank[start] and v not in seen]
                stack.append((chosen | {vertex}, border[n + 1 :] + new))
