"""Whether a move leads to a position, where there are too many moves to list.

That follows from the code of a ruleset, or from a theorem that lists the moves to a nimber, so that neither the 10^12
moves of kayles(10^12) nor the infinitely many of nim(w) are listed.
"""

from itertools import islice
from typing import Any

from grundy.boards.heaps import HeapGame, Heaps
from grundy.core.game import Game, Summand
from grundy.core.ordinals import Ordinal
from grundy.errors import MoveError

SEARCHED_MOVES = 300_000  # that are compared with the one that is meant


def has_move(game: Game, target: Game) -> bool:
    return any(has_move_in(game, index, target) for index in game.playable())


def has_move_in(game: Game, index: int, target: Game) -> bool:
    summand = game.summands[index]
    same = [s.position for s in target.summands if s.ruleset == summand.ruleset]
    if any(game.put(index, position) == target and is_legal(summand, position) for position in same):
        return True
    moves = list(islice(summand.ruleset.moves(summand.position), SEARCHED_MOVES))
    if any(game.put(index, to) == target for to in moves):
        return True
    # A game is printed without its finished summands, and one without any other as an empty position.
    wanted = Game(tuple(s for s in target.summands if s.ruleset.board.tidy(s.position) is not None))
    return len(wanted.summands) < len(game.summands) and any(game.put(index, to).live() == wanted for to in moves)


def is_legal(summand: Summand, after: Any) -> bool:
    """Whether a move leads to this position: by the code, by a theorem, otherwise by listing the moves."""
    rules, before = summand.ruleset, summand.position
    code = rules.as_code() if isinstance(rules, HeapGame) else None
    if code and isinstance(before, tuple) and all(isinstance(size, int) for size in before):
        index, heap, left = Heaps.change(before, after)
        if after != before[:index] + left + before[index + 1 :]:
            return False  # other heaps have changed too
        parts = [part for part in left if part]
        taken = heap - sum(parts)
        return 0 <= taken <= heap and sorted(left) != [heap] and bool(code[taken] >> len(parts) & 1)
    tidy, value = rules.board.tidy, rules.theorem(after)
    wanted, reached = tidy(after), rules.reach(before, value) if isinstance(value, int | Ordinal) else None
    if reached is not None and any(tidy(to) == wanted for to in islice(reached, SEARCHED_MOVES)):
        return True
    if rules.has_infinite_moves(before):
        return False
    for number, to in enumerate(rules.moves(before)):
        if tidy(to) == wanted:
            return True
        if number > SEARCHED_MOVES:
            raise MoveError(f"more than {SEARCHED_MOVES:,} moves to look through here; choose one from the list")
    return False
