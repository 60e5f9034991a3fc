"""Write the index of `grundy lookup`, by `python tools/make_sequences.py`: it takes about two minutes.

A line for each sequence of first values that occurs: the rulesets of the catalogue on a line of heaps or coins, each
with the parameters of its example, and the octal codes of up to three digits; the number of the first value; and the
values. The other codes of the shipped atlas are in a second file.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from grundy import octal
from grundy.catalog import entries
from grundy.cluster.atlas import SHIPPED_ATLAS, read
from grundy.core.budget import Budget
from grundy.errors import NotDecided, PositionError, UndefinedError
from grundy.explain.laws.samples import shape_of
from grundy.explain.lookup import MORE_SEQUENCES, SEQUENCES
from grundy.expressions import parse_ruleset
from grundy.solvers.saved import write_digests
from grundy.solvers.value_sequence import ValueSequence

VALUES = 48  # of each sequence
FEW_POSITIONS = 10_000  # for one of them; a ruleset that takes more is left out
CODE_POSITIONS = 40_000  # for a code of the atlas, of which none is left out


def names() -> Iterator[str]:
    """The rulesets: those of the catalogue first."""
    yield from sorted({entry.at("") for entry in entries().values()})
    yield from (str(octal(f"{whole}.{digits:03o}")) for whole in "04" for digits in range(512))


def first_values(name: str, positions: int) -> tuple[int, ...] | None:
    """The first number of a line, and the values from there on."""
    ruleset = parse_ruleset(name)
    try:
        if shape_of(ruleset) != "line" or not ruleset.has_normal or " " in name:
            return None
        sequence = ValueSequence(ruleset, Budget(positions))
        first = sequence.first
        return first, *(int(sequence.value(n)) for n in range(first, first + VALUES))
    except (NotDecided, UndefinedError, PositionError, TypeError):
        return None


def longer_codes() -> list[str]:
    """The other codes of the atlas."""
    return sorted({str(row["ruleset"]) for row in read(SHIPPED_ATLAS, columns=("ruleset",)).rows}.difference(names()))


def write_index(path: Path, names: Iterable[str], positions: int) -> None:
    found = dict[tuple[int, ...], list[str]]()
    for name in names:
        with suppress(ValueError):
            if (values := first_values(name, positions)) and min(values[1:]) >= 0:  # a loony heap has no number
                found.setdefault(values, []).append(name)
    lines = [f"{' '.join(it)}\t{first}\t{','.join(map(str, values))}\n" for (first, *values), it in found.items()]
    path.write_text("".join(lines), encoding="utf-8")


def main() -> None:
    write_index(SEQUENCES, dict.fromkeys(names()), FEW_POSITIONS)
    write_index(MORE_SEQUENCES, longer_codes(), CODE_POSITIONS)
    write_digests()


if __name__ == "__main__":
    main()
