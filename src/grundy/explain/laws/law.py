"""A law: a formula for all positions of a family, fitted to some of them, and the length of its description.

Of several laws that fit, the simplest is the one with the shortest description (Rissanen 1978). A description
consists of the kind, by its place in a list, the parameters and the exceptions; a number n costs 2 log2(|n| + 1) + 1
bits, about as in the code of Elias 1975. A law that is not much shorter than the values themselves is discarded.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from grundy.core.ordinals import Nimber
from grundy.core.period import Period

Index = tuple[int, ...]  # (n,) on a line, (row, column) in a table, or the numbers of several heaps
About = Literal["nimbers", "lost positions"]
KINDS = (  # a kind that stands further down costs more to name
    "identity",
    "constant",
    "remainder",
    "periodic",
    "arithmetic periodic",
    "floor",
    "blocks",
    "nim-sum",
    "sum",
    "binary digits",
    "power of 2 dividing",
    "factors of 2",
    "odd part",
    "highest power of 2",
    "odious numbers",
    "evil numbers",
    "ones",
    "parity of ones",
    "Gray code",
    "split periodic",
    "nim-product",
    "Welter",
    "trailing ones",
    "larger",
    "smaller",
    "difference",
    "product",
    "infinite heaps",
    "factors of 3",
    "prime factors",
    "least prime factor",
    "square root",
    "lost residues",
    "powers of 2",
    "Fibonacci numbers",
    "recurrence",
    "equal pairs",
    "lost corner",
    "Beatty pairs",
    "Moore",
    "total residues",
    "disguise",
)
EXCEPTIONS_SHARE = 4  # exceptions lie in the first 1/4 of the values


@dataclass(frozen=True)
class FittedLaw:
    """A formula for the nimbers of a family of positions, or for which of them are lost."""

    kind: str
    formula: str
    statement: str
    parameters: dict[str, object]
    length: int  # of its description, in bits
    value: Callable[[Index], Nimber | None]  # by the law, exceptions included; of lost positions 1, of others 0
    about: About = "nimbers"
    exceptions: dict[Index, int] = field(default_factory=dict)
    repeats: Period | None = None  # of the formula, not proved of the game, where it is periodic in the end

    def holds(self, index: Index, nimber: Nimber) -> bool:
        return self.value(index) == (nimber if self.about == "nimbers" else nimber == 0)

    def json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "statement": self.statement,
            "formula": self.formula,
            "about": self.about,
            "parameters": self.parameters,
            "length": self.length,
        }


def bits(*numbers: int) -> int:
    """The bits that a description with these numbers takes.

    >>> bits(0), bits(1), bits(-2, 3), bits(1000)
    (1, 3, 10, 21)
    """
    return sum(2 * abs(number).bit_length() + 1 for number in numbers)


def kind_cost(kind: str) -> int:
    return bits(KINDS.index(kind))


def find_exceptions(
    values: Sequence[int], first: int, rule: Callable[[int], int | None]
) -> tuple[int, dict[Index, int]] | None:
    """The number from which the rule holds, and the exceptions before it; None where they do not end early."""
    n = len(values) - 1
    while n >= 0 and rule(n + first) == values[n]:
        n -= 1
    if EXCEPTIONS_SHARE * (n + 1) > len(values):
        return None
    return n + 1 + first, {(i + first,): values[i] for i in range(n + 1) if rule(i + first) != values[i]}


def line_law(
    values: Sequence[int],
    first: int,
    kind: str,
    rule: Callable[[int], int | None],
    words: tuple[str, str],
    parameters: dict[str, object],
    cost: int,
    period: tuple[int, int] | None = None,
) -> FittedLaw | None:
    """The law with this rule for the n-th value, if it fits; words are formula and statement, a period has a saltus."""
    found = find_exceptions(values, first, rule)
    if found is None:
        return None
    start, exceptions = found
    list_cost = sum(bits(*index, value) for index, value in exceptions.items())
    formula, statement = (f"{text} for n >= {start}" if exceptions else text for text in words)
    return FittedLaw(
        kind,
        formula,
        statement,
        parameters,
        kind_cost(kind) + cost + min(list_cost, bits(*values[: start - first])),
        lambda index: exceptions[index] if index in exceptions else rule(index[0]),
        exceptions=exceptions,
        repeats=Period(start, period[0], False, period[1]) if period else None,
    )


def lost_law(
    kind: str,
    formula: str,
    statement: str,
    parameters: dict[str, object],
    cost: int,
    is_lost: Callable[[Index], bool],
    repeats: Period | None = None,
) -> FittedLaw:
    length = kind_cost(kind) + cost
    return FittedLaw(kind, formula, statement, parameters, length, is_lost, "lost positions", repeats=repeats)


def deciding_length(one: Period | None, other: Period | None) -> int | None:
    """The number of terms, from 0 on, for which two sequences must agree to agree for ever; None where that is unknown.

    From the larger preperiod on, sequences of periods p and q that agree for p + q terms are equal (Fine and Wilf
    1965). With saltuses so are they if these make the same slope: take the slope times n from both.
    """
    if not one or not other or one.saltus * other.period != other.saltus * one.period:
        return None
    return max(one.preperiod, other.preperiod) + one.period + other.period


def plus(name: str, shift: int) -> str:
    """The sum of a variable and a number as one writes it.

    >>> plus("n", 0), plus("n", 2), plus("k", -1), plus("0", 3), plus("0", -3)
    ('n', 'n + 2', 'k - 1', '3', '-3')
    """
    if name == "0" or not shift:
        return str(shift) if name == "0" else name
    return f"{name} {'+' if shift > 0 else '-'} {abs(shift)}"
