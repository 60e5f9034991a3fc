"""Explanations as HTML: an article with classes, without styles or scripts, everything escaped."""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape

from grundy.core.reader import ellipsis
from grundy.explain.prose import Claim, CodeSpan, Piece, Quote, Step, Text
from grundy.explain.structure import Block, Columns, Explanation, Moves, Options, Source, Steps, Table
from grundy.explain.text import CELL_CHARACTERS


def write_html(explanation: Explanation) -> str:
    outcome = explanation.outcome or "undecided"
    head = f'<h2 class="headline">{mark_up(explanation.headline)}</h2>'
    body = "\n".join(map(element, explanation.blocks))
    return f'<article class="explanation outcome-{outcome}">\n{head}\n{body}\n</article>\n'


def mark_up(words: str | Text) -> str:
    """Running text: expressions as code, claims and equations in elements with their class."""
    return "".join(map(tag_piece, words.pieces)) if isinstance(words, Text) else escape(words)


def tag_piece(piece: Piece) -> str:
    words = escape(str(piece))
    if isinstance(piece, CodeSpan):
        return f"<code>{words}</code>"
    kind = "value" if isinstance(piece, Claim) else "equation" if isinstance(piece, Step) else ""
    return f'<span class="{kind}">{words}</span>' if kind else words


def expression(text: str) -> str:
    return f"<code>{escape(ellipsis(text, CELL_CHARACTERS))}</code>"


def table(kind: str, head: Sequence[str], rows: Iterable[Sequence[str]], more: int) -> str:
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    rest = f'<p class="more">… and {more:,} more</p>' if more else ""
    return f'<table class="{kind}"><thead><tr>{titles}</tr></thead><tbody>{lines}</tbody></table>{rest}'


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
    return f'<table class="columns"><tbody>{"".join(rows)}{rest}</tbody><tfoot>{foot}</tfoot></table>'


def sum_row(name: str, number: str, digits: str, mark: int | None) -> str:
    """A row of an addition, one cell for each digit; those of the column that decides have a class."""
    start = ('<td class="decides">' if place == mark else "<td>" for place in range(len(digits)))
    cells = (f"{td}{digit}</td>" for td, digit in zip(start, digits, strict=True))
    return f'<tr><th scope="row">{name}</th><td class="number">{number}</td>{"".join(cells)}</tr>'


@element.register
def _(block: Table) -> str:
    return table("table", [*map(mark_up, block.head)], ([*map(mark_up, row)] for row in block.rows), block.more)


@element.register
def _(block: Options) -> str:
    rows = ([expression(to), mark_up(worth), mark_up(str(Quote(move)))] for move, to, worth in block.rows)
    return table("options", ["option", "worth", "by the move"], rows, block.more)


@element.register
def _(block: Steps) -> str:
    rest = f'<p class="more">… and {block.more:,} more</p>' if block.more else ""
    return f'<ol class="steps">{"".join(f"<li>{mark_up(item)}</li>" for item in block.items)}</ol>{rest}'


@element.register
def _(block: Moves) -> str:
    items = "".join(f"<li>{mark_up(str(Quote(move)))}, to {expression(to)}</li>" for move, to in block.rows)
    rest = "<li>…</li>" if block.count is None or block.count > len(block.rows) else ""
    return f'<div class="moves"><p>{escape(block.head)}</p><ul>{items}{rest}</ul></div>'
