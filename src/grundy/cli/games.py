"""`grundy games`."""

from textwrap import wrap

import click

from grundy.catalog import Entry, entries, find, suggest
from grundy.cli.common import complete_names, general, print_json
from grundy.errors import GrundyError
from grundy.expressions import parse

__all__ = ["games"]


def page(entry: Entry) -> str:
    """The page of one ruleset."""
    from grundy.render.text import draw

    facts = entry.json()
    shown = [("Position", facts["notation"]), ("Example", facts["example"]), ("Source", facts["source"])]
    if entry.schema:
        shown.append(("Parameters", f"{entry.name}(PARAMETERS)(POSITION)"))
    if not facts["adds"]:
        shown.append(("Sums", "does not add to other games"))
    if not facts["misere"]:
        shown.append(("Misère", "has no misère form"))
    lines = [entry.name, "", *wrap(str(facts["rules"]), 78), ""]
    lines += [f"{label + ':':<12}{value}" for label, value in shown if value]
    drawing = draw(parse(entry.example))
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
        return print_json([entry.json() for entry in everything]) if as_json else click.echo(listing)
    entry = find(name)
    if entry is None:
        raise GrundyError(f"no ruleset is called '{name[:40]}': {suggest(name[:40])}")
    return print_json(entry.json()) if as_json else click.echo(page(entry))
