"""All laws of a sequence of nimbers: each is fitted to the first two thirds of it and tested on the rest."""

from collections.abc import Iterator, Sequence

from grundy.explain.laws import functions, lost, repeating
from grundy.explain.laws.law import FittedLaw, bits

LEAST_COMPRESSION = 2  # times shorter than the values a law must be


def training_size(total: int) -> int:
    """How many of so many values a law is fitted to; the rest test it."""
    return total - total // 3


def laws(values: Sequence[int], first: int) -> Iterator[FittedLaw]:
    """The laws that hold for all values and are much shorter than these."""
    known, plain_cost = values[: training_size(len(values))], bits(*values)
    for family in (repeating, functions, lost):
        for law in family.laws(known, first) if known else ():
            is_short = LEAST_COMPRESSION * law.length < plain_cost
            if is_short and all(law.holds((n,), value) for n, value in enumerate(values, first)):
                yield law


def simplest(values: Sequence[int], first: int) -> FittedLaw | None:
    """The shortest law of the nimbers.

    >>> law = simplest([0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5], 0)
    >>> law.kind, law.formula
    ('binary digits', 'g(n) = bits(n)')
    """
    found = (law for law in laws(values, first) if law.about == "nimbers")
    return min(found, key=lambda law: law.length, default=None)
