"""The rulesets that the suites over the whole catalogue run on: every one, schemas with their example."""

from collections.abc import Iterator
from typing import Any

from grundy import Game, Ruleset, parse
from grundy.catalog import entries
from grundy.core.reader import Reader
from grundy.errors import PositionError


def catalogue() -> Iterator[Ruleset[Any]]:
    for entry in entries().values():
        if entry.ruleset:
            yield entry.ruleset
        if entry.schema:
            yield entry.schema.read(Reader(entry.schema.example_parameters or "2"))


def legal(ruleset: Ruleset[Any], position: Any) -> bool:
    try:
        ruleset.check(position)
    except PositionError:
        return False
    return True


def example(ruleset: Ruleset[Any]) -> Game:
    return parse(f"{ruleset}({ruleset.example})" if ruleset.example else str(ruleset))
