"""Families of rulesets: all octal or hexadecimal codes of a pattern, all subtraction sets up to a bound.

In a pattern such as `octal(0.?7?)` a question mark stands for any digit; before the point it stands for those that may
stand there, 0 and 4 (and 8 and C of a hexadecimal code). A code that ends in zeros is the shorter one, so a pattern of
three question marks holds the codes of up to three digits. `subtraction(1..8)` is every set of numbers from 1 to 8.
"""

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

__all__ = ["Codes", "Family", "Sets", "read_family"]

MOST = 1 << 20  # rulesets: so many rows take half a gigabyte, in memory and in the ledger
PLACES = 64  # of a pattern, and numbers of a set: without question marks a longer one is one ruleset, no family
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
        """The number of rulesets."""
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
        """The number of rulesets."""
        return int((1 << self.bound) - 1)

    def __iter__(self) -> Iterator[HeapGame]:
        """The rulesets, those with fewer numbers first."""
        numbers = range(1, self.bound + 1)
        return (Subtraction(*chosen) for size in numbers for chosen in combinations(numbers, size))


Family = Codes | Sets


def read_family(text: str) -> Family:
    """The family written so."""
    reader = Reader(text)
    name = reader.while_in("abcdefghijklmnopqrstuvwxyz_")
    if name not in (*SCHEMAS, "subtraction"):
        raise reader.error(f"no family '{name}'; sweep {EXAMPLES}", 0)
    reader.expect("(", f"after {name}, as in {EXAMPLES}")
    family = read_sets(reader) if name == "subtraction" else read_codes(reader, name)
    reader.expect(")", "after the family")
    reader.end()
    if family.size > MOST:
        raise GrundyError(f"{family} has {family.size:,} rulesets; sweep at most {MOST:,} at a time")
    return family


def read_sets(reader: Reader) -> Sets:
    """The sets between two bounds; the lower one is 1."""
    start, low = reader.place, reader.integer("1")
    reader.expect("..", "as in subtraction(1..8)")
    bound = reader.integer("a bound")
    if low != 1 or not 1 <= bound <= PLACES:
        raise reader.error(f"sets are those from 1 to a bound of at most {PLACES}; write subtraction(1..8)", start)
    return Sets(bound)


def read_codes(reader: Reader, name: str) -> Codes:
    """The codes of the pattern that stands here."""
    base = SCHEMAS[name].base
    whole = read_digit(reader, range(0, base, 4), "0, 4 or ?")
    reader.expect(".", "in a pattern such as 0.???")
    places = [whole]
    while reader.next not in ("", ")"):
        places.append(read_digit(reader, range(base), f"a digit below {base} or ?"))
    if not 1 < len(places) <= PLACES + 1:
        raise reader.error(f"a pattern has 1 to {PLACES} digits after the point; write one such as 0.???")
    return Codes(name, tuple(places))


def read_digit(reader: Reader, allowed: range, what: str) -> tuple[int, ...]:
    """The digits that the next sign stands for."""
    if reader.take("?"):
        return tuple(allowed)
    sign = reader.next.upper()
    digit = DIGITS.find(sign) if sign else -1
    if digit not in allowed:
        raise reader.error(f"expected {what}, found {reader.found()}")
    reader.take(reader.next)
    return (digit,)
