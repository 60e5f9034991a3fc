"""Arithmetic periods of heap games, proved: g(n + p) = g(n) + s for every n >= e, by docs/theory/arithmetic.md.

The three conditions there are `Cover`, `ArithmeticValues.reaches_below` and `ArithmeticValues.misses`.
"""

from dataclasses import dataclass
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.heap_rules import Digits, HeapRules, Values

MOST_CASES = 1 << 26  # in a table, and pairs of heaps that are compared
Numbers = NDArray[np.int64]


def is_proved(rules: HeapRules, values: Values, start: int, period: int, saltus: int) -> bool:
    """Whether g(n + period) = g(n) + saltus, which holds for all known n >= start, is proved for all others."""
    if rules.distinct or len(values) < 2 * (max(start, 1) + period):
        return False
    seen, bits = ArithmeticValues(rules, values.astype(np.int64), max(start, 1), period, saltus), 0
    later = seen.values[seen.start :]
    if (later[period:] != later[:-period] + saltus).any():
        return False
    while seen.steep >= 2 * period << bits:
        bits += 1
    cover = Cover.of(seen)
    while cover and seen.has_enough(cover, bits):
        if seen.reaches_below(cover, bits) and seen.misses(bits):
            return True
        bits += 1
    return False


@dataclass(frozen=True)
class ArithmeticValues:
    """Values that grow by `saltus` with each `period` from `start` >= 1 on, as far as they are known."""

    rules: HeapRules
    values: Numbers
    start: int
    period: int
    saltus: int

    def above(self, heaps: Numbers) -> Numbers:
        """By how much the values of heaps lie above the line through 0, times the period."""
        result: Numbers = self.period * self.values[heaps] - self.saltus * heaps
        return result

    @cached_property
    def steep(self) -> int:
        """A bound for s t + 2 p m, where taking t stones leaves parts whose values, m being their carry, reach g(n)."""
        regular = self.above(np.arange(self.start, self.start + self.period))
        highest = self.above(np.arange(1, self.start + self.period)).max()
        return int(self.rules.parts * max(highest, 0) - regular.min())

    @cached_property
    def digits(self) -> Digits:
        """The digits for all numbers of stones that can be taken on the way to g(n), or to a value just below it."""
        return self.rules.digit_array(self.steep // self.saltus)

    def turn(self, bits: int) -> int:
        """The least multiple of the period over which the low bits come again."""
        return self.period * (1 << bits) // gcd(self.saltus, 1 << bits)

    def has_enough(self, cover: "Cover", bits: int) -> bool:
        """Whether enough values are known, and the cases are few enough to be examined."""
        turn, last = self.turn(bits), len(self.values)
        first = max(3 * self.start + len(self.digits), cover.distance + cover.late // self.saltus + 1)
        return (
            first + turn <= last
            and (self.start + turn) ** 2 <= MOST_CASES
            and self.period << 2 * bits + 2 <= MOST_CASES
        )

    def reaches_below(self, cover: "Cover", bits: int) -> bool:
        """Whether `reaches_below_at` holds for one turn of heaps, and so for all."""
        rows, last = self.low_sums(bits), len(self.values)
        return all(self.reaches_below_at(cover, n, rows) for n in range(last - self.turn(bits), last))

    def low_sums(self, bits: int) -> NDArray[np.bool_]:
        """rows[r, m, v]: whether m stones in r parts (0, 1 or 2) have the nim-sum v, for v below 2^bits."""
        size = min(len(self.values) - self.start, ((2 * self.period << bits) + self.steep) // self.saltus + 1)
        rows = np.zeros((3, size, 1 << bits), np.bool_)
        rows[0, 0, 0] = True
        small = self.values[:size]
        for part in range(1, size):
            if small[part] < 1 << bits:
                rows[1, part, small[part]] = True
            if self.rules.parts > 2:
                sums = small[1:part] ^ small[part - 1 : 0 : -1]
                rows[2, part, sums[sums < 1 << bits]] = True
        return rows

    def reaches_below_at(self, cover: "Cover", n: int, rows: NDArray[np.bool_]) -> bool:
        """Whether each value below that of heap n is covered, or reached by a part from `start` on and low bits."""
        wanted = np.arange(cover.below(self, n), self.values[n])
        for take, digit in enumerate(self.digits[: n - self.start + 1]):
            left = n - take
            small = np.arange(min(rows.shape[1], left - self.start + 1))
            for parts in range(3):
                if digit >> (parts + 1) & 1 and len(wanted):
                    low = self.values[left - small][:, None] ^ wanted
                    hit = rows[parts][small[:, None], np.minimum(low, rows.shape[2] - 1)] & (low < rows.shape[2])
                    wanted = wanted[~hit.any(axis=0)]
        return not len(wanted)

    def misses(self, bits: int) -> bool:
        """Whether no parts of which one is large can have high bits that add up, and low bits that xor, to g(n)."""
        regular = self.kinds(self.start, self.start + self.turn(bits), bits)
        every = np.unique(np.r_[self.kinds(1, self.start, bits), regular], axis=0)
        shape = self.saltus // gcd(self.saltus, 1 << bits), 1 << bits
        if self.rules.parts * int(np.ptp(every[:, 0])) * shape[0] * shape[1] > MOST_CASES:
            return False
        rests = rest_cases(every, shape, self.rules.parts)
        return not any(
            digit >> (parts + 1) & 1 and rest.meets(regular, self.saltus * take)
            for take, digit in enumerate(self.digits[: self.steep // self.saltus + 1].tolist())
            for parts, rest in enumerate(rests)
        )

    def kinds(self, first: int, stop: int, bits: int) -> Numbers:
        """The kinds of heaps: s n - p h, where h are the high bits; h modulo its period; and the low bits."""
        heaps = np.arange(first, stop)
        high, low = np.divmod(self.values[heaps], 1 << bits)
        shift = self.saltus * heaps - (self.period * high << bits)
        return np.unique(np.c_[shift, high % (self.saltus // gcd(self.saltus, 1 << bits)), low], axis=0)


@dataclass(frozen=True)
class RestCases:
    """The kinds that some parts may have together; the first row of the table is for a shift of `least`."""

    least: int
    table: NDArray[np.bool_]

    def meets(self, kinds: Numbers, taken: int) -> bool:
        """Whether one of these kinds and the rest add up to one of them after so much was taken."""
        shift, high, low = kinds.T
        for move, more, bits in kinds:
            row = shift - taken - move - self.least
            here = (row >= 0) & (row < len(self.table))
            if self.table[row[here], (high[here] - more) % self.table.shape[1], low[here] ^ bits].any():
                return True
        return False


def rest_cases(kinds: Numbers, shape: tuple[int, int], parts: int) -> list[RestCases]:
    """The kinds of no part, of one part, ..., up to one less than the parts that a move leaves."""
    rests = [RestCases(0, np.zeros((1, *shape), np.bool_))]
    rests[0].table[0, 0, 0] = True
    least, most = int(kinds[:, 0].min()), int(kinds[:, 0].max())
    while len(rests) < parts:
        before = rests[-1]
        table = np.zeros((len(before.table) + most - least, *shape), np.bool_)
        rows, high, low = np.nonzero(before.table)
        for move, more, bits in kinds:
            table[rows + move - least, (high + more) % shape[0], low ^ bits] = True
        rests.append(RestCases(before.least + least, table))
    return rests


@dataclass(frozen=True)
class Cover:
    """Every value w is reached from the heaps n with s (n - distance) >= p w + late."""

    distance: int
    late: int

    @classmethod
    def of(cls, seen: ArithmeticValues) -> "Cover | None":
        """The cover by moves that leave any heap of a residue class, alone or beside two equal ones, if they do."""
        repeat, ways = ways_to_leave(seen.rules)
        early = int(seen.values[: seen.start].max()) + 1
        needed = early + seen.saltus * lcm(seen.period, repeat) // seen.period
        lates = [lateness(seen, needed, repeat, ways, n) for n in range(repeat)] if ways else [None]
        found = [number for number in lates if number is not None]
        return cls(max(way.distance for way in ways), max(found)) if len(found) == len(lates) else None

    def below(self, seen: ArithmeticValues, n: int) -> int:
        """A bound such that all lesser values are covered at heap n."""
        return (seen.saltus * (n - self.distance) - self.late) // seen.period + 1


class LeaveClass(NamedTuple):
    """Every heap smaller by at least `distance`, and by a number in this residue class, can be left."""

    residue: int
    distance: int
    nothing: bool  # whether the empty heap can be left too


def ways_to_leave(rules: HeapRules) -> tuple[int, list[LeaveClass]]:
    """A modulus, and the residue classes: by what may be taken for ever, or by taking t and leaving two equal heaps."""
    size, tail = len(rules.digits), rules.tail
    ways = [LeaveClass((size + n) % len(tail), size, bool(digit & 1)) for n, digit in enumerate(tail) if digit & 2]
    if ways:
        return len(tail), ways
    eights = {take % 2: take for take, digit in reversed([*enumerate(rules.digits)]) if digit & 8}
    pairs = {take % 2 for take, digit in enumerate(rules.digits) if digit & 4}
    return 2, [LeaveClass(odd, take + 2, odd in pairs) for odd, take in eights.items()]


def lateness(seen: ArithmeticValues, needed: int, repeat: int, ways: list[LeaveClass], residue: int) -> int | None:
    """How far the least heaps of the values below `needed` lie behind the line, for heaps of a residue class."""
    heaps = np.arange(len(seen.values))
    classes = [(residue - way.residue) % repeat for way in ways]
    there = np.isin(heaps % repeat, classes)
    there[0] = any(way.nothing and way.residue == residue for way in ways)
    values, first = np.unique(seen.values[there], return_index=True)
    if len(values) < needed or values[needed - 1] >= needed:
        return None
    return int((seen.saltus * heaps[there][first[:needed]] - seen.period * values[:needed]).max())
