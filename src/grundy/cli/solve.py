"""`grundy solve`. The solver is loaded when the command runs, not for its help or for completion."""

import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import click

from grundy.cli.common import (
    budget_of,
    check_saved_option,
    common_options,
    misere_option,
    print_json,
    set_last_words,
    text_of,
    words,
)
from grundy.cli.terminal import print_text
from grundy.core.budget import Budget
from grundy.errors import NotDecided

if TYPE_CHECKING:
    from typing import TypedDict

    from grundy.core.game import Game
    from grundy.solvers.solution import Json, MoveChoice, Solution
    from grundy.solvers.solver import Solver

    class Asked(TypedDict):
        misere: bool
        moves: MoveChoice
        most: int
        lengths: bool


ChosenMoves = click.Choice(["winning", "all", "none"])


@click.command()
@words()
@misere_option
@click.option("--moves", type=ChosenMoves, default="winning", show_default=True, help="Which moves to list.")
@click.option("--most", type=click.IntRange(min=0), default=1000, show_default=True, help="List at most so many moves.")
@click.option(
    "--lengths",
    is_flag=True,
    help="Also say how long play lasts: if the winner hurries and the loser delays (remoteness), and at most (height).",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Search long proofs with so many processes; needs `pip install grundy[cluster]`.",
)
@check_saved_option
@common_options
def solve(
    expression: str,
    misere: bool,
    moves: "MoveChoice",
    most: int,
    lengths: bool,
    workers: int | None,
    check_saved: bool,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> int:
    """Say who wins, by which moves, and what the nimber is: grundy solve "kayles(13) + nim(3,5,7)".

    With --json, `-` reads many expressions, one a line, and answers with one object a line; --timeout is for each.
    """
    from grundy.expressions import parse
    from grundy.solvers.solution import undecided_solution
    from grundy.solvers.solver import Solver

    asked: Asked = {"misere": misere, "moves": moves, "most": most, "lengths": lengths}
    answer_of = partial(ask, asked=asked, workers=workers, check_saved=check_saved, timeout=timeout)
    if as_json and expression == "-":
        from grundy.cli import solve_lines

        return solve_lines.answer_lines(lambda *question: as_object(*answer_of(*question)), misere, timeout, fresh)
    text = text_of(expression)
    game = parse(text, files=True)
    if as_json:
        set_last_words(undecided_solution(game, misere, "").json())
    if os.environ.get("GRUNDY_GAMES"):
        from grundy.cli.own_games import refuse_faulty

        refuse_faulty(text)
    answer, checked = answer_of(game, Solver(budget_of(timeout), fresh))
    if as_json:
        print_json(as_object(answer, checked))
    else:
        from grundy.explain.answer import answer_lines

        print_text("\n".join([*answer_lines(answer), *["Computed anew, without saved results: the same."] * checked]))
    return 0 if answer.outcome else 1


def ask(
    game: "Game", solver: "Solver", asked: "Asked", workers: int | None, check_saved: bool, timeout: float
) -> "tuple[Solution, bool]":
    """The answer, and whether a saved result in it was computed anew."""
    from grundy.solvers.solution import solve, undecided_solution

    budget, misere = budget_of(timeout), asked["misere"]
    if workers:
        search_apart(game, misere, workers, budget, solver.fresh)
    try:
        answer = solve(game, budget=budget, solver=solver, **asked)
    except NotDecided as error:  # in what looks at no budget, such as moves that never end
        answer = undecided_solution(game, misere, str(error))
    checked = check_saved and answer.saved is not None
    if checked:
        refuse_false(solver, answer, solve(game, budget=budget_of(timeout), fresh=True, **asked))
    return answer, checked


def as_object(answer: "Solution", checked: bool) -> "Json":
    return answer.json() | ({"checked": True} if checked else {})


def refuse_false(solver: "Solver", answer: "Solution", again: "Solution") -> None:
    """Raise where an answer from saved results was not found again, and drop these where they are false."""
    if not again.outcome:
        raise NotDecided(f"{answer.game} is {answer.outcome} by saved results, which were not checked: {again.reason}")
    if answer.differs(again):
        solver.provers.drop_saved()
        found = f"{again.outcome} with nimber {again.nimber}" if again.nimber is not None else again.outcome
        raise NotDecided(f"saved results about {answer.game} were false, and are dropped: computed anew it is {found}")


def search_apart(game: "Game", misere: bool, workers: int, budget: Budget, fresh: bool) -> None:
    """Let several processes find the proof, and save it for the answer."""
    from grundy.cluster.proofs import prove_apart
    from grundy.cluster.workers import WorkerCluster

    if misere or fresh:
        raise click.UsageError("--workers search normal play and save what they find; leave out --misere and --fresh")
    with suppress(NotDecided), WorkerCluster(count=workers) as opened:
        prove_apart(game, opened, budget)
