"""Nim arithmetic: the natural numbers as a field of characteristic two, at any size (docs/theory/nimbers.md).

A number of 2w bits is a pair (high, low) with value high * 2^w + low over the field of w bits. For arrays there is
`kernels.nim_arrays`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from operator import xor

from grundy.core.numbers import whole, wholes
from grundy.core.ordinals import Nimber, Ordinal

BYTE = 8  # fields up to this many bits multiply by logarithms
GENERATOR = 18  # the least number whose powers are all of 1 .. 255


def mex(values: Iterable[int] | int = (), *more: int) -> int:
    """The least natural number that is not among the values, given as such or in one collection."""
    present = {*wholes(values, more)}
    return next(n for n in range(len(present) + 1) if n not in present)


def nim_sum(values: Iterable[int] | int = (), *more: int) -> int:
    """The sum without carries, in binary, of numbers given as such or in one collection."""
    return reduce(xor, wholes(values, more), 0)


class Loony:
    """The value of a game that the player to move wins in every sum, by moves that entail (Winning Ways, ch. 12).

    It absorbs what is added to it, and prints as the word.
    """

    def __xor__(self, other: object) -> "Loony":
        return self if isinstance(other, int | Ordinal | Loony) else NotImplemented

    __rxor__ = __xor__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loony)

    def __hash__(self) -> int:
        return hash(Loony)

    def __repr__(self) -> str:
        return "loony"


LOONY = Loony()


@dataclass(frozen=True)
class Entailed:
    """The value of a position in which the player to move must answer: the nim heaps beside which he loses, as bits.

    A negative number of bits holds all but finitely many of them, and then he also loses beside what is loony.

    >>> Entailed(0b101), Entailed(0b101) ^ 1, Entailed(~0b100) ^ LOONY, 2 in Entailed(0b101)
    (lost beside 0, 2, lost beside 1, 3, lost beside all, True)
    """

    heaps: int

    def __xor__(self, other: "int | Loony") -> "Entailed":
        if isinstance(other, Loony):
            return Entailed(-1 if self.heaps < 0 else 0)
        if not isinstance(other, int):
            return NotImplemented
        moved = sum(1 << (heap ^ other) for heap in members(max(self.heaps, ~self.heaps)))
        return Entailed(~moved if self.heaps < 0 else moved)

    __rxor__ = __xor__

    def __contains__(self, heap: int) -> bool:
        return bool(self.heaps >> heap & 1)

    def __repr__(self) -> str:
        few = ", ".join(map(str, members(max(self.heaps, ~self.heaps))))
        return f"lost beside {few or 'none'}" if self.heaps >= 0 else f"lost beside all{few and f' but {few}'}"


def members(numbers: int) -> Iterator[int]:
    """The numbers of a finite set that is given as bits, ascending."""
    return (n for n in range(numbers.bit_length()) if numbers >> n & 1)


def lost_heaps(value: "int | Loony | Entailed") -> int:
    """The nim heaps beside which a game of this value is lost for the player to move, as bits."""
    return value.heaps if isinstance(value, Entailed) else 0 if isinstance(value, Loony) else 1 << value


def least_missing(numbers: int) -> int | Loony:
    """The least number that is not in a set of numbers, given as bits: a negative one holds all but finitely many.

    >>> least_missing(0b1011), least_missing(~0b100), least_missing(-1)
    (2, 2, loony)
    """
    return LOONY if numbers == -1 else (~numbers & (numbers + 1)).bit_length() - 1


class Star(int):
    r"""A finite nimber as a notebook shows it: an integer in every way, typeset with Conway's star as \(\ast 5\).

    >>> Star(5), Star(5) + 1, Star(5)._repr_latex_()
    (5, 6, '$\\ast 5$')
    """

    def _repr_latex_(self) -> str:
        return f"$\\ast {int(self)}$"


def star(value: Nimber) -> Nimber:
    """The nimber in a form that typesets itself."""
    return value if isinstance(value, Ordinal) else Star(value)


def xor_pairs(nimber: int, most: int) -> Iterator[tuple[int, int]]:
    """The pairs x <= y with this nim-sum and x + y up to a bound, in order of x + y.

    x + y is the nim-sum plus twice the bits that both have; the other bits are shared out in all ways.

    >>> list(xor_pairs(5, 9))
    [(0, 5), (1, 4), (2, 7), (3, 6)]
    """
    top = 1 << nimber.bit_length() >> 1  # it belongs to the larger
    common = 0
    while nimber + 2 * common <= most:
        for share in subsets(nimber ^ top):
            yield common | share, common | (nimber ^ share)
        common = ((common | nimber) + 1) & ~nimber


def subsets(bits: int) -> Iterator[int]:
    """The numbers whose bits are among these, ascending."""
    share = 0
    while True:
        yield share
        share = (share - bits) & bits
        if not share:
            return


def field_width(*numbers: int) -> int:
    """The bits of the least field, of a byte or more, that holds the natural numbers."""
    if min(numbers) < 0:
        raise ValueError(f"a nimber is 0 or more, not {min(numbers)}")
    length = max(number.bit_length() for number in numbers)
    return max(BYTE, 1 << (length - 1).bit_length())


def nim_product(a: int, b: int) -> int:
    """The product of two nimbers."""
    a, b = whole(a), whole(b)
    return _product(a, b, field_width(a, b))


def nim_square(a: int) -> int:
    """The product of a nimber with itself; the square of a sum is the sum of the squares."""
    a = whole(a)
    return _square(a, field_width(a))


def nim_sqrt(a: int) -> int:
    """The one nimber whose square is a."""
    a = whole(a)
    return _sqrt(a, field_width(a))


def nim_inverse(a: int) -> int:
    """The nimber whose product with a is 1."""
    a = whole(a)
    if a == 0:
        raise ZeroDivisionError("0 has no nim-inverse")
    return _inverse(a, field_width(a))


def nim_divide(a: int, b: int) -> int:
    """The nimber whose product with b is a."""
    return nim_product(a, nim_inverse(b))


def nim_power(a: int, n: int) -> int:
    """The product of n factors a; that of -n factors 1/a where n is negative."""
    a, n = whole(a), whole(n)
    if n < 0:
        return nim_power(nim_inverse(a), -n)
    if a == 0 or n == 0:
        return 0 if n else 1
    width = field_width(a)
    power = 1
    for bit in f"{n % ((1 << width) - 1):b}":  # every a but 0 is a root of unity of that order
        power = _square(power, width)
        power = _product(power, a, width) if bit == "1" else power
    return power


def nim_quadratic(b: int, c: int) -> list[int]:
    """The roots of x^2 + b x + c = 0, ascending: two of them, or a double one where b = 0."""
    b, c = whole(b), whole(c)
    if b == 0:
        return [nim_sqrt(c)]
    scaled = nim_divide(c, nim_square(b))
    root = nim_product(b, _unsquare(scaled, field_width(scaled << 1)))
    return sorted((root, root ^ b))


def _split(a: int, half: int) -> tuple[int, int]:
    high = a >> half
    return high, a ^ high << half


def _product(a: int, b: int, width: int) -> int:
    if a < 2 or b < 2:
        return a * b
    if width == BYTE:
        powers, logarithms = _tables()
        return powers[logarithms[a] + logarithms[b]]
    return _karatsuba(a, b, width >> 1)


def _karatsuba(a: int, b: int, half: int) -> int:
    """The product of two pairs by three products of halves (Karatsuba 1962)."""
    (a1, a0), (b1, b0) = _split(a, half), _split(b, half)
    low = _product(a0, b0, half)
    high = _product(a1 ^ a0, b1 ^ b0, half) ^ low
    return high << half | low ^ _half(_product(a1, b1, half), half)


def _half(a: int, width: int) -> int:
    """The product with F/2 for F = 2^width: three of the same kind, half as wide."""
    if a < 2:
        return a << width - 1
    if width <= BYTE:
        return _product(a, 1 << width - 1, width)
    half = width >> 1
    a1, a0 = _split(a, half)
    return _half(a1 ^ a0, half) << half | _half(_half(a1, half), half)


@cache
def _tables() -> tuple[list[int], list[int]]:
    """The powers of the generator of the field of a byte, twice round, and the logarithms."""
    powers = [1]
    while len(powers) < 255:
        powers.append(_karatsuba(powers[-1], GENERATOR, BYTE >> 1))
    return powers * 2, [0, *(powers.index(n) for n in range(1, 256))]


def _square(a: int, width: int) -> int:
    if width == BYTE or a < 2:
        return _product(a, a, width)
    half = width >> 1
    a1, a0 = _split(a, half)
    high = _square(a1, half)
    return high << half | _square(a0, half) ^ _half(high, half)


def _sqrt(a: int, width: int) -> int:
    if a < 2:
        return a
    half = width >> 1
    a1, a0 = _split(a, half)
    return _sqrt(a1, half) << half | _sqrt(a0 ^ _half(a1, half), half)


def _inverse(a: int, width: int) -> int:
    """The conjugate, a1 (F + 1) + a0, divided by the norm, which lies in the field of half the width."""
    if a < 2:
        return a
    half = width >> 1
    a1, a0 = _split(a, half)
    norm = _product(a0, a0 ^ a1, half) ^ _half(_square(a1, half), half)
    inverse = _inverse(norm, half)
    return _product(a1, inverse, half) << half | _product(a0 ^ a1, inverse, half)


def _unsquare(d: int, width: int) -> int:
    """The even y with y^2 + y = d, for d whose trace in the field of the width is 0."""
    if d == 0:
        return 0
    half = width >> 1
    d1, d0 = _split(d, half)
    high = _unsquare(d1, half)
    rest = d0 ^ _half(_square(high, half), half)
    if rest >> half - 1:  # the other root, high + 1, clears the trace
        high, rest = high ^ 1, rest ^ 1 << half - 1
    return high << half | _unsquare(rest, half)
