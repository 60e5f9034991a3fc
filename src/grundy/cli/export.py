"""`grundy export`: values, tables, game graphs and boards in the formats of other programs."""

from pathlib import Path
from typing import Any

import click

from grundy.cli.common import Integer, TableSize, budget_of, common_options, erase_line, print_answer, text_of, words
from grundy.cli.files import FILE
from grundy.cli.plot import read_thing
from grundy.cli.table import MOST_CELLS
from grundy.cli.values import sequence_of
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError
from grundy.render import plot
from grundy.render.export.graphs import GRAPHS, graph_text
from grundy.render.export.sequences import SEQUENCES, TABLES, sequence_text, table_text
from grundy.render.files import write_file
from grundy.render.game_graph import positions
from grundy.solvers.value_sequence import nimber_table

MOST_VALUES = 10_000_000  # as text, all of them in memory
PICTURES = ("svg", "png", "tikz")
ENDINGS = {"tex": "latex", "txt": "bfile", "gv": "dot", "xml": "graphml"}  # other endings are the format's own name


def format_of(thing: Ruleset[Any] | Game, size: tuple[int, int] | None, form: str | None, out: Path | None) -> str:
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


def file_content(
    thing: Ruleset[Any] | Game, form: str, to: int, size: tuple[int, int] | None, budget: Budget
) -> str | bytes:
    if isinstance(thing, Game):
        if form in GRAPHS:
            return graph_text(str(thing), positions(thing, budget=budget), form)
        drawn = plot.board(thing)
        return drawn.tikz() if form == "tikz" else drawn.png() if form == "png" else f"{drawn.svg}\n"
    if size:
        return table_text(str(thing), thing.board.origin, nimber_table(thing, *size, budget), form)
    if to > MOST_VALUES:
        raise GrundyError(
            f"a text of {to:,} values; export at most {MOST_VALUES:,}, or keep them by grundy values --out FILE.seq"
        )
    values = sequence_of(thing, to, budget.seconds).values_below(to)
    return sequence_text(str(thing), thing.board.first, values, form)


@click.command()
@words()
@click.option(
    "--format", "form", type=click.Choice([*dict.fromkeys((*SEQUENCES, *GRAPHS, *PICTURES))]), help="The format."
)
@click.option("--to", type=Integer(), default=100, show_default=True, help="Write the values of the heaps below TO.")
@click.option("--size", type=TableSize(), help="Write a table of so many rows x columns instead.")
@click.option(
    "--out",
    type=FILE,
    metavar="FILE",
    help="The file to write; the end of its name decides the format. By default the terminal.",
)
@common_options
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
    """Write values (CSV, JSON, LaTeX, b-file), a table, a game graph (DOT, GraphML) or a board (TikZ, SVG, PNG).

    grundy export kayles --to 1000 --out b071830.txt

    grundy export wythoff --size 8x8 --format latex

    grundy export "nim(1,2,3)" --out nim.graphml

    grundy export "kayles(7) + nim(3,5)" --format tikz
    """
    if size and size[0] * size[1] > MOST_CELLS:
        raise click.BadParameter(f"a table of {size[0]:,} x {size[1]:,} cells; ask for at most {MOST_CELLS:,}")
    thing = read_thing(text_of(expression))
    form = format_of(thing, size, "json" if as_json and not (form or out) else form, out)
    budget = budget_of(timeout)
    budget.note_stage(f"{thing} as {form}")
    text = file_content(thing, form, to, size, budget)
    if out:
        write_file(out, text)
        about = {"of": str(thing), "format": form, "file": str(out), "bytes": out.stat().st_size}
        print_answer(about, f"{out}: {thing} as {form}", as_json)
    else:
        erase_line()
        click.echo(text, nl=False)
