"""Expressions in requests, read where they are small enough; sizes are known before a move is listed or drawn."""

from typing import Any

from grundy.boards.coin_grid import CoinSheet
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset
from grundy.expressions import parse, parse_ruleset
from grundy.web.limits import EXPRESSION_CHARACTERS, PAGE_CHARACTERS, PAGE_PIECES, CostlyError


def check_length(expression: str) -> str:
    most = EXPRESSION_CHARACTERS
    if (many := len(expression)) > most:
        raise CostlyError(f"an expression of {many:,} characters; a page reads at most {most:,}, the command line more")
    return expression


def read_game(text: str) -> Game:
    return parse(check_length(text))


def read_ruleset(text: str) -> Ruleset[Any]:
    return parse_ruleset(check_length(text))


def read_shown_game(text: str) -> Game:
    """The game, if a page can show it: a page links to up to 300 positions that are as large."""
    game = read_game(text)
    if (many := count_pieces(game)) > PAGE_PIECES:
        raise CostlyError(f"a position of size {many:,}; a page shows up to {PAGE_PIECES:,}, the command line more")
    if (many := len(str(game))) > PAGE_CHARACTERS:
        raise CostlyError(
            f"a position of {many:,} characters; a page shows at most {PAGE_CHARACTERS:,}, the command line more"
        )
    return game


def count_pieces(position: Any) -> int:
    """The number of heaps, squares, coins, edges in a position: of the values that it is made of."""
    match position:
        case Game():
            return sum(count_pieces(summand.position) for summand in position.summands)
        case CoinSheet():
            return position.rows * position.columns
        case str():
            return max(1, len(position))
        case tuple() | frozenset():
            return 1 + sum(map(count_pieces, position))
        case _:
            return 1
