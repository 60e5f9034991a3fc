"""`grundy misere`."""

from collections.abc import Iterator
from pathlib import Path

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.cli.sequences import Number
from grundy.expressions import parse_ruleset
from grundy.solvers.misere.analysis import Analysis, analyse

__all__ = ["misere"]

MOST = 100_000  # heaps; far beyond what any quotient was found for


@click.command()
@expression
@click.option("--to", type=Number(), default=20, show_default=True, help="Heaps 0 .. TO - 1.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="A file to stop in and go on from.")
@general
def misere(expression: str, to: int, save: Path | None, as_json: bool, timeout: float, fresh: bool) -> int:
    """Genus, outcomes and misère quotient of a heap ruleset: grundy misere kayles --to 30."""
    if not 1 <= to <= MOST:
        raise click.BadParameter(f"{to} heaps cannot be looked at; write --to from 1 to {MOST:,}")
    ruleset = parse_ruleset(text_of(expression))
    if fresh and save:
        save.unlink(missing_ok=True)
    answer = analyse(ruleset, to, budget_of(timeout), save)
    if as_json:
        print_json(answer.json())
    else:
        click.echo("\n".join(lines(answer)))
    return 0 if answer.complete else 1


def lines(answer: Analysis) -> Iterator[str]:
    """The analysis in lines of text."""
    yield f"{answer.ruleset} under misère play, heaps 0 to {answer.to - 1}"
    yield f"outcomes  {answer.outcomes}"
    yield "genus     " + " ".join(str(genus) for genus in answer.genera)
    yield from (
        f"{kind:<9} " + (" ".join(str(n) for n, genus in enumerate(answer.genera) if genus.kind == kind) or "none")
        for kind in ("restive", "restless", "wild")
    )
    if not answer.quotient:
        yield f"quotient  none found: {answer.reason}"
        return
    monoid, period = answer.quotient.monoid, answer.quotient.period
    yield f"quotient  order {monoid.order}, of which {monoid.p_portion} lost: {answer.quotient.presentation}"
    yield "heaps     " + " ".join(answer.quotient.pretending)
    if period:
        proof = "proved for all heaps" if period.proved else "observed"
        yield f"period    {period.period} from heap {period.preperiod} on, {proof}"
