"""A strategy for a terminal: the opening, and then for each position the replies to the moves of the loser."""

from collections.abc import Container, Iterable, Iterator

from grundy.core.game import Move
from grundy.explain.answer import cell_text, quote
from grundy.solvers.strategy import LeftPosition, Reply, StrategyTree

WINNER_WORDS = {"N": "the first player wins", "P": "the second player wins", "D": "a draw", None: "not decided"}
MOST_ALIGNED = 44  # characters of a move, up to which the replies stand in a column


def strategy_lines(tree: StrategyTree) -> list[str]:
    play = " under misère play" if tree.misere else ""
    opening = f": {words_of(tree.opening)}, to {cell_text(str(tree.opening[-1].to))}" if tree.opening else ""
    text = [f"{tree.game}{play}: {tree.outcome or '?'}, {WINNER_WORDS[tree.outcome]}{opening}."]
    if tree.outcome == "D":
        text.append("Neither player has a strategy that wins.")
    if tree.positions:
        text += count_lines(tree.count)
    shown = {position.number for position in tree.positions if position.found}
    for position in tree.positions:
        if position.number in shown:
            text += ["", *position_lines(position, shown)]
    if tree.reason:
        text.append(f"Not everything was found: {tree.reason}.")
    elif any(not position.found and not is_answered(position) for position in tree.positions):
        text += ["", '--depth 2 or more goes on from there; so does grundy strategy "POSITION".']
    return text


def count_lines(count: int | None) -> list[str]:
    if count is None:
        return ["The whole strategy has more positions than are counted here."]
    return [f"The whole strategy has {count:,} position{'s' * (count != 1)}; --out FILE writes it as a proof."]


def is_answered(position: LeftPosition) -> bool:
    """Whether nothing is left to say: the loser cannot move, or every part has its twin."""
    return position.rest.is_over


def position_lines(position: LeftPosition, shown: Container[int]) -> Iterator[str]:
    found = position.found
    yield f"{position.number}. {cell_text(str(position.game))}{ending_of(position)}"
    if not found:
        return
    moves = [moves_of(reply) for reply in found.replies]
    width = max((len(words) for words in moves if len(words) <= MOST_ALIGNED), default=0)
    for words, reply, number in zip(moves, found.replies, position.leads_to, strict=True):
        yield f"  {words:<{width}} -> {answer_of(reply)}" + (f" ({number})" if number in shown else "")
    if not found.complete:
        yield "  ... and more moves; --most lists more"


def ending_of(position: LeftPosition) -> str:
    if position.rest is not position.game:
        rest = f", which leaves {cell_text(str(position.rest))}" if position.rest.summands else ""
        return f": of equal parts two cancel, a move in one being answered in the other{rest}"
    return ": no move is left" if position.rest.is_over else ""


def moves_of(reply: Reply) -> str:
    """The moves of the loser that lead to the same."""
    alike = len(reply.moves) - 1
    return quote(reply.moves[0].label) + (f" (or {alike} alike)" if alike else "")


def answer_of(reply: Reply) -> str:
    if reply.answer:
        return f"{words_of(reply.answer)}, to {cell_text(str(reply.leaves))}"
    if reply.moves[0].goes_on:
        return f"the same player moves again, from {cell_text(str(reply.leaves))}"
    return "nothing: that was the last move, and it loses"


def words_of(moves: Iterable[Move]) -> str:
    return ", then ".join(quote(move.label) for move in moves)
