"""`grundy conjecture`."""

import click

from grundy.cli.common import Integer, budget_of, common_options, expression, print_answer, text_of
from grundy.cli.values import refuse_too_many
from grundy.expressions import parse_ruleset

FEWEST_VALUES = 12  # from which a law is looked for


def check_bound(ctx: click.Context, parameter: click.Parameter, to: int | None) -> int | None:
    """The bound, if it is neither too low to say anything nor too high for the memory of this machine."""
    if to is not None and to < FEWEST_VALUES:
        raise click.BadParameter(f"{to} values are too few for a law; write --to {FEWEST_VALUES} or more")
    refuse_too_many(to or 0)
    return to


@click.command()
@expression
@click.option(
    "--to",
    type=Integer(),
    callback=check_bound,
    help="Use the nimbers of numbers below TO. By default as many as are computed quickly.",
)
@common_options
def conjecture(expression: str, to: int | None, as_json: bool, timeout: float, fresh: bool) -> int:
    """Find the simplest formula that fits the nimbers of a ruleset: grundy conjecture mock_turtles.

    Each formula is marked as proved, with the theorem, or as observed on the numbers that were looked at.
    """
    from grundy.explain.conjecture import conjecture as find_law

    found = find_law(parse_ruleset(text_of(expression)), to, budget_of(timeout))
    print_answer(found.json(), "\n".join(found.lines()), as_json)
    return 0 if found.law else 1
