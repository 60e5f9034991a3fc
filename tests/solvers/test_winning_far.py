"""Winning moves of heaps far beyond a period: equal to those of all options, listed one by one."""

from collections.abc import Callable
from functools import reduce
from itertools import islice, product
from operator import xor

import pytest

from grundy import octal, parse
from grundy.boards.heaps import Position
from grundy.core.budget import Budget
from grundy.solvers.far_options import far_options
from grundy.solvers.value_sequence import ValueSequence, search_period

HEAPS = (1, 2, 3, 21, 60)
HEADS, TAILS = ("", "1", "2", "07", "14", "305"), ("", "1", "2", "3", "02", "14", "004", "035")
CODES = [f"{d0}.{head}[{tail}]" if tail else f"{d0}.{head}" for d0, head, tail in product("04", HEADS, TAILS)]


def has_nimber(table: ValueSequence, nimber: int) -> Callable[[Position], bool]:
    return lambda left: reduce(xor, map(table.value, left), 0) == nimber


@pytest.mark.parametrize("text", [text for text in CODES if text[2:]])
def test_every_option(text: str) -> None:
    ruleset = octal(text)
    table, code = search_period(ruleset, 500), ruleset.as_code()
    if not table.period or not table.period.proved or table.period.saltus:
        return
    for heap, nimber in product(HEAPS, range(4)):
        lawful = filter(has_nimber(table, nimber), code.options(heap))
        found = far_options(code, heap, has_nimber(table, nimber), table.period, Budget())
        assert list(found) == list(lawful), (heap, nimber)


@pytest.mark.parametrize("heap", [100_000, 100_001])
@pytest.mark.parametrize("text", ["0.[1]", "0.1[02]", "0.17", "0.3[01]"])
def test_around_the_largest_heap_whose_options_are_listed(text: str, heap: int) -> None:
    game = parse(f"octal({text})({heap})")
    winning, code, table = game.solver().winning(game), octal(text).as_code(), search_period(octal(text), 500)
    assert bool(winning.moves) == (game.outcome == "N")
    lawful = filter(has_nimber(table, 0), code.options(heap))
    assert [move.position for move in winning.moves] == list(islice(lawful, 1000))
    assert winning.complete == (len(winning.moves) < 1000)


@pytest.mark.parametrize(("text", "count"), [("octal(0.[1])(10^30)", 1), ("octal(0.1[02])(10^30)", 1)])
def test_as_many_places_as_stones(text: str, count: int) -> None:
    game = parse(text)
    assert game.solver().winning(game).count == count
