"""Where rulesets meet kernels: a fast source of values for a heap ruleset, where there is one.

A ruleset carries data, its code or its generator; which kernel serves it is decided here and nowhere else.
"""

from collections.abc import Callable
from functools import singledispatch
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grundy.boards.heaps import HeapGame
from grundy.core.ruleset import Ruleset
from grundy.games.grundys_game import GrundysGame
from grundy.kernels.engine import Engine
from grundy.kernels.period import Repetition, find_arithmetic, find_period
from grundy.kernels.rules import GRUNDY, Rules
from grundy.solvers.partitions import Partitions

__all__ = ["Source", "Stuck", "exceptions", "move", "repetition", "source"]

MOST_HEAPS = 3  # that a kernel lets a move leave
MOST_HEAPS_OF_A_TAIL = 2
PART = 8  # of the values; so many must come again before a period of a splitting game is worth a proof
PIECE = 1 << 16  # values compared at a time
Values = NDArray[np.uint16] | NDArray[np.uint32]


class Source(Protocol):
    """Values of heaps that can be extended."""

    method: str

    @property
    def values(self) -> Values:
        """The values found so far."""
        ...

    def extend(self, to: int) -> None:
        """Find the values of all heaps below `to`."""
        ...


Room = NDArray[np.uint16] | None


@singledispatch
def source(ruleset: Ruleset[Any], known: ArrayLike, room: Room = None) -> Source | None:
    """A source that goes on from the values known, or None where only the rules themselves can tell.

    Where it can, it works in the room, an array of a size that is asked for at most.
    """
    return None


@source.register
def _(ruleset: HeapGame, known: ArrayLike, room: Room = None) -> Source | None:
    code = ruleset.as_code()
    if code is None:
        return own(ruleset, known)
    if code.heaps is None or code.heaps > (MOST_HEAPS_OF_A_TAIL if code.tail else MOST_HEAPS):
        return Partitions(code, known)
    return engine(Rules(code.digits, code.tail), known, room)


@source.register
def _(ruleset: GrundysGame, known: ArrayLike, room: Room = None) -> Source:
    return engine(GRUNDY, known, room)


def engine(rules: Rules, known: ArrayLike, room: Room) -> Engine:
    """An engine that goes on from the values known, in the room if its values surely fit."""
    if room is None or rules.tail or rules.parts > 2:
        return Engine(rules, narrowest(known))
    values = np.asarray(known)
    if not np.may_share_memory(values, room):
        room[: len(values)] = values
    return Engine(rules, room[: len(values)], room=room)


def move(source: Source, values: Values) -> None:
    """Let a source in a room go on from the same values elsewhere."""
    if isinstance(source, Engine):
        source.move(values)


def narrowest(known: ArrayLike) -> Values:
    """The values in the least type that holds them."""
    if np.max(known, initial=0) < 1 << 16:
        return np.array(known, np.uint16)
    return np.array(known, np.uint32)


class Own:
    """The values of a person's own game by its compiled generator."""

    def __init__(self, advance: Callable[[NDArray[np.uint16], int, int], int], known: ArrayLike) -> None:
        self.advance, self.buffer = advance, np.array(known, np.uint16)
        self.count = len(self.buffer)
        self.method = "compiled options"

    @property
    def values(self) -> Values:
        """The values found so far."""
        return self.buffer[: self.count]

    def extend(self, to: int) -> None:
        """Find the values of all heaps below `to`; one that cannot be found so stops with an error."""
        if to > len(self.buffer):
            self.buffer = np.concatenate([self.buffer, np.zeros(max(to, len(self.buffer)), np.uint16)])
        self.count = self.advance(self.buffer, self.count, to)
        if self.count < to:
            raise Stuck(self.count)


class Stuck(Exception):  # noqa: N818 (the caller goes on in plain Python)
    """The compiled generator cannot tell this value."""


def own(ruleset: HeapGame, known: ArrayLike) -> Source | None:
    """The compiled generator of a ruleset without a code, where it can be compiled and its values are small."""
    from grundy.solvers.compiled import compile_options

    advance = compile_options(ruleset) if np.max(known, initial=0) < 1 << 15 else None
    return Own(advance, known) if advance else None


def repetition(ruleset: Ruleset[Any], values: Values) -> Repetition | None:
    """The (preperiod, period, saltus) that the end of the values repeats with.

    Values without a bound need moves that leave three heaps, or a code without an end.
    """
    if isinstance(ruleset, GrundysGame):
        return find_period(values, len(values) // PART)
    code = ruleset.as_code() if isinstance(ruleset, HeapGame) else None
    if code is None or code.heaps is None or code.length is None:
        return find_arithmetic(values)
    window = code.length if code.heaps == 1 else max(code.length, len(values) // PART)
    found = find_period(values, window)
    return find_arithmetic(values) if found is None and code.heaps > 2 else found


def exceptions(values: Values, found: Repetition, most: int) -> list[int]:
    """The first indices, so many at most, whose values differ from the period continued backwards."""
    start, length, saltus = found
    different: list[int] = []
    for first in range(0, start, PIECE):
        n = np.arange(first, min(first + PIECE, start))
        periods = -(-(start - n) // length)
        expected = values[n + periods * length] - periods * saltus
        different += n[values[n] != expected].tolist()
        if len(different) >= most:
            break
    return different[:most]
