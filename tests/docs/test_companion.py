"""The companion: every example and exercise of the five texts has its place, every cell runs, every answer is right.

`data/companion.csv` lists them. A cell that shows an answer is tagged with its id; what it shows is compared with
`data/answers.json` where that has the id, otherwise with the column `shown`, and winning moves with the definition.
"""

import ast
import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from answers import ANSWERS, Answer
from book import DOCS, ROOT

from grundy import Move, Ordinal, parse
from grundy.solvers import search

pytestmark = pytest.mark.slow

COMPANION = DOCS / "companion"
PAGES = sorted(COMPANION.glob("*-*.md"))
CELL = re.compile(r"^```\{code-cell\} ipython3\n(?::tags: \[([^\]]*)\]\n\n)?(.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
PLAY = re.compile(r"http://127\.0\.0\.1:8000/play/([^\s)>]+)")
Row = dict[str, str]
EXERCISES = {"1.5": 8, "2.6": 7, "3.5": 9, "4.5": 11, "5.5": 10, "6.4": 1}  # how many a section of Ferguson has
EXAMPLES = {"3.3": 3, "4.3": 3, "4.4": 4, "5.1": 5, "5.2": 2}
IN_ROWS = {"C-9.5-g", "F-2.6.7-sg", "S-box-a", "S-box-c", "S-tx-digits"}  # answers that a page shows as a table
LARGE = {"F-1.5.7a-x1", "F-1.5.7b-x1", "F-2.6.7-a", "F-5.5.10-1based", "F-5.5.10-literal"}  # minutes for the definition


@dataclass(frozen=True)
class Cell:
    """A cell: the ids that it answers, its code, what it shows, and the heading under which it stands."""

    ids: tuple[str, ...]
    code: str
    shown: object
    anchor: str


class Unordered(list[object]):
    """A list whose order means nothing: the winning moves, or the lost positions."""


@cache
def rows() -> list[Row]:
    with (ROOT / "tests" / "data" / "companion.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchor(text: str, place: int) -> str:
    """The anchor of the last heading before a place."""
    return slug([found[1] for found in HEADING.finditer(CELL.sub(blank, text), 0, place)][-1])


def blank(cell: re.Match[str]) -> str:
    """As many blanks, so that a comment in a cell is no heading."""
    return " " * len(cell[0])


@cache
def cells(page: Path) -> list[Cell]:
    """The cells of a page, run one after the other."""
    text, names = page.read_text(encoding="utf-8"), dict[str, object]()
    return [
        Cell(
            tuple((found[1] or "").split(", ")) if found[1] else (),
            found[2],
            run(found[2], names),
            anchor(text, found.start()),
        )
        for found in CELL.finditer(text)
    ]


def run(code: str, names: dict[str, object]) -> object:
    """What a notebook shows for a cell: the value of its last line if that is an expression, or the numbers printed."""
    body, printed = ast.parse(code).body, io.StringIO()
    last = body[-1].value if isinstance(body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(ast.Module(body[:-1] if last else body, []), "<cell>", "exec"), names)
        value: object = eval(compile(ast.Expression(last), "<cell>", "eval"), names) if last else None
    return [int(number) for number in re.findall(r"\d+", printed.getvalue())] if printed.getvalue() else value


def cells_of(page: Path) -> dict[str, tuple[Cell, object]]:
    """For each id on a page its cell, and what the cell shows for it."""
    found = dict[str, tuple[Cell, object]]()
    for cell in cells(page):
        for place, name in enumerate(cell.ids):
            assert name not in found, name
            found[name] = (cell, cell.shown[place] if len(cell.ids) > 1 else cell.shown)  # type: ignore[index]
    return found


def rows_of(page: Path) -> list[Row]:
    """The rows of the table that lead to a page."""
    return [row for row in rows() if row["page"].startswith(f"{page.name}#")]


def numbers(value: object) -> Iterator[int]:
    """All numbers in nested tuples, but zeros."""
    if isinstance(value, int):
        yield from [value] if value else []
    elif isinstance(value, list | tuple):
        for part in value:
            yield from numbers(part)


def sizes_left(move: Move) -> list[int]:
    """The sizes after a move, of stalks too, as a multiset."""
    summands = move.game.put(move.index, move.position).summands
    sizes = [len(s.position) if s.ruleset.name == "hackenbush" else s.position for s in summands]  # type: ignore[arg-type]
    return sorted(numbers(sizes))


def handle_of(move: Move) -> object:
    """What a person touches, written as the answers write it."""
    summand, handle = move.game.summands[move.index], sorted(move.handle)  # type: ignore[type-var]
    one: tuple[object, object] = handle[0] if isinstance(handle[0], tuple) else (0, 0)
    match summand.ruleset.name:
        case "hackenbush":
            return [int(str(end)) for end in one]
        case "chomp":
            return [one[1], one[0]]
        case "rook_nim":
            return [one[0], plain(one[1])]
        case "two_dimensional_nim":
            return plain((summand.position[one[0]], one[1]))  # type: ignore[index]
        case "boxing_match":
            return [*one, round(len(handle) ** 0.5)]
    return plain(handle)


def chips_taken(move: Move) -> int:
    """How many chips a move takes."""
    return int(move.game.summands[0].position[0] - move.position[0])  # type: ignore[index]


def move_writer(answer: Answer) -> Callable[[Move], object]:
    """How the answer writes moves."""
    query = answer["query"]
    return chips_taken if query == "winning_amounts" else sizes_left if "winning_positions" in query else handle_of


def plain(value: object, read: Callable[[Move], object] = repr) -> object:
    """A shown value as JSON would have it."""
    if isinstance(value, np.ndarray):
        return value.ravel().tolist()
    if isinstance(value, Ordinal):
        return [[plain(exponent), coefficient] for exponent, coefficient in value.terms]
    if isinstance(value, dict):
        return {key_of(key): plain(part, read) for key, part in value.items()}
    if isinstance(value, list | tuple):
        kind = Unordered if value and isinstance(value[0], Move) else list
        return kind(plain(part, read) for part in value)
    if isinstance(value, Move):
        return read(value)
    return int(value) if isinstance(value, int | np.integer) and not isinstance(value, bool) else value


def key_of(key: object) -> str:
    return ",".join(map(str, key)) if isinstance(key, tuple) else str(key)


def expected_answer(answer: Answer) -> object:
    """The expected answer, with what it numbers or abbreviates written as the pages write it."""
    expected, name = answer["expected"], answer["id"]
    if name == "S-box-10x20":
        row, column, side = expected["winning_move"]
        return ["N", f"take rows {row}-{row + side - 1}, columns {column}-{column + side - 1}"]
    if name in IN_ROWS and name != "S-tx-digits":
        return "".join(expected.values()) if name == "S-box-c" else list(expected.values())
    if name == "S-tx-a":
        return "".join(expected.values())
    if name == "C-9.1-a":
        return {code: "".join(map(str, values)) for code, values in expected.items()}
    if name == "C-9.6-g":
        return {key: [f"name {n}" for n in divisors] for key, divisors in expected.items()}
    if name == "F-4.5.11-e1":
        words = [
            f"remove the vertex in row {row + 1}, column {column + 1}" for row, column in expected["winning_vertices"]
        ]
        return [expected["outcome"], expected["sg"], words]
    if name.startswith("F-5.5.10"):
        shift = 1 if name.endswith("1based") else 0
        coins = [block(move["rows"], move["cols"], shift) for move in expected["winning_moves"]]
        return [*list(expected.values())[:3], coins]
    if answer["query"] == "sg+winning_edges":
        return [expected["sg"], [answer["position"]["edges"][edge] for edge in expected["winning_edges"]]]
    if answer["query"] == "sg_ordinal" and name == "F-3.5.6-a":
        return {square: terms[0][1] if terms and terms[0][0] == 0 else terms or 0 for square, terms in expected.items()}
    if name == "F-3.5.6-x1":
        return [expected["nim_sum"][0][1], expected["outcome"], expected["winning_moves"]]
    if answer["game"] == "sprouts" and "length" not in answer["query"]:
        return json.loads(json.dumps(expected).replace('"W"', '"N"').replace('"L"', '"P"'))
    return json.loads(json.dumps(expected).replace('"draw"', '"D"'))


def block(rows: list[int], columns: list[int], shift: int) -> list[list[int]]:
    """The coins of a move in two rows and a range of columns."""
    return [[row - shift, column] for row in rows for column in range(columns[0], columns[1] + 1)]


def alike(shown: object, expected: object) -> bool:
    """Whether a page shows what is expected; where that is named, the page may show the values in their order."""
    if isinstance(expected, dict):
        if isinstance(shown, dict):
            return shown.keys() == expected.keys() and all(alike(shown[key], expected[key]) for key in expected)
        return alike(shown, list(expected.values()))
    if not isinstance(expected, list) or not isinstance(shown, list):
        return type(shown) is type(expected) and shown == expected
    if isinstance(shown, Unordered):
        order = [sorted(map(as_text, side)) for side in (shown, expected)]
        return order[0] == order[1]
    return len(shown) == len(expected) and all(map(alike, shown, expected))


def as_text(value: object) -> str:
    return json.dumps(value)


def all_moves(value: object) -> Iterator[list[Move]]:
    """The lists of moves in a shown value."""
    if isinstance(value, list | tuple) and value and all(isinstance(part, Move) for part in value):
        yield list(value)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from all_moves(part)


def sorted_sizes(expected: object) -> object:
    """Resulting positions as multisets of sizes."""
    if isinstance(expected, dict):
        return {key: sorted_sizes(value) if key == "winning_positions" else value for key, value in expected.items()}
    return [sorted(numbers(position)) for position in expected]  # type: ignore[attr-defined]


def join_rows(told: object) -> object:
    """A table by rows as one row."""
    if isinstance(told, dict):
        told = list(told.values())
    if not isinstance(told, list) or not isinstance(told[0], list | str):
        return told
    parts = [join_rows(part) for part in told]
    return "".join(map(str, parts)) if isinstance(parts[0], str) else [n for part in parts for n in part]  # type: ignore[attr-defined]


def right(shown: object, answer: Answer) -> bool:
    """Whether a cell shows the answer."""
    told, expected = plain(shown, move_writer(answer)), expected_answer(answer)
    if answer["id"] in IN_ROWS:
        told = join_rows(told)
    if answer["query"] == "p_positions":
        told = Unordered(told)  # type: ignore[call-overload]
    if "winning_positions" in answer["query"]:
        expected = sorted_sizes(expected)
    return alike(told, expected)


def can_be_judged(name: str, cell: Cell, moves: list[Move]) -> bool:
    """Whether the definition can judge these: winning moves under normal play of finite games that add."""
    rulesets = [summand.ruleset for summand in moves[0].game.summands]
    asked = name not in LARGE and "misere" not in cell.code and "== 5" not in cell.code
    return asked and all(r.finite and r.adds and r.name != "treblecross" for r in rulesets)


# The tests of one page follow each other, so that one process runs its cells once.
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem, scope="module")


@every_page
def test_every_cell_runs_and_every_picture_is_drawn(page: Path) -> None:
    for cell in cells(page):
        draw = getattr(cell.shown, "_repr_svg_", lambda: None)
        assert (draw() or "<svg").startswith("<svg")


@every_page
def test_nothing_is_shown_unchecked(page: Path) -> None:
    """A cell without an id shows a picture or an explanation, or nothing."""
    for cell in cells(page):
        kinds = ("_repr_svg_", "_repr_html_", "_repr_markdown_")
        assert cell.ids or cell.shown is None or any(hasattr(cell.shown, kind) for kind in kinds), cell.code


@every_page
def test_answers(page: Path) -> None:
    shown = cells_of(page)
    asked = [row for row in rows_of(page) if row["answer"]]
    assert [row["id"] for row in asked if not right(shown[row["id"]][1], ANSWERS[row["answer"]])] == []


@every_page
def test_what_else_is_shown(page: Path) -> None:
    shown = {name: " ".join(repr(value).split()) for name, (_, value) in cells_of(page).items()}
    told = {row["id"]: row["shown"] for row in rows_of(page) if row["shown"]}
    assert {name: shown[name] for name in told} == told


@every_page
def test_moves_are_those_of_the_definition(page: Path) -> None:
    for name, (cell, shown) in cells_of(page).items():
        for moves in all_moves(shown):
            if can_be_judged(name, cell, moves):
                memo: search.Values = {}
                lost = {move.key for move in moves[0].game.moves() if search.nimber(move.to, memo) == 0}
                assert {move.key for move in moves} == lost, name


@every_page
def test_the_table_is_true(page: Path) -> None:
    found = {name: f"{page.name}#{cell.anchor}" for name, (cell, _) in cells_of(page).items()}
    assert {row["id"]: row["page"] for row in rows_of(page) if row["answer"] or row["shown"]} == found


@every_page
def test_every_place_exists(page: Path) -> None:
    text = CELL.sub(blank, page.read_text(encoding="utf-8"))
    assert {row["page"].partition("#")[2] for row in rows_of(page)} <= {
        slug(found[1]) for found in HEADING.finditer(text)
    }


def test_the_table_leads_to_pages() -> None:
    assert {row["page"].partition("#")[0] for row in rows()} == {page.name for page in PAGES}
    assert [row["id"] for row in rows() if row["answer"] and row["shown"]] == []


def test_every_answer_has_its_cell() -> None:
    assert {row["answer"] for row in rows()} - {""} == set(ANSWERS)


def test_every_number_of_ferguson() -> None:
    printed = {f"{section}.{n + 1}" for section, last in (EXERCISES | EXAMPLES).items() for n in range(last)}
    mine = {row["number"]: row["page"] for row in rows() if row["document"] == "Ferguson"}
    assert printed <= mine.keys()
    assert [n for n in printed if not mine[n].endswith(f"-{n.replace('.', '')}")] == []


@every_page
def test_links_into_the_web_app_are_games(page: Path) -> None:
    links = [unquote(link) for link in PLAY.findall(page.read_text(encoding="utf-8"))]
    assert links
    assert all(parse(str(parse(link))) == parse(link) for link in links)
