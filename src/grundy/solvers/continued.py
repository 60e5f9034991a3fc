"""Sequences continued by a period, forwards as far as is asked and backwards to find the exceptions."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from grundy.core.code import Code

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.integer[Any]]

__all__ = ["continue_in", "exceptions", "goes_on"]

MOST_HEAPS = 3  # that a move leaves, in the theorem on arithmetic periods


def continue_in(whole: "Numbers", cycle: "Numbers", saltus: int, turn: int) -> None:
    """Fill an array with a period that grows by the saltus, from place `turn` on, counted from its beginning."""
    import numpy as np

    turns, place = divmod(turn, len(cycle))
    fill(whole, np.roll(cycle, -place))
    if saltus:
        whole += (turns + (place + np.arange(len(whole))) // len(cycle)) * saltus


def fill(whole: "Numbers", cycle: "Numbers") -> None:
    """Fill an array with a cycle, by copies that double."""
    whole[: len(cycle)] = cycle[: len(whole)]
    done = len(cycle)
    while done < len(whole):
        whole[done : 2 * done] = whole[: min(done, len(whole) - done)]
        done *= 2


def exceptions(values: list[int], start: int, length: int, saltus: int) -> Iterator[int]:
    """The indices whose values differ from the period continued backwards."""
    for n in range(start):
        periods = -(-(start - n) // length)
        if values[n] + periods * saltus != values[n + periods * length]:
            yield n


def goes_on(code: Code, known: "Sequence[int] | Numbers", start: int, length: int, saltus: int) -> bool:
    """Whether an arithmetic period that the known values of a code show is proved for all of them."""
    if saltus < 0 or not code.heaps or code.heaps > MOST_HEAPS:
        return False
    import numpy as np

    from grundy.kernels.arithmetic import lasts
    from grundy.kernels.rules import Rules

    return lasts(Rules(code.digits, code.tail), np.asarray(known), start, length, saltus)
