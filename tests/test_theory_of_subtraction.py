"""Cairns and Ho, sections 7 to 9: theorems of subtraction games, of nim addition and of Chomp's heights."""

from collections import Counter
from itertools import combinations

from answers import ANSWERS

from grundy import Budget, chomp, nim_product, subtraction
from grundy.core.nimbers import mex
from grundy.solvers import search
from grundy.solvers.value_sequence import ValueSequence


def values(take: tuple[int, ...], to: int) -> list[int]:
    return ValueSequence(subtraction(*take)).values_below(to)


def test_two_numbers() -> None:
    """Proposition 4: with r = n mod (s1 + s2), lost exactly if r // s1 and r // s2 are even."""
    wrong = 0
    for small, large in ((a, b) for a in range(1, 16) for b in range(a + 1, 21)):
        for n, value in enumerate(values((small, large), 6 * (small + large))):
            rest = n % (small + large)
            wrong += (value == 0) != (rest // small % 2 == rest // large % 2 == 0)
    assert wrong == ANSWERS["C-8-prop4"]["expected"]


def test_ferguson_pairing() -> None:
    wrong = 0
    for size in range(1, 5):
        for take in combinations(range(1, 11), size):
            found = values(take, 200)
            wrong += sum((found[n] == 1) != (found[n - take[0]] == 0) for n in range(take[0], 200))
    assert wrong == ANSWERS["C-8-pairing"]["expected"]


def ultimately_bipartite(take: tuple[int, ...]) -> dict[str, list[int]]:
    found = values(take, 1000)
    return {
        "odd_P": [n for n in range(1, 1000, 2) if not found[n]],
        "even_not_P": [n for n in range(0, 1000, 2) if found[n]],
    }


def test_ultimately_bipartite_families() -> None:
    for k, expected in ANSWERS["C-8-thm8a"]["expected"].items():
        assert ultimately_bipartite(tuple(2**i + 1 for i in range(1, int(k) + 1))) == expected
    for k, expected in ANSWERS["C-8-thm8b"]["expected"].items():
        assert ultimately_bipartite((3, 5, 2 ** int(k) + 1)) == expected


def test_order_property_of_nim_addition() -> None:
    """Lemma 5: if z < x + y then exactly one of x + z < y, y + z < x."""
    wrong = sum((x ^ z < y) == (y ^ z < x) for x in range(32) for y in range(32) for z in range(x ^ y))
    assert wrong == ANSWERS["C-7-lemma5"]["expected"]


def ordered_group(size: int) -> list[list[int]] | None:
    """The one addition on 0 .. size - 1 with the order property, or None: it exists for powers of two alone.

    If z < x + y, exactly one of x + z < y and y + z < x shall hold; then x + y is the least number that no sum with
    a smaller x or y has (Cairns and Ho, theorem 4).
    """
    table = [[0] * size for _ in range(size)]
    for x in range(size):
        for y in range(size):
            table[x][y] = mex([table[a][y] for a in range(x)] + table[x][:y])
    return table if all(value < size for row in table for value in row) else None


def test_finite_groups_with_the_order_property() -> None:
    """Theorem 4: only sizes that are powers of two, one table each."""
    assert {str(n): int(ordered_group(n) is not None) for n in range(1, 9)} == ANSWERS["C-7-thm4"]["expected"]
    assert ordered_group(16) == [[x ^ y for y in range(16)] for x in range(16)]


def test_heights_of_chomp() -> None:
    positions = search.reachable_positions(chomp("3x3"), Budget()).values()
    heights = Counter(str(position.height) for position in positions)
    assert heights == ANSWERS["C-9.6-d"]["expected"]


def test_nim_products_of_the_text() -> None:
    expected = ANSWERS["F-5.3-a"]["expected"] | ANSWERS["F-5.3-b"]["expected"]
    p = nim_product
    assert list(expected.values()) == [p(5, 6), p(3, p(5, 6)), p(3, 5), p(p(3, 5), 6), p(3, 5 ^ 6), p(3, 5) ^ p(3, 6)]
