"""The rulesets that the suites over the whole catalogue run on: every one, schemas with their example."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from grundy import Game, Ruleset, parse
from grundy.catalog import entries
from grundy.core.reader import Reader
from grundy.errors import GrundyError, PositionError


def catalogue() -> Iterator[Ruleset[Any]]:
    for entry in entries().values():
        if entry.ruleset:
            yield entry.ruleset
        if entry.schema:
            yield entry.schema.read(Reader(entry.schema.example_parameters or "2"))


SMALL_PARAMETERS = ("1", "2", "3", "4", "1,1", "1,2", "2,1", "2,2", "2,3", "1,4", "2,4,5", "1x2", "2x2", "1 2; 3")


@cache
def siblings(ruleset: Ruleset[Any]) -> list[Ruleset[Any]]:
    """The ruleset, and the same rules with other small parameters, as far as they take them."""
    found = [ruleset]
    if "name" in vars(ruleset) or not ruleset.is_schema():
        return found
    for text in (*ruleset.well_known, *SMALL_PARAMETERS):
        with suppress(GrundyError):
            reader = Reader(text)
            other = type(ruleset).read(reader)
            reader.end()
            found += [other] * (other not in found)
    return found


def legal(ruleset: Ruleset[Any], position: Any) -> bool:
    try:
        ruleset.check(position)
    except PositionError:
        return False
    return True


def example(ruleset: Ruleset[Any]) -> Game:
    return parse(f"{ruleset}({ruleset.example})" if ruleset.example else str(ruleset))
