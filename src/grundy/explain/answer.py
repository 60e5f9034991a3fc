"""Answers for a terminal: who wins, the nim-sum as a column addition, and the winning moves.

This file loads none of the blocks of explanations, so that a short question starts fast.
"""

from collections.abc import Sequence

from grundy.core.nimbers import Entailed
from grundy.core.reader import ellipsis
from grundy.solvers.solution import Json, Solution

OUTCOME_WORDS = {"N": "the next player wins", "P": "the previous player wins", "D": "a draw", None: "not decided"}
MOST_ROWS = 12  # rows and moves shown; a longer list teaches nothing
CELL_CHARACTERS = 72  # of a cell of a table
QUOTE_CHARACTERS = 100  # of the words of a move that are shown
NamedNumber = tuple[str, int]


def answer_lines(answer: Solution) -> list[str]:
    play = " under misère play" if answer.misere else ""
    text = [f"{answer.game}{play}: {answer.outcome or '?'}, {OUTCOME_WORDS[answer.outcome]}."]
    if answer.nimber is not None and len(answer.parts) > 1:
        text += ["", *nimber_lines(answer)]
    elif isinstance(answer.nimber, Entailed):
        text.append(f"It must be answered: {answer.nimber}.")
    elif answer.nimber is not None:
        text.append(f"Its nimber is {answer.nimber}.")
    text += margin_lines(answer)
    if answer.method:
        text.append(f"Method: {answer.method}.")
    if answer.saved:
        where = "saved on this machine" if answer.saved == "cache" else "that come with grundy"
        text.append(f"This rests on results {where}; --check-saved computes it anew.")
    text += length_lines(answer)
    return text + (all_lines(answer) if answer.moves is not None else winning_lines(answer) + best_lines(answer))


def length_lines(answer: Solution) -> list[str]:
    if not answer.lengths:
        return []
    remoteness, height, is_decided = answer.lengths
    if not is_decided:
        return ["How long play lasts was not decided in time; allow more with --timeout."]
    if remoteness is None:
        return ["Play need not end."]
    if answer.outcome == "D":
        return [f"Play lasts at most {count_moves(height)}." if height is not None else "Play need not end."]
    hurried = f"Play lasts {count_moves(remoteness)} if the winner hurries and the loser delays"
    return [f"{hurried}; {'it need not end otherwise' if height is None else f'at most {height:,}'}."]


def count_moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number:,} moves"


def all_lines(answer: Solution) -> list[str]:
    """Every move that was listed, with what it does."""
    listed, complete = answer.moves or ([], True)
    if not listed:
        return ["There is no move."] if complete else ["Moves are listed with --most."]
    rows = [(effect(row), str(row["move"]), str(row["to"])) for row in listed]
    width = max(len(word) for word, _, _ in rows)
    return [
        f"Moves ({len(rows):,}{'' if complete else ', not all; --most lists more'}):",
        *(f"  {word:<{width}}  {quote(move)}, to {cell_text(to)}" for word, move, to in rows),
    ]


def effect(row: Json) -> str:
    """What a move does for the player who makes it, who moves again after some."""
    wins = "N" if row.get("again") else "P"
    return "keeps the draw" if row["outcome"] == "D" else "wins" if row["outcome"] == wins else "loses"


def margin_lines(answer: Solution) -> list[str]:
    """The margin of points, or what is known of it."""
    low, high = (answer.margin, answer.margin) if answer.margin is not None else answer.margin_bounds or (None, None)
    if low is None or high is None:
        return []
    from_here = "From here on the player to move gets"
    if low == high:
        return [f"{from_here} {margin_words(low) if low else 'as many points'} {'than' if low else 'as'} the other."]
    return [f"{from_here} at least {margin_words(low)} than the other, and at most {margin_words(high)}."]


def margin_words(margin: int) -> str:
    if margin == 0:
        return "no more points"
    return f"{abs(margin)} point{'s' * (abs(margin) > 1)} {'more' if margin > 0 else 'fewer'}"


def nimber_lines(answer: Solution) -> list[str]:
    """The nimbers of the parts, which are added where all are plain numbers."""
    values = [(str(part), value) for part, value in answer.parts if isinstance(value, int)]
    if not isinstance(answer.nimber, int) or len(values) < len(answer.parts):
        return [f"{part}: {value}" for part, value in answer.parts]
    return addition_lines(*add_columns(values), len(values) - MOST_ROWS)


def winning_lines(answer: Solution) -> list[str]:
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
    return move_lines([(move.label, str(move.to)) for move in answer.winning.moves[:MOST_ROWS]], answer.winning.count)


def best_lines(answer: Solution) -> list[str]:
    """The moves that reach the margin of points, where the winning moves do not say so already."""
    best, won = answer.best, answer.winning
    if not best or not best.moves or (won and best.count is not None and best.count == won.count):
        return []
    head = "The one best move:" if best.count == 1 else f"Best moves ({count_words(best.count)}):"
    return move_lines([(move.label, str(move.to)) for move in best.moves[:MOST_ROWS]], best.count, head)


def add_columns(rows: Sequence[NamedNumber], modulus: int = 2) -> tuple[tuple[NamedNumber, ...], tuple[int, ...]]:
    """The rows to show of an addition in binary, in which ones are counted modulo a number, and the digits of the sum.

    Of many rows, those with a one in the column that decides come first.
    """
    width = max((value.bit_length() for _, value in rows), default=0) or 1
    digits = tuple(sum(value >> place & 1 for _, value in rows) % modulus for place in reversed(range(width)))
    place = next((width - 1 - i for i, digit in enumerate(digits) if digit), 0)
    ordered = sorted(rows, key=lambda row: not row[1] >> place & 1) if len(rows) > MOST_ROWS else rows
    return tuple(ordered[:MOST_ROWS]), digits


def addition_lines(rows: Sequence[NamedNumber], digits: Sequence[int], hidden: int, modulus: int = 2) -> list[str]:
    """An addition in binary; a mark stands below the first column that is not 0."""
    sum_digits = "".join(map(str, digits))
    foot = ("nim-sum", str(int(sum_digits, 2)), sum_digits) if modulus == 2 else (f"modulo {modulus}", "", sum_digits)
    cells = [(cell_text(name), str(value), f"{value:0{len(digits)}b}") for name, value in rows]
    wide, figures = (max(len(row[column]) for row in (*cells, foot)) for column in (0, 1))
    *lines, last = (f"{name:>{wide}}  {number:>{figures}}  {binary}" for name, number, binary in (*cells, foot))
    rule = " " * (wide + 2) + "-" * (figures + 2 + len(digits))
    mark = next(([" " * (wide + figures + 4 + place) + "^"] for place, digit in enumerate(digits) if digit), [])
    return [*lines, *more(hidden), rule, last, *mark]


def move_lines(moves: Sequence[tuple[str, str]], count: int | None, head: str = "") -> list[str]:
    """Moves that win, as pairs of a move and its option; `count` is the exact number of all, where it is known."""
    tail = ["  ..."] if count is None or count > len(moves) else []
    return [head or moves_head(count), *(f"  {quote(move)}, to {cell_text(to)}" for move, to in moves), *tail]


def moves_head(count: int | None) -> str:
    if count == 1:
        return "The one winning move:"
    return f"Winning moves ({count_words(count)}):"


def count_words(count: int | None) -> str:
    return "many" if count is None else f"{count:,}"


def quote(words: str) -> str:
    return ellipsis(words.replace("`", "'"), QUOTE_CHARACTERS)


def cell_text(text: str) -> str:
    return ellipsis(text.replace("`", ""), CELL_CHARACTERS)


def more(number: int) -> list[str]:
    return [f"  ... and {number:,} more"] if number > 0 else []
