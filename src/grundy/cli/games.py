"""`grundy games`."""

from textwrap import wrap
from typing import Any

import click

from grundy.catalog import Entry, entries, find, suggest, write_example
from grundy.cli.common import common_options, complete_names, print_json
from grundy.errors import GrundyError
from grundy.expressions import parse

SHOWN_ALIKE = 8  # games on the same kind of board


def page(entry: Entry, facts: dict[str, object]) -> str:
    from grundy.render.text import draw

    rows = [
        ("Position", facts["notation"]),
        ("Example", facts["example"] if entry.has_example else ""),
        ("Source", facts["source"]),
    ]
    if entry.schema:
        rows.append(("Parameters", f"{entry.name}(PARAMETERS)(POSITION)"))
    if not facts["adds"]:
        rows.append(("Sums", "does not add to other games"))
    if not facts["misere"]:
        rows.append(("Misère", "has no misère form"))
    alike: Any = facts["same_board"]
    rows.append(("Same board", ", ".join(alike[:SHOWN_ALIKE]) + ", ..." * (len(alike) > SHOWN_ALIKE)))
    equal: Any = facts["equal_values"]
    rows += [("Same values", f"{one['ruleset']} ({one['theorem']})") for one in equal]
    lines = [entry.name, "", *wrap(str(facts["rules"]), 78), ""]
    lines += [f"{label + ':':<11} {value}" for label, value in rows if value]
    if not entry.has_example:  # as a game of one's own may have none
        return "\n".join([*lines, "", f"For an example, {write_example(entry)}."])
    if not entry.about.example:
        return "\n".join(lines)
    drawing = draw(parse(entry.example))
    return "\n".join([*lines, "", drawing, "", f'Try: grundy solve "{facts["example"]}"'])


@click.command()
@click.argument("name", required=False, shell_complete=complete_names)
@common_options
def games(name: str | None, as_json: bool, timeout: float, fresh: bool) -> None:
    """List all games with their rules; with a NAME show its rules, its notation and an example."""
    if name is None:
        everything = list(entries().values())
        width = max(len(entry.name) for entry in everything)
        listing = "\n".join(f"{entry.name:<{width}}  {entry.about.rules}" for entry in everything)
        return print_json([entry.json() for entry in everything]) if as_json else click.echo(listing)
    entry = find(name)
    if entry is None:
        raise GrundyError(f"no ruleset is called '{name[:40]}': {suggest(name[:40])}")
    from grundy.explain.equal_values import describe_game

    facts = describe_game(entry)
    return print_json(facts) if as_json else click.echo(page(entry, facts))
