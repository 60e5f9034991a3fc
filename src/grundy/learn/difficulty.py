"""How hard a puzzle is: the chance of a blind guess in bits, and how natural the mistakes are.

For a puzzle about a move the rating is log2(a / r) + 2 t, where a is the number of answers, r that of right ones, and t
the share of natural moves that are wrong. Natural are the greedy move, which leaves the fewest replies; the cautious
one, which leaves the most; the one that leaves the position nearest to symmetric; and in a sum the one that wins the
largest part and forgets to add. Where every move loses, t is 1 / (the fewest replies that refute a move): a move with a
single refutation looks like a win.

For a nimber a is the number of options to be valued, r is 1, and t the share of natural guesses that are wrong: the
number of options, the size of the position, and the nim-sum of the sizes of its parts.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import reduce
from itertools import islice
from math import log2
from operator import xor

from grundy.core.game import Game, Move
from grundy.learn.definition import Definition

TRAP_WEIGHT = 2.0  # in bits: a position where every natural move loses is four times as hard
COUNTED_REPLIES = 300
LEVELS = {"easy": (0.0, 3.0), "medium": (3.0, 4.3), "hard": (4.3, 100.0)}  # ratings from and to: thirds of a thousand


def level_of(rating: float) -> str:
    return next(name for name, (least, most) in LEVELS.items() if least <= rating < most)


def rate(answers: int, right: int, trap: float) -> float:
    """The rating, to one decimal.

    >>> rate(16, 1, 0.5)
    5.0
    """
    return round(log2(max(answers, right) / right) + TRAP_WEIGHT * trap, 1)


def rate_move(game: Game, options: Sequence[Move], wins: Sequence[Move], facts: Definition) -> float:
    natural = natural_moves(game, options, facts)
    winning = {move.key for move in wins}
    return rate(len(options), len(wins), sum(move.key not in winning for move in natural) / len(natural))


def rate_lost(options: Sequence[Move], facts: Definition) -> float:
    """The rating of a position that is lost, where that is one answer more than there are moves."""
    refutations = (sum(facts.outcome_after(reply) == "P" for reply in move.to.each_move()) for move in options)
    return rate(len(options) + 1, 1, 1 / max(1, min(refutations)))


def rate_nimber(game: Game, options: Sequence[Move], nimber: int) -> float:
    sizes = [extent(part) for part in game.parts()]
    guesses = {len(options), sum(sizes), reduce(xor, sizes, 0)}
    return rate(len(options), 1, sum(guess != nimber for guess in guesses) / len(guesses))


def natural_moves(game: Game, options: Sequence[Move], facts: Definition) -> list[Move]:
    """The distinct moves that suggest themselves, right or wrong."""
    replies = {move.key: sum(1 for _ in islice(move.to.each_move(), COUNTED_REPLIES)) for move in options}
    found = [
        min(options, key=lambda move: replies[move.key]),
        max(options, key=lambda move: replies[move.key]),
        min(options, key=lambda move: (asymmetry(move.to), replies[move.key])),
        *forgetful_moves(game, options, facts),
    ]
    return list({move.key: move for move in found}.values())


def forgetful_moves(game: Game, options: Sequence[Move], facts: Definition) -> list[Move]:
    """A move that makes the largest part worth 0, as if it were the whole game."""
    parts = list(game.parts())
    if len(parts) < 2 or not facts.has_nimbers(game):
        return []
    wanted = facts.nimber(game) ^ max(map(facts.nimber, parts))
    return [move for move in options if facts.nimber(move.to) == wanted][:1]


def asymmetry(game: Game) -> tuple[int, int]:
    """How far a position is from symmetric: the size of the parts without an equal one, and the symmetries it lacks."""
    copies = Counter[Hashable]()
    sizes, images = dict[Hashable, int](), 0
    for part in game.parts():
        (summand,) = part.summands
        board, form = summand.ruleset.board, (summand.ruleset, summand.ruleset.canonical(summand.position))
        copies[form] += 1
        sizes[form] = extent(part)
        images += sum(image != summand.position for image in board.symmetries(summand.position))
    return sum(sizes[form] for form, count in copies.items() if count % 2), images


def extent(game: Game) -> int:
    return sum(summand.ruleset.board.extent(summand.position) for summand in game.summands)
