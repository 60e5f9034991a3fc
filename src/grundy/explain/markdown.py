"""Explanations in Markdown, for notebooks and web pages."""

import re
from collections.abc import Iterable
from functools import singledispatch

from grundy.core.reader import ellipsis
from grundy.explain.answer import CELL_CHARACTERS
from grundy.explain.prose import CodeSpan, Quote, Text
from grundy.explain.structure import Block, Columns, Explanation, Formula, Moves, Options, Source, Steps, Table
from grundy.explain.text import block_lines

SPECIAL = re.compile(r"([\\*_\[\]<>|~]|^[#+-])")


def write_markdown(explanation: Explanation) -> str:
    return "\n\n".join([f"**{mark_up(explanation.headline)}**", *map(block_text, explanation.blocks)]) + "\n"


def mark_up(words: str | Text) -> str:
    """Running text: expressions in backquotes, all else escaped."""
    pieces = words.pieces if isinstance(words, Text) else (words,)
    return "".join(
        f"`{piece}`" if isinstance(piece, CodeSpan) else SPECIAL.sub(r"\\\1", str(piece)) for piece in pieces
    )


def expression(text: str) -> str:
    """An expression in backquotes; a bar would end the cell of a table."""
    return f"`{ellipsis(text, CELL_CHARACTERS).replace('|', '¦')}`" if text else ""


def table_text(head: Iterable[str], rows: Iterable[Iterable[str]], more: int) -> str:
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{text}\n\n… and {more:,} more" if more else text


@singledispatch
def block_text(block: Block) -> str:
    return mark_up(getattr(block, "text", Text()))


@block_text.register
def _(block: Formula) -> str:
    return f"> {mark_up(block.text)}"


@block_text.register
def _(block: Source) -> str:
    return f"*{block.label}: {mark_up(block.text)}.*"


@block_text.register
def _(block: Columns) -> str:
    return "\n".join(["```text", *(line.replace("`", "'") for line in block_lines(block)), "```"])


@block_text.register
def _(block: Table) -> str:
    return table_text(map(mark_up, block.head), (map(mark_up, row) for row in block.rows), block.more)


@block_text.register
def _(block: Options) -> str:
    rows = ([expression(to), mark_up(worth), mark_up(str(Quote(move)))] for move, to, worth in block.rows)
    return table_text(["option", "worth", "by the move"], rows, block.more)


@block_text.register
def _(block: Steps) -> str:
    return "\n".join(f"{number}. {mark_up(item)}" for number, item in enumerate(block.items, 1))


@block_text.register
def _(block: Moves) -> str:
    items = [f"- {mark_up(str(Quote(move)))}, to {expression(to)}" for move, to in block.rows]
    rest = block.count is None or block.count > len(block.rows)
    return "\n".join([mark_up(block.head), "", *items, *(["- …"] if rest else [])])
