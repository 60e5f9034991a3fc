"""`grundy calc`."""

import click

from grundy.cli.common import expression, general, print_json, text_of
from grundy.core.calculator import calculate

__all__ = ["calc"]


@click.command(context_settings={"ignore_unknown_options": True})
@expression
@general
def calc(expression: str, as_json: bool, timeout: float, fresh: bool) -> None:
    """Nim arithmetic: + * / ^ and sqrt are nim operations, an equation in x gives its roots."""
    result = calculate(text_of(expression))
    if as_json:
        print_json(result.json())
    else:
        click.echo(str(result))
