"""The lost positions of circular nim, where they are known, against the definition."""

from itertools import product

import pytest

from grundy import parse_ruleset


@pytest.mark.parametrize(("heaps", "k", "most"), [(4, 2, 4), (5, 2, 3), (5, 3, 3), (6, 3, 2), (6, 4, 2), (8, 6, 1)])
def test_verdicts(heaps: int, k: int, most: int) -> None:
    rules = parse_ruleset(f"circular_nim({k})")
    lost: dict[object, bool] = {}
    for position in sorted(product(range(most + 1), repeat=heaps), key=sum):
        form = rules.canonical(position)
        if form not in lost:
            lost[form] = not any(lost[rules.canonical(to)] for to in rules.moves(form))
            assert (rules.verdict(form, False) == "P") == lost[form], form
