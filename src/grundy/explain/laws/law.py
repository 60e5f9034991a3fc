"""A law: a formula for all positions of a family, fitted to some of them, and the length of its description.

Of several laws that fit, the simplest is the one with the shortest description (Rissanen 1978). To tell a law one names
its kind, by the place in a list, then its parameters, then its exceptions; a number n costs 2 log2(|n| + 1) + 1 bits,
about as in the code of Elias 1975. A law that is not much shorter than the values themselves explains nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from grundy.core.ordinals import Nimber
from grundy.core.period import Period

__all__ = ["KINDS", "About", "Index", "Law", "agreement", "bits", "exceptional", "line_law", "naming", "shifted"]

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
EARLY = 4  # exceptions lie in the first quarter of the values


@dataclass(frozen=True)
class Law:
    """A formula for the nimbers of a family of positions, or for which of them are lost."""

    kind: str
    formula: str
    statement: str
    parameters: dict[str, object]
    length: int  # of its description, in bits
    value: Callable[[Index], Nimber | None]  # by the law, exceptions included; of lost positions 1, of others 0
    about: About = "nimbers"
    exceptions: dict[Index, int] = field(default_factory=dict)
    repeats: Period | None = None  # of a law that is periodic in the end, perhaps with a saltus

    def holds(self, index: Index, nimber: Nimber) -> bool:
        """Whether the law tells what is true of this position."""
        return self.value(index) == (nimber if self.about == "nimbers" else nimber == 0)

    def json(self) -> dict[str, object]:
        """The object that stands for the law in `grundy conjecture --json`."""
        return {
            "kind": self.kind,
            "statement": self.statement,
            "formula": self.formula,
            "about": self.about,
            "parameters": self.parameters,
            "length": self.length,
        }


def bits(*numbers: int) -> int:
    """The cost of telling these numbers.

    >>> bits(0), bits(1), bits(-2, 3), bits(1000)
    (1, 3, 10, 21)
    """
    return sum(2 * abs(number).bit_length() + 1 for number in numbers)


def naming(kind: str) -> int:
    """The cost of naming a kind of law."""
    return bits(KINDS.index(kind))


def exceptional(
    values: Sequence[int], first: int, rule: Callable[[int], int | None]
) -> tuple[int, dict[Index, int]] | None:
    """The number from which the rule holds, and the exceptions before it; None where they do not end early."""
    n = len(values) - 1
    while n >= 0 and rule(n + first) == values[n]:
        n -= 1
    if EARLY * (n + 1) > len(values):
        return None
    return n + 1 + first, {(i + first,): values[i] for i in range(n + 1) if rule(i + first) != values[i]}


def told(exceptions: dict[Index, int]) -> int:
    """The cost of a list of exceptions."""
    return sum(bits(*index, value) for index, value in exceptions.items())


def line_law(
    values: Sequence[int],
    first: int,
    kind: str,
    rule: Callable[[int], int | None],
    words: tuple[str, str],
    parameters: dict[str, object],
    cost: int,
    period: tuple[int, int] | None = None,
) -> Law | None:
    """The law with this rule for the n-th value, if it fits; words are formula and statement, a period has a saltus."""
    found = exceptional(values, first, rule)
    if found is None:
        return None
    start, exceptions = found
    formula, statement = (f"{text} for n >= {start}" if exceptions else text for text in words)
    return Law(
        kind,
        formula,
        statement,
        parameters,
        naming(kind) + cost + min(told(exceptions), bits(*values[: start - first])),
        lambda index: exceptions[index] if index in exceptions else rule(index[0]),
        exceptions=exceptions,
        repeats=Period(start, period[0], True, period[1]) if period else None,
    )


def agreement(one: Period | None, other: Period | None) -> int | None:
    """The number of terms, from 0 on, for which two sequences must agree to agree for ever; None where nobody knows.

    From the larger preperiod on, sequences of periods p and q that agree for p + q terms are equal (Fine and Wilf
    1965). With saltuses so are they if these make the same slope: take the slope times n from both.
    """
    if not one or not other or one.saltus * other.period != other.saltus * one.period:
        return None
    return max(one.preperiod, other.preperiod) + one.period + other.period


def shifted(name: str, shift: int) -> str:
    """The sum of a variable and a number as one writes it.

    >>> shifted("n", 0), shifted("n", 2), shifted("k", -1), shifted("0", 3), shifted("0", -3)
    ('n', 'n + 2', 'k - 1', '3', '-3')
    """
    if name == "0" or not shift:
        return str(shift) if name == "0" else name
    return f"{name} {'+' if shift > 0 else '-'} {abs(shift)}"
