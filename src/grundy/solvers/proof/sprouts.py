"""Sprouts for the proof search: lands as bytes, their options compiled (see `kernels/sprouts_room` for the bytes)."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.boards.land import Lands
from grundy.boards.land_form import CAPITAL, Land, fold, renamed
from grundy.core.reader import Reader, ellipsis
from grundy.errors import NotDecided
from grundy.games.sprouts import Sprouts
from grundy.solvers.proof.expansion import Expansion, Key, Parts, expansion

if TYPE_CHECKING:  # the compiler: loaded when there is something to compile
    from grundy.kernels.sprouts import Workshop

__all__ = ["SproutsExpansion", "decoded", "encoded"]

BYTE_CAPITAL = 128  # the first byte of a capital
BOARD = Lands()
THREE = 3  # the byte of a spot with one life, the last that is no letter, and the lives of a free spot
LIGHT = 9  # lives
LONGEST = BYTE_CAPITAL - 4  # spots of a boundary and capitals of a land that fit into bytes


class SproutsExpansion(Expansion):
    """Lands as bytes; those with very many letters cannot be searched."""

    trial = 1_000  # positions: half a second, as it takes to load the compiler

    @cached_property
    def workshop(self) -> "Workshop":
        """The compiled options."""
        from grundy.kernels.sprouts import Workshop

        return Workshop()

    def parts(self, position: Any) -> Parts:
        """The lands."""
        return tuple(map(encoded, position))

    def options(self, key: Any) -> list[Parts]:
        """The lands after each curve."""
        found = self.workshop.options(key)
        if found is None:
            raise NotDecided(f"not decided: {ellipsis(self.show(key))} has too many moves to list")
        return list[Parts](found)

    def weight(self, key: Any) -> int:
        """The sum over the regions of the square of what is met along their boundaries, as moves go in pairs.

        From 1 to 11 spots this takes 6,000 nodes; the number of lives in its place takes 40,000 for 6 spots alone.
        """
        return sum((len(region) - region.count(0)) ** 2 for region in key[:-2].split(b"\0\0"))

    def is_light(self, key: Any) -> bool:
        """Whether the land has few lives: more of them make too many forms, fewer leave too much to the search."""
        land: bytes = key
        whole = THREE * land.count(1) + 2 * land.count(2) + land.count(3)
        letters = sum(byte > THREE for byte in land)  # each stands in two places
        return whole + letters // 2 <= LIGHT

    def easier(self, parts: Parts) -> Iterable[Parts]:
        """For free spots all smaller numbers of them: 11 spots take a few nodes after 10, and hours before."""
        lands = (land for land in parts if isinstance(land, bytes) and land == free(len(land) // 2))
        return ((free(fewer),) for fewer in range(2, max(map(len, lands), default=0) // 2))

    def show(self, key: Any) -> str:
        """The land in the notation of positions."""
        return self.ruleset.board.show((decoded(key),))

    def read(self, text: str) -> Key:
        """The land that was shown as this text."""
        (key,) = self.parts(super().read(text))
        return key

    def recall(self, text: str) -> Key:
        """The land that was shown as this text: to find its canonical form again takes a hundred times as long."""
        if text.isdecimal():
            return free(int(text))
        drawing = BOARD.read_land(Reader(text))
        return encoded(renamed(tuple(tuple(tuple(fold(word)) for word in region) for region in drawing)))


def free(spots: int) -> bytes:
    """The land of so many free spots."""
    return b"\1\0" * spots + b"\0"


def encoded(land: Land) -> bytes:
    """The land as bytes: boundaries that end in 0, regions that end in another 0."""
    words = [word for region in land for word in region]
    if max(map(len, words)) > LONGEST or max(max(word) for word in words) >= CAPITAL + LONGEST:
        raise too_long()
    shift = CAPITAL - BYTE_CAPITAL
    coded = ([bytes(s + 1 if s < CAPITAL else s - shift for s in word) for word in region] for region in land)
    return b"".join(b"".join(word + b"\0" for word in region) + b"\0" for region in coded)


def decoded(key: bytes) -> Land:
    """The land that is written as these bytes."""
    shift = CAPITAL - BYTE_CAPITAL
    regions = [region.split(b"\0") for region in key[:-2].split(b"\0\0")]
    return tuple(
        tuple(tuple(b - 1 if b < BYTE_CAPITAL else b + shift for b in word) for word in region) for region in regions
    )


def too_long() -> NotDecided:
    """The answer for a land that does not fit into bytes."""
    return NotDecided(f"not decided: a land with boundaries of more than {LONGEST} spots; nobody can search that")


@expansion.register
def _(ruleset: Sprouts) -> Expansion:
    return SproutsExpansion(ruleset)
