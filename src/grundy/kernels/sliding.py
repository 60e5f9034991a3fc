"""Lanes that slide along with the heaps: the squeezed values that the next heaps look back to, and no others.

Heap n meets each rare r and each probe p in a pair, so it looks at n - r and at n - p. As far as these lie within a
reach they stand in one window behind n, which moves on when it is full. A rare beyond the reach has a segment of its
own that follows its partners, filled from the values a stretch at a time. So the lanes take the same room however far
the heaps go.
"""

import numpy as np

from grundy.kernels.lanes import LANES, NONE, Bytes, Partners
from grundy.kernels.mask import Space, squeeze
from grundy.kernels.rules import Values

__all__ = ["Sliding"]

PIECE = 1 << 16  # values at a time, because an index takes eight bytes for each
STRETCH = 1 << 14  # heaps that a segment serves


class Sliding:
    """Rows of lanes for heaps from `known` to `limit`, of which at most `span` are held at a time."""

    def __init__(self, known: int, limit: int, pad: int, space: Space, places: Bytes, span: int) -> None:
        self.space, self.places, self.pad, self.rows = space, places, pad, places.shape[1]
        span = span if self.rows else limit  # without lanes there is nothing to bound
        self.reach = limit if limit <= span else span // 2
        self.base = max(0, known - self.reach) - pad  # the heap of the first lane
        self.stride = (pad + limit if limit <= span else 2 * (self.reach + pad)) + LANES
        self.flat = np.full(self.rows * self.stride, NONE, np.uint8)
        self.stretch = min(STRETCH, self.reach // 2)
        self.since, self.until, self.followed = 0, 0, 0

    @property
    def window(self) -> Bytes:
        """The rows of the window."""
        return self.flat[: self.rows * self.stride].reshape(self.rows, self.stride)

    def fill(self, values: Values, known: int) -> None:
        """Put the values below `known` into the window."""
        for low in range(max(0, self.base), known, PIECE) if self.rows else ():
            high = min(low + PIECE, known)
            self.window[:, low - self.base : high - self.base] = self.lanes_of(values, low, high)

    def lanes_of(self, values: Values, low: int, high: int) -> Bytes:
        """What stands for heaps `low` to `high - 1`: nothing where a heap is rare, or where there is none."""
        lanes = np.full((self.rows, high - low), NONE, np.uint8)
        for first in (max(low, 1), max(low, 1) + 1):
            lanes[:, first - low :: 2] = self.places[first % 2].take(values[first : max(high, 1) : 2], axis=1)
        return lanes

    def ready(self, values: Values, start: int, rares: Partners, count: int) -> int:
        """How far the lanes serve from heap `start` on, once they have moved to where they are needed."""
        if start == self.end:
            self.slide(start)
        far = count - int(np.searchsorted(rares.heaps[:count], self.reach, "right"))
        if not far:
            return self.end
        if start >= self.until:
            self.since, self.until, self.followed = start, min(start + self.stretch, self.end), 0
        self.enlarge(far)
        for segment in range(self.followed, far):
            self.follow(values, rares, count - far + segment, segment)
        self.followed = far
        return self.until

    @property
    def end(self) -> int:
        """The heap up to which the window has room."""
        return self.base + self.stride - LANES

    def slide(self, start: int) -> None:
        """Move the window on; behind heap `start` only what is within reach stays."""
        kept, window = self.reach + self.pad, self.window
        window[:, :kept] = window[:, start - kept - self.base : start - self.base]
        window[:, kept:] = NONE
        self.base, self.until = start - kept, 0

    @property
    def length(self) -> int:
        """The lanes of a segment, in each row."""
        return self.pad + self.stretch + LANES

    def enlarge(self, far: int) -> None:
        """Make room for so many segments behind the window."""
        size = self.rows * (self.stride + far * self.length)
        if size > len(self.flat):
            flat = np.full(size + self.rows * far * self.length, NONE, np.uint8)
            flat[: len(self.flat)] = self.flat
            self.flat = flat

    def follow(self, values: Values, rares: Partners, item: int, segment: int) -> None:
        """Put the partners of a rare into a segment, for the stretch in hand, and say where they are."""
        low = self.since - int(rares.heaps[item]) - self.pad
        first = self.rows * (self.stride + segment * self.length)
        self.flat[first : first + self.rows * self.length] = self.lanes_of(values, low, low + self.length).reshape(-1)
        rows = np.arange(self.rows) ^ squeeze(int(values[rares.heaps[item]]), self.space) >> 7
        rares.offsets[:, item] = first + rows * self.length + self.pad + self.base - self.since
