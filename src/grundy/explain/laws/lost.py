"""Laws of the lost positions on a line: remainders, and numbers that follow a recurrence.

Where each number is the sum of the last and of one a fixed way back, lost heaps are the powers of 2 or the Fibonacci
numbers; so it is, in the end, for every multiple of what was taken before (Whinihan 1963, Schwenk 1970).
"""

from collections.abc import Iterator, Sequence

from grundy.core.period import Period, find_period
from grundy.explain.laws.law import Index, Law, bits, naming

__all__ = ["laws"]

FARTHEST = 12  # back, that a recurrence looks
FEWEST = 4  # terms that it must foretell
NAMES = {(1, 2): "Fibonacci numbers", (1,): "powers of 2"}


def laws(values: Sequence[int], first: int) -> Iterator[Law]:
    """The laws of this kind that the lost ones follow."""
    lost = [n for n, value in enumerate(values, first) if not value]
    yield from (law for law in (residues(values, first), recurrence(lost), only(lost)) if law)


def residues(values: Sequence[int], first: int) -> Law | None:
    """The remainders of the lost numbers, where outcomes are periodic from the start."""
    found = find_period([int(not value) for value in values])
    if not found or found[0] or found[2]:
        return None
    period = found[1]
    those = [r for r in range(period) if not values[(r - first) % period]]
    if not 0 < len(those) < period:
        return None
    return Law(
        "lost residues",
        f"n is lost if and only if n mod {period} in {those}",
        f"Lost are the n whose remainder modulo {period} is {' or '.join(map(str, those))}",
        {"period": period, "residues": those},
        naming("lost residues") + bits(period, *those),
        lambda index: int(index[0] % period in those),
        "lost positions",
        repeats=Period(first, period, True),
    )


def recurrence(lost: Sequence[int]) -> Law | None:
    """The recurrence a(k+1) = a(k) + a(k-d) of the positive lost numbers, the least d that foretells them."""
    terms = [n for n in lost if n]
    for back in range(FARTHEST):
        start = len(terms)
        while start > back + 1 and terms[start - 1] == terms[start - 2] + terms[start - 2 - back]:
            start -= 1
        if len(terms) - start >= max(FEWEST, back + 1) and terms[-1] > terms[-2] + 1:
            return recurring(tuple(terms[:start]), back, 0 in lost)
    return None


def only(lost: Sequence[int]) -> Law | None:
    """The law that just one number is lost."""
    if len(lost) != 1:
        return None
    one = lost[0]
    return Law(
        "lost corner",
        f"n is lost if and only if n = {one}",
        f"Only {one} is lost",
        {"lost": one},
        naming("lost corner") + bits(one),
        lambda index: int(index[0] == one),
        "lost positions",
    )


def recurring(start: tuple[int, ...], back: int, zero: bool) -> Law:
    """The law that begins with these terms."""

    def value(index: Index) -> int:
        n, terms = index[0], list(start)
        while terms[-1] < n:
            terms.append(terms[-1] + terms[-1 - back])
        return int(n in terms or (zero and n == 0))

    kind = NAMES.get(start, "recurrence")
    rule = f"a(k+1) = a(k) + a(k-{back})" if back else "a(k+1) = 2 a(k)"
    those = "terms of a recurrence" if kind == "recurrence" else kind
    listed = ", ".join(map(str, start))
    return Law(
        kind,
        f"n is lost if and only if n = {'0 or ' * zero}a(k): a = {listed}, ... with {rule}",
        f"Lost are {'0 and ' * zero}the {those}: {shown(start, back)}",
        {"start": list(start), "back": back},
        naming(kind) + bits(back, *start, zero),
        value,
        "lost positions",
    )


def shown(start: Sequence[int], back: int) -> str:
    """The first terms."""
    terms = list(start)
    while len(terms) < 8:
        terms.append(terms[-1] + terms[-1 - back])
    return ", ".join(map(str, terms)) + " and so on"
