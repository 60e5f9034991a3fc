"""`grundy conjecture`."""

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.cli.sequences import Number, refuse_too_many_in_memory
from grundy.expressions import parse_ruleset

__all__ = ["conjecture", "enough"]

FEWEST = 12  # values that tell anything


def enough(ctx: click.Context, parameter: click.Parameter, to: int | None) -> int | None:
    """The bound, neither too low to tell anything nor too high for this machine."""
    if to is not None and to < FEWEST:
        raise click.BadParameter(f"{to} values tell nothing; write --to {FEWEST} or more")
    refuse_too_many_in_memory(to or 0)
    return to


@click.command()
@expression
@click.option(
    "--to", type=Number(), callback=enough, help="Look at numbers below TO, and not at as many as come at once."
)
@general
def conjecture(expression: str, to: int | None, as_json: bool, timeout: float, fresh: bool) -> int:
    """The simplest law that the nimbers of a ruleset follow: grundy conjecture mock_turtles."""
    from grundy.explain.conjecture import conjecture as conjectured

    found = conjectured(parse_ruleset(text_of(expression)), to, budget_of(timeout))
    if as_json:
        print_json(found.json())
    else:
        click.echo("\n".join(found.lines()))
    return 0 if found.law else 1
