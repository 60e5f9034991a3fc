"""Every number in an explanation says where it comes from, and is right: equations and facts are computed again here.

A claim is judged against the definition in `test_explain_claims`. Here an equation is evaluated, a fact is counted or
measured by other means than those that the explanation used, a size must stand in the position, and a digit in plain
words must be a literal of the source, so that it cannot depend on the position.
"""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measures import MEASURES
from rulesets import catalogue, example, legal

import grundy.explain
from grundy import Game, Ruleset, mex, nim_product, parse
from grundy.core.budget import Budget
from grundy.core.ordinals import omega
from grundy.explain.account import explain
from grundy.explain.prose import Claim, CodeSpan, Fact, Quote, Size, Step, Text
from grundy.explain.structure import Block, Columns, Explanation, Moves, Options

pytestmark = pytest.mark.slow

ALL = list(catalogue())
NUMBER = re.compile(r"\d+")
HOUSE = Path(grundy.explain.__file__).parents[1]
SOURCES = [path for room in ("explain", "games", "boards") for path in (HOUSE / room).rglob("*.py")]
ENOUGH = 3_000


@cache
def literals() -> frozenset[str]:
    """The pieces of the string constants in the source, cut at their fields."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES]
    inside = {
        id(part) for tree in trees for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values
    }
    constants = [
        node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in inside
    ]
    return frozenset(piece for node in constants if isinstance(node.value, str) for piece in node.value.split("{}"))


class Number(int):
    """A number with the operations of equations: ^ is the nim-sum and @ the nim-product."""

    def __xor__(self, other: int) -> "Number":
        return Number(int(self) ^ int(other))

    def __matmul__(self, other: int) -> "Number":
        return Number(nim_product(int(self), int(other)))


OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: Number(a + b),
    ast.Sub: lambda a, b: Number(a - b),
    ast.Mult: lambda a, b: Number(a * b),
    ast.Mod: lambda a, b: Number(a % b),
    ast.Pow: lambda a, b: Number(a**b),
    ast.BitOr: lambda a, b: Number(int(a) | int(b)),
    ast.BitXor: lambda a, b: a ^ b,
    ast.MatMult: lambda a, b: a @ b,
    ast.FloorDiv: lambda a, b: Number(a // b),
}
SPELLING = [
    (re.compile(r"([01]+)₂"), r"0b\1"),
    (re.compile(r"\^"), "**"),
    (re.compile("⊕"), "^"),
    (re.compile("⊗"), "@"),
    (re.compile(r"\bmod\b"), "%"),
    (re.compile(r"\bor\b"), "|"),
    (re.compile(r"⌊([^⌋]*)/([^⌋]*)⌋"), r"((\1)//(\2))"),
]


def value(side: str) -> int:
    """The value of one side of an equation."""
    if found := re.fullmatch(r"mex\{(.*)\}", side.strip()):
        return mex(map(int, found[1].split(", ")))
    for pattern, replacement in SPELLING:
        side = pattern.sub(replacement, side)
    return int(evaluate(ast.parse(exact(side).strip(), mode="eval").body))


def exact(side: str) -> str:
    """A division that leaves nothing, written as one that Python does on integers."""
    return re.sub(r"(?<!/)/(?!/)", "//", side)


def evaluate(node: ast.expr) -> Number:
    if isinstance(node, ast.Constant):
        assert isinstance(node.value, int)
        return Number(node.value)
    assert isinstance(node, ast.BinOp), ast.dump(node)
    left, right = evaluate(node.left), evaluate(node.right)
    if isinstance(node.op, ast.FloorDiv) and not isinstance(node.left, ast.BinOp | ast.Constant):
        assert left % right == 0
    return Number(OPERATIONS[type(node.op)](left, right))


def check_step(step: Step) -> None:
    sides = step.equation.split(" = ")
    assert len(sides) > 1, step
    assert len({value(side) for side in sides}) == 1, step


def check_fact(fact: Fact) -> None:
    assert fact.what in MEASURES, fact
    assert MEASURES[fact.what](fact.of, fact.number), fact


def shown_by(told: Explanation, text: Text) -> set[str]:
    """The numbers that the position and the expressions beside it show: written out, or as the places of coins."""
    games = [
        told.game,
        *(claim.game for claim in told.claims),
        *(str(p.expression) for p in text.pieces if isinstance(p, CodeSpan)),
    ]
    return {number for game in games for number in numbers_of(game)}


@cache
def numbers_of(game: str) -> frozenset[str]:
    rows = re.findall(r"[HT]+", game)
    places = {str(i) for row in rows for i in range(len(row) + 1)}
    counts = {str(i) for i in range(game.count("/") + 2)} if rows else set()
    ordinals = {found.strip() for found in re.findall(r"[w*^+ \d]+", game)}
    ordinals |= {str(omega * int(y) + int(x)) for x, y in re.findall(r"\((\d+),(\d+)\)", game)}
    return frozenset({*NUMBER.findall(game), *places, *counts, *ordinals})


def check_text(told: Explanation, text: Text) -> None:
    for piece in text.pieces:
        if isinstance(piece, Step):
            check_step(piece)
        elif isinstance(piece, Fact):
            check_fact(piece)
        elif isinstance(piece, Size):
            assert str(piece.number) in shown_by(told, text), (piece, str(text))
        elif isinstance(piece, str) and NUMBER.search(piece):
            assert piece in literals(), (piece, str(text))


def check_block(told: Explanation, block: Block) -> None:
    for text in block.texts:
        check_text(told, text)
    if isinstance(block, Columns):
        check_columns(told, block)
    if isinstance(block, Options):
        for _, to, worth in block.rows:
            assert worth.claims[-1].game == to
    if isinstance(block, Moves) and not told.game.startswith("dots_and_boxes("):  # which states boxes, not outcomes
        stated = {claim.game for claim in block.all_claims if claim.outcome == "P"}
        assert {to for _, to in block.rows} <= stated
        assert block.count is None or block.count >= len(block.rows)


def check_columns(told: Explanation, block: Columns) -> None:
    """The digits are the sum, and each row is a claim or a number that was accounted for elsewhere."""
    rows = [number for _, number in block.rows]
    places = range(len(block.digits))[::-1]
    if not block.more:
        assert block.digits == tuple(sum(n >> place & 1 for n in rows) % block.modulus for place in places)
    known = {(claim.game, claim.nimber) for claim in told.claims} | {("", number) for number in explained_numbers(told)}
    for name, number in block.rows:
        assert (name, number) in known or ("", number) in known, (name, number, told.game)


def explained_numbers(told: Explanation) -> set[int]:
    """The numbers of the position, and the results of equations and facts."""
    pieces = [piece for block in told.blocks for text in block.texts for piece in text.pieces]
    results = {value(piece.equation.rsplit(" = ", 1)[1]) for piece in pieces if isinstance(piece, Step)}
    facts = {piece.number for piece in pieces if isinstance(piece, Fact) and isinstance(piece.number, int)}
    return {int(n) for n in numbers_of(told.game) if n.isdigit()} | results | facts


def check(told: Explanation) -> None:
    check_text(told, told.headline)
    for block in told.blocks:
        check_block(told, block)
    facts = {
        number.number for block in told.blocks for t in block.texts for number in t.numbers if isinstance(number, Fact)
    }
    assert {int(n) for n in NUMBER.findall(told.nudge)} <= facts | {2**k for k in range(64)}


def small(ruleset: Ruleset[Any]) -> Iterator[Any]:
    positions = [p for p in islice(ruleset.board.small(7), 60) if legal(ruleset, p)]
    return iter(positions[:: max(1, len(positions) // 3)])


@pytest.mark.parametrize("ruleset", ALL, ids=str)
def test_every_number_of_every_ruleset(ruleset: Ruleset[Any]) -> None:
    games = [example(ruleset), *(Game.of(ruleset, position) for position in small(ruleset))]
    for game in games:
        for misere in ruleset.plays:
            check(explain(game, misere, full=True, budget=Budget(ENOUGH, seconds=0.5)))


HEAPS = ["nim", "kayles", "lasker_nim", "at_least_half", "even_if_not_all", "grundys_game"]
HEAPS += ["subtraction(1,2,3)", "subtraction(2,5)", "subtraction(3,5,9)", "subtraction(2,6)"]
sums = st.lists(st.tuples(st.sampled_from(HEAPS), st.integers(1, 60)), min_size=1, max_size=4)


@settings(deadline=None, max_examples=15)
@given(sums, st.booleans())
def test_every_number_of_random_sums(parts: list[tuple[str, int]], full: bool) -> None:
    check(explain(parse(" + ".join(f"{name}({heap})" for name, heap in parts)), full=full))


@pytest.mark.parametrize("equation", ["13 ⊕ 9 = 5", "mex{0, 1, 3} = 3", "21 = 4*5 + 2", "4 ⊗ 4 = 7", "5 = 100₂"])
def test_a_wrong_equation_is_found(equation: str) -> None:
    with pytest.raises(AssertionError):
        check_step(Step(equation))


def test_a_number_in_plain_words_is_found() -> None:
    told = explain(parse("nim(3,5)"))
    with pytest.raises(AssertionError):
        check_text(told, Text((f"the nimber is {told.nimber}",)))
    with pytest.raises(AssertionError):
        check_text(told, Text((Size(7),)))
    check_text(told, Text((Size(5), Claim("nim(5)", 5), Quote("take 7"))))
