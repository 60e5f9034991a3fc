"""`grundy sweep`: all rulesets of a family, on all processors, into a file."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from grundy.cli.common import Progress, print_json
from grundy.cli.sequences import Number
from grundy.cluster.families import read_family
from grundy.core.budget import Budget
from grundy.errors import NotDecided

__all__ = ["sweep"]


@click.command()
@click.argument("family")
@click.option("--limit", type=Number(), default="2^17", show_default=True, help="Values of each ruleset, at most.")
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, metavar="FILE.db", help="The file, or go on with it."
)
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler such as tcp://host:8786; else this machine.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes on this machine; else one a processor.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--timeout", type=click.FloatRange(min=0), help="Seconds; else to the end.")
@click.option("--fresh", is_flag=True, help="Forget what the file holds, and start again.")
def sweep(
    family: str,
    limit: int,
    out: Path,
    scheduler: str | None,
    workers: int | None,
    as_json: bool,
    timeout: float | None,
    fresh: bool,
) -> int:
    """Study every ruleset of a family: grundy sweep "octal(0.???)" --limit 2^17 --out atlas.db.

    A family is a pattern of codes, octal(0.???), octal(4.1?) or hexadecimal(?.??), or all sets of numbers up to a
    bound, subtraction(1..8). The same command goes on where an earlier one stopped.
    """
    from grundy.cluster import sweep as sweeps

    rulesets = read_family(family)
    progress = Progress(rulesets.size, "rulesets") if sys.stderr.isatty() else None
    budget = Budget(seconds=timeout, report=progress)
    try:
        summary = sweeps.sweep(rulesets, limit, out, scheduler, workers, fresh, budget)
    except NotDecided as error:
        raise NotDecided(f"{error}; {out} keeps what was found, and the same command goes on") from None
    except KeyboardInterrupt:
        click.echo(f"{out} keeps what was found; the same command goes on", err=True)
        raise
    if as_json:
        print_json(asdict(summary))
    else:
        click.echo(
            f"{out}: {summary.family} to {limit:,} values, {summary.rulesets:,} rulesets in {summary.standard_forms:,}"
            f" standard forms; {summary.done:,} done, {summary.failed:,} failed, {summary.seconds:,.1f} s"
        )
    return 1 if summary.failed else 0
