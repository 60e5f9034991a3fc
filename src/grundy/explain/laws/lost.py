"""Laws of the lost positions on a line: remainders, and numbers that follow a recurrence.

A recurrence is a(k+1) = a(k) + a(k-d): the powers of 2 for d = 0, the Fibonacci numbers for d = 1. Where a player may
take up to a fixed multiple of what was taken before, the lost heaps satisfy one in the end (Whinihan 1963, Schwenk
1970).
"""

from collections.abc import Iterator, Sequence

from grundy.core.period import Period, find_period
from grundy.explain.laws.law import FittedLaw, Index, bits, lost_law

MOST_STEPS_BACK = 12  # of a recurrence
FEWEST_PREDICTED_TERMS = 4  # by a recurrence, beyond those that it begins with
NAMES = {(1, 2): "Fibonacci numbers", (1,): "powers of 2"}


def laws(values: Sequence[int], first: int) -> Iterator[FittedLaw]:
    lost = [n for n, value in enumerate(values, first) if not value]
    yield from (law for law in (residues(values, first), recurrence(lost), single_lost(lost)) if law)


def residues(values: Sequence[int], first: int) -> FittedLaw | None:
    """The remainders of the lost numbers, where outcomes are periodic from the start."""
    found = find_period([int(not value) for value in values])
    if not found or found[0] or found[2]:
        return None
    period = found[1]
    those = [r for r in range(period) if not values[(r - first) % period]]
    if not 0 < len(those) < period:
        return None
    return lost_law(
        "lost residues",
        f"n is lost if and only if n mod {period} in {those}",
        f"Lost are the n whose remainder modulo {period} is {' or '.join(map(str, those))}",
        {"period": period, "residues": those},
        bits(period, *those),
        lambda index: index[0] % period in those,
        repeats=Period(first, period, False),
    )


def recurrence(lost: Sequence[int]) -> FittedLaw | None:
    """The recurrence a(k+1) = a(k) + a(k-d) of the positive lost numbers, with the least d that fits."""
    terms = [n for n in lost if n]
    for back in range(MOST_STEPS_BACK):
        start = len(terms)
        while start > back + 1 and terms[start - 1] == terms[start - 2] + terms[start - 2 - back]:
            start -= 1
        if len(terms) - start >= max(FEWEST_PREDICTED_TERMS, back + 1) and terms[-1] > terms[-2] + 1:
            return recurrence_law(tuple(terms[:start]), back, 0 in lost)
    return None


def single_lost(lost: Sequence[int]) -> FittedLaw | None:
    if len(lost) != 1:
        return None
    one = lost[0]
    return lost_law(
        "lost corner",
        f"n is lost if and only if n = {one}",
        f"Only {one} is lost",
        {"lost": one},
        bits(one),
        lambda index: index[0] == one,
    )


def recurrence_law(start: tuple[int, ...], back: int, zero: bool) -> FittedLaw:
    def value(index: Index) -> bool:
        n, terms = index[0], list(start)
        while terms[-1] < n:
            terms.append(terms[-1] + terms[-1 - back])
        return n in terms or (zero and n == 0)

    kind = NAMES.get(start, "recurrence")
    rule = f"a(k+1) = a(k) + a(k-{back})" if back else "a(k+1) = 2 a(k)"
    those = "terms of a recurrence" if kind == "recurrence" else kind
    terms = ", ".join(map(str, start))
    return lost_law(
        kind,
        f"n is lost if and only if n = {'0 or ' * zero}a(k): a = {terms}, ... with {rule}",
        f"Lost are {'0 and ' * zero}the {those}: {first_terms(start, back)}",
        {"start": list(start), "back": back},
        bits(back, *start, zero),
        value,
    )


def first_terms(start: Sequence[int], back: int) -> str:
    terms = list(start)
    while len(terms) < 8:
        terms.append(terms[-1] + terms[-1 - back])
    return ", ".join(map(str, terms)) + " and so on"
