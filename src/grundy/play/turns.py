"""Whose turn it is: players alternate, but for moves after which the same player moves again; and their points."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from grundy.core.game import Game, Move
from grundy.play.review import find_step


@dataclass(frozen=True)
class Turn:
    """Who is to move, 0 for the player who began and 1 for the other, and the points of both so far."""

    mover: int = 0
    points: tuple[int, int] = (0, 0)

    def after(self, move: Move | None) -> "Turn":
        """The turn after a move; after one that is not known the other player's."""
        if move is None:
            return Turn(1 - self.mover, self.points)
        first, second = self.points
        points = (first + move.points, second) if self.mover == 0 else (first, second + move.points)
        return Turn(self.mover if move.goes_on else 1 - self.mover, points)

    @property
    def lead(self) -> int:
        """The points of the player to move, less those of the other."""
        return self.points[self.mover] - self.points[1 - self.mover]

    @property
    def leader(self) -> int | None:
        """Who has more points, if one has."""
        return None if not self.lead else self.mover if self.lead > 0 else 1 - self.mover


FIRST_TURN = Turn()


def has_entailing_moves(game: Game) -> bool:
    """Whether after some moves the same player must move again."""
    return any(summand.ruleset.entails() for summand in game.summands)


def list_turns(games: Sequence[Game], first: Turn) -> list[Turn]:
    """The turn of each position of a match, the first one given."""
    turns = [first]
    alternate = not any(map(has_entailing_moves, games))
    for before, after in pairwise(games):
        turns.append(turns[-1].after(None if alternate else find_step(before, after)))
    return turns
