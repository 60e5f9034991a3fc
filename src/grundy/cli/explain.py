"""`grundy explain`: why a game is won, lost or drawn."""

import click

from grundy.cli.common import budget_of, common_options, erase_line, misere_option, print_json, text_of, words
from grundy.cli.terminal import print_text
from grundy.expressions import parse

Formats = click.Choice(["text", "markdown", "html", "latex", "json"])


@click.command()
@words()
@misere_option
@click.option("--full", is_flag=True, help="Say more: every part, more moves, and the idea of each proof.")
@click.option(
    "--format", "style", type=Formats, default="text", show_default=True, help="The format of the explanation."
)
@common_options
def explain(expression: str, misere: bool, full: bool, style: str, as_json: bool, timeout: float, fresh: bool) -> int:
    """Say in words why a game is won or lost: grundy explain "nim(13,12,8)"."""
    from grundy.explain.account import explain as explain_game
    from grundy.solvers.solver import Solver

    game, budget = parse(text_of(expression), files=True), budget_of(timeout)
    answer = explain_game(game, misere, full, budget, Solver(budget, fresh))
    if as_json or style == "json":
        print_json(answer.json())
    elif style == "text":
        print_text(answer.text().rstrip("\n"), is_prose=True)
    else:
        erase_line()
        click.echo({"markdown": answer.markdown, "html": answer.html, "latex": answer.latex}[style]().rstrip("\n"))
    return 0 if answer.outcome else 1
