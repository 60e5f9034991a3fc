"""Theory of subtraction games: each theorem against the rules, on every set up to a stated size."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import gcd

import pytest
from answers import ANSWERS
from hypothesis import given
from hypothesis import strategies as st

from grundy import subtraction
from grundy.core.budget import Budget
from grundy.digraphs import (
    FamilyMember,
    alternation,
    brauer_bound,
    candidate_sets,
    coprime_form,
    family_a,
    family_b,
    family_c,
    is_always_bipartite,
    is_always_simple,
    is_bipartite,
    is_lost_for_one,
    is_lost_for_two,
    is_simple,
    isomorphism,
    least_heap_reaching,
    pairing_exceptions,
    subtraction_digraph,
    ultimately_bipartite_sets,
)
from grundy.errors import NotDecided, PositionError
from grundy.solvers.value_sequence import ValueSequence

Take = tuple[int, ...]
FAMILIES = [*((family_a, k) for k in range(3, 8)), *((family_b, k) for k in range(3, 9))]
FAMILIES += [(family_c, k) for k in range(3, 22, 2)]


def sets(largest: int, most: int) -> Iterator[Take]:
    return (take for size in range(1, most + 1) for take in combinations(range(1, largest + 1), size))


@cache
def nimbers(take: Take, to: int) -> list[int]:
    return ValueSequence(subtraction(*take)).values_below(to)


def lost(take: Take, to: int) -> list[int]:
    return [n for n, value in enumerate(nimbers(take, to)) if value == 0]


def alternates(take: Take) -> int | None:
    """The least heap from which on the values alternate, by the proved period of the nimbers."""
    table = ValueSequence(subtraction(*take))
    table.value(1000)
    while not table.is_proved:
        table.extend(2 * len(table.values))
    assert table.period
    end = table.period.preperiod + 2 * table.period.period + 2
    won = [table.value(n) > 0 for n in range(end)]
    breaks = [n for n in range(1, end) if won[n] == won[n - 1]]
    last = breaks[-1] if breaks else 0
    return last if last <= table.period.preperiod else None


def test_merged_digraph_of_the_text() -> None:
    answer = ANSWERS["C-8-graph-a"]
    heap, graph = answer["position"], subtraction_digraph(answer["position"], answer["params"]["S"])
    assert answer["expected"] == {
        "positions": len(graph),
        "heaps": sorted(graph.moves.keys() - {0}),
        "edges": len(list(graph.edges())),
        "height": graph.heights[heap],
        "value": graph.values[heap],
        "nim_value": graph.nimbers[heap],
    }


def test_merged_digraph_is_the_game() -> None:
    for take in sets(6, 3):
        for heap in range(25):
            graph = subtraction_digraph(heap, take)
            top = heap if heap >= take[0] else 0
            assert graph.is_game
            assert graph.sources == {top}
            assert graph.nimbers[top] == nimbers(take, 25)[heap]
    assert 6 not in subtraction_digraph(7, [2, 3]).moves


def test_common_divisors_do_not_matter() -> None:
    """Proposition 2."""
    for take in sets(8, 3):
        if gcd(*take) > 1:
            for heap in range(0, 25, 3):
                assert isomorphism(subtraction_digraph(heap, take), subtraction_digraph(*coprime_form(heap, take)))


def test_positions_of_large_heaps() -> None:
    """Proposition 3."""
    answer = ANSWERS["C-8-prop3"]
    take, heap = answer["params"]["S"], answer["params"]["heap"]
    assert answer["expected"] == {"n0": least_heap_reaching(heap, take), "bound": heap + brauer_bound(take)}
    for numbers in sets(7, 3):
        if gcd(*numbers) == 1:
            for size in range(9):
                least = least_heap_reaching(size, numbers)
                end = size + brauer_bound(numbers)
                here = [n for n in range(end + 9) if size < numbers[0] or size in subtraction_digraph(n, numbers).moves]
                assert set(range(least, end + 9)) <= set(here)
                assert least == 0 or least - 1 not in here
                assert least <= max(end, 0) or size < numbers[0]


def test_two_numbers_meet_the_bound_of_brauer() -> None:
    for a, b in combinations(range(2, 12), 2):
        if gcd(a, b) == 1:
            assert least_heap_reaching(a, (a, b)) == a + brauer_bound((a, b))


@pytest.mark.slow
def test_always_simple() -> None:
    """Theorem 7a, in both senses; {2} and {2, 4} show that it needs a set without common divisor, or this wording."""
    for take in sets(7, 3):
        graphs = [subtraction_digraph(heap, take) for heap in range(60)]
        assert is_always_simple(take) == all(map(is_simple, graphs))
        assert is_always_simple(take) == all(is_simple(graph, literal=True) for graph in graphs)
        assert gcd(*take) > 1 or is_always_simple(take) == (1 in take)


def test_always_bipartite() -> None:
    """Theorem 7b."""
    for take in sets(9, 3):
        assert is_always_bipartite(take) == all(is_bipartite(subtraction_digraph(heap, take)) for heap in range(70))
        if is_always_bipartite(take):
            assert lost(take, 90) == [n for n in range(90) if n // take[0] % 2 == 0]


def test_one_number_and_two() -> None:
    answer = ANSWERS["C-8-cor4"]
    (number,) = answer["params"]["S"]
    assert [n for n in range(41) if is_lost_for_one(n, number)] == answer["expected"]
    answer = ANSWERS["C-8-prop4-x1"]
    assert [n for n in range(61) if is_lost_for_two(n, *answer["params"]["S"])] == answer["expected"]
    for a, b in combinations(range(1, 16), 2):
        assert lost((a, b), 3 * (a + b)) == [n for n in range(3 * (a + b)) if is_lost_for_two(n, a, b)]
    assert is_lost_for_two(13 * 10**100 + 4, 5, 8)


def test_ferguson_pairing() -> None:
    for take in sets(9, 4):
        assert pairing_exceptions(nimbers(take, 150), take[0]) == []
    assert pairing_exceptions([0, 1, 1], least=1) == [2]


def test_alternation_is_definition_10() -> None:
    for take in sets(13, 3):
        found = alternation(take)
        assert (found.threshold if found else None) == alternates(take)


def test_alternation_of_larger_sets() -> None:
    for take in candidate_sets(5, 17):
        found = alternation(take)
        assert (found.threshold if found else None) == alternates(take)
        if found:
            assert lost(take, 300) == [n for n in range(300) if found.is_lost(n)]
            start = found.threshold + found.take[0]  # by Ferguson's pairing (remark 9)
            assert nimbers(take, 300)[start:] == [n % 2 for n in range(start, 300)]


def test_alternation_from_the_start() -> None:
    found = alternation([1, 3, 7])
    assert found
    assert (found.threshold, found.odd_lost, found.even_won) == (0, (), ())


def test_lost_odd_heaps_have_a_lost_neighbour() -> None:
    """Lemma 7."""
    for take in combinations(range(3, 16, 2), 3):
        found = set(lost(take, 300))
        assert all(n - 1 in found for n in found if n % 2)


@pytest.mark.parametrize(("family", "k"), FAMILIES, ids=lambda it: getattr(it, "__name__", str(it)))
def test_families(family: Callable[[int], FamilyMember], k: int) -> None:
    """Theorem 8."""
    game = family(k)
    end = 2 * game.threshold + 50
    assert lost(game.take, end) == [n for n in range(end) if game.is_lost(n)]
    found = alternation(game.take)
    assert found
    assert found.threshold == game.threshold


@pytest.mark.parametrize(("name", "family"), [("C-8-thm8a", family_a), ("C-8-thm8b", family_b)])
def test_families_of_the_text(name: str, family: Callable[[int], FamilyMember]) -> None:
    for k, expected in ANSWERS[name]["expected"].items():
        found = alternation(family(int(k)).take)
        assert found
        assert expected == {"odd_P": [*found.odd_lost], "even_not_P": [*found.even_won]}


@given(st.sampled_from([family_a, family_b, family_c]), st.integers(3, 200), st.integers(0, 10**60))
def test_families_beyond_tables(family: Callable[[int], FamilyMember], k: int, n: int) -> None:
    """The two conditions of lemma 1, for sets and heaps of any size."""
    game = family(k | 1)
    heap = n % (2 * game.threshold)
    left = [heap - number for number in game.take if number <= heap]
    assert game.is_lost(heap) == (not any(map(game.is_lost, left)))


@pytest.mark.parametrize(("family", "k"), [(family_a, 2), (family_b, 2), (family_c, 4), (family_c, 1)])
def test_families_begin_somewhere(family: Callable[[int], FamilyMember], k: int) -> None:
    with pytest.raises(ValueError, match="the family begins where k is"):
        family(k)


def test_the_search_finds_all() -> None:
    found = {it.take for it in ultimately_bipartite_sets(13, 13)}
    expected = {take for take in sets(13, 13) if all(n % 2 for n in take) and alternates(take) is not None}
    assert found == {take for take in expected if 1 not in take}
    assert {(3, 5, 9), (5, 7, 13)} <= found


def test_costs_are_bounded() -> None:
    with pytest.raises(PositionError, match="over 50,000,000 sets"):
        candidate_sets(10**6, 10**9)
    with pytest.raises(NotDecided, match="numbers up to 1,000,000"):
        alternation([3, 5, 10**9 + 1])
    with pytest.raises(NotDecided):
        alternation([11, 13, 29], Budget(positions=100))
    for take in ([], [0, 3], [-1]):
        with pytest.raises(ValueError, match="one or more positive numbers"):
            alternation(take)
