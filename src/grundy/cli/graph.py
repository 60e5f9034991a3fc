"""`grundy graph`."""

import json
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import click

from grundy.boards.graph_files import load_numbered
from grundy.cli.common import budget_of, common_options, print_json
from grundy.core.budget import Budget
from grundy.digraphs.game_properties import Properties, properties
from grundy.errors import UndefinedError
from grundy.solvers.retrograde import Vertex, analyse_arrows, followers, grundy_functions

ROW = "{:<{width}}  {:<7}  {:<6}  {:<8}  {:>6}  {:>10}  {}"
HEADER = ("vertex", "outcome", "misère", "nimber", "height", "remoteness", "winning moves")
MOST_FUNCTIONS = 100_000  # that are printed
MOST_MOVES = 8  # winning moves of one vertex that the table names


@click.command()
@click.argument("file", type=click.Path())
@click.option(
    "--misere", is_flag=True, help="Print remoteness and winning moves for misère play, where the last move loses."
)
@click.option(
    "--functions", is_flag=True, help="Print every Sprague-Grundy function; with cycles there may be none, or several."
)
@click.option("--svg", type=click.Path(), metavar="OUT", help="Draw the graph into this file.")
@common_options
def graph(
    file: str, misere: bool, functions: bool, svg: str | None, as_json: bool, timeout: float, fresh: bool
) -> None:
    """Solve a directed graph in a file (DOT, GraphML, JSON or a list of arrows) as a game.

    A token moves along the arrows; who cannot move loses. Prints for each vertex who wins, its nimber and its height,
    which is the number of moves in the longest play; and of the whole whether it is bipartite, at last won and lost by
    turns, and simple (docs/theory/digraphs.md).
    """
    names, tails, heads = load_numbered(file)
    if svg:
        from grundy.render.digraph import draw_digraph
        from grundy.render.files import write_file

        write_file(svg, f"{draw_digraph(followers(names, tails, heads), misere).svg}\n")
    if functions:
        print_functions(followers(names, tails, heads), budget_of(timeout), as_json)
        return
    seen = Heights(analyse_arrows(names, tails, heads, misere))
    width = max(map(len, (*names, HEADER[0])))
    lines = json_lines(seen, tails, heads) if as_json else table(seen, width, tails, heads)
    sys.stdout.writelines(f"{line}\n" for line in lines)


class Heights:
    """The rows of the table as they come; their heights and outcomes are kept for what is said of the whole."""

    def __init__(self, found: Iterable[tuple[str, Vertex]]) -> None:
        self.found = found
        self.heights, self.lost, self.is_acyclic = array("i"), bytearray(), True

    def __iter__(self) -> Iterator[tuple[str, Vertex]]:
        for name, vertex in self.found:
            self.is_acyclic &= vertex.height is not None
            self.heights.append(vertex.height or 0)
            self.lost.append(vertex.outcome == "P")
            yield name, vertex

    def properties(self, tails: Sequence[int], heads: Sequence[int]) -> Properties | None:
        """What holds of the whole, or None where play can go round."""
        if not self.is_acyclic:
            return None
        return properties(self.heights, self.lost, zip(tails, heads, strict=True))


def print_functions(graph: Mapping[str, Sequence[str]], budget: Budget, as_json: bool) -> None:
    found = islice(grundy_functions(graph, budget), MOST_FUNCTIONS + 1)
    functions = [{vertex: function[vertex] for vertex in graph} for function in found]
    if len(functions) > MOST_FUNCTIONS:
        raise UndefinedError(f"more than {MOST_FUNCTIONS:,} Sprague-Grundy functions; take a graph with fewer cycles")
    if as_json:
        print_json({"functions": functions})
        return
    click.echo(f"{len(functions):,} Sprague-Grundy functions" if len(functions) != 1 else "1 Sprague-Grundy function")
    for function in functions:
        click.echo("  ".join(f"{vertex}: {nimber}" for vertex, nimber in function.items()))


def json_lines(found: Heights, tails: Sequence[int], heads: Sequence[int]) -> Iterator[str]:
    """One JSON object, a line a vertex: all of them at once would fill the memory."""
    start = '{"vertices": {'
    for name, vertex in found:
        yield f"{start}{json.dumps(name)}: {json.dumps(vertex.json())}"
        start = ","
    whole = found.properties(tails, heads)
    yield f'}}, "digraph": {json.dumps({"acyclic": whole is not None, **(vars(whole) if whole else {})})}}}'


def table(found: Heights, width: int, tails: Sequence[int], heads: Sequence[int]) -> Iterator[str]:
    yield ROW.format(*HEADER, width=width)
    for name, it in found:
        moves = it.winning_moves
        wins = " ".join(moves[:MOST_MOVES]) + (
            f" and {len(moves) - MOST_MOVES:,} more" if len(moves) > MOST_MOVES else ""
        )
        numbers = ("-" if number is None else number for number in (it.height, it.remoteness))
        yield ROW.format(name, it.outcome, it.misere, str(it.nimber), *numbers, wins, width=width).rstrip()
    yield f"The digraph: {found.properties(tails, heads) or 'with cycles, so that play may never end'}."
