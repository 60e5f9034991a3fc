"""`grundy games`."""

from textwrap import wrap

import click

from grundy.catalog import Entry, entries, find, suggest
from grundy.cli.common import complete_names, general, print_json
from grundy.errors import GrundyError
from grundy.expressions import parse

__all__ = ["games"]


def about(entry: Entry) -> dict[str, object]:
    """What the catalogue says of a ruleset."""
    it = entry.about
    return {
        "name": entry.name,
        "rules": it.rules,
        "source": it.source,
        "notation": it.board.notation,
        "example": example(entry),
        "parameters": entry.schema is not None,
        "adds": it.adds,
        "misere": it.has_misere,
        "aliases": list(it.aliases),
    }


def example(entry: Entry) -> str:
    """An expression that solves."""
    it = entry.about
    name = str(entry.ruleset) if entry.ruleset else f"{entry.name}({it.example_parameters})"
    return f"{name}({it.example})" if it.example else name


def page(entry: Entry) -> str:
    """The page of one ruleset."""
    from grundy.render.text import draw

    facts = about(entry)
    shown = [("Position", facts["notation"]), ("Example", facts["example"]), ("Source", facts["source"])]
    if entry.schema:
        shown.append(("Parameters", f"{entry.name}(PARAMETERS)(POSITION)"))
    if not facts["adds"]:
        shown.append(("Sums", "does not add to other games"))
    if not facts["misere"]:
        shown.append(("Misère", "has no misère form"))
    lines = [entry.name, "", *wrap(str(facts["rules"]), 78), ""]
    lines += [f"{label + ':':<12}{value}" for label, value in shown if value]
    drawing = draw(parse(example(entry)))
    return "\n".join([*lines, "", drawing, "", f'Try: grundy solve "{facts["example"]}"'])


@click.command()
@click.argument("name", required=False, shell_complete=complete_names)
@general
def games(name: str | None, as_json: bool, timeout: float, fresh: bool) -> None:
    """The catalogue; with a NAME the page of one ruleset."""
    if name is None:
        everything = list(entries().values())
        width = max(len(entry.name) for entry in everything)
        listing = "\n".join(f"{entry.name:<{width}}  {entry.about.rules}" for entry in everything)
        return print_json([about(entry) for entry in everything]) if as_json else click.echo(listing)
    entry = find(name)
    if entry is None:
        raise GrundyError(f"no ruleset is called '{name[:40]}': {suggest(name[:40])}")
    return print_json(about(entry)) if as_json else click.echo(page(entry))
