"""The worked examples of five texts: the explanation has the text's numbers, its move, and its tool."""

import pytest
from worked import EXAMPLES, Example, example_name

from grundy import parse
from grundy.explain.account import explain
from grundy.explain.prose import Claim, Fact, Quote, Step
from grundy.explain.structure import Columns, Explanation, Moves, Source

TEXTS = {"Ferguson": 70, "Pritchard": 9, "CMU slides": 12, "MIT notes": 15, "Cairns and Ho": 30}  # examples, at least


def pieces(told: Explanation) -> list[object]:
    texts = [told.headline, *(text for block in told.blocks for text in block.texts)]
    return [piece for text in texts for piece in text.pieces]


def check_numbers(told: Explanation, example: Example) -> None:
    """The numbers of the text are claims, equations and facts of the explanation."""
    found = pieces(told)
    for game, nimber in example.get("claims", {}).items():
        assert Claim(game, nimber) in told.claims, (game, nimber)
    for equation in example.get("equations", []):
        assert any(isinstance(piece, Step) and contains(piece, equation) for piece in found), equation
    for what, number in example.get("facts", {}).items():
        assert any(isinstance(piece, Fact) and (piece.what, piece.number) == (what, number) for piece in found), what


def contains(step: Step, equation: str) -> bool:
    """Whether an equation is a step, or two sides of a longer one."""
    return f" = {equation} = " in f" = {step.equation} = "


def check_tools(told: Explanation, example: Example) -> None:
    """The theorem, the kind of figure and the source of the text are there."""
    found = pieces(told)
    words = "".join(str(piece) for piece in found if isinstance(piece, str))
    assert all(phrase in words for phrase in example.get("words", [])), words
    assert all(Quote(quote) in found for quote in example.get("quotes", []))
    assert set(example.get("blocks", [])) <= {block.kind for block in told.blocks}
    cited = [block.text for block in told.blocks if isinstance(block, Source)]
    assert example.get("cites", "") in " ".join(cited)


def check_columns(told: Explanation, example: Example) -> None:
    """The column addition has the rows of the text."""
    for *rows, (_, total) in [example["columns"]] if "columns" in example else []:
        block = next(block for block in told.blocks if isinstance(block, Columns))
        assert [[name, f"{value:0{len(block.digits)}b}"] for name, value in block.rows] == rows
        assert "".join(map(str, block.digits)) == total


def check_moves(told: Explanation, example: Example) -> None:
    """The moves of the text are among the winning moves, and there are as many as it says."""
    block = next((block for block in told.blocks if isinstance(block, Moves)), None)
    reached = {parse(to).key for _, to in block.rows} if block else set()
    assert {parse(to).key for to in example.get("moves", [])} <= reached
    if example.get("count") is not None:
        assert block
        assert block.count == example["count"]


@pytest.mark.parametrize("example", EXAMPLES, ids=example_name)
def test_the_argument_of_the_text(example: Example) -> None:
    told = explain(parse(example["game"]), example["play"] == "misere", example.get("full", False))
    assert example["outcome"] in (None, told.outcome)
    assert example["nimber"] in (None, told.nimber)
    check_numbers(told, example)
    check_tools(told, example)
    check_columns(told, example)
    check_moves(told, example)


def test_every_text_has_its_examples() -> None:
    for text, least in TEXTS.items():
        assert sum(example["source"].startswith(text) for example in EXAMPLES) >= least
