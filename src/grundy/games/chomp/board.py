"""Where Chomp is played: a bar of chocolate, a block of it, and the divisors of a number.

A bar is the tuple of its row lengths, the longest row first; a block the tuple of its layers, each a bar that fits into
the one before. The poisoned square or cube is the first of all, and rows, columns and layers count from 1. Of a number
the factors are kept and the exponents of the divisors that were named, but not of those that are multiples of others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from math import prod
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.numbers import Factors, factor, multiplicity, partitions
from grundy.core.reader import Reader, ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

MOST_ROWS = 1_000_000  # of a bar
EDITED_COLUMNS = 100  # of a bar: longer rows are typed
MOST_BLOCK_ROWS = 100_000  # in all layers together
MOST_TURNED_CUBES = 1_000  # of a block that is compared with its images under the symmetries
MOST_NAMED = 1_000  # divisors
BarRows = tuple[int, ...]
Layers = tuple[BarRows, ...]
Cube = tuple[int, int, int]
Exponents = tuple[int, ...]
NamedDivisors = tuple[Factors, tuple[Exponents, ...]]  # a number, and the divisors of it that were named


class Bar(Board[BarRows]):
    """A bar of squares in rows that do not grow."""

    kind = "bar"
    family = "Boards"
    notation = "row lengths from the poisoned row on, or rows x columns of a full bar"
    origin = (1, 1)

    def read(self, reader: Reader) -> BarRows:
        start, rows = reader.place, reader.integer("the length of a row")
        if not reader.take("x"):
            reader.place = start
            return read_rows(reader)
        if rows > MOST_ROWS:
            raise reader.error(f"a bar of {rows} rows is too large; at most {MOST_ROWS:,}", 0)
        return (reader.integer("the number of columns"),) * rows

    def of_values(self, values: Values) -> BarRows:
        """The lengths of the rows, from the poisoned one on."""
        return self.wholes(values)

    def show(self, position: BarRows) -> str:
        return ",".join(map(str, position))

    def differ(self, before: BarRows, after: BarRows) -> str:
        row, column = self.bite(before, after)
        return f"bite at row {row}, column {column}"

    @staticmethod
    def bite(before: BarRows, after: BarRows) -> tuple[int, int]:
        """The bitten square: the first row that is shorter, at its new end."""
        row = next((i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(after))
        return row + 1, (after[row] if row < len(after) else 0) + 1

    def handle(self, before: BarRows, after: BarRows) -> Handle:
        return frozenset([self.bite(before, after)])

    def symmetries(self, position: BarRows) -> tuple[BarRows, BarRows]:
        return position, tuple(sum(length > i for length in position) for i in range(max(position, default=0)))

    def squares(self, position: BarRows) -> dict[str, BarRows]:
        """What a bite at each square leaves."""
        return {
            f"q-{i + 1}-{j + 1}": (*position[:i], *filter(None, (min(row, j) for row in position[i:])))
            for i, wide in enumerate(position)
            for j in range(i == 0, wide)
        }

    def edits(self, position: BarRows) -> Iterator[Edit[BarRows]]:
        """A bite, a square more in a row or a row, and whole rows and columns more or fewer."""
        for i, length in enumerate(position):
            for j in range(i == 0, min(length, EDITED_COLUMNS)):
                left = tuple(min(row, j) for row in position[i:])
                words = f"bite at row {i + 1}, column {j + 1}"
                yield Edit(words, (*position[:i], *filter(None, left)), (f"q-{i + 1}-{j + 1}",))
            if i == 0 or position[i - 1] > length:
                longer = (*position[:i], length + 1, *position[i + 1 :])
                yield Edit(f"one square more in row {i + 1}", longer, adds=True)
        yield Edit("a row of one square more", (*position, 1), adds=True)
        yield Edit("one row more", (*position, position[-1]))
        yield Edit("one column more", tuple(row + 1 for row in position))
        yield Edit("one row fewer", position[:-1])
        yield Edit("one column fewer", tuple(row for row in (min(row, position[0] - 1) for row in position) if row))

    def small(self, bound: int) -> Iterator[BarRows]:
        for squares in range(1, bound + 1):
            yield from partitions(squares, squares)

    def cell(self, row: int, column: int) -> BarRows:
        return (column,) * row

    def scene(
        self, position: BarRows, options: Sequence[BarRows], rules: Ruleset[BarRows], past: Sequence[BarRows]
    ) -> "Scene":
        from grundy.games.chomp.draw import draw_bar

        return draw_bar(self, position, options, past)

    def lines(self, position: BarRows, width: int) -> list[str]:
        from grundy.games.chomp.draw import bar_lines

        return bar_lines(position, width)


class Bar3d(Board[Layers]):
    """A block of cubes in layers and rows."""

    kind = "bar_3d"
    family = "Boards"
    notation = "layers x rows x columns, or row lengths with '/' between the layers, the poisoned one first"

    def read(self, reader: Reader) -> Layers:
        start, layers = reader.place, reader.integer("a number of layers or the length of a row")
        if not reader.take("x"):
            reader.place = start
            bars = [read_rows(reader)]
            while reader.take("/"):
                bars.append(read_rows(reader))
            return tuple(bars)
        rows = reader.integer("the number of rows")
        reader.expect("x", "between rows and columns")
        return self.block(layers, rows, reader.integer("the number of columns"))

    @staticmethod
    def block(layers: int, rows: int, columns: int) -> Layers:
        """The full block of this size."""
        if max(layers, rows, layers * rows) > MOST_BLOCK_ROWS:
            raise NotationError(f"a block of {layers}x{rows} rows is too large; at most {MOST_BLOCK_ROWS:,} rows")
        return ((columns,) * rows,) * layers

    def of_values(self, values: Values) -> Layers:
        """Layers, rows and columns; or for each layer the list of its rows."""
        if any(isinstance(layer, tuple) for layer in values):
            return tuple(map(self.wholes, values))
        return self.block(*self.wholes(values, 3))

    def show(self, position: Layers) -> str:
        if len({row for layer in position for row in layer}) == len({len(layer) for layer in position}) == 1:
            return f"{len(position)}x{len(position[0])}x{position[0][0]}"
        return "/".join(",".join(map(str, layer)) for layer in position)

    def differ(self, before: Layers, after: Layers) -> str:
        layer, row, column = self.bite(before, after)
        return f"bite at layer {layer}, row {row}, column {column}"

    @staticmethod
    def bite(before: Layers, after: Layers) -> Cube:
        """The bitten cube: in the first layer that is smaller, where the layer as a bar was bitten."""
        layer = next((i for i in range(len(after)) if before[i] != after[i]), len(after))
        return layer + 1, *Bar.bite(before[layer], after[layer] if layer < len(after) else ())

    def handle(self, before: Layers, after: Layers) -> Handle:
        return frozenset([self.bite(before, after)])

    def symmetries(self, position: Layers) -> Iterator[Layers]:
        """The block with its three directions exchanged in all ways; a large one as it stands."""
        if sum(map(sum, position)) > MOST_TURNED_CUBES:
            yield position
            return
        cubes = [(i, j, k) for i, layer in enumerate(position) for j, row in enumerate(layer) for k in range(row)]
        for a, b in permutations(range(3), 2):
            yield stack(Counter((cube[a], cube[b]) for cube in cubes))

    def edits(self, position: Layers) -> Iterator[Edit[Layers]]:
        """A bite, and a layer, a row or a column more."""
        for n, layer in enumerate(position):
            for i, length in enumerate(layer):
                for j in range(n == i == 0, min(length, EDITED_COLUMNS)):
                    bars = (tuple(filter(None, (*bar[:i], *(min(row, j) for row in bar[i:])))) for bar in position[n:])
                    words, cube = f"bite at layer {n + 1}, row {i + 1}, column {j + 1}", f"q-{n + 1}-{i + 1}-{j + 1}"
                    yield Edit(words, (*position[:n], *filter(None, bars)), (cube,))
        yield Edit("one layer more", (*position, position[-1]), adds=True)
        yield Edit("one row more", tuple((*layer, layer[-1]) for layer in position))
        yield Edit("one column more", tuple(tuple(row + 1 for row in layer) for layer in position))

    def small(self, bound: int) -> Iterator[Layers]:
        for cubes in range(1, bound + 1):
            yield from stacks(cubes, (cubes,) * cubes)

    def scene(
        self, position: Layers, options: Sequence[Layers], rules: Ruleset[Layers], past: Sequence[Layers]
    ) -> "Scene":
        from grundy.games.chomp.draw import draw_block

        return draw_block(self, position, options, past)

    def lines(self, position: Layers, width: int) -> list[str]:
        from grundy.games.chomp.draw import block_lines

        return block_lines(position, width)


class Divisors(Board[NamedDivisors]):
    """The divisors of a number that are not multiples of a named one."""

    kind = "divisors"
    family = "Boards"
    first = 1
    notation = "a number, and after ';' the divisors named so far"

    def read(self, reader: Reader) -> NamedDivisors:
        number = reader.integer()
        named: list[int] = []
        while reader.take("," if named else ";") and len(named) <= MOST_NAMED:
            named.append(reader.integer("a divisor"))
        return self.named(number, named)

    def of_values(self, values: Values) -> NamedDivisors:
        """The number, and a list of the divisors that were named; or the position itself."""
        if not values or isinstance(values[0], tuple):
            return super().of_values(values)
        return self.named(self.whole(values[0]), self.wholes(values[1] if len(values) == 2 else values[1:]))

    @staticmethod
    def named(number: int, divisors: Sequence[int]) -> NamedDivisors:
        """The number of which these divisors were named."""
        factors = factor(number) if number else None
        if factors is None:
            raise NotationError(f"cannot factor {ellipsis(str(number))}; write a number with small prime factors")
        if len(divisors) > MOST_NAMED:
            raise NotationError(f"more than {MOST_NAMED:,} named divisors; leave out multiples of others")
        for divisor in divisors:
            if divisor < 2 or number % divisor:
                cure = f"choose a divisor of {ellipsis(str(number))} above 1"
                raise NotationError(f"{divisor} cannot be named; {cure}")
        return factors, minimal(tuple(multiplicity(divisor, prime) for prime, _ in factors) for divisor in divisors)

    def show(self, position: NamedDivisors) -> str:
        factors, named = position
        number = prod(prime**exponent for prime, exponent in factors)
        divisors = sorted(self.divisor(factors, exponents) for exponents in named)
        return f"{number}; {','.join(map(str, divisors))}" if named else str(number)

    @staticmethod
    def divisor(factors: Factors, exponents: Exponents) -> int:
        return prod(prime**exponent for (prime, _), exponent in zip(factors, exponents, strict=True))

    def new_name(self, before: NamedDivisors, after: NamedDivisors) -> int:
        return next(self.divisor(after[0], exponents) for exponents in after[1] if exponents not in before[1])

    def differ(self, before: NamedDivisors, after: NamedDivisors) -> str:
        return f"name {self.new_name(before, after)}"

    def handle(self, before: NamedDivisors, after: NamedDivisors) -> Handle:
        return frozenset([self.new_name(before, after)])

    def edits(self, position: NamedDivisors) -> Iterator[Edit[NamedDivisors]]:
        """A divisor named or free again, and the numbers beside this one, with none named."""
        factors, named = position
        number = prod(prime**exponent for prime, exponent in factors)
        if prod(exponent + 1 for _, exponent in factors) <= MOST_NAMED:
            for exponents in product(*(range(exponent + 1) for _, exponent in factors)):
                if any(exponents) and not any(divides(other, exponents) for other in named):
                    divisor = self.divisor(factors, exponents)
                    yield Edit(f"name {divisor}", (factors, minimal((*named, exponents))), (f"d-{divisor}",))
        for exponents in named:
            left = tuple(other for other in named if other != exponents)
            yield Edit(f"forget that {self.divisor(factors, exponents)} was named", (factors, left))
        for other in (number - 1, number + 1, 2 * number):
            if other and (found := factor(other)) is not None:
                yield Edit(f"the divisors of {other}", (found, ()))

    def extent(self, position: NamedDivisors) -> int:
        """The number of divisors, those included that were named."""
        return prod(exponent + 1 for _, exponent in position[0])

    def small(self, bound: int) -> Iterator[NamedDivisors]:
        """Every position of the numbers up to five times the bound."""
        for number in range(1, 5 * bound + 1):
            factors = factor(number) or ()
            divisors = list(product(*(range(exponent + 1) for _, exponent in factors)))[1:]
            yield from ((factors, tuple(sorted(named))) for named in antichains(divisors))

    def line(self, n: int) -> NamedDivisors:
        """The divisors of n, none of them named."""
        return self.named(n, ())

    def scene(
        self,
        position: NamedDivisors,
        options: Sequence[NamedDivisors],
        rules: Ruleset[NamedDivisors],
        past: Sequence[NamedDivisors],
    ) -> "Scene":
        from grundy.games.chomp.draw import draw_divisors

        return draw_divisors(self, position, options)

    def lines(self, position: NamedDivisors, width: int) -> list[str]:
        from grundy.games.chomp.draw import divisor_lines

        return divisor_lines(self, position)


def read_rows(reader: Reader) -> BarRows:
    lengths = [reader.integer("the length of a row")]
    while reader.take(","):
        lengths.append(reader.integer("the length of a row"))
    return tuple(lengths)


def stack(lengths: Mapping[tuple[int, int], int]) -> Layers:
    """The block with rows of these lengths, given for each layer and row."""
    layers: dict[int, list[int]] = {}
    for (layer, _), length in sorted(lengths.items()):
        layers.setdefault(layer, []).append(length)
    return tuple(map(tuple, layers.values()))


def stacks(cubes: int, below: BarRows) -> Iterator[Layers]:
    """The blocks of so many cubes whose first layer fits into the given one."""
    if cubes == 0:
        yield ()
    for first in range(1, cubes + 1):
        for layer in partitions(first, below[0]):
            if len(layer) <= len(below) and all(row <= limit for row, limit in zip(layer, below, strict=False)):
                yield from ((layer, *rest) for rest in stacks(cubes - first, layer))


def divides(divisor: Exponents, multiple: Exponents) -> bool:
    return all(a <= b for a, b in zip(divisor, multiple, strict=True))


def minimal(named: Iterable[Exponents]) -> tuple[Exponents, ...]:
    """The divisors that are multiples of no other, sorted."""
    least: list[Exponents] = []
    for exponents in sorted(set(named)):  # a divisor sorts before its multiples
        if not any(divides(other, exponents) for other in least):
            least.append(exponents)
    return tuple(least)


def antichains(divisors: list[Exponents]) -> Iterator[tuple[Exponents, ...]]:
    """The sets of divisors none of which divides another."""
    if not divisors:
        yield ()
        return
    first, *rest = divisors
    yield from antichains(rest)
    others = [other for other in rest if not divides(first, other) and not divides(other, first)]
    yield from ((first, *named) for named in antichains(others))
