"""The game graph: every position that play can reach, with an arrow for each move.

Positions with the same parts are one vertex. The graph is a game by itself, in which a counter walks along the arrows
(Ferguson 2014, 3.1), so its outcomes and values are those of the positions.
"""

from collections.abc import Hashable, Iterator

from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.errors import UndefinedError

__all__ = ["MOST", "positions"]

MOST = 200_000  # positions of one graph; each is a text of some dozen bytes and a line of arrows
END = "end"


def positions(game: Game, most: int = MOST, budget: Budget | None = None) -> dict[str, list[str]]:
    """The positions that play can reach, the first of them the game itself, and those that one move reaches from each.

    >>> from grundy import nim
    >>> positions(nim(1, 2))
    {'1,2': ['2', '1', '1,1'], '2': ['end', '1'], '1': ['end'], '1,1': ['1'], 'end': []}
    """
    walk = Walk(most, budget or Budget())
    walk.name(game)
    for here in walk.found:  # which grows meanwhile
        walk.graph[walk.names[here.live().key]] = list(dict.fromkeys(walk.name(move.to) for move in walk.moves(here)))
    return walk.graph


class Walk:
    """A walk through all positions of a game, in the order in which they are met."""

    def __init__(self, most: int, budget: Budget) -> None:
        self.most, self.budget = most, budget
        self.found: list[Game] = []
        self.names: dict[Hashable, str] = {}
        self.taken: set[str] = set()
        self.graph: dict[str, list[str]] = {}

    def moves(self, game: Game) -> Iterator[Move]:
        """The moves of a position, one by one, for a heap of a trillion has as many."""
        for summand in game.summands:
            if not summand.ruleset.adds or summand.ruleset.endless(summand.position):
                raise UndefinedError(f"{summand} has no graph: it is decided by a pattern, or its moves never end")
        for move in game.each_move():
            self.budget.spend()
            yield move

    def name(self, game: Game) -> str:
        """The name of a position, which is noted if it is new."""
        game = game.live()
        if (key := game.key) not in self.names:
            if len(self.found) == self.most:
                raise UndefinedError(f"more than {self.most:,} positions; take a smaller game")
            self.names[key] = distinct(label(game), self.taken)
            self.found.append(game)
        return self.names[key]


def label(game: Game) -> str:
    """The position without the name of a ruleset that goes without saying."""
    if len(game.summands) == 1:
        (summand,) = game.summands
        return summand.ruleset.board.show(summand.position) or END
    return str(game) if game.summands else END


def distinct(name: str, taken: set[str]) -> str:
    """The name, or one that nobody has: two boards may be written alike and yet not be equal."""
    while name in taken:
        name += "'"
    taken.add(name)
    return name
