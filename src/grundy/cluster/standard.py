"""The standard form of a ruleset: one code for many rulesets whose values are the same but for a shift of the heaps.

Its three rules (divisor, redundant moves, first cousins) are proved in docs/theory/atlas.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from grundy.boards.heaps import HeapGame
from grundy.core.code import Code
from grundy.core.nimbers import mex, nim_sum
from grundy.digraphs import coprime_form
from grundy.games.octal import Hexadecimal, Octal
from grundy.games.subtraction import Subtraction

DIVISIBLE_DIGITS = {0, 3}


@dataclass(frozen=True)
class StandardForm:
    """The standard form: the value of n is that of n // scale - shift in it, and 0 where that is negative."""

    ruleset: HeapGame
    scale: int
    shift: int


def standard_form(ruleset: HeapGame) -> StandardForm:
    """The standard form of a ruleset; one without a finite code is its own."""
    if isinstance(ruleset, Subtraction):
        return set_form(ruleset)
    code = ruleset.as_code()
    if code is None or code.tail or code.heaps is None:
        return StandardForm(ruleset, 1, 0)
    code, scale = divide(code)
    code, shift = prune(code), 0
    while any(code.digits) and not code[1] & 1:  # a heap of one has no move
        code, shift = prune(cousin(code)), shift + 1
    return StandardForm((Octal if max(code.digits) < 8 else Hexadecimal)(code), scale, shift)


def set_form(ruleset: Subtraction) -> StandardForm:
    numbers = [item for item in ruleset.take if isinstance(item, int)]
    if not numbers or len(numbers) < len(ruleset.take):
        return StandardForm(ruleset, 1, 0)
    return StandardForm(Subtraction(*coprime_form(0, numbers)[1]), gcd(*numbers), 0)


def divide(code: Code) -> tuple[Code, int]:
    """The code divided by the divisor of its places, and the divisor."""
    places = [place for place, digit in enumerate(code.digits) if digit]
    divisor = gcd(*places) if places and set(code.digits) <= DIVISIBLE_DIGITS else 1
    return Code.of(code.digits[::divisor]), divisor


def cousin(code: Code) -> Code:
    """The code for heaps counted without their last stone, where a heap of one has no move."""
    digits = [0] * (len(code.digits) + max(code.digits).bit_length())
    for place, heaps in moves(code):
        digits[place + heaps - 1] |= (2 << heaps) - 1
    return Code.of(digits)


def moves(code: Code) -> Iterator[tuple[int, int]]:
    """The numbers (t, j) such that a move may take t stones and leave j heaps."""
    for place, digit in enumerate(code.digits):
        yield from ((place, heaps) for heaps in range(digit.bit_length()) if digit >> heaps & 1)


def lost_sums(values: list[int], heaps: int) -> Iterator[tuple[int, int]]:
    """The numbers (m, s) such that m heaps, fewer than so many and none empty, of s stones can have the nim-sum 0."""
    sums = [{0}, *(set[int]() for _ in values[1:])]
    for more in range(1, heaps):
        sums = [{values[part] ^ x for part in range(1, s + 1) for x in sums[s - part]} for s in range(len(values))]
        yield from ((more, stones) for stones, found in enumerate(sums) if 0 in found)


def prune(code: Code) -> Code:
    """The code without the moves that others make redundant."""
    values: list[int] = []
    for heap in range(len(code.digits)):
        values.append(mex(nim_sum(values[part] for part in left) for left in code.options(heap)))
    lost, digits = [*lost_sums(values, code.heaps or 1)], list(code.digits)
    for place, heaps in moves(code):
        implied = any(code[place - stones] >> heaps + more & 1 for more, stones in lost if stones <= place)
        if heaps == 0:  # of use to this heap alone, which may have another move to 0
            implied = any(left and not nim_sum(values[part] for part in left) for left in code.options(place))
        if implied:
            digits[place] -= 1 << heaps
    return Code.of(digits)
