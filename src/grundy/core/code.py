"""Codes of take-and-break games (Guy and Smith 1956).

In the code d0.d1d2d3... the digit dt says what may be left when t stones are taken from a heap: bit 0 nothing (the
heap had exactly t), bit 1 one heap, bit 2 two heaps, bit 3 three heaps. Heaps that are left are not empty. A code
whose digits stay below 8 is octal, otherwise hexadecimal. Digits in square brackets repeat for ever: 0.[3] is nim.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.core.reader import Reader

__all__ = ["Code"]

MOST_DIGITS = 4_000
DIGITS = "0123456789ABCDEF"


@dataclass(frozen=True)
class Code:
    """The digits from place 0 on, and those that repeat after them."""

    digits: tuple[int, ...]
    tail: tuple[int, ...] = ()

    @classmethod
    def read(cls, reader: Reader, base: int = 8) -> "Code":
        """The code written here, such as 0.137, .77, 4.[3] or 0.8F."""
        start = reader.place
        whole = reader.while_in(DIGITS)
        if not reader.take("."):
            raise reader.error(f"expected a code such as 0.137, found {reader.found()}")
        digits, tail = reader.while_in(DIGITS + "abcdef").upper(), ""
        if reader.take("["):
            tail = reader.while_in(DIGITS + "abcdef").upper()
            reader.expect("]", "after the digits that repeat")
        if not digits and not tail:
            raise reader.error("the code has no digits after the point; write one such as 0.137")
        if len(whole) > 1 or whole not in ("", "0", "4", "8", "C"):
            raise reader.error(f"before the point stands 0 or 4 (split without taking), not {whole}", start)
        if len(digits) + len(tail) > MOST_DIGITS:
            raise reader.error(f"a code of {len(digits) + len(tail):,} digits; at most {MOST_DIGITS:,} are read", start)
        for digit in (whole or "0") + digits + tail:
            if DIGITS.index(digit) >= base:
                raise reader.error(f"octal digits are 0 to 7, not {digit}; hexadecimal(...) takes 0 to F", start)
        return cls.of(map(DIGITS.index, (whole or "0") + digits), map(DIGITS.index, tail))

    @classmethod
    def of(cls, digits: Iterator[int] | tuple[int, ...], tail: Iterator[int] | tuple[int, ...] = ()) -> "Code":
        """The code in its shortest form."""
        places, repeat = list(digits), tuple(tail)
        if not any(repeat):
            repeat = ()
            while len(places) > 2 and not places[-1]:
                places.pop()
        return cls(tuple(places), repeat)

    @classmethod
    def subtraction(cls, take: tuple[int, ...]) -> "Code":
        """The code of the subtraction game: digit 3 at each number that may be taken."""
        return cls(tuple(3 * (place in take) for place in range(max(take) + 1)))

    def __str__(self) -> str:
        digits = "".join(DIGITS[digit] for digit in self.digits)
        tail = f"[{''.join(DIGITS[digit] for digit in self.tail)}]" if self.tail else ""
        return f"{digits[0]}.{digits[1:]}{tail}"

    def __getitem__(self, place: int) -> int:
        if place < len(self.digits):
            return self.digits[place]
        return self.tail[(place - len(self.digits)) % len(self.tail)] if self.tail else 0

    @property
    def length(self) -> int | None:
        """The number of the last place with a digit, or None where the code has no end."""
        return None if self.tail else len(self.digits) - 1

    def places(self, heap: int) -> Iterator[tuple[int, int]]:
        """The places up to the heap whose digit is not zero, with their digits."""
        last = heap if self.length is None else min(heap, self.length)
        return ((place, self[place]) for place in range(last + 1) if self[place])

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """What one move may leave of a heap; splits are unordered."""
        for place, digit in self.places(heap):
            left = heap - place
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left > 0:
                yield (left,)
            if digit & 4:
                yield from ((a, left - a) for a in range(1, left // 2 + 1))
            if digit & 8:
                yield from (
                    (a, b, left - a - b) for a in range(1, left // 3 + 1) for b in range(a, (left - a) // 2 + 1)
                )
