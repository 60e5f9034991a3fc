"""`grundy graph`."""

import json
import sys
from collections.abc import Iterable, Iterator

import click

from grundy.boards.graph_files import load_numbered
from grundy.cli.common import common_options
from grundy.solvers.retrograde import Vertex, analyse_arrows, followers

ROW = "{:<{width}}  {:<7}  {:<6}  {:<8}  {:>6}  {:>10}  {}"
HEADER = ("vertex", "outcome", "misère", "nimber", "height", "remoteness", "winning moves")
MOST_MOVES = 8  # winning moves of one vertex that the table names


@click.command()
@click.argument("file", type=click.Path())
@click.option(
    "--misere", is_flag=True, help="Print remoteness and winning moves for misère play, where the last move loses."
)
@click.option("--svg", type=click.Path(), metavar="OUT", help="Draw the graph into this file.")
@common_options
def graph(file: str, misere: bool, svg: str | None, as_json: bool, timeout: float, fresh: bool) -> None:
    """Solve a directed graph in a file (DOT, GraphML, JSON or a list of arrows) as a game.

    A token moves along the arrows; who cannot move loses. Prints for each vertex who wins, its nimber and its height,
    which is the number of moves in the longest play.
    """
    names, tails, heads = load_numbered(file)
    found = analyse_arrows(names, tails, heads, misere)
    if svg:
        from grundy.render.digraph import draw_digraph
        from grundy.render.files import write_file

        write_file(svg, f"{draw_digraph(followers(names, tails, heads), misere).svg}\n")
    lines = json_lines(found) if as_json else table(found, max(map(len, (*names, HEADER[0]))))
    sys.stdout.writelines(f"{line}\n" for line in lines)


def json_lines(found: Iterable[tuple[str, Vertex]]) -> Iterator[str]:
    """One JSON object, a line a vertex: all of them at once would fill the memory."""
    start = '{"vertices": {'
    for name, vertex in found:
        yield f"{start}{json.dumps(name)}: {json.dumps(vertex.json())}"
        start = ","
    yield "}}"


def table(found: Iterable[tuple[str, Vertex]], width: int) -> Iterator[str]:
    yield ROW.format(*HEADER, width=width)
    for name, it in found:
        moves = it.winning_moves
        wins = " ".join(moves[:MOST_MOVES]) + (
            f" and {len(moves) - MOST_MOVES:,} more" if len(moves) > MOST_MOVES else ""
        )
        numbers = ("-" if number is None else number for number in (it.height, it.remoteness))
        yield ROW.format(name, it.outcome, it.misere, str(it.nimber), *numbers, wins, width=width).rstrip()
