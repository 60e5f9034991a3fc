"""Subtraction games: take a number of stones that belongs to a given set.

With the set {1, ..., m} the nimber of a heap is its remainder modulo m + 1 (Ferguson 4.3). Every finite set gives
a periodic sequence, because a value depends on the last max(S) values alone.

Where the whole heap may always be taken too, impatient subtraction, the nimber of n > 0 is one more than that of n - 1
without impatience (Ferguson 3.5): taking everything is the option 0, and the other options are those of n - 1, each
with its nimber raised by one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import chain, count, takewhile
from math import isqrt, lcm
from typing import TYPE_CHECKING, Self

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.code import Code
from grundy.core.nimbers import mex, nim_sum
from grundy.core.period import REPEATED_WINDOW, count_to_prove, find_period
from grundy.core.reader import Reader
from grundy.core.ruleset import cites
from grundy.core.words import listing

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue
    from grundy.explain.structure import Block

Item = int | str
FIRST_VALUES = 64  # of a sequence before the first look for a period
MOST_VALUES = 20_000  # among which a period is looked for
FIRST_SIEVE = 1_000  # numbers among which primes are looked for first
MOST_PLACES = 4_000  # of a code; a longer one is not made, and moves are listed from the set


def primes(most: int) -> Iterator[int]:
    """The primes up to a bound, by sieves each twice as long as the one before."""
    known = 1
    while known < most:
        bound = min(most, max(FIRST_SIEVE, 2 * known))
        sieve = bytearray(b"\1") * (bound + 1)
        for n in range(2, isqrt(bound) + 1):
            if sieve[n]:
                sieve[n * n :: n] = bytes(len(range(n * n, bound + 1, n)))
        yield from (n for n in range(known + 1, bound + 1) if sieve[n])
        known = bound


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
SET_WORDS = {
    "all": "any number",
    "even": "an even number",
    "fibonacci": "a Fibonacci number",
    "odd": "an odd number",
    "powers_of_2": "a power of 2",
    "primes": "a prime number",
    "squares": "a square number",
}
SPELLINGS = {"powers_of_two": "powers_of_2", "powersof2": "powers_of_2"}
WORDS = re.compile(r"[A-Za-z_]+(?: +of +(?:2|two)\b| +numbers\b)?2?")


def read_items(reader: Reader) -> list[Item]:
    """A number, numbers such as 1-6 or 1..6, a named set, `1 mod 3`, or `2+`."""
    first = read_item(reader)
    start = reader.place
    if isinstance(first, str) or not (reader.take("..") or reader.take("-")):
        return [first]
    last = reader.integer("a number to take")
    if not first <= last:
        raise reader.error(f"the numbers from {first} to {last} are none; write {last}-{first}", start)
    if last - first > MOST_PLACES:
        cure = f"up to {last} are taken in bounded_nim({last})" if first == 1 else "write fewer"
        raise reader.error(f"more than {MOST_PLACES:,} numbers; {cure}", start)
    return [*range(first, last + 1)]


def read_item(reader: Reader) -> Item:
    if not reader.at_number():
        start, words = reader.place, WORDS.match(reader.text, reader.place, reader.stop)
        word = words[0] if words else ""
        reader.place += len(word)
        name = "_".join(word.lower().split())
        name = SPELLINGS.get(name, name)
        stem = name.removesuffix("_numbers")  # even numbers, evens, a square
        name = next((one for one in (name, stem, f"{stem}s", stem.removesuffix("s")) if one in NAMED), name)
        if name not in NAMED:
            sets = ", ".join(NAMED)
            raise reader.error(
                f"expected a number to take, or one of {sets}; found {word or reader.next_in_words()}", start
            )
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


def read_complement(reader: Reader) -> list[Item]:
    """The numbers that `all but 2,5` leaves, if it stands here: 1, 3, 4 and 6+.

    >>> read_complement(Reader("all but 2,5")), read_complement(Reader("all except 2-4"))
    ([1, 3, 4, '6+'], [1, '5+'])
    """
    if not reader.take("all but") and not reader.take("all except"):
        return []
    start, out = reader.place, set[int]()
    for item in chain(*reader.list_of(lambda: read_items(reader))):
        if not isinstance(item, int):
            raise reader.error(f"expected numbers that are not taken, such as 2,5 or 3-5; found {item}", start)
        out.add(item)
    most = max(out)
    if most > MOST_PLACES:
        raise reader.error(f"numbers up to {MOST_PLACES:,} are left out of a set; write smaller ones", start)
    return [*(take for take in range(1, most) if take not in out), f"{most + 1}+"]


def members(item: Item, most: int) -> Iterator[int]:
    if isinstance(item, int):
        return iter([item] if item <= most else [])
    if item in NAMED:
        return NAMED[item](most)
    if item.endswith("+"):
        return iter(range(int(item[:-1]), most + 1))
    residue, modulus = map(int, item.split(" mod "))
    return iter(range(residue or modulus, most + 1, modulus))


def set_period(item: Item) -> tuple[int, int] | None:
    """The number after which the set repeats, and with which period; None where it never does."""
    if isinstance(item, int):
        return item, 1
    if item in NAMED:
        return {"all": (0, 1), "odd": (0, 2), "even": (0, 2)}.get(item)
    return (int(item[:-1]), 1) if item.endswith("+") else (0, int(item.split(" mod ")[1]))


def set_words(take: Sequence[Item]) -> str:
    """The numbers of a set in words.

    >>> set_words((1, 3, 4)), set_words(("1 mod 3",)), set_words((2, "squares", "7+"))
    ('1, 3 or 4', 'a number that is 1 modulo 3', '2, a square number or at least 7')
    """
    return listing([item_words(item) for item in take], "or")


def item_words(item: Item) -> str:
    if isinstance(item, int):
        return str(item)
    if item in SET_WORDS:
        return SET_WORDS[item]
    if item.endswith("+"):
        return f"at least {item[:-1]}"
    return f"a number that is {item.replace('mod', 'modulo')}"


@dataclass(frozen=True, init=False)
class Subtraction(HeapGame):
    """Take a number of stones that belongs to a given set."""

    take: tuple[Item, ...]

    source = "Ferguson 2014, 1.4"
    example = "100"
    keywords = "take-away, takeaway, take-away game, 21, Bachet"
    example_parameters = "1,3,4"
    card = "11"

    def __init__(self, *take: int | str | Iterable[int]) -> None:
        several = take[0] if len(take) == 1 and isinstance(take[0], Iterable) and not isinstance(take[0], str) else take
        text = ",".join(map(str, several))
        object.__setattr__(self, "take", type(self).read(Reader(text)).take)

    @classmethod
    def read(cls, reader: Reader) -> Self:
        self = cls.__new__(cls)
        items = dict.fromkeys(read_complement(reader) or chain(*reader.list_of(lambda: read_items(reader))))
        numbers = sorted(item for item in items if isinstance(item, int))
        object.__setattr__(self, "take", (*numbers, *(item for item in items if isinstance(item, str))))
        return self

    def parameters(self) -> str:
        return ",".join(map(str, self.take))

    def filled_rules(self) -> str:
        is_plain = all(isinstance(item, int) for item in self.take)
        words = set_words(self.take) if self.take else "none"
        return f"Take {words} stones from a heap." if is_plain else f"Take stones from a heap: {words}."

    def takes(self, heap: Heap) -> Iterator[int]:
        """The numbers that may be taken, each once in rising order; of a large heap there may be too many to list."""
        last = 0
        for take in merge(*(members(item, heap) for item in self.take)):
            if take > last:
                yield take
            last = take

    def options(self, heap: Heap) -> Iterator[Position]:
        return ((heap - take,) for take in self.takes(heap))

    def as_code(self) -> Code | None:
        """The code with digit 3 at each number of the set, where the set is finite or periodic in the end."""
        periods = [set_period(item) for item in self.take]
        if any(r is None for r in periods):
            return None
        settled = max((start for start, _ in filter(None, periods)), default=0)
        period = lcm(*(length for _, length in filter(None, periods)))
        if settled + period > MOST_PLACES:
            return None
        takes = set(self.takes(settled + period))
        digits = tuple(3 * (place in takes) for place in range(settled + period + 1))
        return Code.of(digits[: settled + 1], digits[settled + 1 :])

    @cites("Ferguson 2014, 4.3")
    def theorem(self, position: Position) -> int | None:
        """The remainders modulo m + 1 where the set is {1, ..., m}; the heaps themselves where it is everything."""
        if self.take != tuple(range(1, len(self.take) + 1)):
            return None
        return nim_sum(heap % (len(self.take) + 1) for heap in position)

    def law(self, page: "Page") -> "ValueLaw | None":
        m = len(self.take)
        if self.take != tuple(range(1, m + 1)):
            return None

        def work_out(n: int) -> "WorkedValue":
            return page.text("{}", page.step(f"{n} = {m + 1}*{n // (m + 1)} + {n % (m + 1)}")), n % (m + 1)

        more = page.step(f"{m} + 1 = {m + 1}")
        words = "When 1 to {} may be taken, the nimber is the remainder modulo {}."
        proof = (
            "From a remainder r the remainders 0 to r - 1 can be left by taking 1 to r; r itself would need a whole {}."
        )
        return page.law(page.text(words, page.size(m), more), work_out, page.text(proof, more))

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        from grundy.games.subtraction.why import why_one_heap

        yield from super().why(parts, page)
        heaps = {heap for part in parts for heap in part}
        if not page.misere and len(heaps) == 1 and not self.law(page):
            yield from why_one_heap(self, heaps.pop(), page)


def subtraction_value(take: tuple[int, ...], heap: Heap) -> int | None:
    """The nimber of a heap in a subtraction game: a repeated window of max(take) values proves the period."""
    known: list[int] = []
    while heap >= len(known):
        if len(known) >= MOST_VALUES:
            return None
        for n in range(len(known), min(heap + 1, max(FIRST_VALUES, 2 * len(known)))):
            known.append(mex(known[n - s] for s in take if s <= n))
        found = find_period(known)
        if found and sum(found) + max(take) <= len(known):
            start, period, _ = found
            return known[heap if heap < start else start + (heap - start) % period]
    return known[heap]


class ImpatientSubtraction(Subtraction):
    """Take a number of stones that belongs to a given set, or the whole heap."""

    source = "Ferguson 2014, 3.5"
    example = "20"
    example_parameters = "2,5"
    card = "10"

    def filled_rules(self) -> str:
        return f"{super().filled_rules()[:-1]}, or the whole heap."

    def options(self, heap: Heap) -> Iterator[Position]:
        take = 0
        for take in self.takes(heap):
            yield (heap - take,)
        if take < heap:
            yield (0,)

    def as_code(self) -> None:
        """No code: one would have a digit for every heap."""
        return

    @cites("Ferguson 2014, 3.5")
    def theorem(self, position: Position) -> int | None:
        """One more than the value of each heap less one in the patient game, where the set is finite."""
        take, total = self.finite_set(), 0
        for heap in filter(None, position):
            value = subtraction_value(take, heap - 1) if take else None
            if value is None:
                return None
            total ^= value + 1
        return total

    def finite_set(self) -> tuple[int, ...] | None:
        """The numbers that may be taken, where they are finitely many."""
        numbers = tuple(item for item in self.take if isinstance(item, int))
        return numbers if len(numbers) == len(self.take) else None

    def period_proof(self, start: int, length: int) -> tuple[int, str] | None:
        """A repeated window of the patient game, whose values stand one place earlier."""
        take = self.finite_set()
        if not take:
            return None
        return count_to_prove(start, length, 1, take[-1]) + 1, f"{self.citation('theorem')}, and {REPEATED_WINDOW}"

    def law(self, page: "Page") -> "ValueLaw | None":
        if self.theorem((1,)) is None:
            return None
        patient = Subtraction(*self.take)

        def work_out(n: int) -> "WorkedValue":
            if not n:
                return page.text("empty"), 0
            before, game = patient(n - 1).nimber, patient(n - 1)
            assert isinstance(before, int)
            plus = page.step(f"{before} + 1 = {before + 1}")
            return page.text("{} has {}, and {}", game, page.claim(game, before), plus), before + 1

        words = "Where the whole heap may be taken too, g(n) is one more than g(n - 1) without that."
        proof = (
            "Taking everything is the option 0. The other options are those of n - 1, each with its value raised by 1."
        )
        return page.law(words, work_out, proof)
