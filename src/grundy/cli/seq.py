"""`grundy seq`: what is in a file that `grundy values --out` wrote."""

from dataclasses import asdict
from pathlib import Path

import click

from grundy.cli.common import Progress, asked_for, budget_of, general, print_json
from grundy.cli.sequences import rows
from grundy.core.budget import Budget
from grundy.core.reader import Reader
from grundy.errors import DamageError
from grundy.solvers.rares import Rares, rares
from grundy.solvers.store import SequenceFile

__all__ = ["seq"]

PRINTED = 20 << 12  # values at a time, whole lines of them


@click.command()
@click.argument("path", metavar="FILE.seq", type=click.Path(path_type=Path))
@click.option("--info", "question", flag_value="info", help="What the file holds; the default.")
@click.option("--check", "question", flag_value="check", help="Look at every checksum; exit 1 if one is wrong.")
@click.option("--rare", "question", flag_value="rare", help="The values outside the class that holds most of them.")
@click.option("--slice", "bounds", metavar="A:B", help="The values g(A) .. g(B - 1); 10^8:10^8+50 is read too.")
@click.option("--most", type=click.IntRange(min=0), default=1000, show_default=True, help="Rare values listed at most.")
@general
def seq(
    path: Path, question: str | None, bounds: str | None, most: int, as_json: bool, timeout: float, fresh: bool
) -> int:
    """What is in a file of values: grundy seq officers.seq --slice 10^8:10^8+50.

    A file is read to the end unless --timeout is given.
    """
    if question and bounds is not None:
        raise click.UsageError(f"--{question} and --slice are two questions; ask one at a time")
    if question == "check":
        return check(path, asked_for(timeout), as_json)
    with SequenceFile.open(path) as file:
        say_if_busy(file)
        budget = budget_of(asked_for(timeout), Progress(len(file), "values"))
        if bounds is not None:
            show_slice(file, bounds, budget, as_json)
        elif question == "rare":
            show_rares(file, rares(file, most, budget), as_json)
        else:
            show_info(file, as_json)
    return 0


def say_if_busy(file: SequenceFile) -> None:
    """Print that there will be more, where another process is writing."""
    if file.busy:
        click.echo(f"another process is writing {file.path}; this is of the {len(file):,} values so far", err=True)


def show_info(file: SequenceFile, as_json: bool) -> None:
    """Print what the file holds."""
    facts = file.info()
    if as_json:
        return print_json(facts)
    return click.echo("\n".join(f"{key + ':':<9}{value}" for key, value in facts.items()))


def check(path: Path, timeout: float | None, as_json: bool) -> int:
    """Print what is wrong with a file; the exit code says whether anything is."""
    count = 0
    try:
        with SequenceFile.open(path) as file:
            say_if_busy(file)
            count = len(file)
            faults = file.check(budget_of(timeout, Progress(count, "values")).spend)
    except DamageError as error:
        faults = [str(error)]
    if as_json:
        print_json({"file": str(path), "valid": not faults, "values": count, "faults": faults})
    else:
        click.echo("\n".join(faults) or f"{path}: {count:,} values, as they were written")
    return 1 if faults else 0


def show_slice(file: SequenceFile, bounds: str, budget: Budget, as_json: bool) -> None:
    """Print some of the values."""
    start, stop = read_slice(bounds, file)
    values = file.read(start, stop, budget.spend)
    if as_json:
        return print_json({"ruleset": file.header.ruleset, "from": start, "values": values.tolist()})
    width = len(str(values.max(initial=0)))
    for place in range(0, len(values), PRINTED):
        some = values[place : place + PRINTED].tolist()
        click.echo("\n".join(rows(some, start + place, None, width, len(str(stop)))))
    return None


def read_slice(text: str, file: SequenceFile) -> tuple[int, int]:
    """The bounds written as A:B; one that is left out is that of the file."""
    reader = Reader(text)
    start = file.header.first if reader.next == ":" else read_bound(reader)
    reader.expect(":", "in a slice such as 100:150")
    stop = read_bound(reader) if reader.next else file.stop
    reader.end()
    return start, stop


def read_bound(reader: Reader) -> int:
    """A number, or a sum such as 10^8+50."""
    bound = reader.integer("a bound")
    while reader.take("+"):
        bound += reader.integer("a bound")
    return bound


def show_rares(file: SequenceFile, found: Rares, as_json: bool) -> None:
    """Print the rare values."""
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
