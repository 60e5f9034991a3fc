"""Explanations as HTML: an article with classes, without styles or scripts, everything escaped."""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape

from grundy.core.reader import ellipsis
from grundy.explain.prose import Claim, Code, Piece, Quote, Step, Text
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
from grundy.explain.text import WIDE

__all__ = ["element", "in_html"]


def in_html(explanation: Explanation) -> str:
    """The explanation as an article."""
    outcome = explanation.outcome or "undecided"
    head = f'<h2 class="headline">{marked(explanation.headline)}</h2>'
    body = "\n".join(map(element, explanation.blocks))
    return f'<article class="explanation outcome-{outcome}">\n{head}\n{body}\n</article>\n'


def marked(told: str | Text) -> str:
    """Running text: expressions as code, claims and equations in elements with their class."""
    return "".join(map(tagged, told.pieces)) if isinstance(told, Text) else escape(told)


def tagged(piece: Piece) -> str:
    """A piece as HTML."""
    words = escape(str(piece))
    if isinstance(piece, Code):
        return f"<code>{words}</code>"
    kind = "value" if isinstance(piece, Claim) else "equation" if isinstance(piece, Step) else ""
    return f'<span class="{kind}">{words}</span>' if kind else words


def expression(text: str) -> str:
    """An expression as code."""
    return f"<code>{escape(ellipsis(text, WIDE))}</code>"


def table(kind: str, head: Sequence[str], rows: Iterable[Sequence[str]], more: int) -> str:
    """A table of cells that are marked already."""
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    rest = f'<p class="more">… and {more:,} more</p>' if more else ""
    return f'<table class="{kind}"><thead><tr>{titles}</tr></thead><tbody>{lines}</tbody></table>{rest}'


@singledispatch
def element(block: Block) -> str:
    """A block as an element: by default a paragraph."""
    return f'<p class="{block.kind}">{marked(getattr(block, "text", Text()))}</p>'


@element.register
def _(block: Formula) -> str:
    return f'<p class="formula">{marked(block.text)}</p>'


@element.register
def _(block: Source) -> str:
    return f'<p class="source">{block.label}: <cite>{marked(block.text)}</cite>.</p>'


@element.register
def _(block: Columns) -> str:
    width = len(block.digits)
    rows = [added(expression(name), str(value), f"{value:0{width}b}", block.mark) for name, value in block.rows]
    title = "nim-sum" if block.total is not None else f"modulo {block.modulus}"
    total = "" if block.total is None else str(block.total)
    foot = added(title, total, "".join(map(str, block.digits)), block.mark)
    rest = f'<tr class="more"><td colspan="{width + 2}">… and {block.more:,} more</td></tr>' if block.more else ""
    return f'<table class="columns"><tbody>{"".join(rows)}{rest}</tbody><tfoot>{foot}</tfoot></table>'


def added(name: str, number: str, digits: str, mark: int | None) -> str:
    """A row of an addition, one cell for each digit; those of the column that decides have a class."""
    start = ('<td class="decides">' if place == mark else "<td>" for place in range(len(digits)))
    cells = (f"{td}{digit}</td>" for td, digit in zip(start, digits, strict=True))
    return f'<tr><th scope="row">{name}</th><td class="number">{number}</td>{"".join(cells)}</tr>'


@element.register
def _(block: Table) -> str:
    return table("table", [*map(marked, block.head)], ([*map(marked, row)] for row in block.rows), block.more)


@element.register
def _(block: Options) -> str:
    rows = ([expression(to), marked(worth), marked(str(Quote(move)))] for move, to, worth in block.rows)
    return table("options", ["option", "worth", "by the move"], rows, block.more)


@element.register
def _(block: Steps) -> str:
    rest = f'<p class="more">… and {block.more:,} more</p>' if block.more else ""
    return f'<ol class="steps">{"".join(f"<li>{marked(item)}</li>" for item in block.items)}</ol>{rest}'


@element.register
def _(block: Moves) -> str:
    items = "".join(f"<li>{marked(str(Quote(move)))}, to {expression(to)}</li>" for move, to in block.rows)
    rest = "<li>…</li>" if block.count is None or block.count > len(block.rows) else ""
    return f'<div class="moves"><p>{escape(block.head)}</p><ul>{items}{rest}</ul></div>'
