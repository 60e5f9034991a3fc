"""`grundy values`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from grundy.cli.common import (
    Integer,
    Progress,
    budget_of,
    common_options,
    expression,
    print_answer,
    print_json,
    requested_timeout,
    say_what_is_kept,
    text_of,
)
from grundy.cli.files import FILE
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided
from grundy.expressions import parse_ruleset
from grundy.solvers.value_sequence import ValueSequence, show_value
from grundy.system import physical_memory_bytes

LINE_VALUES = 20
PRINTED_VALUES = LINE_VALUES << 12  # at a time
verbose = click.option("--verbose", is_flag=True, help="Say on standard error which method was chosen, and why.")


def sequence_of(ruleset: Ruleset[Any], total: int, timeout: float | None) -> ValueSequence:
    """A sequence without values yet, whose progress is shown."""
    budget = budget_of(timeout, Progress(total, "values", lambda: len(sequence.values)))
    sequence = ValueSequence(ruleset, budget)
    return sequence


def refuse_too_many(to: int) -> None:
    """Raise where so many values do not fit into memory, at two bytes each and room to grow."""
    memory = physical_memory_bytes()
    if 4 * to > memory:
        raise GrundyError(f"{to:,} values do not fit into this machine's memory of {memory >> 30} GB; ask for fewer")


@click.command()
@expression
@click.option("--to", type=Integer(), default=32, show_default=True, help="Values of the heaps (or coins) below TO.")
@click.option("--csv", "form", flag_value="csv", help="Print a line n,value for each heap.")
@click.option(
    "--bfile", "form", flag_value="bfile", help="Print a b-file of the OEIS: a line for each heap and its value."
)
@click.option(
    "--out",
    type=FILE,
    metavar="FILE.seq",
    help="Write the values to a binary file, or continue one; `grundy seq` reads it.",
)
@verbose
@common_options
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
    """Print the nimbers (Sprague-Grundy values) of a ruleset: grundy values "octal(0.137)" --to 100.

    With --out there is no time limit unless --timeout is given; after an interruption the same command continues.
    """
    ruleset = parse_ruleset(text_of(expression))
    sequence = sequence_of(ruleset, to, requested_timeout(timeout) if out else timeout)
    if out:
        return write(sequence, out, to, as_json)
    refuse_too_many(to)
    if to > sequence.first:
        sequence.value(to - 1)
    if verbose:
        click.echo(sequence.method, err=True)
    if as_json:
        found = [*map(show_value, sequence.values_below(to))]
        print_json({"ruleset": str(ruleset), "from": sequence.first, "values": found})
    else:
        for text in texts(sequence, to, form):
            click.echo(text)
    return None


def write(sequence: ValueSequence, out: Path, to: int, as_json: bool) -> None:
    """Write the values to a file; what was found before an interruption is kept there."""
    from grundy.solvers.sequence_recording import is_out_of_core, record

    if not is_out_of_core(sequence.ruleset):
        refuse_too_many(to)
    done = [sequence.first]
    say_what_is_kept(out)
    try:
        record(sequence, out, to, done.append)
    except NotDecided as error:
        raise NotDecided(f"{error}; {describe(out)}, and the same command goes on") from None
    except KeyboardInterrupt:
        click.echo(f"{describe(out)}; the same command goes on", err=True)
        raise
    about = {"ruleset": str(sequence.ruleset), "from": sequence.first, "to": max(done), "file": str(out)}
    print_answer(about, f"{out}: {sequence.ruleset}, values below {max(done):,}", as_json)


def describe(out: Path) -> str:
    """What a file holds after an interruption, read from the file: the end may come before a value was looked at."""
    from grundy.solvers.sequence_file import SequenceFile

    try:
        with SequenceFile.open(out) as file:
            return f"{out} holds the values below {file.stop:,}"
    except GrundyError:
        return f"{out} holds no values"


def texts(sequence: ValueSequence, to: int, form: str | None) -> Iterator[str]:
    if form == "csv":
        yield "n,g"
    values = [*map(show_value, sequence.values_below(to))]
    width = max((len(str(value)) for value in values), default=1)
    for start in range(0, len(values), PRINTED_VALUES):
        some = values[start : start + PRINTED_VALUES]
        yield "\n".join(lines(some, sequence.first + start, form, width, len(str(to))))


def lines(values: list[int | str], first: int, form: str | None, width: int, index_width: int) -> Iterator[str]:
    """The values as lines of text: one value a line in a form for programs, else twenty."""
    if form:
        yield from (f"{n}{',' if form == 'csv' else ' '}{value}" for n, value in enumerate(values, first))
        return
    for start in range(0, len(values), LINE_VALUES):
        some = " ".join(f"{value:>{width}}" for value in values[start : start + LINE_VALUES])
        yield f"{first + start:>{index_width}}  {some}"
