"""Laws found from values: those that the books print, from the rules alone, and none where there is none."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, count

import pytest
from thorough import THOROUGH

from grundy import parse
from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.boards.numbers import Corner, Square
from grundy.catalog import entries
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, UndefinedError
from grundy.explain.conjecture import conjecture
from grundy.explain.laws.functions import FUNCTIONS
from grundy.explain.laws.law import KINDS, Index
from grundy.explain.laws.line import laws, simplest
from grundy.explain.laws.samples import Sample, legal_position, sample, shell
from grundy.expressions import parse_ruleset
from grundy.solvers import search

LASKER = "g(4k) = 4k - 1, g(4k + 1) = 4k + 1, g(4k + 2) = 4k + 2, g(4k + 3) = 4k + 4 for n >= 1"
KAYLES = "g(n) = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n mod 12] for n >= 71"
BOTH_ODD = "g(r,c) = v(((r - 1) or (c - 1)) + 1)"
PRINTED = [
    ("nim", "identity", "g(n) = n"),
    ("nimble", "identity", "g(n) = n"),
    ("rims", "identity", "g(n) = n"),
    ("twins", "identity", "g(n) = n"),
    ("turning_turtles", "identity", "g(n) = n"),
    ("poker_nim", "identity", "g(n) = n"),
    ("at_least_half", "binary digits", "g(n) = bits(n)"),
    ("at_most_half", "odd part", "g(n) = k(n + 1)"),
    ("dim_plus", "factors of 2", "g(n) = v(n) + 1 for n >= 1"),
    ("aliquot", "factors of 2", "g(n) = v(n) for n >= 1"),
    ("mock_turtles", "odious numbers", "g(n) = odious(n)"),
    ("triplets", "odious numbers", "g(n) = odious(n - 2) for n >= 2"),
    ("ruler", "power of 2 dividing", "g(n) = 2^v(n)"),
    ("rulerette", "power of 2 dividing", "g(n) = floor(2^v(n) / 2)"),
    ("lasker_nim", "arithmetic periodic", LASKER),
    ("even_if_not_all", "arithmetic periodic", "g(2k) = k - 1, g(2k + 1) = k + 1 for n >= 1"),
    ("even_or_singleton", "floor", "g(n) = floor(n / 2) for n >= 4"),
    ("mod3_take", "arithmetic periodic", "g(3k) = k - 1, g(3k + 1) = k, g(3k + 2) = k + 1 for n >= 1"),
    ("subtraction(1,2,3)", "remainder", "g(n) = n mod 4"),
    ("subtraction(odd)", "remainder", "g(n) = n mod 2"),
    ("subtraction(1,3,4)", "periodic", "g(n) = [0, 1, 0, 1, 2, 3, 2][n mod 7]"),
    ("subtraction(3)", "blocks", "g(n) = floor(n / 3) mod 2"),
    ("impatient_subtraction(2,5)", "periodic", "g(n) = [2, 1, 1, 2, 2, 1, 3][n mod 7] for n >= 1"),
    ("coin_subtraction_two_coins(1,3,4)", "periodic", "g(n) = [0, 1, 0, 1, 2, 3, 2][n mod 7]"),
    ("kayles", "periodic", KAYLES),
    ("brussels_sprouts", "remainder", "g(n) = n mod 2"),
    ("fibonacci_nim", "Fibonacci numbers", None),
    ("dynamic_subtraction(1)", "powers of 2", None),
    ("dynamic_subtraction(3)", "recurrence", None),
    ("wythoff", "Beatty pairs", None),
    ("moore_nim(2)", "Moore", None),
    ("moore_nim(3)", "Moore", None),
    ("nimble_k(2)", "Moore", None),
    ("moore_nim(1)", "nim-sum", "g(x1, x2, ...) = x1 xor x2 xor x3 ..."),
    ("staircase_nim", "nim-sum", "g(x1, x2, ...) = x1 xor x3 xor x5 ..."),
    ("welter", "Welter", None),
    ("empty_and_divide", "trailing ones", BOTH_ODD),
    ("rook_nim", "nim-sum", "g(r,c) = r xor c"),
    ("acrostic_twins", "nim-sum", "g(r,c) = r xor c"),
    ("turning_corners", "nim-product", "g(r,c) = r (x) c"),
    ("two_dimensional_nim", "infinite heaps", "g(r,c) = w*r + c"),
    ("chomp", "lost corner", None),
    ("divisor_chomp", "lost corner", None),
]


@pytest.mark.parametrize(("text", "kind", "formula"), PRINTED, ids=[text for text, _, _ in PRINTED])
def test_printed_laws(text: str, kind: str, formula: str | None) -> None:
    found = conjecture(parse_ruleset(text))
    assert found.law is not None
    assert found.law.kind == kind
    assert formula in (None, found.law.formula)
    assert found.theorem


def test_agreement_with_a_theorem_at_some_positions_is_no_proof() -> None:
    """Up to seven heaps of `moore_nim(70)` are worth their sum, as the theorem says far beyond; 71 ones are lost."""
    found = conjecture(parse_ruleset("moore_nim(70)"))
    assert found.law is not None
    assert (found.law.kind, found.theorem) == ("sum", None)
    assert found.json()["proved"] is False
    assert "agrees with Jenkyns and Mayberry 1980 at 72 positions" in found.evidence()
    assert parse(f"moore_nim(70)({','.join('1' * 71)})").outcome == "P"


def test_a_law_that_a_theorem_contradicts_is_dropped() -> None:
    """The sum fits all positions of `moore_nim(7)` with up to seven heaps, but eight ones are lost."""
    found = conjecture(parse_ruleset("moore_nim(7)"))
    assert found.law is not None
    assert (found.law.kind, found.law.parameters, found.theorem) == ("Moore", {"modulus": 8, "k": 7}, "Moore 1910")
    assert "sum" not in [law.kind for law in found.others]


def test_a_period_that_begins_beyond_the_first_values() -> None:
    found = conjecture(parse_ruleset("impatient_subtraction(1,756)"))
    assert found.law is not None
    assert found.law.value((757,)) == search.nimber(parse_ruleset("impatient_subtraction(1,756)")(757)) == 3
    assert found.theorem is not None
    assert found.theorem.startswith("period 757 from 1 on, Ferguson 2014")
    assert conjecture(parse_ruleset("impatient_subtraction(odd)")).theorem is None


PARAMETERS = [
    *(f"moore_nim({k})" for k in range(1, 10)),
    *(f"nimble_k({k})" for k in (1, 2, 7)),
    *(f"dynamic_subtraction({c})" for c in range(1, 8)),
    *(
        f"subtraction({s})"
        for s in ("all", "odd", "even", "primes", "squares", "1 mod 3", "2+", "1,4,9", "2,5,7+", "1,30")
    ),
    *(f"impatient_subtraction({s})" for s in ("1", "2,5", "1,2,3", "1,756", "3,50", "odd", "2+")),
    *(f"coin_subtraction_{form}(1,3,4)" for form in ("two_coins", "pile_form", "one_or_two")),
    *(f"dawsons_kayles({k})" for k in (1, 3, 4)),
    *("octal(0.[1])", "octal(0.1[02])", "octal(0.17)", "octal(0.156)", "octal(0.[7])", "octal(4.3)"),
    *("hexadecimal(0.8)", "hexadecimal(0.8F)", "hexadecimal(0.3F)", "hexadecimal(0.1F)"),
    *("ruler * twins", "mock_turtles * ruler", "twins * twins", "rulerette * turning_turtles", "triplets * twins"),
]
FAR_SECONDS = 0.15 if THOROUGH else 0.05  # for each law that is called proved
UNPROVED_SECONDS = 5.0 if THOROUGH else 1.5  # to find a law


def far_indices(found: Sample) -> Iterator[Index]:
    """Positions of the family in order of size, without end; of several numbers many small and a few large ones."""
    first = min(found.values)[0] if found.shape == "line" else int(found.shape == "several")
    for number in count(first):
        if found.shape == "several":
            yield from combinations_with_replacement((1, 2, 3), number)
            yield from combinations(range(number), 3)
            yield from ((number, number + 1, 2 * number), (1, 1, 2, number), (0, 1, 2, 3, 5, number))
        else:
            yield from shell(found, number, None)


@pytest.mark.slow
@pytest.mark.parametrize("text", [*(e.name for e in entries().values() if e.ruleset), *PARAMETERS])
def test_what_is_called_proved_holds_far_beyond_the_sample(text: str) -> None:
    ruleset = parse_ruleset(text)
    try:
        found = conjecture(ruleset, None, Budget(seconds=UNPROVED_SECONDS))
    except GrundyError:
        return
    if not found.law or not found.theorem:
        return
    larger = sample(ruleset, 4 * found.sample.to, Budget(seconds=FAR_SECONDS))
    assert all(found.law.holds(index, nimber) for index, nimber in larger.values.items())
    memo, budget = search.Values(), Budget(seconds=FAR_SECONDS)
    with suppress(NotDecided, UndefinedError):  # the time is over, or the definition does not apply
        for index in far_indices(found.sample):
            position = (
                legal_position(ruleset, index) if found.sample.shape == "several" else found.sample.position(index)
            )
            if position is not None:
                assert found.law.holds(index, search.nimber(Game.of(ruleset, position), memo, budget)), index


def test_exceptions_of_kayles_and_dawsons_chess() -> None:
    kayles, chess = conjecture(parse_ruleset("kayles")), conjecture(parse_ruleset("dawsons_chess"))
    assert kayles.json()["exceptions"] == [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
    assert chess.json()["exceptions"] == [0, 14, 16, 17, 31, 34, 51]
    assert chess.law is not None
    assert chess.law.parameters == {"period": 34, "preperiod": 52, "saltus": 0}
    assert [law.parameters for law in chess.others] == [{"ruleset": "dawsons_kayles", "shift": 1}]


def test_moduli_of_moore() -> None:
    for k in (2, 3, 4):
        law = conjecture(parse_ruleset(f"moore_nim({k})")).law
        assert law is not None
        assert law.parameters == {"modulus": k + 1, "k": k}


def test_gaps_of_silver_dollar() -> None:
    law = conjecture(parse_ruleset("silver_dollar")).law
    assert law is not None
    assert all(
        law.value((a, b, c)) == parse(f"silver_dollar({a},{b},{c})").nimber for a, b, c in [(0, 3, 9), (2, 5, 6)]
    )


def test_tartan_products_are_factored() -> None:
    law = conjecture(parse_ruleset("mock_turtles * ruler"), 9).law
    assert law is not None
    assert (law.kind, law.formula) == ("nim-product", "g(r,c) = f(r) (x) h(c), f(n) = odious(n), h(n) = 2^v(n)")
    assert conjecture(parse_ruleset("coin_subtraction_two_coins(1,2) * twins"), 10).theorem is None


@pytest.mark.parametrize("text", ["grundys_game", "subtraction(primes)", "subtraction(fibonacci)"])
def test_no_law(text: str) -> None:
    assert conjecture(parse_ruleset(text)).law is None


def test_games_in_disguise() -> None:
    grunt, treblecross = (conjecture(parse_ruleset(name)) for name in ("grunt", "treblecross"))
    assert grunt.law is not None
    assert treblecross.law is not None
    assert grunt.law.parameters == {"ruleset": "grundys_game", "shift": 0}
    assert treblecross.law.parameters == {"ruleset": "dawsons_kayles(3)", "shift": 2}
    assert treblecross.law.exceptions == {(2,): 0}


def test_a_law_that_no_theorem_covers_is_not_called_proved() -> None:
    found = conjecture(parse_ruleset("subtraction(powers_of_2)"), 300)
    assert found.law is not None
    assert (found.law.formula, found.theorem) == ("g(n) = n mod 3", None)
    assert found.json()["checked_to"] == 300


@dataclass(frozen=True)
class Divide(HeapGame):
    """Leave a proper divisor of the heap."""

    def options(self, heap: Heap) -> Iterator[Position]:
        """The proper divisors."""
        return ((left,) for left in range(1, heap) if heap % left == 0)


@dataclass(frozen=True)
class WiderQueen(Ruleset[Square]):
    """Take from one heap, or from both numbers that differ by at most 1."""

    board = Corner()

    def moves(self, position: Square) -> Iterator[Square]:
        """Fewer of one, or nearly equally fewer of both."""
        a, b = position
        yield from ((x, b) for x in range(a))
        yield from ((a, y) for y in range(b))
        yield from ((x, y) for x in range(a) for y in range(b) if abs((a - x) - (b - y)) < 2)


def test_a_persons_own_games() -> None:
    divide, queen = conjecture(Divide(), 200), conjecture(WiderQueen(), 20)
    assert divide.law is not None
    assert queen.law is not None
    assert divide.law.formula == "g(n) = Omega(n) for n >= 1"
    assert (queen.law.kind, queen.law.parameters["difference"]) == ("Beatty pairs", 2)
    assert divide.theorem is None
    assert queen.theorem is None


def test_laws_agree_with_the_definition_beyond_the_values_they_came_from() -> None:
    for text in ("take2plus_split", "hexadecimal(0.3F)", "hexadecimal(0.8)", "take1mod3_split"):
        ruleset, found = parse_ruleset(text), conjecture(parse_ruleset(text), 36)
        memo: search.Values = {}
        assert found.law is not None
        assert [found.law.value((n,)) for n in range(50)] == [search.nimber(ruleset(n), memo) for n in range(50)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=[function.kind for function in FUNCTIONS])
@pytest.mark.parametrize(("shift", "offset"), [(0, 0), (1, 2), (-2, 0)])
def test_every_function_is_found(function, shift: int, offset: int) -> None:  # type: ignore[no-untyped-def]
    values = [function.value(n + shift) + offset if n + shift >= function.least else 9 for n in range(150)]
    law = simplest(values, 0)
    assert law is not None
    assert law.kind in (function.kind, *KINDS[: KINDS.index(function.kind)])
    assert [law.value((n,)) for n in range(150)] == values


def test_split_periods() -> None:
    values = [n // 3 if n % 3 else n % 2 + 5 for n in range(120)]
    law = simplest(values, 0)
    assert law is not None
    assert law.kind == "split periodic"
    assert [law.value((n,)) for n in range(120)] == values


def test_held_out_values_reject_a_law() -> None:
    assert simplest([n % 4 for n in range(90)], 0) is not None
    assert not list(laws([n % 4 for n in range(90)] + [2] + [n % 3 for n in range(20)], 0))


def test_values_at_random_follow_no_law() -> None:
    state, values = 1, []
    for _ in range(300):
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        values.append(state >> 16 & 7)
    assert not list(laws(values, 0))


def test_boards_without_a_family() -> None:
    with pytest.raises(UndefinedError, match="neither a sequence nor a table"):
        conjecture(parse_ruleset("hackenbush"))


def test_too_few_values() -> None:
    with pytest.raises(NotDecided, match="too few"):
        conjecture(parse_ruleset("cram"), None, Budget(seconds=0.0))
