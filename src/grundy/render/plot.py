"""Pictures of rulesets and games, for a notebook and for files: values, histogram, heat map, game graph, board.

>>> from grundy import kayles, nim
>>> from grundy.render import plot
>>> plot.values(kayles, 100)
<Plot of the values g(0) to g(99); the largest is 8.>
>>> plot.graph(nim(1, 2))
<A digraph of 5 vertices>
"""

from collections.abc import Sequence
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError
from grundy.render.charts import draw_heat_map, draw_histogram, draw_values
from grundy.render.picture import Picture
from grundy.solvers.value_sequence import ValueSequence, nimber_table

MOST_CELLS = 10_000  # of a heat map: beyond a hundred rows its numbers cannot be read
MOST_VERTICES = 400  # of a graph that can be looked at


def values(ruleset: Ruleset[Any], to: int = 200, budget: Budget | None = None) -> Picture:
    """The values below `to`, with their period where they prove it."""
    found = ValueSequence(ruleset, budget)
    numbers = found.values_below(to)
    refuse_empty(ruleset, numbers)
    if not found.is_proved:
        found.look_for_period()
    known = found.period
    period = (known.preperiod, known.period) if known and known.proved and not known.saltus else None
    return draw_values(numbers, found.first, period)


def histogram(ruleset: Ruleset[Any], to: int = 200, budget: Budget | None = None) -> Picture:
    numbers = ValueSequence(ruleset, budget).values_below(to)
    refuse_empty(ruleset, numbers)
    return draw_histogram(numbers)


def refuse_empty(ruleset: Ruleset[Any], numbers: Sequence[int]) -> None:
    if not numbers:
        raise GrundyError(f"no value of {ruleset} lies below that bound; ask for more with --to")


def heat(ruleset: Ruleset[Any], rows: int, columns: int, budget: Budget | None = None) -> Picture:
    """A table of nimbers, darker where they are larger."""
    if not 0 < rows * columns <= MOST_CELLS:
        raise GrundyError(f"a heat map of {rows:,} x {columns:,} cells; draw at least one and at most {MOST_CELLS:,}")
    return draw_heat_map(nimber_table(ruleset, rows, columns, budget), ruleset.board.origin)


def graph(game: Game, misere: bool = False, budget: Budget | None = None) -> Picture:
    """Every position that play can reach, in layers, with values and winning moves."""
    from grundy.render.digraph import draw_digraph
    from grundy.render.game_graph import positions
    from grundy.solvers.solver import refuse_play

    refuse_play(game, misere)
    found = positions(game, MOST_VERTICES, budget)
    return draw_digraph(found, misere, next(iter(found)))


def board(game: Game) -> Picture:
    from grundy.render.scenes.compose import draw_game

    return draw_game(game)
