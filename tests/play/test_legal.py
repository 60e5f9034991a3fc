"""Whether a move leads to a position, compared with the list of all moves."""

from itertools import product

import pytest

from grundy import Game, HeapGame, grundys_game, kayles, lasker_nim, nim, octal
from grundy.play.legal import has_move

SIZES = range(1, 5)


@pytest.mark.parametrize("rules", [nim, kayles, lasker_nim, grundys_game, octal("0.137")], ids=str)
def test_only_one_heap_changes(rules: HeapGame) -> None:
    positions = [position for heaps in (1, 2, 3) for position in product(SIZES, repeat=heaps)]
    targets: list[Game] = [rules(*position) for position in positions]
    for game in (rules(*position) for position in positions):
        moves = list(game.each_move())
        keys = {game.put(move.index, move.position).key for move in moves}  # parts of a heap may stand in any order
        assert all(has_move(game, move.to) for move in moves)
        assert all(target.key in keys for target in targets if has_move(game, target))
