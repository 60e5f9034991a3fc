"""Kayles with pins that are told apart: the rows are the same game, and a move says which pins fall."""

import claims
import pytest

from grundy import kayles, parse
from grundy.core.game import Game
from grundy.games.kayles import DrawnKayles
from grundy.render.text import draw

drawn = DrawnKayles()


def test_drawn_rows_are_what_their_lengths_are() -> None:
    positions = [row for row in drawn.board.small(9) if row]
    told = claims.check(drawn, positions)
    assert told["disguise"] == len(positions)
    for row in positions[:200]:
        options = {drawn.canonical(to) for to in drawn.moves(row)}
        lengths = kayles(*map(len, row.split(".")))
        assert len(options) == len({move.key for move in lengths.moves()})


@pytest.mark.parametrize("text", ["kayles(x.xxxx)", "kayles(xxx)", "kayles(..x)"])
def test_a_drawn_row_keeps_its_pins(text: str) -> None:
    game = parse(text)
    assert str(game) == str(kayles(text[7:-1])) == text
    for move in game.moves():
        assert parse(str(move.to)) == move.to == game.play(move.to)


def test_moves_name_the_pins() -> None:
    moves = parse("kayles(x.xxxx)").misere.winning_moves()
    assert [(str(move), str(move.to)) for move in moves] == [
        ("knock down pin 1", "kayles(..xxxx)"),
        ("knock down pins 4 and 5", "kayles(x.x..x)"),
    ]
    assert draw(Game.of(drawn, "x.xx")).split() == ["1", "2", "3", "4", "│", "·", "│", "│"]
