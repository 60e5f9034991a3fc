"""Games in disguise: the heap rulesets of the catalogue whose nimbers are the same, perhaps shifted.

Such a law reduces one game to another, so it ranks after every law with a formula.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.catalog import entries
from grundy.core.budget import Budget
from grundy.core.ruleset import Ruleset
from grundy.explain.laws.law import FittedLaw, bits, line_law, plus
from grundy.expressions import parse_ruleset
from grundy.solvers.value_sequence import ValueSequence

SHIFTS = (0, 1, -1, 2, -2, 3, -3)
FEWEST_VALUES = 32  # that must agree


def candidates(ruleset: Ruleset[Any]) -> Iterator[HeapGame]:
    """The heap rulesets of the catalogue without those that have the same code as this one."""
    schemas = {entry.schema for entry in entries().values() if entry.schema}
    unnamed = sorted(f"{schema.name}({parameters})" for schema in schemas for parameters in schema.well_known)
    for other in [*(entry.ruleset for entry in entries().values()), *map(parse_ruleset, unnamed)]:
        if isinstance(other, HeapGame) and other.finite and other != ruleset and not same_code(ruleset, other):
            yield other


def same_code(one: Ruleset[Any], other: Ruleset[Any]) -> bool:
    codes = [rules.as_code() if isinstance(rules, HeapGame) else None for rules in (one, other)]
    return codes[0] is not None and codes[0] == codes[1]


def laws(ruleset: Ruleset[Any], values: Sequence[int], first: int, budget: Budget) -> Iterator[FittedLaw]:
    """The rulesets that have these values, each with its least shift."""
    if len(values) < FEWEST_VALUES or len(set(values)) == 1:
        return
    for place, other in enumerate(candidates(ruleset)):
        budget.note_stage(f"compared with {other}")
        table = ValueSequence(other, budget)
        law = next((law for shift in SHIFTS if (law := shifted_law(table, values, first, shift, place))), None)
        yield from [law] if law else []


def shifted_law(table: ValueSequence, values: Sequence[int], first: int, shift: int, place: int) -> FittedLaw | None:
    def rule(n: int) -> int | None:
        return table.value(n + shift) if n + shift >= 0 else None

    # A few values are compared before the whole table is computed.
    if any(rule(n + first) != values[n] for n in range(FEWEST_VALUES // 2, FEWEST_VALUES)):
        return None
    at = plus("n", shift)
    words = f"g(n) = {table.ruleset}({at})", f"The nimber of n is that of {at} in {table.ruleset}"
    parameters: dict[str, object] = {"ruleset": str(table.ruleset), "shift": shift}
    return line_law(values, first, "disguise", rule, words, parameters, bits(place, shift))
