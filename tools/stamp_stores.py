"""Write the version of the rules at hand into the results that come with the package: `python tools/stamp_stores.py`.

Rows of other rules or kernels are not used, so this follows every change of either. Rows of the atlas are computed
again, all that are cheap and a share of the others, in about two minutes of processor time, and must be the same. Those
of the proof store are copied, and every one of them is checked by `python -m pytest
tests/solvers/test_shipped_proofs.py`, which must follow.
"""

import os
import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import replace
from zlib import crc32

from make_atlas import read_ledger, write_atlas

from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import SHIPPED_ATLAS
from grundy.cluster.rows import AtlasRow
from grundy.cluster.study import FormGroup, Member, own_version, study
from grundy.expressions import parse_ruleset
from grundy.solvers.proof.expansion import StoredRules
from grundy.solvers.proof.store import SHIPPED_PROOFS, ProofStore
from grundy.solvers.saved import SHIPPED, rules_version, write_digests

CHEAP_SECONDS = 0.25  # of the rows of a standard form, all of which are computed again
SHARE = 16  # of the other forms one in so many


def stamp_proofs() -> None:
    """Copy all rows of the proof store, with the present versions."""
    new = SHIPPED_PROOFS.with_suffix(".new")
    new.unlink(missing_ok=True)
    store = ProofStore(new, source=SHIPPED)
    with closing(sqlite3.connect(f"{SHIPPED_PROOFS.as_uri()}?mode=ro", uri=True)) as old:
        names = [name for (name,) in old.execute("SELECT ruleset FROM facts UNION SELECT ruleset FROM wins")]
        rules = {name: StoredRules(name, rules_version(parse_ruleset(name))) for name in names}
        for name in names:
            for misere in (False, True):
                ask = "SELECT position, fact, work FROM facts WHERE ruleset = ? AND misere = ?"
                store.write(rules[name], misere, old.execute(ask, (name, misere)))
        for name, position, moves in old.execute("SELECT ruleset, position, moves FROM wins"):
            store.write_wins(rules[name], position, moves.splitlines())
        for (statement,) in old.execute("SELECT statement FROM origin ORDER BY rowid"):
            store.origin(statement)
    store.close()
    with closing(sqlite3.connect(new)) as base:  # one file without a log beside it, as small as it gets
        base.executescript("PRAGMA journal_mode = DELETE; VACUUM")
    os.replace(new, SHIPPED_PROOFS)


def stamp_atlas() -> None:
    """Compute rows of the atlas again, and write all with the present versions."""
    about, held = read_ledger(SHIPPED_ATLAS)
    rulesets = {row.ruleset: read_heaps(row.ruleset) for row in held}
    if all(row.rules == rules_version(rulesets[row.ruleset]) for row in held):
        return
    forms = defaultdict[str, list[AtlasRow]](list)
    for row in held:
        forms[row.standard].append(row)
    checked = [rows for name, rows in forms.items() if is_cheap(rows) or crc32(name.encode()) % SHARE == 0]
    for rows in checked:
        check_rows(rows, rulesets)
    print(f"{len(checked):,} of {len(forms):,} standard forms were computed again, and are the same", flush=True)
    stamped = (replace(row, version=own_version(), rules=rules_version(rulesets[row.ruleset])) for row in held)
    write_atlas(stamped, about)


def read_heaps(name: str) -> HeapGame:
    ruleset = parse_ruleset(name)
    assert isinstance(ruleset, HeapGame)
    return ruleset


def is_cheap(rows: list[AtlasRow]) -> bool:
    return sum(row.seconds or 0.0 for row in rows) < CHEAP_SECONDS


def check_rows(rows: list[AtlasRow], rulesets: dict[str, HeapGame]) -> None:
    """Compute the rows of one standard form again; stop where one is wrong."""
    for known in {row.known or 0 for row in rows}:
        before = {row.ruleset: row for row in rows if row.known == known}
        members = tuple(Member(rulesets[name], row.scale, row.shift) for name, row in before.items())
        for row in study([FormGroup(read_heaps(rows[0].standard), members)], known):
            if without_history(row) != without_history(before[row.ruleset]):
                raise SystemExit(f"the atlas is wrong about {row.ruleset}: {before[row.ruleset]}, and now {row}")


def without_history(row: AtlasRow) -> AtlasRow:
    """The row without how it was made, which may differ, and without its class."""
    return replace(row, method=None, seconds=None, version=None, rules=None, origin=None, same_as=None, same_by=None)


if __name__ == "__main__":
    stamp_proofs()
    stamp_atlas()
    write_digests()
