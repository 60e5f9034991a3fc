"""A kind of board: what its positions are, how they are read, printed, compared and listed.

A board has no rules. It defines the notation, so that a ruleset never parses or prints.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from grundy.core.reader import Reader
from grundy.errors import MoveError, NotationError, UndefinedError

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.render.scenes.scene import Scene

P = TypeVar("P", bound=Hashable)
Handle = frozenset[Hashable]


class Plain:
    """An object without parameters equals every other of its class; a dataclass compares its fields instead."""

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and type(self).__init__ is object.__init__)

    def __hash__(self) -> int:
        return hash(())

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}()"


@dataclass(frozen=True)
class Edit(Generic[P]):
    """A change of a position that is set up by hand."""

    words: str
    position: P
    touch: tuple[str, ...] = ()  # keys of drawn pieces, each of which is touched for it
    adds: bool = False  # whether the picture gains pieces, which are shown as dashed ones to be touched


class Board(Plain, ABC, Generic[P]):
    """A kind of board with positions of type `P`."""

    kind: str  # "heaps", "coins", ...: what a drawer is chosen by
    family: str = "More"  # where the gallery puts the games on it, unless a game says otherwise

    @property
    @abstractmethod
    def notation(self) -> str:
        """How a position is written, in words."""

    @abstractmethod
    def read(self, reader: Reader) -> P:
        """The position written here; the reader ends where the bracket closes."""

    @abstractmethod
    def show(self, position: P) -> str:
        """The position as text that reads back."""

    @abstractmethod
    def differ(self, before: P, after: P) -> str:
        """The move from one position to the other, in words."""

    @abstractmethod
    def small(self, bound: int) -> Iterator[P]:
        """Every position of size up to the bound, for the tests that compare with the definition."""

    def part_name(self, position: P) -> str:
        """A part of a position in the words that find it on the picture; empty where its notation says it best."""
        return ""

    def handle(self, before: P, after: P) -> Handle:
        """The least set of elements that a person touches to make this move."""
        return frozenset([after])

    def edits(self, position: P) -> Iterator[Edit[P]]:
        """Small changes of the position, for setting it up by hand; some may not be legal for every ruleset."""
        return iter(())

    def is_writable(self, position: P) -> bool:
        """Whether the position as text reads back."""
        text = self.show(position)
        try:
            return self.show(self.make(text)) == text
        except NotationError:
            return False

    def extent(self, position: P) -> int:
        """About how large the position is: its stones, coins, squares or edges."""
        return count_units(position)

    def make(self, *arguments: object) -> P:
        """The position given by Python values; text is read as notation."""
        reader = Reader(self.write_values(unwrap(arguments)))
        position = self.read(reader)
        reader.end()
        return position

    def write_values(self, values: Sequence[object]) -> str:
        """Python values in the notation of the board."""
        return ", ".join(map(write_value, values))

    def tidy(self, position: P) -> P | None:
        """The position without what is used up, or None if nothing is left."""
        return position

    def symmetries(self, position: P) -> Iterable[P]:
        """The images of the position under the symmetries of the board."""
        return (position,)

    def scene(self, position: P, options: Sequence[P], rules: "Ruleset[P]", past: Sequence[P]) -> "Scene | None":
        """The position as a scene to be touched, where the board brings a drawer of its own."""
        return None

    def lines(self, position: P, width: int) -> "list[str] | None":
        """The position in plain characters, where the board brings a drawer of its own."""
        return None

    script: str = ""  # of the page where it is played, a path in the folder of the games

    def after_drawing(self, position: P, past: Sequence[P], line: str) -> tuple[P, str]:
        """The position after a move that was drawn as a line of points, and a note of it for later pictures."""
        raise MoveError(f"nothing is drawn on {self.kind}; touch the pieces of a move")

    def line_of_move(self, position: P, past: Sequence[P], note: str) -> str:
        """The line of points of the move that a note names, for a preview of it."""
        raise MoveError(f"nothing is drawn on {self.kind}; touch the pieces of a move")

    first: int = 0  # the least index of `line`
    origin: tuple[int, int] = (0, 0)  # the least indices of `cell`

    def line(self, n: int) -> P:
        """The n-th position where the board has one natural sequence of them: heap n, coin n."""
        raise UndefinedError(f"positions on {self.kind} form no sequence; ask for a table, or solve one position")

    def cell(self, row: int, column: int) -> P:
        """The position in a table of positions."""
        raise UndefinedError(f"positions on {self.kind} form no table; solve one position")

    def squares(self, position: P) -> Mapping[str, P]:
        """The positions that the squares of the drawn board stand for, by their keys, where a heat map makes sense."""
        return {}


def unwrap(arguments: Sequence[object]) -> Sequence[object]:
    """The arguments, or the items of the one list, tuple or array that they are."""
    values = [argument.tolist() if hasattr(argument, "tolist") else argument for argument in arguments]
    return values[0] if len(values) == 1 and isinstance(values[0], list | tuple) else values


def write_value(value: object) -> str:
    """A number, a text, or a group of these in brackets; what looks like a number but is no whole one is refused."""
    if isinstance(value, float | complex | bool) or value is None:
        cure = f"; write {int(value)}" if isinstance(value, float) and value.is_integer() else ""
        raise NotationError(f"{value!r} is not a whole number{cure}")
    return f"({', '.join(map(write_value, value))})" if isinstance(value, list | tuple) else str(value)


def count_units(thing: object) -> int:
    """The sum of the numbers and the lengths of the texts in a position; each counts at least once."""
    if isinstance(thing, tuple | frozenset):
        return sum(map(count_units, thing))
    return max(1, len(thing)) if isinstance(thing, str) else max(1, thing) if isinstance(thing, int) else 1
