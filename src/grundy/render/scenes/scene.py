"""A position as a scene: pieces that can be touched, and the touches that make each move.

A drawer is found by the class of the board, so a board of another package is drawn like the one that it extends, or
brings its own drawer as `Board.scene`. Two moves never share a touch; one move may have several. A position that is too
large to draw asks for a number instead, or its moves are chosen from a list.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from grundy.core.board import Board
from grundy.core.game import Summand
from grundy.core.ruleset import Ruleset
from grundy.render.shapes import Drawing, Point, join, words

Touch = frozenset[str]


@dataclass(frozen=True)
class Item:
    """A piece of the picture; with a key it can be touched, its label says what it is, and values stand at a point."""

    body: Drawing
    key: str = ""
    label: str = ""
    at: Point = (0, 0)
    is_later: bool = False  # shown only when the other pieces of its moves are chosen


@dataclass(frozen=True)
class Scene:
    """Pieces in drawing order on a sheet of a certain size, and for each option the touches that make it."""

    width: float
    height: float
    items: tuple[Item, ...]
    touches: tuple[tuple[Touch, ...], ...] = ()
    entry: str = ""  # what a number is asked for, where stones are too many to draw
    goes: Mapping[Touch, Touch] = field(default_factory=dict)  # what goes with a touch, where that is more than it
    hang: Point = (0.5, 1.0)  # the point that stays where it is as the scene shrinks, as a share of width and height
    notes: Mapping[Touch, str] = field(default_factory=dict)  # how the move of a touch is drawn, for later pictures
    words: tuple[str, ...] = ()  # each option in words, where the picture has names of its own; "" where not
    last: str = ""  # the last move in words, with the same names
    came: Touch | None = None  # what the last move brought, where the scene knows it: all else may have moved a little

    @property
    def drawing(self) -> Drawing:
        return join(item.body for item in self.items)


def scene(summand: Summand, options: Sequence[Hashable] = (), past: Sequence[Any] = ()) -> Scene:
    """The scene of a summand, with touches for these options of it.

    The past are the earlier positions of a match, the first of them first: what is left of them stays in its place.
    """
    board, rules = summand.ruleset.board, summand.ruleset
    own = board.scene(summand.position, options, rules, past)
    return draw_scene(board, summand.position, options, rules, past) if own is None else own


@singledispatch
def draw_scene(
    board: Board[Any], position: Hashable, options: Sequence[Any], rules: Ruleset[Any], past: Sequence[Any]
) -> Scene:
    """The position drawn; in words where no drawer is registered for the board."""
    return in_words(board.show(position) or "the end")


def in_words(text: str, most: int = 60) -> Scene:
    shown = text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 3 :]}"
    return Scene(max(120, 9.5 * len(shown)), 60, (Item(words(max(60, 4.75 * len(shown)), 36, shown, "written")),))


def touch(*keys: str) -> Touch:
    return frozenset(keys)


def distinct_touches(touches: Iterable[Touch]) -> tuple[Touch, ...]:
    return tuple(dict.fromkeys(touches))
