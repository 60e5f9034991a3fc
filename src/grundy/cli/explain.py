"""`grundy explain`: why a game is won, lost or drawn."""

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.expressions import parse

__all__ = ["explain"]

Formats = click.Choice(["text", "markdown", "html", "json"])


@click.command()
@expression
@click.option("--misere", is_flag=True, help="Whoever makes the last move loses.")
@click.option("--full", is_flag=True, help="Every part, more options, and the idea of each proof.")
@click.option("--format", "style", type=Formats, default="text", show_default=True, help="How to write it.")
@general
def explain(expression: str, misere: bool, full: bool, style: str, as_json: bool, timeout: float, fresh: bool) -> int:
    """Why a game is won or lost: grundy explain "nim(13,12,8)"."""
    from grundy.explain.account import explain as why

    answer = why(parse(text_of(expression), files=True), misere, full, budget_of(timeout))
    if as_json or style == "json":
        print_json(answer.json())
    else:
        click.echo({"text": answer.text, "markdown": answer.markdown, "html": answer.html}[style]().rstrip("\n"))
    return 0 if answer.outcome else 1
