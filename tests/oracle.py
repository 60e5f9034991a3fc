"""An oracle that knows nothing but `moves`: no parts, no canonical forms, no sums, no stack of ours.

It judges the definition itself, which uses all of these.
"""

from collections.abc import Hashable
from functools import cache
from typing import Any

from grundy.core.ruleset import Ruleset


@cache
def nimber(ruleset: Ruleset[Any], position: Hashable) -> int:
    """The mex over the options of the whole position."""
    values = {nimber(ruleset, option) for option in ruleset.moves(position)}
    return next(n for n in range(len(values) + 1) if n not in values)


@cache
def outcome(ruleset: Ruleset[Any], position: Hashable, misere: bool) -> str:
    """N, P or D by labelling."""
    end = ruleset.terminal(position)
    if end:
        return end if end == "D" or not misere else {"P": "N", "N": "P"}[end]
    labels = {outcome(ruleset, option, misere) for option in ruleset.moves(position)}
    if not labels:
        return "N" if misere else "P"
    return "N" if "P" in labels else "D" if "D" in labels else "P"
