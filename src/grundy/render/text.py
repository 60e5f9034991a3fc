"""Games drawn in plain characters, for the terminal and for documents: one drawer for each kind of board.

A drawer is found by the class of the board, so that a board of another package takes over the drawing of the one that
it extends, or registers its own with `picture.register`. What is too large to draw is written as an expression.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import singledispatch
from itertools import pairwise, product
from math import prod
from typing import Any

from grundy.boards.bar import Bar
from grundy.boards.bar3d import Bar3d, Layer
from grundy.boards.boxes import Boxes, Pair
from grundy.boards.capped import Capped, CappedHeap
from grundy.boards.cards import Cards, Hand
from grundy.boards.checkers import PLAYERS, Checkers
from grundy.boards.checkers import Position as Slides
from grundy.boards.coin_grid import CoinGrid, Sheet
from grundy.boards.coins import CoinRow
from grundy.boards.compound import Components, Compound
from grundy.boards.counters import Counters
from grundy.boards.digraph import Vertices
from grundy.boards.divisors import Divisors, within
from grundy.boards.divisors import Position as Naming
from grundy.boards.graph import Graph, Rooted
from grundy.boards.graph_forms import Edges, neighbours
from grundy.boards.grid import Grid
from grundy.boards.heaps import Heaps
from grundy.boards.quarter import Quarter, Square
from grundy.boards.regions import Position as Curves
from grundy.boards.regions import Regions
from grundy.boards.reserve import Position as Reserved
from grundy.boards.reserve import Reserve
from grundy.boards.squares import Squares
from grundy.boards.steps import Steps
from grundy.boards.strip import Strip
from grundy.core.board import Board
from grundy.core.game import Game, Summand
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis
from grundy.render.text_land import lands
from grundy.render.text_layout import TALLEST, Lines, band, chart, fits, flow, ruler, width_of
from grundy.render.text_pieces import EMPTY, HIGH, POISON, STONE, corner, counted, lying, slab, standing
from grundy.render.text_tree import MOST_EDGES, grown

__all__ = ["draw", "picture"]

MANY = 200  # heaps, coins or divisors
LONGEST = 200  # lines of a sum
SIGNS = str.maketrans({"_": EMPTY, ".": EMPTY, "0": EMPTY, "1": STONE, "x": "█"})


def draw(game: Game, width: int = 78) -> str:
    """The game as text with lines of at most this width (20 or more): summands side by side, or one below the other.

    >>> from grundy import chomp, nim
    >>> print(draw(chomp(4, 2, 1) + nim(2, 1)))
      1 2 3 4
    1 ☠ ■ ■ ■   ●
    2 ■ ■ · ·   ●   ●
    3 ■ · · ·   2   1
      chomp   +  nim
    """
    several = len(game.summands) > 1
    blocks = [drawn(summand, width, several) for summand in game.summands]
    lines = flow(blocks, width, " + ", ["", "+", ""])
    if not 0 < len(lines) <= LONGEST:
        return ellipsis(str(game), width)
    return "\n".join(line.rstrip() for line in lines)


def drawn(summand: Summand, width: int, named: bool) -> Lines:
    """The picture of a summand, with its name below if that is wanted; the expression where there is none."""
    lines = picture(summand.ruleset.board, summand.position, width)
    if not 0 < len(lines) <= TALLEST or width_of(lines) > width:
        return [ellipsis(str(summand), width)]
    return [*lines, ellipsis(str(summand.ruleset), width).center(width_of(lines))] if named else lines


@singledispatch
def picture(board: Board[Any], position: Hashable, width: int) -> Lines:
    """The position drawn, or no lines where it is too large or nobody has said how."""
    return []


@picture.register
def heaps(board: Heaps, position: tuple[Nimber, ...], width: int) -> Lines:
    """Columns of stones over their numbers; rows and regions lie."""
    if len(position) > MANY:
        return []
    if board.noun != "heap":
        signs = {"x": "│", ".": EMPTY}.get(board.stone, STONE)
        ends = ("", "") if board.stone else ("(", ")")
        return flow([lying(size, signs, ends) for size in position if isinstance(size, int)], width, " " * 4)
    seen = [size for size in position if isinstance(size, int) and size <= HIGH]
    return flow([standing(size, max([4, *seen]) + 1) for size in position], width)


@picture.register
def compound(board: Compound, position: Components, width: int) -> Lines:
    """The components, each with its name, and a comma between."""
    named = [[*draw(game, width).split("\n"), ellipsis(str(game), width)] for game in position]
    return flow(named, width, " , ", ["", ",", ""])


@picture.register
def capped(board: Capped, position: CappedHeap, width: int) -> Lines:
    """The heap, and how much may be taken."""
    heap, cap = position
    return [*standing(heap, 5), f"at most {ellipsis(str(cap))} may be taken now"]


@picture.register
def reserve(board: Reserve, position: Reserved, width: int) -> Lines:
    """The heaps, and the stones beside them."""
    heaps, stones = position
    lines = picture(Heaps(), heaps, width)
    return [*lines, "", f"in reserve: {counted(stones)}"] if lines else []


@picture.register
def boxes(board: Boxes, position: Pair, width: int) -> Lines:
    """Two boxes with chips in them."""
    return flow([lying(chips, ends=("[ ", " ]")) for chips in position], width)


@picture.register
def cards(board: Cards, position: Hand, width: int) -> Lines:
    """The cards that lie open, one column for each rank, and the total of the others."""
    levels = range(board.copies, 0, -1)
    ranks = list(enumerate(position, 1))
    rows = [" ".join(f"[{rank if left >= level else EMPTY}]" for rank, left in ranks) for level in levels]
    return [*rows, f"total {board.total(position)} of {board.limit}"]


@picture.register
def bar(board: Bar, position: tuple[int, ...], width: int) -> Lines:
    """The bar with its poisoned square, in the frame of its first row."""
    return slab(position, len(position), max(position, default=0), POISON, width)


@picture.register
def bar3d(board: Bar3d, position: tuple[Layer, ...], width: int) -> Lines:
    """The layers side by side, in the frame of the first."""
    rows, columns = max(map(len, position), default=0), max((max(layer) for layer in position), default=0)
    signs = [POISON] + ["■"] * TALLEST
    layers = [slab(layer, rows, columns, sign, width) for layer, sign in zip(position, signs, strict=False)]
    if len(position) > TALLEST or not all(layers):
        return []
    return flow([[*lines, f"  layer {n}"] for n, lines in enumerate(layers, 1)], width)


@picture.register
def divisors(board: Divisors, position: Naming, width: int) -> Lines:
    """The divisors in rows along which one prime is multiplied in; what is out is a point."""
    factors, named = position
    axes = [range(exponent + 1) for _, exponent in factors]
    if prod(map(len, axes)) > MANY:
        return []
    _, *above = product(*axes)
    out = [any(within(divisor, exponents) for divisor in named) for exponents in above]
    cells = [EMPTY if gone else str(board.divisor(factors, e)) for e, gone in zip(above, out, strict=True)]
    whole = prod(prime**exponent for prime, exponent in factors)
    size, across = len(str(whole)), len(axes[-1]) if axes else 1
    rows = ([POISON, *cells][i : i + across] for i in range(0, len(cells) + 1, across))
    return [f"divisors of {whole}", *("  ".join(cell.rjust(size) for cell in row) for row in rows)]


@picture.register
def grid(board: Grid, position: tuple[str, ...], width: int) -> Lines:
    """The squares, free or gone."""
    rows, columns = len(position), len(position[0])
    lines = [row.translate(SIGNS) for row in position]
    return chart(lines, range(1, rows + 1), range(1, columns + 1)) if fits(rows, columns, width) else []


@picture.register
def checkers(board: Checkers, position: Slides, width: int) -> Lines:
    """The rows, and who is to move."""
    rows, mover = position
    columns = width_of(list(rows))
    if not fits(len(rows), columns, width):
        return []
    lines = [row.translate(SIGNS) for row in rows]
    return [*chart(lines, range(1, len(rows) + 1), range(1, columns + 1)), f"{PLAYERS[mover]} to move"]


@picture.register
def coin_grid(board: CoinGrid, position: Sheet, width: int) -> Lines:
    """The coins in rows."""
    rows, columns, heads = position
    if not fits(rows, columns, width):
        return []
    down, across = (range(n, n + size) for n, size in zip(board.origin, (rows, columns), strict=True))
    return chart(["".join("TH"[(row, column) in heads] for column in across) for row in down], down, across)


@picture.register
def coins(board: CoinRow, position: str, width: int) -> Lines:
    """The coins under their numbers."""
    return band(position, board.first, width)


@picture.register
def strip(board: Strip, position: str, width: int) -> Lines:
    """The cells under their numbers."""
    return band(position.translate(SIGNS), 1, width)


@picture.register
def squares(board: Squares, position: tuple[int, ...], width: int) -> Lines:
    """The coins on the squares over their numbers; where the strip is long, only squares near them."""
    if not 0 < len(position) <= MANY:
        return []
    last, near = max(position), {0, *(square + step for square in position for step in (-1, 0, 1))}
    shown = range(last + 1) if 2 * last < width else sorted(square for square in near if 0 <= square <= last)
    labels = [label for a, b in pairwise([*shown, last + 1]) for label in ([str(a)] if b == a + 1 else [str(a), "…"])]
    on = Counter(map(str, position))
    levels = range(max(on.values()), 1, -1)
    upper = [" ".join(STONE if on[label] >= level else " " for label in labels) for level in levels]
    return [*upper, " ".join(STONE if on[label] else EMPTY for label in labels), *ruler(labels)]


@picture.register
def steps(board: Steps, position: tuple[int, ...], width: int) -> Lines:
    """The staircase with the coins on it."""
    if len(position) > TALLEST:
        return []
    few = 6 if len(position) * 8 < width else 1
    coins = [counted(number, few) for number in position]
    tread = max(width_of(coins), 3) + 2
    lines: Lines = []
    for step, text in enumerate(coins):
        left, end = " " * (4 + step * tread), step == len(coins) - 1
        lines += [
            f"{left}┌─{step + 1:─<{tread - 2}}" + "┘" * (not end),
            f"{left} {text:^{tread - 1}}" + "│" * (not end),
        ]
    return ["────┘", "    │", *lines][::-1]


@picture.register
def quarter(board: Quarter, position: Square, width: int) -> Lines:
    """The queen on her board; far from the corner, in words."""
    column, row = (ellipsis(str(n)) for n in position)
    return corner({position: "♛"}, width) or [f"♛ in column {column}, row {row}"]


@picture.register
def counters(board: Counters, position: tuple[Square, ...], width: int) -> Lines:
    """The counters on their board; several on a square as a number."""
    return corner({square: STONE if n == 1 else str(min(n, 9)) for square, n in Counter(position).items()}, width)


@picture.register
def graph(board: Graph, position: Edges, width: int) -> Lines:
    """The neighbours of each vertex."""
    beside = {v: [other for other in others if other != v] for v, others in neighbours(position).items()}
    return [ellipsis(" ".join([f"{vertex}:", *others]), width) for vertex, others in beside.items()]


@picture.register
def digraph(board: Vertices, position: str, width: int) -> Lines:
    """Where the arrows lead from each vertex, the piece before its own."""
    arrows: Mapping[str, Sequence[str]] = board.graph or {}
    if len(arrows) > TALLEST:
        return []
    rows = [(STONE if vertex == position else " ", vertex, " ".join(heads)) for vertex, heads in arrows.items()]
    return [
        ellipsis(f"{sign} {vertex} → {heads}" if heads else f"{sign} {vertex}", width) for sign, vertex, heads in rows
    ]


@picture.register
def rooted(board: Rooted, position: Edges, width: int) -> Lines:
    """The graph as it grows from the ground."""
    return grown(position, board.ground) if len(position) <= MOST_EDGES else []


@picture.register
def regions(board: Regions, position: Curves, width: int) -> Lines:
    """The curves of each region, each with the number of its free ends."""
    kinds = [[counted(number, 12, f"○{ends} ") for ends, number in region] for region in position]
    lines = [ellipsis(f"region {n}:  {''.join(each)}", width) for n, each in enumerate(kinds, 1)]
    return [*lines, "○n is a curve with n free ends"] if lines else []


picture.register(lands)
