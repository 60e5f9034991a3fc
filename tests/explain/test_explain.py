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
from grundy.explain.prose import CodeSpan, text
from grundy.explain.structure import Columns, Explanation, Moves, Paragraph

REASONS = {  # of what the texts do not work out
    "chomp(5,1,1)": "two heaps of nim",
    "cram(2x2)": "answers every move by",
    "cram(3x4)": "The first player takes the block in the middle",
    "divisor_chomp(144)": "144 = 2^4 * 3^2",
    "fibonacci_nim(34)": "The smallest term is 34, but at most 33 may be taken",
    "impatient_subtraction(2,5)(20)": "subtraction(2,5)(19) has",
    "ordinal(nim(2), kayles(3))": "Of the numbers that it does not reach",
    "conjunctive(nim(2), kayles(3))": "its remoteness",
    "selective(nim(2), kayles(3))": "Make a winning move in",
    "subtraction(2,4)(9)": "packets",
    "triplets(TTTTTH)": "5 - 2 = 3",
    "rulerette(TTTTTH)": "6 = 2 * 3, and 2/2 = 1",
    "digraph(a: a b)(a) + digraph(a: a b)(a)": "the sum is a draw",
}
MISERE = {
    "nim(1,1,1)": "they go one by one",
    "kayles(5,4)": "restless",
    "wythoff(2,2)": "misère play has (2,2)",
    "moore_nim(2)(1,1,1,1)": "4 mod (2 + 1) = 1",
    "moore_nim(2)(1,1,4)": "misère play is the same",
    "welter(0,3)": "antipodal",
    "fibonacci_nim(35)": "35 - 1 = 34",
    "staircase_nim(1,1,1)": "Only 2 steps of one are left",
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
    assert page.attributes <= {"class", "scope", "colspan", "tabindex", "role", "aria-label"}
    assert "script" not in page.tags
    assert told.markdown().startswith("**")
    data = json.loads(json.dumps(told.json()))
    assert data["schema"] == 1
    assert len(data["blocks"]) == len(told.blocks)
    assert str(told) == told.text()


def flat(told: Explanation) -> str:
    return " ".join(str(told).split())


@pytest.mark.parametrize(("game", "reason"), REASONS.items(), ids=REASONS)
def test_the_reason(game: str, reason: str) -> None:
    told = explain(parse(game))
    assert reason in flat(told)
    check_formats(told)


@pytest.mark.parametrize(("game", "reason"), MISERE.items(), ids=MISERE)
def test_the_reason_under_misere_play(game: str, reason: str) -> None:
    told = explain(parse(game), misere=True)
    assert reason in flat(told)
    check_formats(told)


@pytest.mark.parametrize("ruleset", list(catalogue()), ids=str)
def test_every_ruleset_explains_its_example_in_every_format(ruleset: Ruleset[Any]) -> None:
    told = explain(example(ruleset), ruleset.plays[0], full=True, budget=Budget(10_000, seconds=3))
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


def test_an_ended_game_has_the_nimber_0() -> None:
    assert explain(parse("two_dimensional_nim((0,0))")).nimber == 0
    assert explain(parse("nim(0)"), misere=True).nimber is None


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
    assert "mex{" in flat(told)
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
    words = text("<i>one</i> *two* {}", CodeSpan("<b>"))
    blocks = (Paragraph(words), Moves((("<u>", "a|<b>"),), 1), Columns((("<s>", 3),), (1, 1)))
    told = Explanation("<b>", False, "N", 3, text("{}: N", CodeSpan("<b>")), blocks)
    page = Tags()
    page.feed(told.html())
    assert not page.tags & {"i", "b", "u", "s"}
    assert "<code>&lt;b&gt;</code>" in told.html()
    assert r"\<i\>one\</i\> \*two\* `<b>`" in told.markdown()


def test_winning_moves_that_are_not_found_are_owned_up_to() -> None:
    told = explain(parse("chomp(60x70)"), budget=Budget(seconds=0.5))
    assert told.outcome == "N"
    assert "Which moves win was not found" in flat(told)
