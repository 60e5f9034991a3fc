"""Families of rulesets: all codes of a pattern, all subtraction sets up to a bound (docs/theory/atlas.md)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from grundy.boards.heaps import HeapGame
from grundy.core.code import DIGITS, Code
from grundy.core.reader import Reader
from grundy.errors import GrundyError
from grundy.games.octal import Hexadecimal, Octal
from grundy.games.subtraction import Subtraction

MOST_RULESETS = 1 << 20  # whose rows take half a gigabyte, in memory and in the ledger
MOST_DIGITS = 64  # of a pattern, and numbers of a set
SCHEMAS = {"octal": Octal, "hexadecimal": Hexadecimal}
EXAMPLES = "octal(0.???), octal(4.??), hexadecimal(0.??) or subtraction(1..8)"


@dataclass(frozen=True)
class Codes:
    """The codes of a pattern: for each place the digits that may stand there."""

    name: str
    places: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        first, *rest = ("?" if len(digits) > 1 else DIGITS[digits[0]] for digits in self.places)
        return f"{self.name}({first}.{''.join(rest)})"

    @property
    def size(self) -> int:
        return prod(map(len, self.places))

    def __iter__(self) -> Iterator[HeapGame]:
        """The rulesets, each once, in the order of their digits."""
        return (SCHEMAS[self.name](Code.of(digits)) for digits in product(*self.places))


@dataclass(frozen=True)
class Sets:
    """The sets of numbers from 1 to a bound, the empty one left out."""

    bound: int

    def __str__(self) -> str:
        return f"subtraction(1..{self.bound})"

    @property
    def size(self) -> int:
        return int((1 << self.bound) - 1)

    def __iter__(self) -> Iterator[HeapGame]:
        """The rulesets, those with fewer numbers first."""
        numbers = range(1, self.bound + 1)
        return (Subtraction(*chosen) for size in numbers for chosen in combinations(numbers, size))


Family = Codes | Sets


def read_family(text: str) -> Family:
    reader = Reader(text)
    name = reader.while_in("abcdefghijklmnopqrstuvwxyz_")
    if name not in (*SCHEMAS, "subtraction"):
        raise reader.error(f"no family '{name}'; sweep {EXAMPLES}", 0)
    reader.expect("(", f"after {name}, as in {EXAMPLES}")
    family = read_sets(reader) if name == "subtraction" else read_codes(reader, name)
    reader.expect(")", "after the family")
    reader.end()
    if family.size > MOST_RULESETS:
        raise GrundyError(f"{family} has {family.size:,} rulesets; sweep at most {MOST_RULESETS:,} at a time")
    return family


def read_sets(reader: Reader) -> Sets:
    start, low = reader.place, reader.integer("1")
    reader.expect("..", "as in subtraction(1..8)")
    bound = reader.integer("a bound")
    if low != 1 or not 1 <= bound <= MOST_DIGITS:
        raise reader.error(f"sets are those from 1 to a bound of at most {MOST_DIGITS}; write subtraction(1..8)", start)
    return Sets(bound)


def read_codes(reader: Reader, name: str) -> Codes:
    base = SCHEMAS[name].base
    whole = read_digit(reader, range(0, base, 4), "0, 4 or ?")
    reader.expect(".", "in a pattern such as 0.???")
    places = [whole]
    while reader.next not in ("", ")"):
        places.append(read_digit(reader, range(base), f"a digit below {base} or ?"))
    if not 1 < len(places) <= MOST_DIGITS + 1:
        raise reader.error(f"a pattern has 1 to {MOST_DIGITS} digits after the point; write one such as 0.???")
    return Codes(name, tuple(places))


def read_digit(reader: Reader, allowed: range, what: str) -> tuple[int, ...]:
    """The digits for which the next character stands."""
    if reader.take("?"):
        return tuple(allowed)
    character = reader.next.upper()
    digit = DIGITS.find(character) if character else -1
    if digit not in allowed:
        raise reader.error(f"expected {what}, found {reader.next_in_words()}")
    reader.take(reader.next)
    return (digit,)
