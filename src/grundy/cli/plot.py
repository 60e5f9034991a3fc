"""`grundy plot`: pictures of rulesets and games as SVG, PNG or TikZ."""

import re
from pathlib import Path
from typing import Any

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.cli.sequences import Number
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError, UndefinedError
from grundy.expressions import parse, parse_ruleset
from grundy.render import plot as pictures

__all__ = ["Size", "named", "plot"]

OF_RULESETS = ("values", "histogram", "heat")
OF_GAMES = ("board", "graph")
POINTS = 1_000_000  # of a plot; a screen has a thousand columns


class Size(click.ParamType[tuple[int, int]]):
    """Rows x columns: 8x8."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """The numbers of rows and columns."""
        shape = re.fullmatch(r"\s*(\d{1,6})\s*[xX*]\s*(\d{1,6})\s*", str(value))
        if not shape or not int(shape[1]) * int(shape[2]):
            self.fail(f"'{value}' is not a size; write rows x columns such as 8x8", param, ctx)
        return int(shape[1]), int(shape[2])


def named(text: str) -> Ruleset[Any] | Game:
    """What an expression names: a ruleset, or a game if it has a position."""
    try:
        return parse_ruleset(text)
    except NotationError:
        return parse(text, files=True)


def fitting(thing: Ruleset[Any] | Game) -> str:
    """The picture that shows most of a thing: its board, its values, or its table where they form no line."""
    if isinstance(thing, Game):
        return "board"
    try:
        thing.board.line(thing.board.first)
    except UndefinedError:
        return "heat"
    return "values"


def picture(
    thing: Ruleset[Any] | Game, kind: str, to: int, size: tuple[int, int], misere: bool, budget: Budget
) -> pictures.Plot:
    """The picture of this kind."""
    if isinstance(thing, Game):
        if kind not in OF_GAMES:
            raise click.BadParameter(f"'{kind}' is a plot of a ruleset; leave out the position, or draw board or graph")
        return pictures.graph(thing, misere, budget) if kind == "graph" else pictures.board(thing)
    if kind not in OF_RULESETS:
        raise click.BadParameter(f"'{kind}' is a picture of a position; write one, such as {thing}(...)")
    if kind == "heat":
        return pictures.heat(thing, *size, budget)
    return (pictures.values if kind == "values" else pictures.histogram)(thing, to, budget)


@click.command()
@expression
@click.option("--kind", type=click.Choice([*OF_RULESETS, *OF_GAMES]), help="What to draw; by default what fits.")
@click.option("--to", type=Number(), default=200, show_default=True, help="Values below TO.")
@click.option("--size", type=Size(), default="16x16", show_default=True, help="Rows x columns of a heat map.")
@click.option("--misere", is_flag=True, help="Outcomes in a graph where whoever makes the last move loses.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="A name in .svg, .png, .tex or .tikz.")
@general
def plot(
    expression: str,
    kind: str | None,
    to: int,
    size: tuple[int, int],
    misere: bool,
    out: Path | None,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """Values, histogram, heat map, board or game graph: grundy plot "octal(0.77)" --to 200 --out kayles.svg.

    Without --out the picture is printed as SVG.
    """
    if to > POINTS:
        raise click.BadParameter(f"a plot of {to:,} values; draw at most {POINTS:,}")
    if out:
        pictures.ending(out)  # before the work, not after it
    thing = named(text_of(expression))
    kind = kind or fitting(thing)
    drawn = picture(thing, kind, to, size, misere, budget_of(timeout))
    if out:
        drawn.save(out)
    if as_json:
        about = {"kind": kind, "label": repr(drawn)[1:-1]}
        print_json({"of": str(thing), **about, **({"file": str(out)} if out else {"svg": drawn.svg})})
    else:
        click.echo(f"{out}: {repr(drawn)[1:-1]}" if out else drawn.svg)
