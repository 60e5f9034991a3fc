"""The value of any position, also of one from which play need not end (Smith 1966), and the outcome that it gives."""

from dataclasses import dataclass
from typing import TypeAlias

from grundy.core.nimbers import Entailed, Loony
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome
from grundy.errors import UndefinedError


@dataclass(frozen=True)
class Infinity:
    """The value of a position from which play cannot be forced to end, with the finite values that one move reaches."""

    reached: frozenset[Nimber]

    def __xor__(self, other: "Value") -> "Infinity":
        if isinstance(other, Loony | Entailed):
            raise UndefinedError("endless play beside moves that entail has no value; solve them apart")
        return Infinity(frozenset() if isinstance(other, Infinity) else frozenset(n ^ other for n in self.reached))

    __rxor__ = __xor__

    def __str__(self) -> str:
        return f"∞{{{', '.join(map(str, sorted(self.reached)))}}}"


Value: TypeAlias = Nimber | Infinity | Loony | Entailed


def outcome_of(value: Value) -> Outcome:
    if isinstance(value, Infinity):
        return "N" if 0 in value.reached else "D"
    return "P" if value == 0 or (isinstance(value, Entailed) and 0 in value) else "N"
