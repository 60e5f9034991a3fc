"""`grundy lookup`."""

import click

from grundy.cli.common import common_options, print_answer, text_of, words

LISTED_NAMES = 12  # in a line


@click.command()
@words("sequence")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="List at most so many lines.")
@common_options
def lookup(sequence: str, most: int, as_json: bool, timeout: float, fresh: bool) -> int:
    """Find the rulesets whose values contain a sequence: grundy lookup 0,1,2,3,1,4.

    The sequence is one of values, or of outcomes such as PNNPN. The rulesets are those of the catalogue on a line of
    heaps or coins, and all codes of the atlas: see `grundy atlas`. Each line has rulesets of the same first values.
    """
    from grundy.explain.lookup import lookup as find

    found = find(text_of(sequence))
    lines = [f"from {it.start} on: {listed(it.rulesets)}" for it in found[:most]]
    if len(found) > most:
        lines.append(f"and {len(found) - most} more; --most lists them, and a longer sequence tells them apart")
    none = "No ruleset of the catalogue, and no code of the atlas, has these among its first values."
    print_answer([it.json() for it in found], "\n".join(lines) or none, as_json)
    return 0 if found else 1


def listed(names: tuple[str, ...]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - LISTED_NAMES
    return ", ".join(names[:LISTED_NAMES]) + (f" and {more} more" if more > 0 else "")
