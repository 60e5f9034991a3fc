"""Games drawn in plain characters, for the terminal and for documents: one drawer for each kind of board.

A drawer is found by the class of the board, so a board of another package is drawn like the one that it extends, or
brings its own drawer as `Board.lines`. What is too large to draw is written as an expression.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import singledispatch
from itertools import pairwise, zip_longest
from typing import Any

from grundy.boards.coin_grid import CoinGrid, CoinSheet
from grundy.boards.coins import CoinRow
from grundy.boards.compound import Components, Compound
from grundy.boards.digraph import Vertices
from grundy.boards.entailed_heaps import EntailedHeaps, plain
from grundy.boards.graph import Graph
from grundy.boards.graph_forms import Edges, neighbours
from grundy.boards.grid import Grid
from grundy.boards.heaps import Heaps
from grundy.boards.numbers import Capped, CappedHeap, Corner, Counters, Square
from grundy.boards.staircase import Staircase
from grundy.boards.strip import Strip
from grundy.boards.strip_coins import Squares
from grundy.core.board import Board
from grundy.core.game import Game, Summand
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis

Lines = list[str]
STONE, POISON, EMPTY = "●", "☠", "·"
MOST_LINES = 40  # of one drawing: more do not stand on a screen together
MOST_BANDS = 8  # into which a strip may be broken
MOST_HEAPS = 200  # and coins on a strip
MOST_SUM_LINES = 200
MOST_COLUMN_STONES = 15  # of a heap that is drawn stone by stone
MOST_ROW_STONES = 24
SIGNS = str.maketrans({"_": EMPTY, ".": EMPTY, "0": EMPTY, "1": STONE, "x": "█"})


def draw(game: Game, width: int = 78) -> str:
    """The game as text with lines of at most this width (20 or more): summands side by side, or one below the other.

    >>> from grundy import cram, nim
    >>> print(draw(cram("__x/_x_") + nim(2, 1)))
      1 2 3   ●
    1 · · █   ●   ●
    2 · █ ·   2   1
      cram  +  nim
    """
    several = len(game.summands) > 1
    blocks = [draw_summand(summand, width, several) for summand in game.summands]
    lines = flow(blocks, width, " + ", ["", "+", ""])
    if not 0 < len(lines) <= MOST_SUM_LINES:
        return ellipsis(str(game), width)
    return "\n".join(line.rstrip() for line in lines)


def draw_summand(summand: Summand, width: int, named: bool) -> Lines:
    board = summand.ruleset.board
    own = board.lines(summand.position, width)
    lines = draw_lines(board, summand.position, width) if own is None else own
    if not 0 < len(lines) <= MOST_LINES or width_of(lines) > width:
        return [ellipsis(str(summand), width)]
    return [*lines, ellipsis(str(summand.ruleset), width).center(width_of(lines))] if named else lines


@singledispatch
def draw_lines(board: Board[Any], position: Hashable, width: int) -> Lines:
    """The position drawn; no lines where it is too large or no drawer is registered for the board."""
    return []


@draw_lines.register
def draw_heaps(board: Heaps, position: tuple[Nimber, ...], width: int) -> Lines:
    """Columns of stones over their numbers; rows and regions lie."""
    if len(position) > MOST_HEAPS:
        return []
    if board.noun != "heap":
        signs = {"x": "│", ".": EMPTY}.get(board.stone, STONE)
        ends = ("", "") if board.stone else ("(", ")")
        return flow([draw_row(size, signs, ends) for size in position if isinstance(size, int)], width, " " * 4)
    seen = [size for size in position if isinstance(size, int) and size <= MOST_COLUMN_STONES]
    return flow([draw_column(size, max([4, *seen]) + 1) for size in position], width)


@draw_lines.register
def draw_entailed(board: EntailedHeaps, position: tuple[int, ...], width: int) -> Lines:
    heaps, demand = draw_heaps(board, plain(position), width), board.answer_note(position)
    return [*heaps, demand] if heaps and demand else heaps


def draw_column(size: Nimber, height: int) -> Lines:
    """A heap as a column; one that is too high is cut, but higher than all others."""
    half = height // 2
    stones = [*STONE * (height - half - 1), "⋮", *STONE * half]
    if isinstance(size, int) and size <= MOST_COLUMN_STONES:
        stones = [STONE] * size
    return centre([*stones, ellipsis(str(size), 12)])


def draw_row(size: int, sign: str = STONE, ends: tuple[str, str] = ("", "")) -> Lines:
    """A heap as a row between two ends; one that is too long is cut."""
    signs = sign * size if size <= MOST_ROW_STONES else sign * 8 + "…" + sign * 8
    return centre([" ".join(signs).join(ends), ellipsis(str(size), 12)])


@draw_lines.register
def draw_compound(board: Compound, position: Components, width: int) -> Lines:
    named = [[*draw(game, width).split("\n"), ellipsis(str(game), width)] for game in position]
    return flow(named, width, " , ", ["", ",", ""])


@draw_lines.register
def draw_capped(board: Capped, position: CappedHeap, width: int) -> Lines:
    heap, cap = position
    return [*draw_column(heap, 5), f"at most {ellipsis(str(cap))} may be taken now"]


def draw_rows(rows: Sequence[str], width: int) -> Lines:
    columns = max(map(len, rows))
    if not has_room(len(rows), columns, width):
        return []
    return chart([row.translate(SIGNS) for row in rows], range(1, len(rows) + 1), range(1, columns + 1))


@draw_lines.register
def draw_grid(board: Grid, position: tuple[str, ...], width: int) -> Lines:
    return draw_rows(position, width)


@draw_lines.register
def draw_coin_grid(board: CoinGrid, position: CoinSheet, width: int) -> Lines:
    rows, columns, heads = board.sheet_with(*position)
    if not has_room(rows, columns, width):
        return []
    down, across = (range(n, n + size) for n, size in zip(board.origin, (rows, columns), strict=True))
    return chart(["".join("TH"[(row, column) in heads] for column in across) for row in down], down, across)


@draw_lines.register
def draw_coins(board: CoinRow, position: str, width: int) -> Lines:
    return band(position, board.first, width)


@draw_lines.register
def draw_strip(board: Strip, position: str, width: int) -> Lines:
    return band(position.replace(board.empty, board.token or board.empty).translate(SIGNS), 1, width)


@draw_lines.register
def draw_squares(board: Squares, position: tuple[int, ...], width: int) -> Lines:
    """The coins on the squares over their numbers; where the strip is long, only squares near them."""
    if not 0 < len(position) <= MOST_HEAPS:
        return []
    last, near = max(position), {0, *(square + step for square in position for step in (-1, 0, 1))}
    shown = range(last + 1) if 2 * last < width else sorted(square for square in near if 0 <= square <= last)
    labels = [label for a, b in pairwise([*shown, last + 1]) for label in ([str(a)] if b == a + 1 else [str(a), "…"])]
    on = Counter(map(str, position))
    levels = range(max(on.values()), 1, -1)
    upper = [" ".join(STONE if on[label] >= level else " " for label in labels) for level in levels]
    return [*upper, " ".join(STONE if on[label] else EMPTY for label in labels), *ruler(labels)]


@draw_lines.register
def draw_steps(board: Staircase, position: tuple[int, ...], width: int) -> Lines:
    if len(position) > MOST_LINES:
        return []
    few = 6 if len(position) * 8 < width else 1
    coins = [repeat_sign(number, few) for number in position]
    tread = max(width_of(coins), 3) + 2
    lines: Lines = []
    for step, text in enumerate(coins):
        left, end = " " * (4 + step * tread), step == len(coins) - 1
        lines += [
            f"{left}┌─{step + 1:─<{tread - 2}}" + "┘" * (not end),
            f"{left} {text:^{tread - 1}}" + "│" * (not end),
        ]
    return ["────┘", "    │", *lines][::-1]


def draw_in_corner(pieces: Mapping[Square, str], width: int) -> Lines:
    """The board from the corner on with pieces; its sides are multiples of 8, so that most moves keep the frame."""
    columns, rows = (max(places) // 8 * 8 + 8 for places in zip(*pieces, strict=True))
    if not has_room(rows, columns, width):
        return []
    down, across = range(rows - 1, -1, -1), range(columns)
    lines = chart(["".join(pieces.get((x, y), EMPTY) for x in across) for y in down], down, across)
    return lines[-rows:] + lines[:-rows]  # the numbers of the columns stand below, where row 0 is


@draw_lines.register
def draw_corner(board: Corner, position: Square, width: int) -> Lines:
    column, row = (ellipsis(str(n)) for n in position)
    return draw_in_corner({position: board.piece}, width) or [f"{board.piece} in column {column}, row {row}"]


@draw_lines.register
def draw_counters(board: Counters, position: tuple[Square, ...], width: int) -> Lines:
    return draw_in_corner(
        {square: STONE if n == 1 else str(min(n, 9)) for square, n in Counter(position).items()}, width
    )


@draw_lines.register
def draw_graph(board: Graph, position: Edges, width: int) -> Lines:
    beside = {v: [other for other in others if other != v] for v, others in neighbours(position).items()}
    return [ellipsis(" ".join([f"{vertex}:", *others]), width) for vertex, others in beside.items()]


@draw_lines.register
def draw_digraph(board: Vertices, position: str, width: int) -> Lines:
    """Where the arrows lead from each vertex, the piece before its own."""
    arrows: Mapping[str, Sequence[str]] = board.graph or {}
    if len(arrows) > MOST_LINES:
        return []
    rows = [(STONE if vertex == position else " ", vertex, " ".join(heads)) for vertex, heads in arrows.items()]
    return [
        ellipsis(f"{sign} {vertex} → {heads}" if heads else f"{sign} {vertex}", width) for sign, vertex, heads in rows
    ]


# Blocks of text; one without lines stands for what is too large to draw.


def width_of(block: Lines) -> int:
    return max(map(len, block), default=0)


def has_room(rows: int, columns: int, width: int) -> bool:
    """Whether a board with so many rows and columns of signs and their numbers can be drawn."""
    return 0 < rows <= MOST_LINES and columns > 0 and 2 * columns + 3 <= width


def centre(block: Lines) -> Lines:
    width = width_of(block)
    return [line.center(width) for line in block]


def join_beside(blocks: Sequence[Lines], between: str = " ") -> Lines:
    """The blocks side by side on one base line, on which the sign between them stands."""
    filled = [[line.ljust(width_of(block)) for line in reversed(block)] for block in blocks]
    empty = [" " * width_of(block) for block in blocks]
    rows = [[part or empty[i] for i, part in enumerate(row)] for row in zip_longest(*filled)]
    signs = [between] + [" " * len(between)] * (len(rows) - 1)
    return [sign.join(row) for sign, row in zip(signs, rows, strict=True)][::-1]


def join_below(blocks: Iterable[Lines], between: Sequence[str] = ("",)) -> Lines:
    first, *others = blocks
    return [*first, *(line for block in others for line in (*between, *block))]


def flow(blocks: Iterable[Lines], width: int, between: str = "   ", under: Sequence[str] = ("",)) -> Lines:
    """The blocks side by side, as many as the width allows, and the others in further bands below."""
    bands: list[list[Lines]] = []
    room = -1
    for block in blocks:
        if room < width_of(block):
            bands.append([])
            room = width
        bands[-1].append(block)
        room -= width_of(block) + len(between)
    return join_below([join_beside(each, between) for each in bands], under) if bands else []


def repeat_sign(number: int, most: int = 6, sign: str = STONE) -> str:
    """The sign so many times, or once behind the number where that is large."""
    return sign * number if number <= most else f"{ellipsis(str(number), 12)} {sign}"


def ruler(labels: Iterable[object]) -> Lines:
    r"""The labels written downwards, one column each, so that numbers stand as close as signs.

    >>> print(*ruler(range(8, 12)), sep="\n")
        1 1
    8 9 0 1
    """
    texts = [str(label) for label in labels]
    height = width_of(texts)
    return [" ".join(signs) for signs in zip(*(text.rjust(height) for text in texts), strict=True)]


def chart(rows: Sequence[str], down: Iterable[int], across: Iterable[int]) -> Lines:
    """Rows of signs with numbers at the left and above."""
    numbers = [str(number) for number in down]
    margin = width_of(numbers)
    return join_beside([[number.rjust(margin) for number in numbers], [*ruler(across), *map(" ".join, rows)]])


def band(signs: str, first: int, width: int) -> Lines:
    """A strip of signs under their numbers, broken after a multiple of ten where it is long."""
    length = width // 20 * 10
    if not signs or len(signs) > MOST_BANDS * length:
        return []
    starts = range(0, len(signs), length)
    pieces = ((first + start, signs[start : start + length]) for start in starts)
    return join_below([[*ruler(range(n, n + len(piece))), " ".join(piece)] for n, piece in pieces])
