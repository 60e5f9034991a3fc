"""Octal and hexadecimal games, by their codes, and the famous ones among them.

Kayles: Dudeney 1908. Dawson's chess: Dawson 1935, solved by Guy and Smith 1956.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from grundy.boards.heaps import Heap, HeapGame, Heaps, Position
from grundy.core.code import Code
from grundy.core.reader import Reader
from grundy.errors import PositionError

__all__ = ["DawsonsKayles", "Hexadecimal", "Octal", "dawsons_chess", "dawsons_kayles", "kayles", "officers"]


def code_of(code: "Code | str | float", base: int) -> Code:
    """The code given as text."""
    if isinstance(code, Code):
        return code
    reader = Reader(str(code))
    parsed = Code.read(reader, base)
    reader.end()
    return parsed


@dataclass(frozen=True, init=False)
class Octal(HeapGame):
    """Take from a heap, and perhaps split the rest in two, as the octal code allows."""

    code: Code

    base = 8
    example_parameters = "0.137"
    source = "Guy and Smith 1956"
    example = "18"

    def __init__(self, code: "Code | str | float") -> None:
        object.__setattr__(self, "code", code_of(code, self.base))

    @classmethod
    def read(cls, reader: Reader) -> Self:
        """The ruleset whose code stands here."""
        return cls(Code.read(reader, cls.base))

    def as_code(self) -> Code:
        """The code itself."""
        return self.code

    def options(self, heap: Heap) -> Iterator[Position]:
        """What the code allows."""
        return self.code.options(heap)


@dataclass(frozen=True, init=False)
class Hexadecimal(Octal):
    """Take from a heap, and perhaps split the rest in two or three, as the hexadecimal code allows."""

    base = 16
    example_parameters = "0.8F"


@dataclass(frozen=True)
class DawsonsKayles(HeapGame):
    """Knock down exactly k pins that stand side by side; a shorter row is dead."""

    k: int = 2

    board = Heaps("row", "x", ".")
    source = "Dawson 1935"
    example = "18"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise PositionError("dawsons_kayles needs k of at least 1")

    def as_code(self) -> Code:
        """Digit 7 in place k."""
        return Code((0,) * self.k + (7,))

    def options(self, heap: Heap) -> Iterator[Position]:
        """The rows to the left and to the right of the pins."""
        rest = heap - self.k
        return ((left, rest - left) for left in range(rest // 2 + 1))


kayles = Octal("0.77").named(
    "kayles",
    "Knock down one pin of a row, or two that stand side by side.",
    "Dudeney 1908",
    "13",
    Heaps("row", "x", "."),
)
dawsons_chess = Octal("0.137").named(
    "dawsons_chess",
    "Write an X in an empty square of a row that is not next to an X.",
    "Dawson 1935",
    "18",
    Heaps("row", ".", "X", guard=1),
)
dawsons_kayles = DawsonsKayles(2)
officers = Octal("0.6").named(
    "officers",
    "Take one stone from a heap and leave one or two heaps; the last stone of a heap is not taken.",
    "Berlekamp, Conway and Guy 1982",
    "9",
)
