"""Periods in the atlas that comes with the package: octal and hexadecimal codes of a few digits."""

import zlib
from contextlib import closing

from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import SHIPPED_ATLAS
from grundy.cluster.ledger import connect, read_exceptions, translate_errors
from grundy.cluster.rows import COLUMNS
from grundy.core.code import Code
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset
from grundy.errors import DamageError, GrundyError
from grundy.games.octal import Octal
from grundy.solvers.periods import PeriodReport
from grundy.solvers.saved import SHIPPED, Cell, is_whole, row_checksum, rules_version, set_aside

QUERY = "SELECT * FROM rulesets WHERE ruleset = ?"


def shipped_period(ruleset: Ruleset[tuple[int, ...]]) -> PeriodReport | None:
    """The proved period of a ruleset that is a code; None where the atlas has none.

    Rows of other rules or kernels than those at hand are not used, and a damaged atlas is set aside.
    """
    code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
    if code is None or not is_whole(SHIPPED_ATLAS):
        return None
    try:
        with translate_errors(SHIPPED_ATLAS), closing(connect(SHIPPED_ATLAS)) as link:
            row = link.execute(QUERY, (name_of_code(code),)).fetchone()
        if row is None:
            return None
        if row[-1] != row_checksum(*row[:-1]):
            raise DamageError
        return report(str(ruleset), code, dict(zip(COLUMNS, row[:-1], strict=True)))
    except (GrundyError, zlib.error, LookupError, TypeError, ValueError):
        set_aside_atlas("damaged")
        return None


def name_of_code(code: Code) -> str:
    """The name of a code in the atlas, which has as hexadecimal only those that are not octal."""
    return f"{'octal' if max(code.digits) < 8 else 'hexadecimal'}({code})"


def set_aside_atlas(why: str) -> None:
    set_aside(SHIPPED_ATLAS, f"the atlas that comes with grundy is {why} (install grundy again)", f".{why}")
    is_whole.cache_clear()


def report(ruleset: str, code: Code, row: dict[str, Cell]) -> PeriodReport | None:
    """What a row says, if it is of the rules at hand and says that a period is proved."""
    if row["status"] != "done" or row["proved"] != 1 or row["rules"] != rules_version(Octal(code)):
        return None
    names = ("preperiod", "period", "saltus", "checked_to", "known")
    preperiod, period, saltus, checked_to, known = (int(str(row[name])) for name in names)
    blob = row["exceptions"]
    exceptions = tuple(map(int, read_exceptions(blob))) if isinstance(blob, bytes) else ()
    found = Period(preperiod, period, True, saltus, str(row["theorem"]), exceptions)
    return PeriodReport(ruleset, found, checked_to, f"the shipped atlas, by {known:,} values", saved=SHIPPED)
