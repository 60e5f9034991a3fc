"""Ordinal numbers below epsilon-zero: the nimbers of games whose plays are finite but not bounded.

A finite ordinal is a plain `int` everywhere; `Ordinal` is an infinite one, in Cantor's form (docs/theory/nimbers.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import total_ordering
from itertools import chain, pairwise
from typing import TypeAlias

from grundy.core.reader import Reader

MAX_DEPTH = 20  # of exponents in exponents, in text
MAX_TERMS = 1_000  # of one sum, in text
SPELLINGS = ("omega", "w", "ω")


@total_ordering
@dataclass(frozen=True, repr=False)
class Ordinal:
    """An infinite ordinal by its terms (exponent, coefficient), the exponents descending."""

    terms: tuple[tuple[Nimber, int], ...]

    def __post_init__(self) -> None:
        descending = all(a > b for (a, _), (b, _) in pairwise(self.terms))
        if not (self.terms and descending and self.terms[0][0] != 0 and all(c > 0 for _, c in self.terms)):
            raise ValueError("an Ordinal has descending exponents, not just 0, and positive coefficients")

    def __lt__(self, other: Nimber) -> bool:
        if not isinstance(other, int | Ordinal):
            return NotImplemented
        return self.terms < terms_of(other)

    def __xor__(self, other: Nimber) -> Nimber:
        if not isinstance(other, int | Ordinal):
            return NotImplemented
        mine, others = dict(self.terms), dict(terms_of(other))
        return from_terms((e, mine.get(e, 0) ^ others.get(e, 0)) for e in sorted(mine | others, reverse=True))

    __rxor__ = __xor__

    def __add__(self, other: Nimber) -> Nimber:
        """The ordinary sum, in which w absorbs what stands before it: 1 + w = w."""
        if not isinstance(other, int | Ordinal):
            return NotImplemented
        return _sum(self.terms + terms_of(other))

    def __radd__(self, other: int) -> Nimber:
        return _sum(terms_of(other) + self.terms) if isinstance(other, int) else NotImplemented

    def __mul__(self, n: int) -> Nimber:
        """The sum of n copies: only the leading coefficient grows."""
        if not isinstance(n, int):
            return NotImplemented
        (exponent, coefficient), *rest = self.terms
        return from_terms([(exponent, coefficient * n), *rest] if n else [])

    def __str__(self) -> str:
        return " + ".join(_show(exponent, coefficient) for exponent, coefficient in self.terms)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        return f"${_latex(self)}$"


Nimber: TypeAlias = int | Ordinal
Term: TypeAlias = tuple[Nimber, int]  # the exponent of a power of w, and its finite coefficient


def omega_power(exponent: Nimber) -> Nimber:
    return Ordinal(((exponent, 1),)) if exponent != 0 else 1


def read_ordinal(reader: Reader) -> Nimber:
    """The ordinal that stands at the reader's place, such as 7, w*2 + 3, omega or w^(w + 1)*2."""
    return _read_sum(reader, 0)


def _read_sum(reader: Reader, depth: int) -> Nimber:
    terms = [_read_term(reader, depth)]
    while reader.take("+"):
        if len(terms) == MAX_TERMS:
            raise reader.error(f"an ordinal of more than {MAX_TERMS:,} terms")
        terms.append(_read_term(reader, depth))
    return _sum(chain.from_iterable(map(terms_of, terms)))


def _read_term(reader: Reader, depth: int) -> Nimber:
    if reader.at_number():
        return reader.integer()
    power = _read_power(reader, depth)
    return power * reader.integer("a coefficient") if reader.take("*") else power


def _read_power(reader: Reader, depth: int) -> Nimber:
    if depth > MAX_DEPTH:
        raise reader.error(f"exponents more than {MAX_DEPTH} deep")
    if not any(reader.take(spelling) for spelling in SPELLINGS):
        return reader.integer("a number or w")
    return omega_power(_read_exponent(reader, depth + 1)) if reader.take("^") or reader.take("**") else omega


def _read_exponent(reader: Reader, depth: int) -> Nimber:
    if not reader.take("("):
        return _read_power(reader, depth)
    exponent = _read_sum(reader, depth)
    reader.expect(")", "after the exponent")
    return exponent


def terms_of(number: Nimber) -> tuple[Term, ...]:
    """The terms (exponent, coefficient) of a finite or infinite ordinal, the exponents descending."""
    if isinstance(number, Ordinal):
        return number.terms
    if number < 0:
        raise ValueError(f"an ordinal is 0 or more, not {number}")
    return ((0, number),) if number else ()


def from_terms(terms: Iterable[Term]) -> Nimber:
    """The ordinal with the terms, exponents descending; an int where only the exponent 0 is left."""
    kept = tuple((exponent, coefficient) for exponent, coefficient in terms if coefficient)
    return Ordinal(kept) if kept and kept[0][0] != 0 else sum(coefficient for _, coefficient in kept)


def _sum(terms: Iterable[Term]) -> Nimber:
    """The ordinary sum of the terms from left to right: each absorbs the smaller powers before it."""
    kept: list[Term] = []
    for exponent, coefficient in terms:
        while kept and kept[-1][0] < exponent:
            kept.pop()
        before = kept.pop()[1] if kept and kept[-1][0] == exponent else 0
        kept.append((exponent, before + coefficient))
    return from_terms(kept)


def _show(exponent: Nimber, coefficient: int) -> str:
    if exponent == 0:
        return str(coefficient)
    plain = isinstance(exponent, int) or exponent == omega
    power = "w" if exponent == 1 else f"w^{exponent}" if plain else f"w^({exponent})"
    return power if coefficient == 1 else f"{power}*{coefficient}"


def _latex(number: Nimber) -> str:
    powers = [(("\\omega" if e == 1 else f"\\omega^{{{_latex(e)}}}") if e else "", c) for e, c in terms_of(number)]
    shown = [f"{power} \\cdot {c}" if power and c > 1 else power or str(c) for power, c in powers]
    return " + ".join(shown) or "0"


omega = Ordinal(((1, 1),))
