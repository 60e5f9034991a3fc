"""`grundy bipartite`."""

import click

from grundy.cli.common import Progress, budget_of, common_options, complete_names, print_json, text_of
from grundy.digraphs import Alternation, alternation, is_always_bipartite, ultimately_bipartite_sets
from grundy.errors import GrundyError, NotDecided
from grundy.expressions import parse_ruleset
from grundy.games.subtraction import Subtraction

SHOWN_HEAPS = 12  # of a list, in text


@click.command()
@click.argument("expression", required=False, shell_complete=complete_names)
@click.option(
    "--most", type=click.IntRange(min=3), default=3, show_default=True, help="Search sets of at most so many numbers."
)
@click.option(
    "--up-to", type=click.IntRange(min=3), default=12, show_default=True, help="Search sets of numbers up to this one."
)
@common_options
def bipartite(expression: str | None, most: int, up_to: int, as_json: bool, timeout: float, fresh: bool) -> int:
    """Find subtraction games in which lost and won heaps alternate, from some heap on.

    Without an argument all sets of at most --most numbers up to --up-to are searched. With one, such as
    grundy bipartite "subtraction(3,5,9)", this ruleset is decided. Such games are called ultimately bipartite.
    """
    if expression is None:
        return print_sets(most, up_to, as_json, timeout)
    return print_ruleset(text_of(expression), as_json, timeout)


def print_sets(most: int, up_to: int, as_json: bool, timeout: float) -> int:
    """Print all sets up to a bound, or those found before the time ended."""
    found: list[Alternation] = []
    ended: NotDecided | None = None
    try:
        for it in ultimately_bipartite_sets(most, up_to, budget_of(timeout, Progress(noun="heaps"))):
            found.append(it)
            if not as_json:
                click.echo(f"{','.join(map(str, it.take))}: {sentence(it)}")
    except NotDecided as error:
        ended = error
    if as_json:
        print_json({"most": most, "up_to": up_to, "complete": not ended, "sets": [json_of(it) for it in found]})
    else:
        click.echo(f"{len(found):,} sets without 1; odd numbers with 1 alternate from 0 on")
    if ended:
        click.echo(f"grundy: {ended}", err=True)
    return 1 if ended else 0


def print_ruleset(text: str, as_json: bool, timeout: float) -> int:
    ruleset = parse_ruleset(text)
    take = ruleset.take if isinstance(ruleset, Subtraction) else ()
    numbers = [item for item in take if isinstance(item, int)]
    if not numbers or len(numbers) < len(take):
        raise GrundyError(f"{ruleset} is not a subtraction game of a finite set; write one such as subtraction(3,5,9)")
    whole, found = is_always_bipartite(numbers), alternation(numbers, budget_of(timeout, Progress(noun="heaps")))
    if as_json:
        facts = {"ruleset": str(ruleset), "bipartite": whole, "ultimately_bipartite": found is not None}
        print_json(facts | (json_of(found) if found else {}))
    elif whole:
        click.echo(f"{ruleset}: bipartite; n is lost exactly if n // {min(numbers)} is even")
    else:
        click.echo(f"{ruleset}: {sentence(found) if found else 'lost and won heaps never come to alternate'}")
    return 0


def json_of(found: Alternation) -> dict[str, object]:
    return {
        "take": list(found.take),
        "threshold": found.threshold,
        "odd_P": list(found.odd_lost),
        "even_N": list(found.even_won),
    }


def sentence(found: Alternation) -> str:
    return (
        f"from {found.threshold:,} on exactly the even heaps are lost; "
        f"also odd {first_heaps(found.odd_lost)}, and not even {first_heaps(found.even_won)}"
    )


def first_heaps(some: tuple[int, ...]) -> str:
    return " ".join(map(str, some[:SHOWN_HEAPS])) + (" ..." if len(some) > SHOWN_HEAPS else "")
