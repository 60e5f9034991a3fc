"""Drawings as text: every ruleset draws, nothing is wider than asked for, and different positions look different."""

from collections.abc import Iterator
from itertools import islice
from textwrap import dedent
from typing import Any

import pytest
from rulesets import catalogue, example, legal

from grundy import parse
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Ruleset
from grundy.render.text import MOST_LINES, draw, draw_lines

SIZE = 8  # what `small` is asked for: on these boards nothing need be left out
MANY = 250
SIZED = {"grid", "coins", "coin grid", "strip", "checkers", "cards"}  # kinds whose positions tell the size of the board


def small(ruleset: Ruleset[Any]) -> Iterator[Game]:
    positions = islice(ruleset.board.small(SIZE), MANY)
    return (Game((Summand(ruleset, position),)) for position in positions if legal(ruleset, position))


def draw_expression(expression: str, width: int = 78) -> str:
    return draw(parse(expression), width)


def frame(drawing: str) -> list[int]:
    return list(map(len, drawing.splitlines()))


@pytest.mark.parametrize("ruleset", list(catalogue()), ids=str)
class TestCatalogue:
    def test_the_example_is_a_picture(self, ruleset: Ruleset[Any]) -> None:
        game, board = example(ruleset), ruleset.board
        position = game.summands[0].position
        own = board.lines(position, 78)
        assert draw_lines(board, position, 78) if own is None else own, f"{board.kind} has no drawer"
        assert draw(game) != str(game)

    @pytest.mark.parametrize("width", [20, 41, 78])
    def test_small_positions_keep_the_width(self, ruleset: Ruleset[Any], width: int) -> None:
        for game in small(ruleset):
            lines = draw(game, width).splitlines()
            assert any(lines)
            assert len(lines) <= MOST_LINES
            assert all(len(line) <= width and line == line.rstrip() for line in lines), game

    def test_different_positions_look_different(self, ruleset: Ruleset[Any]) -> None:
        seen: dict[str, str] = {}
        for game in small(ruleset):
            drawing = draw(game)
            assert seen.setdefault(drawing, str(game)) == str(game)

    def test_moves_keep_the_frame(self, ruleset: Ruleset[Any]) -> None:
        for game in islice(small(ruleset), 60) if ruleset.board.kind in SIZED else ():
            for move in islice(game.each_move(), 10):
                assert frame(draw(game.put(0, move.position)))[:-1] == frame(draw(game))[:-1]


PICTURES = {
    "nim(1,3,20,w)": """
                ●    ●
                ●    ●
            ●   ⋮    ⋮
            ●   ●    ●
        ●   ●   ●    ●
        1   3   20   w
    """,
    "kayles(x.xxx)": """
        1 2 3 4 5
        │ · │ │ │
    """,
    "chomp(4,2,1)": """
          1 2 3 4
        1 ☠ ■ ■ ■
        2 ■ ■ · ·
        3 ■ · · ·
    """,
    "cram(_x_/__x)": """
          1 2 3
        1 · █ ·
        2 · · █
    """,
    "mock_turtles(TTHTHHTTHTH)": """
                            1
        0 1 2 3 4 5 6 7 8 9 0
        T T H T H H T T H T H
    """,
    "nimble(1,1,4)": """
          ●
        · ● · · ●
        0 1 2 3 4
    """,
    "nimble(2,1000)": """
        · · ● · · · ●
                    1
                  9 0
                  9 0
        0 1 2 3 … 9 0
    """,
    "staircase_nim(1,7)": """
                  7 ●
                 ┌─2──
              ●  │
            ┌─1──┘
            │
        ────┘
    """,
    "hackenbush(0-1,1-2,0-3,3-4,4-2,2-5,5-6,5-7,5-5)": """
              ┌─(5)
              ├─7
              ├─6
            ┌─5
            ├─4─3─(0)
        ┌─1─2
        0════════════
    """,
    "divisor_chomp(12; 6)": """
        divisors of 12
         ☠   3
         2   ·
         4   ·
    """,
    "northcott(W..B./.B..W; B)": """
          1 2 3 4 5
        1 W · · B ·
        2 · B · · W
        Black to move
    """,
    "thirty_one(4,3,4,2,4,3)": """
        [1] [·] [3] [·] [5] [·]
        [1] [2] [3] [·] [5] [6]
        [1] [2] [3] [4] [5] [6]
        [1] [2] [3] [4] [5] [6]
        total 16 of 31
    """,
    "chomp_3d(3,1/2)": """
          1 2 3       1 2 3
        1 ☠ ■ ■     1 ■ ■ ·
        2 ■ · ·     2 · · ·
          layer 1     layer 2
    """,
    "brussels_sprouts([4 8][3x2])": """
        region 1:  ○2 ○2 ○2
        region 2:  ○4 ○8
        ○n is a curve with n free ends
    """,
    "node_removal(a-b,b-c)": """
        a: b
        b: a c
        c: b
    """,
    "digraph(a: b c; b: a)(b)": """
          a → b c
        ● b → a
          c
    """,
    "two_dimensional_nim((1,2),(7,0),(1,2))": """
        7 · · · · · · · ·
        6 · · · · · · · ·
        5 · · · · · · · ·
        4 · · · · · · · ·
        3 · · · · · · · ·
        2 · 2 · · · · · ·
        1 · · · · · · · ·
        0 · · · · · · · ●
          0 1 2 3 4 5 6 7
    """,
}


@pytest.mark.parametrize("expression", PICTURES)
def test_pictures(expression: str) -> None:
    assert draw_expression(expression) == dedent(PICTURES[expression]).strip("\n").rstrip()


def test_a_sum_stands_side_by_side_with_names() -> None:
    assert draw_expression("kayles(3) + nim(1)").splitlines() == ["│ │ │    ●", "  3      1", "kayles + nim"]


def test_a_wide_sum_goes_on_below() -> None:
    assert draw_expression("kayles(5) + kayles(5)", 20).splitlines().count("+") == 1


@pytest.mark.parametrize(
    "expression", ["cram(100x100)", "hackenbush(path 3000)", "nimble(10^40)", "wythoff(10^40, 7)", "treblecross(10^5)"]
)
def test_what_is_too_large_is_one_line(expression: str) -> None:
    assert "\n" not in draw_expression(expression)
    assert len(draw_expression(expression, 30)) <= 30


def test_a_game_with_nothing_left_is_said() -> None:
    assert draw(Game(())) == "nim(0)"
