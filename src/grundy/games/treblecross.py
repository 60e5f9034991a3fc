"""Treblecross: write an X in an empty cell of a row; whoever completes three neighbouring Xs wins.

Completing three wins the whole game, sums included. So nobody writes an X within two cells of another, which would let
the opponent complete three; without such moves an X closes five cells, and a run of n free cells plays like
Dawson's Kayles with k = 3 on n + 2 pins (Berlekamp, Conway and Guy 1982). Rows of one or two cells can never be won.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.strip import Strip
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.games.dawson import DawsonsKayles

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class Treblecross(Ruleset[str]):
    """Write an X in an empty cell; whoever completes three neighbouring Xs wins the whole game."""

    board = Strip()
    source = "Berlekamp, Conway and Guy 1982"
    example = "20"
    keywords = "one-dimensional tic-tac-toe, noughts and crosses in a row"
    card = "..X....."

    def moves(self, position: str) -> Iterator[str]:
        return (position[:i] + "X" + position[i + 1 :] for i, cell in enumerate(position) if cell == ".")

    def terminal(self, position: str) -> Outcome | None:
        return "P" if "XXX" in position else None

    def decisive_moves(self, position: str) -> Iterator[str]:
        return super().decisive_moves(position) if is_completable(position) else iter(())

    def canonical(self, position: str) -> str:
        return min(self.board.symmetries(position))

    @cites(
        "without moves that let the opponent complete three: Dawson's Kayles, k = 3 (Berlekamp, Conway and Guy 1982)"
    )
    def disguise(self, position: str) -> Game | None:
        """Dawson's Kayles on the runs of cells further than two from every X, each with two pins more."""
        if len(position) < 3 or is_completable(position):
            return None
        runs = position.replace("X", "  X  ").split("X")  # a run and its two neighbours have lost two cells at each X
        free = [len(run) - 2 * run.count(" ") for run in runs]
        return Game.of(DawsonsKayles(3), tuple(length + 2 for length in free if length > 0))

    def why(self, parts: Sequence[str], page: "Page") -> "Iterator[Block]":
        for row in parts[:1]:
            if page.misere or is_completable(row) or len(row) < 3:
                yield from page.reason(self, row)
                return
            yield page.say(
                "Nobody writes an X within two cells of another, for then three can be completed at once. So an X "
                "closes its own cell and two on either side, five in all: a run of n free cells is a row of n + 2 pins "
                "of which three neighbours fall."
            )
            yield from page.disguise_reason(self, row)


def is_completable(row: str) -> bool:
    return any(three in row for three in ("XX.", "X.X", ".XX"))


treblecross = Treblecross()
