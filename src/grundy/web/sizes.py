"""How much there is in a position: known from its size alone, before a move is listed or a line is drawn."""

from functools import singledispatch
from typing import Any

from grundy.boards.coin_grid import Sheet
from grundy.core.game import Game
from grundy.web.limits import CHARACTERS, PIECES, CostlyError

__all__ = ["pieces", "shown"]


@singledispatch
def pieces(position: Any) -> int:
    """The number of heaps, squares, coins, edges in a position: of the values that it is made of."""
    return 1


@pieces.register
def letters(position: str) -> int:
    """The pieces of a row, each of them a letter."""
    return max(1, len(position))


@pieces.register(tuple)
@pieces.register(frozenset)
def together(position: tuple[Any, ...]) -> int:
    """The pieces of several things, each in a place."""
    return 1 + sum(map(pieces, position))


@pieces.register
def places(position: Sheet) -> int:
    """The places for coins, heads up or not."""
    return position.rows * position.columns


@pieces.register
def parts(position: Game) -> int:
    """The pieces of all summands."""
    return sum(pieces(summand.position) for summand in position.summands)


def shown(game: Game) -> Game:
    """The game, if a page can show it: a page links to up to 300 positions that are as large."""
    if (many := pieces(game)) > PIECES:
        raise CostlyError(f"a position of size {many:,}; a page shows up to {PIECES:,}, the command line more")
    if (long := len(str(game))) > CHARACTERS:
        raise CostlyError(
            f"a position of {long:,} characters; a page shows at most {CHARACTERS:,}, the command line more"
        )
    return game
