"""Circular Kayles: pins in a circle, of which a move takes one or two neighbours.

Three pins or more are lost for the player to move: the first move leaves a row, in whose middle the other player takes
one pin or two, and from then on copies each move in the other half (Dudeney 1907).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.games.circular_kayles.board import RingOrRows
from grundy.games.circular_kayles.game import CircularGame
from grundy.games.kayles import kayles

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class CircularKayles(CircularGame):
    """Knock down one pin or two neighbours of a circle of pins; then play goes on in the row."""

    source = "Dudeney 1907"
    title = "circular Kayles"
    takes = 1, 2
    row = kayles

    def why(self, parts: Sequence[RingOrRows], page: "Page") -> "Iterator[Block]":
        if page.misere or not isinstance(parts[0], int) or parts[0] < 3:
            yield from page.parts_reason(self, parts)
            return
        game = page.at(self, parts[0])
        yield page.say(
            "A circle of three pins or more is lost, so {} has the nimber {}. Whatever falls first, a row is left; the "
            "other player takes one pin or two in its middle, which leaves two equal rows, and then copies each move "
            "in the other row.",
            game,
            page.claim(game, 0),
        )
        yield page.source("Dudeney 1907")


circular_kayles = CircularKayles()
