"""Misère play of mixed sums, against the definition, and what decides a sum as data."""

from itertools import combinations_with_replacement, product

import pytest

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.expressions import parse_ruleset
from grundy.solvers import search
from grundy.solvers.misere.forms import canonical_parts
from grundy.solvers.misere.mixed_quotient import MixedQuotient
from grundy.solvers.misere.outcome import MiserePlay
from grundy.solvers.misere.sum_analysis import analyse_sum
from grundy.solvers.solver import merge_heaps

pytestmark = pytest.mark.slow

PAIRS = [
    ("kayles", "octal(0.123)"),
    ("kayles", "nim"),
    ("octal(0.07)", "octal(0.71)"),
    ("octal(0.75)", "subtraction(1,3,4)"),
    ("dawsons_chess", "subtraction(1,2)"),
]
MIXED = [
    "kayles(5,4) + cram(2x3)",
    "kayles(9) + nim(3,3) + cram(2x2)",
    "octal(0.123)(9,8) + cram(3x3)",
    "dawsons_chess(7) + kayles(7) + nim(2)",
    "grundys_game(10) + kayles(6)",
    "chomp(2x3) + kayles(5)",
    "hackenbush(0-a, 0-b, a-b, b-c) + kayles(5,3)",
    "mock_turtles(TTTHTH) + octal(0.07)(9)",
    "cram(2x3) + cram(3x3) + nim(1)",
]


def lost_by_mixed_quotient(game: Game) -> bool:
    known, elements = MixedQuotient().elements(canonical_parts(game), Budget(seconds=60.0))
    return bool(known.monoid.lost[known.monoid.product(elements)])


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_rulesets_together_are_the_definition(first: str, second: str) -> None:
    quotient, labels = MixedQuotient(), dict[search.Whole, Outcome]()
    mine, theirs = ([rules(*heaps) for heaps in small()] for rules in map(parse_ruleset, (first, second)))
    for one, other in product(mine, theirs):
        known, elements = quotient.elements(canonical_parts(one + other), Budget())
        lost = bool(known.monoid.lost[known.monoid.product(elements)])
        assert lost == (search.outcome(one + other, True, labels) == "P")


def small() -> list[tuple[int, ...]]:
    """One or two heaps of up to 5."""
    return [heaps for count in (1, 2) for heaps in combinations_with_replacement(range(1, 6), count)]


@pytest.mark.parametrize("text", MIXED)
def test_mixed_sums_are_the_definition(text: str) -> None:
    game = merge_heaps(parse(text))
    expected = search.outcome(game, True)
    assert MiserePlay().outcome(game, Budget())[0] == expected
    assert lost_by_mixed_quotient(game) == (expected == "P")


def test_mixed_sums_that_no_search_gets_to_the_end_of() -> None:
    for text in ("kayles(20,20,19) + nim(3,3)", "kayles(10^6) + nim(3)"):
        outcome, method = MiserePlay().outcome(merge_heaps(parse(text)), Budget(seconds=120.0))
        assert (outcome, str(method).split()[1]) == ("N", "quotient")


def test_a_large_heap_has_the_element_of_a_small_one() -> None:
    quotient, budget = MixedQuotient(), Budget(seconds=60.0)
    _, elements = quotient.elements(canonical_parts(parse("kayles(100000004,76,88,77) + nim(2)")), budget)
    far, near, next_period, other = elements[:4]
    assert far == near == next_period != other


def test_not_decided_names_what_was_tried_and_why() -> None:
    with pytest.raises(NotDecided, match=r"definition: .*too large.*forms.*quotient.*: "):
        MiserePlay().outcome(merge_heaps(parse("grundys_game(10^20) + kayles(3)")), Budget(seconds=3.0))


def test_an_account_of_one_ruleset() -> None:
    found = analyse_sum(parse("kayles(5,4)"))
    assert [(str(part.genus), part.kind, part.element) for part in found.parts] == [
        ("4^146", "restless", "c"),
        ("1^031", "tame", "a"),
    ]
    assert (str(found.genus), found.product, found.lost, found.is_tame) == ("5^057", "ac", True, False)


def test_an_account_of_a_mixed_sum_multiplies() -> None:
    found = analyse_sum(parse("kayles(9) + nim(2) + cram(2x2)"))
    assert found.quotient
    assert len(found.parts) == 3
    assert found.lost == (search.outcome(found.game, True) == "P")
    assert found.genus
    assert found.genus.is_lost == found.lost


def test_an_account_of_what_is_too_large_is_empty() -> None:
    found = analyse_sum(parse("grundys_game(10^20)"), Budget(seconds=2.0))
    assert (found.parts[0].genus, found.quotient, found.lost) == (None, None, None)


def test_tame_games_are_known_as_such() -> None:
    assert analyse_sum(parse("nim(3,5)")).is_tame
