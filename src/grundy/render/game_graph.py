"""The game graph: every position that play can reach, with an arrow for each move.

Positions with the same parts are one vertex. The graph is a game by itself, in which a counter walks along the arrows
(Ferguson 2014, 3.1), so its outcomes and values are those of the positions.
"""

from collections.abc import Hashable, Iterator

from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.errors import UndefinedError

MOST_POSITIONS = 200_000  # each takes some dozen bytes for its name, and its arrows
END = "end"


def positions(game: Game, most: int = MOST_POSITIONS, budget: Budget | None = None) -> dict[str, list[str]]:
    """The positions that play can reach, the first of them the game itself, and those that one move reaches from each.

    >>> from grundy import nim
    >>> positions(nim(1, 2))
    {'1,2': ['2', '1', '1,1'], '2': ['end', '1'], '1': ['end'], '1,1': ['1'], 'end': []}
    """
    budget, games, graph = budget or Budget(), list[Game](), dict[str, list[str]]()
    names: dict[Hashable, str] = {}

    def name(position: Game) -> str:
        position = position.live()
        if (key := position.key) not in names:
            if len(games) == most:
                raise UndefinedError(f"more than {most:,} positions; take a smaller game")
            text = label(position)
            while text in graph:  # two boards may be written alike and yet not be equal
                text += "'"
            names[key], graph[text] = text, []
            games.append(position)
        return names[key]

    name(game)
    for here in games:  # which grows meanwhile
        graph[name(here)] = list(dict.fromkeys(name(move.to) for move in counted_moves(here, budget)))
    return graph


def counted_moves(game: Game, budget: Budget) -> Iterator[Move]:
    """The moves of a position, one by one: a heap of a trillion has as many."""
    for summand in game.summands:
        if not summand.ruleset.adds or summand.ruleset.has_infinite_moves(summand.position):
            raise UndefinedError(f"{summand} has no graph: it is decided by a pattern, or its moves never end")
        if summand.ruleset.entails():
            raise UndefinedError(
                f"{summand} has no graph of turns: after some moves the turn does not pass; `grundy solve` it"
            )
    for move in game.each_move():
        budget.spend()
        yield move


def label(game: Game) -> str:
    if len(game.summands) == 1:
        (summand,) = game.summands
        return summand.ruleset.board.show(summand.position) or END
    return str(game) if game.summands else END
