"""`grundy table`."""

import click

from grundy.cli.common import TableSize, budget_of, common_options, expression, print_json, text_of
from grundy.expressions import parse_ruleset
from grundy.solvers.solution import plain_nimber
from grundy.solvers.value_sequence import nimber_table

MOST_CELLS = 1_000_000


@click.command()
@expression
@click.argument("size", type=TableSize())
@common_options
def table(expression: str, size: tuple[int, int], as_json: bool, timeout: float, fresh: bool) -> None:
    """Print a table of the nimbers of two numbers, so many rows x columns: grundy table wythoff 8x8."""
    if (cells := size[0] * size[1]) > MOST_CELLS:
        raise click.BadParameter(f"a table of {cells:,} cells; write rows x columns of at most {MOST_CELLS:,}")
    ruleset = parse_ruleset(text_of(expression))
    rows = nimber_table(ruleset, *size, budget_of(timeout))
    if as_json:
        print_json({"ruleset": str(ruleset), "rows": [[plain_nimber(value) for value in row] for row in rows]})
    else:
        width = max(len(str(value)) for row in rows for value in row)
        click.echo("\n".join(" ".join(f"{value!s:>{width}}" for value in row) for row in rows))
