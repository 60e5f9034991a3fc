"""Pictures of the whole catalogue: well-formed, every move within reach of a hand, no two moves by the same touch."""

import re
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest
from rulesets import catalogue, example

from grundy import Ruleset, parse
from grundy.core.game import Game, Move, distinct_moves
from grundy.render.scenes.compose import compare_sheets, draw_game, playing_board, sentence, sheet_of
from grundy.render.scenes.scene import scene
from grundy.render.scenes.tracks import follow, heap_places, shrink, split

RULESETS = list(catalogue())
LISTED = {"compound", "regions", "lands"}  # kinds whose moves are chosen from a list, because no touch tells them apart


def some_moves(game: Game) -> list[Move]:
    """The first moves to distinct options: some positions have infinitely many."""
    return distinct_moves(islice(game.each_move(), 300))


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
        assert ElementTree.fromstring(draw_game(game).svg).tag.endswith("svg")


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
    picture, ways = playing_board(game, some_moves(game), lambda move: f"/play/{move.to}")
    links = ElementTree.fromstring(picture).iter("a")
    assert sum(1 for _ in links) == len({way.keys for way in ways if len(way.keys) == 1})


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_what_goes_with_a_touch_is_in_the_picture(ruleset: Ruleset[Any]) -> None:
    for game in games(ruleset):
        for index, summand in enumerate(game.summands):
            drawn = scene(summand, [move.position for move in some_moves(game) if move.index == index])
            keys = {item.key for item in drawn.items}
            touches = {touch for ways in drawn.touches for touch in ways}
            assert drawn.goes.keys() <= touches
            assert all(goes <= keys for touch, goes in drawn.goes.items() if touch <= keys)


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_a_board_keeps_its_frame_and_its_ways(ruleset: Ruleset[Any]) -> None:
    """Where the past is known, the picture is at least as large as the first one, and the same moves can be touched."""
    first, *later = games(ruleset)
    for n, game in enumerate(later, 1):
        ways = playing_board(game, some_moves(game), str)[1]
        framed, same = playing_board(game, some_moves(game), str, past=[first, *later[: n - 1]])
        if any(way.note for way in same):  # what is touched has names of its own in the picture of a match
            assert {way.number for way in same} == set(range(len(some_moves(game))))
        else:
            assert {(way.keys, way.number) for way in same} == {(way.keys, way.number) for way in ways}
        assert view(framed) >= view(playing_board(first, [], str)[0])


def view(picture: str) -> float:
    """The width of a picture."""
    return float(ElementTree.fromstring(picture).attrib["viewBox"].split()[2])


@pytest.mark.parametrize(
    ("positions", "spots"),
    [
        ([(3, 5, 7), (5, 7)], ((1, 0), (2, 0))),
        ([(3, 5, 7), (3, 7), (3, 2)], ((0, 0), (2, 0))),
        ([(13,), (2, 10), (2, 4, 5)], ((0, 0), (0, 3), (0, 8))),
        ([(3, 5), (3, 9)], ((0, 0), (1, 0))),
    ],
)
def test_heaps_are_followed(positions: list[tuple[int, ...]], spots: tuple[tuple[int, int], ...]) -> None:
    assert heap_places(positions, split).spots == spots


def test_several_heaps_are_followed() -> None:
    assert heap_places([(1, 2, 3, 4), (2, 4), (1, 4)], shrink).spots == ((1, 0), (3, 0))


def test_summands_are_followed() -> None:
    tracks = follow([parse("nim(1) + kayles(5) + nim(2)"), parse("kayles(5) + nim(2)"), parse("kayles(3) + nim(2)")])
    assert [track.place for track in tracks] == [1, 2]
    assert tracks[0].positions == ((5,), (5,), (3,))


def test_a_move_is_a_sentence() -> None:
    (move,) = (move for move in parse("nim(3,5,7)").each_move() if str(move.to) == "nim(3,2,7)")
    assert sentence(move) == "Take 3 from the heap of 5, leaving nim(3,2,7)."


def badges(game: Game) -> int:
    """The number of marks, where every move has one."""
    return playing_board(game, some_moves(game), str, lambda move: ("wins", "1"))[0].count('class="badge wins"')


def test_values_of_moves_that_take_two_touches_stand_between_the_pieces() -> None:
    cram = parse("cram(3x4)")
    assert badges(cram) == len(some_moves(cram)) == 17


def test_values_that_would_collide_are_left_to_the_list() -> None:
    assert badges(parse("twins(TTHTHHTTH)")) == 0


def test_an_infinite_heap_goes_on_and_on() -> None:
    picture = draw_game(parse("nim(w, 2)")).svg
    assert picture.count('class="stone fade-') == 7
    assert picture.count('class="stone"') == 2


def test_arrows_there_and_back_keep_apart() -> None:
    drawn = scene(parse("digraph(a: b; b: a)(a)").summands[0])
    there, back = (shape.path for shape in drawn.drawing if str(shape.attributes["kind"]).startswith("arrow"))
    assert len(there) > 2  # a bend on the way
    assert there != back


def test_text_from_a_reader_is_escaped() -> None:
    game = parse("digraph(a: b; b: c)(a)")
    assert "<script" not in draw_game(game).svg
    assert "&amp;" in playing_board(game, some_moves(game), lambda move: "?a=1&b=2")[0]


@pytest.mark.parametrize(
    ("games", "came"),
    [
        (("kayles(9)", "kayles(8)", "kayles(3,3)"), set()),  # pins whose badges stand elsewhere have not come
        (("nimble(1,2,4,7,9)", "nimble(1,2,2,7,9)"), {"0:k-2"}),  # a coin on another coin
        (("wythoff(8,5)", "wythoff(8,0)", "wythoff(0,0)"), {"0:k-0"}),  # squares get another shade
        (("mogul(HTTH)", "mogul(HHTT)"), {"0:c-1", "0:c-3"}),
    ],
)
def test_only_what_a_move_brings_is_marked(games: tuple[str, ...], came: set[str]) -> None:
    played = [parse(game) for game in games]
    notes = ("",) * (len(played) - 1)
    assert compare_sheets(sheet_of(played[:-1], notes[:-1]), sheet_of(played, notes))[1] == came


def test_the_board_of_a_move_to_play_on_marks_what_came() -> None:
    game, past = parse("nimble(1,2,2,7,9)"), [parse("nimble(1,2,4,7,9)")]
    drawn, _ = playing_board(game, list(game.each_move()), lambda move: "/", past=past, notes=("",))
    assert drawn.count("came") == 1
    assert re.search(r'class="ghosts"><g[^>]*><circle', drawn)
