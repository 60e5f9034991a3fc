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
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.strip import Strip
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.errors import NotDecided, PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.prose import Fact, Text
    from grundy.explain.structure import Block

WIN = re.compile(r"SO\.|S\.S|\.OS")  # SOS can be completed at once
TRAP = "S..S"
ROOM = re.compile(r"[S.]\.\.[S.]")  # a trap is there or may still come
FORK = re.compile(r"(?<!\.O|S\.)\.{7}(?!O\.|\.S)")  # these neighbours make the outermost cells unsafe for an S
CUT = re.compile(r"(?<=[SO])(?=[SO])")  # between two letters: nothing acts across it
IDLE_O = re.compile(r"(?<![^#])O|O(?![^#])")  # beside a cut or at an end: it acts on nothing
MOST_CELLS = 10_000
MOST_ROWS = 20_000  # of one search: some seconds
MOST_EMPTY_CELLS = 100  # the depth of the search


class Sos(Ruleset[str]):
    """Write S or O in an empty cell; whoever completes SOS wins, and a full row without it is a draw."""

    board = Strip("SO")
    source = "USA Mathematical Olympiad 1999"
    keywords = "pencil and paper, letters"
    example = "7"
    title = "SOS"
    adds = False
    has_misere = False

    def moves(self, position: str) -> Iterator[str]:
        return fill_one_cell(position)

    def terminal(self, position: str) -> Outcome | None:
        """Lost for the player to move where SOS stands, a draw where the row is full."""
        return "P" if "SOS" in position else None if "." in position else "D"

    def canonical(self, position: str) -> str:
        return min(self.board.symmetries(position))

    def check(self, position: str) -> None:
        if len(position) > MOST_CELLS:
            raise PositionError(f"a row of {len(position):,} cells is too long; sos takes at most {MOST_CELLS:,}")

    @cites("Ferguson 2014, 1.5, by the parity of the empty cells and the first trap")
    def verdict(self, position: str, misere: bool) -> Outcome | None:
        """A win of the trapper where he gets a trap, and a draw where he does not."""
        if misere or self.terminal(position):
            return None if misere else self.terminal(position)
        if WIN.search(position):
            return "N"
        odd = position.count(".") % 2
        return "D" if not trapper_wins(position, {}) else "N" if odd else "P"

    @cites("Ferguson 2014, 1.5, by the parity of the empty cells and the first trap")
    def reach(self, position: str, nimber: Nimber, misere: bool = False) -> Iterator[str] | None:
        """The moves to lost rows, all found in one search."""
        if nimber or misere or self.terminal(position):
            return None
        memo: dict[str, bool] = {}
        return (to for to in self.moves(position) if self.is_lost(to, memo))

    def is_lost(self, row: str, memo: dict[str, bool]) -> bool:
        if end := self.terminal(row):
            return end == "P"
        return row.count(".") % 2 == 0 and not WIN.search(row) and trapper_wins(row, memo)

    def why(self, parts: Sequence[str], page: "Page") -> "Iterator[Block]":
        for row in parts[:1]:
            outcome = self.verdict(row, False)
            claims = [page.result(page.at(self, row), outcome)] if outcome else []
            if self.terminal(row):
                full = "The row is full without SOS: a draw."
                yield page.say("SOS stands in the row, so the game is over." if "SOS" in row else full, claims=claims)
            elif WIN.search(row):
                yield page.say("SOS can be completed at once.", claims=claims)
            else:
                cells = page.fact("empty cells", str(page.at(self, row)), row.count("."))
                yield page.say("{} {}", why_parity(row.count("."), cells, page), why_trap(row, outcome), claims=claims)
            yield page.source(self.citation("verdict"))


def fill_one_cell(row: str) -> Iterator[str]:
    """The rows with S or O written in one of the empty cells."""
    cells = (i for i, cell in enumerate(row) if cell == ".")
    return (row[:i] + letter + row[i + 1 :] for i in cells for letter in "SO")


def trapper_wins(row: str, memo: dict[str, bool]) -> bool:
    """Whether the trapper wins a row in which SOS cannot be completed at once."""
    known = known_without_search(row)
    if known is None:
        row = essence(row)
        known = memo[row] if row in memo else known_without_search(row)
    if known is None:
        known = memo[row] = search_options(row, memo)
    return known


def search_options(row: str, memo: dict[str, bool]) -> bool:
    """Whether the trapper wins, by the options: first those that are known at a glance."""
    if row.count(".") > MOST_EMPTY_CELLS or len(memo) > MOST_ROWS:
        raise NotDecided(f"not decided within {MOST_ROWS:,} rows; fill some cells")
    options = dict.fromkeys(essence(to) for to in fill_one_cell(row) if not WIN.search(to))
    traps = row.count(".") % 2 == 1  # whether the player to move is the trapper
    at_once = any(known_without_search(to) is traps for to in options)
    return traps if at_once or any(trapper_wins(to, memo) is traps for to in options) else not traps


def known_without_search(row: str) -> bool | None:
    """Whether the trapper wins, where a trap, two forks or the lack of room for a trap decide it without search."""
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
    cancel: a player who wins or draws without them answers a move in one by a move in the other.

    >>> essence("OS...OO.S....")
    '....S.#...S'
    """
    pieces = IDLE_O.sub("", CUT.sub("#", row)).split("#")
    live = sorted(min(piece, piece[::-1]) for piece in pieces if ROOM.search(piece))
    spare = sum(piece.count(".") for piece in pieces if not ROOM.search(piece)) % 2
    return "#".join(live + ["."] * spare)


def why_parity(empty: int, cells: "Fact", page: "Page") -> "Text":
    return page.text(
        "{} {} empty, an {} number. Call S..S a trap: whoever writes in it lets the other complete SOS. Traps hold an "
        "even number of cells, so when all other cells are full, the player who {} has just moved, and the other must "
        "enter the trap.",
        cells,
        "cell is" if empty == 1 else "cells are",
        "odd" if empty % 2 else "even",
        "moves now" if empty % 2 else "does not move now",
    )


def why_trap(row: str, outcome: Outcome | None) -> str:
    if outcome == "D":
        return "But no trap can be forced here, and without one nobody need lose: the row fills up, a draw."
    if TRAP in row:
        return "A trap is there already."
    if FORK.search(row):
        return (
            "He gets his trap: an S in the middle of seven empty cells threatens a second S three cells away on "
            "either side, and only one of them can be stopped."
        )
    return "A search shows that he can get a trap."


sos = Sos()
