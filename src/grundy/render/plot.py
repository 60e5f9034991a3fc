"""Pictures of rulesets and games, for a notebook and for files: values, histogram, heat map, game graph, board.

>>> from grundy import kayles, nim
>>> from grundy.render import plot
>>> plot.values(kayles, 100)
<Plot of the values g(0) to g(99); the largest is 8.>
>>> plot.graph(nim(1, 2))
<A digraph of 5 vertices>
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError
from grundy.render.files import write
from grundy.render.svg import plot as drawn
from grundy.solvers import table

__all__ = ["Plot", "bars", "board", "chart", "ending", "graph", "heat", "histogram", "line", "values"]

LABEL = re.compile(r'aria-label="([^"]*)"|<title>([^<]*)</title>')
CELLS = 10_000  # of a heat map: beyond a hundred rows its numbers cannot be read
VERTICES = 400  # of a graph that can be looked at


@dataclass(frozen=True, repr=False)
class Plot:
    """A picture: it shows itself in a notebook and is saved as SVG, PNG or TikZ, by the ending of the file's name."""

    svg: str

    def __repr__(self) -> str:
        found = LABEL.search(self.svg)
        return f"<{unescape(found[1] or found[2])}>" if found else "<a picture>"

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self) -> bytes:
        """The picture as PNG; it needs the extra `plot`."""
        from grundy.render.export.png import png

        return png(self.svg)

    def tikz(self) -> str:
        """The picture as TikZ, for a LaTeX document."""
        from grundy.render.export.tikz import tikz

        return tikz(self.svg)

    def save(self, path: str | Path) -> None:
        """Write the picture, in the format that the name ends in."""
        write(path, FORMATS[ending(path)](self))


FORMATS: dict[str, Callable[[Plot], str | bytes]] = {
    ".svg": lambda plot: f"{plot.svg.rstrip()}\n",
    ".png": Plot.png,
    ".tex": Plot.tikz,
    ".tikz": Plot.tikz,
}


def ending(path: str | Path) -> str:
    """The ending of a file's name, which must be that of a picture."""
    found = Path(path).suffix.lower()
    if found not in FORMATS:
        raise GrundyError(f"{path} does not end like a picture; name a file {', '.join(FORMATS)}")
    return found


def line(numbers: Sequence[int], first: int = 0, period: tuple[int, int] | None = None) -> Plot:
    """These values as points over their indices."""
    return Plot(drawn.values(numbers, first, period, alone=True))


def bars(numbers: Sequence[int]) -> Plot:
    """How often each of these values occurs."""
    return Plot(drawn.histogram(numbers, alone=True))


def values(ruleset: Ruleset[Any], to: int = 200, budget: Budget | None = None) -> Plot:
    """The values below `to`, with their period where they prove it."""
    found = table.Table(ruleset, budget)
    numbers = found.up_to(to)
    refuse_empty(ruleset, numbers)
    if not found.proved:
        found.look()
    known = found.period
    period = (known.preperiod, known.period) if known and known.proved and not known.saltus else None
    return line(numbers, found.first, period)


def histogram(ruleset: Ruleset[Any], to: int = 200, budget: Budget | None = None) -> Plot:
    """How often each value occurs below `to`."""
    numbers = table.Table(ruleset, budget).up_to(to)
    refuse_empty(ruleset, numbers)
    return bars(numbers)


def refuse_empty(ruleset: Ruleset[Any], numbers: Sequence[int]) -> None:
    """Raise where there is nothing to draw."""
    if not numbers:
        raise GrundyError(f"no value of {ruleset} lies below that bound; ask for more with --to")


def heat(ruleset: Ruleset[Any], rows: int, columns: int, budget: Budget | None = None) -> Plot:
    """A table of nimbers, darker where they are larger."""
    if not 0 < rows * columns <= CELLS:
        raise GrundyError(f"a heat map of {rows:,} x {columns:,} cells; draw at least one and at most {CELLS:,}")
    return chart(table.grid(ruleset, rows, columns, budget), ruleset.board.origin)


def chart(rows: Sequence[Sequence[Nimber]], origin: tuple[int, int] = (0, 0)) -> Plot:
    """These nimbers as a heat map."""
    return Plot(drawn.heat(rows, origin, alone=True))


def graph(game: Game, misere: bool = False, budget: Budget | None = None) -> Plot:
    """Every position that play can reach, in layers, with values and winning moves."""
    from grundy.render.digraph import draw
    from grundy.render.game_graph import positions

    found = positions(game, VERTICES, budget)
    return Plot(draw(found, misere, next(iter(found))))


def board(game: Game) -> Plot:
    """The position itself."""
    from grundy.render.svg.compose import svg

    return Plot(svg(game))
