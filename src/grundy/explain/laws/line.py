"""All laws of a sequence of nimbers: each fitted to the first two thirds of it and tried on the rest."""

from collections.abc import Iterator, Sequence

from grundy.explain.laws import functions, lost, repeating
from grundy.explain.laws.law import Law, bits

__all__ = ["laws", "seen", "simplest"]

WORTH = 2  # times shorter than the values a law must be to explain them


def seen(total: int) -> int:
    """How many of so many values a law is fitted to; the rest are for the trial."""
    return total - total // 3


def laws(values: Sequence[int], first: int) -> Iterator[Law]:
    """The laws that hold for all values and are much shorter than these."""
    known, worth = values[: seen(len(values))], bits(*values)
    for family in (repeating, functions, lost):
        for law in family.laws(known, first) if known else ():
            if WORTH * law.length < worth and all(law.holds((n,), value) for n, value in enumerate(values, first)):
                yield law


def simplest(values: Sequence[int], first: int) -> Law | None:
    """The shortest law of the nimbers.

    >>> law = simplest([0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5], 0)
    >>> law.kind, law.formula
    ('binary digits', 'g(n) = bits(n)')
    """
    found = (law for law in laws(values, first) if law.about == "nimbers")
    return min(found, key=lambda law: law.length, default=None)
