"""Nimstring and Dots-and-Boxes: boards from the start, with lines drawn, and late, in seconds.

Nothing that comes with the package is used, but for the last line of Nimstring on 4 x 4 boxes. A margin that is not
found in time has its bounds.
"""

from random import Random
from time import process_time

from benchmarks import Table
from grundy import parse
from grundy.core.budget import Budget
from grundy.games.nimstring.board import Dots, DotsOrCoins, boxes, count_lines, full
from grundy.solvers.solution import solve

__all__ = ["run"]

NIMSTRING = [
    (2, 2, 0),
    (3, 3, 0),
    (2, 5, 0),
    (3, 4, 0),
    (4, 4, 12),
    (4, 4, 8),
    (4, 4, 6),
    (4, 4, 4),
    (5, 5, 28),
    (5, 5, 24),
    (5, 5, 20),
]
MARGINS = [(2, 2, 0), (3, 3, 0), (3, 4, 4), (4, 4, 16), (4, 4, 12), (4, 4, 8), (4, 4, 6), (4, 4, 0)]
SECONDS = 60.0


def run() -> Table:
    for text in ("nimstring(2x2)", "dots_and_boxes(2x3)"):  # compile the kernels
        solve(parse(text), fresh=True)
    rows = [row("nimstring", *case, fresh=True) for case in NIMSTRING]
    rows += [row("nimstring", 4, 4, 0, fresh=False)]
    rows += [row("dots_and_boxes", *case, fresh=True) for case in MARGINS]
    header = ["board", "lines drawn", "outcome", "nimber or margin", "winning moves", "s"]
    return Table("Nimstring and Dots-and-Boxes", header, rows)


def row(name: str, rows: int, columns: int, drawn: int, fresh: bool) -> list[str]:
    """The figures of one position."""
    game = parse(f"{name}({DotsOrCoins().show(draw_lines(rows, columns, drawn))})")
    started = process_time()
    answer = solve(game, budget=Budget(seconds=SECONDS), fresh=fresh)
    seconds = process_time() - started
    value = answer.margin if name == "dots_and_boxes" else answer.nimber
    low_high = "-" if answer.margin_bounds is None else "{} to {}".format(*answer.margin_bounds)
    count = answer.winning.count if answer.winning else None
    shown = [low_high if value is None else str(value), "-" if count is None else str(count)]
    board = f"{name}({rows}x{columns}){'' if fresh else ', with the openings'}"
    return [board, str(drawn), answer.outcome or "-", *shown, f"{seconds:.2f}"]


def draw_lines(rows: int, columns: int, drawn: int) -> Dots:
    """A board with so many lines drawn by chance, and no box that can be taken: at most about half of all lines."""
    chance, sides = Random(7), list(boxes(rows, columns).values())
    left = full(rows, columns)
    while count_lines(rows, columns) - left.bit_count() < drawn:
        after = left & ~(1 << chance.randrange(count_lines(rows, columns)))
        if all((box & after).bit_count() > 1 for box in sides):
            left = after
        elif not any(is_quiet(left, bit, sides) for bit in range(left.bit_length())):
            left = full(rows, columns)
    return Dots(rows, columns, left)


def is_quiet(left: int, bit: int, sides: list[int]) -> bool:
    """Whether this line can be drawn without a box that can be taken then."""
    return bool(left >> bit & 1) and all((box & left & ~(1 << bit)).bit_count() > 1 for box in sides)
