"""Standard forms: each rule, and all of them together, against values by the definition."""

from functools import cache, reduce
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from grundy.boards.heaps import HeapGame
from grundy.cluster.families import read_family
from grundy.cluster.standard import StandardForm, cousin, divide, prune, standard_form
from grundy.core.code import Code
from grundy.core.nimbers import mex
from grundy.games.octal import Hexadecimal, Octal
from grundy.games.subtraction import Subtraction
from grundy.kernels.heap_engine import HeapEngine
from grundy.kernels.heap_rules import HeapRules

HEAPS = 24
digits = some.lists(some.integers(0, 15), min_size=1, max_size=3)
codes = some.builds(lambda whole, rest: Code.of([whole, *rest]), some.sampled_from([0, 4, 8, 12]), digits)


@cache
def values(code: Code, to: int = HEAPS) -> tuple[int, ...]:
    """The values by the definition."""
    found: list[int] = []
    for heap in range(to):
        found.append(mex(reduce(xor, (found[part] for part in left), 0) for left in code.options(heap)))
    return tuple(found)


def code_of(ruleset: HeapGame) -> Code:
    code = ruleset.as_code()
    assert code is not None
    return code


def carried(form: StandardForm, to: int = HEAPS) -> tuple[int, ...]:
    """The values of a ruleset as its standard form tells them."""
    base = values(code_of(form.ruleset), to)
    places = [n // form.scale - form.shift for n in range(to)]
    return tuple(base[place] if place >= 0 else 0 for place in places)


@settings(max_examples=50)
@given(codes)
def test_redundant_moves_change_no_value(code: Code) -> None:
    assert values(prune(code)) == values(code)
    assert prune(prune(code)) == prune(code)


@settings(max_examples=50)
@given(codes.filter(lambda code: not code[1] & 1))
def test_first_cousins_differ_by_one_stone(code: Code) -> None:
    assert values(cousin(code))[: HEAPS - 1] == values(code)[1:]


@given(some.sets(some.integers(1, 6), min_size=1), some.integers(1, 4))
def test_a_divisor_of_all_numbers(numbers: set[int], divisor: int) -> None:
    small = Code.subtraction(tuple(numbers))
    large = Code.subtraction(tuple(divisor * number for number in numbers))
    found, scale = divide(large)
    assert divide(small)[0] == found
    assert scale % divisor == 0
    assert values(large) == tuple(values(found)[n // scale] for n in range(HEAPS))


@settings(max_examples=50)
@given(codes)
def test_standard_forms_of_codes(code: Code) -> None:
    form = standard_form(Octal(code))
    assert carried(form) == values(code)
    assert standard_form(form.ruleset).ruleset == form.ruleset


@pytest.mark.parametrize("family", ["octal(?.??)", "octal(0.1??)", "hexadecimal(?.?)", "subtraction(1..6)"])
def test_every_ruleset_of_a_family(family: str) -> None:
    for ruleset in read_family(family):
        assert carried(standard_form(ruleset)) == values(code_of(ruleset)), ruleset


@pytest.mark.parametrize(
    ("code", "form", "shift"),
    [("0.4", "0.137", 2), ("0.07", "0.137", 1), ("0.137", "0.137", 0), ("0.42", "0.137", 2), ("4.4", "0.77", 1)],
)
def test_cousins_of_dawson_and_kayles(code: str, form: str, shift: int) -> None:
    assert standard_form(Octal(code)) == StandardForm(Octal(form), 1, shift)


@pytest.mark.parametrize(
    ("code", "pruned"),
    [
        ("0.902", "0.9"),  # take 1, leave the heap and two heaps of 1
        ("0.9002", "0.9002"),  # heaps of 1 and 2 differ
        ("0.90002", "0.9"),  # two heaps of 2
        ("0.806", "0.8"),  # and heaps of 1 and 2 are lost
        ("8.02", "8.0"),
        ("0.{4}06", "0.{4}02"),  # of four heaps two are equal; there are no three of nim-sum 0
    ],
)
def test_pairs_of_equal_heaps_make_moves_redundant(code: str, pruned: str) -> None:
    assert prune(code_of(Hexadecimal(code))) == code_of(Hexadecimal(pruned))


def test_sets_and_games_without_a_code() -> None:
    assert standard_form(Subtraction(4, 6)) == StandardForm(Subtraction(2, 3), 2, 0)
    assert standard_form(Subtraction("odd", 2)) == StandardForm(Subtraction("odd", 2), 1, 0)
    assert standard_form(Octal("0.[3]")) == StandardForm(Octal("0.[3]"), 1, 0)


def test_the_three_digit_codes_by_their_first_thousands() -> None:
    """The 1,024 codes have 279 standard forms in 175 classes; where forms share a class their values soon repeat."""
    forms = {standard_form(ruleset).ruleset for ruleset in read_family("octal(?.???)")}
    classes: dict[bytes, list[HeapGame]] = {}
    for form in forms:
        engine = HeapEngine(HeapRules(code_of(form).digits))
        engine.extend(1100)
        found = engine.values
        first = int((found > 0).argmax())
        classes.setdefault(found[first : first + 1000].tobytes(), []).append(form)
    assert (len(forms), len(classes)) == (279, 175)
    shared = [key for key, members in classes.items() if len(members) > 1]
    assert all(key[-200:] in key[:-200] for key in shared)
