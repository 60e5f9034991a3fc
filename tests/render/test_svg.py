"""Pictures of the whole catalogue: well-formed, every move within reach of a hand, no two moves by the same touch."""

from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest
from rulesets import catalogue, example

from grundy import Ruleset, parse
from grundy.core.game import Game, Move, distinct
from grundy.render.svg.compose import board, svg
from grundy.render.svg.scene import scene

RULESETS = list(catalogue())
LISTED = {"compound", "regions", "land"}  # kinds whose moves are chosen from a list, because no touch tells them apart


def some_moves(game: Game) -> list[Move]:
    """The first moves to distinct options: some positions have infinitely many."""
    return distinct(islice(game.each_move(), 300))


def games(ruleset: Ruleset[Any]) -> list[Game]:
    """The example of a ruleset and what follows it for a few moves."""
    game, met = example(ruleset), list[Game]()
    while len(met) < 4 and game.summands:
        met.append(game)
        moves = some_moves(game)
        if not moves:
            break
        game = moves[len(moves) // 2].to
    return met


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_pictures_are_well_formed(ruleset: Ruleset[Any]) -> None:
    for game in games(ruleset):
        assert ElementTree.fromstring(svg(game)).tag.endswith("svg")


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_every_move_has_a_touch_of_its_own(ruleset: Ruleset[Any]) -> None:
    for game in games(ruleset):
        for index, summand in enumerate(game.summands):
            options = [move.position for move in some_moves(game) if move.index == index]
            drawn = scene(summand, options)
            if not drawn.touches and not drawn.entry:
                continue  # written in words
            assert len(drawn.touches) == len(options)
            keys = {item.key for item in drawn.items if item.key}
            flat = [touch for touches in drawn.touches for touch in touches]
            assert len(flat) == len(set(flat))
            assert drawn.entry or all(touch <= keys for touch in flat)
            assert drawn.entry or summand.ruleset.board.kind in LISTED or all(drawn.touches)


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_moves_of_one_touch_are_links(ruleset: Ruleset[Any]) -> None:
    game = games(ruleset)[0]
    picture, ways = board(game, some_moves(game), lambda move: f"/play/{move.to}")
    links = ElementTree.fromstring(picture).iter("a")
    assert sum(1 for _ in links) == len({way.keys for way in ways if len(way.keys) == 1})


def test_text_from_a_reader_is_escaped() -> None:
    game = parse("digraph(a: b; b: c)(a)")
    assert "<script" not in svg(game)
    assert "&amp;" in board(game, some_moves(game), lambda move: "?a=1&b=2")[0]
