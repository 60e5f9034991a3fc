"""Sprouts for the proof search: lands as bytes, their options compiled (see `kernel/layout.py`)."""

import sys
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from grundy.core.reader import Reader, ellipsis
from grundy.errors import NotDecided
from grundy.games.sprouts.board import Lands
from grundy.games.sprouts.form import CAPITAL, Land
from grundy.games.sprouts.kernel.plain import decode, encode, fold_drawing
from grundy.solvers.proof.expansion import Key, Parts, RulesetExpansion

if TYPE_CHECKING:  # the compiler: loaded when there is something to compile
    from grundy.games.sprouts.kernel.compiled import OptionLister

BYTE_CAPITAL = 128  # the first byte of a capital
BOARD = Lands()
LAST_SPOT = 3  # the byte of a spot with one life, the last that is no letter
LIGHT_LIVES = 9
CACHED_LISTS = 1 << 14  # of options, of some 4 kB each: of 3 lists that df-pn asks for on 15 spots one was there before
PLAIN_LISTS = 520  # lands whose options are listed in plain Python, in 1.7 s: enough for 6 spots
COMPILED = "grundy.games.sprouts.kernel.compiled"
MOST_LETTERS = BYTE_CAPITAL - 4  # spots of a boundary and capitals of a land that fit into bytes


class SproutsExpansion(RulesetExpansion):
    """Lands as bytes; those with very many letters cannot be searched."""

    trial = 1_000  # positions: half a second, as it takes to load the compiler
    plain_lists = 0

    @cached_property
    def lister(self) -> "OptionLister":
        from grundy.games.sprouts.kernel.compiled import OptionLister

        return OptionLister()

    @cached_property
    def listed(self) -> "Callable[[bytes], list[tuple[bytes, ...]] | None]":
        """The options of a land, compiled: the last lists are kept."""
        return lru_cache(CACHED_LISTS)(self.lister.options)

    def parts(self, position: Any) -> Parts:
        return tuple(map(to_bytes, position))

    def options(self, key: Any) -> list[Parts]:
        """The options of a land: first in plain Python, so that no small question waits for the compiler."""
        if self.plain_lists < PLAIN_LISTS and COMPILED not in sys.modules:
            self.plain_lists += 1
            return list(dict.fromkeys(map(self.parts, self.ruleset.moves((from_bytes(key),)))))
        found = self.listed(key)
        if found is None:
            raise NotDecided(f"not decided: {ellipsis(self.show(key))} has too many moves to list")
        return list[Parts](found)

    def weight(self, key: Any) -> int:
        """The sum over the regions of the squared number of spots along their boundaries, as a move joins two of them.

        From 1 to 11 spots this takes 6,000 nodes; the number of lives in its place takes 40,000 for 6 spots alone.
        """
        return sum((len(region) - region.count(0)) ** 2 for region in key[:-2].split(b"\0\0"))

    def is_light(self, key: Any) -> bool:
        """Whether the land has few lives: more of them make too many forms, fewer leave too much to the search."""
        return self.lives(key) <= LIGHT_LIVES

    def lives(self, key: Any) -> int:
        """How many more ends of curves the spots can take; each move takes one."""
        land: bytes = key
        free, one, two, three = map(land.count, range(LAST_SPOT + 1))
        return 3 * one + 2 * two + three + (len(land) - free - one - two - three) // 2  # a letter stands in two places

    def easier(self, parts: Parts) -> Iterable[Parts]:
        """For free spots all smaller numbers of them: 11 spots take a few nodes after 10, and hours before."""
        lands = (land for land in parts if isinstance(land, bytes) and land == free_spots_key(len(land) // 2))
        return ((free_spots_key(fewer),) for fewer in range(2, max(map(len, lands), default=0) // 2))

    def show(self, key: Any) -> str:
        return self.ruleset.board.show((from_bytes(key),))

    def read(self, text: str) -> Key:
        (key,) = self.parts(super().read(text))
        return key

    def read_canonical(self, text: str) -> Key:
        """The land that was shown as this text: to find its canonical form again takes a hundred times as long."""
        if text.isdecimal():
            return free_spots_key(int(text))
        return to_bytes(fold_drawing(BOARD.read_land(Reader(text))))


def free_spots_key(spots: int) -> bytes:
    return b"\1\0" * spots + b"\0"


def to_bytes(land: Land) -> bytes:
    """The land as bytes: boundaries that end in 0, regions that end in another 0."""
    words = [word for region in land for word in region]
    if max(map(len, words)) > MOST_LETTERS or max(max(word) for word in words) >= CAPITAL + MOST_LETTERS:
        raise NotDecided(
            f"not decided: a land with boundaries of more than {MOST_LETTERS} spots; nobody can search that"
        )
    return bytes(encode(land, BYTE_CAPITAL))


def from_bytes(key: bytes) -> Land:
    return decode(key, BYTE_CAPITAL)
