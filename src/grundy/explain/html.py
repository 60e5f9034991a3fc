"""Explanations as HTML: an article with classes, without styles or scripts, everything escaped."""

import re
from collections.abc import Sequence
from functools import singledispatch
from html import escape

from grundy.core.reader import ellipsis
from grundy.explain.answer import CELL_CHARACTERS
from grundy.explain.mathematics import set_formula
from grundy.explain.prose import Claim, CodeSpan, Piece, Quote, Step, Text
from grundy.explain.structure import Block, Columns, Explanation, Moves, Options, Source, Steps, Table

READ_CHARACTERS = 44  # of an expression that helps beside the words of a move
NARROW_COLUMNS = 8  # of a table that fits beside a board
NUMBER = re.compile(r'(?:<span class="value">)?[\u2217\d,]*(?:</span>)?')


def write_html(explanation: Explanation) -> str:
    outcome = explanation.outcome or "undecided"
    head = f'<h2 class="headline">{mark_up(explanation.headline)}</h2>'
    body = "\n".join(map(element, explanation.blocks))
    return f'<article class="explanation outcome-{outcome}">\n{head}\n{body}\n</article>\n'


def mark_up(words: str | Text) -> str:
    """Running text: expressions as code, claims and equations in elements with their class."""
    return "".join(map(tag_piece, words.pieces)) if isinstance(words, Text) else escape(words)


def tag_piece(piece: Piece) -> str:
    if isinstance(piece, CodeSpan):
        return f"<code>{escape(str(piece))}</code>"
    words = escape(str(piece)) if isinstance(piece, Quote) else set_formula(str(piece))
    kind = "value" if isinstance(piece, Claim) else "equation" if isinstance(piece, Step) else ""
    return f'<span class="{kind}">{words}</span>' if kind else words


def expression(text: str) -> str:
    return f"<code>{escape(ellipsis(text, CELL_CHARACTERS))}</code>"


def tail(before: str, text: str) -> str:
    """What a move leaves, behind some words; nothing where the expression is too long to be read."""
    return f"{before}{expression(text)}" if len(text) <= READ_CHARACTERS else ""


def table(kind: str, head: Sequence[str], rows: Sequence[Sequence[str]], more: int) -> str:
    """A table in which columns of numbers stand to the right; one with many columns has a scroll bar of its own."""
    kinds = [' class="amount"' if all(map(NUMBER.fullmatch, column)) else "" for column in zip(*rows, strict=True)] or [
        ""
    ] * len(head)
    titles = "".join(f'<th scope="col"{kind}>{title}</th>' for kind, title in zip(kinds, head, strict=True))
    lines = ("".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds, row, strict=True)) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    rest = f'<p class="more">… and {more:,} more</p>' if more else ""
    whole = f'<table class="{kind}"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>'
    return scroll(whole, len(head)) + rest


def scroll(table: str, columns: int) -> str:
    label = 'class="scroll" tabindex="0" role="region" aria-label="Table"'
    return f"<div {label}>{table}</div>" if columns > NARROW_COLUMNS else table


@singledispatch
def element(block: Block) -> str:
    """A block as an element: by default a paragraph with its kind as class."""
    return f'<p class="{block.kind}">{mark_up(getattr(block, "text", Text()))}</p>'


@element.register
def _(block: Source) -> str:
    return f'<p class="source">{block.label}: <cite>{mark_up(block.text)}</cite>.</p>'


@element.register
def _(block: Columns) -> str:
    width = len(block.digits)
    rows = [sum_row(expression(name), str(value), f"{value:0{width}b}", block.mark) for name, value in block.rows]
    title = "nim-sum" if block.total is not None else f"modulo {block.modulus}"
    total = "" if block.total is None else str(block.total)
    foot = sum_row(title, total, "".join(map(str, block.digits)), block.mark)
    rest = f'<tr class="more"><td colspan="{width + 2}">… and {block.more:,} more</td></tr>' if block.more else ""
    whole = f'<table class="columns"><tbody>{"".join(rows)}{rest}</tbody><tfoot>{foot}</tfoot></table>'
    return scroll(whole, width)


def sum_row(name: str, number: str, digits: str, mark: int | None) -> str:
    """A row of an addition, one cell for each digit; those of the column that decides have a class."""
    start = ('<td class="decides">' if place == mark else "<td>" for place in range(len(digits)))
    cells = (f"{td}{digit}</td>" for td, digit in zip(start, digits, strict=True))
    return f'<tr><th scope="row">{name}</th><td class="amount">{number}</td>{"".join(cells)}</tr>'


@element.register
def _(block: Table) -> str:
    return table("cells", [*map(mark_up, block.head)], [[*map(mark_up, row)] for row in block.rows], block.more)


@element.register
def _(block: Options) -> str:
    """The moves with what they leave below them: side by side both would be too narrow to read."""
    rows = [[f"{escape(str(Quote(move)))}{tail('<br/>', to)}", mark_up(worth)] for move, to, worth in block.rows]
    return table("options", ["move, and what it leaves", "worth"], rows, block.more)


@element.register
def _(block: Steps) -> str:
    rest = f'<p class="more">… and {block.more:,} more</p>' if block.more else ""
    return f'<ol class="steps">{"".join(f"<li>{mark_up(item)}</li>" for item in block.items)}</ol>{rest}'


@element.register
def _(block: Moves) -> str:
    items = "".join(f"<li>{mark_up(str(Quote(move)))}{tail(', to ', to)}</li>" for move, to in block.rows)
    rest = "<li>…</li>" if block.count is None or block.count > len(block.rows) else ""
    return f'<div class="moves"><p>{escape(block.head)}</p><ul>{items}{rest}</ul></div>'
