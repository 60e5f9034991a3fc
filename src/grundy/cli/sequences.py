"""`grundy values`, `grundy period` and `grundy table`."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from grundy.cli.common import Progress, asked_for, budget_of, expression, general, print_json, text_of
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided
from grundy.expressions import parse_ruleset
from grundy.solvers import table as tables
from grundy.solvers.finding import Finding
from grundy.solvers.solution import plain

__all__ = ["period", "table", "values"]

CELLS = 1_000_000  # of a table; more is not looked at by anybody
BLOCK = 20 << 12  # values that are printed at a time, whole lines of them
verbose = click.option("--verbose", is_flag=True, help="Say on standard error which method was chosen, and why.")


class Number(click.ParamType[int]):
    """A number that may be written as a power: 2^17."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        reader = Reader(str(value))
        number = reader.integer()
        reader.end()
        return number


def table_of(ruleset: Ruleset[Any], total: int, timeout: float | None) -> tables.Table:
    """An empty table whose progress is shown."""
    sequence = tables.Table(ruleset)
    sequence.budget = budget_of(timeout, Progress(total, "values", lambda: len(sequence.known)))
    return sequence


def refuse_too_many(ruleset: Ruleset[Any], to: int, out: Path | None) -> None:
    """Raise where the values must be held in memory and do not fit there, at two bytes each and room to grow."""
    if out:
        from grundy.solvers.recording import out_of_core

        if out_of_core(ruleset):
            return
    refuse_too_many_in_memory(to)


def refuse_too_many_in_memory(to: int) -> None:
    """Raise where so many values do not fit into memory."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if 4 * to > memory:
        raise GrundyError(f"{to:,} values do not fit into this machine's memory of {memory >> 30} GB; ask for fewer")


@click.command()
@expression
@click.option("--to", type=Number(), default=32, show_default=True, help="Values g(from) .. g(TO - 1).")
@click.option("--csv", "form", flag_value="csv", help="Print n,g(n) lines.")
@click.option("--bfile", "form", flag_value="bfile", help="Print an OEIS b-file.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE.seq", help="Write a binary file, or go on with it."
)
@verbose
@general
def values(
    expression: str,
    to: int,
    form: str | None,
    out: Path | None,
    verbose: bool,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """The Sprague-Grundy values of a ruleset: grundy values "octal(0.137)" --to 100.

    With --out the work goes on to the end unless --timeout is given; after an interruption the same command goes on.
    """
    ruleset = parse_ruleset(text_of(expression))
    refuse_too_many(ruleset, to, out)
    sequence = table_of(ruleset, to, asked_for(timeout) if out else timeout)
    if out:
        return write(sequence, out, to, as_json)
    if to > sequence.first:
        sequence.value(to - 1)
    if verbose:
        click.echo(sequence.method, err=True)
    if as_json:
        print_json({"ruleset": str(ruleset), "from": sequence.first, "values": sequence.up_to(to)})
    else:
        for block in blocks(sequence, to, form):
            click.echo(block)
    return None


def write(sequence: tables.Table, out: Path, to: int, as_json: bool) -> None:
    """Write the values to a file; what was found before an interruption is kept there."""
    from grundy.solvers.recording import record

    done = [sequence.first]
    try:
        record(sequence, out, to, done.append)
    except NotDecided as error:
        raise NotDecided(f"{error}; {out} holds the values below {done[-1]:,}, and the same command goes on") from None
    except KeyboardInterrupt:
        click.echo(f"{out} holds the values below {done[-1]:,}; the same command goes on", err=True)
        raise
    if as_json:
        print_json({"ruleset": str(sequence.ruleset), "from": sequence.first, "to": max(done), "file": str(out)})
    else:
        click.echo(f"{out}: {sequence.ruleset}, values below {max(done):,}")


def blocks(sequence: tables.Table, to: int, form: str | None) -> Iterator[str]:
    """The values as text, many lines at a time."""
    if form == "csv":
        yield "n,g"
    found = sequence.up_to(to)
    width = max((len(str(value)) for value in found), default=1)
    for start in range(0, len(found), BLOCK):
        yield "\n".join(rows(found[start : start + BLOCK], sequence.first + start, form, width, len(str(to))))


def rows(found: list[int], first: int, form: str | None, width: int, index: int) -> Iterator[str]:
    """The values as lines of text: one each, or twenty to a line."""
    if form:
        yield from (f"{n}{',' if form == 'csv' else ' '}{value}" for n, value in enumerate(found, first))
        return
    for start in range(0, len(found), 20):
        yield f"{first + start:>{index}}  " + " ".join(f"{value:>{width}}" for value in found[start : start + 20])


@click.command()
@expression
@click.option("--limit", type=Number(), default="2^29", show_default=True, help="Values to look at, at most.")
@verbose
@general
def period(expression: str, limit: int, verbose: bool, as_json: bool, timeout: float, fresh: bool) -> int:
    """The period of a ruleset's values, and the theorem that proves it: grundy period "octal(0.16)"."""
    ruleset = parse_ruleset(text_of(expression))
    if not fresh and (known := shipped(ruleset)):
        return print_finding(known, verbose, as_json)
    sequence = table_of(ruleset, limit, timeout)
    try:
        tables.grow_to_period(sequence, limit)
    except KeyboardInterrupt:
        sequence.look()
        click.echo(sequence.sentence(), err=True)
        raise
    return print_finding(sequence.finding, verbose, as_json)


def shipped(ruleset: Ruleset[Any]) -> Finding | None:
    """The period that the atlas of the package proves, if it has one."""
    from grundy.cluster.shipped import shipped_period

    return shipped_period(ruleset)


def print_finding(found: Finding, verbose: bool, as_json: bool) -> int:
    """Print what is known of a period; the exit code says whether there is one."""
    if verbose:
        click.echo(found.method, err=True)
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
        print_json({"ruleset": str(ruleset), "rows": [[plain(value) for value in row] for row in grid]})
    else:
        width = max(len(str(value)) for row in grid for value in row)
        click.echo("\n".join(" ".join(f"{value!s:>{width}}" for value in row) for row in grid))
