"""A position as a scene: pieces that can be touched, and the touches that make each move.

A drawer is found by the class of the board, so that a board of another package takes over the drawing of the one that
it extends, or registers its own with `picture.register`. Different moves never have a touch in common; one move may
have several. Where a position is too large to draw, a number is asked for instead, and the list of moves serves.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, TypeVar

from grundy.core.board import Board
from grundy.core.game import Summand
from grundy.render.svg.shapes import words

__all__ = ["Item", "Scene", "Touch", "lasting", "picture", "scene"]

Touch = frozenset[str]
Drawer = Callable[..., "Scene"]
D = TypeVar("D", bound=Drawer)
LASTING = set[Drawer]()


@dataclass(frozen=True)
class Item:
    """A piece of the picture; with a key it can be touched, its label says what it is, and values stand at a point."""

    body: str
    key: str = ""
    label: str = ""
    at: tuple[float, float] = (0, 0)


@dataclass(frozen=True)
class Scene:
    """Pieces in drawing order on a sheet of a certain size, and for each option the touches that make it."""

    width: float
    height: float
    items: tuple[Item, ...]
    touches: tuple[tuple[Touch, ...], ...] = ()
    entry: str = field(default="")  # what a number is asked for, where stones are too many to draw
    goes: Mapping[Touch, Touch] = field(default_factory=dict)  # what goes with a touch, where that is more than it
    hang: tuple[float, float] = (0.5, 1.0)  # the point that stays where it is as the scene shrinks, as a share


def scene(summand: Summand, options: Sequence[Hashable] = (), past: Sequence[Any] = ()) -> Scene:
    """The scene of a summand, with touches for these options of it; what is left of the past stays in its place."""
    board = summand.ruleset.board
    drawer = picture.dispatch(type(board))
    if drawer in LASTING:
        return drawer(board, summand.position, options, summand.ruleset, past)
    return drawer(board, summand.position, options)


def lasting(drawer: D) -> D:
    """The drawer, which is told the ruleset and the earlier positions too, the first of them first."""
    LASTING.add(drawer)
    return drawer


@singledispatch
def picture(board: Board[Any], position: Hashable, options: Sequence[Any]) -> Scene:
    """The position drawn; in words where nobody has said how."""
    return in_words(board.show(position) or "the end")


def in_words(text: str, most: int = 60) -> Scene:
    """A position that is written instead of drawn, shortened in the middle."""
    shown = text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 3 :]}"
    return Scene(max(120, 9.5 * len(shown)), 60, (Item(words(max(60, 4.75 * len(shown)), 36, shown, "written")),))


def touch(*keys: str) -> Touch:
    """The touch of these pieces."""
    return frozenset(keys)


def once(touches: Iterable[Touch]) -> tuple[Touch, ...]:
    """The touches without repetition."""
    return tuple(dict.fromkeys(touches))
