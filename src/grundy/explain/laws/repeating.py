"""Laws that repeat: periods, arithmetic periods, remainders, blocks, rounded multiples, and split periods.

A sequence is arithmetic-periodic if g(n + p) = g(n) + s from some n on, with the saltus s; then g(mk + r) = ak + b with
one slope a for all remainders. Where remainders have different slopes it is split-periodic (Howse and Nowakowski 2004).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grundy.core.period import find_period
from grundy.explain.laws.law import FittedLaw, bits, line_law, plus

MOST_REMAINDERS = 40  # that a formula lists
LARGEST_SPLIT_MODULUS = 64
Values = Sequence[int]


def laws(values: Values, first: int) -> Iterator[FittedLaw]:
    found = find_period(values)
    candidates = [remainder(values, first), blocks(values, first)]
    if found:
        candidates += [repetition(values, first, *found), rounded_multiple(values, first, Fraction(found[2], found[1]))]
    else:
        candidates.append(split_period(values, first))
    return (law for law in candidates if law)


def remainder(values: Values, first: int) -> FittedLaw | None:
    """The remainder of n modulo m, with a shift and an offset."""
    offset = min(values[len(values) // 2 :])
    modulus = max(values[len(values) // 2 :]) - offset + 1
    shift = (values[-1] - offset - (first + len(values) - 1)) % modulus
    if modulus == 1 or modulus > len(values) // 4:
        return None
    inner = plus("n", shift)
    formula = plus(f"{f'({inner})' if shift else inner} mod {modulus}", offset)
    words = f"g(n) = {formula}", f"The nimber of n is {formula}, the remainder on division by {modulus}"
    parameters: dict[str, object] = {"modulus": modulus, "shift": shift, "offset": offset}
    cost = bits(modulus, shift, offset)
    return line_law(
        values, first, "remainder", lambda n: (n + shift) % modulus + offset, words, parameters, cost, (modulus, 0)
    )


def blocks(values: Values, first: int) -> FittedLaw | None:
    """Blocks of m equal values: n // m modulo k."""
    size = next((i for i, value in enumerate(values) if value != values[0]), 0)
    colours = max(values) + 1
    if first or size < 2 or values[0] or size * colours > len(values) // 4:
        return None
    formula = f"floor(n / {size}) mod {colours}"
    words = (
        f"g(n) = {formula}",
        f"The nimbers come in blocks of {size} equal ones, 0 to {colours - 1} in turn: {formula}",
    )
    parameters: dict[str, object] = {"block": size, "modulus": colours}
    cost = bits(size, colours)
    return line_law(
        values, first, "blocks", lambda n: n // size % colours, words, parameters, cost, (size * colours, 0)
    )


def rounded_multiple(values: Values, first: int, slope: Fraction) -> FittedLaw | None:
    """A multiple of n, rounded down: floor((an + c) / m)."""
    a, m = slope.numerator, slope.denominator
    if not a or m == 1:
        return None
    least = m * values[-1] - a * (first + len(values) - 1)
    tries = (floor_law(values, first, a, m, c) for c in sorted(range(least, least + m), key=abs))
    return next((law for law in tries if law), None)


def floor_law(values: Values, first: int, a: int, m: int, c: int) -> FittedLaw | None:
    top = plus("n" if a == 1 else f"{a}n", c)
    quotient = f"{f'({top})' if c else top} / {m}"
    words = f"g(n) = floor({quotient})", f"The nimber of n is {quotient}, rounded down"
    parameters: dict[str, object] = {"factor": a, "shift": c, "divisor": m}
    return line_law(values, first, "floor", lambda n: (a * n + c) // m, words, parameters, bits(a, c, m), (m, a))


def repetition(values: Values, first: int, start: int, period: int, saltus: int) -> FittedLaw | None:
    def rule(n: int) -> int:
        turns = (n - first - start) // period
        return values[n - first - turns * period] + turns * saltus

    base = [rule(n) for n in range(period)]
    parameters: dict[str, object] = {"period": period, "preperiod": start + first, "saltus": saltus}
    cost = bits(period, saltus) + bits(*base)
    if period == 1:
        return straight(values, first, base[0], saltus)
    kind = "arithmetic periodic" if saltus else "periodic"
    adds = f" and add {saltus} each time" if saltus else ""
    words = linear(base, [saltus] * period), f"The nimbers repeat with period {period}{adds}"
    return line_law(values, first, kind, rule, words, parameters, cost, (period, saltus))


def straight(values: Values, first: int, base: int, slope: int) -> FittedLaw | None:
    """A constant, or a multiple of n."""
    if not slope:
        words = f"g(n) = {base}", f"Every nimber is {base}"
        return line_law(values, first, "constant", lambda n: base, words, {"value": base}, bits(base), (1, 0))
    formula = plus("n" if slope == 1 else f"{slope}n", base)
    disguise = ": nim in disguise" if slope == 1 else ""
    words = f"g(n) = {formula}", f"The nimber of n is {formula}{disguise}"
    kind = "identity" if slope == 1 else "arithmetic periodic"
    parameters: dict[str, object] = {"period": 1, "saltus": slope, "shift": base}
    return line_law(
        values, first, kind, lambda n: slope * n + base, words, parameters, bits(slope - 1, base), (1, slope)
    )


def linear(base: Sequence[int], slopes: Sequence[int]) -> str:
    """The values g(mk + r) = ak + b by their remainders, where these are few."""
    m = len(base)
    if m > MOST_REMAINDERS:
        adds = f" + {slopes[0]}" if slopes[0] else ""
        return f"g(n + {m}) = g(n){adds}"
    if not any(slopes):
        return f"g(n) = {list(base)}[n mod {m}]"
    terms = (("k" if a == 1 else f"{a}k") if a else "0" for a in slopes)
    values = (plus(term, b) for term, b in zip(terms, base, strict=True))
    return ", ".join(f"g({plus(f'{m}k', r)}) = {value}" for r, value in enumerate(values))


def split_period(values: Values, first: int) -> FittedLaw | None:
    """A line for each remainder, not all with the same slope."""
    for m in range(2, min(LARGEST_SPLIT_MODULUS, len(values) // 6) + 1):
        tail = values[-2 * m :]
        slopes = [tail[m + i] - tail[i] for i in range(m)]
        if values[-3 * m] + slopes[0] != tail[0] or min(slopes) == max(slopes):
            continue
        if law := split_law(values, first, m):
            return law
    return None


def split_law(values: Values, first: int, m: int) -> FittedLaw | None:
    last = first + len(values) - 1
    ends = {n % m: n for n in range(last - m + 1, last + 1)}
    slopes = [values[ends[r] - first] - values[ends[r] - first - m] for r in range(m)]
    base = [values[ends[r] - first] - slopes[r] * (ends[r] // m) for r in range(m)]
    grow = [r for r in range(m) if slopes[r]]
    statement = f"Modulo {m} the remainders {', '.join(map(str, grow))} grow evenly and the others repeat"
    parameters: dict[str, object] = {"period": m, "slopes": slopes, "base": base}

    def rule(n: int) -> int:
        return base[n % m] + n // m * slopes[n % m]

    cost = bits(m, *slopes, *base)
    return line_law(values, first, "split periodic", rule, (linear(base, slopes), statement), parameters, cost)
