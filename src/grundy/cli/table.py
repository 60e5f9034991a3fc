"""`grundy table`."""

from collections.abc import Iterator, Sequence

import click

from grundy.cli.common import (
    TableSize,
    budget_of,
    common_options,
    expression,
    misere_option,
    outcomes_option,
    print_json,
    text_of,
)
from grundy.expressions import parse_ruleset
from grundy.solvers.solution import plain_nimber
from grundy.solvers.value_sequence import nimber_table

MOST_CELLS = 1_000_000


@click.command()
@expression
@click.argument("size", type=TableSize())
@outcomes_option
@misere_option
@common_options
def table(
    expression: str, size: tuple[int, int], outcomes: bool, misere: bool, as_json: bool, timeout: float, fresh: bool
) -> None:
    """Print a table of the nimbers of two numbers, so many rows x columns: grundy table wythoff 8x8."""
    if misere and not outcomes:
        raise click.UsageError("nimbers are about normal play; for misère play add --outcomes")
    if (cells := size[0] * size[1]) > MOST_CELLS:
        raise click.BadParameter(f"a table of {cells:,} cells; write rows x columns of at most {MOST_CELLS:,}")
    ruleset = parse_ruleset(text_of(expression))
    rows: Sequence[Sequence[object]]
    if outcomes:
        from grundy.solvers.outcomes import outcome_table

        rows = outcome_table(ruleset, *size, misere, budget_of(timeout))
        about = {"ruleset": str(ruleset), "play": "misere" if misere else "normal"}
    else:
        nimbers = nimber_table(ruleset, *size, budget_of(timeout))
        rows, about = [[plain_nimber(value) for value in row] for row in nimbers], {"ruleset": str(ruleset)}
    if as_json:
        print_json(about | {"rows": rows})
    else:
        click.echo("\n".join(lines_with_headings(rows, *ruleset.board.origin)))


def lines_with_headings(rows: Sequence[Sequence[object]], top: int, left: int) -> Iterator[str]:
    """The table with the number of each row before it, and those of the columns above."""
    columns, side = range(left, left + len(rows[0])), len(str(top + len(rows) - 1))
    width = max(len(str(value)) for row in (columns, *rows) for value in row)
    for heading, row in (("", columns), *zip(range(top, top + len(rows)), rows, strict=True)):
        yield f"{heading:>{side}} | " + " ".join(f"{value!s:>{width}}" for value in row)
