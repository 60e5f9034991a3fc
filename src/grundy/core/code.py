"""Codes of take-and-break games (Guy and Smith 1956).

In the code d0.d1d2d3... the digit dt says what may be left when t stones are taken from a heap: bit 0 nothing (the
heap had exactly t), bit 1 one heap, bit 2 two heaps, bit 3 three heaps. None of the heaps left is empty. A code
whose digits stay below 8 is octal, otherwise hexadecimal. Digits in square brackets repeat for ever: 0.[3] is nim.
As in CGSuite a digit may also be the set of the numbers of heaps that may be left: {0,2} is 5, {2+} is two or more.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from grundy.core.reader import Reader
from grundy.core.words import listing, plural

MOST_DIGITS = 4_000
MOST_HEAPS = 60  # that a set in braces names
DIGITS = "0123456789ABCDEF"


@dataclass(frozen=True)
class Code:
    """The digits from place 0 on, and those that repeat after them."""

    digits: tuple[int, ...]
    tail: tuple[int, ...] = ()

    @classmethod
    def read(cls, reader: Reader, base: int = 8) -> "Code":
        """The code written here, such as 0.137, .77, 4.[3], 0.8F or 0.{2+}."""
        start = reader.place
        whole = [0] if reader.next == "." else read_digits(reader, base)
        if not reader.take("."):
            meant = reader.text[start : reader.place].strip() or "137"
            raise reader.error(f"expected a code such as 0.{meant}, found {reader.next_in_words()}")
        digits, tail = read_digits(reader, base), []
        if reader.take("["):
            tail = read_digits(reader, base)
            reader.expect("]", "after the digits that repeat")
        if not digits and not tail:
            raise reader.error("the code has no digits after the point; write one such as 0.137")
        if len(whole) != 1 or whole[0] & 3:
            raise reader.error("before the point stands one digit, 0 or 4 (split without taking)", start)
        if len(digits) + len(tail) > MOST_DIGITS:
            raise reader.error(f"a code of {len(digits) + len(tail):,} digits; at most {MOST_DIGITS:,} are read", start)
        return cls.of(whole + digits, tail)

    @classmethod
    def of(cls, digits: Iterable[int], tail: Iterable[int] = ()) -> "Code":
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
        digits = "".join(map(show_digit, self.digits[1:]))
        tail = f"[{''.join(map(show_digit, self.tail))}]" if self.tail else ""
        return f"{show_digit(self.digits[0])}.{digits}{tail}"

    def words(self) -> str:
        """What the digits allow, in words.

        >>> reader = Reader("4.13")
        >>> Code.read(reader).words()
        'Split a heap in two; take 1 and leave nothing; take 2 and leave at most one heap.'
        """
        clauses = [digit_words(place, digit) for place, digit in enumerate(self.digits) if digit]
        if self.tail:
            repeated = [digit_words(len(self.digits) + n, digit) for n, digit in enumerate(self.tail) if digit]
            clauses += [*repeated, f"and so on, the same again for {plural(len(self.tail), 'stone')} more"]
        sentence = "; ".join(clauses) or "there is no move"
        return f"{sentence[0].upper()}{sentence[1:]}."

    def __getitem__(self, place: int) -> int:
        if place < len(self.digits):
            return self.digits[place]
        return self.tail[(place - len(self.digits)) % len(self.tail)] if self.tail else 0

    @property
    def length(self) -> int | None:
        """The number of the last place with a digit; None where the digits repeat for ever."""
        return None if self.tail else len(self.digits) - 1

    @property
    def heaps(self) -> int | None:
        """The largest number of heaps that a move leaves, at least 1; None where there is no bound."""
        digits = self.digits + self.tail
        return None if min(digits) < 0 else max(1, max(digits).bit_length() - 1)

    def places(self, heap: int) -> Iterator[tuple[int, int]]:
        """The places up to the heap whose digit is not zero, with their digits."""
        yield from takewhile(lambda entry: entry[0] <= heap, self.moves)
        for place in range(len(self.digits), heap + 1) if self.tail else ():
            if self[place]:
                yield place, self[place]

    @cached_property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The places before the tail whose digit is not zero, with their digits: few, even in a long code."""
        return tuple((place, digit) for place, digit in enumerate(self.digits) if digit)

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """The heaps that one move may leave of a heap, in rising order."""
        for place, digit in self.places(heap):
            for parts in range(min(heap - place, digit.bit_length() - 1 if digit > 0 else heap) + 1):
                if digit >> parts & 1:
                    yield from partitions(heap - place, parts, 1)


def partitions(total: int, parts: int, least: int) -> Iterator[tuple[int, ...]]:
    """The partitions of the total into so many parts, none below the least, each in rising order."""
    if parts < 2:
        yield from [(total,) * parts] if parts == (total > 0) else []
        return
    if parts == 2:
        yield from ((part, total - part) for part in range(least, total // 2 + 1))
        return
    for part in range(least, total // parts + 1):
        for rest in partitions(total - part, parts - 1, part):
            yield (part, *rest)


def read_digits(reader: Reader, base: int) -> list[int]:
    """Digits, each a character or a set of numbers of heaps in braces: {0,2} is 5, {2+} is two or more."""
    digits = []
    while reader.next and reader.next in DIGITS + "abcdef{":
        start = reader.place
        digit = read_set(reader) if reader.take("{") else DIGITS.index(reader.text[reader.place].upper())
        reader.place += reader.place == start
        if base == 8 and not 0 <= digit < 8:
            raise reader.error("octal digits are 0 to 7; hexadecimal(...) takes 0 to F and sets such as {2+}", start)
        digits.append(digit)
    return digits


def read_set(reader: Reader) -> int:
    """The digit whose bits are the numbers listed; a plus sets all higher bits too, which makes it negative."""
    digit = 0
    while True:
        heaps = reader.integer("a number of heaps")
        if heaps > MOST_HEAPS:
            raise reader.error(f"at most {MOST_HEAPS} heaps are written in a set; {MOST_HEAPS}+ is without bound")
        digit |= -(1 << heaps) if reader.take("+") else 1 << heaps
        if not reader.take(","):
            break
    reader.expect("}", "after a set of numbers of heaps")
    return digit


HEAPS = "nothing", "one heap", "two heaps", "three heaps"


def digit_words(place: int, digit: int) -> str:
    """What one digit allows: how many stones may be taken, and what may be left of the heap."""
    most = (~digit).bit_length() if digit < 0 else digit.bit_length()
    left = [HEAPS[heaps] if heaps < len(HEAPS) else f"{heaps} heaps" for heaps in range(most) if digit >> heaps & 1]
    if digit < 0:
        left.append(f"{most} heaps or more")
    is_whole = 0 < digit == (1 << most) - 1 and most > 1
    words = f"at most {left[-1]}" if is_whole else listing(left, "or")
    if not place:
        return f"split a heap into {words}" if digit != 4 else "split a heap in two"
    return f"take {place} and leave {words}"


def show_digit(digit: int) -> str:
    if 0 <= digit < 16:
        return DIGITS[digit]
    above = (~digit).bit_length() if digit < 0 else digit.bit_length()
    numbers = [str(heaps) for heaps in range(above) if digit >> heaps & 1]
    return "{" + ",".join(numbers + [f"{above}+"] * (digit < 0)) + "}"
