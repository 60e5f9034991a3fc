"""A move that is typed: the position to reach, what to leave of a heap, or where a counter goes."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from grundy.boards.heaps import Heaps
from grundy.boards.numbers import Capped, Counters
from grundy.boards.staircase import Staircase
from grundy.core.game import Game, Summand
from grundy.play.legal import SEARCHED_MOVES, has_move, is_legal
from grundy.render.scenes.scene import scene
from grundy.web.limits import BadRequestError
from grundy.web.parsing import read_game

MOST_FIELDS = 12
DRAWN_STONES = 48  # of a heap; a larger one has a field
DRAWN_COINS = 9  # of a step; a larger one has a field
MOST_DIGITS = 4_000  # of a number
Field = dict[str, Any]


def entry_fields(game: Game) -> list[Field]:
    """What may be typed: a number for each heap that is too large to draw or infinite, a square that is far out."""
    fields = (field for index in game.playable() for field in fields_of(index, game.summands[index]))
    return list(islice(fields, MOST_FIELDS))


def fields_of(index: int, summand: Summand) -> Iterator[Field]:
    board, position = summand.ruleset.board, summand.position
    if not isinstance(position, tuple):
        return
    asks: list[str] = []
    if isinstance(board, Counters):
        if scene(summand, list(islice(summand.ruleset.moves(position), 100))).entry:
            asks = [f"Counter on {square} goes to column, row" for square in position]
    elif isinstance(board, Capped):
        asks = ["Leave of the heap"] if position[0] > DRAWN_STONES else []
    elif isinstance(board, Staircase):
        asks = [f"Move from step {step}" if coins > DRAWN_COINS else "" for step, coins in enumerate(position, 1)]
    elif isinstance(board, Heaps):
        large = (not isinstance(size, int) or size > DRAWN_STONES for size in position)
        asks = [f"Leave of {board.noun} {n}" if is_large else "" for n, is_large in enumerate(large, 1)]
    yield from ({"index": index, "heap": heap, "ask": ask} for heap, ask in enumerate(asks) if ask)


def game_after(game: Game, index: str, heap: str, leave: str, to: str) -> Game:
    """The game after the move that was typed: to a position, or in a heap of a summand to the numbers to leave."""
    if to.strip():
        target = read_game(to)
        if has_move(game, target):
            return target
        raise BadRequestError(f"no move leads from {game} to {target}; the list shows what can be reached")
    at, place, numbers = read_entry(game, index, heap, leave)
    after = position_after(game.summands[at], place, numbers) if at in game.playable() else None
    if after is None:
        wanted = ", ".join(map(str, numbers)) or "nothing"
        raise BadRequestError(f"no move makes it {wanted} there; the rules say which")
    return game.put(at, after)


def read_entry(game: Game, index: str, heap: str, leave: str) -> tuple[int, int, list[int]]:
    try:
        at, place = int(index[:4]), int(heap[:4])
        texts = leave.strip(" ()").replace(" ", "").split(",")
        numbers = [int(text) for text in texts if text and len(text) < MOST_DIGITS]
        game.summands[at].position[place]  # type: ignore[index]
    except (ValueError, IndexError, TypeError):
        raise BadRequestError(
            "a move is a position to reach, or the numbers to leave of a heap, such as 5 or 2,3"
        ) from None
    if at < 0 or place < 0 or min(numbers, default=0) < 0:
        raise BadRequestError("numbers are not negative; write what is to be left, such as 5")
    return at, place, numbers


def position_after(summand: Summand, heap: int, numbers: list[int]) -> Any:
    board, moves = summand.ruleset.board, islice(summand.ruleset.moves(summand.position), SEARCHED_MOVES)
    position: Any = summand.position
    if isinstance(board, Capped):
        return next((to for to in moves if [to[0]] == numbers), None)
    if isinstance(board, Staircase):
        return next((to for to in moves if [*board.moved_coins(position, to)] == [heap + 1, *numbers]), None)
    new = (tuple(numbers),) if isinstance(board, Counters) else tuple(numbers)
    after = (*position[:heap], *new, *position[heap + 1 :])
    return after if is_legal(summand, after) else None
