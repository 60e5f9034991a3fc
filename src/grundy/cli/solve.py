"""`grundy solve`."""

from contextlib import suppress

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import NotDecided
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
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes for a long proof search; pays for sums (extra cluster)."
)
@general
def solve(
    expression: str,
    misere: bool,
    moves: MoveChoice,
    most: int,
    workers: int | None,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> int:
    """Who wins, by which moves, and the nimber: grundy solve "kayles(13) + nim(3,5,7)"."""
    game, budget = parse(text_of(expression), files=True), budget_of(timeout)
    if workers:
        search_apart(game, misere, workers, budget, fresh)
    return print_answer(solve_game(game, misere, moves, most, budget, fresh), as_json)


def search_apart(game: Game, misere: bool, workers: int, budget: Budget, fresh: bool) -> None:
    """Let several processes find the proof, and save it for the answer."""
    from grundy.cluster.proofs import prove_apart
    from grundy.cluster.workers import Workers

    if misere or fresh:
        raise click.UsageError("--workers search normal play and save what they find; leave out --misere and --fresh")
    with suppress(NotDecided), Workers(count=workers) as opened:
        prove_apart(game, opened, budget)
