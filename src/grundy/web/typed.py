"""A move that is typed: the position to reach, what to leave of a heap, or where a counter goes.

A code says at once whether a move is legal and a theorem which moves reach a nimber, so that neither the heaps of
kayles(10^12) nor the infinitely many moves of nim(w) are gone through.
"""

from collections.abc import Hashable, Iterator, Mapping
from itertools import islice
from typing import Any

from grundy.boards.capped import Capped
from grundy.boards.counters import Counters
from grundy.boards.heaps import HeapGame, Heaps
from grundy.boards.steps import Steps
from grundy.core.game import Game, Summand
from grundy.expressions import parse
from grundy.render.svg.scene import scene
from grundy.web.limits import BadRequestError, CostlyError, bounded

__all__ = ["fields", "meant"]

SCAN = 300_000  # moves that are gone through for one that is meant
LARGE = 48  # stones of a heap that are drawn one by one
FEW = 9  # coins of a step that are drawn one by one
DIGITS = 4_000  # of a number
Field = dict[str, Any]


def fields(game: Game) -> list[Field]:
    """What may be typed: a number for each heap that is too large to draw or infinite, a square that is far out."""
    return [field for index, summand in enumerate(game.summands) for field in asked(index, summand)][:12]


def asked(index: int, summand: Summand) -> Iterator[Field]:
    """What may be typed for one summand: a field for each thing that is too large to touch."""
    board, position = summand.ruleset.board, summand.position
    if not isinstance(position, tuple):
        return
    if isinstance(board, Counters):
        far = scene(summand, list(islice(summand.ruleset.moves(position), 100))).entry
        asks = [f"Counter on {square} goes to column, row" for square in position] if far else []
    elif isinstance(board, Capped):
        asks = ["Leave of the heap"] if position[0] > LARGE else []
    elif isinstance(board, Steps):
        asks = [f"Move from step {step}" if coins > FEW else "" for step, coins in enumerate(position, 1)]
    else:
        heaps = position if isinstance(board, Heaps) else ()
        large = (not isinstance(size, int) or size > LARGE for size in heaps)
        asks = [f"Leave of {board.noun} {n}" if big else "" for n, big in enumerate(large, 1)]  # type: ignore[attr-defined]
    yield from ({"index": index, "heap": heap, "ask": ask} for heap, ask in enumerate(asks) if ask)


def meant(game: Game, query: Mapping[str, str]) -> Game:
    """The game after the move that was typed."""
    if to := query.get("to", "").strip():
        target = parse(bounded(to))
        if any(reaches(game, n, target) for n in range(len(game.summands))):
            return target
        raise BadRequestError(f"no move leads from {game} to {target}; the list shows what can be reached")
    index, heap, numbers = chosen(game, query)
    after = left(game.summands[index], heap, numbers)
    if after is None:
        raise BadRequestError(
            f"no move makes it {', '.join(map(str, numbers)) or 'nothing'} there; the rules say which"
        )
    return game.put(index, after)


def left(summand: Summand, heap: int, numbers: list[int]) -> Any:
    """The position after the move that these numbers mean, or None."""
    board, moves = summand.ruleset.board, summand.ruleset.moves(summand.position)
    position: Any = summand.position
    if isinstance(board, Capped):
        return next((to for to in islice(moves, SCAN) if [to[0]] == numbers), None)
    if isinstance(board, Steps):
        return next((to for to in islice(moves, SCAN) if [*board.moved(position, to)] == [heap + 1, *numbers]), None)
    new = (tuple(numbers),) if isinstance(board, Counters) else tuple(numbers)
    after = (*position[:heap], *new, *position[heap + 1 :])
    return after if legal(summand, after) else None


def chosen(game: Game, query: Mapping[str, str]) -> tuple[int, int, list[int]]:
    """The summand, the heap in it, and the numbers."""
    text = query.get("leave", "").strip(" ()")
    try:
        index, heap = int(query.get("index", "")[:4]), int(query.get("heap", "0")[:4])
        numbers = [int(part) for part in text.replace(" ", "").split(",") if part and len(part) < DIGITS]
        game.summands[index].position[heap]  # type: ignore[index]
    except (ValueError, IndexError, TypeError):
        raise BadRequestError(
            "a move is a position to reach, or the numbers to leave of a heap, such as 5 or 2,3"
        ) from None
    if index < 0 or heap < 0 or min(numbers, default=0) < 0:
        raise BadRequestError("numbers are not negative; write what is to be left, such as 5")
    return index, heap, numbers


def reaches(game: Game, index: int, target: Game) -> bool:
    """Whether a move in one summand leads to the target."""
    summand = game.summands[index]
    same = [s for s in target.summands if s.ruleset == summand.ruleset]
    if any(game.put(index, one.position) == target and legal(summand, one.position) for one in same):
        return True
    moves = islice(summand.ruleset.moves(summand.position), SCAN)
    return any(game.put(index, to) == target for to in moves)


def legal(summand: Summand, after: Any) -> bool:
    """Whether a move leads to this position: by the code, by a theorem, otherwise by going through the moves."""
    rules, before = summand.ruleset, summand.position
    code = rules.as_code() if isinstance(rules, HeapGame) and isinstance(before, tuple) else None
    if code and isinstance(before, tuple) and all(isinstance(size, int) for size in before):
        _, heap, left = Heaps.change(before, after)
        parts = [part for part in left if part]
        taken = heap - sum(parts)
        return 0 <= taken <= heap and sorted(left) != [heap] and bool(code[taken] >> len(parts) & 1)
    value = rules.theorem(after)
    reached = rules.reach(before, value) if value is not None else None
    wanted = tidied(summand, after)
    if reached is not None and any(tidied(summand, to) == wanted for to in islice(reached, SCAN)):
        return True
    if rules.endless(before):
        return False
    for number, to in enumerate(rules.moves(before)):
        if tidied(summand, to) == wanted:
            return True
        if number > SCAN:
            raise CostlyError(f"more than {SCAN:,} moves to look through here; choose one from the list")
    return False


def tidied(summand: Summand, position: Hashable) -> Hashable:
    """The position without what is used up."""
    return summand.ruleset.board.tidy(position)
