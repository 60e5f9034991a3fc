"""`grundy strategy`: a winning reply to every move."""

from pathlib import Path

import click

from grundy.cli.common import (
    budget_of,
    common_options,
    erase_line,
    expression,
    misere_option,
    print_json,
    set_last_words,
    text_of,
)
from grundy.cli.files import FILE
from grundy.cli.terminal import print_text
from grundy.core.reader import printable
from grundy.expressions import parse

Formats = click.Choice(["text", "json", "dot"])


@click.command()
@expression
@misere_option
@click.option(
    "--depth", type=click.IntRange(min=0), default=1, show_default=True, help="So many moves of the loser are answered."
)
@click.option(
    "--most", type=click.IntRange(min=1), default=20, show_default=True, help="Answer so many moves of a position."
)
@click.option("--format", "style", type=Formats, default="text", show_default=True, help="The format of the tree.")
@click.option("--out", type=FILE, metavar="FILE", help="Write the whole strategy as a proof for `grundy verify`.")
@common_options
def strategy(
    expression: str,
    misere: bool,
    depth: int,
    most: int,
    style: str,
    out: Path | None,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> int:
    """Print how the winner wins: a reply to every move: grundy strategy "nim(1,2,4)".

    First comes the winning move, if the first player wins, and then for each move of the loser a reply. Moves that lead
    to equal positions stand together. A position of the tree, given to the same command, shows what follows there.
    """
    from grundy.solvers.solver import Solver
    from grundy.solvers.strategy import find_strategy, undecided_tree

    game, style = parse(text_of(expression), files=True), "json" if as_json else style
    if style == "json":
        set_last_words(undecided_tree(game, misere).json())
    tree = find_strategy(game, misere, depth, most, Solver(budget_of(timeout), fresh))
    written = {}
    if out and tree.winner:
        from grundy.explain.certificates.make import certify_game

        header = certify_game(game, out, "outcome", misere, budget=budget_of(timeout), fresh=fresh)
        written = {"certificate": str(out), "kind": header["kind"]}
    if style == "json":
        print_json(tree.json() | written)
    elif style == "dot":
        from grundy.render.export.strategies import strategy_dot

        erase_line()
        click.echo(strategy_dot(tree))
    else:
        from grundy.explain.strategy_lines import strategy_lines

        name = printable(str(out))
        proof = [f"{name}: {out.stat().st_size:,} bytes; `grundy verify {name}` checks it"] if out and written else []
        print_text("\n".join([*strategy_lines(tree), *proof]))
    return 0 if tree.outcome and not tree.reason else 1
