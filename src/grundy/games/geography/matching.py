"""Maximum matchings of a graph, by augmenting paths and blossoms (Edmonds 1965)."""

from collections.abc import Iterator, Mapping, Sequence

from grundy.boards.graph_forms import Edges, neighbours

Mates = dict[str, str]


def is_always_matched(edges: Edges, vertex: str) -> bool:
    """Whether every maximum matching covers the vertex: without it, matchings are smaller."""
    without = neighbours(tuple(edge for edge in edges if vertex not in edge))
    return len(maximum_matching(neighbours(edges))) > len(maximum_matching(without))


def maximum_matching(beside: Mapping[str, Sequence[str]]) -> Mates:
    """The mate of every matched vertex in a maximum matching, by augmenting paths and blossoms (Edmonds 1965)."""
    mates: Mates = {}
    for root in beside:
        if root not in mates:
            augment(root, beside, mates)
    return mates


def augment(root: str, beside: Mapping[str, Sequence[str]], mates: Mates) -> None:
    """Enlarge the matching along an alternating path from an unmatched vertex, where there is one."""
    parent, base, outer = dict[str, str](), {vertex: vertex for vertex in beside}, {root: None}
    queue = [root]

    def outer_bases(vertex: str) -> Iterator[str]:
        """The bases on the way from an outer vertex to the root."""
        while True:
            yield base[vertex]
            if base[vertex] == root or base[vertex] not in mates:
                return
            vertex = parent[mates[base[vertex]]]

    def shrink(vertex: str, child: str, stem: str, blossom: set[str]) -> None:
        """Gather the blossom between an outer vertex and its stem, and let its inner vertices lead the other way."""
        while base[vertex] != stem:
            blossom |= {base[vertex], base[mates[vertex]]}
            parent[vertex] = child
            child = mates[vertex]
            vertex = parent[child]

    for vertex in queue:
        for other in beside[vertex]:
            if base[vertex] == base[other] or mates.get(vertex) == other:
                continue
            if other == root or parent.get(mates.get(other, "")) is not None:
                above = set(outer_bases(vertex))
                stem = next(one for one in outer_bases(other) if one in above)
                blossom = set[str]()
                shrink(vertex, other, stem, blossom)
                shrink(other, vertex, stem, blossom)
                for inner in [one for one in beside if base[one] in blossom]:
                    base[inner] = stem
                    if inner not in outer:
                        outer[inner] = None
                        queue.append(inner)
            elif other not in parent:
                parent[other] = vertex
                if other not in mates:
                    flip_path(other, parent, mates)
                    return
                outer[mates[other]] = None
                queue.append(mates[other])


def flip_path(end: str, parent: Mapping[str, str], mates: Mates) -> None:
    vertex: str | None = end
    while vertex is not None:
        before = parent[vertex]
        further = mates.get(before)
        mates[vertex], mates[before] = before, vertex
        vertex = further
