"""`grundy plot`: pictures of rulesets and games as SVG, PNG or TikZ."""

from pathlib import Path
from typing import Any

import click

from grundy.cli.common import Integer, TableSize, budget_of, common_options, expression, print_answer, text_of
from grundy.cli.files import FILE
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError, UndefinedError
from grundy.expressions import parse, parse_ruleset
from grundy.render import plot as pictures
from grundy.render.picture import Picture, picture_ending

OF_RULESETS = ("values", "histogram", "heat")
OF_GAMES = ("board", "graph")
MOST_POINTS = 1_000_000  # of a plot; a screen has a thousand columns


def read_thing(text: str) -> Ruleset[Any] | Game:
    """What an expression names: a ruleset, or a game if it has a position."""
    try:
        return parse_ruleset(text)
    except NotationError:
        return parse(text, files=True)


def default_kind(thing: Ruleset[Any] | Game) -> str:
    """The picture that shows most of a thing: its board, its values, or its table where they form no line."""
    if isinstance(thing, Game):
        return "board"
    try:
        thing.board.line(thing.board.first)
    except UndefinedError:
        return "heat"
    return "values"


def draw_picture(
    thing: Ruleset[Any] | Game, kind: str, to: int, size: tuple[int, int], misere: bool, budget: Budget
) -> Picture:
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
@click.option(
    "--kind",
    type=click.Choice([*OF_RULESETS, *OF_GAMES]),
    help="What to draw. By default the board of a game, the values of a ruleset.",
)
@click.option("--to", type=Integer(), default=200, show_default=True, help="Draw the values of the heaps below TO.")
@click.option("--size", type=TableSize(), default="16x16", show_default=True, help="Rows x columns of a heat map.")
@click.option("--misere", is_flag=True, help="In a graph, show who wins under misère play, where the last move loses.")
@click.option("--out", type=FILE, metavar="FILE", help="The file to write; its name ends in .svg, .png, .tex or .tikz.")
@common_options
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
    """Draw values, a histogram, a heat map, a board or a game graph: grundy plot "octal(0.77)" --out kayles.svg.

    Without --out the picture is printed as SVG.
    """
    if to > MOST_POINTS:
        raise click.BadParameter(f"a plot of {to:,} values; draw at most {MOST_POINTS:,}")
    if out:
        picture_ending(out)  # before the work, not after it
    thing = read_thing(text_of(expression))
    kind = kind or default_kind(thing)
    drawn = draw_picture(thing, kind, to, size, misere, budget_of(timeout))
    if out:
        drawn.save(out)
    data = {"of": str(thing), "kind": kind, "label": drawn.label}
    data |= {"file": str(out)} if out else {"svg": drawn.svg}
    print_answer(data, f"{out}: {drawn.label}" if out else drawn.svg, as_json)
