"""Each constant at which a method changes for large positions, as it is: both sides of it are compared.

The other side is an independent computation: a known formula, a table filled by the definition, or the method of the
other side with the constant moved. Constants of which both sides are small, or one side takes minutes or gigabytes
(NODES_BEFORE_DISK, LASTING_NODES, the budgets), are lowered in `test_thresholds.py`.
"""

import random
from contextlib import nullcontext
from functools import cache
from importlib import import_module
from itertools import product

import numpy as np
import pytest

from grundy import octal, parse, solve
from grundy.core.budget import Budget
from grundy.games.hackenbush import hackenbush
from grundy.kernels.definition import fill_by_definition, new_marks
from grundy.kernels.heap_engine import DEFINITION_HEAPS, HeapEngine
from grundy.kernels.heap_rules import UNEQUAL_SPLITS, HeapRules
from grundy.kernels.sparse_engine import SPAN
from grundy.solvers import retrograde
from grundy.solvers.misere.builder import QuotientBuilder
from grundy.solvers.misere.candidate import FIRST_MEMORY_BYTES, NUMBER_BYTES, NUMBERS_PER_PRODUCT, TooLarge, enlarge
from grundy.solvers.misere.quotient import quotient
from grundy.solvers.retrograde import PLAIN_ARROWS
from grundy.solvers.solver import Solver
from grundy.solvers.value_sequence import ValueSequence, search_period

pytestmark = pytest.mark.slow
FEW_SECONDS = 30.0


def table(rules: HeapRules, to: int) -> list[int]:
    """The values below a bound, by the definition."""
    values = np.zeros(to, np.uint16)
    fill_by_definition(values, 0, to, rules.digit_array(to), rules.distinct, new_marks(to))
    return [int(value) for value in values]


def subtraction_values(takes: list[int], to: int) -> list[int]:
    """The values of a subtraction game, by the definition."""
    values: list[int] = []
    for heap in range(to):
        reached = {values[heap - take] for take in takes if take <= heap}
        values.append(next(value for value in range(len(takes) + 1) if value not in reached))
    return values


def nimber(text: str) -> object:
    return Solver(Budget(seconds=FEW_SECONDS), fresh=True).nimber(parse(text))


def outcome(text: str, misere: bool = False) -> str:
    return Solver(Budget(seconds=FEW_SECONDS), fresh=True).outcome(parse(text), misere)


@pytest.mark.parametrize("code", ["0.77", "0.137", "0.07", "0.156", "0.6"])
def test_values_and_heaps_by_code(code: str) -> None:
    """FIRST_SEARCH_VALUES 128, PLAIN_OPTIONS 250,000 (some 700 heaps), DEFINITION_HEAPS 2,048."""
    to = 3 * DEFINITION_HEAPS
    known = table(HeapRules(tuple(map(int, code.replace(".", "")))), to)
    assert ValueSequence(octal(code)).array_below(to).tolist() == known
    for heap in (127, 128, 129, 699, 707, 708, DEFINITION_HEAPS - 1, DEFINITION_HEAPS, DEFINITION_HEAPS + 1, to - 1):
        assert nimber(f"octal({code})({heap})") == known[heap]


def test_unequal_splits() -> None:
    known = table(UNEQUAL_SPLITS, 3 * DEFINITION_HEAPS)
    assert ValueSequence(parse("grundys_game(1)").summands[0].ruleset).array_below(len(known)).tolist() == known


@pytest.mark.parametrize(
    ("known", "more"), [(-20_000, 20_000), (1, 20_000), (SPAN // 2 - 10_000, 20_000), (10**6, SPAN // 2 + 3_000)]
)
def test_lanes_of_many_heaps(known: int, more: int) -> None:
    """SPAN 33,554,432: lanes for all heaps, or a window, which moves on at last; the period of Kayles goes on."""
    kayles, known = ValueSequence(octal("0.77")), SPAN // 2 + known
    true = kayles.array_below(known + more).astype(np.uint16)
    assert kayles.is_proved
    engine = HeapEngine(HeapRules((0, 7, 7)), true[:known])
    engine.extend(len(true))
    assert engine.sparse
    assert (engine.sparse.lanes.reach < engine.sparse.limit) == (known > SPAN // 2)
    assert (engine.sparse.lanes.base > max(0, known - SPAN // 2)) == (more > SPAN // 2)
    np.testing.assert_array_equal(engine.values, true)


def test_enlargements_of_a_quotient_beyond_the_first_memory() -> None:
    """FIRST_MEMORY_BYTES 2^29: with so many powers of a heap of 1, and with one more, the quotient has two elements."""
    builder = QuotientBuilder(lambda heap: ((left,) for left in range(heap)))
    builder.extend(2, Budget())
    most = FIRST_MEMORY_BYTES // (NUMBER_BYTES * (1 + NUMBERS_PER_PRODUCT))
    for powers, is_small in ((most, True), (most + 1, False)):
        free = {1: (powers - 2, 2)}
        with nullcontext() if is_small else pytest.raises(TooLarge):
            enlarge(builder.candidate, free, builder.options, Budget(), FIRST_MEMORY_BYTES)
        found = builder.first_good(lambda _: True, builder.candidate, [free], Budget())
        assert (found.monoid.order, found.elements) == (2, [0, 1])
        assert [found.is_lost([1] * ones) for ones in range(6)] == [False, True] * 3


@pytest.mark.parametrize("piece", [1 << 16, 1 << 10, 1 << 20])
def test_periods_longer_than_a_piece(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.solvers.periods.PIECE_VALUES", piece)
    found = search_period(octal("0.16"), 1 << 19).period  # Gangolli and Plambeck 1989
    assert found
    assert (found.preperiod, found.period, found.proved) == (105_351, 149_459, True)


@pytest.mark.parametrize("vertices", [64, 65, 66])
def test_node_kayles_of_paths_and_cycles(vertices: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """MOST_VERTICES 64, MOST_LEAVES 32: a path is 0.137, a move in a cycle leaves a path shorter by three."""
    known = table(HeapRules((0, 1, 3, 7)), vertices + 1)
    for leaves in (32, 1, 1_000):
        monkeypatch.setattr("grundy.boards.graph_forms.MOST_LEAVES", leaves)
        assert nimber(f"node_kayles(path {vertices - 1})") == known[vertices]  # it counts edges
        assert nimber(f"node_kayles(cycle {vertices})") == (0 if known[vertices - 3] else 1)


@pytest.mark.parametrize("edges", [9_999, 10_000, 10_001])
def test_hackenbush_of_stalks(edges: int) -> None:
    """MOST_SPLIT_EDGES 10,000: a stalk is a heap of nim, and two stalks are two."""
    stalk = [(n, n + 1) for n in range(edges - 3)]
    short = [(0, edges), (edges, edges + 1), (edges + 1, edges + 2)]
    text = ",".join(f"{a}-{b}" for a, b in stalk + short)
    game = hackenbush(text)
    solver = Solver()
    assert solver.nimber(game) == (edges - 3) ^ 3
    assert (
        solver.winning(game).count == parse(f"nim({edges - 3},3)").solver().winning(parse(f"nim({edges - 3},3)")).count
    )


@pytest.mark.parametrize("last", [3_999, 4_000, 4_001])
def test_subtraction_of_many_places(last: int) -> None:
    """MOST_PLACES 4,000, MOST_VALUES 20,000, FIRST_VALUES 64."""
    takes = [1, 6, last]
    known = subtraction_values(takes, 25_000)
    for heap in (63, 64, 65, last - 1, last, last + 1, 2 * last + 3, 19_999, 20_000, 20_001, 24_999):
        assert nimber(f"subtraction(1,6,{last})({heap})") == known[heap], heap


def test_subtraction_of_primes() -> None:
    """FIRST_SIEVE 1,000."""
    primes = [n for n in range(2, 3_000) if all(n % d for d in range(2, int(n**0.5) + 1))]
    known = subtraction_values(primes, 3_000)
    for heap in (996, 997, 998, 999, 1_000, 1_001, 1_009, 1_010, 2_999):
        assert nimber(f"subtraction(primes)({heap})") == known[heap], heap


@pytest.mark.parametrize("kind", ["two_coins", "pile_form", "one_or_two"])
def test_coins_beyond_the_near_ones(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """NEAR_COIN 10,000: the rules alone, with the constant moved beyond the coins that are compared."""
    text, coins = f"coin_subtraction_{kind}(1,5)", (9_999, 10_000, 10_001, 10_002, 12_345)

    def values() -> list[object]:
        rules = parse(f"{text}(TH)").summands[0].ruleset
        return [rules.theorem((coin,)) for coin in coins]

    near = values()
    monkeypatch.setattr("grundy.games.coin_subtraction.NEAR_COIN", 20_000)
    assert values() == near


@pytest.mark.parametrize("length", [4_999, 5_000, 5_001])
def test_chomp_of_two_long_rows(length: int) -> None:
    """MOST_TURNED_SQUARES 10,000: two rows are lost if the second is one square shorter."""
    assert outcome(f"chomp({length},{length - 1})") == "P"
    assert outcome(f"chomp({length},{length})") == outcome(f"chomp({length},{length - 2})") == "N"


@pytest.mark.parametrize("columns", [63, 64, 65])
def test_chomp_of_many_cells(columns: int) -> None:
    """MOST_CELLS 128: a block of one layer and two rows is a bar."""
    assert outcome(f"chomp_3d({columns},{columns - 1})") == "P"
    assert outcome(f"chomp_3d({columns},{columns})") == "N"


@pytest.mark.parametrize("columns", [1_000, 1_001])
def test_chomp_of_three_rows(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """THREES_COLUMNS 1,000: the kernel of three rows and the one of all bars find the same bites."""
    bites = set()
    for bound in (1_000, 10_000, 0):
        monkeypatch.setattr("grundy.games.chomp.search.THREES_COLUMNS", bound)
        game = parse(f"chomp({columns},{columns},{columns})")
        bites.add(tuple(sorted(str(move.to) for move in Solver(fresh=True).winning(game).moves)))
    assert len(bites) == 1
    assert bites.pop()


@pytest.mark.parametrize("columns", [30, 31, 32, 33, 53, 54, 55, 56])
def test_cram_of_one_row(columns: int) -> None:
    """MOST_COLUMNS 31, MOST_SQUARES 54: one row is 0.07, either way round (MOST_ROWS 7)."""
    known = table(HeapRules((0, 0, 7)), columns + 1)
    assert nimber(f"cram(1x{columns})") == nimber(f"cram({columns}x1)") == known[columns]


@pytest.mark.parametrize("heap", [999, 1_000, 1_001, 1_002])
@pytest.mark.parametrize("code", ["0.77", "0.123"])
def test_misere_heaps(code: str, heap: int) -> None:
    """LARGEST_SEARCHED_HEAP 1,000, against the quotient of the first heaps and its period."""
    length, found = (12, quotient(octal(code), 130)) if code == "0.77" else (5, quotient(octal(code), 130))
    near = 100 + (heap - 100) % length
    assert outcome(f"octal({code})({heap})", misere=True) == ("P" if found.is_lost([near]) else "N")
    assert outcome(f"octal({code})({heap},3)", misere=True) == ("P" if found.is_lost([near, 3]) else "N")


@pytest.mark.parametrize("heap", [64, 65])
def test_misere_sums_of_two_games(heap: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """NEAR_HEAP 64, moved to both sides."""
    labels = set()
    for near in (64, 40, 80):
        monkeypatch.setattr("grundy.solvers.misere.mixed_quotient.NEAR_HEAP", near)
        labels.add(tuple(outcome(f"kayles({heap}) + octal(0.123)({n})", misere=True) for n in (2, 5)))
    assert len(labels) == 1


@pytest.mark.parametrize(("arrows", "misere"), [(PLAIN_ARROWS, False), (PLAIN_ARROWS + 1, True)])
def test_graphs_of_many_arrows(arrows: int, misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    choose, names = random.Random(arrows), [str(n) for n in range(2_000)]
    pairs = random.Random(arrows).sample(list(product(range(0, 2_000, 7), range(2_000))), arrows)
    tails, heads = [a for a, _ in pairs], [b if choose.random() < 0.1 else b * a // 2_000 for a, b in pairs]
    found = []
    for bound in (PLAIN_ARROWS, 0, 10 * PLAIN_ARROWS):
        monkeypatch.setattr(retrograde, "PLAIN_ARROWS", bound)
        found.append(dict(retrograde.analyse_arrows(names, tails, heads, misere)))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("bits", [17, 18, 19])
def test_shares_of_large_nimbers(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """MOST_SHARES 18 bits of a nimber: every move that is found wins, whether all are looked for or not."""
    game, module = parse(f"take2plus_split({2**bits + 5},6)"), import_module("grundy.games.take_away")
    moves = []
    for bound in (18, 0, 20):
        monkeypatch.setattr(module, "MOST_SHARES", bound)
        answer = solve(game, budget=Budget(seconds=FEW_SECONDS), fresh=True)
        assert answer.winning
        moves.append((answer.outcome, answer.nimber))
        assert all(nimber(str(move.to)) == 0 for move in answer.winning.moves[:20])
    assert len(set(moves)) == 1


@pytest.mark.parametrize("columns", [31, 32, 33])
def test_boxing_match_of_a_row_with_a_square(columns: int) -> None:
    """MOST_SQUARES 64: a row with two stones below its first, so that one move takes four stones, the others one."""

    @cache
    def value(others: int) -> int:
        """With the square whole: break it, take it, or take another stone."""
        options = {(others + 3) % 2, others % 2, *([value(others - 1)] if others else [])}
        return next(least for least in range(4) if least not in options)

    assert nimber(f"boxing_match({'1' * columns}/11{'0' * (columns - 2)})") == value(columns - 2)


@pytest.mark.parametrize("length", [999, 1_000, 1_001])
def test_blocks_of_one_long_row(length: int) -> None:
    """MOST_TURNED_CUBES 1,000: however a row of cubes lies, the one winning move leaves the poisoned cube alone."""
    for row in (f"{length}", ",".join("1" * length), "/".join("1" * length)):
        game = parse(f"chomp_3d({row})")
        assert [str(move.to) for move in Solver().winning(game).moves] == ["chomp_3d(1x1x1)"]
