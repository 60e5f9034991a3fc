"""The calculator of nim arithmetic: expressions, and equations in x up to degree two.

`+` (or `-`: every number is its own negative), `*`, `/`, `^` and `sqrt` are the operations of the field of nimbers
(Conway 1976); exponents are ordinary integers. Everything is a polynomial in x over that field, a plain number one of
degree 0. An equation is collected on one side; a quadratic one always has roots, for each field of nimbers of w bits
has them among those of 2w bits.

>>> calculate("24 * 17 + sqrt(8)").value
142
>>> calculate("x^2 + x + 6 = 0").roots
[14, 15]
"""

from dataclasses import dataclass
from itertools import zip_longest

from grundy.core.nimbers import (
    field_width,
    mex,
    nim_divide,
    nim_inverse,
    nim_power,
    nim_product,
    nim_quadratic,
    nim_sqrt,
)
from grundy.core.reader import Reader
from grundy.errors import NotationError

__all__ = ["Result", "calculate"]

Polynomial = tuple[int, ...]  # coefficients from degree 0 upwards, the last of them not 0

MAX_LENGTH = 100_000  # characters
MAX_DEPTH = 100  # of brackets
MAX_DEGREE = 100  # before collecting
MAX_BITS = 8_192  # of a field to multiply in; its numbers have at most 2,467 digits
MAX_EXPONENT_BITS = 13_300  # about 4,000 digits
BUDGET = 500_000  # products of bytes, at about 1.7 microseconds each in a field of MAX_BITS
TOO_HIGH = "only equations up to degree 2 are solved"

LEVELS = {"**": 3, "^": 3, "*": 2, "⊗": 2, "/": 2, "⊘": 2, "+": 1, "-": 1, "⊕": 1}


@dataclass(frozen=True)
class Result:
    """The value of an expression, or the roots of an equation, ascending."""

    expression: str
    value: int | None = None
    roots: list[int] | None = None


def calculate(text: str) -> Result:
    """The result of an expression or equation in nim arithmetic."""
    if len(text) > MAX_LENGTH:
        raise NotationError(f"an expression of {len(text):,} characters; at most {MAX_LENGTH:,} are read")
    calculator = _Calculator(text)
    left = calculator.expression()
    if calculator.reader.take("="):
        return Result(text.strip(), roots=calculator.roots(left))
    calculator.end()
    if calculator.x is not None:
        raise calculator.reader.error("x has no value here; write an equation such as x^2 + x = 6", calculator.x)
    return Result(text.strip(), value=_number(left))


class _Calculator:
    """A parser by operator precedence (Pratt 1973) that computes as it reads, within a budget."""

    def __init__(self, text: str) -> None:
        self.reader, self.depth, self.budget = Reader(text), 0, BUDGET
        self.x: int | None = None  # the place of the last one

    def expression(self, level: int = 1) -> Polynomial:
        """The value of what stands here, with operators of the level or above."""
        left = self.operand()
        while token := next((t for t, binding in LEVELS.items() if binding >= level and self.reader.take(t)), ""):
            place = self.reader.place - len(token)
            if LEVELS[token] == 1:
                left = _plus(left, self.expression(2))
            elif LEVELS[token] == 3:
                left = self.power(left, self.exponent(), place)
            else:
                combine = self.times if token in "*⊗" else self.over
                left = combine(left, self.expression(3), place)
        return left

    def operand(self) -> Polynomial:
        """A number, x, a function or a bracket; a minus sign before it changes nothing."""
        while self.reader.take("-"):
            continue
        if self.reader.at_number():
            return _trim([self.digits()])
        if self.reader.take("x"):
            self.x = self.reader.place - 1
            return (0, 1)
        for name, function in (("sqrt", self.sqrt), ("mex", self.mex)):
            if self.reader.take(name):
                self.reader.expect("(", f"after {name}")
                return function(self.reader.place - 1)
        if self.reader.take("("):
            return self.one(self.reader.place - 1)
        raise self.reader.error(f"expected a number, x, sqrt, mex or a bracket, found {self.reader.found()}")

    def arguments(self) -> list[Polynomial]:
        """What stands between brackets, separated by commas."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.reader.error(f"brackets more than {MAX_DEPTH} deep")
        items = [] if self.reader.next == ")" else [self.expression()]
        while items and self.reader.take(","):
            items.append(self.expression())
        self.reader.expect(")")
        self.depth -= 1
        return items

    def one(self, place: int) -> Polynomial:
        """The only thing between brackets."""
        items = self.arguments()
        if len(items) != 1:
            raise self.reader.error(f"expected one expression in these brackets, found {len(items)}", place)
        return items[0]

    def sqrt(self, place: int) -> Polynomial:
        """The square root of what stands between brackets."""
        number = self.constant(self.one(place), "sqrt of", place)
        self.charge(1, field_width(number), place)
        return _trim([nim_sqrt(number)])

    def mex(self, place: int) -> Polynomial:
        """The least number that is not listed between brackets."""
        return _trim([mex(self.constant(item, "mex of", place) for item in self.arguments())])

    def digits(self) -> int:
        """A number without an exponent, for here that is a nim operation."""
        start = self.reader.place
        self.reader.while_in("0123456789_")
        return Reader(self.reader.text, start, self.reader.place).integer()

    def exponent(self) -> int:
        """An ordinary integer, such as 3, -1, (-1) or 2^10."""
        bracket, start = self.reader.take("("), self.reader.place
        sign = -1 if self.reader.take("-") else 1
        tower: list[int] = []
        while not tower or self.reader.take("^") or self.reader.take("**"):
            if not self.reader.at_number():
                raise self.reader.error(f"expected an ordinary integer as exponent, found {self.reader.found()}")
            tower.append(self.digits())
        if bracket:
            self.reader.expect(")", "after the exponent")
        return sign * self.ordinary_power(tower, start)

    def ordinary_power(self, tower: list[int], place: int) -> int:
        """The value of a^b^c as ordinary numbers."""
        value = 1
        for base in reversed(tower):
            if base > 1 and value * (base.bit_length() - 1) > MAX_EXPONENT_BITS:
                raise self.reader.error("an exponent of too many digits; write a smaller one", place)
            value = int(base**value)
        return value

    def times(self, left: Polynomial, right: Polynomial, place: int) -> Polynomial:
        """The product of two polynomials."""
        if len(left) + len(right) - 2 > MAX_DEGREE:
            raise self.reader.error(TOO_HIGH, place)
        self.charge(len(left) * len(right), field_width(0, *left, *right), place)
        product = [0] * (len(left) + len(right))
        for i, a in enumerate(left):
            for j, b in enumerate(right):
                product[i + j] ^= nim_product(a, b)
        return _trim(product)

    def over(self, left: Polynomial, right: Polynomial, place: int) -> Polynomial:
        """The quotient of a polynomial by a number."""
        divisor = self.constant(right, "division by", place)
        if divisor == 0:
            raise self.reader.error("division by zero", place)
        self.charge(2, field_width(divisor), place)
        return self.times(left, (nim_inverse(divisor),), place)

    def power(self, base: Polynomial, n: int, place: int) -> Polynomial:
        """The power of a polynomial, or of a number where n may be negative."""
        if len(base) > 1 and n >= 0:
            return self.repeated(base, n, place)
        number = self.constant(base, "a negative power of", place)
        if number == 0 and n < 0:
            raise self.reader.error("division by zero: 0 has no negative power", place)
        width = field_width(number)
        self.charge(2 + min(n.bit_length(), width), width, place)
        return _trim([nim_power(number, n)])

    def repeated(self, base: Polynomial, n: int, place: int) -> Polynomial:
        """The product of n equal factors that hold x."""
        if (len(base) - 1) * n > MAX_DEGREE:
            raise self.reader.error(TOO_HIGH, place)
        product: Polynomial = (1,)
        for _ in range(n):
            product = self.times(product, base, place)
        return product

    def roots(self, left: Polynomial) -> list[int]:
        """The roots of the equation whose left side was read up to the sign =."""
        place = self.reader.place - 1
        polynomial = _plus(left, self.expression())
        self.end()
        if not polynomial:
            raise self.reader.error("an equation needs x" if self.x is None else "every x is a root", place)
        if len(polynomial) > 3:
            raise self.reader.error(TOO_HIGH, place)
        self.charge(4, 2 * field_width(*polynomial), place)  # the roots may need the next field
        return _roots(*polynomial)

    def constant(self, polynomial: Polynomial, what: str, place: int) -> int:
        """The number that the polynomial is."""
        if len(polynomial) > 1:
            raise self.reader.error(f"{what} an expression with x; only numbers can stand there", place)
        return _number(polynomial)

    def charge(self, products: int, width: int, place: int) -> None:
        """Take the cost of products of so many bits from the budget: three times as much for each doubling."""
        if width > MAX_BITS:
            raise self.reader.error(f"numbers beyond {MAX_BITS:,} bits can only be added", place)
        self.budget -= products * 3 ** (width.bit_length() - 4)
        if self.budget < 0:
            raise self.reader.error("more than about a second of work; write smaller numbers or exponents", place)

    def end(self) -> None:
        """Fail unless everything was read."""
        if self.reader.next:
            raise self.reader.error(f"expected an operator, found {self.reader.found()}")


def _trim(coefficients: list[int]) -> Polynomial:
    while coefficients and coefficients[-1] == 0:
        coefficients.pop()
    return tuple(coefficients)


def _plus(left: Polynomial, right: Polynomial) -> Polynomial:
    return _trim([a ^ b for a, b in zip_longest(left, right, fillvalue=0)])


def _number(polynomial: Polynomial) -> int:
    return polynomial[0] if polynomial else 0


def _roots(c: int, b: int = 0, a: int = 0) -> list[int]:
    """The roots of a x^2 + b x + c = 0, where not all are 0."""
    if a:
        return nim_quadratic(nim_divide(b, a), nim_divide(c, a))
    return [nim_divide(c, b)] if b else []
