"""Explanations: the book's reasons for its worked examples, four formats, and large positions in few lines."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

import pytest
from click.testing import CliRunner
from rulesets import catalogue, example

from grundy import Game, Ruleset, nim, parse
from grundy.boards.strip import Strip
from grundy.cli.explain import explain as command
from grundy.core.budget import Budget
from grundy.explain.account import explain
from grundy.explain.structure import Columns, Explanation, Moves, Paragraph

WORKED = {  # the document's own argument, in our words
    "subtraction(1,2,3)(21)": "21 = 4*5 + 1",
    "subtraction(1,3,4)(100)": "100 = 14*7 + 2, and g(2) = 0",
    "subtraction(1,3,5,7)(100)": "period 2",
    "fibonacci_nim(43)": "43 = 34 + 8 + 1",
    "dynamic_subtraction(1)(44)": "44 = 32 + 8 + 4",
    "fibonacci_nim(34)": "The smallest term is 34, but at most 33 may be taken",
    "sos(7)": "an S in the middle of seven empty cells",
    "sos(S...)": "complete SOS",
    "sos(2000)": "an even number",
    "thirty_one(4,4,4,4,4,4)": "A natural mistake: take a 3",
    "empty_and_divide(6,9)": "lost exactly if both boxes hold an odd number",
    "at_least_half(12)": "1100 has 4 digits",
    "at_most_half(9)": "10 = 2 * (2*2 + 1)",
    "dim_plus(12)": "12 = 2^2 * 3",
    "nim(13,12,8)": "13 ⊕ 9 = 4, 12 ⊕ 9 = 5 or 8 ⊕ 9 = 1",
    "nim(5,7,9)": "column of 8",
    "nim(4,4)": "equal pairs",
    "nimble(0,3,3,5,6,7)": "A coin on square n is a heap of n",
    "northcott(W..B./.B..W)": "A retreat only adds to a heap",
    "staircase_nim(2,1,3,2)": "Only the odd steps count",
    "silver_dollar(1,4,6,10)": "take every other gap",
    "poker_nim(3,5; 2)": "reversible",
    "moore_nim(2)(2,3,5,6)": "modulo 3",
    "rook_nim((1,2),(2,3))": "1 ⊕ 2",
    "two_dimensional_nim((1,2),(4,1))": "w*2 + 1",
    "choose_heap": "the first infinite ordinal",
    "wythoff(8,13)": "the square itself",
    "wythoff(12,20)": "golden ratio",
    "even_if_not_all(10,15,20)": "15 is odd: (15 + 1)/2",
    "even_if_not_all(18) + at_least_half(17) + nim(7)": "column of 8",
    "lasker_nim(2,5,7)": "7 leaves 3 modulo 4, so one more",
    "kayles(13)": "the mex",
    "dawsons_chess(18)": "the mex",
    "kayles(100)": "100 = 2*12 + 76",
    "grundys_game(5,8,13)": "split the heap of 13 into 5 and 8",
    "rims(3,5,7)": "it is a heap of nim",
    "treblecross(20)": "dawsons_kayles(3)(22)",
    "boxing_match(1111/1111)": "The first player takes the block in the middle",
    "cram(2x2)": "answers every move by",
    "cram(3x4)": "The first player takes the block in the middle",
    "turning_turtles(THTTHTTTHHTHT)": "A head on coin n is a heap of n",
    "mock_turtles(TTHTHHTTH)": "5 = 101 has an even number of ones, so 2*5 + 1 = 11",
    "ruler(TTHTHHTTH)": "6 = 2 * 3",
    "(mock_turtles * mock_turtles)(TTTTHH/TTTTTH)": "Tartan Theorem",
    "turning_corners(TTTTT/TTTHT/TTTTT/TTHTT/TTTTH)": "4 ⊗ 4 = 6",
    "acrostic_twins(TTTTT/TTTHT/TTTTT/TTHTT/TTTTH)": "3 ⊕ 2",
    "hackenbush(0-1,1-2,2-3) + hackenbush(0-1,1-2,2-3,3-4)": "a stalk of 3 edges",
    "hackenbush(0-1,1-2,1-3)": "branches of 1 ⊕ 1 = 0",
    "hackenbush(0-1,1-2,2-0)": "3 edges become loops",
    "node_removal(path 4)": "octal game 0.37",
    "brussels_sprouts(3)": "13 moves",
    "welter(3,5,7,9,11)": "mating method",
    "chomp(3x7)": "steals the strategy",
    "chomp(4x4)": "two equal arms",
    "chomp(5,1,1)": "two heaps of nim",
    "chomp(2,2) + nim(4)": "110",
    "divisor_chomp(144)": "steals the strategy",
    "digraph(a: b; b: c; c: a d; d: e)(a)": "Play can go round",
}
MISERE = {
    "nim(1,1,9)": "Exactly one heap is larger than 1",
    "nim(12,19,27)": "While two or more are",
    "nim(1,1,1)": "they go one by one",
    "kayles(5,4)": "restless",
    "subtraction(1,2,3)(21)": "tame",
    "wythoff(2,2)": "misère play has (2,2)",
    "moore_nim(2)(1,1,1,1)": "leaves 1 modulo 3",
    "welter(0,3)": "antipodal",
}
FORMATS = ["text", "markdown", "html", "json"]


class Tags(HTMLParser):
    """A reader that checks that elements nest and notes what is there."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: set[str] = set()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_formats(told: Explanation) -> None:
    page = Tags()
    page.feed(told.html())
    assert page.open == []
    assert page.attributes <= {"class", "scope", "colspan"}
    assert "script" not in page.tags
    assert told.markdown().startswith("**")
    data = json.loads(json.dumps(told.json()))
    assert data["schema"] == 1
    assert len(data["blocks"]) == len(told.blocks)
    assert str(told) == told.text()


def flat(told: Explanation) -> str:
    return " ".join(str(told).split())


@pytest.mark.parametrize(("text", "reason"), WORKED.items(), ids=WORKED)
def test_the_reason_of_the_book(text: str, reason: str) -> None:
    told = explain(parse(text))
    assert reason in flat(told)
    check_formats(told)


@pytest.mark.parametrize(("text", "reason"), MISERE.items(), ids=MISERE)
def test_the_reason_under_misere_play(text: str, reason: str) -> None:
    told = explain(parse(text), misere=True)
    assert reason in flat(told)
    check_formats(told)


@pytest.mark.parametrize("ruleset", list(catalogue()), ids=str)
def test_every_ruleset_explains_its_example_in_every_format(ruleset: Ruleset[Any]) -> None:
    told = explain(example(ruleset), full=True, budget=Budget(10_000, seconds=3))
    check_formats(told)
    assert told.blocks


def test_the_addition_marks_the_column_that_decides() -> None:
    lines = str(nim(13, 12, 8).explain()).splitlines()
    assert lines[2:8] == [
        "nim(13)  13  1101",
        "nim(12)  12  1100",
        " nim(8)   8  1000",
        "         --------",
        "nim-sum   9  1001",
        "             ^",
    ]


def test_a_coach_finds_a_nudge_a_reason_and_a_move() -> None:
    told = nim(13, 12, 8).explain()
    assert "column of 8" in told.nudge
    assert "4" not in told.nudge
    assert told.reason.startswith("The nim-sum 9 is not 0")
    assert told.move == ("take 9 from the heap of 13", "nim(4,12,8)")
    assert nim(3, 3).explain().move is None


def test_full_tells_more() -> None:
    short, full = nim(3, 5, 7).explain(), nim(3, 5, 7).explain(full=True)
    assert len(str(full)) > len(str(short))
    assert set(short.claims) <= set(full.claims)


LARGE = {
    "kayles": "kayles(10^100,3)",
    "nim": f"nim({','.join(map(str, range(1, 1001)))})",
    "wythoff": "wythoff(10^40,10^41)",
    "hackenbush": "hackenbush(" + ",".join(f"{n // 3}-{n + 1}" for n in range(10_000)) + ")",
    "coins": f"ruler({'H' * 300})",
    "welter": f"welter({','.join(map(str, range(0, 900, 3)))})",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_large_positions_are_told_in_few_lines(text: str) -> None:
    told = explain(parse(text), budget=Budget(seconds=60))
    lines = str(told).splitlines()
    assert len(lines) < 90
    assert max(map(len, lines)) < 700
    assert told.outcome


@dataclass(frozen=True)
class Push(Ruleset[str]):
    """Write an X in an empty cell of which the left neighbour is written."""

    board = Strip()

    def moves(self, position: str) -> Iterator[str]:
        free = (i for i in range(1, len(position)) if position[i - 1 : i + 1] == "X.")
        return (position[:i] + "X" + position[i + 1 :] for i in free)


def test_a_ruleset_with_moves_alone_is_explained_by_its_options() -> None:
    told = Game.of(Push(), "X..X.").explain()
    assert "the mex" in flat(told) or "no option has the nimber 0" in flat(told)
    assert [block.kind for block in told.blocks].count("options") == 1
    check_formats(told)


def test_what_is_not_decided_says_so_and_exits_1() -> None:
    result = CliRunner().invoke(command, ["grundys_game(10^9)", "--timeout", "0.2"], standalone_mode=False)
    assert result.return_value == 1
    assert "not decided" in result.output


@pytest.mark.parametrize("style", FORMATS)
def test_the_command_writes_every_format(style: str) -> None:
    result = CliRunner().invoke(command, ["nim(3,5,7)", "--format", style], standalone_mode=False)
    assert result.return_value == 0
    told = nim(3, 5, 7).explain()
    expected = {"text": told.text(), "markdown": told.markdown(), "html": told.html(), "json": json.dumps(told.json())}
    assert result.output.strip() == expected[style].strip()


def test_json_is_one_option_too() -> None:
    one = CliRunner().invoke(command, ["nim(3,5,7)", "--json"]).output
    assert one == CliRunner().invoke(command, ["nim(3,5,7)", "--format", "json"]).output


def test_html_and_markdown_escape_everything() -> None:
    blocks = (Paragraph("<i>one</i> *two* `<b>`"), Moves((("<u>", "a|<b>"),), 1), Columns((("<s>", 3),), (1, 1)))
    told = Explanation("<b>", False, "N", 3, "`<b>`: N", blocks)
    page = Tags()
    page.feed(told.html())
    assert not page.tags & {"i", "b", "u", "s"}
    assert "<code>&lt;b&gt;</code>" in told.html()
    assert r"\<i\>one\</i\> \*two\* `<b>`" in told.markdown()


def test_winning_moves_that_are_not_found_are_owned_up_to() -> None:
    told = explain(parse("chomp(60x70)"), budget=Budget(seconds=0.5))
    assert told.outcome == "N"
    assert "Which moves win was not found" in flat(told)
