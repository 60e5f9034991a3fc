"""`grundy seq`: what is in a file that `grundy values --out` wrote."""

from dataclasses import asdict
from pathlib import Path

import click

from grundy.cli.common import Progress, budget_of, common_options, print_answer, print_json, requested_timeout
from grundy.cli.files import FILE
from grundy.cli.values import PRINTED_VALUES, lines
from grundy.core.budget import Budget
from grundy.core.reader import Reader
from grundy.errors import DamageError
from grundy.solvers.rare_values import RareValues, find_rare_values
from grundy.solvers.sequence_file import SequenceFile
from grundy.system import one_line_for_lost_pages


@click.command()
@click.argument("path", metavar="FILE.seq", type=FILE)
@click.option("--info", "question", flag_value="info", help="Say what the file holds. This is the default.")
@click.option("--check", "question", flag_value="check", help="Check whether the file is intact; exit 1 if not.")
@click.option(
    "--rare",
    "question",
    flag_value="rare",
    help="List the rare values: those outside the class that holds most of them.",
)
@click.option(
    "--slice",
    "bounds",
    metavar="A:B",
    help="Print the values from A to B - 1; both may be sums of powers, such as 10^8+50.",
)
@click.option(
    "--most", type=click.IntRange(min=0), default=1000, show_default=True, help="List at most so many rare values."
)
@common_options
def seq(
    path: Path, question: str | None, bounds: str | None, most: int, as_json: bool, timeout: float, fresh: bool
) -> int:
    """Look into a file that `grundy values --out` wrote: grundy seq officers.seq --slice 10^8:10^8+50.

    A file is read to the end unless --timeout is given.
    """
    if question and bounds is not None:
        raise click.UsageError(f"--{question} and --slice are two questions; ask one at a time")
    if question == "check":
        return check(path, requested_timeout(timeout), as_json)
    with one_line_for_lost_pages(path), SequenceFile.open(path) as file:
        warn_if_busy(file)
        for fault in file.faults_at_end():
            click.echo(fault, err=True)
        budget = budget_of(requested_timeout(timeout), Progress(len(file), "values"))
        if bounds is not None:
            print_slice(file, bounds, budget, as_json)
        elif question == "rare":
            print_rare_values(file, find_rare_values(file, most, budget), as_json)
        else:
            facts = file.info()
            print_answer(facts, "\n".join(f"{key + ':':<9}{value}" for key, value in facts.items()), as_json)
    return 0


def warn_if_busy(file: SequenceFile) -> None:
    if file.is_busy:
        click.echo(f"another process is writing {file.path}; this is of the {len(file):,} values so far", err=True)


def check(path: Path, timeout: float | None, as_json: bool) -> int:
    """Print what is wrong with a file; return the exit code, 1 if anything is."""
    count = unrecorded = 0
    try:
        with SequenceFile.open(path) as file:
            warn_if_busy(file)
            count, unrecorded = len(file), 0 if file.is_busy else file.unrecorded
            faults = file.check(budget_of(timeout, Progress(count, "values")).spend)
    except DamageError as error:
        faults = [str(error)]
    data = {"file": str(path), "valid": not faults, "values": count, "unrecorded": unrecorded, "faults": faults}
    lines = faults or [f"{path}: {count:,} values, as they were written"]
    if unrecorded:
        lines.append(
            f"behind them is room for {unrecorded:,} values that its journal does not record: a writer was killed, or"
            " the journal was cut; `grundy values --out` computes them again"
        )
    print_answer(data, "\n".join(lines), as_json)
    return 1 if faults else 0


def print_slice(file: SequenceFile, bounds: str, budget: Budget, as_json: bool) -> None:
    start, stop = read_slice(bounds, file)
    values = file.read(start, stop, budget.spend)
    if as_json:
        return print_json({"ruleset": file.header.ruleset, "from": start, "values": values.tolist()})
    width = len(str(values.max(initial=0)))
    for place in range(0, len(values), PRINTED_VALUES):
        some = values[place : place + PRINTED_VALUES].tolist()
        click.echo("\n".join(lines(some, start + place, None, width, len(str(stop)))))
    return None


def read_slice(text: str, file: SequenceFile) -> tuple[int, int]:
    """The bounds written as A:B; where one is left out, that of the file."""
    reader = Reader(text)
    start = file.header.first if reader.next == ":" else read_bound(reader)
    reader.expect(":", "in a slice such as 100:150")
    stop = read_bound(reader) if reader.next else file.stop
    reader.end()
    return start, stop


def read_bound(reader: Reader) -> int:
    """A number, or a sum or difference such as 10^8+50."""
    bound = reader.integer("a bound")
    while sign := reader.take("+") - reader.take("-"):
        bound += sign * reader.integer("a bound")
    return bound


def print_rare_values(file: SequenceFile, found: RareValues, as_json: bool) -> None:
    unlisted = found.count - len(found.positions)
    if as_json:
        span = {"ruleset": file.header.ruleset, "from": file.header.first, "to": file.stop}
        return print_json(span | asdict(found) | {"complete": not unlisted})
    parity = "" if found.parity is None else f" and the parity of n{' + 1' * found.parity}"
    last = "" if found.last is None else f", the last at {found.last}"
    click.echo(f"{found.count:,} of {len(file):,} values are rare (mask {found.mask:#x}{parity}){last}")
    if found.positions:
        click.echo(" ".join(map(str, found.positions)))
    return click.echo(f"... and {unlisted:,} more; list them with --most {found.count}") if unlisted else None
