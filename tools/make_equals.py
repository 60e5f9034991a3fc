"""Find which rulesets of the catalogue are proved to have equal values, by `python tools/make_equals.py`.

Only rulesets on a line of heaps or coins are compared, each with the parameters of its example. The file has a line for
each pair: both rulesets and the theorem, with tabs between them. It takes about a minute.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations

from grundy.catalog import entries
from grundy.core.budget import Budget
from grundy.errors import NotDecided, PositionError, UndefinedError
from grundy.explain.equal_values import EQUAL_VALUES
from grundy.explain.laws.samples import shape_of
from grundy.explain.same import ALIKE_VALUES, same
from grundy.expressions import parse_ruleset
from grundy.solvers.value_sequence import ValueSequence

FIRST = 2  # heap from which on the first values are compared: some boards begin there
FEW_POSITIONS = 30_000  # for the first values of a ruleset: others have no kernel, and are not compared
MOST_POSITIONS = 3_000_000  # for one comparison; a pair that takes more is left out


def first_values(name: str) -> tuple[int, ...] | None:
    """The values by which rulesets are sorted before they are compared at length."""
    ruleset = parse_ruleset(name)
    try:
        if shape_of(ruleset) != "line" or not ruleset.has_normal:
            return None
        sequence = ValueSequence(ruleset, Budget(FEW_POSITIONS))
        return tuple(int(sequence.value(n)) for n in range(FIRST, FIRST + ALIKE_VALUES))
    except (NotDecided, UndefinedError, PositionError, TypeError):
        return None


def list_equals() -> Iterator[str]:
    """The lines of the file."""
    alike = defaultdict[tuple[int, ...], list[str]](list)
    for name in sorted({entry.at("") for entry in entries().values()}):
        if (values := first_values(name)) is not None:
            alike[values].append(name)
    for a, b in sorted(pair for names in alike.values() for pair in combinations(names, 2)):
        with suppress(NotDecided):
            found = same(parse_ruleset(a), parse_ruleset(b), budget=Budget(MOST_POSITIONS))
            if found.difference is None and found.theorem:
                yield f"{a}\t{b}\t{found.theorem}"


def main() -> None:
    EQUAL_VALUES.write_text("".join(f"{line}\n" for line in list_equals()), encoding="utf-8")


if __name__ == "__main__":
    main()
