"""A natural mistake, and how it is punished: the greedy move, which leaves the fewest stones or the fewest moves."""

from collections.abc import Iterator
from itertools import islice

from grundy.boards.heaps import HeapGame
from grundy.core.game import Game, Move
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided, UndefinedError
from grundy.explain.page import Page
from grundy.explain.prose import outcome_claim
from grundy.explain.structure import Paragraph, say
from grundy.solvers.solution import is_scored
from grundy.solvers.winning import weight

TRIED_MOVES = 40  # of which the greediest is taken
LARGEST_WEIGHT = 200  # of a position whose moves are counted
COUNTED_MOVES = 100  # after a move


def mistake(page: Page, outcome: Outcome) -> Iterator[Paragraph]:
    """The greedy move and its answer, where both are found cheaply."""
    try:
        found = next(((move, answer) for move in greedy_moves(page.game) if (answer := refutation(page, move))), None)
    except (NotDecided, UndefinedError):
        found = None
    if outcome == "D" or not found:
        return
    move, answer = found
    after = outcome_claim(answer.to, "N" if answer.goes_on else "P", page.misere)
    claims = outcome_claim(move.to, "N", page.misere), after
    first = "A natural mistake" if outcome == "N" else "Try the greedy move"
    words = "{}: {}. That leaves {}, and the opponent answers: {}, to {}."
    yield say(words, first, move, move.to, answer, answer.to, claims=claims)


def refutation(page: Page, move: Move) -> Move | None:
    """The opponent's answer; a move after which the same player goes on, or that scores, has none."""
    if move.goes_on or is_scored(move.game):
        return None
    return page.answer(move.to) if page.outcome(move.to) == "N" else None


def greedy_moves(game: Game) -> list[Move]:
    heaps = [(max(sizes), index) for index, summand in enumerate(game.summands) if (sizes := heaps_at(game, index))]
    if heaps and not game.entailed():
        return greedy_heap_moves(game, max(heaps)[1])
    if weight(game) > LARGEST_WEIGHT or game.has_infinite_moves():
        return []
    moves = [
        Move(game, index, to)
        for index in game.playable()
        for to in islice(game.summands[index].ruleset.moves(game.summands[index].position), TRIED_MOVES)
    ]
    return sorted(moves, key=mobility)[:3]


def heaps_at(game: Game, index: int) -> list[int]:
    summand = game.summands[index]
    heaps = summand.position if isinstance(summand.ruleset, HeapGame) and isinstance(summand.position, tuple) else ()
    return [heap for heap in heaps if isinstance(heap, int)]


def greedy_heap_moves(game: Game, index: int) -> list[Move]:
    summand = game.summands[index]
    rules, heaps = summand.ruleset, summand.position
    assert isinstance(rules, HeapGame)
    assert isinstance(heaps, tuple)
    place = heaps.index(max(heaps_at(game, index)))
    options = sorted(islice(rules.options(heaps[place]), TRIED_MOVES), key=sum)
    return [Move(game, index, (*heaps[:place], *left, *heaps[place + 1 :])) for left in options[:3]]


def mobility(move: Move) -> int:
    return sum(1 for _ in islice(move.to.each_move(), COUNTED_MOVES))
