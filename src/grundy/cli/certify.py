"""`grundy certify`."""

from contextlib import suppress
from pathlib import Path

import click

from grundy.cli.common import budget_of, expression, general, print_json, text_of
from grundy.cli.sequences import Number
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.errors import NotationError
from grundy.explain.certificates import make
from grundy.explain.certificates.file import Header
from grundy.expressions import parse, parse_ruleset

__all__ = ["certify"]

KINDS = ("outcome", "nimber", "labels", "values", "period", "quotient")
OF_RULESETS = ("values", "period", "quotient")
TRUSTED = {"moves": ("moves",), "parts": ("moves", "parts"), "canonical": ("moves", "parts", "canonical")}


@click.command()
@expression
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write.")
@click.option("--kind", type=click.Choice(KINDS), help="What to prove; by default what is cheapest.")
@click.option("--misere", is_flag=True, help="Whoever makes the last move loses.")
@click.option("--to", type=Number(), help="Heaps 0 .. TO - 1 of a ruleset.")
@click.option("--trust", type=click.Choice(tuple(TRUSTED)), help="What the proof may ask of the rules, at most.")
@general
def certify(
    expression: str,
    out: Path,
    kind: str | None,
    misere: bool,
    to: int | None,
    trust: str | None,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """A proof that anybody can check: grundy certify "kayles(13) + nim(3,5,7)" --out FILE.

    Of a game the outcome (or nimber), of a graph in a file the labels of all vertices, of a ruleset the period,
    with --to the values, with --misere the quotient.
    """
    if to is not None and to < 1:
        raise click.BadParameter("no heap lies below 0; write --to with 1 or more")
    if Path(expression).is_file():
        refuse(kind, ("outcome", "labels"), "the graph in a file")
        header = make.certify_graph(expression, out, kind, misere, budget_of(timeout))
    else:
        header = of_text(text_of(expression), out, kind, misere, to, trust, budget_of(timeout), fresh)
    if as_json:
        print_json({"file": str(out), "bytes": out.stat().st_size, **header})
    else:
        click.echo(f"{out}: {out.stat().st_size:,} bytes; `grundy verify {out}` checks it")


def refuse(kind: str | None, kinds: tuple[str, ...], what: str) -> None:
    """Raise where there is no such proof."""
    if kind and kind not in kinds:
        raise click.BadParameter(f"'{kind}' cannot be proved of {what}; choose --kind {' or '.join(kinds)}")


def game_in(text: str) -> Game | None:
    """The game that the text names, or None where it names a ruleset."""
    try:
        return parse(text, files=True)
    except NotationError as error:
        with suppress(NotationError):
            parse_ruleset(text)
            return None
        raise error


def of_text(
    text: str,
    out: Path,
    kind: str | None,
    misere: bool,
    to: int | None,
    trust: str | None,
    budget: Budget,
    fresh: bool,
) -> Header:
    """The header of the certificate about what the text names: a game, or else a ruleset."""
    game = None if kind in OF_RULESETS or to else game_in(text)
    if game:
        return make.certify_game(game, out, kind, misere, TRUSTED[trust] if trust else None, budget, fresh)
    if kind == "quotient" or (misere and not kind):
        return make.certify_quotient(parse_ruleset(text), to, out, budget)
    refuse(kind, ("values",) if to else ("period",), f"a ruleset {'up to a bound' if to else 'without --to'}")
    return make.certify_values(parse_ruleset(text), to, out, budget)
