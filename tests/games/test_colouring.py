"""Impartial Col and Snort: which options are counted as two."""

import pytest

from grundy import parse
from grundy.solvers.solution import solve


@pytest.mark.parametrize(
    ("text", "misere", "count"),
    [
        ("impartial_col(a,b,c)", False, 6),
        ("impartial_col(a-d,c-d,b; d=x)", False, 4),
        ("impartial_snort(b-c,a,d; d=o)", False, 6),
        ("impartial_snort(a,b)", True, 4),
        ("impartial_col(a)", False, 1),  # both colours finish it, and finished positions are one option
    ],
)
def test_colours_that_no_longer_matter_are_written_all_the_same(text: str, misere: bool, count: int) -> None:
    found = solve(parse(text), misere=misere).json()
    assert found["winning_count"] == len({str(move["to"]) for move in found["winning_moves"]}) == count  # type: ignore[attr-defined]
