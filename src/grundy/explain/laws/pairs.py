"""Laws of a table of positions: nim-sums and nim-products of functions of row and column, and laws of the lost pairs.

A product of coin games has the nim-product of its factors (the Tartan theorem: Berlekamp, Conway and Guy 1982). Pairs
of complementary Beatty sequences are the lost positions of Wythoff's game and its relatives: with
a = (2 - t + sqrt(t^2 + 4)) / 2 they are (floor(ka), floor(ka) + tk) (Wythoff 1907; Fraenkel 1982).
"""

from collections.abc import Callable, Iterator, Mapping
from math import isqrt
from operator import xor

from grundy.core.nimbers import nim_inverse, nim_product
from grundy.core.numbers import trailing_ones
from grundy.core.ordinals import Nimber, omega
from grundy.explain.laws.law import FittedLaw, Index, bits, kind_cost, lost_law, plus
from grundy.explain.laws.line import simplest

Cells = Mapping[Index, Nimber]
Binary = Callable[[int, int], Nimber]
SHIFTS = (0, -1, 1)
LARGEST_MODULUS = 8  # of lost residues
FEWEST_BEATTY_PAIRS = 3  # besides the corner
FUNCTIONS: tuple[tuple[str, Binary, str, str], ...] = (
    ("nim-sum", xor, "{r} xor {c}", "the nim-sum of {r} and {c}: nim in disguise"),
    ("sum", int.__add__, "{r} + {c}", "the sum of {r} and {c}"),
    ("nim-product", nim_product, "{r} (x) {c}", "the nim-product of {r} and {c}"),
    (
        "trailing ones",
        lambda r, c: trailing_ones(r | c),
        "v(({r} or {c}) + 1)",
        "the number of ones at the end of ({r} or {c}) in binary",
    ),
    ("larger", max, "max({r}, {c})", "the larger of {r} and {c}"),
    ("smaller", min, "min({r}, {c})", "the smaller of {r} and {c}"),
    ("difference", lambda r, c: abs(r - c), "|{r} - {c}|", "the difference of {r} and {c}"),
    ("product", int.__mul__, "{r} * {c}", "the product of {r} and {c}"),
    ("infinite heaps", lambda r, c: omega * r + c, "w*{r} + {c}", "w times {r}, plus {c}"),
)


def laws(cells: Cells) -> Iterator[FittedLaw]:
    known = list(functions(cells))
    yield from known
    if not any(law.kind in ("nim-sum", "nim-product") for law in known):
        yield from (law for law in (combination(cells, "nim-sum"), combination(cells, "nim-product")) if law)
    lost = {index for index, nimber in cells.items() if nimber == 0}
    if lost:
        yield from (law for find in (residues, corner, constant_difference, beatty) if (law := find(cells, lost)))


def functions(cells: Cells) -> Iterator[FittedLaw]:
    """The laws by one function of both coordinates, with the same shift for both."""
    for kind, function, formula, words in FUNCTIONS:
        for shift in SHIFTS:
            law = function_law(kind, function, shift, formula, words)
            if all(min(index) + shift >= 0 and law.value(index) == value for index, value in cells.items()):
                yield law
                break


def function_law(kind: str, function: Binary, shift: int, formula: str, words: str) -> FittedLaw:
    letters = {name: f"({plus(name, shift)})" if shift else name for name in "rc"}
    parity = f"; lost are the pairs with both numbers {'odd' if shift else 'even'}" if kind == "trailing ones" else ""
    return FittedLaw(
        kind,
        f"g(r,c) = {formula.format(**letters)}",
        f"The nimber of row r and column c is {words.format(**letters)}{parity}",
        {"shift": shift},
        kind_cost(kind) + bits(shift),
        lambda index: function(index[0] + shift, index[1] + shift),
    )


def combination(cells: Cells, kind: str) -> FittedLaw | None:
    """The nim-sum or nim-product of a function of the row and one of the column, each with its own simplest law."""
    parts = sums(cells) if kind == "nim-sum" else products(cells)
    if parts is None:
        return None
    operation = xor if kind == "nim-sum" else nim_product
    rows, columns = (simplest(list(part.values()), min(part)) for part in parts)
    if rows is None or columns is None:
        return None
    if any(operation(parts[0][r], parts[1][c]) != value for (r, c), value in cells.items()):
        return None
    texts = [law.formula.removeprefix("g(n) = ") for law in (rows, columns)]
    sign = "xor" if kind == "nim-sum" else "(x)"
    return FittedLaw(
        kind,
        f"g(r,c) = f(r) {sign} h(c), f(n) = {texts[0]}, h(n) = {texts[1]}",
        f"The nimber of row r and column c is the {kind} of f(r) and h(c). f: {rows.statement}. h: {columns.statement}",
        {"rows": rows.json(), "columns": columns.json()},
        kind_cost(kind) + rows.length + columns.length,
        lambda index: operation(number(rows, index[0]), number(columns, index[1])),
    )


def number(law: FittedLaw, n: int) -> int:
    value = law.value((n,))
    return value if isinstance(value, int) else 0


def sums(cells: Cells) -> tuple[dict[int, int], dict[int, int]] | None:
    """The functions of row and column whose nim-sum the table may be; at the corner the column gives nothing."""
    top, left = min(cells)
    rows, columns = edges(cells, top, left)
    corner = rows.get(top, 0)
    return (rows, {c: value ^ corner for c, value in columns.items()}) if rows else None


def products(cells: Cells) -> tuple[dict[int, int], dict[int, int]] | None:
    """The functions of row and column whose nim-product the table may be, from a cell that is not 0."""
    pivot = next((index for index, value in cells.items() if isinstance(value, int) and value), None)
    if pivot is None:
        return None
    rows, columns = edges(cells, *pivot)
    inverse = nim_inverse(rows[pivot[0]]) if rows else 0
    return {r: nim_product(value, inverse) for r, value in rows.items()}, columns


def edges(cells: Cells, row: int, column: int) -> tuple[dict[int, int], dict[int, int]]:
    """The values of one column, by rows, and of one row, by columns."""
    rows = {r: value for (r, c), value in sorted(cells.items()) if c == column and isinstance(value, int)}
    columns = {c: value for (r, c), value in sorted(cells.items()) if r == row and isinstance(value, int)}
    return rows, columns


def residues(cells: Cells, lost: set[Index]) -> FittedLaw | None:
    """The remainders of the lost pairs, with the least modulus that fits."""
    for m in range(2, LARGEST_MODULUS + 1):
        those = sorted({(r % m, c % m) for r, c in lost})
        if all(((r % m, c % m) in those) == ((r, c) in lost) for r, c in cells):
            return residue_law(m, those)
    return None


def residue_law(m: int, those: list[tuple[int, int]]) -> FittedLaw:
    parity = {(1, 1): "both are odd", (0, 0): "both are even"}.get(those[0]) if m == 2 and len(those) == 1 else None
    return lost_law(
        "lost residues",
        f"(r,c) is lost if and only if (r mod {m}, c mod {m}) in {those}",
        f"Lost are the pairs (r,c) of which {parity or f'the remainders modulo {m} are among {those}'}",
        {"modulus": m, "residues": [list(pair) for pair in those]},
        bits(m, *(part for pair in those for part in pair)),
        lambda index: (index[0] % m, index[1] % m) in those,
    )


def corner(cells: Cells, lost: set[Index]) -> FittedLaw | None:
    least = min(cells)
    if lost != {least}:
        return None
    return lost_law(
        "lost corner",
        f"(r,c) is lost if and only if (r,c) = {least}",
        f"Only {least} is lost",
        {"lost": list(least)},
        0,
        lambda index: index == least,
    )


def constant_difference(cells: Cells, lost: set[Index]) -> FittedLaw | None:
    differences = {c - r for r, c in lost}
    if len(differences) != 1:
        return None
    difference = differences.pop()
    return lost_law(
        "equal pairs",
        f"(r,c) is lost if and only if c = {plus('r', difference)}",
        f"Lost are the pairs with c = {plus('r', difference)}",
        {"difference": difference},
        bits(difference),
        lambda index: index[1] - index[0] == difference,
    )


def beatty_number(t: int, k: int) -> int:
    """The k-th number floor(ka) with a = (2 - t + sqrt(t^2 + 4)) / 2, exactly."""
    return ((2 - t) * k + isqrt((t * t + 4) * k * k)) // 2


def beatty(cells: Cells, lost: set[Index]) -> FittedLaw | None:
    """The pairs of complementary Beatty sequences whose k-th members differ by tk, in either order."""
    pairs = sorted(pair for pair in lost if pair[0] < pair[1])
    if len(pairs) < FEWEST_BEATTY_PAIRS:
        return None
    t = pairs[0][1] - pairs[0][0]

    def value(index: Index) -> bool:
        small, large = sorted(index)
        k, rest = divmod(large - small, t)
        return not rest and small == beatty_number(t, k)

    step, ratio = "k" if t == 1 else f"{t}k", f"({2 - t} + sqrt({t * t + 4})) / 2"
    name = f"the golden ratio phi = {ratio}" if t == 1 else ratio
    return lost_law(
        "Beatty pairs",
        f"(r,c) is lost if and only if {{r,c}} = {{floor(k a), floor(k a) + {step}}}, a = {ratio}",
        f"Lost are the Beatty pairs floor(k a) and floor(k a) + {step}, in either order, where a is {name}",
        {"difference": t, "ratio": (2 - t + (t * t + 4) ** 0.5) / 2},
        bits(t),
        value,
    )
