"""The window of byte lanes that moves along with the heaps, with segments for far rares (docs/theory/heaps.md)."""

import numpy as np

from grundy.kernels.byte_lanes import LANES, NONE, Bytes, Partners
from grundy.kernels.heap_rules import Values
from grundy.kernels.sparse_space import SparseSpace, squeeze

PIECE = 1 << 16  # values converted at a time, because an index takes eight bytes for each
STRETCH = 1 << 14  # heaps that a segment serves before it is filled again


class LaneWindow:
    """Rows of lanes for heaps from `known` to `limit`, of which at most `span` are held at a time.

    Lane i of the window is heap base + i. places[parity of n, row, value] is the byte of a value in each row.
    """

    def __init__(self, known: int, limit: int, pad: int, space: SparseSpace, places: Bytes, span: int) -> None:
        self.space, self.places, self.pad, self.rows = space, places, pad, places.shape[1]
        span = span if self.rows else limit  # without lanes there is nothing to bound
        self.reach = limit if limit <= span else span // 2
        self.base = max(0, known - self.reach) - pad
        self.stride = (pad + limit if limit <= span else 2 * (self.reach + pad)) + LANES
        self.flat = np.full(self.rows * self.stride, NONE, np.uint8)
        self.stretch = min(STRETCH, self.reach // 2)
        self.since, self.until, self.segments = 0, 0, 0  # the heaps that the segments serve, and their number

    @property
    def window(self) -> Bytes:
        return self.flat[: self.rows * self.stride].reshape(self.rows, self.stride)

    def fill(self, values: Values, known: int) -> None:
        for low in range(max(0, self.base), known, PIECE) if self.rows else ():
            high = min(low + PIECE, known)
            self.window[:, low - self.base : high - self.base] = self.lanes_of(values, low, high)

    def lanes_of(self, values: Values, low: int, high: int) -> Bytes:
        """The lanes of heaps `low` to `high - 1`: NONE where a heap is rare, or below 1."""
        lanes = np.full((self.rows, high - low), NONE, np.uint8)
        for first in (max(low, 1), max(low, 1) + 1):
            lanes[:, first - low :: 2] = self.places[first % 2].take(values[first : max(high, 1) : 2], axis=1)
        return lanes

    def move_to(self, values: Values, start: int, rares: Partners, count: int) -> int:
        """Move window and segments to where heap `start` needs them; return the heap up to which they serve."""
        if start == self.end:
            self.slide(start)
        far = count - int(np.searchsorted(rares.heaps[:count], self.reach, "right"))
        if not far:
            return self.end
        if start >= self.until:
            self.since, self.until, self.segments = start, min(start + self.stretch, self.end), 0
        self.enlarge(far)
        for segment in range(self.segments, far):
            self.fill_segment(values, rares, count - far + segment, segment)
        self.segments = far
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
        return self.pad + self.stretch + LANES

    def enlarge(self, far: int) -> None:
        size = self.rows * (self.stride + far * self.length)
        if size > len(self.flat):
            flat = np.full(size + self.rows * far * self.length, NONE, np.uint8)
            flat[: len(self.flat)] = self.flat
            self.flat = flat

    def fill_segment(self, values: Values, rares: Partners, item: int, segment: int) -> None:
        """Put the partners of a rare, for the heaps from `since` on, into a segment, and note where they are."""
        low = self.since - int(rares.heaps[item]) - self.pad
        first = self.rows * (self.stride + segment * self.length)
        self.flat[first : first + self.rows * self.length] = self.lanes_of(values, low, low + self.length).reshape(-1)
        rows = np.arange(self.rows) ^ squeeze(int(values[rares.heaps[item]]), self.space) >> 7
        rares.offsets[:, item] = first + rows * self.length + self.pad + self.base - self.since
