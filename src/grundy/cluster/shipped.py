"""Periods in the atlas that comes with the package: octal codes of up to three digits, proved by 2^17 values."""

from contextlib import closing

from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import SHIPPED_ATLAS
from grundy.cluster.ledger import connect, read_exceptions, translate_errors
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset
from grundy.solvers.periods import PeriodReport

QUERY = """
SELECT preperiod, period, saltus, theorem, checked_to, known, exceptions FROM rulesets
WHERE ruleset = ? AND status = 'done' AND proved = 1
"""


def shipped_period(ruleset: Ruleset[tuple[int, ...]]) -> PeriodReport | None:
    """The proved period of a ruleset that is an octal code; None where 2^17 values prove none."""
    code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
    if code is None or not SHIPPED_ATLAS.exists():
        return None
    with translate_errors(SHIPPED_ATLAS), closing(connect(SHIPPED_ATLAS)) as link:
        row = link.execute(QUERY, (f"octal({code})",)).fetchone()
    if row is None:
        return None
    preperiod, period, saltus, theorem, checked_to, known, exceptions = row
    found = Period(preperiod, period, True, saltus, theorem, tuple(read_exceptions(exceptions)))
    return PeriodReport(str(ruleset), found, checked_to, f"the shipped atlas, by {known:,} values")
