"""Move generators against counts of plays as data, as chess programs do."""

from pathlib import Path

import pytest

from grundy import Game, parse

LINES = (Path(__file__).parent / "data" / "perft.csv").read_text().splitlines()[2:]
COUNTS = [line.rsplit(";", 1) for line in LINES]


def plays(game: Game, depth: int) -> int:
    """The number of plays of exactly `depth` moves."""
    if depth == 0:
        return 1
    return sum(plays(game.put(move.index, move.position), depth - 1) for move in game.each_move())


@pytest.mark.parametrize(("text", "counts"), COUNTS)
def test_plays(text: str, counts: str) -> None:
    expected = [int(count) for count in counts.split()]
    assert [plays(parse(text), depth + 1) for depth in range(len(expected))] == expected
