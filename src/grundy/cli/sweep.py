"""`grundy sweep`: all rulesets of a family, on all processors, into a file."""

from dataclasses import asdict
from pathlib import Path

import click

from grundy.cli.common import (
    Integer,
    Progress,
    budget_of,
    clock_of,
    fresh_option,
    json_option,
    print_answer,
    say_what_is_kept,
    timeout_option,
)
from grundy.cli.files import FILE
from grundy.cluster.families import read_family
from grundy.cluster.study import RulesetBounds
from grundy.errors import NotDecided

LEAST_MEMORY_MB = 256  # the compilation of a kernel takes as much
MOST_MEMORY_MB = 1 << 40

CLOSE_SECONDS = 5.0  # that the workers may take to end after Ctrl-C


@click.command()
@click.argument("family")
@click.option(
    "--limit", type=Integer(), default="2^17", show_default=True, help="Compute at most so many values of each ruleset."
)
@click.option(
    "--out", type=FILE, required=True, metavar="FILE.db", help="The file of results; an unfinished one is continued."
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Work on a Dask cluster: the address of its scheduler, such as tcp://host:8786.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    help="Processes on this machine. By default one for each processor; without `pip install grundy[cluster]` one.",
)
@click.option(
    "--seconds-each",
    type=click.FloatRange(min=0, min_open=True),
    default=3600.0,
    show_default=True,
    help="Give up a ruleset after this many seconds; it has a failed row, and the sweep goes on.",
)
@click.option(
    "--memory-each",
    type=click.IntRange(LEAST_MEMORY_MB, MOST_MEMORY_MB),
    metavar="MB",
    help="Give up a ruleset that takes so many megabytes (on Linux). By default the memory of the machine divided by"
    " its processors.",
)
@click.option("--retry-failed", is_flag=True, help="Study the rulesets again whose rows say that they failed.")
@json_option()
@timeout_option(None, "Stop after this many seconds. By default the sweep runs to its end.")
@fresh_option("Discard what FILE.db holds, and start again.")
def sweep(
    family: str,
    limit: int,
    out: Path,
    scheduler: str | None,
    workers: int | None,
    seconds_each: float,
    memory_each: int | None,
    retry_failed: bool,
    as_json: bool,
    timeout: float | None,
    fresh: bool,
) -> int:
    """Study every ruleset of a family: grundy sweep "octal(0.???)" --limit 2^17 --out atlas.db.

    A family is a pattern of codes, octal(0.???), octal(4.1?) or hexadecimal(?.??), where ? is any digit; or all sets of
    numbers up to a bound, subtraction(1..8). After an interruption the same command continues.
    """
    from grundy.cluster import sweep as sweeps

    rulesets = read_family(family)
    bounds = RulesetBounds(seconds_each, memory_each and memory_each << 20)
    budget = budget_of(timeout, Progress(rulesets.size, "rulesets"))
    say_what_is_kept(out)
    clock_of(click.get_current_context()).interrupt_seconds = CLOSE_SECONDS
    try:
        summary = sweeps.sweep(rulesets, limit, out, scheduler, workers, fresh, budget, bounds, retry_failed)
    except NotDecided as error:
        raise NotDecided(f"{error}; {out} keeps what was found, and the same command goes on") from None
    except KeyboardInterrupt:
        click.echo(f"{out} keeps what was found; the same command goes on", err=True)
        raise
    text = (
        f"{out}: {summary.family} to {limit:,} values, {summary.rulesets:,} rulesets in {summary.standard_forms:,}"
        f" standard forms; {summary.done:,} done, {summary.failed:,} failed, {summary.seconds:,.1f} s"
    )
    if summary.failed:
        text += f"\n`grundy atlas {out} --where \"status = 'failed'\" --columns ruleset,reason` says why"
    print_answer(asdict(summary), text, as_json)
    return 1 if summary.failed else 0
