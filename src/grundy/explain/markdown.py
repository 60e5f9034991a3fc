"""Explanations in Markdown, for notebooks and web pages."""

import re
from collections.abc import Iterable
from functools import singledispatch

from grundy.core.reader import ellipsis
from grundy.explain.prose import Code, Quote, Text
from grundy.explain.structure import (
    Block,
    Columns,
    Explanation,
    Formula,
    Moves,
    Options,
    Source,
    Steps,
    Table,
)
from grundy.explain.text import WIDE, in_lines

__all__ = ["in_markdown"]

SPECIAL = re.compile(r"([\\*_\[\]<>|~]|^[#+-])")


def in_markdown(explanation: Explanation) -> str:
    """The explanation in Markdown."""
    return "\n\n".join([f"**{marked(explanation.headline)}**", *map(block_of, explanation.blocks)]) + "\n"


def marked(told: str | Text) -> str:
    """Running text: expressions in backquotes, all else escaped."""
    pieces = told.pieces if isinstance(told, Text) else (told,)
    return "".join(f"`{piece}`" if isinstance(piece, Code) else SPECIAL.sub(r"\\\1", str(piece)) for piece in pieces)


def expression(text: str) -> str:
    """An expression in backquotes; a bar would end the cell of a table."""
    return f"`{ellipsis(text, WIDE).replace('|', '¦')}`" if text else ""


def rows_of(head: Iterable[str], rows: Iterable[Iterable[str]], more: int) -> str:
    """A table of cells that are marked already."""
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{text}\n\n… and {more:,} more" if more else text


@singledispatch
def block_of(block: Block) -> str:
    """A block in Markdown: by default its text."""
    return marked(getattr(block, "text", Text()))


@block_of.register
def _(block: Formula) -> str:
    return f"> {marked(block.text)}"


@block_of.register
def _(block: Source) -> str:
    return f"*{block.label}: {marked(block.text)}.*"


@block_of.register
def _(block: Columns) -> str:
    return "\n".join(["```text", *(line.replace("`", "'") for line in in_lines(block)), "```"])


@block_of.register
def _(block: Table) -> str:
    return rows_of(map(marked, block.head), (map(marked, row) for row in block.rows), block.more)


@block_of.register
def _(block: Options) -> str:
    rows = ([expression(to), marked(worth), marked(str(Quote(move)))] for move, to, worth in block.rows)
    return rows_of(["option", "worth", "by the move"], rows, block.more)


@block_of.register
def _(block: Steps) -> str:
    return "\n".join(f"{number}. {marked(item)}" for number, item in enumerate(block.items, 1))


@block_of.register
def _(block: Moves) -> str:
    items = [f"- {marked(str(Quote(move)))}, to {expression(to)}" for move, to in block.rows]
    rest = block.count is None or block.count > len(block.rows)
    return "\n".join([marked(block.head), "", *items, *(["- …"] if rest else [])])
