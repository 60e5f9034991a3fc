"""`grundy solve`."""

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.expressions import parse
from grundy.solvers.solution import MoveChoice, Solution
from grundy.solvers.solution import solve as solve_game

__all__ = ["solve"]

ChosenMoves = click.Choice(["winning", "all", "none"])


def print_answer(answer: Solution, as_json: bool) -> int:
    """Print the answer; the exit code says whether there was one."""
    if as_json:
        print_json(answer.json())
    else:
        from grundy.explain.text import lines

        click.echo("\n".join(lines(answer)))
    return 0 if answer.outcome else 1


@click.command()
@expression
@click.option("--misere", is_flag=True, help="Whoever makes the last move loses.")
@click.option("--moves", type=ChosenMoves, default="winning", show_default=True, help="Which moves to list.")
@click.option("--most", type=click.IntRange(min=0), default=1000, show_default=True, help="Moves listed at most.")
@general
def solve(
    expression: str, misere: bool, moves: MoveChoice, most: int, as_json: bool, timeout: float, fresh: bool
) -> int:
    """Who wins, by which moves, and the nimber: grundy solve "kayles(13) + nim(3,5,7)"."""
    game = parse(text_of(expression), files=True)
    return print_answer(solve_game(game, misere, moves, most, budget_of(timeout), fresh), as_json)
