"""Kayles: knock down one pin of a row, or two that stand side by side: the octal game 0.77 (Dudeney 1908).

Its nimbers have the period 12 from 71 on (Guy and Smith 1956). A row that is drawn keeps its pins, so that a move says
which of them fall.
"""

from collections.abc import Iterator

from grundy.boards.heaps import Heaps
from grundy.boards.strip import Strip
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset, cites
from grundy.core.words import listing
from grundy.games.octal import Octal

PIN, GAP = "x", "."


class Pins(Strip):
    """A row in which some pins have fallen; they are numbered from 1."""

    def show(self, position: str) -> str:
        return position

    def differ(self, before: str, after: str) -> str:
        fallen = [str(n) for n, (old, new) in enumerate(zip(before, after, strict=True), 1) if old != new]
        return f"knock down pin{'s' * (len(fallen) > 1)} {listing(fallen)}"

    def touch_label(self, cell: int, sign: str) -> str:
        return f"pin {cell}"


class DrawnKayles(Ruleset[str]):
    """Knock down one pin of a row, or two that stand side by side."""

    name = "kayles"
    title = "Kayles"
    board = Pins(signs=GAP, empty=PIN, token="│")
    source = "Dudeney 1908"
    example = "xxxx.xx"

    def moves(self, position: str) -> Iterator[str]:
        for count in (1, 2):
            for n in range(len(position) - count + 1):
                if position[n : n + count] == PIN * count:
                    yield position[:n] + GAP * count + position[n + count :]

    def canonical(self, position: str) -> str:
        """The runs of pins in order of length, a gap between them."""
        return GAP.join(sorted(filter(None, position.split(GAP))))

    @cites("Guy and Smith 1956")
    def disguise(self, position: str) -> Game:
        """The same rows by their lengths."""
        return kayles(*map(len, position.split(GAP)))


kayles = Octal("0.77").named(
    "kayles",
    "Knock down one pin of a row, or two that stand side by side.",
    "Dudeney 1908",
    "13",
    Heaps("row", PIN, GAP, drawn=DrawnKayles()),
    card="10",
    famous=True,
    keywords="bowling, skittles, ninepins",
)
