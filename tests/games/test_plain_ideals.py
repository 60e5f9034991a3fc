"""Chomp without arrays, as in a browser: the plain table is that of the kernel."""

from itertools import product

import pytest

from grundy.core.budget import Budget
from grundy.games.chomp.search import Ideals, PlainIdeals


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("sides", [(1, 1, 1), (2, 3), (2, 2, 3), (2, 3, 4)])
def test_both_tables_agree(sides: tuple[int, ...], misere: bool) -> None:
    cells = set(product(*map(range, sides)))
    tables = [kind(cells, misere, Budget()) for kind in (Ideals, PlainIdeals)]
    smaller = [cells, *({c for c in cells if any(a < b for a, b in zip(c, bite, strict=True))} for bite in cells)]
    for one in filter(None, smaller):
        assert tables[0].value(one) == tables[1].value(one)
