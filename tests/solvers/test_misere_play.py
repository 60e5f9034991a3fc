"""Misère play: forms, genus and quotients against the definition, and published results."""

import csv
from contextlib import suppress
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import parse
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.expressions import parse_ruleset
from grundy.kernels.misere import outcomes
from grundy.solvers import search
from grundy.solvers.misere.builder import QuotientBuilder
from grundy.solvers.misere.candidate import Candidate
from grundy.solvers.misere.candidate_proof import CandidateProof, refutation
from grundy.solvers.misere.forms import Forms
from grundy.solvers.misere.genus import Genus
from grundy.solvers.misere.outcome import MiserePlay
from grundy.solvers.misere.quotient import Quotient, full_quotient, quotient, quotient_of
from grundy.solvers.solver import merge_heaps

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[1] / "data" / "misere_quotients.csv"
LAST = 7  # the largest heap in sums that are compared with the definition
RULESETS = [
    "kayles",
    "octal(0.123)",
    "octal(0.35)",
    "octal(0.07)",
    "octal(0.71)",
    "octal(4.7)",
    "subtraction(1,3,4)",
    "grundys_game",
    "hexadecimal(0.8F)",
]


def published_quotients() -> list[dict[str, str]]:
    with DATA.open(encoding="utf-8") as file:
        next(file)
        return list(csv.DictReader(file))


def heap_ruleset(text: str) -> HeapGame:
    ruleset = parse_ruleset(text)
    assert isinstance(ruleset, HeapGame)
    return ruleset


@cache
def quotient_to(text: str, to: int) -> Quotient:
    return quotient(heap_ruleset(text), to)


def sums() -> list[tuple[int, ...]]:
    """Every sum of up to three heaps of up to `LAST`, and of four of up to 4."""
    few = (heaps for count in range(4) for heaps in combinations_with_replacement(range(1, LAST + 1), count))
    return [*few, *combinations_with_replacement(range(1, 5), 4)]


@pytest.mark.parametrize("text", RULESETS)
def test_quotients_and_forms_are_the_definition(text: str) -> None:
    ruleset, forms = heap_ruleset(text), Forms()
    labels: search.Labels = {}
    found = quotient_to(text, LAST + 1)
    for heaps in sums():
        game = ruleset(*heaps) if heaps else ruleset(0)
        lost = search.outcome(game, True, labels) == "P"
        assert found.is_lost(heaps) == lost
        assert forms.is_lost(forms.parts(game)) == lost
        assert forms.genera[forms.total(forms.parts(game))].is_lost == lost


@pytest.mark.parametrize("text", ["kayles", "octal(0.35)"])
def test_the_definition_itself_is_the_rules(text: str) -> None:
    ruleset, found = heap_ruleset(text), quotient_to(text, LAST + 1)
    for heaps in combinations_with_replacement(range(1, 6), 3):
        assert found.is_lost(heaps) == (oracle.outcome(ruleset, heaps, True) == "P")


@pytest.mark.parametrize("row", published_quotients(), ids=lambda row: f"{row['code']} to {row['last_heap']}")
def test_orders(row: dict[str, str]) -> None:
    found = quotient_to(f"octal({row['code']})", int(row["last_heap"]) + 1)
    assert (found.monoid.order, found.monoid.p_portion) == (int(row["order"]), int(row["p_portion"]))


@pytest.mark.parametrize("row", [row for row in published_quotients() if row["period"]], ids=lambda row: row["code"])
def test_full_solutions(row: dict[str, str]) -> None:
    period = full_quotient(heap_ruleset(f"octal({row['code']})")).period
    assert period
    assert (period.preperiod, period.period, period.proved) == (int(row["preperiod"]), int(row["period"]), True)


def test_a_period_is_proved_by_no_less_than_the_theorem_asks() -> None:
    ruleset = heap_ruleset("kayles")
    needed = 2 * (71 + 12 - 1) + 2 + 1
    for to, proved in ((needed - 1, False), (needed, True)):
        period = quotient(ruleset, to).period
        assert period
        assert period.proved == proved


def test_a_wrong_quotient_is_refuted_by_its_least_wrong_sum() -> None:
    ruleset, labels = heap_ruleset("octal(0.123)"), dict[search.Whole, Outcome]()
    builder = QuotientBuilder(ruleset.options)
    builder.extend(13, Budget())
    monoid, elements = builder.candidate.monoid, builder.candidate.elements
    assert refutation(CandidateProof(Candidate(monoid, elements)), builder.options, Budget()) is None
    for heap, other in product(range(3, 13), range(monoid.order)):
        wrong = Candidate(monoid, [*elements[:heap], other, *elements[heap + 1 :]])
        if other != elements[heap] and set(monoid.generators) <= set(wrong.elements):
            found = refutation(CandidateProof(wrong), builder.options, Budget())
            assert found
            assert wrong.is_lost(found) != (search.outcome(ruleset(*found), True, labels) == "P")


ELEMENTS = st.integers(0, 245)


@given(ELEMENTS, ELEMENTS, ELEMENTS)
def test_a_quotient_is_a_commutative_monoid(x: int, y: int, z: int) -> None:
    times = quotient_to("octal(0.35)", 11).monoid.times
    assert times[x, y] == times[y, x]
    assert times[times[x, y], z] == times[x, times[y, z]]
    assert times[0, x] == x


def test_a_quotient_is_reduced_and_generated() -> None:
    monoid = quotient_to("octal(0.35)", 11).monoid
    assert len(np.unique(monoid.rows, axis=0)) == monoid.order
    for x, word in enumerate(monoid.words):
        assert x == monoid.product(
            [g for g, copies in zip(monoid.generators, word, strict=True) for _ in range(copies)]
        )


def test_a_presentation_defines_the_monoid() -> None:
    assert quotient_to("octal(0.75)", 13).presentation == "<a,b,c | a^2=1, bc=ab, b^3=b, c^2=b^2>"
    assert quotient_to("octal(0.75)", 13).pretending_function[:6] == ["1", "a", "b", "a", "b", "c"]


@pytest.mark.parametrize("text", ["kayles", "octal(0.35)", "grundys_game"])
def test_genera_are_the_definition(text: str) -> None:
    """A misère nimber is the one nim heap beside which the game is lost."""
    labels: search.Labels = {}
    for heap in range(1, 8):
        found = genus(f"{text}({heap})") if search.height(parse(f"{text}({heap})")) else None
        for twos in range(4 if found else 0):
            assert found
            company = ",".join(["2"] * twos + [str(found.digit(twos))])
            assert search.outcome(parse(f"{text}({heap}) + nim({company})"), True, labels) == "P"


def test_genera_as_text() -> None:
    assert str(genus("kayles(5)")) == "4^146"
    assert str(genus("kayles(25)")) == "1^731"
    assert str(genus("grundys_game(13)")) == "3^1431"
    assert str(genus("grundys_game(18)")) == "4^0564"
    assert str(genus("kayles(27)")) == "8^8,10"
    assert genus("octal(0.123)(9)").kind == "restive"
    assert genus("octal(0.123)(8)").kind == "restless"
    assert genus("kayles(7)").kind == "wild"


def genus(text: str) -> Genus:
    forms = Forms()
    (form,) = forms.parts(parse(text))
    return forms.genera[form]


@given(st.lists(st.integers(0, 9), max_size=4))
def test_nim_heaps_are_tame(heaps: list[int]) -> None:
    forms, game = Forms(), parse(f"nim({','.join(map(str, heaps)) or 0})")
    total = forms.genera[forms.total(forms.parts(game))]
    assert total.is_tame
    assert total.is_lost == forms.is_lost(forms.parts(game)) == (game.misere.outcome == "P")


def test_equal_games_have_equal_forms() -> None:
    forms = Forms()
    star, two = forms.make([0]), forms.make([0, forms.make([0])])
    assert forms.add(star, star) == 0
    assert forms.make([star, two]) == 0
    assert forms.add(two, two) == forms.make([two, forms.add(two, star)]) != 0


GAMES = {
    "kayles(10^100,3)": "N",
    "octal(0.123)(10^50,7,7)": "P",
    "kayles(9) + octal(0.123)(9) + nim(4)": None,
    "cram(3x4)": None,
    "dawsons_chess(20,11)": None,
}


@pytest.mark.parametrize(("text", "expected"), GAMES.items())
def test_outcomes_and_winning_moves(text: str, expected: str | None) -> None:
    game, play = merge_heaps(parse(text)), MiserePlay()
    outcome, method = play.outcome(game, Budget())
    assert method
    assert outcome == (expected or search.outcome(game, True))
    moves = play.reach(game, Budget())
    for move, _ in zip(moves or (), range(20), strict=False):
        assert play.outcome(game.put(0, move), Budget())[0] == "P"


@pytest.mark.parametrize(
    "text",
    ["kayles(9,7)", "octal(0.123)(9,8,3)", "dawsons_chess(12,5)", "kayles(6,5) + nim(3)", "kayles(5) + cram(2x3)"],
)
def test_winning_moves_are_those_to_lost_positions(text: str) -> None:
    game, labels = parse(text), dict[search.Whole, Outcome]()
    lost = [move.to for move in game.each_move() if search.outcome(move.to, True, labels) == "P"]
    assert {search.whole(move.to) for move in game.misere.winning_moves()} == {search.whole(to) for to in lost}


def test_winning_moves_of_a_heap_far_beyond_the_period_are_all_there() -> None:
    kayles, play = heap_ruleset("kayles"), MiserePlay()
    known = full_quotient(kayles)
    for heap in (1401, 1402, 1408):
        game = kayles(heap, 3, 9)
        play.quotients[kayles] = known
        moves = [move.position for move in game.each_move() if isinstance(move.position, tuple)]
        expected = {tidy(move) for move in moves if known.is_lost(move)}
        assert {tidy(move) for move in play.reach(game, Budget()) or ()} == expected


def tidy(heaps: tuple[int, ...]) -> tuple[int, ...]:
    """The heaps that are left, in order."""
    return tuple(sorted(filter(None, heaps)))


def test_not_decided_says_what_was_tried() -> None:
    with pytest.raises(NotDecided, match=r"forms.*quotient"):
        MiserePlay().outcome(parse("grundys_game(10^20)"), Budget(seconds=2.0))


def test_an_infinite_quotient_ends_in_an_answer() -> None:
    with pytest.raises(NotDecided):
        quotient(heap_ruleset("octal(4.7)"), 40, Budget(seconds=1.0))


def test_a_search_goes_on_from_where_it_stopped() -> None:
    ruleset = heap_ruleset("kayles")
    first, second = QuotientBuilder(ruleset.options), QuotientBuilder(ruleset.options)
    first.extend(20, Budget())
    second.resume(first.state, 30, Budget())
    assert len(second.candidate.elements) == 20
    second.extend(30, Budget())
    assert quotient_of(ruleset, second).monoid.order == 40


@pytest.mark.parametrize(("text", "to"), [("kayles", 30), ("octal(0.53)", 31), ("octal(0.07)", 26)])
def test_a_search_that_is_cut_short_again_and_again_is_still_proved(text: str, to: int) -> None:
    builder, positions = QuotientBuilder(heap_ruleset(text).options), 10
    while len(builder.candidate.elements) < to:
        with suppress(NotDecided):
            builder.extend(to, Budget(positions))
        positions = positions * 5 // 4 + 1
    assert positions > 100
    assert refutation(CandidateProof(builder.candidate), builder.options, Budget()) is None
    assert builder.candidate.monoid.order == quotient_to(text, to).monoid.order


def test_the_kernel_runs_uncompiled() -> None:
    """The powers of a heap of two beside nothing and beside a heap of one, which repeat from the second on."""
    order, times, down = np.arange(8), np.array([[0, 1], [1, 0]]), np.array([[-1], [0]])
    sizes, periods = np.array([4]), np.array([2])
    options, ends = np.array([[0, 0], [0, 0], [1, 0]]), np.array([0, 1, 3])
    for run in (outcomes, outcomes.py_func):
        found = run(order, times, down, sizes, periods, options, ends)
        assert found.tolist() == [False, True, False, False, True, False, False, False]
