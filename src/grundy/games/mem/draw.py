"""Pictures of heaps that remember, as SVG and in plain characters."""

from collections.abc import Sequence

from grundy.boards.heaps import Heaps
from grundy.games.mem.board import MemHeaps, MemoryHeaps
from grundy.render.scenes.heaps import MOST_HEAPS, draw_stacks
from grundy.render.scenes.scene import Scene, in_words
from grundy.render.text import Lines, draw_lines


def draw_memory(board: MemoryHeaps, position: MemHeaps, options: Sequence[MemHeaps]) -> Scene:
    """The heaps, under each its size and what it remembers: the lowest stone that is taken is touched."""
    if len(position) > MOST_HEAPS:
        return in_words(board.show(position))
    changed = [(board.changed_heap(position, option), option) for option in options]
    names = [str(size) if number == board.default else f"{size}, {remark(board, number)}" for size, number in position]
    return draw_stacks(tuple(size for size, _ in position), [{i: to[i][0]} for i, to in changed], names=names)


def remark(board: MemoryHeaps, number: int) -> str:
    return board.remark.format(number)


def memory_lines(board: MemoryHeaps, position: MemHeaps, width: int) -> Lines:
    heaps = draw_lines(Heaps(), tuple(size for size, _ in position), width)
    notes = ", ".join(remark(board, number) if number != board.default else "any" for _, number in position)
    return [*heaps, f"to take: {notes}"] if heaps else []
