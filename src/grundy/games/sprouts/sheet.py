"""A planar map laid out on a sheet: where its spots are and how its arcs run through the mesh."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from grundy.games.sprouts.mesh import Edge, Mesh, Point, distance
from grundy.games.sprouts.planar import LONE, Place, PlanarMap, Walk


class Sheet:
    """A map, a mesh, the vertex of each spot and the path of each arc; it is changed in place, and copied before."""

    def __init__(self, wide: float, high: float, mesh: Mesh, frame: set[int]) -> None:
        self.wide, self.high, self.mesh, self.frame = wide, high, mesh, frame
        self.map = PlanarMap((), ())
        self.spots = list[int]()
        self.arcs = list[list[int]]()
        self.taken = set[int]()  # the vertices of spots and arcs

    def copy(self) -> "Sheet":
        other = Sheet.__new__(Sheet)
        other.wide, other.high, other.frame, other.map = self.wide, self.high, self.frame, self.map
        other.mesh, other.spots, other.taken = self.mesh.copy(), self.spots[:], self.taken.copy()
        other.arcs = [path[:] for path in self.arcs]
        return other

    def point(self, spot: int) -> Point:
        return self.mesh.at[self.spots[spot]]

    def place_spot(self, point: Point) -> int:
        """Put a new spot on the free vertex that is nearest to a point."""
        free = set(range(len(self.mesh.at))) - self.frame - self.taken
        vertex = min(free, key=lambda v: distance(self.mesh.at[v], point))
        if self.mesh.is_sound_at(vertex, point):
            self.mesh.at[vertex] = point
        self.spots.append(vertex)
        self.taken.add(vertex)
        return vertex

    def dart_path(self, dart: int) -> list[int]:
        path = self.arcs[dart // 2]
        return path[::-1] if dart % 2 else path

    def corner_ring(self, walk: Walk, corner: int) -> list[int]:
        """The neighbours of a spot that lie in a corner, from the way out to the way in; round a lone spot, closed."""
        spot, dart = walk[corner]
        v = self.spots[spot]
        if dart == LONE:
            ring = self.mesh.ring(v)
            return [*ring, ring[0]]
        return self.mesh.sector(v, self.dart_path(dart)[1], self.dart_path(walk[corner - 1].dart)[-2])

    def spot_of(self, face: int, place: Place) -> int:
        return self.spots[self.map.spot_at(face, place)]

    def fan(self, face: int, place: Place) -> list[Edge]:
        """The edges opposite to a corner."""
        walk, corner = place
        ring = self.corner_ring(self.map.faces[face][walk], corner)
        return list(pairwise(ring))

    def walk_edges(self, walk: Walk) -> Iterator[Edge]:
        """The edges along a walk; around a lone spot those opposite to it."""
        for corner in walk:
            if corner.dart == LONE:
                ring = self.mesh.ring(self.spots[corner.spot])
                yield from zip(ring, [*ring[1:], ring[0]], strict=True)
            else:
                path = self.dart_path(corner.dart)
                yield from pairwise(path)

    def edges(self, face: int) -> set[Edge]:
        """The directed edges of all triangles of a face."""
        return self.flood(edge for walk in self.map.faces[face] for edge in self.walk_edges(walk))

    def flood(self, edges: Iterable[Edge]) -> set[Edge]:
        """The directed edges of all triangles that are reached from the left of some edges without crossing a curve."""
        third, fixed = self.mesh.third, self.mesh.fixed
        todo = list(edges)
        seen = set[Edge]()
        while todo:
            u, v = todo.pop()
            if (u, v) in seen or (u, v) not in third:
                continue
            w = third[u, v]
            for one, two in (u, v), (v, w), (w, u):
                seen.add((one, two))
                if (one, two) not in fixed:
                    todo.append((two, one))
        return seen

    def inner_edges(self, face: int) -> list[Edge]:
        """The edges across a face, each once."""
        edges = self.edges(face)
        return sorted((u, v) for u, v in edges if u < v and (v, u) in edges and (u, v) not in self.mesh.fixed)

    def frame_rim(self, face: int) -> list[Edge]:
        """The edges from the frame into the face; none where the frame does not belong to it."""
        return sorted(
            (u, v)
            for u, v in self.edges(face)
            if u in self.frame and (u, v) in self.mesh.third and (v, u) in self.mesh.third
        )

    def room(self, vertex: int) -> float:
        """The distance to what is drawn."""
        at = self.mesh.at
        others = (self.taken | self.frame) - {vertex}
        return sorted(distance(at[vertex], at[other]) for other in others)[1]

    def cut(self, start: int, route: Sequence[Edge], goal: int) -> list[int]:
        """The path of a curve that crosses these edges in the middle."""
        path = [start, *(self.mesh.split_edge(u, v) for u, v in route), goal]
        self.fix_path(path)
        return path

    def fix_path(self, path: Sequence[int]) -> None:
        for u, v in pairwise(path):
            self.mesh.fix(u, v)
        self.taken.update(path)

    def length(self, path: Sequence[int]) -> float:
        at = self.mesh.at
        return sum(distance(at[u], at[v]) for u, v in pairwise(path))

    def middle(self, path: Sequence[int]) -> int:
        """The number of the inner vertex of a path that is nearest to its middle."""
        half = self.length(path) / 2
        return min(range(1, len(path) - 1), key=lambda k: abs(self.length(path[: k + 1]) - half))
