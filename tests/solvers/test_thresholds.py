"""Each constant at which a method changes: the answers on both sides of it are those of the definition.

Small positions are solved with the constant as it is, and with one so small that the other method is used. Constants
that bound what is read, listed or printed, or that end a search, change no method and are not here. Some are
parameters: `depth_first_nodes` and `most_entries` of the prover and the kernel that is wished for have their tests
beside those of the proof search and of the kernels.
"""

from functools import cache
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from grundy import octal, parse, solve
from grundy.core.game import Move
from grundy.kernels import heap_engine, lane_window, sparse_engine
from grundy.kernels.definition import fill_by_definition, new_marks
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import UNEQUAL_SPLITS, HeapRules
from grundy.solvers import retrograde, search
from grundy.solvers.misere.quotient import quotient
from grundy.solvers.proof.prover import Provers
from grundy.solvers.value_sequence import ValueSequence

pytestmark = pytest.mark.slow
KERNEL_HEAPS = 1_500

HEAP_GAMES = [f"{rules}({heap})" for rules in ("kayles", "octal(0.137)", "subtraction(1,3,4)") for heap in (5, 12, 20)]
TAILS = [f"octal({code})({heap})" for code in ("0.[1]", "0.1[02]", "0.3[01]", "0.14[2]") for heap in (3, 10, 17)]
SUMS = ["kayles(7) + nim(2)", "octal(0.[1])(9) + nim(1)", "subtraction(1,3)(9) + kayles(4)"]
SETS = [f"subtraction({taken})(20)" for taken in ("1,3,4", "2+", "odd", "primes", "2 mod 3")]
SETS += ["impatient_subtraction(1,3)(9)", "impatient_subtraction(2,5)(30)", "subtraction(odd)(9) + nim(2)"]
COINS = [f"coin_subtraction_{kind}(1,3)(THHTTHTTTTH)" for kind in ("two_coins", "pile_form", "one_or_two")]
GRAPHS = [
    "node_kayles(cycle 6)",
    "node_kayles(0-1,0-2,0-3,3-4)",
    "hackenbush(0-1,1-2,1-3,0-4,4-4)",
    "node_removal(path 5)",
]
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
    ("grundy.solvers.periods", "MOST_HEAPS", 0, [*TAILS[9:], "subtraction(2+)(9)", "hexadecimal(0.8)(12)"]),
    ("grundy.solvers.periods", "PIECE_VALUES", 1, HEAP_GAMES[::4]),
    ("grundy.boards.graph_forms", "MOST_LEAVES", 1, GRAPHS),
    ("grundy.boards.graph_forms", "MOST_VERTICES", 0, GRAPHS),
    ("grundy.games.hackenbush.rules", "MOST_SPLIT_EDGES", 0, GRAPHS),
    ("grundy.games.subtraction.rules", "MOST_PLACES", 0, SETS),
    ("grundy.games.subtraction.rules", "MOST_VALUES", 1, SETS),
    ("grundy.games.subtraction.rules", "FIRST_VALUES", 1, SETS),
    ("grundy.games.subtraction.rules", "FIRST_SIEVE", 2, SETS),
    (
        "grundy.games.take_away",
        "MOST_SHARES",
        0,
        ["take2plus_split(9,6)", "take1mod3_split(11)", "take1mod3_split(7,3)"],
    ),
    ("grundy.games.coin_subtraction", "NEAR_COIN", 2, COINS),
    ("grundy.games.chomp.rules", "MOST_TURNED_SQUARES", 0, ["chomp(3x3)", "chomp(4,2,1)"]),
    ("grundy.games.chomp.board", "MOST_TURNED_CUBES", 0, ["chomp_3d(2x2x2)", "chomp_3d(1x2x3)"]),
    ("grundy.games.sums.rules", "MOST_MOVES", 1, ["conjunctive(kayles(5), nim(3))"]),
    ("grundy.games.sums.rules", "QUICK_BUDGET", (1, 1.0), [f"conjunctive(kayles({n}), nim(2))" for n in (1, 4, 5)]),
]
# Where the definition takes long. There it is called too long for every position.
HARD_THRESHOLDS = [
    ("grundy.solvers.proof.prover", "NODES_BEFORE_DISK", 0, BOARDS),
    ("grundy.solvers.proof.memory", "LASTING_NODES", 0, BOARDS),
    ("grundy.games.cram.kernel", "MOST_ROWS", 0, ["cram(3x3)", "cram(2x3) + nim(1)"]),
    ("grundy.games.boxing_match.search", "MOST_SQUARES", 0, ["boxing_match(2x3)", "boxing_match(3x3)"]),
    ("grundy.games.boxing_match.search", "COUPLES_PER_CALL", 1, ["boxing_match(2x3)", "boxing_match(3x3)"]),
    ("grundy.games.boxing_match.search", "FIRST_SLOTS", 16, ["boxing_match(2x3)", "boxing_match(3x3)"]),
    ("grundy.games.sprouts.search", "LIGHT_LIVES", 0, ["sprouts(2)"]),
    ("grundy.games.sprouts.search", "PLAIN_LISTS", 0, ["sprouts(2)"]),
    ("grundy.games.chomp.search", "THREES_COLUMNS", 0, ["chomp(3x4)", "chomp(5,4,2)"]),
    ("grundy.games.chomp.search", "TILE_ROWS", 1, ["chomp(3x4)", "chomp(5,4,2)"]),
    ("grundy.games.chomp.search", "CLOCK_BARS", 1, ["chomp(3x4)", "chomp_3d(2x2x2)", "divisor_chomp(36)"]),
    ("grundy.games.chomp.search", "MOST_CELLS", 0, ["chomp_3d(2x2x2)", "divisor_chomp(36)"]),
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
    ("grundy.solvers.misere.candidate", "FIRST_MEMORY_BYTES", 1, ["kayles(9)", "kayles(3,4)"]),
    ("grundy.solvers.misere.builder", "FIRST_POWERS", (0, 1), ["kayles(9)", "octal(0.137)(8)"]),
    ("grundy.solvers.misere.quotient", "FIRST_HEAPS", 1, ["kayles(9)", "octal(0.137)(8)"]),
    ("grundy.games.sums.rules", "QUICK_BUDGET", (1, 1.0), [f"conjunctive(kayles({n}), nim(2))" for n in (1, 4, 5)]),
    ("grundy.games.chomp.rules", "MOST_TURNED_SQUARES", 0, ["chomp(3x3)", "chomp(4,2,1)"]),
    ("grundy.boards.graph_forms", "MOST_LEAVES", 1, GRAPHS[:2]),
]
CASES = [
    pytest.param(name, constant, value, text, misere, hard, id=f"{constant}-{text}{'-misere' * misere}{'-hard' * hard}")
    for thresholds, misere, hard in (
        (NORMAL_THRESHOLDS, False, False),
        (MISERE_THRESHOLDS, True, False),
        (HARD_THRESHOLDS, False, True),
        (HARD_THRESHOLDS, True, True),
    )
    for name, constant, value, texts in thresholds
    for text in texts
]


@cache
def definition(text: str, misere: bool) -> tuple[str, int | None, list[Move]]:
    """The outcome, the nimber, and the moves that win, by the definition."""
    game, values, labels = parse(text), search.Values(), search.Labels()
    moves = list(game.each_move())
    if misere:
        wins = [move for move in moves if search.outcome(move.to, True, labels) == "P"]
        return search.outcome(game, True, labels), None, wins
    nimber = search.nimber(game, values)
    return "N" if nimber else "P", nimber, [move for move in moves if not search.nimber(move.to, values)]


def check_answer(text: str, misere: bool) -> None:
    answer, (outcome, nimber, winning) = solve(parse(text), misere=misere, fresh=True), definition(text, misere)
    assert answer.outcome == outcome
    assert answer.nimber == nimber or answer.nimber_status == "not computed"
    assert answer.winning
    wins, mine = {move.key for move in winning}, {move.key for move in answer.winning.moves}
    assert mine <= wins
    assert mine == wins or not answer.winning.complete


@pytest.mark.parametrize(("name", "constant", "value", "text", "misere", "hard"), CASES)
def test_both_sides(
    name: str, constant: str, value: Any, text: str, misere: bool, hard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    module: ModuleType = import_module(name)
    assert hasattr(module, constant)
    if hard:
        monkeypatch.setattr(Provers, "takes_long", lambda *_: True)
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


KERNEL_THRESHOLDS = [
    (heap_engine, "DEFINITION_HEAPS", 64),
    (heap_engine, "FEW_TAKES", 0),
    (sparse_engine, "SAMPLE_HEAPS", 64),
    (sparse_engine, "SPAN", 1 << 10),
    (sparse_engine, "PROBE_HEAPS", 64),
    (sparse_engine, "PROBES", 4),
    (sparse_engine, "LONG", 1),
    (sparse_engine, "NEW_RARES", 1),
    (sparse_engine, "LANE_RARITY", 0.0),
    (sparse_engine, "LANE_RARITY", 1.0),
    (lane_window, "PIECE", 64),
]


@pytest.mark.parametrize(("module", "constant", "value"), KERNEL_THRESHOLDS)
def test_both_sides_of_the_choice_of_a_kernel(
    module: ModuleType, constant: str, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hasattr(module, constant)
    for rules in (HeapRules((0, 7, 7)), HeapRules((0, 1, 3, 7)), HeapRules((0, 3, 0, 3)), UNEQUAL_SPLITS):
        plain = np.zeros(KERNEL_HEAPS, np.uint16)
        digits = rules.digit_array(KERNEL_HEAPS)
        fill_by_definition(plain, 0, KERNEL_HEAPS, digits, rules.distinct, new_marks(KERNEL_HEAPS))
        engine = HeapEngine(rules)
        with monkeypatch.context() as patch:
            patch.setattr(heap_engine, "DEFINITION_HEAPS", 128)
            patch.setattr(module, constant, value)
            engine.extend(KERNEL_HEAPS)
        np.testing.assert_array_equal(engine.values, plain)


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
