"""Pictures of the checkers, as SVG and in plain characters."""

from collections.abc import Sequence

from grundy.games.northcott.board import PLAYERS, Checkers, Position
from grundy.render.scenes.scene import Item, Scene, in_words, touch
from grundy.render.scenes.squares import MOST_SQUARES, SIDE, draw_numbers, draw_square, middle
from grundy.render.shapes import disc, words
from grundy.render.text import Lines, draw_rows


def draw_checkers(board: Checkers, position: Position, options: Sequence[Position]) -> Scene:
    rows, mover = position
    wide = max(map(len, rows))
    if len(rows) * wide > MOST_SQUARES:
        return in_words(board.show(position))
    items = list(draw_numbers(range(1, len(rows) + 1), range(1, wide + 1)))
    for i, row in enumerate(rows):
        for j, sign in enumerate(row):
            man = disc(44 + SIDE * j, 44 + SIDE * i, 15, "white" if sign == "W" else "black") if sign in PLAYERS else ()
            body = draw_square(i, j, "cell") + man
            items.append(Item(body, f"q-{i + 1}-{j + 1}", f"row {i + 1}, square {j + 1}", middle(i, j)))
    items.append(Item(words(24 + SIDE * wide / 2, 48 + SIDE * len(rows), f"{PLAYERS[mover]} to move", "label")))
    touches = tuple((touch("q-{}-{}".format(*board.moved_checker(position, option))),) for option in options)
    return Scene(SIDE * wide + 30, SIDE * len(rows) + 58, tuple(items), touches)


def checker_lines(position: Position, width: int) -> Lines:
    rows, mover = position
    lines = draw_rows(rows, width)
    return [*lines, f"{PLAYERS[mover]} to move"] if lines else []
