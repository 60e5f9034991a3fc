"""Nimstring and Dots-and-Boxes: draw a line between two dots; who completes a box moves again.

In Nimstring whoever must move and cannot loses, so the player who completes the last box loses. In Dots-and-Boxes a
completed box is a point. A box is a coin, and a line that is not drawn yet is a string to the next coin or to the
ground: a coin is taken when its last string is cut.

A coin on one string can be taken at once. If that string goes to a coin with just one other string, the player has the
choice to take both, or to cut the other string and leave the two coins to the opponent, who must take them and move:
whichever of the two leaves a position is won, so the position is loony. Elsewhere the coin is taken without a choice
(Berlekamp, Conway and Guy 1982, ch. 16).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.core.nimbers import LOONY, Loony
from grundy.core.ruleset import Ruleset, cites
from grundy.games.nimstring.board import (
    Dots,
    DotsOrCoins,
    Strings,
    bits_of,
    canonical_strings,
    check_strings,
    parts_of,
    strings_of,
    taken_coins,
)
from grundy.games.nimstring.chains import count_takeable, take_without_choice
from grundy.system import has_arrays

if TYPE_CHECKING:
    from grundy.core.margin import MarginSearch
    from grundy.explain.page import Page
    from grundy.explain.structure import Block
    from grundy.solvers.proof.expansion import Expansion


class BoxGame(Ruleset[Strings]):
    """Draw a line; who completes a box moves again."""

    board = DotsOrCoins()
    source = "Lucas 1889; Berlekamp 2000"
    has_misere = False

    def moves(self, position: Strings) -> Iterator[Strings]:
        if isinstance(position, Dots):
            for bit in bits_of(position.left):
                yield position._replace(left=position.left & ~(1 << bit))
        else:
            for place in range(len(position)):
                yield position[:place] + position[place + 1 :]

    def goes_on(self, position: Strings, option: Strings) -> bool:
        return taken_coins(position, option) > 0

    def canonical(self, position: Strings) -> Strings:
        return canonical_strings(strings_of(position))

    def check(self, position: Strings) -> None:
        check_strings(position)


class Nimstring(BoxGame):
    """Draw a line between two dots; who completes a box must move again, and who cannot move loses."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "2x3"
    famous = True

    def parts(self, position: Strings) -> list[Strings]:
        return parts_of(position)

    @cites("coins on one string, Berlekamp, Conway and Guy 1982")
    def theorem(self, position: Strings) -> int | Loony | None:
        """That a position is loony, where coins can be taken with a choice; 0 where nothing but such moves is left."""
        rest = take_without_choice(strings_of(position))
        return LOONY if rest is None else None if rest else 0

    def expansion(self) -> "Expansion":
        from grundy.games.nimstring.search import NimstringExpansion

        return NimstringExpansion(self)

    def why(self, parts: Sequence[Strings], page: "Page") -> "Iterator[Block]":
        from grundy.games.nimstring.why import explain_nimstring

        return explain_nimstring(self, parts, page)


class DotsAndBoxes(BoxGame):
    """Draw a line between two dots; who completes a box gets a point and moves again, and more points win."""

    source = "Lucas 1889"
    example = "2x3"
    title = "Dots-and-Boxes"
    famous = True
    scored = True
    adds = False

    def points(self, position: Strings, option: Strings) -> int:
        return taken_coins(position, option)

    def preference(self, position: Strings, option: Strings) -> float:
        """Take what can be taken; else give away as little as possible."""
        return self.points(position, option) or -count_takeable(strings_of(option))

    def margins(self) -> "MarginSearch[Strings] | None":
        if not has_arrays():
            return None
        from grundy.games.nimstring.search_margins import BoxMargins

        return BoxMargins()

    def why(self, parts: Sequence[Strings], page: "Page") -> "Iterator[Block]":
        from grundy.games.nimstring.why import explain_boxes

        return explain_boxes(self, parts, page)


nimstring = Nimstring()
dots_and_boxes = DotsAndBoxes()
