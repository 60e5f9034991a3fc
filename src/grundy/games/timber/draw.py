"""Pictures of the dominoes, as SVG and in plain characters."""

from collections.abc import Sequence

from grundy.render.scenes.scene import Item, Scene, distinct_touches, in_words, touch
from grundy.render.shapes import box, line, polyline, words
from grundy.render.text import Lines, band

PITCH = 34.0
HEIGHT = 64.0
LINE_DOMINOES = 24  # a longer row goes on below
MOST_DOMINOES = 120


def draw_dominoes(row: str, options: Sequence[str], moves: Sequence[str]) -> Scene:
    """The row, each domino with an arrow; to touch one topples it. `moves` has what each domino leaves."""
    if len(row) > MOST_DOMINOES:
        return in_words(row)
    items = list[Item]()
    for n, sign in enumerate(row):
        down, along = divmod(n, LINE_DOMINOES)
        x, y = PITCH * (along + 0.5) + 8, 10 + (HEIGHT + 40) * down
        side = -1 if sign == "L" else 1
        arrow = polyline([(x - 4 * side, y + 24), (x + 4 * side, y + 32), (x - 4 * side, y + 40)], "on-heads")
        body = box(x - 11, y, 22, HEIGHT, "stone", 4) + arrow
        items.append(Item(body, f"d-{n}", f"domino {n + 1}, topples {'left' if side < 0 else 'right'}", (x, y + 14)))
        items.append(Item(words(x, y + HEIGHT + 20, str(n + 1), "small")))
    lines = max(1, -(-len(row) // LINE_DOMINOES))
    wide = PITCH * max(4, min(LINE_DOMINOES, len(row))) + 16
    ground = [Item(line(0, y, wide, y, "ground")) for y in (12 + HEIGHT + (HEIGHT + 40) * n for n in range(lines))]
    made = [distinct_touches(touch(f"d-{n}") for n, to in enumerate(moves) if to == option) for option in options]
    goes = {
        touch(f"d-{n}"): touch(*(f"d-{m}" for m in (range(n, len(row)) if sign == "R" else range(n + 1))))
        for n, sign in enumerate(row)
    }
    return Scene(wide, (HEIGHT + 40) * lines + 4, (*ground, *items), tuple(made), goes=goes, hang=(0.5, 0))


def domino_lines(row: str, width: int) -> Lines:
    return band(row.translate(str.maketrans("LR", "◁▷")), 1, width)
