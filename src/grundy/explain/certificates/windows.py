"""Windows for certificates: at which heaps, and what they hold."""

from collections.abc import Iterator

from grundy.solvers.window_space import Tape
from grundy.solvers.windows import WindowSearch

MOST_BYTES = 1 << 24  # of all windows
MOST_WINDOWS = 1 << 13
LEAST_STEPS = 64  # between two windows


def checkpoint_heaps(search: WindowSearch) -> list[int]:
    """The heaps before which windows are listed: the first values, the two that are equal, and others between."""
    assert search.period
    first, last = search.space.count, search.recurs + search.period.period
    windows = max(1, min(MOST_WINDOWS, MOST_BYTES // search.space.length))
    step = max(LEAST_STEPS, -(-(last - first) // windows))
    return sorted({*range(first, last, step), search.recurs, last})


def windows_before(search: WindowSearch, heaps: list[int]) -> Iterator[bytes]:
    """The windows before these heaps, computed again from one to the next."""
    tape = Tape(search.space, search.space.count, search.space.head[-search.space.length :].tobytes())
    for stop in heaps:
        tape.go_to(stop)
        yield tape.window
