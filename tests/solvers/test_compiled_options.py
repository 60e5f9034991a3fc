"""Compiled options against the mex over the options themselves."""

import linecache
import math
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from math import isqrt
from operator import xor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thorough import THOROUGH

from grundy import HeapGame, catalog
from grundy.core.nimbers import mex
from grundy.solvers.compiled_options import NUMBER_BOUND, compile_options

pytestmark = pytest.mark.slow

Options = Iterator[tuple[int, ...]]

THREE = 3
__MOST = 5
STEPS = (1, 4, 9)
BRANCHES = [1, 2]
WORDS = ["+", "-", "*", "//", "%", "&", "|", "^", "and", "or", "<", "<=", "==", "!=", ">", ">="]


@dataclass(frozen=True)
class OwnNim(HeapGame):
    def options(self, heap: int) -> Options:
        """A docstring."""
        for left in range(heap):
            yield (left,)


@dataclass(frozen=True)
class OwnEvenIfNotAll(HeapGame):
    def options(self, heap: int) -> Options:
        yield from ((heap - take,) for take in range(2, heap, 2))
        if heap % 2:
            yield ()


@dataclass(frozen=True)
class OwnMod3(HeapGame):
    def options(self, heap: int) -> Options:
        take = THREE
        while take < heap:
            yield (heap - take,)
            take += THREE
        if heap % 3 == 2:
            yield (0,)


@dataclass(frozen=True)
class OwnKayles(HeapGame):
    def options(self, heap: int) -> Options:
        return (
            (left, heap - taken - left) for taken in (1, 2) if taken <= heap for left in range((heap - taken) // 2 + 1)
        )


@dataclass(frozen=True)
class ThreeParts(HeapGame):
    def options(self, heap: int) -> Options:
        if heap > 90:  # cubic
            return
        yield from ((a, b, heap - a - b) for a in range(1, heap // 3 + 1) for b in range(a, (heap - a) // 2 + 1))


@dataclass(frozen=True)
class Take(HeapGame):
    take: tuple[int, ...] = (1, 3, 4)
    whole: bool = True

    def options(self, heap: int) -> Options:
        for take in self.take:
            if take < heap or (self.whole and take == heap):
                yield (heap - take,)


@dataclass(frozen=True)
class Squares(HeapGame):
    def options(self, heap: int) -> Options:
        return iter([(heap - root * root,) for root in range(1, isqrt(heap) + 1)])


@dataclass(frozen=True)
class LastSquare(HeapGame):
    def options(self, heap: int) -> Options:
        root = math.isqrt(heap)
        return iter(((heap - root * root,), (heap - 1,)) if heap else ())


@dataclass(frozen=True)
class Fibonacci(HeapGame):
    def options(self, heap: int) -> Options:
        a, b = 1, 2
        while True:
            if a > heap:
                break
            yield (heap - a,)
            a, b = b, a + b


@dataclass(frozen=True)
class OneByOne(HeapGame):
    def options(self, heap: int) -> Options:
        return iter([(heap - 1,)] if heap else [])


@dataclass(frozen=True)
class Downwards(HeapGame):
    k: int = 2

    def options(self, heap: int) -> Options:
        for left in range(heap - self.k, -1, -self.k):
            if left % 5 == 1:
                continue
            yield (left,) if left < 7 else (left // 2, left - left // 2)


@dataclass(frozen=True)
class Constants(HeapGame):
    least_taken = 2

    def options(self, heap: int) -> Options:
        for step in STEPS:
            taken: int = max(step, self.least_taken, THREE)
            if not heap < taken:
                yield (heap - taken,)
        for left in [heap // 2, heap >> 2, heap & -heap]:
            if left < heap:
                yield (left,)


@dataclass(frozen=True)
class Truths(HeapGame):
    """Comparisons are numbers, and `and` and `or` give back what they were given."""

    def options(self, heap: int) -> Options:
        for left in range(heap):
            if 0 < left <= heap - 2 != 7:
                yield (left - (left > 3) - (heap % 4 == 3), left and left - 1)
                yield ((left % 3 or heap // 2), -(not left) + 1, (left | 1) ^ 1)


@dataclass(frozen=True)
class Changing(HeapGame):
    """Variables that change under way; a comprehension keeps its own."""

    def options(self, heap: int) -> Options:
        heap -= 1
        left = heap // 3
        for i in range(left):
            i = i * 2
            yield from ((left, i) for left in range(i, heap, 7) for i in range(left, left + 2))
            yield (left,)
            left = min(left + 1, heap)
        if heap > 3:
            last = abs(left - heap)
        elif heap > 0:
            last = 0
        else:
            return
        yield (last,)


@dataclass(frozen=True)
class Floors(HeapGame):
    """Division of negative numbers."""

    def options(self, heap: int) -> Options:
        for a in range(1, heap):
            yield (-a // 3 + heap, (a - heap) % 7 % heap)
            yield ((-heap) % -a + heap - 1, (-heap >> 1) + heap)


OWN: list[HeapGame] = [
    OwnNim(),
    OwnEvenIfNotAll(),
    OwnMod3(),
    OwnKayles(),
    ThreeParts(),
    Take(),
    Take((), False),
    Take((2, 5, 300), False),
    Squares(),
    LastSquare(),
    Fibonacci(),
    OneByOne(),
    Downwards(),
    Downwards(3),
    Constants(),
    Truths(),
    Changing(),
    Floors(),
]
CATALOGUE = ["at_least_half", "at_most_half", "dawsons_kayles", "grundys_game", "lasker_nim"]


def plain_value(ruleset: HeapGame, n: int, known: list[int]) -> int:
    """The value of heap n by the definition, or an error."""
    options = list(ruleset.options(n))
    assert all(0 <= heap < n for option in options for heap in option)
    return mex(reduce(xor, (known[heap] for heap in option), 0) for option in options)


def plain(ruleset: HeapGame, to: int) -> list[int]:
    """The values below `to` by the definition, or as far as they go without an error."""
    known: list[int] = []
    while len(known) < to:
        try:
            known.append(plain_value(ruleset, len(known), known))
        except (ArithmeticError, AssertionError, TypeError, UnboundLocalError, ValueError):
            break
    return known


def compiled_values(ruleset: HeapGame, to: int) -> list[int]:
    """The compiled values below `to`, or as far as they go; in three runs."""
    advance, values = compile_options(ruleset), np.zeros(to, np.uint16)
    assert advance is not None
    reached = 0
    for stop in (1, to // 3, to):
        if advance(values, reached, stop) < stop:
            reached = advance(values, reached, stop)
            break
        reached = stop
    return [int(value) for value in values[:reached]]


@pytest.mark.parametrize("ruleset", OWN, ids=lambda ruleset: type(ruleset).__name__)
def test_own_games_compile_to_the_definition(ruleset: HeapGame) -> None:
    to = 600 if isinstance(ruleset, (Changing, Floors, OwnNim, Truths)) else 2000
    assert compiled_values(ruleset, to) == plain(ruleset, to)


@pytest.mark.parametrize("name", CATALOGUE)
def test_games_of_the_catalogue_compile_to_the_definition(name: str) -> None:
    entry = catalog.find(name)
    assert entry
    assert isinstance(entry.ruleset, HeapGame)
    assert compiled_values(entry.ruleset, 1500) == plain(entry.ruleset, 1500)


def numbers(depth: int) -> st.SearchStrategy[str]:
    """Random expressions in heap, i, a, b and small numbers."""
    leaf = st.sampled_from(["heap", "i", "self.a", "self.b", "THREE", "0", "1", "2", "5", "True"])
    if not depth:
        return leaf
    part = numbers(depth - 1)
    pair = st.sampled_from(WORDS).flatmap(
        lambda word: st.tuples(part, part).map(lambda p: f"({p[0]} {word} ({p[1]} or 3))")
    )
    other = st.sampled_from(
        [
            "(-{})",
            "(not {})",
            "abs({})",
            "min({}, {})",
            "max({}, {}, {})",
            "({} if {} else {})",
            "({} >> {} % 9)",
            "isqrt(abs({}))",
            "({} < {} <= {})",
        ]
    ).flatmap(lambda form: st.tuples(part, part, part).map(lambda p: form.format(*p)))
    return leaf | pair | other


def write_ruleset(body: list[str], a: int, b: int) -> HeapGame:
    """A ruleset whose options are written here, with a source that can be read."""
    lines = ["class Written(HeapGame):", f"    a = {a}", f"    b = {b}", "    def options(self, heap):", *body]
    text, file = "\n".join(lines) + "\n", f"<written {hash(tuple(lines))}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace = {"HeapGame": HeapGame, "THREE": THREE, "isqrt": isqrt, "__name__": __name__}
    exec(compile(text, file, "exec"), namespace)
    kind = namespace["Written"]
    assert isinstance(kind, type)
    made = kind()
    assert isinstance(made, HeapGame)
    return made


@settings(max_examples=12 if THOROUGH else 6)  # each is compiled
@given(st.lists(numbers(3), min_size=5, max_size=5), st.integers(-9, 9), st.integers(-(10**6), 10**6))
def test_random_arithmetic(terms: list[str], a: int, b: int) -> None:
    one, two, three, test, more = terms
    body = [
        "        for i in range(heap):",
        f"            if {test}:",
        f"                yield (({one}) % heap,)",
        f"            i += {more}",
        f"            yield (({two}) % heap, ({three}) % heap)",
    ]
    ruleset = write_ruleset(body, a, b)
    assert compiled_values(ruleset, 60) == plain(ruleset, 60)


@settings(max_examples=5)
@given(st.lists(st.integers(1, 30), max_size=5), st.booleans())
def test_random_parameters(take: list[int], whole: bool) -> None:
    ruleset = Take(tuple(take), whole)
    assert compiled_values(ruleset, 300) == plain(ruleset, 300)


@dataclass(frozen=True)
class Sixteenth(HeapGame):
    """The power 16 of 15 has more than 62 bits."""

    def options(self, heap: int) -> Options:
        power = heap
        for _ in range(4):
            power *= power
        yield from ((left,) for left in range(heap) if power >= 0)


@dataclass(frozen=True)
class Doubling(HeapGame):
    """The heap times 2^60."""

    def options(self, heap: int) -> Options:
        large = heap
        for _ in range(60):
            large = large + large
        if large > 0:
            yield (heap - 1,)


@dataclass(frozen=True)
class Same(HeapGame):
    """A heap of 9 may stay."""

    def options(self, heap: int) -> Options:
        yield from ((left,) for left in range(heap + (heap == 9)))


@dataclass(frozen=True)
class Below(HeapGame):
    """Less than nothing is left of a heap of 6."""

    def options(self, heap: int) -> Options:
        if heap:
            yield (heap - 1 if heap != 6 else -1,)


@dataclass(frozen=True)
class Unbound(HeapGame):
    """A loop that does not run binds nothing."""

    def options(self, heap: int) -> Options:
        for left in range(heap - 20 * (heap == 8)):
            last = left
        if heap:
            yield (last,)


@dataclass(frozen=True)
class IdleDivision(HeapGame):
    """A quotient that nobody needs."""

    def options(self, heap: int) -> Options:
        idle = 1 // (heap - 7)
        if heap:
            yield (heap - 1,)
            idle += 1


@dataclass(frozen=True)
class NoStep(HeapGame):
    """A range without a step."""

    def options(self, heap: int) -> Options:
        yield from ((left,) for left in range(0, heap, 11 - heap))


@dataclass(frozen=True)
class NegativeShift(HeapGame):
    """Python refuses to shift by less than nothing."""

    def options(self, heap: int) -> Options:
        if heap:
            yield (heap >> (13 - heap) >> 1,)


@dataclass(frozen=True)
class NegativeRoot(HeapGame):
    """The root of less than nothing."""

    def options(self, heap: int) -> Options:
        if heap:
            yield (isqrt(12 - heap) and 0,)


@pytest.mark.parametrize(
    ("ruleset", "reached"),
    [
        (Same(), 9),
        (Below(), 6),
        (Unbound(), 8),
        (write_ruleset(["        if heap != 5:", "            return [(0,)] if heap else []"], 0, 0), 5),  # then None
        (IdleDivision(), 7),
        (NoStep(), 11),
        (NegativeShift(), 14),
        (NegativeRoot(), 13),
    ],
)
def test_the_run_ends_where_the_rules_fail(ruleset: HeapGame, reached: int) -> None:
    values = compiled_values(ruleset, 40)
    assert len(values) == reached
    assert values == plain(ruleset, 40)


@pytest.mark.parametrize(("ruleset", "reached"), [(Sixteenth(), 15), (Doubling(), 2)])
def test_the_run_ends_where_numbers_grow_too_long(ruleset: HeapGame, reached: int) -> None:
    values = compiled_values(ruleset, 40)
    assert len(values) == reached
    assert values == plain(ruleset, 40)[:reached]


def test_the_run_ends_where_values_have_more_than_sixteen_bits() -> None:
    advance = compile_options(OwnNim())
    assert advance
    values = np.arange(65_540).astype(np.uint16)
    values[65_535:] = 0
    assert advance(values, 65_535, 65_540) == 65_536
    assert values[65_535] == 65_535


def test_the_run_ends_with_the_array() -> None:
    advance = compile_options(OneByOne())
    assert advance
    assert advance(np.zeros(5, np.uint16), 0, 100) == 5


def helper(heap: int) -> Options:
    return ((left,) for left in range(heap))


def twice(options: Callable[["Decorated", int], Options]) -> Callable[["Decorated", int], Options]:
    def doubled(self: "Decorated", heap: int) -> Options:
        return (option * 2 for option in options(self, heap))

    doubled.__wrapped__ = options  # type: ignore[attr-defined]
    return doubled


class Decorated(HeapGame):
    @twice
    def options(self, heap: int) -> Options:
        for left in range(heap):
            yield (left,)


class Helped(HeapGame):
    def options(self, heap: int) -> Options:
        yield from helper(heap)


class Methods(HeapGame):
    def most(self, heap: int) -> int:
        return heap

    def options(self, heap: int) -> Options:
        for left in range(self.most(heap)):
            yield (left,)


class Property(HeapGame):
    @property
    def most(self) -> int:
        return 3

    def options(self, heap: int) -> Options:
        for left in range(min(heap, self.most)):
            yield (left,)


class Rounded(HeapGame):
    def options(self, heap: int) -> Options:
        for take in range(1, heap + 1):
            if round(take**0.5) == 2:
                yield (heap - take,)


class Halved(HeapGame):
    def options(self, heap: int) -> Options:
        if heap and heap / 2 > 1:
            yield (heap - 1,)


class MutableBranches(HeapGame):
    def options(self, heap: int) -> Options:
        for take in BRANCHES:
            if take <= heap:
                yield (heap - take,)


class Listed(HeapGame):
    def options(self, heap: int) -> Options:
        rest = [heap]
        if heap:
            yield (rest[0] - 1,)


class Unpacked(HeapGame):
    def options(self, heap: int) -> Options:
        if heap:
            yield (*range(heap),)


class Walrus(HeapGame):
    def options(self, heap: int) -> Options:
        if (left := heap - 1) > 0:
            yield (left,)


class ReturningGenerator(HeapGame):
    """What a generator returns is not among what it yields."""

    def options(self, heap: int) -> Generator[tuple[int, ...], None, Options]:
        if heap > 5:
            yield (0,)
        return ((left,) for left in range(heap))


class EarlyVariable(HeapGame):
    """The second iterable reads a variable that only the loop over it binds, though there is one outside."""

    def options(self, heap: int) -> Options:
        b = heap
        yield (b - 1,)
        yield from ((a, b) for a in range(heap) for b in range(b))


class Itself(HeapGame):
    k = 1

    def options(self, heap: int) -> Options:
        self = Take()  # type: ignore[assignment]
        if heap:
            yield (heap - self.k,)


class OfTheClass(HeapGame):
    @classmethod
    def options(cls, heap: int) -> Options:
        yield from ((left,) for left in range(heap))


class Printing(HeapGame):
    def options(self, heap: int) -> Options:
        print(heap)
        yield from ((left,) for left in range(heap))


class Long(HeapGame):
    def options(self, heap: int) -> Options:
        if 0 < heap < 1_000_000_000_000_000_000_000:
            yield (heap - 1,)


class Private(HeapGame):
    """Python looks for `_Private__MOST`."""

    def options(self, heap: int) -> Options:
        yield from ((left,) for left in range(min(heap, __MOST)))


class Spread(HeapGame):
    """THREE is not the global one."""

    def options(self, heap: int, *THREE: int) -> Options:  # noqa: N803
        if heap and THREE:
            yield (heap - 1,)


class Strings(HeapGame):
    def options(self, heap: int) -> Options:
        if heap and "a" < "b":
            yield (heap - 1,)


class Trying(HeapGame):
    def options(self, heap: int) -> Options:
        try:
            yield (heap // heap - 1,)
        except ZeroDivisionError:
            return


class Watched(HeapGame):
    k = 1

    def __getattribute__(self, name: str) -> object:
        return 2 if name == "k" else super().__getattribute__(name)

    def options(self, heap: int) -> Options:
        if heap >= self.k:
            yield (heap - self.k,)


def ruleset_in_closure(most: int) -> HeapGame:
    class Enclosed(HeapGame):
        def options(self, heap: int) -> Options:
            yield from ((left,) for left in range(min(heap, most)))

    return Enclosed()


REFUSED: list[HeapGame] = [
    Decorated(),
    Helped(),
    Methods(),
    Property(),
    Rounded(),
    Halved(),
    MutableBranches(),
    Listed(),
    Unpacked(),
    Walrus(),
    ReturningGenerator(),
    EarlyVariable(),
    Itself(),
    OfTheClass(),
    Printing(),
    Long(),
    Private(),
    Spread(),
    Strings(),
    Trying(),
    Watched(),
    ruleset_in_closure(3),
    Take((1, NUMBER_BOUND)),
]


@pytest.mark.parametrize("ruleset", REFUSED, ids=lambda ruleset: type(ruleset).__name__)
def test_what_is_more_than_integer_arithmetic_is_refused(ruleset: HeapGame) -> None:
    assert compile_options(ruleset) is None


@pytest.mark.parametrize("name", ["kayles", "nim", "dim_plus", "mod3_take"])
def test_options_that_call_others_are_refused(name: str) -> None:
    entry = catalog.find(name)
    assert entry
    assert isinstance(entry.ruleset, HeapGame)
    assert compile_options(entry.ruleset) is None


def test_a_source_that_changed_after_its_import_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "from grundy import HeapGame\n\n\nclass Mine(HeapGame):\n"
        "    def options(self, heap):\n        yield from ((left,) for left in range(heap - 1))\n"
    )
    file = tmp_path / "changing_game.py"
    file.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    mine = import_module("changing_game").Mine()
    assert compile_options(mine)
    file.write_text(text.replace("heap - 1", "heap - 22"))
    linecache.checkcache(str(file))
    assert compile_options(mine) is None


def test_without_a_source_nothing_is_compiled() -> None:
    ruleset = write_ruleset(["        yield from ((0,) for _ in range(heap))"], 0, 0)
    linecache.clearcache()
    assert compile_options(ruleset) is None


def test_numba_is_loaded_only_when_a_game_is_compiled() -> None:
    program = "import sys, grundy.solvers.compiled_options; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
