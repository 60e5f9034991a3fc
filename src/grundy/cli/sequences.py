"""`grundy values`, `grundy period` and `grundy table`."""

import re
from collections.abc import Iterator

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.core.reader import Reader
from grundy.expressions import parse_ruleset
from grundy.solvers import table as tables

__all__ = ["period", "table", "values"]

CELLS = 1_000_000  # of a table; more is not looked at by anybody


class Number(click.ParamType[int]):
    """A number that may be written as a power: 2^17."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        reader = Reader(str(value))
        number = reader.integer()
        reader.end()
        return number


@click.command()
@expression
@click.option("--to", type=Number(), default=32, show_default=True, help="Values g(from) .. g(TO - 1).")
@click.option("--csv", "form", flag_value="csv", help="Print n,g(n) lines.")
@click.option("--bfile", "form", flag_value="bfile", help="Print an OEIS b-file.")
@general
def values(expression: str, to: int, form: str | None, as_json: bool, timeout: float, fresh: bool) -> None:
    """The Sprague-Grundy values of a ruleset: grundy values "octal(0.137)" --to 100."""
    ruleset = parse_ruleset(text_of(expression))
    sequence = tables.Table(ruleset, budget_of(timeout))
    found = sequence.up_to(to)
    if as_json:
        print_json({"ruleset": str(ruleset), "from": sequence.first, "values": found})
    else:
        click.echo("\n".join(rows(found, sequence.first, form)))


def rows(found: list[int], first: int, form: str | None) -> Iterator[str]:
    """The values as lines of text."""
    if form:
        yield from ["n,g"] if form == "csv" else []
        yield from (f"{n}{',' if form == 'csv' else ' '}{value}" for n, value in enumerate(found, first))
        return
    width = max((len(str(value)) for value in found), default=1)
    index = len(str(first + len(found)))
    for start in range(0, len(found), 20):
        yield f"{first + start:>{index}}  " + " ".join(f"{value:>{width}}" for value in found[start : start + 20])


@click.command()
@expression
@click.option("--limit", type=Number(), default="2^16", show_default=True, help="Values to look at, at most.")
@general
def period(expression: str, limit: int, as_json: bool, timeout: float, fresh: bool) -> int:
    """The period of a ruleset's values, and the theorem that proves it: grundy period "octal(0.16)"."""
    ruleset = parse_ruleset(text_of(expression))
    found = tables.period(ruleset, limit, budget_of(timeout))
    if as_json:
        print_json(found.json())
    else:
        click.echo(found.sentence())
    return 0 if found.period else 1


@click.command()
@expression
@click.argument("size")
@general
def table(expression: str, size: str, as_json: bool, timeout: float, fresh: bool) -> None:
    """A table of nimbers, rows x columns: grundy table wythoff 8x8."""
    shape = re.fullmatch(r"\s*(\d{1,6})\s*[xX*]\s*(\d{1,6})\s*", size)
    if not shape or not 0 < int(shape[1]) * int(shape[2]) <= CELLS:
        raise click.BadParameter(f"'{size}' is not a size; write rows x columns such as 8x8, at most {CELLS:,} cells")
    ruleset = parse_ruleset(text_of(expression))
    grid = tables.grid(ruleset, int(shape[1]), int(shape[2]), budget_of(timeout))
    if as_json:
        print_json({"ruleset": str(ruleset), "rows": grid})
    else:
        width = max(len(str(value)) for row in grid for value in row)
        click.echo("\n".join(" ".join(f"{value!s:>{width}}" for value in row) for row in grid))
