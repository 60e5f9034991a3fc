"""`grundy calc`."""

import click

from grundy.cli.common import budget_of, common_options, print_answer, text_of, words
from grundy.core.calculator import calculate


@click.command(context_settings={"ignore_unknown_options": True})
@words()
@common_options
def calc(expression: str, as_json: bool, timeout: float, fresh: bool) -> None:
    """Calculate with nimbers: grundy calc "24*17 + sqrt(8)".

    The operations + * / ^ and sqrt are those of nimbers, not of integers. Of an equation in x the finite roots are
    printed.
    """
    result = calculate(text_of(expression), budget_of(timeout))
    print_answer(result.json(), str(result), as_json)
