"""`grundy misere`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.boards.heaps import HeapGame
from grundy.cli.common import Integer, budget_of, common_options, expression, print_answer, text_of
from grundy.core.ruleset import Ruleset
from grundy.expressions import parse_ruleset
from grundy.system import is_special

if TYPE_CHECKING:
    from grundy.solvers.misere.analysis import RulesetAnalysis

MOST_HEAPS = 100_000  # far beyond what any quotient was found for


@click.command()
@expression
@click.option("--to", type=Integer(), default=20, show_default=True, help="Analyse the heaps 0 .. TO - 1.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save an unfinished search in this file, and continue from it.",
)
@common_options
def misere(expression: str, to: int, save: Path | None, as_json: bool, timeout: float, fresh: bool) -> int:
    """Analyse heaps under misère play, where the last move loses: grundy misere kayles --to 30.

    Prints for each heap the outcome and the genus (its nimbers under normal and misère play), and the misère quotient:
    a multiplication table by which every sum of these heaps is decided.
    """
    from grundy.solvers.misere.analysis import analyse_ruleset, find_whole_solution, whole_json

    if not 1 <= to <= MOST_HEAPS:
        raise click.BadParameter(f"{to} heaps cannot be looked at; write --to from 1 to {MOST_HEAPS:,}")
    ruleset = parse_ruleset(text_of(expression))
    budget = budget_of(timeout)
    answer = analyse_ruleset(ruleset, to, budget, file_of(ruleset, save, fresh))
    whole = find_whole_solution(answer, budget)
    print_answer(answer.json() | whole_json(whole), "\n".join([*lines(answer), further_line(answer, whole)]), as_json)
    return 0 if answer.quotient else 1


def further_line(answer: "RulesetAnalysis", whole: "RulesetAnalysis") -> str:
    """What is known beyond the heaps that were asked for."""
    if not whole.is_whole:
        return f"further   not looked at, these are the heaps to {answer.to - 1}; --to {2 * answer.to} goes on"
    if whole is answer:
        return "further   nothing: this is the solution for all heaps"
    period, monoid = whole.partial.period, whole.partial.monoid
    assert period
    return (
        f"all heaps order {monoid.order}, of which {monoid.p_portion} lost; period {period.period} from heap "
        f"{period.preperiod} on, proved: --to {whole.to} prints it"
    )


def file_of(ruleset: Ruleset[Any], save: Path | None, fresh: bool) -> Path | None:
    """The file of the search: the one that is named, or one among the saved results; --fresh removes it."""
    from grundy.solvers.misere.quotient_file import quotient_path

    file = save or (quotient_path(ruleset) if isinstance(ruleset, HeapGame) else None)
    if file and is_special(file):
        raise click.BadParameter(f"cannot save in {file}, which is a device; name a file")
    if fresh and file:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise click.BadParameter(f"cannot remove {file}: {error.strerror}; name another file") from error
    return file


def lines(answer: "RulesetAnalysis") -> Iterator[str]:
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
    quotient = answer.partial
    yield f"quotient  order {quotient.monoid.order}, of which {quotient.monoid.p_portion} lost: {quotient.presentation}"
    yield "heaps     " + " ".join(quotient.pretending_function)
    if quotient.period:
        proof = "proved for all heaps" if quotient.period.proved else "observed"
        yield f"period    {quotient.period.period} from heap {quotient.period.preperiod} on, {proof}"
