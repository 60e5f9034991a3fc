"""The rule of the least excluded number at work: the values of a ruleset one after the other, as a film.

Above, the values found so far; below, the numbers 0, 1, 2, ... with a tick at each that an option has. The first one
without a tick is the next value.
"""

from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import mex
from grundy.core.ruleset import Ruleset
from grundy.errors import UndefinedError
from grundy.render.film import Film
from grundy.render.picture import Picture
from grundy.render.shapes import Drawing, box, join, words
from grundy.render.style import SHAPES, standalone
from grundy.solvers.solver import Solver

MOST_VALUES = 40  # of a film
CELL = 38.0
LEFT, TOP = 96.0, 30.0
ROW = 34.0
STYLE = """
.film-cell{fill:none;stroke:var(--faint)}.film-now{fill:var(--accent);fill-opacity:.18;stroke:var(--accent);stroke-width:2}
.film-mex{fill:none;stroke:var(--win);stroke-width:2.5}.film-head{text-anchor:end;fill:var(--faint)}
.film-tick{fill:var(--faint)}
""".replace("\n", "")


def film_mex(ruleset: Ruleset[Any], to: int, budget: Budget | None = None) -> Film:
    """The film of the values g(first) to g(to - 1), a picture for each."""
    first = ruleset.board.first
    if not first < to <= first + MOST_VALUES:
        raise UndefinedError(f"a film of {to - first:,} values; show at least one and at most {MOST_VALUES} with --to")
    if ruleset.entails():
        raise UndefinedError(f"{ruleset} has another rule than mex, since after some moves the turn does not pass")
    reached = [list_option_values(ruleset, n, budget or Budget()) for n in range(first, to)]
    values = [mex(found) for found in reached]
    largest = max(number for found in (values, *reached) for number in found)
    pictures = [draw_step(values[: k + 1], first, reached[k], len(values), largest + 2) for k in range(len(values))]
    return Film(pictures, f"The values g({first}) to g({to - 1}) of {ruleset}, each by the least excluded number")


def list_option_values(ruleset: Ruleset[Any], n: int, budget: Budget) -> list[int]:
    """The nimbers of the options of the position at place n of the line."""
    solver = Solver()
    found = set[int]()
    for move in Game.of(ruleset, ruleset.board.line(n)).each_move():
        value = solver.total(move.to, solver.inquire(budget))
        if not isinstance(value, int):
            raise UndefinedError(f"an option of {move.game} is worth {value}; a film shows whole numbers")
        found.add(value)
    return sorted(found)


def draw_step(values: list[int], first: int, reached: list[int], across: int, down: int) -> Picture:
    """The values so far, and how the last of them was found; so many places in the two rows."""
    n, value = first + len(values) - 1, values[-1]
    found = join(words(middle(k), TOP, str(first + k), "small") + draw_value(k, values) for k in range(across))
    numbers = join(draw_number(k, value, reached) for k in range(down))
    heads = words(LEFT - 14, TOP, "n", "film-head") + words(LEFT - 14, TOP + ROW, "g(n)", "film-head")
    heads += words(LEFT - 14, TOP + 2.6 * ROW, "options", "film-head")
    wide = LEFT + CELL * max(across, down, 9) + 12
    told = f"g({n}) = mex {{{', '.join(map(str, reached))}}} = {value}"
    caption = words(wide / 2, TOP + 4.9 * ROW, told)
    return Picture(wide, TOP + 5.4 * ROW, heads + found + numbers + caption, told, standalone(SHAPES + STYLE))


def middle(place: int) -> float:
    return LEFT + CELL * (place + 0.5)


def draw_value(place: int, values: list[int]) -> Drawing:
    is_last = place + 1 == len(values)
    cell = box(LEFT + CELL * place + 2, TOP + 0.35 * ROW, CELL - 4, ROW - 4, "film-now" if is_last else "film-cell", 4)
    return cell + (words(middle(place), TOP + ROW, str(values[place])) if place < len(values) else ())


def draw_number(number: int, value: int, reached: list[int]) -> Drawing:
    """A number that options may have: ticked where one has it, framed where it is the first that none has."""
    y = TOP + 2.6 * ROW
    shown = words(middle(number), y, str(number), "film-tick" if number > value else "")
    if number == value:
        shown += box(LEFT + CELL * number + 4, y - 0.65 * ROW, CELL - 8, 0.95 * ROW, "film-mex", 6)
    return shown + (words(middle(number), y + 0.75 * ROW, "\u2713", "small") if number in reached else ())
