"""Treblecross: write an X in an empty cell of a row; whoever completes three neighbouring Xs wins.

Completing three wins the whole game, sums included. So nobody writes an X within two cells of another, which would let
the opponent complete three; without such moves an X closes five cells, and a run of n free cells plays like
Dawson's Kayles with k = 3 on n + 2 pins (Berlekamp, Conway and Guy 1982). Rows of one or two cells can never be won.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.strip import Strip
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.octal import DawsonsKayles

__all__ = ["Treblecross", "treblecross"]


@dataclass(frozen=True)
class Treblecross(Ruleset[str]):
    """Write an X in an empty cell; whoever completes three neighbouring Xs wins the whole game."""

    board = Strip()
    source = "Berlekamp, Conway and Guy 1982"
    example = "20"

    def moves(self, position: str) -> Iterator[str]:
        """An X in an empty cell."""
        return (position[:i] + "X" + position[i + 1 :] for i, cell in enumerate(position) if cell == ".")

    def terminal(self, position: str) -> Outcome | None:
        """A win of the previous player where three stand in a row."""
        return "P" if "XXX" in position else None

    def canonical(self, position: str) -> str:
        """The row or its mirror image."""
        return min(self.board.symmetries(position))

    @cites(
        "without moves that let the opponent complete three: Dawson's Kayles, k = 3 (Berlekamp, Conway and Guy 1982)"
    )
    def disguise(self, position: str) -> Game | None:
        """Dawson's Kayles on the runs of cells further than two from every X, each with two pins more."""
        if len(position) < 3 or completable(position):
            return None
        runs = position.replace("X", "  X  ").split("X")  # a run and its two neighbours have lost two cells at each X
        free = [len(run) - 2 * run.count(" ") for run in runs]
        return Game.of(DawsonsKayles(3), tuple(length + 2 for length in free if length > 0))


def completable(row: str) -> bool:
    """Whether one more X makes three neighbours."""
    return any(three in row for three in ("XX.", "X.X", ".XX"))


treblecross = Treblecross()
