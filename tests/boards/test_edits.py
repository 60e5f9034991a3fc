"""Positions set up by hand: the changes that boards offer, over the whole catalogue."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from rulesets import catalogue, example

from grundy import Ruleset, parse
from grundy.core.game import Game, Summand
from grundy.render.scenes import compose  # noqa: F401 (registers the drawers)
from grundy.render.scenes.editing import list_edits
from grundy.render.scenes.scene import scene

STEPS = 6
MOST_CHECKED = 40  # edits of a position that are read back
DEAD = {"wythoff(2,3)": {"k-0", "q-2-3"}, "welter(1,4)": {"q-1", "q-4"}}  # the one queen, and squares below pieces
RULESETS = {str(ruleset): ruleset for ruleset in catalogue()}


@pytest.mark.parametrize("name", RULESETS)
def test_every_edit_is_a_legal_position_that_reads_back(name: str) -> None:
    """Along random edits: each is legal, changes something, says what, and is printed so that it reads back."""
    ruleset, chance = RULESETS[name], Random(name)
    position: Any = example(ruleset).summands[0].position
    for _ in range(STEPS):
        edits = list(ruleset.edits(position))
        assert edits, f"nothing can be changed in {Game.of(ruleset, position)}"
        assert all(edit.words for edit in edits)
        for edit in chance.sample(edits, min(len(edits), MOST_CHECKED)):
            ruleset.check(edit.position)
            assert edit.position != position, edit.words
            text = str(Game.of(ruleset, edit.position))
            assert str(parse(text)) == text, edit.words
        position = chance.choice(edits).position


@pytest.mark.parametrize("name", RULESETS)
def test_every_example_can_be_changed(name: str) -> None:
    """What the page offers is legal and is written in another way; at least one change leaves a move."""
    game = example(RULESETS[name])
    edits = list(islice(list_edits(game), MOST_CHECKED))
    assert edits, "its positions are only typed"
    assert all(str(edit.to) != str(game) for edit in edits)
    assert any(next(edit.to.each_move(), None) is not None for edit in edits)


@pytest.mark.parametrize("name", RULESETS)
def test_edits_name_pieces_that_are_drawn(name: str) -> None:
    """The piece that is touched for an edit is in the picture, or in that of the position with what is added."""
    ruleset = RULESETS[name]
    summand = example(ruleset).summands[0]
    drawn = keys(summand)
    touched = [edit for edit in ruleset.edits(summand.position) if edit.touch]
    for edit in touched[:: max(1, len(touched) // 12)]:
        assert drawn.intersection(edit.touch) or (edit.adds and keys(Summand(ruleset, edit.position)) - drawn), edit


def keys(summand: Summand) -> set[str]:
    return {item.key for item in scene(summand).items if item.key}


def test_every_piece_of_common_boards_can_be_touched() -> None:
    """On these boards nothing that is drawn is dead while a position is set up."""
    for text in (
        "nim(3,5)",
        "kayles(4)",
        "mock_turtles(THT)",
        "rugs(HT/TT)",
        "cram(2x3)",
        "welter(1,4)",
        "wythoff(2,3)",
    ):
        summand = parse(text).summands[0]
        rules: Ruleset[Any] = summand.ruleset
        touched = {key for edit in rules.edits(summand.position) for key in edit.touch}
        dead = {key for key in keys(summand) - touched if key[0] not in "gn"}  # gaps, and numbers below heaps
        assert dead <= DEAD.get(text, set()), (text, dead)
