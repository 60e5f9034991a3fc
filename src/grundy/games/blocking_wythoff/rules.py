"""Blocking Wythoff: as Wythoff's game, but who moves may then forbid the opponent up to k - 1 of his moves.

What is forbidden holds for one move only. So a square is lost if and only if fewer than k moves lead from it to lost
ones, for then these are forbidden (Smith and Stanica 2002); Larsson 2010 has the lost squares for k = 2 and 3.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING

from grundy.boards.numbers import Square
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError
from grundy.games.blocking_wythoff.board import Blocked, BlockedCorner
from grundy.games.wythoff import can_reach, wythoff

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block

MOST_SQUARES = 250_000  # of the board up to the queen: which of them are lost is found in about half a second


@dataclass(frozen=True)
class BlockingWythoff(Ruleset[Blocked]):
    """Move the queen left, down, or along the diagonal, and forbid the opponent fewer than k of her next moves."""

    k: int

    board = BlockedCorner()
    source = "Larsson 2010"
    example = "4,3"
    example_parameters = "2"
    title = "blocking Wythoff"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise PositionError(f"{self.name} needs k of at least 1")

    def moves(self, position: Blocked) -> Iterator[Blocked]:
        for square in wythoff.moves(position[:2]):
            if square not in position[2]:
                yield from ((*square, blocked) for blocked in self.blocked_sets(square))

    def blocked_sets(self, square: Square) -> Iterator[tuple[Square, ...]]:
        """What may be forbidden, small sets first: of a far square there are more options than fit into memory."""
        yield ()
        if self.k > 1:
            yield from ((target,) for target in wythoff.moves(square))
        if self.k > 2:
            targets = sorted(wythoff.moves(square))
            yield from chain.from_iterable(combinations(targets, size) for size in range(2, self.k))

    def check(self, position: Blocked) -> None:
        column, row, blocked = position
        if len(blocked) >= self.k:
            raise PositionError(f"{self} forbids fewer than {self.k} squares, not {len(blocked)}")
        for square in blocked:
            if not can_reach((column, row), square):
                raise PositionError(f"the queen does not go from ({column},{row}) to {square}, so it is not forbidden")

    def canonical(self, position: Blocked) -> Blocked:
        return min(self.board.symmetries(position))

    def lost_squares(self, column: int, row: int) -> set[Square]:
        """The squares up to this one from which fewer than k moves lead to lost ones."""
        lost, across, down, aslant = set[Square](), Counter[int](), Counter[int](), Counter[int]()
        for c in range(column + 1):
            for r in range(row + 1):
                if across[r] + down[c] + aslant[c - r] < self.k:
                    lost.add((c, r))
                    across[r] += 1
                    down[c] += 1
                    aslant[c - r] += 1
        return lost

    @cites("Smith and Stanica 2002")
    def verdict(self, position: Blocked, misere: bool) -> Outcome | None:
        """P where every lost square that the queen sees is forbidden."""
        column, row, blocked = position
        if misere or (column + 1) * (row + 1) > MOST_SQUARES:
            return None
        seen = (square for square in self.lost_squares(column, row) if can_reach((column, row), square))
        return "P" if set(seen) <= set(blocked) else "N"

    def why(self, parts: Sequence[Blocked], page: "Page") -> "Iterator[Block]":
        if not page.misere:
            yield page.say(
                "A square is lost if fewer than k moves lead from it to lost squares: then who moves there forbids "
                "these. So who can go to a lost square that is not forbidden wins."
            )
        yield from page.parts_reason(self, parts)
