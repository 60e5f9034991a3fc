"""Periods of value sequences: finding and continuing a repetition, its exceptions, the report of `grundy period`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.boards.heaps import HeapGame
from grundy.core.code import Code
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.integer[Any]]
    Values = NDArray[np.uint16] | NDArray[np.uint32]

Repetition = tuple[int, int, int]  # preperiod, period, saltus

MOST_HEAPS = 3  # that a move leaves, in the theorem on arithmetic periods
WINDOW_PART = 8  # this part of the values must repeat before a period of a splitting game is worth a proof
PIECE_VALUES = 1 << 16  # values compared at a time
SHOWN_EXCEPTIONS = 40


def find_repetition(ruleset: Ruleset[Any], values: "Values") -> Repetition | None:
    """The (preperiod, period, saltus) with which the values end.

    Values are unbounded, so that a saltus is possible, only with moves that leave three heaps or codes without an end.
    """
    from grundy.kernels.repetition import find_arithmetic, find_window

    if isinstance(ruleset, HeapGame) and ruleset.splits_unequally:
        return find_window(values, len(values) // WINDOW_PART)
    code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
    if code is None or code.heaps is None or code.length is None:
        return find_arithmetic(values)
    window = code.length if code.heaps == 1 else max(code.length, len(values) // WINDOW_PART)
    repetition = find_window(values, window)
    return find_arithmetic(values) if repetition is None and code.heaps > 2 else repetition


def is_arithmetic(code: Code, values: "Sequence[int] | Integers", start: int, length: int, saltus: int) -> bool:
    """Whether an arithmetic period that the values of a code show is proved to last."""
    if saltus < 0 or not code.heaps or code.heaps > MOST_HEAPS:
        return False
    import numpy as np

    from grundy.kernels.arithmetic_period import is_proved
    from grundy.kernels.heap_rules import HeapRules

    return is_proved(HeapRules(code.digits, code.tail), np.asarray(values), start, length, saltus)


def find_exceptions(values: "list[int] | Values", repetition: Repetition, most: int) -> list[int]:
    """The first indices, at most so many, whose values differ from the period continued backwards.

    A list is compared in plain Python, before numpy is loaded; an array in pieces, which numpy compares at once.
    """
    start, length, saltus = repetition
    exceptions: list[int] = []
    for first in range(0, start, PIECE_VALUES):
        stop = min(first + PIECE_VALUES, start)
        if isinstance(values, list):
            for n in range(first, stop):
                periods = -(-(start - n) // length)
                if values[n] + periods * saltus != values[n + periods * length]:
                    exceptions.append(n)
        else:
            import numpy as np

            piece = np.arange(first, stop)
            counts = -(-(start - piece) // length)
            differs = values[piece] != values[piece + counts * length] - counts * saltus
            exceptions += piece[differs].tolist()
        if len(exceptions) >= most:
            break
    return exceptions[:most]


def continue_period(whole: "Integers", cycle: "Integers", saltus: int, offset: int) -> None:
    """Fill an array with a cycle that grows by the saltus each time, beginning `offset` values after its start."""
    import numpy as np

    turns, place = divmod(offset, len(cycle))
    whole[: len(cycle)] = np.roll(cycle, -place)[: len(whole)]
    filled = len(cycle)
    while filled < len(whole):
        whole[filled : 2 * filled] = whole[: min(filled, len(whole) - filled)]
        filled *= 2
    if saltus:
        whole += (turns + (place + np.arange(len(whole))) // len(cycle)) * saltus


@dataclass(frozen=True)
class PeriodReport:
    """The period of a ruleset, if one was found, how many values were examined, and how they were computed."""

    ruleset: str
    period: Period | None
    checked_to: int
    method: str
    saved: str | None = None  # "shipped" where it was not computed now

    def json(self) -> dict[str, object]:
        found = self.period
        return {
            "ruleset": self.ruleset,
            "period": found.period if found else None,
            "preperiod": found.preperiod if found else None,
            "saltus": found.saltus if found else None,
            "proved": bool(found and found.proved),
            "theorem": (found.theorem or None) if found else None,
            "checked_to": self.checked_to,
            "method": self.method,
            "exceptions": list(found.exceptions) if found else [],
            **({"saved": self.saved} if self.saved else {}),
        }

    def differs(self, other: "PeriodReport") -> bool:
        """Whether two reports contradict each other: what is computed anew may have fewer values behind it."""
        mine, theirs = self.json(), other.json()
        return any(mine[key] != theirs[key] for key in ("period", "preperiod", "saltus", "proved", "exceptions"))

    def sentence(self) -> str:
        found, checked = self.period, self.checked_to
        if not found:
            return f"{self.ruleset}: no period found among {checked:,} values; allow more with --limit and --timeout"
        adds = f", each adding {found.saltus}" if found.saltus else ""
        proof = f"proved by {found.theorem}" if found.proved else f"observed to {checked:,}, not proved"
        text = f"{self.ruleset}: period {found.period} from {found.preperiod} on{adds}; {proof}."
        more = " ..." if len(found.exceptions) > SHOWN_EXCEPTIONS else ""
        shown = ", ".join(map(str, found.exceptions[:SHOWN_EXCEPTIONS])) + more
        rests = (
            "\nThis rests on the atlas that comes with grundy; --check-saved computes it anew." if self.saved else ""
        )
        return f"{text}\nExceptions: {shown}{rests}" if shown else f"{text}{rests}"
