"""What a worker computes for the rulesets of one standard form: a row of the atlas for each.

The values of the standard form are computed once. Those of a ruleset are the same, each repeated `scale` times, after
`shift * scale` zeros; its period begins where that of the standard form does, or earlier if the zeros fit it.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from time import process_time
from typing import TYPE_CHECKING
from zlib import crc32

from grundy.boards.heaps import HeapGame
from grundy.cluster.rows import AtlasRow
from grundy.core.budget import Budget
from grundy.core.period import Period
from grundy.errors import NotDecided
from grundy.solvers.saved import HERE, rules_version
from grundy.system import bound_memory, physical_memory_bytes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.solvers.value_sequence import ValueSequence

    Values = NDArray[np.uint32]

MOST_EXCEPTIONS = 10_000  # in a row


@dataclass(frozen=True)
class Member:
    """A ruleset whose value of n is that of n // scale - shift in the standard form."""

    ruleset: HeapGame
    scale: int
    shift: int


@dataclass(frozen=True)
class FormGroup:
    """A standard form with the rulesets that are studied by it."""

    ruleset: HeapGame
    members: tuple[Member, ...]


@dataclass(frozen=True)
class RulesetBounds:
    """What the study of one standard form may take; by default as much memory as there is for each processor."""

    seconds: float = 3600.0
    memory_bytes: int | None = None

    @property
    def memory_reason(self) -> str:
        return f"it took more than {self.bytes_here >> 20:,} MB of memory"

    @property
    def bytes_here(self) -> int:
        return self.memory_bytes or physical_memory_bytes() // (os.cpu_count() or 1)


@cache
def own_version() -> str:
    return version("grundy")


def study(forms: Sequence[FormGroup], limit: int, bounds: RulesetBounds | None = None) -> list[AtlasRow]:
    """A row for each member of each form, from this many values; a computation that fails gives failed rows."""
    import grundy.solvers.rare_values
    import grundy.solvers.value_sources  # noqa: F401 (loaded here, where no ruleset is charged with their memory)

    bounds, found = bounds or RulesetBounds(), list[AtlasRow]()
    for form in forms:
        try:
            with bound_memory(bounds.bytes_here):
                found += rows(form, limit, Budget(seconds=bounds.seconds))
        except NotDecided:
            found += failed_rows(form, f"it took more than {bounds.seconds:g} s")
        except MemoryError:
            found += failed_rows(form, bounds.memory_reason)
        except (ArithmeticError, ValueError) as error:
            found += failed_rows(form, f"{type(error).__name__}: {error}")
    return found


def failed_rows(form: FormGroup, reason: str) -> list[AtlasRow]:
    return [
        made_here(
            AtlasRow(str(member.ruleset), str(form.ruleset), member.scale, member.shift, "failed", reason), member
        )
        for member in form.members
    ]


def made_here(row: AtlasRow, member: Member) -> AtlasRow:
    """The row with what made it: the version of grundy, that of the rules and kernels, and this computation."""
    return replace(row, version=own_version(), rules=rules_version(member.ruleset), origin=HERE)


def rows(form: FormGroup, limit: int, budget: Budget | None = None) -> list[AtlasRow]:
    """The rows of one form; the first is charged with the time of the values."""
    started, found = process_time(), []
    sequence = value_sequence(form.ruleset, limit, budget)
    for member in form.members:
        row = row_of(*best_sequence(member, sequence, limit, budget), str(form.ruleset), limit)
        seconds = round(process_time() - started, 4)
        found.append(made_here(replace(row, scale=member.scale, shift=member.shift, seconds=seconds), member))
        started = process_time()
    return found


def best_sequence(
    member: Member, sequence: "ValueSequence", limit: int, budget: Budget | None = None
) -> "tuple[Member, ValueSequence]":
    """The sequence to describe a member by: its own where an arithmetic period is not proved in the standard form.

    The theorem on arithmetic periods depends on the moves of the code: it proves 0.8, but not its cousin 0.113377E.
    """
    found = sequence.period
    if found is None or found.proved or not found.saltus:
        return member, sequence
    return Member(member.ruleset, 1, 0), value_sequence(member.ruleset, limit, budget)


def value_sequence(ruleset: HeapGame, limit: int, budget: Budget | None = None) -> "ValueSequence":
    """The values of a ruleset, by the kernels from the start: a worker has them loaded. NotDecided after the budget."""
    from grundy.solvers.value_sequence import ValueSequence, extend_to_period

    sequence = ValueSequence(ruleset, budget)
    sequence.start_source([])
    extend_to_period(sequence, limit)
    if len(sequence.values) < limit and not sequence.is_proved:
        sequence.budget.look()
    return sequence


def row_of(member: Member, sequence: "ValueSequence", standard: str, limit: int) -> AtlasRow:
    whole = values_of(member, sequence, limit)
    values = whole[:limit]
    row = AtlasRow(
        ruleset=str(member.ruleset),
        standard=standard,
        scale=member.scale,
        shift=member.shift,
        status="done",
        known=len(values),
        checked_to=(len(sequence.values) + member.shift) * member.scale,
        largest=int(values.max(initial=0)),
        largest_at=int(values.argmax()) if len(values) else None,
        checksum=crc32(values.astype("<u4").tobytes()),
        method=sequence.method,
    )
    return with_sparse_space(with_period(row, sequence.period, whole), member.ruleset, values)


def values_of(member: Member, sequence: "ValueSequence", limit: int) -> "Values":
    """The values of a ruleset from those of its standard form, at least as far as the end of its first period."""
    import numpy as np

    found = sequence.period
    turn = found.preperiod + found.period if found else 0
    base = sequence.array_below(max(limit, turn)) if sequence.is_proved else sequence.slice(0, len(sequence.values))
    zeros = np.zeros(member.shift * member.scale, np.uint32)
    return np.concatenate([zeros, np.repeat(base.astype(np.uint32), member.scale)])


def with_period(row: AtlasRow, found: Period | None, values: "Values") -> AtlasRow:
    from grundy.solvers.periods import find_exceptions

    if found is None:
        return row
    start = (found.preperiod + row.shift) * row.scale
    length = 1 if (found.period, found.saltus) == (1, 0) else found.period * row.scale
    while start and values[start - 1] + found.saltus == values[start - 1 + length]:
        start -= 1
    differing = find_exceptions(values, (start, length, found.saltus), start)
    return replace(
        row,
        period=length,
        preperiod=start,
        saltus=found.saltus,
        proved=int(found.proved),
        theorem=found.theorem or None,
        exceptional=len(differing),
        exceptions=tuple(differing[:MOST_EXCEPTIONS]),
    )


def with_sparse_space(row: AtlasRow, ruleset: HeapGame, values: "Values") -> AtlasRow:
    """The row with the mask and the rare values, where moves may leave two heaps."""
    import numpy as np

    from grundy.solvers.rare_values import MOST_BITS, best_mask, histogram, rare_positions, split_parity

    code, bits = ruleset.as_code(), max(1, int(values.max(initial=0)).bit_length())
    if code is None or code.heaps != 2 or bits > MOST_BITS:
        return row
    mask, parity = best_mask(histogram(values, 0, bits, Budget()), split_parity(row.ruleset))
    places = np.concatenate([*rare_positions(values, 0, bits, mask, parity, Budget()), np.empty(0, np.intp)])
    last = int(places[-1]) if len(places) else None
    return replace(row, mask=mask, parity=parity, rares=len(places), last_rare=last)
