"""`grundy same`."""

import click

from grundy.cli.common import Integer, budget_of, common_options, complete_names, print_answer, text_of
from grundy.cli.conjecture import check_bound
from grundy.expressions import parse_ruleset


@click.command()
@click.argument("a", shell_complete=complete_names)
@click.argument("b", shell_complete=complete_names)
@click.option(
    "--to",
    type=Integer(),
    callback=check_bound,
    help="Compare numbers below TO. By default as many as are computed quickly.",
)
@common_options
def same(a: str, b: str, to: int | None, as_json: bool, timeout: float, fresh: bool) -> None:
    """Compare the nimbers of two rulesets: grundy same "octal(0.161)" "octal(0.36)".

    Prints the first number at which they differ, or how far they agree and whether that is proved for all numbers.
    """
    from grundy.explain.same import same as compare

    found = compare(parse_ruleset(text_of(a)), parse_ruleset(text_of(b)), to, budget_of(timeout))
    print_answer(found.json(), "\n".join(found.lines()), as_json)
