"""A strip of cells with signs in them: a position is a string, one character a cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from grundy.core.board import Board, Handle
from grundy.core.reader import Reader

MOST_CELLS = 1_000_000  # a drawn row takes memory before anything is solved


@dataclass(frozen=True)
class Strip(Board[str]):
    """A strip whose cells are empty or bear one of the signs."""

    signs: str = "X"
    empty: str = "."

    kind = "strip"
    family = "Strips and stairs"

    @property
    def notation(self) -> str:
        return f"a length, or a drawn row of '{self.empty}' (empty) and '{self.signs}'"

    def read(self, reader: Reader) -> str:
        if not reader.at_number():
            row = reader.while_in(self.empty + self.signs)
            if not row:
                raise reader.error(f"expected {self.notation}, found {reader.next_in_words()}")
            reader.end()
            return row
        start = reader.place
        length = reader.integer("a length")
        if length > MOST_CELLS:
            raise reader.error(f"a strip of {length} cells is too long to draw; at most {MOST_CELLS:,}", start)
        reader.end()
        return self.empty * length

    def show(self, position: str) -> str:
        """The drawn row; a row without signs as its length."""
        return position if position.strip(self.empty) else str(len(position))

    def differ(self, before: str, after: str) -> str:
        marks = [f"{new} in cell {i + 1}" for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        return "write " + " and ".join(marks)

    def handle(self, before: str, after: str) -> Handle:
        pairs = enumerate(zip(before, after, strict=True))
        return frozenset((i, new) for i, (old, new) in pairs if old != new)

    def symmetries(self, position: str) -> tuple[str, str]:
        return position, position[::-1]

    def small(self, bound: int) -> Iterator[str]:
        for length in range(bound + 1):
            yield from map("".join, product(self.empty + self.signs, repeat=length))

    def line(self, n: int) -> str:
        return self.empty * n
