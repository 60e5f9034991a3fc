"""Roots of polynomials over the nimbers, against trying every number of a field."""

from functools import reduce
from random import Random

import pytest

from grundy.core.budget import Budget
from grundy.core.calculator import calculate
from grundy.core.nim_polynomials import nim_roots, roots_width
from grundy.core.nimbers import nim_product
from grundy.errors import NotationError, NotDecided


def value(polynomial: list[int], x: int) -> int:
    return reduce(lambda total, coefficient: nim_product(total, x) ^ coefficient, reversed(polynomial), 0)


def with_roots(roots: list[int]) -> list[int]:
    """The product of the factors x + r."""
    polynomial = [1]
    for root in roots:
        raised, scaled = [0, *polynomial], [*(nim_product(root, c) for c in polynomial), 0]
        polynomial = [a ^ b for a, b in zip(raised, scaled, strict=True)]
    return polynomial


@pytest.mark.parametrize("seed", range(4))
def test_all_roots_of_small_polynomials(seed: int) -> None:
    choose, compared = Random(seed), 0
    while compared < 30:
        polynomial = [choose.randrange(16) for _ in range(choose.randrange(2, 6))]
        polynomial[-1] = polynomial[-1] or 1
        width = roots_width(polynomial)
        if width <= 8:
            assert nim_roots(polynomial) == [x for x in range(1 << width) if value(polynomial, x) == 0], polynomial
            compared += 1


@pytest.mark.parametrize("most", [16, 256, 1 << 16])
def test_products_of_known_factors(most: int) -> None:
    choose = Random(most)
    for degree in (1, 3, 5):
        roots = [choose.randrange(most) for _ in range(degree)]
        assert nim_roots(with_roots([*roots, roots[0]])) == sorted(set(roots))  # one of them twice


@pytest.mark.parametrize(("width", "degree"), [(64, 4), (32, 8), (16, 9)])
def test_roots_in_fields_that_no_one_can_run_through(width: int, degree: int) -> None:
    choose = Random(width * degree)
    for _ in range(3):
        polynomial = [choose.randrange(1 << width) for _ in range(degree)] + [1]
        roots = nim_roots(polynomial)
        assert roots == sorted(set(roots))
        assert not any(value(polynomial, root) for root in roots)
        given = [choose.randrange(1 << width) for _ in range(degree)]
        assert nim_roots(with_roots(given)) == sorted(set(given))


def test_conjugate_roots_over_a_small_field() -> None:
    """The product of all roots is the constant, also where they lie in the field of eight times as many bits."""
    polynomial = next(p for p in ([n, 1, 0, 1, 0, 0, 0, 0, 1] for n in range(2, 256)) if len(nim_roots(p)) == 8)
    assert reduce(lambda product, root: nim_product(product, root), nim_roots(polynomial)) == polynomial[0]


def test_degree_eight_and_what_is_too_large() -> None:
    roots = [3, 7, 8, 20, 100, 130, 200, 255]
    terms = " + ".join(f"{c}x^{n}" for n, c in enumerate(with_roots(roots)) if c)
    assert calculate(f"{terms} = 0").roots == roots
    large = f"x^12 + x^11 + {2**500 + 5}x + 1 = 0"
    with pytest.raises(NotationError, match="about a second"):
        calculate(large)
    with pytest.raises(NotDecided, match="allow more with --timeout"):
        calculate(large, Budget(seconds=0.1))
    with pytest.raises(NotationError, match="above 100"):
        calculate("x^101 = 1")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("x^8 + x + 65536 = 0", "249564 249565"),
        ("x^8 + 70000x + 1 = 0", "726182923 3113684900"),
        ("x^5 + 1099511627776x + 1 = 0", "no finite roots"),
        ("x^3 = 2", "no finite roots"),
        ("x^3 = x^3 + 1", "no roots"),
        ("(x+1)(x+2) = 0", "1 2"),
        ("2(3+4)", "9"),
        ("\u221a8 + 24*17", "142"),
        ("\u221a(8)", "14"),
        ("27 xor 17", "10"),
        ("6 × 21", "104"),  # noqa: RUF001
        ("6 · 21", "104"),
        ("104 ÷ 6", "21"),
        ("2³", "1"),
        ("x²+x+6=0", "14 15"),
        ("2x xor 3 = 5", "13"),
    ],
)
def test_signs_that_people_write(text: str, answer: str) -> None:
    assert str(calculate(text)) == answer
