"""`grundy period`."""

from contextlib import suppress

import click

from grundy.cli.common import (
    Integer,
    check_saved_option,
    common_options,
    expression,
    print_answer,
    set_last_words,
    text_of,
)
from grundy.cli.values import sequence_of, verbose
from grundy.core.ruleset import Ruleset
from grundy.errors import NotDecided
from grundy.expressions import parse_ruleset
from grundy.solvers.periods import PeriodReport
from grundy.solvers.value_sequence import extend_to_period


@click.command()
@expression
@click.option("--limit", type=Integer(), default="2^29", show_default=True, help="Compute at most so many values.")
@verbose
@check_saved_option
@common_options
def period(
    expression: str, limit: int, verbose: bool, check_saved: bool, as_json: bool, timeout: float, fresh: bool
) -> int:
    """Find out whether the nimbers of a ruleset repeat, and by which theorem: grundy period "octal(0.16)"."""
    ruleset = parse_ruleset(text_of(expression))
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
