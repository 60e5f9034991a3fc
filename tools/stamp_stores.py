"""Write the version of the rules at hand into the results that come with the package: `python tools/stamp_stores.py`.

Rows of other rules or kernels are not used, so this follows every change of either. The rows of the atlas are computed
again, which takes four minutes of processor time, and must be the same. Those of the proof store are copied, and every
one of them is checked by `python -m pytest tests/solvers/test_shipped_proofs.py`, which must follow.
"""

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import Any

from grundy.cluster.atlas import SHIPPED_ATLAS
from grundy.cluster.families import read_family
from grundy.cluster.ledger import Ledger, read_exceptions
from grundy.cluster.study import COLUMNS, AtlasRow, study
from grundy.cluster.sweep import forms_of
from grundy.expressions import parse_ruleset
from grundy.solvers.proof.expansion import StoredRules
from grundy.solvers.proof.store import SHIPPED_PROOFS, ProofStore
from grundy.solvers.saved import SHIPPED, rules_version, write_digests


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
    """Compute all rows of the atlas again, and write them with the present versions."""
    with closing(sqlite3.connect(f"{SHIPPED_ATLAS.as_uri()}?mode=ro", uri=True)) as old:
        old.row_factory = sqlite3.Row
        held = {row["ruleset"]: read_row(dict(row)) for row in old.execute("SELECT * FROM rulesets")}
        meta: dict[str, str] = dict(map(tuple, old.execute("SELECT key, value FROM meta")))
    family, limit = read_family(meta["family"]), int(meta["limit"])
    if all(held[str(ruleset)].rules == rules_version(ruleset) for ruleset in family):
        return
    new = SHIPPED_ATLAS.with_suffix(".new")
    new.unlink(missing_ok=True)
    with Ledger.open(new, str(family), limit) as ledger:
        for form in forms_of(family, {})[0]:
            rows = study([form], limit)
            for row in rows:
                before = held.pop(row.ruleset)
                if without_history(row) != without_history(before):
                    raise SystemExit(f"the atlas is wrong about {row.ruleset}: {before}, and now {row}")
                stamped = replace(before, version=row.version, rules=row.rules, origin=SHIPPED)
                ledger.add([stamped])
            print(rows[0].ruleset, len(held), flush=True)
        ledger.write_meta({key: meta[key] for key in ("command", "date", "machine", "seconds", "version", "workers")})
    with closing(sqlite3.connect(new)) as base:
        base.executescript("VACUUM")
    os.replace(new, SHIPPED_ATLAS)


def without_history(row: AtlasRow) -> AtlasRow:
    """The row without how it was made, which may differ."""
    return replace(row, method=None, seconds=None, version=None, rules=None, origin=None)


def read_row(cells: dict[str, Any]) -> AtlasRow:
    """A row of the atlas, whose format may be an earlier one."""
    cells["exceptions"] = tuple(read_exceptions(cells["exceptions"]))
    return AtlasRow(**{name: cells[name] for name in COLUMNS if name in cells})


if __name__ == "__main__":
    stamp_proofs()
    stamp_atlas()
    write_digests()
