"""Dots to be joined, or coins on strings.

A board has R x C boxes between (R + 1) x (C + 1) dots. A box is a coin, and a line that is not drawn is a string: it
joins the coins of the boxes beside it, and at the rim a coin to the ground. A position is such a board with its lines
that are left, as bits, or else a graph of strings in order.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from grundy.boards.graph import Graph, edge_words
from grundy.boards.graph_forms import Edge, Edges, components, form, neighbours, sort
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.errors import NotationError

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.render.scenes.scene import Scene

GROUND = "0"
SIZE = re.compile(r"\s*(\d+)\s*x\s*(\d+)\s*(;|\Z)")
LINE = re.compile(r"\s*r(\d+)c(\d+)\s*-\s*r(\d+)c(\d+)\s*(,|\Z)")
MOST_LINES = 2_000
MOST_DIGITS = 4  # of a number of rows


class Dots(NamedTuple):
    """A board of boxes, and the lines that are left to draw: bit i is the i-th of `all_lines`."""

    rows: int
    columns: int
    left: int


Strings: TypeAlias = Dots | Edges


def count_lines(rows: int, columns: int) -> int:
    return (rows + 1) * columns + rows * (columns + 1)


@cache
def all_lines(rows: int, columns: int) -> tuple[Edge, ...]:
    """The lines of a board as pairs of dots, row by row: those to the right of a dot before those below it."""
    found = []
    for r in range(1, rows + 2):
        for c in range(1, columns + 2):
            right, below = (f"r{r}c{c}", f"r{r}c{c + 1}"), (f"r{r}c{c}", f"r{r + 1}c{c}")
            found += [right] * (c <= columns) + [below] * (r <= rows)
    return tuple(found)


@cache
def all_strings(rows: int, columns: int) -> tuple[Edge, ...]:
    """The two coins that each line is between; a coin has the name of the box whose top left dot it is."""

    def coin(r: int, c: int) -> str:
        return f"b{r}_{c}" if 1 <= r <= rows and 1 <= c <= columns else GROUND

    found = []
    for start, end in all_lines(rows, columns):
        r, c = map(int, start[1:].split("c"))
        is_level = start.partition("c")[0] == end.partition("c")[0]
        found.append((coin(r - 1, c) if is_level else coin(r, c - 1), coin(r, c)))
    return tuple(found)


@cache
def boxes(rows: int, columns: int) -> dict[str, int]:
    """The four lines of each box, as bits."""
    found: dict[str, int] = {}
    for bit, ends in enumerate(all_strings(rows, columns)):
        for coin in ends:
            found[coin] = found.get(coin, 0) | 1 << bit
    found.pop(GROUND, None)
    return found


def bits_of(word: int) -> Iterator[int]:
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1


def strings_of(position: Strings) -> Edges:
    """The position as a graph of strings."""
    if not isinstance(position, Dots):
        return position
    all_of_them = all_strings(position.rows, position.columns)
    return tuple(all_of_them[bit] for bit in bits_of(position.left))


def taken_coins(before: Strings, after: Strings) -> int:
    """How many coins the move takes: those whose last string it cuts."""
    if isinstance(before, Dots) and isinstance(after, Dots):
        lines = boxes(before.rows, before.columns)
        ends = all_strings(before.rows, before.columns)[(before.left ^ after.left).bit_length() - 1]
        return sum(end != GROUND and not lines[end] & after.left for end in ends)
    (cut,) = Counter(strings_of(before)) - Counter(strings_of(after))
    kept = set(chain.from_iterable(strings_of(after)))
    return sum(end != GROUND and end not in kept for end in cut)


class Coins(Graph):
    """A graph of strings; its vertices are coins, but for the ground."""

    ground = GROUND
    repeats = True
    most = MOST_LINES
    items = "a board such as 3x3, or a string such as 0-1 (two words or numbers, 0 is the ground)"


COINS = Coins()


class DotsOrCoins(Board[Strings]):
    """Dots to be joined by lines, or coins on strings."""

    kind = "strings"
    words = "strings and coins, dots to join, pencil and paper, loony moves"
    family = "Graphs and curves"
    notation = (
        "boxes as rows x columns, such as 3x3, then `;` and the lines drawn as pairs of dots, r1c1-r1c2; or strings "
        "between coins such as 0-1, 1-2 (0 is the ground)"
    )

    def read(self, reader: Reader) -> Strings:
        size = SIZE.match(reader.text, reader.place, reader.stop)
        if not size:
            return self.without_loops(COINS.read(reader))
        board = self.full(*(int(number[: MOST_DIGITS + 1]) for number in size.groups()[:2]))
        reader.place = size.end()
        return board._replace(left=self.read_lines(reader, board.rows, board.columns)) if size.group(3) else board

    @staticmethod
    def read_lines(reader: Reader, rows: int, columns: int) -> int:
        """The lines that are left when those written here are drawn."""
        places = {line: bit for bit, line in enumerate(all_lines(rows, columns))}
        left, more = full(rows, columns), ","
        while more == ",":
            item = LINE.match(reader.text, reader.place, reader.stop)
            if not item:
                reader.skip()
                raise reader.error("expected a line between neighbouring dots, such as r1c1-r1c2")
            *ends, more = item.groups()
            r, c, s, d = (int(number) for number in ends)
            line = tuple(f"r{row}c{column}" for row, column in sorted([(r, c), (s, d)]))
            if line not in places:
                words = f"no line of a board of {rows}x{columns} boxes joins r{r}c{c} and r{s}c{d}"
                raise reader.error(f"{words}; dots go from r1c1 to r{rows + 1}c{columns + 1}")
            reader.place = item.end()
            left &= ~(1 << places[line])
        return left

    def show(self, position: Strings) -> str:
        if not isinstance(position, Dots):
            return COINS.show(position)
        rows, columns, left = position
        drawn = full(rows, columns) & ~left
        lines = all_lines(rows, columns)
        return f"{rows}x{columns}" + ("; " if drawn else "") + ",".join("-".join(lines[bit]) for bit in bits_of(drawn))

    def of_values(self, values: Values) -> Strings:
        """Rows and columns of boxes, and the lines that are left, a bit for each; or strings, as edges of a graph."""
        if not values or hasattr(values[0], "__iter__"):
            return self.without_loops(COINS.of_values(values))
        rows, columns, *left = self.wholes(values, 3 if len(values) > 2 else 2)
        every = self.full(rows, columns)
        if any(bits & ~every.left for bits in left):
            raise self.refuse(values)
        return every._replace(left=left[0]) if left else every

    @staticmethod
    def without_loops(edges: Edges) -> Strings:
        if any(u == v for u, v in edges):
            raise NotationError("a string joins two different coins, or a coin and the ground")
        return sort(edges)

    @staticmethod
    def full(rows: int, columns: int) -> Dots:
        """The board of this size, of which no line is drawn."""
        if count_lines(rows, columns) > MOST_LINES:
            raise NotationError(f"a board of more than {MOST_LINES:,} lines; write a smaller one")
        if not rows or not columns:
            raise NotationError("a board has at least one row and one column of boxes")
        return Dots(rows, columns, full(rows, columns))

    def tidy(self, position: Strings) -> Strings | None:
        if isinstance(position, Dots):
            return position if position.left else None
        return sort(position) or None

    def changed(self, before: Strings, after: Strings) -> Edge:
        """The line that is drawn, or the string that is cut."""
        if isinstance(before, Dots) and isinstance(after, Dots):
            return all_lines(before.rows, before.columns)[(before.left ^ after.left).bit_length() - 1]
        (cut,) = Counter(strings_of(before)) - Counter(strings_of(after))
        return cut

    def differ(self, before: Strings, after: Strings) -> str:
        line, taken = f"the line {edge_words(*self.changed(before, after))}", taken_coins(before, after)
        noun, act = ("box", "draw") if isinstance(before, Dots) else ("coin", "cut")
        plural = noun + {"box": "es", "coin": "s"}[noun]
        won = f", take {taken} {noun if taken == 1 else plural} and move again" if taken else ""
        return f"{act} {line}{won}"

    def handle(self, before: Strings, after: Strings) -> Handle:
        return frozenset[Hashable]([self.changed(before, after)])

    def edits(self, position: Strings) -> Iterator[Edit[Strings]]:
        """A line drawn or rubbed out, and a row or column of boxes more or fewer; or a string or coin more or fewer."""
        if not isinstance(position, Dots):
            coins = list(neighbours(position))
            keys = {f"e-{n}": f"s-{n}" for n in range(len(position))} | {
                f"v-{n}": f"c-{c}" for n, c in enumerate(coins)
            }
            for edit in COINS.edits(position):
                yield Edit(edit.words, sort(edit.position), tuple(keys[key] for key in edit.touch))
            return
        for bit, line in enumerate(all_lines(position.rows, position.columns)):
            is_left = position.left >> bit & 1
            act = "draw" if is_left else "rub out"
            to = position._replace(left=position.left ^ 1 << bit)
            yield Edit(f"{act} the line {edge_words(*line)}", to, (f"{'l' if is_left else 'd'}-{bit}",))
        for words, rows, columns in (("a row", 1, 0), ("a column", 0, 1)):
            if count_lines(position.rows + rows, position.columns + columns) <= MOST_LINES:
                yield Edit(f"add {words} of boxes", resize(position, rows, columns))
            if min(position.rows - rows, position.columns - columns) > 0:
                yield Edit(f"remove {words} of boxes", resize(position, -rows, -columns))

    def extent(self, position: Strings) -> int:
        """The lines of a board, or the strings."""
        return count_lines(position.rows, position.columns) if isinstance(position, Dots) else len(position)

    def small(self, bound: int) -> Iterator[Strings]:
        """Boards of up to bound lines with few of them left, and graphs of strings."""
        sizes = [(1, 1), (1, 2), (2, 2)]
        for rows, columns in sizes:
            if count_lines(rows, columns) <= bound:
                step = 1 if rows * columns < 2 else 5 if rows * columns < 3 else 61  # a sample of the large ones
                yield from (Dots(rows, columns, left) for left in range(0, full(rows, columns) + 1, step))
        yield from islice(small_strings(bound), 100)

    def scene(
        self, position: Strings, options: Sequence[Strings], rules: "Ruleset[Strings]", past: Sequence[Strings]
    ) -> "Scene":
        from grundy.games.nimstring.draw import draw_scene

        return draw_scene(self, position, options, past)

    def lines(self, position: Strings, width: int) -> list[str] | None:
        from grundy.games.nimstring.draw import draw_lines

        return draw_lines(position, width)


def resize(position: Dots, rows: int, columns: int) -> Dots:
    """The board with so many rows and columns of boxes more, with the same lines drawn."""
    old = all_lines(position.rows, position.columns)
    drawn = {line for bit, line in enumerate(old) if not position.left >> bit & 1}
    rows, columns = position.rows + rows, position.columns + columns
    left = sum(1 << bit for bit, line in enumerate(all_lines(rows, columns)) if line not in drawn)
    return Dots(rows, columns, left)


def full(rows: int, columns: int) -> int:
    """All lines of a board."""
    return (1 << count_lines(rows, columns)) - 1


def small_strings(bound: int) -> Iterator[Edges]:
    """Every graph of at most `bound` strings, one of each form, the small ones first."""
    level: dict[Edges, None] = {(): None}
    yield ()
    for _ in range(bound):
        smaller, level = level, {}
        for edges in smaller:
            old = sorted({GROUND, *neighbours(edges)})
            new = [str(len(old)), str(len(old) + 1)]  # coins are numbered from 1 on
            pairs = [(u, v) for i, u in enumerate(old) for v in (*old[i + 1 :], new[0])]
            for pair in (*pairs, (new[0], new[1])):
                graph = canonical_strings((*edges, pair))
                if graph not in level:
                    level[graph] = None
                    yield graph


def parts_of(position: Strings) -> list[Strings]:
    """The connected parts; what meets only in the ground is apart."""
    if not isinstance(position, Dots):
        return list(components(position, GROUND))
    lines, left = boxes(position.rows, position.columns), position.left
    ends = all_strings(position.rows, position.columns)
    found: list[Strings] = []
    while left:
        part, grown = 0, left & -left
        while grown != part:
            new, part = grown & ~part, grown
            for bit in bits_of(new):
                for end in ends[bit]:
                    grown |= lines.get(end, 0) & left
        left &= ~part
        found.append(position._replace(left=part))
    return found


def canonical_strings(edges: Edges) -> Edges:
    """One graph for all that are alike; in one without strings to the ground the coins are numbered from 1 on."""
    found = form(edges, GROUND)
    if any(GROUND in edge for edge in edges):
        return found
    return tuple((str(int(u) + 1), str(int(v) + 1)) for u, v in found)


def check_strings(position: Strings) -> None:
    if not isinstance(position, Dots) and any(u == v for u, v in position):
        raise NotationError("a string joins two different coins, or a coin and the ground")
