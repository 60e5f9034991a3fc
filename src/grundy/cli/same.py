"""`grundy same`."""

import click

from grundy.cli.common import budget_of, complete_names, general, print_json, text_of
from grundy.cli.conjecture import enough
from grundy.cli.sequences import Number
from grundy.expressions import parse_ruleset

__all__ = ["same"]


@click.command()
@click.argument("a", shell_complete=complete_names)
@click.argument("b", shell_complete=complete_names)
@click.option("--to", type=Number(), callback=enough, help="Compare numbers below TO, and not as many as come at once.")
@general
def same(a: str, b: str, to: int | None, as_json: bool, timeout: float, fresh: bool) -> None:
    """Whether two rulesets have the same nimbers, and where they first differ: grundy same octal(0.161) octal(0.36)."""
    from grundy.explain.same import same as compared

    found = compared(parse_ruleset(text_of(a)), parse_ruleset(text_of(b)), to, budget_of(timeout))
    if as_json:
        print_json(found.json())
    else:
        click.echo("\n".join(found.lines()))
