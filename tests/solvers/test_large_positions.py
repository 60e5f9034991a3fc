"""Huge positions: `solve` answers at once, or ends as undecided in its time and memory."""

import json
import resource
import subprocess
import sys
from functools import reduce
from itertools import product
from operator import xor

import pytest

from grundy import parse
from grundy.core.budget import Budget
from grundy.expressions import parse_ruleset
from grundy.games.subtraction.rules import primes
from grundy.solvers.value_sequence import search_period
from grundy.solvers.winning import growing_options

MEMORY, MOST_SECONDS = 3 << 30, 10
HUGE = [  # the outcome, the nimber and the number of winning moves that are listed; None where nothing is decided
    ("subtraction(1 mod 3)(10^12)", False, ("N", 2, 1)),
    ("subtraction(odd)(10^100) + nim(2)", False, ("N", 2, 1)),
    ("subtraction(2+)(10^30)", False, ("N", 5 * 10**29, 2)),
    ("subtraction(1,1000000)(10^9)", False, None),
    ("subtraction(primes)(10^30)", False, None),
    ("empty_and_divide(10^20,10^21)", True, None),
    ("treblecross(3000)", False, ("N", 80, 1)),
]


@pytest.fixture(scope="module")
def compiled_kernels() -> None:
    """The kernels of heaps, compiled once and kept on disk: their compilation is not what is timed here."""
    parse_ruleset("dawsons_kayles(3)").values(4000)


def processor_seconds() -> float:
    """The processor time of all programs that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.slow
@pytest.mark.usefixtures("compiled_kernels")
@pytest.mark.parametrize(("text", "misere", "answer"), HUGE, ids=[text for text, _, _ in HUGE])
def test_time_and_memory(text: str, misere: bool, answer: tuple[str, int, int] | None) -> None:
    seconds = "5" if answer is None else "100"  # by the clock; what is decided is decided in little processor time
    command = [sys.executable, "-m", "grundy", "solve", text, "--json", "--timeout", seconds, *["--misere"] * misere]
    before = processor_seconds()
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    assert processor_seconds() - before < MOST_SECONDS
    found = json.loads(done.stdout)
    if answer is None:
        assert (done.returncode, found["outcome"], found["complete"]) == (1, None, False)
        return
    outcome, nimber, moves = answer
    assert (done.returncode, found["outcome"], found["nimber"]) == (0, outcome, nimber)
    assert len(found["winning_moves"]) >= moves


@pytest.mark.parametrize(
    "text", ["subtraction(all)", "subtraction(2+)", "subtraction(3+)", "octal(0.[2])", "octal(0.0[3])"]
)
def test_nimbers_that_grow(text: str) -> None:
    table = search_period(parse_ruleset(text), 500)
    code = table.code
    assert code
    assert table.period
    assert table.period.proved
    assert table.period.saltus
    for heap, nimber in product((1, 2, 3, 8, 21, 60, 97), range(6)):
        lawful = [left for left in code.options(heap) if reduce(xor, map(table.value, left), 0) == nimber]
        assert growing_options(code, table, heap, nimber, Budget()) == lawful, (heap, nimber)


def test_decisive_moves_of_treblecross() -> None:
    for cells in product(".X", repeat=6):
        row = "".join(cells)
        game = parse(f"treblecross({row})")
        rules = game.summands[0].ruleset
        assert list(rules.decisive_moves(row)) == [to for to in rules.moves(row) if "XXX" in to]


def test_primes_beyond_the_first_sieve() -> None:
    composite = {n for n in range(2, 5000) if any(n % d == 0 for d in range(2, 71) if d < n)}
    assert list(primes(4999)) == [n for n in range(2, 5000) if n not in composite]
    assert [list(primes(n)) for n in range(4)] == [[], [], [2], [2, 3]]
