"""`grundy certify`."""

import os
from contextlib import suppress
from pathlib import Path

import click

from grundy.cli.common import Integer, budget_of, common_options, misere_option, print_json, text_of, words
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.reader import printable
from grundy.errors import NotationError
from grundy.explain.certificates import make
from grundy.explain.certificates.file import Header
from grundy.expressions import parse, parse_ruleset

KINDS = ("outcome", "nimber", "margin", "labels", "values", "period", "window", "quotient")
OF_RULESETS = ("values", "period", "window", "quotient")
TRUSTED = {"moves": ("moves",), "parts": ("moves", "parts"), "canonical": ("moves", "parts", "canonical")}


@click.command()
@words()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write.")
@click.option("--kind", type=click.Choice(KINDS), help="What to prove. By default what is cheapest to prove.")
@misere_option
@click.option("--to", type=Integer(), help="Prove the values of the heaps below TO of a ruleset.")
@click.option(
    "--trust", type=click.Choice(tuple(TRUSTED)), help="Which parts of the rules the proof may rely on, at most."
)
@common_options
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
    """Write a proof that `grundy verify` checks: grundy certify "kayles(13) + nim(3,5,7)" --out FILE.

    For a game the proof is of who wins, or of its nimber; for a graph in a file, of the labels of all vertices; for a
    ruleset, of its period, with --to of its values, with --misere of its misère quotient.
    """
    if to is not None and to < 1:
        raise click.BadParameter("no heap lies below 0; write --to with 1 or more")
    if os.path.isfile(expression):  # not an error where it is too long for a name
        refuse_kind(kind, ("outcome", "labels"), "the graph in a file")
        header = make.certify_graph(expression, out, kind, misere, budget_of(timeout))
    else:
        header = certify_text(text_of(expression), out, kind, misere, to, trust, budget_of(timeout), fresh)
    if as_json:
        print_json({"file": str(out), "bytes": out.stat().st_size, **header})
    else:
        name = printable(str(out))
        click.echo(f"{name}: {out.stat().st_size:,} bytes; `grundy verify {name}` checks it")


def refuse_kind(kind: str | None, kinds: tuple[str, ...], what: str) -> None:
    """Raise where there is no such proof."""
    if kind and kind not in kinds:
        raise click.BadParameter(f"'{kind}' cannot be proved of {what}; choose --kind {' or '.join(kinds)}")


def parse_game(text: str) -> Game | None:
    """The game that the text names, or None where it names a ruleset."""
    try:
        return parse(text, files=True)
    except NotationError as error:
        with suppress(NotationError):
            parse_ruleset(text)
            return None
        raise error


def certify_text(
    text: str, out: Path, kind: str | None, misere: bool, to: int | None, trust: str | None, budget: Budget, fresh: bool
) -> Header:
    """The header of the certificate about what the text names: a game, or else a ruleset."""
    game = None if kind in OF_RULESETS or to else parse_game(text)
    if game:
        return make.certify_game(game, out, kind, misere, TRUSTED[trust] if trust else None, budget, fresh)
    if kind == "quotient" or (misere and not kind):
        return make.certify_quotient(parse_ruleset(text), to, out, budget)
    if kind == "window" and not to:
        return make.certify_window(parse_ruleset(text), out, budget)
    refuse_kind(
        kind, ("values",) if to else ("period", "window"), f"a ruleset {'up to a bound' if to else 'without --to'}"
    )
    return make.certify_values(parse_ruleset(text), to, out, budget)
