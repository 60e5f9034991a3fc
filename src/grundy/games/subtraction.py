"""Subtraction games: take a number of stones that belongs to a given set.

With the set {1, ..., m} the nimber of a heap is its remainder modulo m + 1 (Ferguson 4.3). Every finite set gives
a periodic sequence, because a value depends on the last max(S) values alone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from math import isqrt, lcm
from typing import Self

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.code import Code
from grundy.core.reader import Reader
from grundy.core.ruleset import cites

__all__ = ["Subtraction"]

Item = int | str
LONGEST = 4_000  # places of a code; beyond them the set itself is asked


def primes(most: int) -> Iterator[int]:
    """The primes up to a bound, by the sieve of Eratosthenes."""
    sieve = bytearray(b"\1") * (most + 1)
    for n in range(2, isqrt(most) + 1):
        if sieve[n]:
            sieve[n * n :: n] = bytes(len(range(n * n, most + 1, n)))
    return (n for n in range(2, most + 1) if sieve[n])


def fibonacci(most: int) -> Iterator[int]:
    """The numbers 1, 2, 3, 5, 8, ... up to a bound."""
    a, b = 1, 2
    while a <= most:
        yield a
        a, b = b, a + b


NAMED: dict[str, Callable[[int], Iterator[int]]] = {
    "all": lambda most: iter(range(1, most + 1)),
    "even": lambda most: iter(range(2, most + 1, 2)),
    "fibonacci": fibonacci,
    "odd": lambda most: iter(range(1, most + 1, 2)),
    "powers_of_2": lambda most: takewhile(lambda n: n <= most, (1 << i for i in count())),
    "primes": primes,
    "squares": lambda most: (n * n for n in range(1, isqrt(most) + 1)),
}
SPELLINGS = {"powers_of_two": "powers_of_2", "powersof2": "powers_of_2"}


def read_item(reader: Reader) -> Item:
    """A number, a named set, `1 mod 3`, or `2+`."""
    if not reader.at_number():
        start, word = reader.place, reader.while_in("abcdefghijklmnopqrstuvwxyz_2")
        name = SPELLINGS.get(word, word)
        if name not in NAMED:
            sets = ", ".join(NAMED)
            raise reader.error(f"expected a number to take, or one of {sets}; found {word or reader.found()}", start)
        return name
    start, number = reader.place, reader.integer("a number to take")
    if reader.take("mod"):
        modulus = reader.integer("a modulus")
        if not modulus:
            raise reader.error("nothing is congruent modulo 0; write a modulus of 1 or more", start)
        return f"{number % modulus} mod {modulus}"
    if not number:
        raise reader.error("a move takes at least 1", start)
    return f"{number}+" if reader.take("+") else number


def members(item: Item, most: int) -> Iterator[int]:
    """The members of the set up to a bound, in order."""
    if isinstance(item, int):
        return iter([item] if item <= most else [])
    if item in NAMED:
        return NAMED[item](most)
    if item.endswith("+"):
        return iter(range(int(item[:-1]), most + 1))
    residue, modulus = map(int, item.split(" mod "))
    return iter(range(residue or modulus, most + 1, modulus))


def rhythm(item: Item) -> tuple[int, int] | None:
    """The number after which the set repeats, and with which period; None where it never does."""
    if isinstance(item, int):
        return item, 1
    if item in NAMED:
        return {"all": (0, 1), "odd": (0, 2), "even": (0, 2)}.get(item)
    return (int(item[:-1]), 1) if item.endswith("+") else (0, int(item.split(" mod ")[1]))


@dataclass(frozen=True, init=False)
class Subtraction(HeapGame):
    """Take a number of stones that belongs to a given set."""

    take: tuple[Item, ...]

    source = "Ferguson 2014, 1.4"
    example = "100"
    example_parameters = "1,3,4"

    def __init__(self, *take: int | str) -> None:
        text = ",".join(map(str, take))
        object.__setattr__(self, "take", type(self).read(Reader(text)).take if text else ())

    @classmethod
    def read(cls, reader: Reader) -> Self:
        """The ruleset whose set is listed here."""
        self = cls()
        items = dict.fromkeys(reader.list_of(lambda: read_item(reader)))
        numbers = sorted(item for item in items if isinstance(item, int))
        object.__setattr__(self, "take", (*numbers, *(item for item in items if isinstance(item, str))))
        return self

    def parameters(self) -> str:
        """The set."""
        return ",".join(map(str, self.take))

    def takes(self, heap: Heap) -> list[int]:
        """The numbers that may be taken from a heap."""
        return sorted({take for item in self.take for take in members(item, heap)})

    def options(self, heap: Heap) -> Iterator[Position]:
        """A heap made smaller by a number of the set."""
        return ((heap - take,) for take in self.takes(heap))

    def as_code(self) -> Code | None:
        """The code with digit 3 at each number of the set, where the set is finite or periodic in the end."""
        rhythms = [rhythm(item) for item in self.take]
        if any(r is None for r in rhythms):
            return None
        settled = max((start for start, _ in filter(None, rhythms)), default=0)
        period = lcm(*(length for _, length in filter(None, rhythms)))
        if settled + period > LONGEST:
            return None
        takes = set(self.takes(settled + period))
        digits = tuple(3 * (place in takes) for place in range(settled + period + 1))
        return Code.of(digits[: settled + 1], digits[settled + 1 :])

    @cites("Ferguson 2014, 4.3")
    def theorem(self, position: Position) -> int | None:
        """The remainders modulo m + 1 where the set is {1, ..., m}; the heaps themselves where it is everything."""
        if self.take != tuple(range(1, len(self.take) + 1)):
            return None
        total = 0
        for heap in position:
            total ^= heap % (len(self.take) + 1)
        return total
