"""Answers and explanations for a terminal: plain characters, the nim-sum as a column addition."""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from textwrap import wrap

from grundy.core.reader import ellipsis
from grundy.explain import structure
from grundy.explain.prose import Piece, Quote, Step, Text, text
from grundy.explain.structure import MOST_ROWS, Block, Columns, Explanation, Moves, Options, Source, Steps, Table
from grundy.solvers.solution import Solution

OUTCOME_WORDS = {"N": "the next player wins", "P": "the previous player wins", "D": "a draw", None: "not decided"}
LINE_CHARACTERS = 96  # of a line of prose
CELL_CHARACTERS = 72  # of a cell of a table
NO_BREAK = "\N{NO-BREAK SPACE}"


def answer_lines(answer: Solution) -> list[str]:
    play = " under misère play" if answer.misere else ""
    text = [f"{answer.game}{play}: {answer.outcome or '?'}, {OUTCOME_WORDS[answer.outcome]}."]
    if answer.nimber is not None and len(answer.parts) > 1:
        text += ["", *columns(answer)]
    elif answer.nimber is not None:
        text.append(f"Its nimber is {answer.nimber}.")
    text += margin_lines(answer)
    if answer.method:
        text.append(f"Method: {answer.method}.")
    if answer.saved:
        where = "saved on this machine" if answer.saved == "cache" else "that come with grundy"
        text.append(f"This rests on results {where}; --check-saved computes it anew.")
    return text + moves(answer)


def margin_lines(answer: Solution) -> list[str]:
    """The margin of points, or what is known of it."""
    low, high = (answer.margin, answer.margin) if answer.margin is not None else answer.margin_bounds or (None, None)
    if low is None or high is None:
        return []
    from_here = "From here on the player to move gets"
    if low == high:
        return [f"{from_here} {margin_words(low)} than the other."]
    return [f"{from_here} at least {margin_words(low)} than the other, and at most {margin_words(high)}."]


def margin_words(margin: int) -> str:
    if margin == 0:
        return "no points more or fewer"
    return f"{abs(margin)} point{'s' * (abs(margin) > 1)} {'more' if margin > 0 else 'fewer'}"


def columns(answer: Solution) -> list[str]:
    values = [(str(part), value) for part, value in answer.parts if isinstance(value, int)]
    if not isinstance(answer.nimber, int) or len(values) < len(answer.parts):
        return [f"{part}: {value}" for part, value in answer.parts]
    return block_lines(structure.columns(values))


def moves(answer: Solution) -> list[str]:
    if answer.outcome == "P":
        is_over = next(answer.game.each_move(), None) is None
        entails = any(summand.ruleset.entails() for summand in answer.game.summands)
        lost = "No move wins." if entails else "No move wins: every option is an N-position."
        return ["There is no move." if is_over else lost]
    if not answer.outcome:
        return [answer.reason]
    if answer.outcome == "N" and answer.reason:
        return [f"Winning moves: {answer.reason}."]
    if answer.outcome != "N" or not answer.winning or not answer.winning.moves:
        return []
    shown = tuple((move.label, str(move.to)) for move in answer.winning.moves[:MOST_ROWS])
    return block_lines(Moves(shown, answer.winning.count))


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


def cell_text(text: str) -> str:
    return ellipsis(text.replace("`", ""), CELL_CHARACTERS)


def align(rows: Iterable[Sequence[str]]) -> list[str]:
    cells = [[cell_text(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def more(number: int) -> list[str]:
    return [f"  ... and {number:,} more"] if number else []


@singledispatch
def block_lines(block: Block) -> list[str]:
    return wrap_prose(getattr(block, "text", Text()))


@block_lines.register
def _(block: Source) -> list[str]:
    return wrap_prose(f"{block.label}: {block.text}.")


@block_lines.register
def _(block: Columns) -> list[str]:
    width, total = len(block.digits), block.total
    rows = [(cell_text(name), str(value), f"{value:0{width}b}") for name, value in block.rows]
    title = f"modulo {block.modulus}" if total is None else "nim-sum"
    foot = title, "" if total is None else str(total), "".join(map(str, block.digits))
    wide, figures = (max(len(row[column]) for row in (*rows, foot)) for column in (0, 1))
    *lines, last = (f"{name:>{wide}}  {number:>{figures}}  {digits}" for name, number, digits in (*rows, foot))
    rule = " " * (wide + 2) + "-" * (figures + 2 + width)
    mark = [] if block.mark is None else [" " * (wide + figures + 4 + block.mark) + "^"]
    return [*lines, *more(block.more), rule, last, *mark]


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
    rest = None if block.count is None else block.count - len(block.rows)
    tail = ["  ..."] if rest is None or rest > 0 else []
    return [block.head, *(f"  {Quote(move)}, to {cell_text(to)}" for move, to in block.rows), *tail]
