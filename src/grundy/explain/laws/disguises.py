"""Games in disguise: the heap rulesets of the catalogue whose nimbers are the same, perhaps shifted.

Such a law explains one game by another, so it comes after every law that stands by itself.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.catalog import entries
from grundy.core.budget import Budget
from grundy.core.ruleset import Ruleset
from grundy.explain.laws.law import Law, bits, line_law, shifted
from grundy.expressions import parse_ruleset
from grundy.solvers.table import Table

__all__ = ["candidates", "laws", "same_code"]

SHIFTS = (0, 1, -1, 2, -2, 3, -3)
FEWEST = 32  # values that must agree
MORE = ("dawsons_kayles(1)", "dawsons_kayles(3)", "dawsons_kayles(4)")  # famous, but with no name of their own


def candidates(ruleset: Ruleset[Any]) -> Iterator[HeapGame]:
    """The heap rulesets of the catalogue other than this one, whatever name it goes by."""
    named = [entry.ruleset for entry in entries().values() if entry.ruleset]
    heaps = (other for other in [*named, *map(parse_ruleset, MORE)] if isinstance(other, HeapGame) and other.finite)
    return (other for other in heaps if other != ruleset and not same_code(ruleset, other))


def same_code(one: Ruleset[Any], other: Ruleset[Any]) -> bool:
    """Whether both are heap rulesets with one and the same code."""
    codes = [rules.as_code() if isinstance(rules, HeapGame) else None for rules in (one, other)]
    return codes[0] is not None and codes[0] == codes[1]


def laws(ruleset: Ruleset[Any], values: Sequence[int], first: int, budget: Budget) -> Iterator[Law]:
    """The rulesets that have these values, each with its least shift."""
    if len(values) < FEWEST or len(set(values)) == 1:
        return
    for place, other in enumerate(candidates(ruleset)):
        table = Table(other, budget)
        law = next((law for shift in SHIFTS if (law := shifted_to(table, values, first, shift, place))), None)
        yield from [law] if law else []


def shifted_to(table: Table, values: Sequence[int], first: int, shift: int, place: int) -> Law | None:
    """The law that n has the value of n + shift in another ruleset."""

    def rule(n: int) -> int | None:
        return table.value(n + shift) if n + shift >= 0 else None

    if any(rule(n + first) != values[n] for n in range(FEWEST // 2, FEWEST)):  # before the whole table is found
        return None
    at = shifted("n", shift)
    words = f"g(n) = {table.ruleset}({at})", f"The nimber of n is that of {at} in {table.ruleset}"
    parameters: dict[str, object] = {"ruleset": str(table.ruleset), "shift": shift}
    return line_law(values, first, "disguise", rule, words, parameters, bits(place, shift))
