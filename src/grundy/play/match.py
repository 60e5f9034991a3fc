"""A match: a game, the moves made so far, and who moves next. It never changes; a move makes a new one."""

from dataclasses import dataclass, replace
from functools import cached_property

from grundy.core.game import Game, Move
from grundy.errors import MoveError
from grundy.play.legal import has_move
from grundy.play.turns import FIRST_TURN, Turn, list_turns


@dataclass(frozen=True)
class Match:
    """The games met so far, the present one last."""

    history: tuple[Game, ...]
    misere: bool = False
    first: Turn = FIRST_TURN  # that of the first position

    @classmethod
    def of(cls, game: Game, misere: bool = False) -> "Match":
        return cls((game,), misere)

    @property
    def game(self) -> Game:
        return self.history[-1]

    @property
    def mover(self) -> int:
        """Who moves next: 0 for the player who began, 1 for the other."""
        return self.turn.mover

    @cached_property
    def turns(self) -> list[Turn]:
        """The turn of each position."""
        return list_turns(self.history, self.first)

    @property
    def turn(self) -> Turn:
        """Whose turn it is, and the points so far."""
        return self.turns[-1]

    @property
    def is_over(self) -> bool:
        return next(self.game.each_move(), None) is None

    @property
    def winner(self) -> int | None:
        """Who won, or None while play goes on and after a draw."""
        if not self.is_over:
            return None
        if any(summand.ruleset.scored for summand in self.history[0].summands):
            return self.turn.leader
        ends = [summand.ruleset.terminal(summand.position) for summand in self.game.summands]
        if "D" in ends:
            return None
        return self.mover if self.misere else 1 - self.mover

    def play(self, move: Move | Game) -> "Match":
        """The match after a move of this game, or after the move to a position."""
        if isinstance(move, Game) and not has_move(self.game, move):
            raise MoveError(f"no move leads from {self.game} to {move}; play one that the rules allow")
        to = self.game.play(move) if isinstance(move, Move) else move
        return replace(self, history=(*self.history, to))

    def undo(self, moves: int = 1) -> "Match":
        if not 0 < moves < len(self.history):
            raise MoveError("there is no move to take back")
        return replace(self, history=self.history[:-moves])
