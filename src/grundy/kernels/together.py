"""A block of thirty-two heaps by two threads: what the helper marks, and what the other makes of it (see `pair`).

The helper may mark the next block with the rares and probes that are at least two blocks old: their partners lie before
the block in hand, whose values nobody changes any more. A rare value in that block moves the next one; then the
question was a wrong guess, and the answer is not used.
"""

import numpy as np

from grundy.kernels.jit import jit, section
from grundy.kernels.lanes import LANES, ROWS, Bytes, Partners, Scratch, clear, mark
from grundy.kernels.mask import Space
from grundy.kernels.pair import Helper, answered, ask, asked, done, share, task

__all__ = ["assist_block", "mark_together"]


@jit
def assist_block(
    helper: Helper,
    space: Space,
    pad: int,
    lanes: Bytes,
    rares: Partners,
    probes: Partners,
    everything: Bytes,
    plain: bool | None,
) -> None:
    """The helper's work, until there is no more: marks of common values, then of rare ones."""
    while asked(helper.words):
        job = task(helper.words)
        origin, common, rare = pad + job.base, helper.marks[0], helper.marks[1]
        for band in range(job.bands):
            clear(common, band)
            mark(lanes, origin, space.splits, rares, job.low, job.high, band, common, everything, plain)
            clear(rare, band)
            mark(lanes, origin, space.splits, probes, 0, job.probes, band, rare, everything, plain)
        done(helper.words)


@section
def mark_together(
    n0: int,
    space: Space,
    pad: int,
    lanes: Bytes,
    rares: Partners,
    count: int,
    room: Scratch,
    plain: bool | None,
    helper: Helper,
    bands: int,
) -> tuple[int, int]:
    """How many bands are marked by all rares, thanks to a helper who has marked some of them, and by how many probes.

    The helper is then asked for the next block, in so many bands as this one is expected to need.
    """
    job = share(helper.words, n0)
    for band in range(job.bands):
        clear(room.common, band)
        mark(lanes, pad + n0, space.splits, rares, 0, job.low, band, room.common, room.everything, plain)
        mark(lanes, pad + n0, space.splits, rares, job.high, count, band, room.common, room.everything, plain)
    ready = job.bands if job.bands and answered(helper.words) else 0
    for band in range(ready):
        for row in range(ROWS):
            for lane in range(LANES):
                room.common[band, row, lane] |= helper.marks[0, band, row, lane]
                room.rare[band, row, lane] = helper.marks[1, band, row, lane]
    far = np.searchsorted(rares.heaps[:count], 2 * LANES)
    ask(helper.words, n0 + LANES, int(far), count, bands)
    return ready, job.probes
