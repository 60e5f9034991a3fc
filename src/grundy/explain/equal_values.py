"""Which rulesets of the catalogue are proved to have equal values: a table that comes with the package."""

from grundy.catalog import Entry, entries, is_own
from grundy.solvers.saved import DATA

EQUAL_VALUES = DATA / "equal_values.tsv"  # made by tools/make_equals.py


def known_equals(ruleset: str) -> list[tuple[str, str]]:
    """The rulesets with the nimbers of this one, and by which theorem; none of a game of the user's own that hides one.

    >>> known_equals("kayles")
    [('rayles', 'the rules are the same')]
    """
    rows = (line.split("\t") for line in EQUAL_VALUES.read_text(encoding="utf-8").splitlines())
    pairs = [(b if a == ruleset else a, theorem) for a, b, theorem in rows if ruleset in (a, b)]
    return [pair for pair in pairs if not is_own(name_of(ruleset)) and not is_own(name_of(pair[0]))]


def name_of(ruleset: str) -> str:
    """The name before the parameters."""
    return ruleset.partition("(")[0]


def describe_game(entry: Entry) -> dict[str, object]:
    """What is known of a game, with those like it: on the same kind of board, or proved to have equal values."""
    kind = entry.about.board.kind
    alike = [one.name for one in entries().values() if one.about.board.kind == kind and one.name != entry.name]
    equal = [{"ruleset": other, "theorem": theorem} for other, theorem in known_equals(entry.at(""))]
    return entry.json() | {"same_board": alike, "equal_values": equal}
