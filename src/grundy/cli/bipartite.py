"""`grundy bipartite`."""

import click

from grundy.cli.common import Progress, budget_of, complete_names, general, print_json, text_of
from grundy.core.alternation import Alternation, alternation
from grundy.core.subtraction_theory import always_bipartite
from grundy.errors import GrundyError, NotDecided
from grundy.expressions import parse_ruleset
from grundy.games.subtraction import Subtraction
from grundy.solvers.ultimately import ultimately_bipartite

__all__ = ["bipartite"]

SHOWN = 12  # heaps of a list that a person is shown


@click.command()
@click.argument("expression", required=False, shell_complete=complete_names)
@click.option("--most", type=click.IntRange(min=3), default=3, show_default=True, help="Numbers of a set, at most.")
@click.option("--up-to", type=click.IntRange(min=3), default=12, show_default=True, help="The largest of them.")
@general
def bipartite(expression: str | None, most: int, up_to: int, as_json: bool, timeout: float, fresh: bool) -> int:
    """Ultimately bipartite subtraction games: lost and won heaps alternate from some heap on.

    All sets of at most --most numbers up to --up-to; or one ruleset: grundy bipartite "subtraction(3,5,9)".
    """
    return search(most, up_to, as_json, timeout) if expression is None else one(text_of(expression), as_json, timeout)


def search(most: int, up_to: int, as_json: bool, timeout: float) -> int:
    """Print all sets up to a bound; what was found before the time ended is printed too."""
    found: list[Alternation] = []
    ended: NotDecided | None = None
    try:
        for it in ultimately_bipartite(most, up_to, budget_of(timeout, Progress(noun="heaps"))):
            found.append(it)
            if not as_json:
                click.echo(f"{','.join(map(str, it.take))}: {sentence(it)}")
    except NotDecided as error:
        ended = error
    if as_json:
        print_json({"most": most, "up_to": up_to, "complete": not ended, "sets": [about(it) for it in found]})
    else:
        click.echo(f"{len(found):,} sets without 1; odd numbers with 1 alternate from 0 on")
    if ended:
        click.echo(f"grundy: {ended}", err=True)
    return 1 if ended else 0


def one(text: str, as_json: bool, timeout: float) -> int:
    """Print what holds for one ruleset."""
    ruleset = parse_ruleset(text)
    take = ruleset.take if isinstance(ruleset, Subtraction) else ()
    numbers = [item for item in take if isinstance(item, int)]
    if not numbers or len(numbers) < len(take):
        raise GrundyError(f"{ruleset} is not a subtraction game of a finite set; write one such as subtraction(3,5,9)")
    whole, found = always_bipartite(numbers), alternation(numbers, budget_of(timeout, Progress(noun="heaps")))
    if as_json:
        facts = {"ruleset": str(ruleset), "bipartite": whole, "ultimately_bipartite": found is not None}
        print_json(facts | (about(found) if found else {}))
    elif whole:
        click.echo(f"{ruleset}: bipartite; n is lost exactly if n // {min(numbers)} is even")
    else:
        click.echo(f"{ruleset}: {sentence(found) if found else 'lost and won heaps never come to alternate'}")
    return 0


def about(found: Alternation) -> dict[str, object]:
    """What is known of a set, as JSON."""
    return {
        "take": list(found.take),
        "threshold": found.threshold,
        "odd_P": list(found.odd_lost),
        "even_N": list(found.even_won),
    }


def sentence(found: Alternation) -> str:
    """What is known of a set, in words."""
    return (
        f"from {found.threshold:,} on exactly the even heaps are lost; "
        f"also odd {heaps(found.odd_lost)}, and not even {heaps(found.even_won)}"
    )


def heaps(some: tuple[int, ...]) -> str:
    """The first heaps of a list."""
    return " ".join(map(str, some[:SHOWN])) + (" ..." if len(some) > SHOWN else "")
