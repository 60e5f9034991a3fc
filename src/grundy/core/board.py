"""A kind of board: what its positions are, how they are read, printed, compared and listed.

A board has no rules. It defines the notation, so that a ruleset never parses or prints.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Generic, SupportsIndex, TypeVar

from grundy.core.reader import MOST_DIGITS, Reader, ellipsis, plain_signs
from grundy.errors import MoveError, NotationError, UndefinedError

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.render.scenes.scene import Scene

P = TypeVar("P", bound=Hashable)
Handle = frozenset[Hashable]
Values = tuple[object, ...]  # that a person gave for a position: numbers, texts, tuples of these, graphs
TOO_LARGE = 10**MOST_DIGITS


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
    words: str = ""  # other words for what is on it, for a search
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
            return self.show(self.parse(text)) == text
        except NotationError:
            return False

    def extent(self, position: P) -> int:
        """About how large the position is: its stones, coins, squares or edges."""
        return count_units(position)

    def make(self, *arguments: object) -> P:
        """The position given by Python values; one text, or nothing at all, is read as notation."""
        if not arguments or (len(arguments) == 1 and isinstance(arguments[0], str)):
            return self.parse(str(*arguments))
        values = tuple(map(plain, arguments))
        return self.of_values(values[0] if len(values) == 1 and isinstance(values[0], tuple) else values)

    def parse(self, text: str | Reader) -> P:
        """The position that the text writes to its end; an error points at its place there."""
        reader = Reader(plain_signs(text)) if isinstance(text, str) else text
        start = reader.place
        try:
            position = self.read(reader)
            reader.end()
        except NotationError as error:
            raise error if error.text else reader.error(error.message, start) from None
        return position

    def of_values(self, values: Values) -> P:
        """The position that these values mean; where a board says no more, the one that they are."""
        for candidate in (*values[: len(values) == 1], values):
            with suppress(LookupError, TypeError, ValueError, AttributeError, NotationError):
                position: P = candidate  # type: ignore[assignment]  # it is none of another type that reads back
                if self.parse(self.show(position)) == position:
                    return position
        raise self.refuse(values)

    def refuse(self, value: object, what: str = "a position") -> NotationError:
        """An error for a value that is not what it should be; it says what would be."""
        return NotationError(f"{ellipsis(repr(value), 60)} is not {what}; give {self.notation}")

    def whole(self, value: object) -> int:
        """The value as a number of things; what looks like a number but is no whole one is refused."""
        if isinstance(value, float) and value.is_integer():
            raise NotationError(f"{value!r} is not a whole number; write {int(value)}")
        if isinstance(value, bool) or not isinstance(value, SupportsIndex):
            raise self.refuse(value, "a whole number")
        if index(value) < 0:
            raise self.refuse(value, "a number of things, 0 or more")
        return index(value)

    def wholes(self, values: object, count: int | None = None) -> tuple[int, ...]:
        """The values as numbers of things, of which there must be so many."""
        if not isinstance(values, tuple) or count not in (None, len(values)):
            raise self.refuse(values, "a list of numbers" if count is None else f"{count} numbers")
        return tuple(map(self.whole, values))

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


def plain(value: object) -> object:
    """Lists, ranges and arrays as tuples, and so what is in them; all else as it is, but no number too large to print.

    >>> plain([3, range(2), ("a", [])])
    (3, (0, 1), ('a', ()))
    """
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, int) and abs(value) >= TOO_LARGE:
        raise NotationError(f"a number of more than {MOST_DIGITS:,} digits; give a smaller one")
    return tuple(map(plain, value)) if isinstance(value, list | range) or type(value) is tuple else value


def count_units(thing: object) -> int:
    """The sum of the numbers and the lengths of the texts in a position; each counts at least once."""
    if isinstance(thing, tuple | frozenset):
        return sum(map(count_units, thing))
    return max(1, len(thing)) if isinstance(thing, str) else max(1, thing) if isinstance(thing, int) else 1
