"""`grundy plot`: pictures of rulesets and games as SVG, PNG or TikZ."""

from pathlib import Path
from typing import Any

import click

from grundy.cli.common import Integer, TableSize, budget_of, common_options, print_answer, text_of, words
from grundy.cli.files import FILE
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError, UndefinedError
from grundy.expressions import parse, parse_ruleset
from grundy.play import recording
from grundy.render import plot as pictures
from grundy.render.film import Film, film_ending
from grundy.render.mex_film import film_mex
from grundy.render.picture import Picture, picture_ending

OF_RULESETS = ("values", "histogram", "heat", "mex")
OF_GAMES = ("board", "graph", "match")
FILMS = ("mex", "match")
PLOTTED_VALUES, FILMED_VALUES = 200, 16  # unless --to says otherwise
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
    thing: Ruleset[Any] | Game, kind: str, to: int | None, size: tuple[int, int], misere: bool, budget: Budget
) -> Picture | Film:
    if isinstance(thing, Game):
        if kind not in OF_GAMES:
            raise click.BadParameter(f"'{kind}' is a plot of a ruleset; leave out the position, or draw board or graph")
        if kind == "match":
            return recording.film_match(recording.play_out(thing, misere), budget=budget)
        return pictures.graph(thing, misere, budget) if kind == "graph" else pictures.board(thing)
    if kind not in OF_RULESETS:
        raise click.BadParameter(f"'{kind}' is a picture of a position; write one, such as {thing}(...)")
    if kind == "heat":
        return pictures.heat(thing, *size, budget)
    if kind == "mex":
        return film_mex(thing, thing.board.first + FILMED_VALUES if to is None else to, budget)
    draw = pictures.values if kind == "values" else pictures.histogram
    return draw(thing, PLOTTED_VALUES if to is None else to, budget)


@click.command()
@words()
@click.option(
    "--kind",
    type=click.Choice([*OF_RULESETS, *OF_GAMES]),
    help="What to draw. By default the board of a game, the values of a ruleset.",
)
@click.option("--to", type=Integer(), help="Draw the values of the heaps below TO: 200 by default, 16 in a film.")
@click.option("--size", type=TableSize(), default="16x16", show_default=True, help="Rows x columns of a heat map.")
@click.option("--misere", is_flag=True, help="In a graph or match, misère play: the last move loses.")
@click.option(
    "--out",
    type=FILE,
    metavar="FILE",
    help="The file to write; its name ends in .svg, .png, .tex or .tikz; that of a film in .svg or .gif.",
)
@common_options
def plot(
    expression: str,
    kind: str | None,
    to: int | None,
    size: tuple[int, int],
    misere: bool,
    out: Path | None,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """Draw values, a histogram, a heat map, a board or a game graph: grundy plot "octal(0.77)" --out kayles.svg.

    Two kinds are films for slides: mex shows how values are found, match a game of two perfect players. Without --out
    the picture is printed as SVG.
    """
    if to and to > MOST_POINTS:
        raise click.BadParameter(f"a plot of {to:,} values; draw at most {MOST_POINTS:,}")
    thing = read_thing(text_of(expression))
    kind = kind or default_kind(thing)
    if out:
        (film_ending if kind in FILMS else picture_ending)(out)  # before the work, not after it
    drawn = draw_picture(thing, kind, to, size, misere, budget_of(timeout))
    if out:
        drawn.save(out)
    data = {"of": str(thing), "kind": kind, "label": drawn.label}
    data |= {"file": str(out)} if out else {"svg": drawn.svg}
    print_answer(data, f"{out}: {drawn.label}" if out else drawn.svg, as_json)
