"""The standard form of a ruleset: one code for many rulesets whose values are the same but for a shift of the heaps.

Three rules, proved in docs/theory/atlas.md; `bit j of digit t` means that a move may take t stones and leave j heaps.

- *Divisor.* Where every digit is 0 or 3 and all places are multiples of d, g(n) is g(n // d) of the code divided by d.
- *Redundant moves.* Bit j of digit t goes if bit j + 1 of digit t - s stays, s being a heap of value 0: leaving that
  heap too is the same. Bit 0 of digit t, which is of use to the heap t alone, goes if that heap has another move to 0.
- *First cousins* (Guy and Smith 1956; Berlekamp, Conway and Guy 1982, chapter 4). If a heap of one has no move, heaps
  are counted without their last stone: bit j of digit t becomes all bits up to j of digit t + j - 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from math import gcd
from operator import xor

from grundy.boards.heaps import HeapGame
from grundy.core.code import Code
from grundy.core.nimbers import mex
from grundy.core.subtraction_theory import reduced
from grundy.games.octal import Hexadecimal, Octal
from grundy.games.subtraction import Subtraction

__all__ = ["Standard", "cousin", "divided", "pruned", "standard"]

THREES = {0, 3}


@dataclass(frozen=True)
class Standard:
    """The standard form: the value of n is that of n // scale - shift in it, and 0 where that is negative."""

    ruleset: HeapGame
    scale: int
    shift: int


def standard(ruleset: HeapGame) -> Standard:
    """The standard form of a ruleset; one without a finite code is its own."""
    if isinstance(ruleset, Subtraction):
        return of_set(ruleset)
    code = ruleset.as_code()
    if code is None or code.tail or code.heaps is None:
        return Standard(ruleset, 1, 0)
    code, scale = divided(code)
    code, shift = shifted(pruned(code))
    return Standard((Octal if max(code.digits) < 8 else Hexadecimal)(code), scale, shift)


def of_set(ruleset: Subtraction) -> Standard:
    """The set divided by its greatest common divisor."""
    numbers = [item for item in ruleset.take if isinstance(item, int)]
    if not numbers or len(numbers) < len(ruleset.take):
        return Standard(ruleset, 1, 0)
    return Standard(Subtraction(*reduced(0, numbers)[1]), gcd(*numbers), 0)


def divided(code: Code) -> tuple[Code, int]:
    """The code divided by the divisor of its places, and the divisor.

    >>> str(divided(Code((0, 0, 3, 0, 3)))[0])
    '0.33'
    """
    places = [place for place, digit in enumerate(code.digits) if digit]
    divisor = gcd(*places) if places and set(code.digits) <= THREES else 1
    return Code.of(code.digits[::divisor]), divisor


def shifted(code: Code) -> tuple[Code, int]:
    """The code in which a heap of one has a move, and how many times heaps were counted without their last stone."""
    shift = 0
    while any(code.digits) and not code[1] & 1:
        code, shift = pruned(cousin(code)), shift + 1
    return code, shift


def cousin(code: Code) -> Code:
    """The code for heaps counted without their last stone, where a heap of one has no move.

    >>> str(cousin(Code((0, 4)))), str(cousin(Code((0, 0, 7))))
    ('0.07', '0.137')
    """
    digits = [0] * (len(code.digits) + max(code.digits).bit_length())
    for place, heaps in moves(code):
        digits[place + heaps - 1] |= (2 << heaps) - 1
    return Code.of(digits)


def moves(code: Code) -> Iterator[tuple[int, int]]:
    """The numbers (t, j) such that a move may take t stones and leave j heaps."""
    for place, digit in enumerate(code.digits):
        yield from ((place, heaps) for heaps in range(digit.bit_length()) if digit >> heaps & 1)


def pruned(code: Code) -> Code:
    """The code without the moves that others make redundant.

    >>> str(pruned(Code((0, 4, 2)))), str(pruned(Code((0, 6, 2))))
    ('0.4', '0.6')
    """
    values = first_values(code)
    lost = [heap for heap, value in enumerate(values) if heap and not value]
    digits = list(code.digits)
    for place, heaps in moves(code):
        implied = any(code[place - heap] >> heaps + 1 & 1 for heap in lost if heap <= place)
        if zero_elsewhere(code, place, values) if heaps == 0 else implied:
            digits[place] -= 1 << heaps
    return Code.of(digits)


def zero_elsewhere(code: Code, heap: int, values: list[int]) -> bool:
    """Whether a heap has a move to 0 that leaves something."""
    return any(left and not total(left, values) for left in code.options(heap))


def first_values(code: Code) -> list[int]:
    """The values of the heaps up to the length of the code, by the definition."""
    values: list[int] = []
    for heap in range(len(code.digits)):
        values.append(mex(total(left, values) for left in code.options(heap)))
    return values


def total(heaps: tuple[int, ...], values: list[int]) -> int:
    """The value of the heaps together."""
    return reduce(xor, (values[heap] for heap in heaps), 0)
