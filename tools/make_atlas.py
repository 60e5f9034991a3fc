"""Write the atlas that is shipped from the ledgers of sweeps: `python tools/make_atlas.py FILE.db ...`.

Of each ruleset the row with the most values is taken; where the rules of standard forms have changed since, it is
computed again. The atlas that is shipped is such a ledger itself: `src/grundy/data/atlas.db.gz`. Added is which
rulesets have the same values but for zeros at the start (`same_as`), and how that is known (`same_by`);
docs/theory/atlas.md has the commands of the sweeps.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import SHIPPED_ATLAS
from grundy.cluster.ledger import Ledger, checked_rows, connect, pack, read_exceptions, read_meta
from grundy.cluster.rows import COLUMNS, AtlasRow
from grundy.cluster.standard import standard_form
from grundy.cluster.study import FormGroup, Member, study
from grundy.expressions import parse_ruleset
from grundy.solvers.saved import SHIPPED, write_digests
from grundy.solvers.value_sequence import ValueSequence, extend_to_period

FIRST_VALUES = 256  # after the zeros at the start, by which rulesets are sorted before they are compared at length
COMPARED_VALUES = 1_024  # where no period is proved
STANDARD, PERIODS, OBSERVED = "standard form", "periods", "not proved: they agree below {:,}"
PREFERRED = "octal"  # in whose name a class stands
Key = tuple[str, int]  # a standard form and a scale, by which the values are known but for zeros at the start


class Class(NamedTuple):
    """The ruleset in whose name those with the same values stand, its standard form, and how many values agree."""

    name: str
    key: Key
    agree: int | None  # None where it is proved


def read_row(cells: dict[str, Any]) -> AtlasRow:
    """A row of a ledger."""
    cells["exceptions"] = tuple(read_exceptions(cells["exceptions"]))
    return AtlasRow(**{name: cells[name] for name in COLUMNS if name in cells})


def read_ledger(path: Path) -> tuple[dict[str, str], list[AtlasRow]]:
    with closing(connect(path)) as link:
        rows = [read_row(dict(zip(COLUMNS, row[:-1], strict=True))) for row in checked_rows(link, path)]
        return read_meta(link), rows


def is_wanted(row: AtlasRow) -> bool:
    """Whether a row is of a code that no other name has: a hexadecimal one with a digit of at least 8."""
    return not row.ruleset.startswith("hexadecimal") or any(digit in row.ruleset[11:] for digit in "89ABCDEF")


def best_rows(rows: Iterable[AtlasRow]) -> list[AtlasRow]:
    """Of each ruleset the row with the most values."""
    best = dict[str, AtlasRow]()
    for row in filter(is_wanted, rows):
        if row.ruleset not in best or (row.known or 0) > (best[row.ruleset].known or 0):
            best[row.ruleset] = row
    return [best[name] for name in sorted(best)]


def with_present_forms(rows: list[AtlasRow]) -> Iterator[AtlasRow]:
    """The rows, those whose standard form is another one now computed again; their values must be the same."""
    groups = defaultdict[tuple[HeapGame, int], dict[str, tuple[Member, AtlasRow]]](dict)
    for row in rows:
        ruleset = parse_ruleset(row.ruleset)
        assert isinstance(ruleset, HeapGame)
        form = standard_form(ruleset)
        if str(form.ruleset) == row.standard:
            yield row
        else:
            member = Member(ruleset, form.scale, form.shift)
            groups[form.ruleset, known_of(row)][row.ruleset] = member, row
    for (standard, known), held in groups.items():
        for row in study([FormGroup(standard, tuple(member for member, _ in held.values()))], known):
            before = held[row.ruleset][1]
            if row.checksum != before.checksum or (row.proved or 0) < (before.proved or 0):
                raise SystemExit(f"{row.ruleset} was {before}, and now is {row}")
            yield row


def key_of(row: AtlasRow) -> Key:
    return row.standard, row.scale


def rank(name: str) -> tuple[bool, bool, int, str]:
    """What comes first stands for its class: octal codes, those that split nothing whole, then short ones."""
    return not name.startswith(PREFERRED), "(0." not in name, len(name), name


def values_of(row: AtlasRow, count: int) -> Iterator[int]:
    """So many values of a row from the first one on that is not 0."""
    import numpy as np

    ruleset = parse_ruleset(row.ruleset)
    assert isinstance(ruleset, HeapGame)
    sequence = ValueSequence(ruleset)
    start = row.scale * (row.shift + 1) if row.largest else 0
    extend_to_period(sequence, start + count)
    values = sequence.array_below(start + count)
    yield from map(int, values[int(np.argmax(values > 0)) :][:count])


@cache
def digest_of(row: AtlasRow, count: int) -> bytes:
    return blake2b(repr([*values_of(row, count)]).encode(), digest_size=16).digest()


def proved_period(row: AtlasRow) -> tuple[int, int, int] | None:
    """The period of a row, counted from its first value that is not 0; None where none is proved."""
    if not row.proved:
        return None
    assert row.preperiod is not None
    assert row.period is not None
    zeros = row.scale * (row.shift + 1) if row.largest else 0
    return max(0, row.preperiod - zeros), row.period, row.saltus or 0


def find_classes(rows: list[AtlasRow]) -> dict[Key, Class]:
    """The class of each standard form and scale."""
    speaker = dict[Key, AtlasRow]()  # the row with the most that is known
    for row in rows:
        held = speaker.get(key_of(row))
        if held is None or is_better(row, held):
            speaker[key_of(row)] = row
    names = defaultdict[Key, list[str]](list)
    for row in rows:
        names[key_of(row)].append(row.ruleset)
    proved, alike = defaultdict[Any, list[Key]](list), defaultdict[Any, list[Key]](list)
    for key, row in speaker.items():
        alike[digest_of(row, FIRST_VALUES)].append(key)
        if found := proved_period(row):
            proved[found, digest_of(row, found[0] + found[1])].append(key)
    groups = dict[Key, tuple[list[Key], int | None]]()
    for keys in proved.values():
        groups |= dict.fromkeys(keys, (keys, None))
    for keys in alike.values():
        for key in keys:
            if key not in groups:
                groups[key] = agreeing(key, keys, speaker)
    classes = dict[Key, Class]()
    for key, (keys, agree) in groups.items():
        name, first = min((((rank(name), name), one) for one in keys for name in names[one]), key=lambda it: it[0])
        classes[key] = Class(name[1], first, agree)
    return classes


def agreeing(key: Key, keys: list[Key], speaker: dict[Key, AtlasRow]) -> tuple[list[Key], int | None]:
    """Those whose values agree with these as far as they are compared; nothing is proved of them."""
    others = [one for one in keys if one != key]
    if not others:
        return [key], None
    mine = digest_of(speaker[key], COMPARED_VALUES)
    same = [one for one in others if digest_of(speaker[one], COMPARED_VALUES) == mine]
    return ([key, *same], COMPARED_VALUES) if same else ([key], None)


def known_of(row: AtlasRow) -> int:
    return row.known or 0


def is_better(row: AtlasRow, held: AtlasRow) -> bool:
    return (bool(row.proved), known_of(row), -row.shift) > (bool(held.proved), known_of(held), -held.shift)


def with_class(row: AtlasRow, found: Class) -> AtlasRow:
    by = PERIODS if found.agree is None else OBSERVED.format(found.agree)
    by = STANDARD if found.key[0] == row.standard else by
    return replace(row, same_as=found.name, same_by=by, origin=SHIPPED)


def write_atlas(rows: Iterable[AtlasRow], about: dict[str, str]) -> None:
    """Write the file that is shipped."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "atlas.db"
        with Ledger.open(path, about["family"], int(about["limit"])) as ledger:
            ledger.add(rows)
            ledger.write_meta(about)
        pack(path, SHIPPED_ATLAS)
    write_digests()


def origin_of(ledgers: list[dict[str, str]]) -> dict[str, str]:
    """Where the rows come from: that of the last sweep, with the commands and the seconds of all."""
    return ledgers[-1] | {
        "family": "; ".join(dict.fromkeys(about["family"] for about in ledgers)),
        "limit": str(max(int(about["limit"]) for about in ledgers)),
        "command": "; ".join(about["command"] for about in ledgers),
        "seconds": f"{sum(float(about['seconds']) for about in ledgers):.1f}",
    }


def main(names: list[str]) -> None:
    ledgers = [read_ledger(Path(name)) for name in names]
    rows = best_rows(with_present_forms(best_rows(row for _, some in ledgers for row in some)))
    classes = find_classes(rows)
    write_atlas((with_class(row, classes[key_of(row)]) for row in rows), origin_of([about for about, _ in ledgers]))


if __name__ == "__main__":
    main(sys.argv[1:])
