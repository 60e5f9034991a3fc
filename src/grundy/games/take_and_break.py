"""Take-and-break games by a code with all the signs of CGSuite: docs/howto/codes.md has the grammar.

To the codes of `octal` and `hexadecimal` it adds digits up to Z, marks that bind the sizes of the heaps left (! for
different ones, ? for not all equal, = for equal ones), and digits before the last one in front of the point, which add
stones. So that play ends, who adds k stones must leave at least k + 2 heaps: then each is smaller than the old one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase, digits
from typing import NamedTuple, Self

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.code import MOST_DIGITS, Code, digit_words, partitions, read_set, show_digit
from grundy.core.reader import Reader
from grundy.core.words import plural

DIGITS = digits + ascii_uppercase
MARKS = {"!": "of different sizes", "?": "not all of one size", "=": "of one size"}


class Digit(NamedTuple):
    """What may be left when so many stones are taken: bit r for r heaps, and a mark that binds their sizes."""

    heaps: int
    mark: str = ""

    def __str__(self) -> str:
        return (DIGITS[self.heaps] if 0 <= self.heaps < len(DIGITS) else show_digit(self.heaps)) + self.mark

    def words(self, take: int) -> str:
        told = digit_words(abs(take), self.heaps)
        told = told if take >= 0 else told.replace("take", "add", 1)
        return f"{told}, {MARKS[self.mark]}" if self.mark else told

    def options(self, total: int) -> Iterator[Position]:
        """The ways to divide so many stones."""
        for parts in range(min(total, self.heaps.bit_length() - 1 if self.heaps > 0 else total) + 1):
            if self.heaps >> parts & 1 and self.mark == "=":
                yield from [(total // parts,) * parts] if parts and total % parts == 0 else [()] * (total == parts)
            elif self.heaps >> parts & 1:
                yield from filter(self.has_sizes, partitions(total, parts, 1))

    def has_sizes(self, heaps: Position) -> bool:
        return not self.mark or len(set(heaps)) > (len(heaps) - 1 if self.mark == "!" else min(len(heaps), 2) - 1)


@dataclass(frozen=True, init=False)
class TakeAndBreak(HeapGame):
    """Take from a heap, or add to it, and divide the rest, as the code allows."""

    first: tuple[Digit, ...]  # for k, ..., 1 stones added and for none taken
    after: tuple[Digit, ...]  # for 1, 2, ... stones taken
    tail: tuple[Digit, ...]  # which repeats after them

    source = "Guy and Smith 1956; the further signs are those of CGSuite"
    example = "9"
    example_parameters = "8!.3"
    title = "take and break"

    def __init__(self, code: "Code | str") -> None:
        reader = Reader(str(code))
        self.__dict__.update(self.read(reader).__dict__)
        reader.end()

    @classmethod
    def read(cls, reader: Reader) -> Self:
        start, first = reader.place, read_digits(reader) or (Digit(0),)
        reader.expect(".", "after the digit of no stones taken, as in 4!.0")
        after, tail = read_digits(reader), tuple[Digit, ...]()
        if reader.take("["):
            tail = read_digits(reader)
            reader.expect("]", "after the digits that repeat")
        if not after and not tail:
            raise reader.error("the code has no digits after the point; write one such as 4!.0")
        if len(first) + len(after) + len(tail) > MOST_DIGITS:
            raise reader.error(f"a code of more than {MOST_DIGITS:,} digits", start)
        for added, digit in enumerate(reversed(first)):
            if digit.heaps & ((4 << added) - 1):
                what = f"{plural(added, 'stone')} added" if added else "no stone taken"
                raise reader.error(f"with {what} a move must leave {added + 2} heaps or more, so that play ends", start)
        ruleset = object.__new__(cls)
        while len(after) > 1 and not tail and not after[-1].heaps:
            after = after[:-1]
        ruleset.__dict__.update(first=first, after=after, tail=tail)
        return ruleset

    def parameters(self) -> str:
        tail = f"[{''.join(map(str, self.tail))}]" if self.tail else ""
        return f"{''.join(map(str, self.first))}.{''.join(map(str, self.after))}{tail}"

    def filled_rules(self) -> str:
        added = len(self.first) - 1
        told = [digit.words(n - added) for n, digit in enumerate(self.first + self.after) if digit.heaps]
        told += [digit.words(n + len(self.after) + 1) for n, digit in enumerate(self.tail) if digit.heaps]
        told += [f"and so on, the same again for {plural(len(self.tail), 'stone')} more"] if self.tail else []
        sentence = "; ".join(told) or "there is no move"
        return f"{sentence[0].upper()}{sentence[1:]}."

    def digit(self, take: int) -> Digit:
        if take <= len(self.after):
            return self.after[take - 1] if take > 0 else self.first[take - 1]
        return self.tail[(take - len(self.after) - 1) % len(self.tail)] if self.tail else Digit(0)

    def options(self, heap: Heap) -> Iterator[Position]:
        for take in range(1 - len(self.first) if heap else 1, heap + 1):
            yield from self.digit(take).options(heap - take)

    def as_code(self) -> Code | None:
        """The plain code where nothing is added and no digit has a mark."""
        if len(self.first) > 1 or any(digit.mark for digit in self.first + self.after + self.tail):
            return None
        return Code.of((digit.heaps for digit in self.first + self.after), (digit.heaps for digit in self.tail))


def read_digits(reader: Reader) -> tuple[Digit, ...]:
    found = []
    while reader.next and reader.next.upper() in DIGITS + "{":
        sign = reader.next.upper()
        reader.place += 1
        heaps = read_set(reader) if sign == "{" else DIGITS.index(sign)
        found.append(Digit(heaps, next((mark for mark in MARKS if reader.take(mark)), "")))
    return tuple(found)
