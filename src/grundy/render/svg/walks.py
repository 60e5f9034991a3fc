"""Pieces that walk, drawn: a queen and counters toward a corner, coins along a strip and down a staircase."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from grundy.boards.cards import Cards, Hand
from grundy.boards.counters import Counters
from grundy.boards.counters import Position as Several
from grundy.boards.heaps import Position
from grundy.boards.quarter import Quarter, Square
from grundy.boards.squares import Squares
from grundy.boards.steps import Steps
from grundy.render.svg.scene import Item, Scene, Touch, in_words, picture, touch
from grundy.render.svg.shapes import box, curve, disc, figure, words
from grundy.render.svg.squares import SIDE, numbers

__all__ = ["FARTHEST"]

FARTHEST = 24  # columns and rows that are drawn
LONGEST = 60  # squares of a strip
ACROSS = 24  # squares in a line
TREAD = 64.0  # of a step
COIN = 18.0  # from coin to coin on a step
FEW = 9  # coins of a step that are drawn one by one


@picture.register
def quarter(board: Quarter, position: Square, options: Sequence[Square]) -> Scene:
    """The queen on her board, which fades away from the corner that she goes to."""
    return corner([position], "♛", [(touch(f"q-{c}-{r}"),) for c, r in options]) or in_words(board.show(position))


@picture.register
def counters(board: Counters, position: Several, options: Sequence[Several]) -> Scene:
    """The counters on their board: the counter is touched where several could go, then its square."""
    moved = [board.moved(position, option) for option in options]
    touches = [tuple(hops(i, option[i], position)) for i, option in zip(moved, options, strict=True)]
    drawn = corner(position, "", touches)
    if not drawn:
        return in_words(board.show(position))
    keys = {item.key for item in drawn.items}
    outside = any(not touched <= keys for touched, *_ in touches)  # some rules let a counter go out as far as it likes
    return replace(drawn, entry="column and row of a square farther out") if outside else drawn


def hops(i: int, to: Square, position: Several) -> Iterator[Touch]:
    """A counter and its square, or the counter that stands there already."""
    yield touch(f"k-{i}", "q-{}-{}".format(*to))
    yield from (touch(f"k-{i}", f"k-{j}") for j, square in enumerate(position) if square == to)


def corner(pieces: Sequence[Square], sign: str, touches: Sequence[tuple[Touch, ...]]) -> Scene | None:
    """The board from its corner, at the bottom left, to the farthest piece; None where that is too far."""
    wide, high = (max(4, *(piece[axis] + 1 for piece in pieces)) for axis in (0, 1))
    if max(wide, high) > FARTHEST:
        return None
    items = list(numbers(range(high - 1, -1, -1), range(wide)))
    for row, column in product(range(high), range(wide)):
        far = min(1.0, (column + row) / (wide + high))
        kind = f"cell fade-{round(6 * far)}"
        body = box(25 + SIDE * column, 25 + SIDE * (high - 1 - row), SIDE - 2, SIDE - 2, kind, 2)
        items.append(
            Item(
                body,
                f"q-{column}-{row}",
                f"column {column}, row {row}",
                (44 + SIDE * column, 44 + SIDE * (high - 1 - row)),
            )
        )
    at = Counter[Square]()
    for i, piece in enumerate(pieces):
        x, y = 44 + SIDE * piece[0] + 5 * at[piece], 44 + SIDE * (high - 1 - piece[1]) - 5 * at[piece]
        at[piece] += 1
        items.append(
            Item(
                words(x, y + 11, sign, "queen") if sign else disc(x, y, 13, "stone"),
                f"k-{i}",
                f"piece on column {piece[0]}, row {piece[1]}",
                (x, y),
            )
        )
    return Scene(SIDE * wide + 30, SIDE * high + 30, tuple(items), tuple(touches), hang=(0, 1))


@picture.register
def squares(board: Squares, position: Position, options: Sequence[Position]) -> Scene:
    """Coins on a strip: the coin is touched, and the square that it goes to."""
    if max(position, default=0) >= LONGEST:
        return in_words(board.show(position))
    last = max([3, *position])
    levels = max([1, *Counter(position).values()])
    line = levels * 30.0 + 34
    items = list[Item]()
    for n in range(last + 1):
        x, y = place(n, line, levels)
        body = box(x + 1, y - 4, SIDE - 2, 8, "cell", 2) + words(x + SIDE / 2, y + 22, str(n), "small")
        items.append(
            Item(
                box(x + 1, y - 30.0 * levels, SIDE - 2, 30.0 * levels, "air") + body,
                f"q-{n}",
                f"square {n}",
                (x + SIDE / 2, y - 16),
            )
        )
    at = Counter[int]()
    for i, square in enumerate(position):
        x, y = place(square, line, levels)
        items.append(
            Item(
                disc(x + SIDE / 2, y - 18 - 28 * at[square], 13, "stone"),
                f"k-{i}",
                f"coin on square {square}",
                (x + SIDE / 2, y - 18 - 28 * at[square]),
            )
        )
        at[square] += 1
    high = line * (1 + last // ACROSS) + 4
    touches = tuple(tuple(strides(board, position, to)) for to in options)
    return Scene(SIDE * min(ACROSS, last + 1) + 8, high, tuple(items), touches, hang=(0, 1))


def place(n: int, line: float, levels: int) -> tuple[float, float]:
    """Where a square of the strip begins."""
    down, along = divmod(n, ACROSS)
    return 4 + SIDE * along, line * down + 30.0 * levels + 6


def strides(board: Squares, before: Position, after: Position) -> Iterator[Touch]:
    """The coins that move, and the squares that they go to; for one coin, also the coins that lie there already."""
    if board.alone:
        (old, new), *_ = board.moved(before, after)
        yield touch(f"k-{before.index(old)}", f"q-{new}")
        return
    pairs = [(i, old, new) for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    yield frozenset(key for i, _, new in pairs for key in (f"k-{i}", f"q-{new}"))
    if len(pairs) == 1:
        (i, _, new), *_ = pairs
        yield from (touch(f"k-{i}", f"k-{j}") for j, square in enumerate(before) if square == new)


@picture.register
def steps(board: Steps, position: Position, options: Sequence[Position]) -> Scene:
    """The staircase with coins on its steps: to touch a coin sends it and all above it one step down."""
    if len(position) > FARTHEST:
        return in_words(board.show(position))
    rise = 34.0
    room = COIN * max([3, *(min(coins, FEW) for coins in position)]) + 10
    high = room + rise * len(position)
    items = [Item(curve(outline(len(position), high, rise), "stairs"))]
    for step, coins in enumerate(position, 1):
        x, y = TREAD * (step + 0.5), high - rise * step
        items.append(Item(words(x, y + 22, str(step), "small")))
        items += pile(step, coins, x, y)
    moved = [board.moved(position, option) for option in options]
    touches = tuple((touch(f"s-{step}-{number}"),) for step, number in moved)
    entry = next((f"coins to move from step {n}" for n, coins in enumerate(position, 1) if coins > FEW), "")
    goes = {touch(f"s-{step}-{n}"): touch(*(f"s-{step}-{above}" for above in range(1, n + 1))) for step, n in moved}
    return Scene(TREAD * (len(position) + 1) + 8, high + 8, tuple(items), touches, entry, goes, (0, 1))


def outline(steps: int, high: float, rise: float) -> str:
    """The line of the staircase, from the floor up."""
    path = f"M0 {figure(high)}H{figure(TREAD)}"
    return path + "".join(f"V{figure(high - rise * n)}H{figure(TREAD * (n + 1))}" for n in range(1, steps + 1))


def pile(step: int, coins: int, x: float, y: float) -> Iterator[Item]:
    """The coins on a step, the lowest first; their number where they are many."""
    if coins > FEW:
        yield Item(box(x - 22, y - 60, 44, 58, "stone block", 6) + words(x, y - 66, str(coins), "count"))
        return
    for below in range(coins):
        body = box(x - 22, y - COIN * (below + 1), 44, COIN - 3, "stone", 7)
        yield Item(body, f"s-{step}-{coins - below}", f"coin {below + 1} on step {step}", (x, y - COIN * (below + 0.5)))


@picture.register
def cards(board: Cards, position: Hand, options: Sequence[Hand]) -> Scene:
    """The cards that lie open, a column for each rank, and the total of the others."""
    items = list[Item]()
    for rank, left in enumerate(position, 1):
        x = 62.0 * (rank - 1) + 4
        items.append(Item(box(x, 4, 54, 74 + 22.0 * (board.copies - 1), "gone", 6)))
        for n in range(left):
            top = n == left - 1
            body = box(x, 4 + 22.0 * n, 54, 74, "cell", 6) + words(x + 14, 24 + 22.0 * n, str(rank), "count")
            items.append(Item(body, f"r-{rank}" if top else "", f"a card of rank {rank}", (x + 27, 41 + 22.0 * n)))
    high = 96 + 22.0 * (board.copies - 1)
    items.append(
        Item(words(31.0 * len(position), high + 10, f"total {board.total(position)} of {board.limit}", "label"))
    )
    touches = tuple((touch(f"r-{board.rank(position, option)}"),) for option in options)
    return Scene(62.0 * len(position) + 4, high + 20, tuple(items), touches)
