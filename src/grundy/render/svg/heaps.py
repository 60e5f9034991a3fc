"""Heaps drawn: stacks of stones where a move takes from a heap, rows where it may also split one.

To touch a stone of a stack takes it and all above it. In a row a move removes a block: its first and its last piece are
touched, or the gap where a row is only split.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from grundy.boards.boxes import Boxes, Pair
from grundy.boards.capped import Capped, CappedHeap
from grundy.boards.heaps import Heaps, Position
from grundy.boards.reserve import Position as Reserved
from grundy.boards.reserve import Reserve
from grundy.boards.several import SeveralHeaps
from grundy.render.svg.scene import Item, Scene, Touch, in_words, once, picture, touch
from grundy.render.svg.shapes import box, curve, disc, figure, line, words

__all__ = ["Sizes", "row_touches", "stacks"]

STONE = 56.0, 20.0  # a flat stone
PITCH = 24.0  # from stone to stone: also the least that a finger can touch
COLUMN = 12  # stones on top of each other before a second column begins
DRAWN = 4 * COLUMN  # stones of a heap that are drawn one by one
MANY = 24  # heaps that are drawn
SPACE = 26.0  # between heaps
PIECE = 30.0  # from piece to piece in a row
ACROSS = 20  # pieces in a line before a row goes on below
PIN = "M{} {}c5 0 6 5 4 9c-2 5 4 9 4 16c0 5-2 9-3 11h-10c-1-2-3-6-3-11c0-7 6-11 4-16c-2-4-1-9 4-9z"
Sizes = tuple[int, ...]


@picture.register
def heaps(board: Heaps, position: Position, options: Sequence[Position]) -> Scene:
    """Stacks or rows, as the moves want it."""
    if len(position) > MANY or not all(isinstance(size, int) for size in position):
        return in_words(board.show(position))
    changes = [board.change(position, option) for option in options]
    lying = board.noun != "heap" or any(len([part for part in left if part]) > 1 for _, _, left in changes)
    if lying:
        return rows(board, position, [(i, left) for i, _, left in changes])
    return stacks(position, [{i: sum(left)} for i, _, left in changes])


@picture.register
def several(board: SeveralHeaps, position: Position, options: Sequence[Position]) -> Scene:
    """Stacks of which a move may change several."""
    if len(position) > MANY:
        return in_words(board.show(position))
    pairs = [enumerate(zip(position, option, strict=True)) for option in options]
    return stacks(position, [{i: new for i, (old, new) in pair if old != new} for pair in pairs])


@picture.register
def capped(board: Capped, position: CappedHeap, options: Sequence[CappedHeap]) -> Scene:
    """The heap, the stones that may not be taken pale, and the cap in words."""
    heap, cap = position
    plain = stacks((heap,), [{0: left} for left, _ in options], firm=heap - cap)
    note = Item(words(max(plain.width, 220) / 2, plain.height + 20, f"at most {short(cap)} may be taken now"))
    return Scene(max(plain.width, 220), plain.height + 34, (*plain.items, note), plain.touches, plain.entry)


@picture.register
def reserve(board: Reserve, position: Reserved, options: Sequence[Reserved]) -> Scene:
    """The heaps, and beside them the stones in reserve: one of those and a heap add to the heap."""
    sizes, spare = position
    if len(sizes) >= MANY:
        return in_words(board.show(position))
    plain = stacks((*sizes, spare), [], ("",) * len(sizes) + ("reserve",))
    last = len(sizes)
    changes = [Heaps.change(sizes, heaps) for heaps, _ in options]
    touches = tuple(
        (touch(stone(i, sum(left))) if sum(left) < size else touch(f"n-{i}", stone(last, spare - sum(left) + size)),)
        for i, size, left in changes
    )
    return Scene(plain.width, plain.height, plain.items, touches, plain.entry)


@picture.register
def boxes(board: Boxes, position: Pair, options: Sequence[Pair]) -> Scene:
    """Two boxes of chips: the one that is emptied is touched, and the place where the other is divided."""
    if max(position) > DRAWN:
        return in_words(board.show(position))
    items: list[Item] = []
    tops = [0.0, height_of_row(position[0]) + 34]
    for i, (chips, top) in enumerate(zip(position, tops, strict=True)):
        items += [
            Item(
                box(2, top + 2, 88, 40, "tray", 6) + words(46, top + 28, f"empty {chips}"),
                f"t-{i}",
                f"the box of {chips}",
                (46, top + 22),
            )
        ]
        items += row_items(i, chips, top, "o", 104)
    wide = 104 + PIECE * min(ACROSS, max(position))
    touches = tuple(tuple(division(position, pair)) for pair in options)
    return Scene(wide, tops[1] + height_of_row(position[1]) + 4, tuple(items), touches)


def division(position: Pair, after: Pair) -> Iterator[Touch]:
    """The touches that empty one box and divide the other like this."""
    for i, chips in enumerate(position):
        if chips == sum(after):
            yield touch(f"t-{1 - i}", f"g-{i}-{after[0]}")
            return


def stacks(sizes: Sizes, changes: Sequence[dict[int, int]], names: Sequence[str] = (), firm: int = 0) -> Scene:
    """Heaps side by side, each over its number; a change maps heaps to what is left of them."""
    high = max([4, *(min(size, COLUMN) for size in sizes if size <= DRAWN)]) * PITCH
    items, x = list[Item](), SPACE / 2
    for i, size in enumerate(sizes):
        wide = heap_width(size)
        items += heap(i, size, x, high, firm)
        name = names[i] if names else ""
        items.append(
            Item(
                words(x + wide / 2, high + 30, name or short(size), "count"),
                f"n-{i}",
                f"heap {i + 1}",
                (x + wide / 2, high + 24),
            )
        )
        x += wide + SPACE
    large = next((i for i, size in enumerate(sizes) if size > DRAWN), None)
    entry = f"stones to leave in heap {large + 1}" if large is not None else ""
    touches = tuple((frozenset(stone(i, left) for i, left in change.items()),) for change in changes)
    return Scene(
        x - SPACE / 2, high + 40, (Item(line(0, high + 6, x - SPACE / 2, high + 6, "ground")), *items), touches, entry
    )


def stone(heap: int, below: int) -> str:
    """The key of the stone that has so many below it."""
    return f"s-{heap}-{below}"


def heap_width(size: int) -> float:
    """The width of a heap, in columns."""
    return STONE[0] + (STONE[0] + 6) * ((min(size, DRAWN) - 1) // COLUMN if COLUMN < size <= DRAWN else 0)


def heap(i: int, size: int, x: float, high: float, firm: int) -> Iterator[Item]:
    """The stones of a heap from the ground up; a tall block with its number where they are too many."""
    if size > DRAWN:
        yield Item(
            box(x, high - 4 * PITCH, STONE[0], 4 * PITCH, "stone block", 8),
            f"s-{i}-0",
            f"heap {i + 1}",
            (x + 28, high - 48),
        )
        return
    for below in range(size):
        column, level = divmod(below, COLUMN) if size > COLUMN else (0, below)
        left, top = x + column * (STONE[0] + 6), high - (level + 1) * PITCH + 2
        body = box(left, top, *STONE, "stone held" if below < firm else "stone", 10)
        yield Item(body, stone(i, below), f"stone {below + 1} of heap {i + 1}", (left + 28, top + 10))


def rows(board: Heaps, sizes: Sizes, changes: Sequence[tuple[int, Sizes]]) -> Scene:
    """Rows below each other, each behind its number."""
    items, y, looks = list[Item](), 0.0, board.stone or "o"
    for i, size in enumerate(sizes):
        items.append(Item(words(20, y + 32, short(size), "count"), f"n-{i}", f"{board.noun} {i + 1}", (20, y + 26)))
        items += (
            row_items(i, size, y, looks, 48) if size <= DRAWN else [Item(box(48, y + 8, 240, 30, "stone block", 8))]
        )
        y += height_of_row(size) + 14
    wide = 48 + PIECE * max([4, *(min(size, ACROSS) for size in sizes if size <= DRAWN)]) + 12
    large = next((i for i, size in enumerate(sizes) if size > DRAWN), None)
    entry = f"what to leave of {board.noun} {large + 1}" if large is not None else ""
    return Scene(wide, y, tuple(items), tuple(once(row_touches(i, sizes[i], left)) for i, left in changes), entry)


def height_of_row(size: int) -> float:
    """The height of a row, which may take several lines."""
    return 44.0 * max(1, -(-min(size, DRAWN) // ACROSS))


def row_items(i: int, size: int, top: float, looks: str, left: float) -> Iterator[Item]:
    """The gaps of a row, and over them its pieces: pins, strips of squares, or discs."""
    for n in range(1, size):
        x, y = place(n, top, left)
        yield Item(line(x, y - 16, x, y + 16, "gap"), f"g-{i}-{n}", f"between {n} and {n + 1}", (x, y))
    for n in range(size):
        x, y = place(n, top, left)
        yield Item(piece(x + PIECE / 2, y, looks), f"p-{i}-{n}", f"{n + 1} of {size}", (x + PIECE / 2, y))


def place(n: int, top: float, left: float) -> tuple[float, float]:
    """Where the n-th piece of a row begins."""
    down, along = divmod(n, ACROSS)
    return left + PIECE * along, top + 22 + 44 * down


def piece(x: float, y: float, looks: str) -> str:
    """A pin where rows are knocked down, a square where they are covered, a stone elsewhere."""
    if looks == "x":
        return curve(PIN.format(figure(x), figure(y - 18)), "stone")
    return box(x - 13, y - 13, 26, 26, "cell", 2) if looks == "." else disc(x, y, 12, "stone")


def row_touches(i: int, size: int, left: Sizes) -> Iterator[Touch]:
    """The touches that leave these parts of a row, in any order: the ends of the block, and a gap behind it."""
    parts = [part for part in left if part]
    taken = size - sum(parts)
    for before, *after in set(permutations([*parts, *([0] * (2 - len(parts)))])):
        ends = {f"p-{i}-{before}", f"p-{i}-{before + taken - 1}"} if taken else {f"g-{i}-{before}"}
        yield frozenset(ends | ({f"g-{i}-{before + taken + after[0]}"} if len(after) > 1 else set()))


def short(number: int) -> str:
    """A number, or its length where it is too long to read."""
    text = str(number)
    return text if len(text) <= 12 else f"{text[:4]}… ({len(text)} digits)"
