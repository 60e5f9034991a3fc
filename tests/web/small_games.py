"""Small games on the boards of the catalogue, short enough to be played to their end in a browser."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from rulesets import catalogue, example, legal

from grundy import parse
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset

BOUND = 12  # of the positions that a board lists
TRIED_POSITIONS = 300
MOST_OPTIONS = 14
SHORTEST_PLAY, LONGEST_PLAY = 3, 10  # moves


def longest_play(game: Game) -> int:
    """The moves of the longest play; more than `LONGEST_PLAY` where play is longer, has a cycle or too many options."""

    @cache
    def play(game: Game, moves: int) -> int:
        options = [move.to for move in islice(game.each_move(), MOST_OPTIONS + 1)]
        if moves > LONGEST_PLAY or len(options) > MOST_OPTIONS:
            return LONGEST_PLAY + 1
        return max((1 + play(option, moves + 1) for option in options), default=0)

    return play(game, 0)


def small_game(ruleset: Ruleset[Any]) -> Game:
    """The first small position with a play of a few moves, or the example."""
    small = (Game.of(ruleset, p) for p in ruleset.board.small(BOUND) if legal(ruleset, p))
    games = islice(small, TRIED_POSITIONS)
    return next((game for game in games if SHORTEST_PLAY <= longest_play(game) <= LONGEST_PLAY), example(ruleset))


def board_of(ruleset: Ruleset[Any]) -> str:
    """The kind of board and its parameters; a ruleset with parameters has a board for each of them."""
    return type(ruleset.board).__name__ if ruleset.is_schema() else f"{type(ruleset.board).__name__} {ruleset.board}"


def on_other_boards(games: Iterable[str]) -> Iterator[str]:
    """A small game on every board of the catalogue that none of these games is played on."""
    seen = {board_of(summand.ruleset) for game in games for summand in parse(game).summands}
    for ruleset in catalogue():
        if (board := board_of(ruleset)) not in seen:
            seen.add(board)
            yield str(small_game(ruleset))
