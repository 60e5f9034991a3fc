"""`grundy period`."""

from contextlib import suppress

import click

from grundy.cli.common import Integer, common_options, expression, print_answer, set_last_words, text_of
from grundy.cli.values import sequence_of, verbose
from grundy.errors import NotDecided
from grundy.expressions import parse_ruleset
from grundy.solvers.periods import PeriodReport
from grundy.solvers.value_sequence import extend_to_period


@click.command()
@expression
@click.option("--limit", type=Integer(), default="2^29", show_default=True, help="Compute at most so many values.")
@verbose
@common_options
def period(expression: str, limit: int, verbose: bool, as_json: bool, timeout: float, fresh: bool) -> int:
    """Find out whether the nimbers of a ruleset repeat, and by which theorem: grundy period "octal(0.16)"."""
    ruleset = parse_ruleset(text_of(expression))
    if not fresh:
        from grundy.cluster.shipped import shipped_period

        if shipped := shipped_period(ruleset):
            return print_report(shipped, verbose, as_json)
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
    return print_report(sequence.report, verbose, as_json)


def print_report(report: PeriodReport, verbose: bool, as_json: bool) -> int:
    """Print what is known of a period; return the exit code, 1 if none was found."""
    if verbose:
        click.echo(report.method, err=True)
    print_answer(report.json(), report.sentence(), as_json)
    return 0 if report.period else 1
