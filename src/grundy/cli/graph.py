"""`grundy graph`."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from grundy.boards.graph_files import numbered
from grundy.cli.common import general
from grundy.errors import GrundyError
from grundy.solvers.retrograde import Vertex, analyse_arrows, followers

__all__ = ["graph"]

ROW = "{:<{width}}  {:<7}  {:<6}  {:<8}  {:>6}  {:>10}  {}"
HEADER = ("vertex", "outcome", "misère", "nimber", "height", "remoteness", "winning moves")
SHOWN = 8  # winning moves of one vertex in the table


@click.command()
@click.argument("file", type=click.Path())
@click.option("--misere", is_flag=True, help="Remoteness and winning moves where whoever makes the last move loses.")
@click.option("--svg", type=click.Path(), metavar="OUT", help="Draw the graph into a file.")
@general
def graph(file: str, misere: bool, svg: str | None, as_json: bool, timeout: float, fresh: bool) -> None:
    """Any directed graph as a game, from DOT, GraphML, JSON or a list of arrows: outcomes, nimbers, draws, heights."""
    names, tails, heads = numbered(file)
    found = analyse_arrows(names, tails, heads, misere)
    if svg:
        from grundy.render.digraph import draw

        write(svg, draw(followers(names, tails, heads), misere))
    lines = json_lines(found) if as_json else table(found, max(map(len, (*names, HEADER[0]))))
    sys.stdout.writelines(f"{line}\n" for line in lines)


def write(path: str, text: str) -> None:
    """Write a file."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}; name another file") from error


def json_lines(found: Iterable[tuple[str, Vertex]]) -> Iterator[str]:
    """One JSON object, a line a vertex: all of them at once would fill the memory."""
    start = '{"vertices": {'
    for name, vertex in found:
        yield f"{start}{json.dumps(name)}: {json.dumps(vertex.json())}"
        start = ","
    yield "}}"


def table(found: Iterable[tuple[str, Vertex]], width: int) -> Iterator[str]:
    """The vertices one below the other."""
    yield ROW.format(*HEADER, width=width)
    for name, it in found:
        moves = it.winning_moves
        wins = " ".join(moves[:SHOWN]) + (f" and {len(moves) - SHOWN:,} more" if len(moves) > SHOWN else "")
        numbers = ("-" if number is None else number for number in (it.height, it.remoteness))
        yield ROW.format(name, it.outcome, it.misere, str(it.nimber), *numbers, wins, width=width).rstrip()
