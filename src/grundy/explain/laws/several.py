"""Laws of several heaps that do not add: which function of their numbers is the nimber, or which of them are lost.

Candidates are the nim-sum of all numbers, of every other one, or of the gaps between coins (Sprague 1937), Welter's
function (Welter 1954), and Moore's rule: lost are the positions in which, in every binary place, the number of ones is
divisible by m (Moore 1910; m = 2 is nim).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import combinations, pairwise
from operator import xor

from grundy.core.nimbers import nim_sum
from grundy.core.numbers import low_bit
from grundy.core.ordinals import Nimber
from grundy.explain.laws.law import FittedLaw, Index, bits, kind_cost, lost_law

Positions = Mapping[Index, Nimber]
LARGEST_MODULUS = 9  # of Moore's rule and of a total


def gaps(squares: Index) -> Index:
    """The empty squares to the left of each coin, from the last coin back."""
    return tuple(b - a - 1 for a, b in pairwise((-1, *sorted(squares))))[::-1]


def welter(squares: Index) -> int:
    """Welter's function.

    It is the nim-sum of the squares and, for each two of them, of 2^(k+1) - 1 where 2^k is the highest power of two
    that divides their difference.

    >>> welter((3, 5, 7, 9, 11))
    11
    """
    agreements = (2 * low_bit(a ^ b) - 1 for a, b in combinations(squares, 2))
    return nim_sum(squares) ^ reduce(xor, agreements, 0)


FUNCTIONS: tuple[tuple[str, Callable[[Index], int], str, str], ...] = (
    ("nim-sum", nim_sum, "x1 xor x2 xor x3 ...", "the nim-sum of all numbers: nim in disguise"),
    (
        "nim-sum",
        lambda x: nim_sum(x[::2]),
        "x1 xor x3 xor x5 ...",
        "the nim-sum of the odd-numbered ones, x1, x3, x5 and so on: nim in disguise",
    ),
    (
        "nim-sum",
        lambda x: nim_sum(gaps(x)[::2]),
        "d1 xor d3 xor d5 ..., d1 the gap before the last coin, d2 the gap before that one",
        "the nim-sum of every other gap, from the last coin back: nim in disguise",
    ),
    ("sum", sum, "x1 + x2 + x3 ...", "the sum of all numbers"),
    (
        "Welter",
        welter,
        "x1 xor x2 ... xor (2^(k+1) - 1 for each pair, 2^k the highest power of 2 that divides its difference)",
        "Welter's function: the nim-sum of the squares and, for each pair, of 2^(k+1) - 1, "
        "where 2^k is the highest power of 2 that divides its difference",
    ),
)


def laws(positions: Positions) -> Iterator[FittedLaw]:
    for place, (kind, function, formula, words) in enumerate(FUNCTIONS):
        if all(function(index) == nimber for index, nimber in positions.items()):
            yield FittedLaw(
                kind,
                f"g(x1, x2, ...) = {formula}",
                f"The nimber is {words}",
                {},
                kind_cost(kind) + bits(place),
                function,
            )
    lost = {index for index, nimber in positions.items() if nimber == 0}
    yield from (law for find in (columns, totals) if (law := find(positions, lost)))


def is_balanced(index: Index, m: int) -> bool:
    """Whether in every binary place the number of ones is divisible by m."""
    places = range(max(index, default=0).bit_length())
    return all(sum(number >> place & 1 for number in index) % m == 0 for place in places)


def least_modulus(positions: Positions, lost: set[Index], is_lost: Callable[[Index, int], bool]) -> int | None:
    """The least m for which the rule gives the lost positions."""
    moduli = range(2, LARGEST_MODULUS + 1)
    return next((m for m in moduli if all(is_lost(index, m) == (index in lost) for index in positions)), None)


def columns(positions: Positions, lost: set[Index]) -> FittedLaw | None:
    """Moore's rule with the least m that fits."""
    m = least_modulus(positions, lost, is_balanced)
    if not m:
        return None
    return lost_law(
        "Moore",
        f"(x1, x2, ...) is lost if and only if in every binary place the number of ones is 0 mod {m}",
        f"Lost are the positions that have, in every binary place, a number of ones divisible by {m}: "
        f"Moore's nim with k = {m - 1}",
        {"modulus": m, "k": m - 1},
        bits(m),
        lambda index: is_balanced(index, m),
    )


def totals(positions: Positions, lost: set[Index]) -> FittedLaw | None:
    m = least_modulus(positions, lost, lambda index, m: sum(index) % m == 0)
    if not m:
        return None
    return lost_law(
        "total residues",
        f"(x1, x2, ...) is lost if and only if x1 + x2 + ... = 0 mod {m}",
        f"Lost are the positions whose sum is divisible by {m}",
        {"modulus": m},
        bits(m),
        lambda index: sum(index) % m == 0,
    )
