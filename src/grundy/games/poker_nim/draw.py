"""Pictures of heaps with a reserve, as SVG and in plain characters."""

from collections.abc import Sequence
from dataclasses import replace

from grundy.boards.heaps import Heaps
from grundy.games.poker_nim.board import Reserve, ReservedHeaps
from grundy.render.scenes.heaps import MOST_HEAPS, above, draw_stacks, stone
from grundy.render.scenes.scene import Scene, Touch, in_words, touch
from grundy.render.text import Lines, draw_lines, repeat_sign


def draw_reserve(board: Reserve, position: ReservedHeaps, options: Sequence[ReservedHeaps]) -> Scene:
    """The heaps, and beside them the stones in reserve: one of those and a heap add to the heap."""
    sizes, spare = position
    if len(sizes) >= MOST_HEAPS:
        return in_words(board.show(position))
    names, last, largest = ("",) * len(sizes) + ("reserve",), len(sizes), max(sizes, default=0) + spare
    drawn = draw_stacks((*sizes, spare), [], names=names, largest=largest)
    touches, goes = list[tuple[Touch]](), dict[Touch, Touch]()
    for i, size, left in (Heaps.change(sizes, heaps) for heaps, _ in options):
        now = sum(left)
        only = touch(stone(i, now)) if now < size else touch(f"n-{i}", stone(last, spare - now + size))
        goes[only] = above(i, now, size) if now < size else above(last, spare - now + size, spare)
        touches.append((only,))
    return replace(drawn, touches=tuple(touches), goes=goes)


def reserve_lines(position: ReservedHeaps, width: int) -> Lines:
    heaps, stones = position
    lines = draw_lines(Heaps(), heaps, width)
    return [*lines, "", f"in reserve: {repeat_sign(stones)}"] if lines else []
