"""Blocking Wythoff: as Wythoff's game, but who moves may then forbid the opponent up to k - 1 of his moves.

What is forbidden holds for one move only. So a square is lost if and only if fewer than k moves lead from it to lost
ones, for then these are forbidden (Smith and Stanica 2002); Larsson 2010 has the lost squares for k = 2 and 3.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError
from grundy.games.blocking_wythoff.board import Blocked, BlockedCorner
from grundy.games.blocking_wythoff.squares import blocked_sets, lost_in_sight
from grundy.games.wythoff import can_reach, wythoff

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


@dataclass(frozen=True)
class BlockingWythoff(Ruleset[Blocked]):
    """Move the queen left, down, or along the diagonal, and forbid the opponent fewer than k of her next moves."""

    k: int

    board = BlockedCorner()
    source = "Larsson 2010"
    example = "4,3"
    example_parameters = "2"
    least_parameter = 1
    title = "blocking Wythoff"

    def moves(self, position: Blocked) -> Iterator[Blocked]:
        for square in wythoff.moves(position[:2]):
            if square not in position[2]:
                yield from ((*square, blocked) for blocked in blocked_sets(square, self.k))

    def check(self, position: Blocked) -> None:
        column, row, blocked = position
        if len(blocked) >= self.k:
            raise PositionError(f"{self} forbids fewer than {self.k} squares, not {len(blocked)}")
        for square in blocked:
            if not can_reach((column, row), square):
                raise PositionError(f"the queen does not go from ({column},{row}) to {square}, so it is not forbidden")

    def canonical(self, position: Blocked) -> Blocked:
        return min(self.board.symmetries(position))

    @cites("Smith and Stanica 2002")
    def verdict(self, position: Blocked, misere: bool) -> Outcome | None:
        """P where every lost square that the queen sees is forbidden."""
        lost = None if misere else lost_in_sight(position[:2], self.k)
        return None if lost is None else "P" if lost <= set(position[2]) else "N"

    def why(self, parts: Sequence[Blocked], page: "Page") -> "Iterator[Block]":
        from grundy.games.blocking_wythoff.why import why

        return why(self, parts, page)
