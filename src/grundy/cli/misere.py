"""`grundy misere`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from grundy.boards.heaps import HeapGame
from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.cli.sequences import Number
from grundy.core.ruleset import Ruleset
from grundy.expressions import parse_ruleset
from grundy.solvers.misere.analysis import Analysis, analyse
from grundy.solvers.misere.quotient import Quotient
from grundy.solvers.misere.saved import kept

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
    answer = analyse(ruleset, to, budget_of(timeout), file_of(ruleset, save, fresh))
    if as_json:
        print_json(answer.json())
    else:
        click.echo("\n".join(lines(answer)))
    return 0 if answer.complete else 1


def file_of(ruleset: Ruleset[Any], save: Path | None, fresh: bool) -> Path | None:
    """Where the search is kept: the file that is named, or one among the saved results; a fresh start removes it."""
    file = save or (kept(ruleset) if isinstance(ruleset, HeapGame) else None)
    if fresh and file:
        file.unlink(missing_ok=True)
    return file


def lines(answer: Analysis) -> Iterator[str]:
    """The analysis in lines of text."""
    yield f"{answer.ruleset} under misère play, heaps 0 to {answer.to - 1}"
    yield f"outcomes  {answer.outcomes}"
    beyond = f" (larger forms were not looked at from heap {len(answer.genera)} on)"
    yield "genus     " + " ".join(map(str, answer.genera)) + beyond * (len(answer.genera) < answer.to)
    yield from (
        f"{kind:<9} " + (" ".join(str(n) for n, genus in enumerate(answer.genera) if genus.kind == kind) or "none")
        for kind in ("restive", "restless", "wild")
    )
    if not answer.quotient:
        yield f"quotient  none found of all heaps: {answer.reason}"
        yield f"          of heaps 0 to {len(answer.partial.elements) - 1}:"
    yield from quotient_lines(answer.partial)


def quotient_lines(found: Quotient) -> Iterator[str]:
    """A quotient in lines of text."""
    yield f"quotient  order {found.monoid.order}, of which {found.monoid.p_portion} lost: {found.presentation}"
    yield "heaps     " + " ".join(found.pretending)
    if found.period:
        proof = "proved for all heaps" if found.period.proved else "observed"
        yield f"period    {found.period.period} from heap {found.period.preperiod} on, {proof}"
