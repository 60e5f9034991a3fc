"""Laws by a function of n that is known to number theory: binary digits, factors of 2, odious numbers and the like.

A law of this kind is f(n + s) with a small shift, perhaps doubled or halved, plus an offset. Many coin games have one
(Berlekamp, Conway and Guy 1982, chapter 14).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isqrt

from grundy.core.numbers import Factors, factor, gray, low_bit, multiplicity, odious
from grundy.explain.laws.law import FittedLaw, bits, line_law, plus

Scale = tuple[int, int]  # times the first, divided by the second
FITTED_VALUES = 1000  # the function of a large number may cost much
SHIFTS = (0, 1, -1, 2, -2, 3, -3)
SCALES: tuple[Scale, ...] = ((1, 1), (1, 2), (2, 1), (3, 1), (4, 1))
UNSCALED: tuple[Scale, ...] = ((1, 1),)  # half an odious number is no more than n


@dataclass(frozen=True)
class Function:
    """A function of n, with its formula and what it is in words; {x} stands for its argument."""

    kind: str
    value: Callable[[int], int]
    formula: str
    words: str
    least: int = 0  # where it is defined
    scales: tuple[Scale, ...] = SCALES


def odd_part(n: int) -> int:
    """The k for which n is 2k + 1 times a power of 2."""
    return n // low_bit(n) >> 1


def evil(n: int) -> int:
    """The n-th number, from 0, with an even number of ones."""
    return odious(n) ^ 1


def high_bit(n: int) -> int:
    """The largest power of 2 up to n."""
    return 1 << n.bit_length() >> 1


def prime_factors(n: int) -> Factors:
    found = factor(n)
    assert found is not None  # the numbers of a sample are small
    return found


def count_prime_factors(n: int) -> int:
    return sum(power for _, power in prime_factors(n))


def least_prime(n: int) -> int:
    """The place of the least prime factor among the primes, from 1."""
    least = prime_factors(n)[0][0]
    return sum(prime_factors(m)[0][0] == m for m in range(2, least + 1))


FUNCTIONS = (
    Function(
        "binary digits", int.bit_length, "bits({x})", "the number of binary digits of {x}, the least k with 2^k > {x}"
    ),
    Function("power of 2 dividing", low_bit, "2^v({x})", "the largest power of 2 that divides {x}", 1),
    Function("factors of 2", lambda n: multiplicity(n, 2), "v({x})", "the number of factors 2 of {x}", 1),
    Function("odd part", odd_part, "k({x})", "the k for which {x} is 2k + 1 times a power of 2", 1),
    Function("highest power of 2", high_bit, "2^(bits({x}) - 1)", "the largest power of 2 up to {x}", 1),
    Function(
        "odious numbers",
        odious,
        "odious({x})",
        "the odious one, with an odd number of binary ones, of 2{x} and 2{x} + 1",
        0,
        UNSCALED,
    ),
    Function(
        "evil numbers",
        evil,
        "evil({x})",
        "the evil one, with an even number of binary ones, of 2{x} and 2{x} + 1",
        0,
        UNSCALED,
    ),
    Function("ones", int.bit_count, "ones({x})", "the number of ones of {x} in binary"),
    Function("parity of ones", lambda n: n.bit_count() % 2, "ones({x}) mod 2", "the parity of the binary ones of {x}"),
    Function("Gray code", gray, "gray({x})", "the Gray code of {x}, {x} xor floor({x} / 2)"),
    Function("factors of 3", lambda n: multiplicity(n, 3), "v3({x})", "the number of factors 3 of {x}", 1),
    Function("prime factors", count_prime_factors, "Omega({x})", "the number of prime factors of {x}", 1),
    Function("least prime factor", least_prime, "i({x})", "the place among the primes of the least factor of {x}", 2),
    Function("square root", isqrt, "floor(sqrt({x}))", "the square root of {x}, rounded down"),
)


def laws(values: Sequence[int], first: int) -> Iterator[FittedLaw]:
    values = values[:FITTED_VALUES]
    for function in FUNCTIONS:
        tries = (fit(values, first, function, shift, scale) for shift in SHIFTS for scale in function.scales)
        yield from islice((law for law in tries if law), 1)


def fit(values: Sequence[int], first: int, function: Function, shift: int, scale: Scale) -> FittedLaw | None:
    times, over = scale
    if first + len(values) - 1 + shift < function.least:
        return None
    offset = values[-1] - function.value(first + len(values) - 1 + shift) * times // over

    def rule(n: int) -> int | None:
        return function.value(n + shift) * times // over + offset if n + shift >= function.least else None

    parameters: dict[str, object] = {"shift": shift, "factor": times, "divisor": over, "offset": offset}
    words = formula(function, shift, scale, offset), sentence(function, shift, scale, offset)
    return line_law(values, first, function.kind, rule, words, parameters, bits(shift, times - 1, over - 1, offset))


def formula(function: Function, shift: int, scale: Scale, offset: int) -> str:
    times, over = scale
    inner = function.formula.format(x=plus("n", shift))
    inner = f"floor({inner} / {over})" if over > 1 else f"{times} * {inner}" if times > 1 else inner
    return f"g(n) = {plus(inner, offset)}"


def sentence(function: Function, shift: int, scale: Scale, offset: int) -> str:
    times, over = scale
    part = "half of " if over > 1 else f"{times} times " if times > 1 else ""
    more = f", {'plus' if offset > 0 else 'less'} {abs(offset)}" if offset else ""
    where = f", where m = {plus('n', shift)}" if shift else ""
    return f"The nimber of n is {part}{function.words.format(x='m' if shift else 'n')}{more}{where}"
