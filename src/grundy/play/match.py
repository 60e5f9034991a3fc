"""A match: a game, the moves made so far, and who moves next. It never changes; a move makes a new one."""

from dataclasses import dataclass, field, replace

from grundy.core.game import Game, Move
from grundy.errors import MoveError

__all__ = ["Match"]


@dataclass(frozen=True)
class Match:
    """The games met so far, the present one last, and those that were taken back."""

    history: tuple[Game, ...]
    misere: bool = False
    undone: tuple[Game, ...] = field(default=())

    @classmethod
    def of(cls, game: Game, misere: bool = False) -> "Match":
        """A match at its beginning."""
        return cls((game,), misere)

    @property
    def game(self) -> Game:
        """The present position."""
        return self.history[-1]

    @property
    def mover(self) -> int:
        """Who moves next: 0 for the player who began, 1 for the other."""
        return (len(self.history) - 1) % 2

    @property
    def over(self) -> bool:
        """Whether nobody can move."""
        return next(self.game.each_move(), None) is None

    @property
    def winner(self) -> int | None:
        """Who won, or None while play goes on and after a draw."""
        if not self.over:
            return None
        ends = [summand.ruleset.terminal(summand.position) for summand in self.game.summands]
        if "D" in ends:
            return None
        return self.mover if self.misere else 1 - self.mover

    def play(self, move: Move | Game) -> "Match":
        """The match after a move."""
        return replace(self, history=(*self.history, self.game.play(move)), undone=())

    def undo(self, moves: int = 1) -> "Match":
        """The match with the last moves taken back."""
        if not 0 < moves < len(self.history):
            raise MoveError("there is no move to take back")
        return replace(self, history=self.history[:-moves], undone=self.history[-moves:] + self.undone)

    def redo(self) -> "Match":
        """The match with a move that was taken back made again."""
        if not self.undone:
            raise MoveError("there is no move to make again")
        return replace(self, history=(*self.history, self.undone[0]), undone=self.undone[1:])
