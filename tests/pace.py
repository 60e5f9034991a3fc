"""Bounds on the clock that hold on a busy machine too, where a process gets but a share of a processor."""

from time import monotonic, process_time

SAMPLE_SECONDS = 0.2  # of processor time, over which the share is measured


def patience() -> float:
    """How many times as long as alone a process takes here and now."""
    started, worked = monotonic(), process_time()
    while process_time() - worked < SAMPLE_SECONDS:
        sum(range(1_000))
    return max(1.0, (monotonic() - started) / SAMPLE_SECONDS)


def is_in_time(seconds: float, bound: float) -> bool:
    """Whether something that took so long kept a bound that is meant for a machine with nothing else to do."""
    return seconds < bound or seconds < bound * patience()
