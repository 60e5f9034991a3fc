"""Dawson's Chess and Dawson's Kayles: taking neighbours in a row (Dawson 1935, solved by Guy and Smith 1956).

Dawson's Chess is the octal game 0.137, and Dawson's Kayles the octal game 0.07.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.boards.heaps import Heap, HeapGame, Heaps, Position
from grundy.core.code import Code
from grundy.games.octal import Octal


@dataclass(frozen=True)
class DawsonsKayles(HeapGame):
    """Knock down exactly k pins that stand side by side; a shorter row is dead."""

    k: int = 2

    board = Heaps("row", "x", ".")
    source = "Dawson 1935"
    example = "18"
    title = "Dawson's Kayles"
    card = "9"
    least_parameter = 1
    well_known = "1", "3", "4"

    def as_code(self) -> Code:
        return Code((0,) * self.k + (7,))

    def options(self, heap: Heap) -> Iterator[Position]:
        rest = heap - self.k
        return ((left, rest - left) for left in range(rest // 2 + 1))


dawsons_chess = Octal("0.137").named(
    "dawsons_chess",
    "Write an X in an empty square of a row that is not next to an X.",
    "Dawson 1935",
    "18",
    Heaps("row", ".", "X", guard=1),
    title="Dawson's Chess",
    card="9",
)
dawsons_kayles = DawsonsKayles(2)
