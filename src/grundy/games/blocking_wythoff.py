"""Blocking Wythoff: as Wythoff's game, but who moves may then forbid the opponent up to k - 1 of his moves.

What is forbidden holds for one move only. So a square is lost if and only if fewer than k moves lead from it to lost
ones, for then these are forbidden (Smith and Stanica 2002); Larsson 2010 has the lost squares for k = 2 and 3.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING

from grundy.boards.numbers import Corner, Square
from grundy.core.board import Board, Edit, Handle
from grundy.core.reader import Reader
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import PositionError
from grundy.games.wythoff import can_reach, wythoff

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.render.scenes.scene import Scene

Blocked = tuple[int, int, tuple[Square, ...]]  # the column and the row of the queen, and where she must not go now
MOST_SQUARES = 250_000  # of the board up to the queen: which of them are lost is found in about half a second
CORNER = Corner()


class BlockedCorner(Board[Blocked]):
    """A queen in the corner, and squares that she must not enter with the next move."""

    kind = "blocked corner"
    family = "Boards"
    notation = "column, row of the queen, from 0; after ';' the squares (column,row) that are forbidden now"

    def read(self, reader: Reader) -> Blocked:
        column, row = CORNER.read(reader)
        return column, row, tuple(sorted(set(reader.list_of(lambda: self.square(reader))))) if reader.take(";") else ()

    def square(self, reader: Reader) -> Square:
        reader.expect("(", "before column and row")
        square = CORNER.read(reader)
        reader.expect(")", "after column and row")
        return square

    def show(self, position: Blocked) -> str:
        column, row, blocked = position
        return f"{column},{row}" + ("; " + ",".join(f"({c},{r})" for c, r in blocked) if blocked else "")

    def differ(self, before: Blocked, after: Blocked) -> str:
        words = CORNER.differ(before[:2], after[:2])
        blocked = " and ".join(f"column {column}, row {row}" for column, row in after[2])
        return f"{words}, then forbid {blocked}" if blocked else words

    def handle(self, before: Blocked, after: Blocked) -> Handle:
        return frozenset([after[:2], *after[2]])

    def edits(self, position: Blocked) -> Iterator[Edit[Blocked]]:
        """The queen on another square, and a square forbidden or allowed again."""
        queen, blocked = position[:2], position[2]
        for edit in CORNER.edits(queen):
            yield Edit(edit.words, (*edit.position, ()), edit.touch, edit.adds)
        for square in wythoff.moves(queen):
            words = f"{'allow' if square in blocked else 'forbid'} column {square[0]}, row {square[1]}"
            yield Edit(words, (*queen, tuple(sorted({*blocked} ^ {square}))))

    def extent(self, position: Blocked) -> int:
        return max(1, sum(position[:2]))

    def symmetries(self, position: Blocked) -> tuple[Blocked, Blocked]:
        column, row, blocked = position
        return position, (row, column, tuple(sorted((r, c) for c, r in blocked)))

    def small(self, bound: int) -> Iterator[Blocked]:
        """Squares near the corner, each also with one of its options forbidden."""
        for column, row in CORNER.small(bound // 3):
            yield column, row, ()
            yield from ((column, row, (square,)) for square in wythoff.moves((column, row)))

    def scene(
        self, position: Blocked, options: Sequence[Blocked], rules: Ruleset[Blocked], past: Sequence[Blocked]
    ) -> "Scene":
        from grundy.render.scenes.moving_pieces import draw_blocked

        return draw_blocked(position[:2], position[2], [(to[:2], to[2]) for to in options], self.show(position))

    def lines(self, position: Blocked, width: int) -> list[str]:
        from grundy.render.text import draw_lines

        drawn, blocked = draw_lines(CORNER, position[:2], width), ", ".join(f"({c},{r})" for c, r in position[2])
        return [*drawn, f"forbidden: {blocked}"] if drawn and blocked else drawn

    def cell(self, row: int, column: int) -> Blocked:
        return column, row, ()


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
