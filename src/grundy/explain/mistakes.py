"""A natural mistake, and how it is punished: the greedy move, which leaves the fewest stones or the fewest moves."""

from collections.abc import Iterator
from itertools import islice

from grundy.boards.heaps import HeapGame
from grundy.core.game import Game, Move
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided, UndefinedError
from grundy.explain.page import Page, result, say
from grundy.explain.structure import Paragraph
from grundy.solvers.winning import weight

__all__ = ["mistake"]

TRIED = 40  # moves of which the greediest is taken
LARGE = 200  # the size of a position whose moves cost too much to count
MOBILE = 100  # moves that are counted after a move


def mistake(page: Page, outcome: Outcome) -> Iterator[Paragraph]:
    """The greedy move and its answer, where both are found cheaply."""
    try:
        found = next(((move, answer) for move in greedy(page.game) if (answer := punished(page, move))), None)
    except (NotDecided, UndefinedError):
        found = None
    if outcome == "D" or not found:
        return
    move, answer = found
    claims = result(move.to, "N", page.misere), result(answer.to, "P", page.misere)
    first = "A natural mistake" if outcome == "N" else "Try the greedy move"
    words = "{}: {}. That leaves {}, and the opponent answers: {}, to {}."
    yield say(words, first, move, move.to, answer, answer.to, claims=claims)


def punished(page: Page, move: Move) -> Move | None:
    """The answer that wins against a move, if there is one."""
    return page.answer(move.to) if page.outcome(move.to) == "N" else None


def greedy(game: Game) -> list[Move]:
    """A few moves, the greediest first."""
    heaps = [(max(sizes), index) for index, summand in enumerate(game.summands) if (sizes := heaps_at(game, index))]
    if heaps:
        return from_heap(game, max(heaps)[1])
    if weight(game) > LARGE or any(summand.ruleset.endless(summand.position) for summand in game.summands):
        return []
    moves = [
        Move(game, index, to)
        for index, summand in enumerate(game.summands)
        for to in islice(summand.ruleset.moves(summand.position), TRIED)
    ]
    return sorted(moves, key=mobility)[:3]


def heaps_at(game: Game, index: int) -> list[int]:
    """The finite heaps of a summand."""
    summand = game.summands[index]
    heaps = summand.position if isinstance(summand.ruleset, HeapGame) and isinstance(summand.position, tuple) else ()
    return [heap for heap in heaps if isinstance(heap, int)]


def from_heap(game: Game, index: int) -> list[Move]:
    """The moves in the largest heap that leave the fewest stones."""
    summand = game.summands[index]
    rules, heaps = summand.ruleset, summand.position
    assert isinstance(rules, HeapGame)
    assert isinstance(heaps, tuple)
    place = heaps.index(max(heaps_at(game, index)))
    options = sorted(islice(rules.options(heaps[place]), TRIED), key=sum)
    return [Move(game, index, (*heaps[:place], *left, *heaps[place + 1 :])) for left in options[:3]]


def mobility(move: Move) -> int:
    """The number of moves that a move leaves, counted as far as it matters."""
    return sum(1 for _ in islice(move.to.each_move(), MOBILE))
