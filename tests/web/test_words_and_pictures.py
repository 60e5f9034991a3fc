"""What people read and touch, over every example of the gallery: names, rules, values on the board, places to touch."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice

import pytest

from grundy.core.game import Game
from grundy.expressions import parse, parse_ruleset
from grundy.render.picture import Picture
from grundy.render.scenes.compose import (
    LEAST_SCALE,
    Pieces,
    PlacedBadge,
    place_badges,
    place_scenes,
    playing_board,
    touched_moves,
)
from grundy.render.scenes.scene import scene
from grundy.render.scenes.tracks import follow
from grundy.render.style import SHAPES, rules_of, standalone
from grundy.web.gallery import rulesets
from grundy.web.match_state import MatchState
from grundy.web.page_tasks import page_content

LEAST_PIXELS = 11.0  # of a text on a board
RAW = re.compile(r"\br\d+c\d+\b|\(\d+, ?\d+\)|\['|\(\('")
TYPED = {"choose_heap", "two_dimensional_nim"}  # infinitely many moves: some are touched, any is typed
DRAWN = {"sprouts", "brussels_sprouts"}  # a curve is drawn
EXAMPLES = {name: entry.example for name, entry in rulesets().items()}
SUMS = {
    "equal heaps": "nim(9,9,9)",
    "equal summands": "kayles(5) + kayles(5)",
    "a large heap": "subtraction(1,3,4)(1000000)",
    "equal components": "conjunctive(nim(3), nim(3))",
    "a sum within": "selective(nim(3,3), kayles(4))",
}


@cache
def game_of(expression: str) -> Game:
    return parse(expression)


@pytest.mark.parametrize("name", EXAMPLES)
def test_moves_are_named_as_on_the_picture(name: str) -> None:
    labels = [move.label for move in islice(game_of(EXAMPLES[name]).each_move(), 60)]
    assert labels
    assert not [label for label in labels if RAW.search(label)]


@pytest.mark.parametrize("name", EXAMPLES | SUMS)
def test_every_move_of_the_board_can_be_touched(name: str) -> None:
    content = page_content(MatchState((EXAMPLES | SUMS)[name]), 1.0)
    touched = {way["move"] for way in content["ways"]}
    keys = set(re.findall(r'data-key="([^"]*)"', content["board"]))
    assert set(content["keys"]) <= keys
    if name in DRAWN:
        return
    assert touched == set(range(len(content["moves"]))) or (name in TYPED and touched and content["fields"])


@pytest.mark.parametrize("heaps", ["nim(9,9,9)", "kayles(5) + kayles(5)", "nim(w*2 + 3, 5)", "nim(1000, 5)"])
def test_every_heap_and_every_summand_answers(heaps: str) -> None:
    content = page_content(MatchState(heaps), 1.0)
    moved = {content["keys"][key].rpartition("-")[0] for way in content["ways"] for key in way["keys"]}
    heaps_there = [heap for s in game_of(heaps).summands if isinstance(s.position, tuple) for heap in s.position]
    assert len(moved) == len(heaps_there)


@cache
def badges(expression: str) -> list[PlacedBadge]:
    """The badges with a value on every move, as wide as they are with a nimber of two digits."""
    game = game_of(expression)
    moves = list(islice(game.each_move(), 300))
    numbers = [[n for n, move in enumerate(moves) if move.index == i] for i in range(len(game.summands))]
    scenes = [scene(s, [moves[n].position for n in numbers[i]]) for i, s in enumerate(game.summands)]
    ways = touched_moves(scenes, numbers)
    single = {next(iter(way.keys)): moves[way.number] for way in ways if len(way.keys) == 1}
    pieces = Pieces(single, frozenset(), frozenset(), str, lambda move: ("wins", "\u2713\u221712"))
    return place_badges(place_scenes(scenes, follow([game]), game)[0], ways, moves, pieces)


@pytest.mark.parametrize("name", EXAMPLES)
def test_values_never_overlap(name: str) -> None:
    assert not [pair for pair in combinations(badges(EXAMPLES[name]), 2) if pair[0].meets(pair[1])]


def test_values_stand_on_most_boards() -> None:
    assert sum(1 for name in EXAMPLES if badges(EXAMPLES[name])) > len(EXAMPLES) / 2


def text_sizes() -> Iterator[float]:
    yield from (float(body["font-size"][:-2]) for _, body in rules_of(SHAPES) if "font-size" in body)


def test_no_text_on_a_board_is_too_small() -> None:
    assert min(text_sizes()) * LEAST_SCALE >= LEAST_PIXELS
    board, _ = playing_board(game_of("wythoff(10,15)"), [], str)
    width, height = map(int, re.findall(r"least-[wh]-(\d+)", board))
    view = [float(size) for size in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', board)[0]]
    assert width >= LEAST_SCALE * view[0]
    assert height >= LEAST_SCALE * view[1]


RULES = {
    "subtraction(1,3,4)": "Take 1, 3 or 4 stones from a heap.",
    "subtraction(1 mod 3)": "Take stones from a heap: a number that is 1 modulo 3.",
    "impatient_subtraction(2,5)": "Take 2 or 5 stones from a heap, or the whole heap.",
    "moore_nim(2)": "Take any number of stones, at least one, from each of at most 2 heaps.",
    "moore_nim(1)": "Take any number of stones, at least one, from each of at most 1 heap.",
    "octal(0.137)": "Take 1 and leave nothing; take 2 and leave at most one heap; take 3 and leave at most two heaps.",
    "octal(4.5)": "Split a heap in two; take 1 and leave nothing or two heaps.",
    "kayles": "Knock down one pin of a row, or two that stand side by side.",
    "bounded_nim(3)": "Take at least one and at most 3 stones from one heap.",
}


@pytest.mark.parametrize(("ruleset", "rules"), RULES.items(), ids=RULES)
def test_rules_have_their_parameters_filled_in(ruleset: str, rules: str) -> None:
    assert parse_ruleset(ruleset).full_rules == rules


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_rule_on_a_page_speaks_of_a_given_set(name: str) -> None:
    rules = [summand.ruleset.full_rules for summand in game_of(EXAMPLES[name]).summands]
    assert not [words for words in rules if re.search(r"\bgiven (set|step|length)", words)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_titles_are_for_people(name: str) -> None:
    assert not re.search(r"_|[a-z]\d+[a-z]", rulesets()[name].about.title)


def test_a_full_row_of_sos_is_a_draw_on_the_page() -> None:
    content = page_content(MatchState("sos(SSO)"), 1.0)
    assert content["over"]
    assert content["result"] == "A draw."
    assert not content["ending"], "the last move of SOS does not win as such"


def test_tiles_of_cram_are_drawn_whole() -> None:
    first, after = game_of("cram(2x2)"), game_of("cram(xx/__)")
    drawn = scene(after.summands[0], (), [first.summands[0].position])
    assert [item.key for item in drawn.items if item.key.startswith("t-")] == ["t-1-1"]


def test_empty_cells_look_empty() -> None:
    drawn = scene(game_of("sos(S..)").summands[0])
    picture = Picture(drawn.width, drawn.height, drawn.drawing, "", standalone())
    signs = [mark.text for mark in picture.marks() if mark.text in ("S", "O") and mark.style.get("opacity") != "0"]
    assert signs == ["S"]


def test_the_words_of_a_coach_hold_no_raw_names() -> None:
    content = page_content(MatchState("node_kayles(grid 2x2)", coach=2), 5.0)
    outside = re.sub(r"<code>.*?</code>", "", content["reason"])
    assert "row 1, column 1" in outside
    assert not RAW.search(outside)
