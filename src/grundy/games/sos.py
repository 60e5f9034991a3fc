"""SOS: write S or O in an empty cell of a row; whoever completes SOS in three neighbouring cells wins.

From the USA Mathematical Olympiad 1999 (Ferguson 1.5). Call S..S a trap: either letter in either of its empty cells
lets the opponent complete SOS at once. No other cell is bad in this way for both letters: an O is bad only between an
S and an empty cell, and there an S is bad only if a trap begins. Traps share no empty cells, so the bad ones are even
in number. Call the player who moves when the number of empty cells is odd the trapper, and let nobody be able to
complete SOS at once.

- With a trap, whoever made it, the trapper wins: he always finds a cell that is not bad, the other one at last does
  not, and the row cannot be filled without playing in the trap.
- Without a trap no cell is bad, so nobody need lose: the trapper gets a trap and wins, or it is a draw.
- Seven empty cells in a row, harmless at both ends, are a fork: the trapper writes S in the middle, and then S three
  cells away on the side where the opponent did not write. So an empty row of odd length 7 or more is won. Of two forks
  that do not overlap one remains, so an empty row of even length 18 or more is lost.

What is left, the even length 16 among it, is a search for the first trap.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.strip import Strip
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import NotDecided, PositionError

__all__ = ["Sos", "sos"]

WIN = re.compile(r"SO\.|S\.S|\.OS")  # SOS can be completed at once
TRAP = "S..S"
ROOM = re.compile(r"[S.]\.\.[S.]")  # a trap is there or may still come
FORK = re.compile(r"(?<!\.O|S\.)\.{7}(?!O\.|\.S)")  # these neighbours make the outermost cells unsafe for an S
CUT = re.compile(r"(?<=[SO])(?=[SO])")
DEAF = re.compile(r"(?<![^#])O|O(?![^#])")  # beside a cut or at an end
LONGEST = 10_000  # cells
MOST_ROWS = 20_000  # of one search: some seconds
MOST_EMPTY = 100  # cells: the depth of the search


@dataclass(frozen=True)
class Sos(Ruleset[str]):
    """Write S or O in an empty cell; whoever completes SOS wins, and a full row without it is a draw."""

    board = Strip("SO")
    source = "USA Mathematical Olympiad 1999"
    example = "7"
    adds = False
    has_misere = False

    def moves(self, position: str) -> Iterator[str]:
        """A letter in an empty cell."""
        return written(position)

    def terminal(self, position: str) -> Outcome | None:
        """Lost for the player to move where SOS stands, a draw where the row is full."""
        return "P" if "SOS" in position else None if "." in position else "D"

    def canonical(self, position: str) -> str:
        """The row or its mirror image."""
        return min(self.board.symmetries(position))

    def check(self, position: str) -> None:
        """Raise if the row is too long for its moves to be listed."""
        if len(position) > LONGEST:
            raise PositionError(f"a row of {len(position):,} cells is too long; sos takes at most {LONGEST:,}")

    @cites("Ferguson 2014, 1.5, by the parity of the empty cells and the first trap")
    def verdict(self, position: str, misere: bool) -> Outcome | None:
        """A win of the trapper where he gets a trap, and a draw where he does not."""
        if misere or self.terminal(position):
            return None if misere else self.terminal(position)
        if WIN.search(position):
            return "N"
        odd = position.count(".") % 2
        return "D" if not trapped(position, {}) else "N" if odd else "P"

    @cites("Ferguson 2014, 1.5, by the parity of the empty cells and the first trap")
    def reach(self, position: str, nimber: Nimber, misere: bool = False) -> Iterator[str] | None:
        """The moves to lost rows, all found in one search."""
        if nimber or misere or self.terminal(position):
            return None
        memo: dict[str, bool] = {}
        return (to for to in self.moves(position) if self.lost(to, memo))

    def lost(self, row: str, memo: dict[str, bool]) -> bool:
        """Whether the player to move loses."""
        if end := self.terminal(row):
            return end == "P"
        return row.count(".") % 2 == 0 and not WIN.search(row) and trapped(row, memo)


def written(row: str) -> Iterator[str]:
    """The row with a letter in each empty cell."""
    cells = (i for i, cell in enumerate(row) if cell == ".")
    return (row[:i] + letter + row[i + 1 :] for i in cells for letter in "SO")


def trapped(row: str, memo: dict[str, bool]) -> bool:
    """Whether the trapper wins a row in which SOS cannot be completed at once."""
    known = at_a_glance(row)
    if known is None:
        row = essence(row)
        known = memo[row] if row in memo else at_a_glance(row)
    if known is None:
        known = memo[row] = searched(row, memo)
    return known


def searched(row: str, memo: dict[str, bool]) -> bool:
    """Whether the trapper wins, by the options: first those that are known at a glance."""
    if row.count(".") > MOST_EMPTY or len(memo) > MOST_ROWS:
        raise NotDecided(f"not decided within {MOST_ROWS:,} rows; fill some cells")
    options = dict.fromkeys(essence(to) for to in written(row) if not WIN.search(to))
    wish = row.count(".") % 2 == 1  # the trapper moves at odd numbers
    soon = any(at_a_glance(to) is wish for to in options)
    return wish if soon or any(trapped(to, memo) is wish for to in options) else not wish


def at_a_glance(row: str) -> bool | None:
    """Whether the trapper wins, where a trap or forks tell, or no room for them."""
    if TRAP in row:
        return True
    if not ROOM.search(row):
        return False
    left, right = FORK.search(row), FORK.search(row[::-1])
    if left and right and (row.count(".") % 2 or left.end() + right.end() + 4 <= len(row)):
        return True
    return None


def essence(row: str) -> str:
    """The pieces of a row that have room for a trap, sorted, and one empty cell if the others have an odd number.

    Where SOS cannot be completed at once, nothing acts across two neighbouring letters, and an O beside such a cut or
    at an end acts on nothing. A piece without room is just as many moves as it has empty cells, and two of these
    cancel: whoever is content without them answers the one by the other.

    >>> essence("OS...OO.S....")
    '....S.#...S'
    """
    pieces = DEAF.sub("", CUT.sub("#", row)).split("#")
    live = sorted(min(piece, piece[::-1]) for piece in pieces if ROOM.search(piece))
    spare = sum(piece.count(".") for piece in pieces if not ROOM.search(piece)) % 2
    return "#".join(live + ["."] * spare)


sos = Sos()
