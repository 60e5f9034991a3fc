"""Explanations for a terminal, in plain characters."""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from textwrap import wrap

from grundy.explain.answer import addition_lines, cell_text, more, move_lines
from grundy.explain.prose import Piece, Quote, Step, Text, text
from grundy.explain.structure import Block, Columns, Explanation, Moves, Options, Source, Steps, Table

LINE_CHARACTERS = 96  # of a line of prose
NO_BREAK = "\N{NO-BREAK SPACE}"


def write_text(explanation: Explanation) -> str:
    blocks = [wrap_prose(explanation.headline), *map(block_lines, explanation.blocks)]
    return "\n\n".join("\n".join(block) for block in blocks)


def wrap_prose(words: str | Text) -> list[str]:
    """A paragraph in lines; an equation is not broken where it fits."""
    plain = words if isinstance(words, str) else "".join(map(keep_together, words.pieces))
    lines = wrap(plain, LINE_CHARACTERS, break_long_words=False, break_on_hyphens=False)
    return [line.replace(NO_BREAK, " ") for line in lines]


def keep_together(piece: Piece) -> str:
    """A piece whose blanks do not end a line, if it is an equation of moderate length."""
    words = str(piece)
    return words.replace(" ", NO_BREAK) if isinstance(piece, Step) and len(words) < LINE_CHARACTERS // 2 else words


def align(rows: Iterable[Sequence[str]]) -> list[str]:
    cells = [[cell_text(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


@singledispatch
def block_lines(block: Block) -> list[str]:
    return wrap_prose(getattr(block, "text", Text()))


@block_lines.register
def _(block: Source) -> list[str]:
    return wrap_prose(f"{block.label}: {block.text}.")


@block_lines.register
def _(block: Columns) -> list[str]:
    return addition_lines(block.rows, block.digits, block.more, block.modulus)


@block_lines.register
def _(block: Table) -> list[str]:
    head = [block.head] if any(block.head) else []
    rows = [[cell.plain for cell in row] for row in block.rows]
    return [*(f"  {line}" for line in align([*head, *rows])), *more(block.more)]


@block_lines.register
def _(block: Options) -> list[str]:
    rows = [(to, worth.plain, str(Quote(move))) for move, to, worth in block.rows]
    return [*(f"  {line}" for line in align([("option", "worth", "by the move"), *rows])), *more(block.more)]


@block_lines.register
def _(block: Steps) -> list[str]:
    items = [wrap_prose(text("{}. {}", str(number), item)) for number, item in enumerate(block.items, 1)]
    return [*(f"  {line}" for item in items for line in item), *more(block.more)]


@block_lines.register
def _(block: Moves) -> list[str]:
    return move_lines(block.rows, block.count)
