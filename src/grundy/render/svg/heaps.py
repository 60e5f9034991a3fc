"""Heaps drawn: stacks of stones where a move takes from a heap, rows where it may also split one.

To touch a stone of a stack takes it and all above it. A heap stays in its place when others are used up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from grundy.boards.boxes import Boxes, Pair
from grundy.boards.capped import Capped, CappedHeap
from grundy.boards.heaps import HeapGame, Heaps, Position
from grundy.boards.reserve import Position as Reserved
from grundy.boards.reserve import Reserve
from grundy.boards.several import SeveralHeaps
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset
from grundy.render.svg.curves import dotted
from grundy.render.svg.places import Places, places, shrunk, split
from grundy.render.svg.rows import height_of_row, row_items, rows, widest
from grundy.render.svg.scene import Item, Scene, Touch, in_words, lasting, picture, touch
from grundy.render.svg.shapes import box, line, short, words

__all__ = ["Sizes", "stacks"]

STONE = 56.0, 20.0  # a flat stone
PITCH = 24.0  # from stone to stone: also the least that a finger can touch
COLUMN = 12  # stones on top of each other before a second column begins
DRAWN = 4 * COLUMN  # stones of a heap that are drawn one by one
MANY = 24  # heaps that are drawn
SPACE = 26.0  # between heaps
FADES = 7  # stones of an infinite heap, fainter and fainter
Sizes = tuple[int, ...]


@lasting
@picture.register
def heaps(
    board: Heaps, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
) -> Scene:
    """Stacks or rows, as the rules want it; regions of dots where the heaps are regions."""
    if len(position) > MANY:
        return in_words(board.show(position))
    if not plain([position]):
        return endless([(size, board.show((size,)) or "a heap of any size") for size in position])
    changes = [board.change(position, option) for option in options]
    held = places([*past, position] if plain(past) else [position], split)
    if board.noun == "region":
        return dotted(position, [(i, left) for i, _, left in changes])
    if board.noun != "heap" or (isinstance(rules, HeapGame) and splits(rules)):
        return rows(board, position, [(i, left) for i, _, left in changes], held)
    return stacks(position, [{i: sum(left)} for i, _, left in changes], held)


def endless(heaps: Sequence[tuple[Nimber, str]]) -> Scene:
    """Heaps with their names, of which some go up for ever: what becomes of them is typed or chosen from a list."""
    finite = [min(size, COLUMN) for size, _ in heaps if isinstance(size, int) and size <= DRAWN]
    high, items, x = max(FADES, *finite, 0) * PITCH, list[Item](), SPACE
    for n, (size, name) in enumerate(heaps):
        room = max(heap_width(size) if isinstance(size, int) else STONE[0], 9.0 * len(name))
        left = x + (room - (heap_width(size) if isinstance(size, int) else STONE[0])) / 2
        items += heap(n, size, left, high, 0) if isinstance(size, int) else fading(left, high)
        items.append(Item(words(x + room / 2, high + 30, name, "count")))
        x += room + SPACE
    return Scene(x, high + 40, (Item(line(0, high + 6, x, high + 6, "ground")), *items))


def fading(x: float, high: float) -> Iterator[Item]:
    """Stones that go on and on."""
    for level in range(FADES):
        yield Item(box(x, high - (level + 1) * PITCH + 2, *STONE, f"stone fade-{level}", 10))


def plain(positions: Sequence[Position]) -> bool:
    """Whether all heaps are finite."""
    return all(isinstance(size, int) for position in positions for size in position)


@lru_cache(maxsize=256)
def splits(rules: HeapGame) -> bool:
    """Whether some small heap can be split."""
    small = range(max(rules.least, 1), 14)
    return any(len(left) - left.count(0) > 1 for heap in small for left in islice(rules.options(heap), 200))


@lasting
@picture.register
def several(
    board: SeveralHeaps, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
) -> Scene:
    """Stacks of which a move may change several."""
    if len(position) > MANY:
        return in_words(board.show(position))
    pairs = [enumerate(zip(position, option, strict=True)) for option in options]
    changes = [{i: new for i, (old, new) in pair if old != new} for pair in pairs]
    return stacks(position, changes, places([*past, position], shrunk))


@lasting
@picture.register
def capped(
    board: Capped, position: CappedHeap, options: Sequence[CappedHeap], rules: Ruleset[Any], past: Sequence[CappedHeap]
) -> Scene:
    """The heap, the stones that may not be taken pale, and the cap in words."""
    heap, cap = position
    held = places([(past[0][0],) if past else (heap,), (heap,)], split)
    drawn = stacks((heap,), [{0: left} for left, _ in options], held, firm=heap - cap)
    note = Item(words(drawn.width / 2, drawn.height + 20, f"at most {short(cap)} may be taken now"))
    return replace(drawn, width=max(drawn.width, 220), height=drawn.height + 34, items=(*drawn.items, note))


@picture.register
def reserve(board: Reserve, position: Reserved, options: Sequence[Reserved]) -> Scene:
    """The heaps, and beside them the stones in reserve: one of those and a heap add to the heap."""
    sizes, spare = position
    if len(sizes) >= MANY:
        return in_words(board.show(position))
    drawn, last = stacks((*sizes, spare), [], names=("",) * len(sizes) + ("reserve",)), len(sizes)
    touches, goes = list[tuple[Touch]](), dict[Touch, Touch]()
    for i, size, left in (Heaps.change(sizes, heaps) for heaps, _ in options):
        now = sum(left)
        only = touch(stone(i, now)) if now < size else touch(f"n-{i}", stone(last, spare - now + size))
        goes[only] = above(i, now, size) if now < size else above(last, spare - now + size, spare)
        touches.append((only,))
    return replace(drawn, touches=tuple(touches), goes=goes)


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
    touches = tuple(tuple(division(position, pair)) for pair in options)
    goes = {one: emptied(position, one) for ways in touches for one in ways}
    return Scene(104 + widest(position), tops[1] + height_of_row(position[1]) + 24, tuple(items), touches, goes=goes)


def emptied(position: Pair, touched: Touch) -> Touch:
    """The chips of the box that is emptied."""
    box = next(i for i in range(2) if f"t-{i}" in touched)
    return touched | touch(*(f"p-{box}-{n}" for n in range(position[box])))


def division(position: Pair, after: Pair) -> Iterator[Touch]:
    """The touches that empty one box and divide the other like this."""
    for i, chips in enumerate(position):
        if chips == sum(after):
            yield touch(f"t-{1 - i}", f"g-{i}-{after[0]}")
            return


def stacks(
    sizes: Sizes,
    changes: Sequence[dict[int, int]],
    held: Places | None = None,
    names: Sequence[str] = (),
    firm: int = 0,
) -> Scene:
    """Heaps side by side, each over its number; a change maps heaps to what is left of them."""
    held = held or places([sizes], split)
    high = max([4, *(min(size, COLUMN) for size in (*held.sizes, *sizes) if size <= DRAWN)]) * PITCH
    rooms = [heap_width(size) for size in held.sizes]
    for size, (place, _) in zip(sizes, held.spots, strict=True):
        rooms[place] = max(rooms[place], heap_width(size))
    lefts = [SPACE / 2 + sum(rooms[:n]) + SPACE * n for n in range(len(rooms) + 1)]
    items = [Item(line(0, high + 6, lefts[-1] - SPACE / 2, high + 6, "ground"))]
    for i, (size, (place, _)) in enumerate(zip(sizes, held.spots, strict=True)):
        middle = lefts[place] + rooms[place] / 2
        items += heap(i, size, lefts[place], high, firm)
        count = words(middle, high + 30, names[i] if names and names[i] else short(size), "count")
        items.append(Item(count, f"n-{i}", f"heap {i + 1}, of {short(size)}", (middle, high + 24)))
    touches = tuple((frozenset(stone(i, left) for i, left in change.items()),) for change in changes)
    goes = {
        only: frozenset[str]().union(*(above(i, left, sizes[i]) for i, left in change.items()))
        for (only,), change in zip(touches, changes, strict=True)
    }
    large = next((i for i, size in enumerate(sizes) if size > DRAWN), None)
    entry = f"stones to leave in heap {large + 1}" if large is not None else ""
    return Scene(lefts[-1] - SPACE / 2, high + 40, tuple(items), touches, entry, goes)


def above(heap: int, below: int, size: int) -> Touch:
    """The stones of a heap from a certain one up."""
    return touch(*(stone(heap, n) for n in range(below, size))) if size <= DRAWN else touch(stone(heap, 0))


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
