"""Answers and explanations for a terminal: plain characters, the nim-sum as a column addition."""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from textwrap import wrap

from grundy.core.reader import ellipsis
from grundy.explain.page import MOST
from grundy.explain.page import columns as addition
from grundy.explain.prose import Piece, Quote, Step, Text, text
from grundy.explain.structure import (
    Block,
    Columns,
    Explanation,
    Moves,
    Options,
    Source,
    Steps,
    Table,
)
from grundy.solvers.solution import Solution

__all__ = ["columns", "in_text", "lines"]

WORDS = {"N": "the next player wins", "P": "the previous player wins", "D": "a draw", None: "not decided"}
WIDTH = 96  # characters of a line of prose
WIDE = 72  # characters of a cell
HARD = "\N{NO-BREAK SPACE}"


def lines(answer: Solution) -> list[str]:
    """The answer in lines of text."""
    play = " under misère play" if answer.misere else ""
    text = [f"{answer.game}{play}: {answer.outcome or '?'}, {WORDS[answer.outcome]}."]
    if answer.nimber is not None and len(answer.parts) > 1:
        text += ["", *columns(answer)]
    elif answer.nimber is not None:
        text.append(f"Its nimber is {answer.nimber}.")
    if answer.method:
        text.append(f"Method: {answer.method}.")
    return text + moves(answer)


def columns(answer: Solution) -> list[str]:
    """The nim-sum as an addition in binary, without carries; the column that decides is marked."""
    values = [(str(part), value) for part, value in answer.parts if isinstance(value, int)]
    if not isinstance(answer.nimber, int) or len(values) < len(answer.parts):
        return [f"{part}: {value}" for part, value in answer.parts]
    return in_lines(addition(values))


def moves(answer: Solution) -> list[str]:
    """The winning moves, or why there is none."""
    if answer.outcome == "P":
        return ["No move wins: every option is an N-position."]
    if not answer.outcome:
        return [answer.reason]
    if answer.outcome == "N" and answer.reason:
        return [f"Winning moves: {answer.reason}."]
    if answer.outcome != "N" or not answer.winning or not answer.winning.moves:
        return []
    shown = tuple((move.label, str(move.to)) for move in answer.winning.moves[:MOST])
    return in_lines(Moves(shown, answer.winning.count))


def in_text(explanation: Explanation) -> str:
    """The explanation in lines of text, an empty line between its blocks."""
    blocks = [prose(explanation.headline), *map(in_lines, explanation.blocks)]
    return "\n\n".join("\n".join(block) for block in blocks)


def prose(told: str | Text) -> list[str]:
    """A paragraph in lines; an equation is not broken where it fits."""
    words = told if isinstance(told, str) else "".join(map(unbroken, told.pieces))
    lines = wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [line.replace(HARD, " ") for line in lines]


def unbroken(piece: Piece) -> str:
    """A piece whose blanks do not end a line, if it is an equation of moderate length."""
    words = str(piece)
    return words.replace(" ", HARD) if isinstance(piece, Step) and len(words) < WIDTH // 2 else words


def shorter(text: str) -> str:
    """A cell that fits."""
    return ellipsis(text.replace("`", ""), WIDE)


def aligned(rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """The cells of rows in columns; those of some columns to the right."""
    cells = [[shorter(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    sides = [">" if place in right else "<" for place in range(len(widths))]
    return [
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)).rstrip()
        for row in cells
    ]


def more(number: int) -> list[str]:
    """A line for what is not shown."""
    return [f"  ... and {number:,} more"] if number else []


@singledispatch
def in_lines(block: Block) -> list[str]:
    """A block in lines of text: by default its text."""
    return prose(getattr(block, "text", Text()))


@in_lines.register
def _(block: Source) -> list[str]:
    return prose(f"{block.label}: {block.text}.")


@in_lines.register
def _(block: Columns) -> list[str]:
    width, total = len(block.digits), block.total
    names = ["nim-sum" if total is not None else f"modulo {block.modulus}", *(shorter(name) for name, _ in block.rows)]
    numbers = ["" if total is None else str(total), *(str(value) for _, value in block.rows)]
    wide, figures = max(map(len, names)), max(map(len, numbers))
    rows = [
        f"{name:>{wide}}  {number:>{figures}}  {int(number):0{width}b}"
        for name, number in zip(names[1:], numbers[1:], strict=True)
    ]
    rule = " " * (wide + 2) + "-" * (figures + 2 + width)
    mark = [] if block.mark is None else [" " * (wide + figures + 4 + block.mark) + "^"]
    digits = "".join(map(str, block.digits))
    return [*rows, *more(block.more), rule, f"{names[0]:>{wide}}  {numbers[0]:>{figures}}  {digits}", *mark]


@in_lines.register
def _(block: Table) -> list[str]:
    head = [] if not any(block.head) else [block.head]
    return [
        *(f"  {line}" for line in aligned([*head, *([cell.plain for cell in row] for row in block.rows)])),
        *more(block.more),
    ]


@in_lines.register
def _(block: Options) -> list[str]:
    rows = [(to, worth.plain, str(Quote(move))) for move, to, worth in block.rows]
    return [
        *(f"  {line}" for line in aligned([("option", "worth", "by the move"), *rows])),
        *more(block.more),
    ]


@in_lines.register
def _(block: Steps) -> list[str]:
    items = [prose(text("{}. {}", str(number), item)) for number, item in enumerate(block.items, 1)]
    return [*(f"  {line}" for item in items for line in item), *more(block.more)]


@in_lines.register
def _(block: Moves) -> list[str]:
    rest = None if block.count is None else block.count - len(block.rows)
    tail = ["  ..."] if rest is None or rest > 0 else []
    return [block.head, *(f"  {Quote(move)}, to {shorter(to)}" for move, to in block.rows), *tail]
