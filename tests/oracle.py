"""An oracle that knows nothing but `moves`: no parts, no canonical forms, no sums, no stack of ours.

It judges the definition itself, which uses all of these.
"""

from collections.abc import Hashable
from functools import cache
from typing import Any

from grundy.core.nimbers import LOONY, Entailed, Loony
from grundy.core.ruleset import Ruleset

LARGEST_HEAP = 20  # beside which a position is tried before it counts as loony


def value(ruleset: Ruleset[Any], position: Hashable) -> int | Loony | Entailed:
    """The nimber; where moves entail, the nim heap beside which the position is lost, or all of them."""
    if not ruleset.entails():
        return nimber(ruleset, position)
    if ruleset.is_entailed(position):
        won = sum(1 << heap for heap in range(LARGEST_HEAP) if wins_beside(ruleset, position, heap))
        is_lost_beside_all_others = not wins_beside(ruleset, position, LARGEST_HEAP)
        return Entailed(~won if is_lost_beside_all_others else won ^ ((1 << LARGEST_HEAP) - 1))
    return next((heap for heap in range(LARGEST_HEAP) if not wins_beside(ruleset, position, heap)), LOONY)


@cache
def options(ruleset: Ruleset[Any], position: Hashable) -> tuple[Any, ...]:
    return tuple(ruleset.moves(position))


@cache
def nimber(ruleset: Ruleset[Any], position: Hashable) -> int:
    """The mex over the options of the whole position."""
    values = {nimber(ruleset, option) for option in options(ruleset, position)}
    return next(n for n in range(len(values) + 1) if n not in values)


@cache
def outcome(ruleset: Ruleset[Any], position: Hashable, misere: bool) -> str:
    """N, P or D by labelling."""
    end = ruleset.terminal(position)
    if end:
        return end if end == "D" or not misere else {"P": "N", "N": "P"}[end]
    if ruleset.scored:
        return sign(margin(ruleset, position))
    labels = {outcome_after(ruleset, position, option, misere) for option in options(ruleset, position)}
    if not labels:
        return "N" if misere else "P"
    return "N" if "P" in labels else "D" if "D" in labels else "P"


def sign(margin: int) -> str:
    return "N" if margin > 0 else "P" if margin < 0 else "D"


def outcome_after(ruleset: Ruleset[Any], position: Hashable, option: Hashable, misere: bool) -> str:
    """What a move makes of a position, as if the other player were to move then."""
    if ruleset.scored:
        return sign(-margin_after(ruleset, position, option))
    label = outcome(ruleset, option, misere)
    return {"P": "N", "N": "P", "D": "D"}[label] if ruleset.goes_on(position, option) else label


@cache
def wins_beside(ruleset: Ruleset[Any], position: Hashable, heap: int) -> bool:
    """Whether the player to move wins the position and a nim heap, by the whole tree of play."""
    for option in options(ruleset, position):
        if wins_beside(ruleset, option, heap) == ruleset.goes_on(position, option):
            return True
    if ruleset.is_entailed(position):
        return False
    return any(not wins_beside(ruleset, position, smaller) for smaller in range(heap))


@cache
def margin(ruleset: Ruleset[Any], position: Hashable) -> int:
    """The points of the player to move from here on, less those of the other."""
    return max((margin_after(ruleset, position, option) for option in options(ruleset, position)), default=0)


def margin_after(ruleset: Ruleset[Any], position: Hashable, option: Hashable) -> int:
    rest = margin(ruleset, option)
    return ruleset.points(position, option) + (rest if ruleset.goes_on(position, option) else -rest)
