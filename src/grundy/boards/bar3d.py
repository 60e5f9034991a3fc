"""A block of chocolate: a position is a tuple of layers, each a tuple of row lengths; neither layers nor rows grow.

The poisoned cube is the first of the first row of the first layer. Layers, rows and columns count from 1.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from grundy.boards.bar import partitions
from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

__all__ = ["MOST_ROWS", "Bar3d", "Cube", "Layer", "Position"]

MOST_ROWS = 100_000  # in all layers together
MOST_TURNED = 1_000  # cubes of a block that is compared with the ways to turn it
Layer = tuple[int, ...]
Position = tuple[Layer, ...]
Cube = tuple[int, int, int]


@dataclass(frozen=True)
class Bar3d(Board[Position]):
    """A block of cubes in layers and rows."""

    kind = "bar_3d"
    notation = "layers x rows x columns, or row lengths with '/' between the layers, the poisoned one first"

    def read(self, reader: Reader) -> Position:
        """A full block such as 2x3x4, or the row lengths of each layer."""
        start = reader.place
        number = reader.integer("a number of layers or the length of a row")
        if reader.take("x"):
            return self.read_full(reader, number)
        reader.place = start
        layers = [self.read_layer(reader)]
        while reader.take("/"):
            layers.append(self.read_layer(reader))
        return tuple(layers)

    @staticmethod
    def read_full(reader: Reader, layers: int) -> Position:
        """The full block, bounded before it is made."""
        rows = reader.integer("the number of rows")
        reader.expect("x", "between rows and columns")
        if max(layers, rows, layers * rows) > MOST_ROWS:
            raise reader.error(f"a block of {layers}x{rows} rows is too large; at most {MOST_ROWS:,} rows", 0)
        return ((reader.integer("the number of columns"),) * rows,) * layers

    @staticmethod
    def read_layer(reader: Reader) -> Layer:
        """The row lengths of one layer."""
        lengths = [reader.integer("the length of a row")]
        while reader.take(","):
            lengths.append(reader.integer("the length of a row"))
        return tuple(lengths)

    def show(self, position: Position) -> str:
        """The size of a full block, otherwise the row lengths."""
        if len({row for layer in position for row in layer}) == len({len(layer) for layer in position}) == 1:
            return f"{len(position)}x{len(position[0])}x{position[0][0]}"
        return "/".join(",".join(map(str, layer)) for layer in position)

    def differ(self, before: Position, after: Position) -> str:
        """The cube that was bitten."""
        layer, row, column = self.bite(before, after)
        return f"bite at layer {layer}, row {row}, column {column}"

    @staticmethod
    def bite(before: Position, after: Position) -> Cube:
        """The bitten cube: the first layer that is smaller, its first row that is shorter, at the new end of it."""
        layer = next((i for i in range(len(after)) if before[i] != after[i]), len(after))
        left = after[layer] if layer < len(after) else ()
        row = next((i for i in range(len(left)) if before[layer][i] != left[i]), len(left))
        return layer + 1, row + 1, (left[row] if row < len(left) else 0) + 1

    def handle(self, before: Position, after: Position) -> Handle:
        """The one cube to bite."""
        return frozenset([self.bite(before, after)])

    def symmetries(self, position: Position) -> Iterator[Position]:
        """The block with its three directions exchanged in all ways; a large one as it stands."""
        if sum(map(sum, position)) > MOST_TURNED:
            yield position
            return
        cubes = [(i, j, k) for i, layer in enumerate(position) for j, row in enumerate(layer) for k in range(row)]
        for a, b in permutations(range(3), 2):
            yield stacked(Counter((cube[a], cube[b]) for cube in cubes))

    def small(self, bound: int) -> Iterator[Position]:
        """Every block of at most `bound` cubes."""
        for cubes in range(1, bound + 1):
            yield from stacks(cubes, (cubes,) * cubes)


def stacked(lengths: Mapping[tuple[int, int], int]) -> Position:
    """The block with rows of these lengths, given for each layer and row."""
    layers: dict[int, list[int]] = {}
    for (layer, _), length in sorted(lengths.items()):
        layers.setdefault(layer, []).append(length)
    return tuple(map(tuple, layers.values()))


def stacks(cubes: int, below: Layer) -> Iterator[Position]:
    """The blocks of so many cubes whose first layer fits into the given one."""
    if cubes == 0:
        yield ()
    for first in range(1, cubes + 1):
        for layer in partitions(first, below[0]):
            if len(layer) <= len(below) and all(row <= limit for row, limit in zip(layer, below, strict=False)):
                yield from ((layer, *rest) for rest in stacks(cubes - first, layer))
