"""The calculator: values, roots, and one line with the place for anything that does not read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core.calculator import Result, calculate
from grundy.core.nimbers import nim_power
from grundy.core.ordinal_products import ordinal_product, ordinal_square
from grundy.errors import GrundyError, NotationError, NotDecided, UndefinedError

NINES = "9" * 4_000


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("24*17", 128),
        ("24 * 17 + sqrt(8)", 142),
        ("24 ⊗ 17 ⊕ 6 ⊘ 5", 137),
        ("3*(5+6)", 2),
        ("3*5 - 3*6", 2),
        ("6/5", 9),
        ("1/7*7", 1),
        ("5^-1 * 5", 1),
        ("5^(-1)", 12),
        ("2**3", 1),
        ("4^2^3", 7),
        ("2*4^2", 11),
        ("0^0", 1),
        ("mex(0,1,3)", 2),
        ("mex()", 0),
        ("mex(0, 2*2+2, sqrt (1))", 2),
        ("--5", 5),
        ("3 + -2", 1),
        ("1_000 + 1000", 0),
        ("1^1^1^1", 1),
        ("(" * 100 + "7" + ")" * 100, 7),
    ],
)
def test_values(text: str, value: int) -> None:
    assert calculate(text) == Result(text, value=value)
    assert calculate(text).json() == {"expression": text, "value": value}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("w*w*w", "2"),
        ("w^3", "2"),
        ("omega**2", "w^2"),
        ("w + 3*w", "w*2"),
        ("ω + 5", "w + 5"),
        ("1/w", "w^2*3"),
        ("sqrt(w)", "w^2*2"),
        ("w^10^50 * w^-1", "1"),
        ("[w^3]", "[w^3]"),
        ("[w^3]^3", "w"),
        ("[w^w] * w + 1", "[w^(w + 1) + 1]"),
        ("[w^w]^5", "4"),
        ("[w^(w^2)]^7", "w + 1"),
        ("[w^2*3 + w]", "w^2*3 + w"),
        ("[0]", "0"),
        ("[w^(w^w)] + 1", "[w^(w^w) + 1]"),
        ("mex(0, w, 1)", "2"),
        ("w*x = 1", "w^2*3"),
        ("x + w = [w^3]", "[w^3 + w]"),
    ],
)
def test_infinite_numbers(text: str, shown: str) -> None:
    assert str(calculate(text)) == shown
    assert str(calculate(shown)) == shown


def test_infinite_numbers_are_text_in_json() -> None:
    assert calculate("w + 1").json() == {"expression": "w + 1", "value": "w + 1"}
    assert calculate("w*x = 1").json() == {"expression": "w*x = 1", "roots": ["w^2*3"]}
    assert (str(calculate("x^2 = 8")), str(calculate("0*x = 1"))) == ("14", "no roots")


@pytest.mark.parametrize(
    ("text", "roots"),
    [
        ("x^2 + x + 6 = 0", [14, 15]),
        ("x^2 + 5*x + 7 = 0", [10, 15]),
        ("x^2 + x = 8", [16, 17]),
        ("x^2 = 8", [14]),
        ("3*x = 5", [10]),
        ("5 = x*3", [10]),
        ("(x+1)^2 = 3", [3]),
        ("x*(x+1)/2 = 3", [2, 3]),
        ("x^3 + x = x^3 + 7", [7]),
        ("x^0 * x = 0", [0]),
        ("0*x = 1", []),
        ("x + 1 = x", []),
        ("1 = 0", []),
    ],
)
def test_roots(text: str, roots: list[int]) -> None:
    assert calculate(f" {text} ") == Result(text, roots=roots)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "expected a number", 0),
        ("3 +", "expected a number", 3),
        ("(3", "expected '\\)'", 2),
        ("()", "expected one expression", 0),
        ("(1,2)", "expected one expression", 0),
        ("5x", "x has no value here", 1),
        ("3 $ 4", "expected an operator, found '\\$'", 2),
        ("1 = 2 = 3", "expected an operator", 6),
        ("6 x 21", "times is written \\*: 6 \\* 21", 2),
        ("\u221a" * 101 + "7", "more than 100 deep", 101),
        ("3 / (1+1)", "division by zero", 2),
        ("0^-2", "0 has no negative power", 1),
        ("2^x", "ordinary integer", 2),
        ("w^w", "ordinal power stands in brackets: \\[w\\^w\\]", 2),
        ("[w^3", "expected '\\]' after the ordinal", 4),
        ("[w] + [x]", "expected a number or w", 7),
        ("w*x^2 = 1", "infinite numbers are solved up to degree 1", 6),
        ("([w^(w^3)]+2)^(10^60)", "about a second", 13),
        ("2^(1+1)", "expected '\\)' after the exponent", 4),
        ("3 + x", "write an equation", 4),
        ("1/x = 2", "division by an expression with x", 1),
        ("x^-1 = 2", "a negative power of an expression with x", 1),
        ("sqrt(x) = 2", "sqrt of an expression with x", 4),
        ("mex(x) = 2", "mex of an expression with x", 3),
        ("x = x", "every x is a root", 2),
        ("3*5 = 15", "an equation needs x", 4),
        ("x^101 = 1", "a power of x above 100", 1),
        ("x^1000000 = 1", "a power of x above 100", 1),
        ("(" * 101 + "7" + ")" * 101, "brackets more than 100 deep", 101),
        (NINES + "9", "4,001 digits", 0),
        (NINES + "*2", "beyond 8,192 bits", 4_000),
        ("2^9^9^9", "exponent of too many digits", 2),
        (f"{2**1_000 + 1}^{NINES}", "about a second", 302),
    ],
)
def test_bad_input_is_refused_at_its_place(text: str, message: str, place: int) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        calculate(text)
    assert caught.value.place == place


def test_a_text_that_is_too_long() -> None:
    with pytest.raises(NotationError, match="at most 100,000"):
        calculate("1" + "+1" * 50_000)


@pytest.mark.parametrize("text", ["1" + "+1" * 49_999, "-" * 99_999 + "1", "1^" * 40_000 + "1", f"{NINES}+1"])
def test_long_texts_that_are_cheap(text: str) -> None:
    assert calculate(text).value is not None


@given(st.integers(1, 2**64), st.integers(0, 2**64), st.integers(0, 2**64))
def test_a_quadratic_equation_has_its_roots(a: int, b: int, c: int) -> None:
    roots = calculate(f"{a}*x^2 + {b}*x = {c}").roots
    assert roots
    assert all(ordinal_product(a, ordinal_square(x)) ^ ordinal_product(b, x) == c for x in roots)


@given(st.integers(1, 2**32), st.integers(-(10**30), 10**30))
def test_powers(a: int, n: int) -> None:
    assert calculate(f"{a}^{n}").value == nim_power(a, n)


def answer(text: str) -> Result | GrundyError:
    try:
        return calculate(text)
    except GrundyError as error:
        return error


@given(st.text("0123456789xw[]+-*/^()=,. sqrtmex⊕⊗⊘_", max_size=25))
def test_any_text_has_a_result_or_an_error_with_a_place(text: str) -> None:
    match answer(text):
        case Result(value=value, roots=roots):
            assert (value is None) != (roots is None)
        case NotationError(place=place):
            assert 0 <= place <= len(text)
        case error:
            assert isinstance(error, NotDecided | UndefinedError)
