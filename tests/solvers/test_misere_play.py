"""Misère play: forms, genus and quotients against the definition, and published results."""

import csv
from functools import cache
from itertools import combinations_with_replacement
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
from grundy.kernels.misere import layer
from grundy.solvers import search
from grundy.solvers.answer import merged
from grundy.solvers.misere.forms import Forms
from grundy.solvers.misere.genus import Genus
from grundy.solvers.misere.monoid import obeys
from grundy.solvers.misere.outcome import MiserePlay
from grundy.solvers.misere.quotient import Quotient, builder_of, joint, quotient, quotient_of, solved

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


def published() -> list[dict[str, str]]:
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
        assert found.lost(heaps) == lost
        assert forms.lost(forms.parts(game)) == lost
        assert forms.genera[forms.total(forms.parts(game))].lost == lost


@pytest.mark.parametrize("text", ["kayles", "octal(0.35)"])
def test_the_definition_itself_is_the_rules(text: str) -> None:
    ruleset, found = heap_ruleset(text), quotient_to(text, LAST + 1)
    for heaps in combinations_with_replacement(range(1, 6), 3):
        assert found.lost(heaps) == (oracle.outcome(ruleset, heaps, True) == "P")


@pytest.mark.parametrize("row", published(), ids=lambda row: f"{row['code']} to {row['last_heap']}")
def test_orders(row: dict[str, str]) -> None:
    found = quotient_to(f"octal({row['code']})", int(row["last_heap"]) + 1)
    assert (found.monoid.order, found.monoid.p_portion) == (int(row["order"]), int(row["p_portion"]))


@pytest.mark.parametrize("row", [row for row in published() if row["period"]], ids=lambda row: row["code"])
def test_full_solutions(row: dict[str, str]) -> None:
    period = solved(heap_ruleset(f"octal({row['code']})")).period
    assert period
    assert (period.preperiod, period.period, period.proved) == (int(row["preperiod"]), int(row["period"]), True)


def test_a_period_is_proved_by_no_less_than_the_theorem_asks() -> None:
    ruleset = heap_ruleset("kayles")
    needed = 2 * (71 + 12 - 1) + 2 + 1
    for to, proved in ((needed - 1, False), (needed, True)):
        period = quotient(ruleset, to).period
        assert period
        assert period.proved == proved


def test_a_wrong_quotient_is_refuted() -> None:
    builder = builder_of(heap_ruleset("octal(0.123)"))
    builder.extend(25)
    elements = builder.elements
    reached = [{builder.monoid.product([elements[p] for p in left]) for left in sums} for sums in builder.options]
    assert obeys(builder.monoid, elements, reached, Budget())
    for heap in (3, 6, 8, 9, 24):
        for other in range(builder.monoid.order):
            if other != elements[heap]:
                wrong = [*elements[:heap], other, *elements[heap + 1 :]]
                again = [{builder.monoid.product([wrong[p] for p in left]) for left in s} for s in builder.options]
                assert not obeys(builder.monoid, wrong, again, Budget())


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
    assert quotient_to("octal(0.75)", 13).pretending[:6] == ["1", "a", "b", "a", "b", "c"]


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
    assert total.tame
    assert total.lost == forms.lost(forms.parts(game)) == (game.misere.outcome == "P")


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
    game, play = merged(parse(text)), MiserePlay(Budget())
    outcome, method = play.outcome(game)
    assert method
    assert outcome == (expected or search.outcome(game, True))
    moves = play.reach(game)
    for move, _ in zip(moves or (), range(20), strict=False):
        assert play.outcome(game.put(0, move))[0] == "P"


def test_several_rulesets_have_a_joint_quotient() -> None:
    kayles, other = heap_ruleset("kayles"), heap_ruleset("octal(0.123)")
    found, labels = joint((kayles, other), 8), dict[search.Whole, Outcome]()
    for mine in combinations_with_replacement(range(8), 2):
        for theirs in combinations_with_replacement(range(0, 8, 3), 2):
            lost = search.outcome(kayles(*mine) + other(*theirs), True, labels) == "P"
            assert found.lost([*(2 * heap for heap in mine), *(2 * heap + 1 for heap in theirs)]) == lost


def test_not_decided_says_what_was_tried() -> None:
    with pytest.raises(NotDecided, match=r"forms.*quotient"):
        MiserePlay(Budget(seconds=2.0)).outcome(parse("grundys_game(10^20)"))


def test_an_infinite_quotient_ends_in_an_answer() -> None:
    with pytest.raises(NotDecided):
        quotient(heap_ruleset("octal(4.7)"), 40, Budget(seconds=1.0))


def test_a_search_goes_on_from_where_it_stopped() -> None:
    ruleset = heap_ruleset("kayles")
    first, second = builder_of(ruleset), builder_of(ruleset)
    first.extend(20)
    second.resume(first.kept)
    second.extend(30)
    assert quotient_of(ruleset, second).monoid.order == 40


def test_the_kernel_runs_uncompiled() -> None:
    builder = builder_of(heap_ruleset("octal(0.75)"))
    builder.extend(10)
    sizes = np.array([2], np.int64)
    shift = np.array([[[0, 1, 0], [0, -1, -1]]], np.int64)
    moves, ends = np.array([[0, -1]], np.int64), np.array([0, 0, 1], np.int64)
    below, owner = np.array([False, True]), np.array([-1, 0], np.int64)
    compiled, plain = (run(below, sizes, shift, moves, ends, owner) for run in (layer, layer.py_func))
    assert (compiled == plain).all()
