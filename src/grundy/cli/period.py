"""`grundy period`."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from grundy.cli.common import (
    Integer,
    Progress,
    budget_of,
    check_saved_option,
    common_options,
    expression,
    print_answer,
    requested_timeout,
    say_what_is_kept,
    set_last_words,
    text_of,
)
from grundy.cli.files import FILE
from grundy.cli.values import sequence_of, verbose
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided
from grundy.expressions import parse_ruleset
from grundy.solvers.periods import PeriodReport
from grundy.solvers.value_sequence import extend_to_period

MOST_STREAMED = 1 << 62


@click.command()
@expression
@click.option("--limit", type=Integer(), default="2^29", show_default=True, help="Compute at most so many values.")
@click.option(
    "--checkpoints",
    type=FILE,
    help="Compute from a window of the last values, kept in this file; the same command goes on, on any machine.",
)
@verbose
@check_saved_option
@common_options
def period(
    expression: str,
    limit: int,
    checkpoints: Path | None,
    verbose: bool,
    check_saved: bool,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> int:
    """Find out whether the nimbers of a ruleset repeat, and by which theorem: grundy period "octal(0.16)"."""
    ruleset = parse_ruleset(text_of(expression))
    if checkpoints:
        return print_report(stream_report(ruleset, checkpoints, limit, requested_timeout(timeout)), verbose, as_json)
    shipped = None
    if not fresh:
        from grundy.cluster.shipped import shipped_period

        shipped = shipped_period(ruleset)
    if shipped is None:
        return print_report(compute_report(ruleset, limit, timeout, as_json), verbose, as_json)
    if check_saved:
        refuse_false(shipped, compute_report(ruleset, limit, timeout, as_json))
    return print_report(shipped, verbose, as_json, checked=check_saved)


def compute_report(ruleset: Ruleset[tuple[int, ...]], limit: int, timeout: float, as_json: bool) -> PeriodReport:
    """What is found of the period by computing values."""
    sequence = sequence_of(ruleset, limit, timeout)
    if as_json:
        set_last_words(sequence.report.json())
    try:
        with suppress(NotDecided):  # in what looks at no budget: what was found by then is printed
            extend_to_period(sequence, limit)
    except KeyboardInterrupt:
        sequence.look_for_period()
        click.echo(sequence.report.sentence(), err=True)
        raise
    return sequence.report


def stream_report(ruleset: Ruleset[Any], path: Path, limit: int, timeout: float | None) -> PeriodReport:
    """What a window tells of the period; it is as far as it takes, unless a limit or a timeout is given."""
    from grundy.solvers.windows import search_window

    source = click.get_current_context().get_parameter_source("limit")
    most = MOST_STREAMED if source is ParameterSource.DEFAULT else limit
    say_what_is_kept(path)
    found = search_window(ruleset, most, budget_of(timeout, Progress(noun="values")), path)
    rares = f"{len(found.space.rares)} rares, the last at {found.space.rares.max(initial=0)}"
    method = f"a window of {found.space.length:,} values, {rares}"
    return PeriodReport(str(ruleset), found.period, found.position, method)


def refuse_false(shipped: PeriodReport, again: PeriodReport) -> None:
    """Raise where a period from the atlas was not found again, and set the atlas aside where it is false."""
    if again.period is None or not again.period.proved:
        raise NotDecided(f"not checked: {again.sentence()}")
    if shipped.differs(again):
        from grundy.cluster.shipped import set_aside_atlas

        set_aside_atlas("false")
        raise NotDecided(f"the atlas was false: {again.sentence()}")


def print_report(report: PeriodReport, verbose: bool, as_json: bool, checked: bool = False) -> int:
    """Print what is known of a period; return the exit code, 1 if none was found."""
    if verbose:
        click.echo(report.method, err=True)
    again = "\nComputed anew, without saved results: the same." if checked else ""
    print_answer(report.json() | ({"checked": True} if checked else {}), report.sentence() + again, as_json)
    return 0 if report.period else 1
