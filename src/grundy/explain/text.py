"""An answer in words: the parts, their nim-sum as a column addition, the winning moves and what each does."""

from grundy.core.game import Game
from grundy.solvers.solution import Solution, solve

__all__ = ["columns", "explain"]

WORDS = {"N": "the next player wins", "P": "the previous player wins", "D": "a draw", None: "not decided"}
MOST = 12  # parts and moves shown; a longer list teaches nothing


def explain(game: Game, misere: bool = False) -> str:
    """Why the game is won or lost."""
    return "\n".join(lines(solve(game, misere, most=1000)))


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
    values = [value for _, value in answer.parts if isinstance(value, int)]
    total = answer.nimber
    if not isinstance(total, int) or len(values) < len(answer.parts):
        return [f"{part}: {value}" for part, value in answer.parts]
    width = max(1, *(value.bit_length() for value in values))
    figures = max(len(str(value)) for value in [*values, total])
    names = max(len(str(part)) for part, _ in answer.parts)
    rows = [f"{part!s:>{names}}  {value:>{figures}}  {value:0{width}b}" for part, value in answer.parts]
    if len(rows) > MOST:
        rows = [*rows[:MOST], f"{'...':>{names}}"]
    rule = " " * (names + 2) + "-" * (figures + 2 + width)
    mark = [" " * (names + figures + 4 + width - total.bit_length()) + "^"] if total else []
    return [*rows, rule, f"{'nim-sum':>{names}}  {total:>{figures}}  {total:0{width}b}", *mark]


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
    count = answer.winning.count
    head = "The one winning move:" if count == 1 else f"Winning moves ({'many' if count is None else f'{count:,}'}):"
    shown = [f"  {move.label}, to {move.to}" for move in answer.winning.moves[:MOST]]
    return [head, *shown, *(["  ..."] if len(answer.winning.moves) > MOST or count is None else [])]
