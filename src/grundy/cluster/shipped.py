"""Periods that the atlas of the package holds: of octal codes of up to three digits, as far as 2^17 values prove."""

from contextlib import closing

from grundy.boards.heaps import HeapGame
from grundy.cluster.atlas import SHIPPED
from grundy.cluster.ledger import connect, in_words, listed
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset
from grundy.solvers.finding import Finding

__all__ = ["shipped_period"]

QUESTION = """
SELECT preperiod, period, saltus, theorem, checked_to, known, exceptions FROM rulesets
WHERE ruleset = ? AND status = 'done' AND proved = 1
"""


def shipped_period(ruleset: Ruleset[tuple[int, ...]]) -> Finding | None:
    """The proved period of a ruleset that is an octal code; None where 2^17 values prove none, so that one looks on."""
    code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
    if code is None or not SHIPPED.exists():
        return None
    with in_words(SHIPPED), closing(connect(SHIPPED)) as link:
        row = link.execute(QUESTION, (f"octal({code})",)).fetchone()
    if row is None:
        return None
    preperiod, period, saltus, theorem, checked_to, known, exceptions = row
    found = Period(preperiod, period, True, saltus, theorem, tuple(listed(exceptions)))
    return Finding(str(ruleset), found, checked_to, f"the shipped atlas, by {known:,} values")
