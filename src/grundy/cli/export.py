"""`grundy export`: values, tables, game graphs and boards in the formats of other programs."""

from pathlib import Path
from typing import Any

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.cli.plot import Size, named
from grundy.cli.sequences import CELLS, Number
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError
from grundy.render import plot
from grundy.render.export.graphs import GRAPHS, graph
from grundy.render.export.sequences import SEQUENCES, TABLES, sequence, table
from grundy.render.files import write
from grundy.render.game_graph import positions
from grundy.solvers import table as tables

__all__ = ["export"]

VALUES = 10_000_000  # written as text, all of them in memory
PICTURES = ("svg", "png", "tikz")
ENDINGS = {"tex": "latex", "txt": "bfile", "gv": "dot", "xml": "graphml"}  # other endings are the format's own name


def form_of(thing: Ruleset[Any] | Game, size: tuple[int, int] | None, form: str | None, out: Path | None) -> str:
    """The format that is asked for, or that the file's name ends in; it must suit the thing."""
    game = isinstance(thing, Game)
    allowed = (*GRAPHS, *PICTURES) if game else TABLES if size else SEQUENCES
    if form is None and out:
        ending = out.suffix[1:].lower()
        form = "tikz" if game and ending == "tex" else ENDINGS.get(ending, ending)
    if form is None or form not in allowed:
        what = "a game" if game else "a table" if size else "a sequence of values"
        raise GrundyError(f"{what} is not written as {form or 'nothing'}; choose --format {', '.join(allowed)}")
    return form


def content(
    thing: Ruleset[Any] | Game, form: str, to: int, size: tuple[int, int] | None, budget: Budget
) -> str | bytes:
    """What the file holds."""
    if isinstance(thing, Game):
        if form in GRAPHS:
            return graph(str(thing), positions(thing, budget=budget), form)
        drawn = plot.board(thing)
        return drawn.tikz() if form == "tikz" else drawn.png() if form == "png" else f"{drawn.svg}\n"
    if size:
        return table(str(thing), thing.board.origin, tables.grid(thing, *size, budget), form)
    if to > VALUES:
        raise GrundyError(
            f"a text of {to:,} values; export at most {VALUES:,}, or keep them by grundy values --out FILE.seq"
        )
    return sequence(str(thing), thing.board.first, tables.Table(thing, budget).up_to(to), form)


@click.command()
@expression
@click.option("--format", "form", type=click.Choice([*dict.fromkeys((*SEQUENCES, *GRAPHS, *PICTURES))]))
@click.option("--to", type=Number(), default=100, show_default=True, help="Values below TO.")
@click.option("--size", type=Size(), help="A table of so many rows x columns instead.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Its ending tells the format.")
@general
def export(
    expression: str,
    form: str | None,
    to: int,
    size: tuple[int, int] | None,
    out: Path | None,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """Values (CSV, JSON, LaTeX, OEIS b-file), a table, a game graph (DOT, GraphML, JSON) or a board (TikZ, SVG, PNG).

    grundy export kayles --to 1000 --out b071830.txt

    grundy export wythoff --size 8x8 --format latex

    grundy export "nim(1,2,3)" --out nim.graphml

    grundy export "kayles(7) + nim(3,5)" --format tikz
    """
    if size and size[0] * size[1] > CELLS:
        raise click.BadParameter(f"a table of {size[0]:,} x {size[1]:,} cells; ask for at most {CELLS:,}")
    thing = named(text_of(expression))
    form = form_of(thing, size, "json" if as_json and not (form or out) else form, out)
    found = content(thing, form, to, size, budget_of(timeout))
    if out:
        write(out, found)
        about = {"of": str(thing), "format": form, "file": str(out), "bytes": out.stat().st_size}
        print_json(about) if as_json else click.echo(f"{out}: {thing} as {form}")
    else:
        click.echo(found, nl=False)
