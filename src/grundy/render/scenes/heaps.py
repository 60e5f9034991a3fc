"""Drawers of heaps: stacks of stones where a move takes from a heap, rows where it may also split one.

Touching a stone of a stack takes it and all above it. A heap stays in its place when others are used up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from grundy.boards.entailed_heaps import EntailedHeaps, plain
from grundy.boards.heaps import HeapGame, Heaps, Position, SeveralHeaps
from grundy.boards.numbers import Capped, CappedHeap
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset
from grundy.render.scenes.curves import draw_regions
from grundy.render.scenes.rows import draw_rows
from grundy.render.scenes.scene import Item, Scene, Touch, draw_scene, in_words, touch
from grundy.render.scenes.tracks import HeapPlaces, heap_places, shrink, split
from grundy.render.shapes import box, line, short, words

STONE = 56.0, 22.0  # width and height
PITCH = 27.0  # from stone to stone: also the least that a finger can touch
COLUMN_STONES = 12  # a higher heap has several columns
LEAST_LEVELS = 5  # for which there is room, so that small heaps are no larger than others
MOST_STONES = 4 * COLUMN_STONES  # of a heap that is drawn stone by stone
MOST_HEAPS = 24
SPACE = 26.0  # between heaps
OFFER = 112.0, 30.0  # width and height of a place that offers a move
OFFER_ROWS = 4
MOST_OFFERS = 2 * OFFER_ROWS  # beside a heap; the others are typed or chosen from the list
FADING_STONES = 7  # of an infinite heap, fainter and fainter
Sizes = tuple[int, ...]


@draw_scene.register
def draw_heaps(
    board: Heaps, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
) -> Scene:
    if len(position) > MOST_HEAPS:
        return in_words(board.show(position))
    if not is_finite([position]):
        named = [(size, board.show((size,)) or "a heap of any size") for size in position]
        return draw_infinite(named, [find_change(position, option) for option in options])
    changes = [board.change(position, option) for option in options]
    held = heap_places([*past, position] if is_finite(past) else [position], split)
    if board.noun == "region":
        return draw_regions(position, [(i, left) for i, _, left in changes])
    if board.noun != "heap" or (isinstance(rules, HeapGame) and may_split(rules)):
        has_gaps = isinstance(rules, HeapGame) and may_touch_gaps(rules)
        return draw_rows(board, position, [(i, left) for i, _, left in changes], held, has_gaps)
    return draw_stacks(position, [{i: sum(left)} for i, _, left in changes], held)


@draw_scene.register
def draw_entailed(
    board: EntailedHeaps, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
) -> Scene:
    """The heaps as rows, and room for a note of the one in which the player to move must answer."""
    here = tuple(size for size in plain(position) if size)  # a stack that was taken whole ends the game
    drawn = draw_heaps(board, here, [*map(plain, options)], rules, [*map(plain, past)])
    demand = board.answer_note(position)
    notes = [Item(words(drawn.width / 2, drawn.height + 20, demand))] if demand else []
    return replace(drawn, width=max(drawn.width, 300), height=drawn.height + 34, items=(*drawn.items, *notes))


def find_change(before: Position, after: Position) -> tuple[int, Nimber]:
    """The heap that a move changes, and what it leaves of it."""
    return next((i, new) for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


def draw_infinite(heaps: Sequence[tuple[Nimber, str]], changes: Sequence[tuple[int, Nimber]]) -> Scene:
    """Heaps with their names, some of them infinite, with some of what may be left of these beside them."""
    finite = [min(size, COLUMN_STONES) for size, _ in heaps if isinstance(size, int) and size <= MOST_STONES]
    high, items, x = max(FADING_STONES, *finite, 0) * PITCH, list[Item](), SPACE
    for n, (size, name) in enumerate(heaps):
        wide = heap_width(size) if isinstance(size, int) else STONE[0]
        offers = list(dict.fromkeys(to for i, to in changes if i == n))[:MOST_OFFERS] if needs_offers(size) else []
        columns = 0 if isinstance(size, int) else MOST_OFFERS // OFFER_ROWS
        room = max(wide + columns * OFFER[0], 9.0 * len(name))
        left = x + (room - wide - columns * OFFER[0]) / 2
        items += draw_offers(n, offers, left + STONE[0], high)
        if isinstance(size, int):
            items += draw_heap(n, size, left, high, 0)
        else:
            tops = [(level, high - (level + 1) * PITCH + 2) for level in range(FADING_STONES)]
            items += [Item(box(left, top, *STONE, f"stone fade-{level}", 10)) for level, top in tops]
        items.append(Item(words(x + room / 2, high + 30, name, "count")))
        x += room + SPACE
    touches = tuple((touch(stone(i, to)),) for i, to in changes)
    ground, entry = Item(line(0, high + 6, x, high + 6, "ground")), "what to leave of the infinite heap"
    return Scene(x, high + 40, (ground, *items), touches, entry)


def needs_offers(size: Nimber) -> bool:
    """Whether a heap is too large to be drawn stone by stone."""
    return not isinstance(size, int) or size > MOST_STONES


def draw_offers(heap: int, lefts: Sequence[Nimber], x: float, high: float, size: int | None = None) -> Iterator[Item]:
    """Places to touch beside a heap that is too large to draw: what to take from it, or what to leave of it."""
    for n, left in enumerate(lefts):
        column, level = divmod(n, OFFER_ROWS)
        middle, y = x + OFFER[0] * (column + 0.5) + 4, high - OFFER[1] * (level + 0.5)
        offer = f"take {short(size - left)}" if size is not None and isinstance(left, int) else f"to {left}"
        body = box(middle - OFFER[0] / 2 + 3, y - OFFER[1] / 2 + 1, OFFER[0] - 6, OFFER[1] - 2, "cell", 8)
        label = f"{offer}, heap {heap + 1}"
        yield Item(body + words(middle - 24, y + 5, offer, "label"), stone(heap, left), label, (middle + 30, y))


def is_finite(positions: Sequence[Position]) -> bool:
    return all(isinstance(size, int) for position in positions for size in position)


@lru_cache(maxsize=256)
def may_split(rules: HeapGame) -> bool:
    small = range(max(rules.least, 1), 14)
    return any(len(left) - left.count(0) > 1 for heap in small for left in islice(rules.options(heap), 200))


@lru_cache(maxsize=256)
def may_touch_gaps(rules: HeapGame) -> bool:
    """Whether some moves touch gaps and others stones: a split without taking, or in three parts, and a take."""
    small = range(max(rules.least, 1), 14)
    options = [(heap, [n for n in left if n]) for heap in small for left in islice(rules.options(heap), 200)]
    touches = {(len(left) > (1 if sum(left) == heap else 2), sum(left) < heap) for heap, left in options}
    return any(gap for gap, _ in touches) and any(taken for _, taken in touches)


@draw_scene.register
def draw_several(
    board: SeveralHeaps, position: Position, options: Sequence[Position], rules: Ruleset[Any], past: Sequence[Position]
) -> Scene:
    if len(position) > MOST_HEAPS:
        return in_words(board.show(position))
    pairs = [enumerate(zip(position, option, strict=True)) for option in options]
    changes = [{i: new for i, (old, new) in pair if old != new} for pair in pairs]
    return draw_stacks(position, changes, heap_places([*past, position], shrink))


@draw_scene.register
def draw_capped(
    board: Capped, position: CappedHeap, options: Sequence[CappedHeap], rules: Ruleset[Any], past: Sequence[CappedHeap]
) -> Scene:
    heap, cap = position
    held = heap_places([(past[0][0],) if past else (heap,), (heap,)], split)
    drawn = draw_stacks((heap,), [{0: left} for left, _ in options], held, firm=heap - cap)
    note = Item(words(drawn.width / 2, drawn.height + 20, f"at most {short(cap)} may be taken now"))
    return replace(drawn, width=max(drawn.width, 220), height=drawn.height + 34, items=(*drawn.items, note))


def draw_stacks(
    sizes: Sizes,
    changes: Sequence[dict[int, int]],
    held: HeapPlaces | None = None,
    names: Sequence[str] = (),
    firm: int = 0,
    largest: int = LEAST_LEVELS,
) -> Scene:
    """Heaps side by side, each over its number; a change maps heaps to what is left of them.

    There is room for the largest heap that may come.
    """
    held = held or heap_places([sizes], split)
    high = min(COLUMN_STONES, max(LEAST_LEVELS, largest, *held.sizes, *sizes)) * PITCH
    rooms = [heap_width(size) for size in held.sizes]
    for size, (place, _) in zip(sizes, held.spots, strict=True):
        rooms[place] = max(rooms[place], heap_width(size))
    lefts = [SPACE / 2 + sum(rooms[:n]) + SPACE * n for n in range(len(rooms) + 1)]
    items = [Item(line(0, high + 6, lefts[-1] - SPACE / 2, high + 6, "ground"))]
    for i, (size, (place, _)) in enumerate(zip(sizes, held.spots, strict=True)):
        middle = lefts[place] + rooms[place] / 2
        items += draw_heap(i, size, lefts[place], high, firm)
        if size > MOST_STONES:
            lasting = [change[i] for change in changes if i in change]
            items += draw_offers(i, list(dict.fromkeys(lasting))[:MOST_OFFERS], lefts[place] + STONE[0], high, size)
        count = words(middle, high + 30, names[i] if names and names[i] else short(size), "count")
        count = box(middle - 24, high + 10, 48, 28, "air") + count
        items.append(Item(count, f"n-{i}", f"heap {i + 1}, of {short(size)}", (middle, high + 24)))
    touches = tuple((frozenset(stone(i, left) for i, left in change.items()),) for change in changes)
    goes = {
        only: frozenset[str]().union(*(above(i, left, sizes[i]) for i, left in change.items()))
        for (only,), change in zip(touches, changes, strict=True)
    }
    large = next((i for i, size in enumerate(sizes) if size > MOST_STONES), None)
    entry = f"stones to leave in heap {large + 1}" if large is not None else ""
    return Scene(lefts[-1] - SPACE / 2, high + 40, tuple(items), touches, entry, goes)


def above(heap: int, below: int, size: int) -> Touch:
    return touch(*(stone(heap, n) for n in range(below, size))) if size <= MOST_STONES else touch(stone(heap, below))


def stone(heap: int, below: Nimber) -> str:
    return f"s-{heap}-{below}".replace(" ", "")  # the page lists keys with blanks between


def heap_width(size: int) -> float:
    if size > MOST_STONES:
        return STONE[0] + 2 * OFFER[0] + 8
    columns = -(-size // COLUMN_STONES) if size else 1
    return columns * (STONE[0] + 6) - 6


def draw_heap(i: int, size: int, x: float, high: float, firm: int) -> Iterator[Item]:
    """The stones of a heap from the ground up, the `firm` lowest pale; one tall block where they are too many."""
    if size > MOST_STONES:
        yield Item(box(x, 0, STONE[0], high, "stone block", 8))
        return
    for below in range(size):
        column, level = divmod(below, COLUMN_STONES) if size > COLUMN_STONES else (0, below)
        left, top = x + column * (STONE[0] + 6), high - (level + 1) * PITCH + 2
        body = box(left, top - 2.5, STONE[0], PITCH, "air")
        body += box(left, top, *STONE, "stone held" if below < firm else "stone", 10)
        yield Item(body, stone(i, below), f"stone {below + 1} of heap {i + 1}", (left + 28, top + 11))
