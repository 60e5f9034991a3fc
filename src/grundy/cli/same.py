"""`grundy same`."""

import click

from grundy.cli.common import Integer, budget_of, common_options, complete_names, print_answer, text_of
from grundy.cli.conjecture import check_bound
from grundy.expressions import parse_ruleset


@click.command()
@click.argument("a", shell_complete=complete_names)
@click.argument("b", required=False, shell_complete=complete_names)
@click.option(
    "--to",
    type=Integer(),
    callback=check_bound,
    help="Compare numbers below TO. By default as many as are computed quickly.",
)
@common_options
def same(a: str, b: str | None, to: int | None, as_json: bool, timeout: float, fresh: bool) -> None:
    """Compare the nimbers of two rulesets: grundy same "octal(0.161)" "octal(0.36)".

    Prints the first number at which they differ, or how far they agree and whether that is proved for all numbers.
    With one ruleset, lists those of the catalogue that are proved to have the same nimbers: grundy same kayles.
    """
    from grundy.explain.same import equal_rulesets
    from grundy.explain.same import same as compare

    if b is None:
        every = list(equal_rulesets(parse_ruleset(text_of(a)), budget_of(timeout)))
        listing = "\n".join(line for found in every for line in found.lines())
        none = f"No other ruleset of the catalogue is proved to have the nimbers of {a}."
        return print_answer([found.json() for found in every], listing or none, as_json)
    found = compare(parse_ruleset(text_of(a)), parse_ruleset(text_of(b)), to, budget_of(timeout))
    return print_answer(found.json(), "\n".join(found.lines()), as_json)
