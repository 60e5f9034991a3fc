"""A strip of cells with signs in them: a position is a string, one character a cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader, ellipsis
from grundy.errors import NotationError

MOST_CELLS = 1_000_000  # a drawn row takes memory before anything is solved


@dataclass(frozen=True)
class Strip(Board[str]):
    """A strip whose cells are empty or bear one of the signs."""

    signs: str = "X"
    empty: str = "."
    token: str = ""  # that pictures show in an empty cell

    kind = "strip"
    family = "Strips and stairs"

    @property
    def notation(self) -> str:
        return f"a length, or a drawn row of '{self.empty}' (empty) and '{self.signs}'"

    def read(self, reader: Reader) -> str:
        if not reader.at_number():
            blank = "." if "." in self.signs else self.empty  # a fallen pin is drawn as a point
            row = reader.while_in(f"{self.empty}_{self.signs}").replace("_", blank)
            if not row:
                raise reader.error(f"expected {self.notation}, found {reader.next_in_words()}")
            reader.end()
            return row
        length = reader.integer("a length")
        reader.end()
        return self.clear(length)

    def of_values(self, values: Values) -> str:
        """A strip of this length, or of these signs."""
        signs = [value for value in values if isinstance(value, str)]
        return self.parse("".join(signs)) if signs == list(values) else self.clear(*self.wholes(values, 1))

    def clear(self, length: int) -> str:
        """An empty strip."""
        if length > MOST_CELLS:
            cells = ellipsis(str(length))
            raise NotationError(f"a strip of {cells} cells is too long to draw; at most {MOST_CELLS:,}")
        return self.empty * length

    def show(self, position: str) -> str:
        """The drawn row; a row without signs as its length."""
        return position if position.strip(self.empty) else str(len(position))

    def differ(self, before: str, after: str) -> str:
        marks = [f"{new} in cell {i + 1}" for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        return "write " + " and ".join(marks)

    def touch_label(self, cell: int, sign: str) -> str:
        """What is touched to write the sign in a cell, in words."""
        return f"{sign} in cell {cell}"

    def handle(self, before: str, after: str) -> Handle:
        pairs = enumerate(zip(before, after, strict=True))
        return frozenset((i, new) for i, (old, new) in pairs if old != new)

    def edits(self, position: str) -> Iterator[Edit[str]]:
        """A sign in an empty cell, a sign less, a cell more or less."""
        for i, old in enumerate(position):
            before, behind = position[:i], position[i + 1 :]
            if old != self.empty:
                yield Edit(f"empty cell {i + 1}", before + self.empty + behind, adds=True)
                continue
            for sign in self.signs:
                yield Edit(f"write {sign} in cell {i + 1}", before + sign + behind, (f"x-{i}-{sign.lower()}",))
        yield Edit("one cell more", position + self.empty, adds=True)
        if len(position) > 1:
            yield Edit("one cell fewer", position[:-1])

    def symmetries(self, position: str) -> tuple[str, str]:
        return position, position[::-1]

    def small(self, bound: int) -> Iterator[str]:
        for length in range(bound + 1):
            yield from map("".join, product(self.empty + self.signs, repeat=length))

    def line(self, n: int) -> str:
        return self.empty * n
