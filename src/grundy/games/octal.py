"""Octal and hexadecimal games, by their codes (Guy and Smith 1956)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from grundy.boards.heaps import Heap, HeapGame, Position
from grundy.core.code import Code
from grundy.core.reader import Reader


@dataclass(frozen=True, init=False)
class Octal(HeapGame):
    """Take from a heap, and perhaps split the rest in two, as the octal code allows."""

    code: Code

    base = 8
    example_parameters = "0.137"
    source = "Guy and Smith 1956"
    example = "18"
    card = "9"

    def __init__(self, code: "Code | str | float") -> None:
        if not isinstance(code, Code):
            reader = Reader(str(code))
            code = Code.read(reader, self.base)
            reader.end()
        object.__setattr__(self, "code", code)

    @classmethod
    def read(cls, reader: Reader) -> Self:
        return cls(Code.read(reader, cls.base))

    def filled_rules(self) -> str:
        return self.code.words()

    def as_code(self) -> Code:
        return self.code

    def options(self, heap: Heap) -> Iterator[Position]:
        return self.code.options(heap)


class Hexadecimal(Octal):
    """Take from a heap, and perhaps split the rest in two or three, as the hexadecimal code allows."""

    base = 16
    example_parameters = "0.8F"
    card = "9"


officers = Octal("0.6").named(
    "officers",
    "Take one stone from a heap and leave one or two heaps; the last stone of a heap is not taken.",
    "Berlekamp, Conway and Guy 1982",
    "9",
)
