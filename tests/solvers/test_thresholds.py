"""Each constant at which a method changes: the answers on both sides of it are those of the definition.

Small positions are solved with the constant as it is, and with one so small that the other method is used.
"""

from functools import cache
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import Any

import pytest

from grundy import octal, parse, solve
from grundy.core.game import Game
from grundy.solvers import retrograde, search
from grundy.solvers.misere.quotient import quotient
from grundy.solvers.value_sequence import ValueSequence

pytestmark = pytest.mark.slow

HEAP_GAMES = [f"{rules}({heap})" for rules in ("kayles", "octal(0.137)", "subtraction(1,3,4)") for heap in (5, 12, 20)]
TAILS = [f"octal({code})({heap})" for code in ("0.[1]", "0.1[02]", "0.3[01]", "0.14[2]") for heap in (3, 10, 17)]
SUMS = ["kayles(7) + nim(2)", "octal(0.[1])(9) + nim(1)", "subtraction(1,3)(9) + kayles(4)"]
BOARDS = ["cram(3x3)", "node_kayles(path 5)", "chomp(3x3)", "cram(2x3) + nim(1)"]

NORMAL_THRESHOLDS = [
    ("grundy.solvers.winning", "LARGEST_LISTED_HEAP", 0, HEAP_GAMES + TAILS + SUMS),
    ("grundy.solvers.winning", "FURTHER_SECONDS", 0.0, BOARDS),
    ("grundy.solvers.value_sequence", "FIRST_SEARCH_VALUES", 2, HEAP_GAMES + TAILS + SUMS),
    ("grundy.solvers.value_sequence", "PLAIN_OPTIONS", 1, HEAP_GAMES[:6:2] + TAILS[::3]),
    ("grundy.solvers.value_sequence", "PLAIN_OPTIONS_LOADED", 1, HEAP_GAMES[1:6:2] + TAILS[1::3]),
    ("grundy.solvers.value_sources", "MOST_HEAPS", 1, HEAP_GAMES[:3]),
    ("grundy.solvers.value_sources", "MOST_HEAPS_OF_A_TAIL", 0, TAILS[::4]),
    ("grundy.solvers.solution", "UNASKED_POSITIONS", 1, BOARDS + SUMS),
    ("grundy.solvers.proof.prover", "NODES_BEFORE_DISK", 1, BOARDS),
    ("grundy.games.sums.rules", "MOST_MOVES", 1, ["conjunctive(kayles(5), nim(3))"]),
    (
        "grundy.games.sums.rules",
        "COMPONENT_BUDGET",
        (1, 1.0),
        [f"{k}(kayles(4), nim(2))" for k in ("conjunctive", "selective", "ordinal")],
    ),
]
MISERE_THRESHOLDS = [
    (
        "grundy.solvers.misere.outcome",
        "LARGEST_SEARCHED_HEAP",
        0,
        ["kayles(9)", "kayles(3,4)", "octal(0.137)(8)", "subtraction(1,3)(9)"],
    ),
    ("grundy.solvers.misere.outcome", "LAST_FIRST_ATTEMPT", 0, HEAP_GAMES[:3]),
    ("grundy.solvers.misere.mixed_quotient", "NEAR_HEAP", 1, ["kayles(3) + octal(0.137)(4)"]),
    ("grundy.solvers.misere.candidate", "SORTING_RATIO", 0, ["kayles(9)", "kayles(3,4)"]),
]
CASES = [
    pytest.param(name, constant, value, text, misere, id=f"{constant}-{text}")
    for thresholds, misere in ((NORMAL_THRESHOLDS, False), (MISERE_THRESHOLDS, True))
    for name, constant, value, texts in thresholds
    for text in texts
]


@cache
def definition(game: Game, misere: bool) -> tuple[str, int | None, set[object]]:
    """The outcome, the nimber, and the options that win, by the moves alone."""
    memo = search.Labels()
    outcome = search.outcome(game, misere, memo)
    wins = {move.key for move in game.each_move() if search.outcome(move.to, misere, memo) == "P"}
    return outcome, None if misere else search.nimber(game), wins


def check_answer(text: str, misere: bool) -> None:
    answer, (outcome, nimber, wins) = solve(parse(text), misere, fresh=True), definition(parse(text), misere)
    assert answer.outcome == outcome
    assert answer.nimber == nimber or answer.nimber_status == "not computed"
    assert answer.winning
    mine = {move.key for move in answer.winning.moves}
    assert mine <= wins
    assert mine == wins or not answer.winning.complete


@pytest.mark.parametrize(("name", "constant", "value", "text", "misere"), CASES)
def test_both_sides(
    name: str, constant: str, value: Any, text: str, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    module: ModuleType = import_module(name)
    assert hasattr(module, constant)
    check_answer(text, misere)
    monkeypatch.setattr(module, constant, value)
    check_answer(text, misere)


@pytest.mark.parametrize("code", ["0.137", "0.07", "0.77", "0.[3]", "0.1[02]", "0.45"])
def test_plain_values_and_those_of_kernels(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = ValueSequence(octal(code)).array_below(120).tolist()
    module = import_module("grundy.solvers.value_sequence")
    for constant, value in (("PLAIN_OPTIONS", 1), ("PLAIN_OPTIONS_LOADED", 1), ("FIRST_STRETCH_VALUES", 3)):
        monkeypatch.setattr(module, constant, value)
    assert ValueSequence(octal(code)).array_below(120).tolist() == plain
    assert plain[:40] == [search.nimber(octal(code)(heap)) for heap in range(40)]


@pytest.mark.parametrize("misere", [False, True])
def test_plain_graphs_and_those_of_kernels(misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [str(n) for n in range(9)]
    arrows = [(a, b) for a, b in product(range(9), repeat=2) if (a * 7 + b * 5 + a * b) % 4 == 1]
    tails, heads = [a for a, _ in arrows], [b for _, b in arrows]
    plain = dict(retrograde.analyse_arrows(names, tails, heads, misere))
    monkeypatch.setattr(retrograde, "PLAIN_ARROWS", 0)
    assert dict(retrograde.analyse_arrows(names, tails, heads, misere)) == plain


def test_quotients_of_more_heaps_agree() -> None:
    small, large = quotient(octal("0.137"), 12), quotient(octal("0.137"), 20)
    for a, b in product(range(12), repeat=2):
        assert small.is_lost([a, b]) == large.is_lost([a, b]) == (search.outcome(octal("0.137")(a, b), True) == "P")
