r"""Explanations as LaTeX, for \input in a document: no package is needed."""

from collections.abc import Iterable, Sequence
from functools import singledispatch

from grundy.core.latex import code, escape
from grundy.core.reader import ellipsis
from grundy.explain.answer import CELL_CHARACTERS
from grundy.explain.prose import Claim, CodeSpan, Piece, Quote, Step, Text
from grundy.explain.structure import Block, Columns, Explanation, Formula, Moves, Options, Source, Steps, Table

WIDE_CHARACTERS = 34  # of a column of words, beyond which its lines are broken


def write_latex(explanation: Explanation) -> str:
    head = rf"\noindent\textbf{{{mark_up(explanation.headline)}}}"
    return "\n\n".join([head, *map(block_text, explanation.blocks)]) + "\n"


def mark_up(words: str | Text) -> str:
    """Running text: expressions in typewriter type, numbers and equations as mathematics."""
    return "".join(map(set_piece, words.pieces)) if isinstance(words, Text) else escape(words)


def set_piece(piece: Piece) -> str:
    if isinstance(piece, CodeSpan):
        return code(str(piece))
    if isinstance(piece, Claim | Step) and is_plain_mathematics(str(piece)):
        return f"${str(piece).replace('⊕', chr(92) + 'oplus ')}$"
    return escape(str(piece))


def is_plain_mathematics(text: str) -> bool:
    """Whether a text is made of numbers and the signs between them alone."""
    return all(letter.isdecimal() or letter in " ⊕=+-" for letter in text)


def tabular(columns: str, rows: Iterable[str], more: int = 0) -> str:
    body = "\n".join(rows)
    rest = f"\n\n\\ldots{{}} and {more:,} more" if more else ""
    return f"\\begin{{center}}\n\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}\n\\end{{center}}{rest}"


def column_types(rows: Sequence[Sequence[str]], width: int) -> str:
    """Columns as wide as their words; those with long ones share what is left of the line."""
    longest = [max((len(row[n]) for row in rows), default=0) for n in range(width)]
    wide = sum(one > WIDE_CHARACTERS for one in longest)
    return "".join(f"p{{{0.8 / wide:.2f}\\linewidth}}" if one > WIDE_CHARACTERS else "l" for one in longest)


def lines_of(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [" & ".join(head) + r" \\ \hline", *(" & ".join(row) + r" \\" for row in rows)]


def items(kind: str, entries: Iterable[str]) -> str:
    return "\n".join([f"\\begin{{{kind}}}", *(f"\\item {entry}" for entry in entries), f"\\end{{{kind}}}"])


@singledispatch
def block_text(block: Block) -> str:
    return mark_up(getattr(block, "text", Text()))


@block_text.register
def _(block: Formula) -> str:
    return f"\\begin{{center}}\n{mark_up(block.text)}\n\\end{{center}}"


@block_text.register
def _(block: Source) -> str:
    return rf"{{\small {escape(block.label)}: {mark_up(block.text)}.}}"


@block_text.register
def _(block: Columns) -> str:
    r"""The addition, one column for each digit; the one that decides is bold."""
    width = len(block.digits)
    digits = [(code(ellipsis(name, CELL_CHARACTERS)), str(value), f"{value:0{width}b}") for name, value in block.rows]
    title = "nim-sum" if block.total is not None else f"modulo {block.modulus}"
    total = title, "" if block.total is None else str(block.total), "".join(map(str, block.digits))
    rows = [f"{name} & {number} & {mark_digits(bits, block.mark)} \\\\" for name, number, bits in (*digits, total)]
    rest = [rf"\multicolumn{{{width + 2}}}{{l}}{{\ldots{{}} and {block.more:,} more}} \\"] if block.more else []
    return tabular("lr" + "c" * width, [*rows[:-1], *rest, r"\hline", rows[-1]])


def mark_digits(digits: str, mark: int | None) -> str:
    return " & ".join(rf"\textbf{{{digit}}}" if n == mark else digit for n, digit in enumerate(digits))


@block_text.register
def _(block: Table) -> str:
    rows = [[mark_up(cell) for cell in row] for row in block.rows]
    plain = [[str(cell) for cell in row] for row in block.rows]
    types = column_types(plain, len(block.head))
    return tabular(types, lines_of([mark_up(title) for title in block.head], rows), block.more)


@block_text.register
def _(block: Options) -> str:
    shown = [(str(Quote(move)), ellipsis(to, CELL_CHARACTERS), worth) for move, to, worth in block.rows]
    rows = [[code(to), mark_up(worth), escape(move)] for move, to, worth in shown]
    types = column_types([[to, str(worth), move] for move, to, worth in shown], 3)
    return tabular(types, lines_of(["option", "worth", "by the move"], rows), block.more)


@block_text.register
def _(block: Steps) -> str:
    rest = [rf"\ldots{{}} and {block.more:,} more"] if block.more else []
    return items("enumerate", [*map(mark_up, block.items), *rest])


@block_text.register
def _(block: Moves) -> str:
    entries = [f"{escape(str(Quote(move)))}, to {code(ellipsis(to, CELL_CHARACTERS))}" for move, to in block.rows]
    rest = [r"\ldots{}"] if block.count is None or block.count > len(block.rows) else []
    return f"{escape(block.head)}\n{items('itemize', [*entries, *rest])}"
