"""The calculator of nim arithmetic: expressions, and equations in x (docs/theory/nimbers.md).

Everything is a polynomial in x over the field of nimbers, a plain number one of degree 0.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, zip_longest

from grundy.core.budget import Budget
from grundy.core.nim_polynomials import nim_roots, roots_width
from grundy.core.nimbers import field_width, mex, nim_divide, nim_quadratic
from grundy.core.ordinal_products import ordinal_inverse, ordinal_power, ordinal_product, ordinal_sqrt, power_cost
from grundy.core.ordinals import SPELLINGS, Nimber, Ordinal, omega, read_ordinal
from grundy.core.reader import Reader, ellipsis
from grundy.errors import NotationError

Polynomial = tuple[Nimber, ...]  # coefficients from degree 0 upwards, the last of them not 0

MAX_LENGTH = 100_000  # characters
MAX_DEPTH = 100  # of brackets
MAX_POWER = 100  # of x, before collecting
MAX_BITS = 8_192  # of a field to multiply in; its numbers have at most 2,467 digits
MAX_EXPONENT_BITS = 13_300  # about 4,000 digits
MAX_PRODUCTS = 500_000  # of bytes, at about 1.7 microseconds each in a field of MAX_BITS
MAX_ROOT_PRODUCTS = 3_000_000  # of bytes, to find the roots of an equation
TOO_HIGH = f"a power of x above {MAX_POWER}"

STAR = re.compile(r"\*(?=\d)")
LEVELS = {"**": 3, "^": 3, "*": 2, "⊗": 2, "×": 2, "·": 2, "/": 2, "⊘": 2, "÷": 2, "+": 1, "-": 1, "⊕": 1}  # noqa: RUF001
LEVELS |= {"xor": 1, "XOR": 1}
PRODUCT = "*"  # also where a bracket follows: (x+1)(x+2)
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
X = re.compile("x(?!or)")
TIMES = re.compile(r"([\d)])\s*x\s*(?=\d)")
RAISED_DIGITS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")


@dataclass(frozen=True)
class Result:
    """The value of an expression, or the roots of an equation, ascending."""

    expression: str
    value: Nimber | None = None
    roots: Sequence[Nimber] | None = None
    has_roots: bool = field(default=False, compare=False)  # perhaps infinite ones: every polynomial in x has some

    def __str__(self) -> str:
        numbers = self.roots if self.value is None else [self.value]
        none = "no finite roots" if self.has_roots else "no roots"
        return " ".join(str(_plain(number)) for number in numbers or ()) or none

    def json(self) -> dict[str, object]:
        """The object of `grundy calc --json`; infinite numbers are text."""
        if self.value is not None:
            return {"expression": self.expression, "value": _plain(self.value)}
        return {"expression": self.expression, "roots": [_plain(root) for root in self.roots or ()]}


def calculate(text: str, budget: Budget | None = None) -> Result:
    """The value, or the roots, of the text; equations may cost what the budget allows, or about a second without it."""
    if len(text) > MAX_LENGTH:
        raise NotationError(f"an expression of {len(text):,} characters; at most {MAX_LENGTH:,} are read")
    calculator = _Calculator(budget, RAISED_DIGITS.sub(lambda digits: f"^{digits[0].translate(RAISED)}", text))
    left = calculator.expression()
    if calculator.reader.take("="):
        roots, degree = calculator.roots(left)
        return Result(text.strip(), roots=roots, has_roots=degree > 0)
    calculator.end()
    if calculator.x is not None:
        raise calculator.reader.error("x has no value here; write an equation such as x^2 + x = 6", calculator.x)
    return Result(text.strip(), value=_number(left))


class _Calculator:
    """A parser by operator precedence (Pratt 1973) that computes as it reads, within a budget."""

    def __init__(self, budget: Budget | None, text: str) -> None:
        self.budget = budget
        self.reader, self.depth, self.products_left = Reader(text), 0, MAX_PRODUCTS
        self.x: int | None = None  # the place in the text of the last x

    def expression(self, level: int = 1) -> Polynomial:
        """Read operands joined by operators of this level or above."""
        left = self.operand()
        while token := next((t for t, binding in LEVELS.items() if binding >= level and self.reader.take(t)), "") or (
            PRODUCT if level <= LEVELS[PRODUCT] and self.reader.next == "(" else ""
        ):
            place = self.reader.place - len(token)
            if LEVELS[token] == 1:
                left = _plus(left, self.expression(2))
            elif LEVELS[token] == 3:
                left = self.power(left, self.exponent(), place)
            else:
                combine = self.over if token in "/⊘÷" else self.times
                left = combine(left, self.expression(3), place)
        return left

    def take_star(self) -> bool:
        """Whether the star of a nimber stands here, right before its digits; if so it is read."""
        self.reader.skip()
        return bool(STAR.match(self.reader.text, self.reader.place)) and self.reader.take("*")

    def operand(self) -> Polynomial:
        """Read a number, x, a function or a bracket; a minus sign before it, or the star of *3, changes nothing."""
        while self.reader.take("-") or self.take_star():
            continue
        if self.reader.at_number():
            factor, place = _trim([self.plain_number()]), self.reader.place
            is_before_x = X.match(self.reader.text, place)  # 6x is 6*x
            return self.times(factor, self.expression(3), place) if is_before_x else factor
        if self.reader.take("x"):
            self.x = self.reader.place - 1
            return (0, 1)
        if any(self.reader.take(spelling) for spelling in SPELLINGS):
            return (omega,)
        if self.reader.take("["):
            number = read_ordinal(self.reader)
            self.reader.expect("]", "after the ordinal")
            return _trim([number])
        for name, function in (("sqrt", self.sqrt), ("mex", self.mex)):
            if self.reader.take(name):
                self.reader.expect("(", f"after {name}")
                return function(self.reader.place - 1)
        if self.reader.take("\u221a"):
            place = self.reader.place - 1
            self.enter()
            argument = self.operand()
            self.depth -= 1
            return self.sqrt(place, argument)
        if self.reader.take("("):
            return self.single_argument(self.reader.place - 1)
        raise self.reader.error(f"expected a number, w, x, sqrt, mex or a bracket, found {self.reader.next_in_words()}")

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.reader.error(f"brackets more than {MAX_DEPTH} deep")

    def arguments(self) -> list[Polynomial]:
        """Read expressions separated by commas, up to the closing bracket."""
        self.enter()
        items = [] if self.reader.next == ")" else [self.expression()]
        while items and self.reader.take(","):
            items.append(self.expression())
        self.reader.expect(")")
        self.depth -= 1
        return items

    def single_argument(self, place: int) -> Polynomial:
        items = self.arguments()
        if len(items) != 1:
            raise self.reader.error(f"expected one expression in these brackets, found {len(items)}", place)
        return items[0]

    def sqrt(self, place: int, argument: Polynomial | None = None) -> Polynomial:
        number = self.constant(self.single_argument(place) if argument is None else argument, "sqrt of", place)
        self.charge(power_cost(number, -1), _width(number), place)
        return _trim([ordinal_sqrt(number)])

    def mex(self, place: int) -> Polynomial:
        numbers = (self.constant(item, "mex of", place) for item in self.arguments())
        return _trim([mex(number for number in numbers if isinstance(number, int))])

    def plain_number(self) -> int:
        """Read a number; ^ after it is no part of it, but a nim operation."""
        start = self.reader.place
        self.reader.while_in("0123456789_")
        return Reader(self.reader.text, start, self.reader.place).integer()

    def exponent(self) -> int:
        """Read an ordinary integer, such as 3, -1, (-1) or 2^10."""
        bracket, start = self.reader.take("("), self.reader.place
        sign = -1 if self.reader.take("-") else 1
        tower: list[int] = []
        while not tower or self.reader.take("^") or self.reader.take("**"):
            if not self.reader.at_number():
                cure = "; an ordinal power stands in brackets: [w^w]" if self.reader.next == "w" else ""
                raise self.reader.error(
                    f"expected an ordinary integer as exponent, found {self.reader.next_in_words()}{cure}"
                )
            tower.append(self.plain_number())
        if bracket:
            self.reader.expect(")", "after the exponent")
        value = 1
        for base in reversed(tower):
            if base > 1 and value * (base.bit_length() - 1) > MAX_EXPONENT_BITS:
                raise self.reader.error("an exponent of too many digits; write a smaller one", start)
            value = int(base**value)
        return sign * value

    def times(self, left: Polynomial, right: Polynomial, place: int) -> Polynomial:
        if len(left) + len(right) - 2 > MAX_POWER:
            raise self.reader.error(TOO_HIGH, place)
        self.charge(len(_parts(*left)) * len(_parts(*right)), _width(*left, *right), place)
        product: list[Nimber] = [0] * (len(left) + len(right))
        for i, a in enumerate(left):
            for j, b in enumerate(right):
                product[i + j] ^= ordinal_product(a, b)
        return _trim(product)

    def over(self, left: Polynomial, right: Polynomial, place: int) -> Polynomial:
        divisor = self.constant(right, "division by", place)
        if divisor == 0:
            raise self.reader.error("division by zero", place)
        self.charge(power_cost(divisor, -1), _width(divisor), place)
        return self.times(left, (ordinal_inverse(divisor),), place)

    def power(self, base: Polynomial, n: int, place: int) -> Polynomial:
        if len(base) > 1 and n >= 0:
            if (len(base) - 1) * n > MAX_POWER:
                raise self.reader.error(TOO_HIGH, place)
            return reduce(lambda product, factor: self.times(product, factor, place), [base] * n, (1,))
        number = self.constant(base, "a negative power of", place)
        if number == 0 and n < 0:
            raise self.reader.error("division by zero: 0 has no negative power", place)
        self.charge(power_cost(number, n), _width(number), place)
        return _trim([ordinal_power(number, n)])

    def roots(self, left: Polynomial) -> tuple[list[Nimber], int]:
        """The roots of the equation, and its degree."""
        place = self.reader.place - 1
        polynomial = _plus(left, self.expression())
        self.end()
        if not polynomial:
            raise self.reader.error("an equation needs x" if self.x is None else "every x is a root", place)
        finite = [number for number in polynomial if isinstance(number, int)]
        if len(polynomial) > 2 and len(finite) < len(polynomial):
            raise self.reader.error("equations with infinite numbers are solved up to degree 1", place)
        if len(polynomial) > 3:
            self.products_left = MAX_ROOT_PRODUCTS
            self.charge(0, roots_width(finite), place)
            return [*nim_roots(finite, lambda products, width: self.spend(products, width, place))], len(finite) - 1
        self.charge(4, 2 * _width(*polynomial), place)  # the roots may need the next field
        return _roots(*polynomial), len(polynomial) - 1

    def spend(self, products: int, width: int, place: int) -> None:
        """Go on with an equation, within the budget if there is one."""
        if self.budget:
            self.budget.look()
        else:
            self.charge(products, width, place)

    def constant(self, polynomial: Polynomial, what: str, place: int) -> Nimber:
        """The polynomial as a number; an error if it has x."""
        if len(polynomial) > 1:
            raise self.reader.error(f"{what} an expression with x; only numbers can stand there", place)
        return _number(polynomial)

    def charge(self, products: int, width: int, place: int) -> None:
        """Count the products of bytes that products of so many bits take: three times as many for each doubling."""
        if width > MAX_BITS:
            raise self.reader.error(f"numbers beyond {MAX_BITS:,} bits can only be added", place)
        self.products_left -= products * 3 ** (width.bit_length() - 4)
        if self.products_left < 0:
            raise self.reader.error("more than about a second of work; write smaller numbers or exponents", place)

    def end(self) -> None:
        if self.reader.next:
            times = TIMES.sub(r"\1 * ", self.reader.text).strip()
            cure = f"; times is written *: {ellipsis(times)}" if TIMES.search(self.reader.text) else ""
            raise self.reader.error(f"expected an operator, found {self.reader.next_in_words()}{cure}")


def _trim(coefficients: list[Nimber]) -> Polynomial:
    while coefficients and coefficients[-1] == 0:
        coefficients.pop()
    return tuple(coefficients)


def _plus(left: Polynomial, right: Polynomial) -> Polynomial:
    return _trim([a ^ b for a, b in zip_longest(left, right, fillvalue=0)])


def _number(constant: Polynomial) -> Nimber:
    return constant[0] if constant else 0


def _parts(*numbers: Nimber) -> list[int]:
    terms = (number.terms if isinstance(number, Ordinal) else ((0, number),) for number in numbers)
    return [coefficient for _, coefficient in chain.from_iterable(terms)]


def _width(*numbers: Nimber) -> int:
    """The bits of a field that holds the finite coefficients."""
    return field_width(0, *_parts(*numbers))


def _plain(number: Nimber) -> int | str:
    """The number as JSON has it, and as it reads back: without brackets w^3 is a nim-power."""
    if isinstance(number, int):
        return number
    return str(number) if number < Ordinal(((3, 1),)) else f"[{number}]"


def _roots(c: Nimber, b: Nimber = 0, a: Nimber = 0) -> list[Nimber]:
    """The roots of a x^2 + b x + c = 0, where not all are 0; infinite numbers stand where a is 0."""
    if a and isinstance(a, int) and isinstance(b, int) and isinstance(c, int):
        return [*nim_quadratic(nim_divide(b, a), nim_divide(c, a))]
    return [ordinal_product(c, ordinal_inverse(b))] if b else []
