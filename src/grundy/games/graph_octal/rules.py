"""Octal games on graphs: take connected vertices, as many as the code allows, and leave as many parts.

The digit of n says what may be left of the component when n connected vertices are taken from it: bit 0 nothing, bit 1
one component, bit 2 two or more. On a path of n vertices this is the octal game with a heap of n; 0.07 is Arc Kayles,
0.6 Grim, and 0.77 Kayles on any graph (Beaudou, Coupechoux, Dailly, Gravier, Moncel, Parreau and Sopena 2018).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from grundy.boards.graph import GraphGame, without
from grundy.boards.graph_forms import Edges, components, neighbours
from grundy.boards.narrow_strip import ALONE, PAIRS
from grundy.core.code import Code
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import cites
from grundy.errors import NotationError
from grundy.games.graph_octal.board import VertexSets
from grundy.games.graph_octal.sets import connected_sets, count_left, is_path
from grundy.games.nim import add_heaps
from grundy.games.octal import Octal

ANYTHING = 7  # the digit that allows whatever is left
LEFT = {
    1: "nothing of the component",
    2: "one component",
    3: "at most one component",
    4: "several components",
    5: "nothing or several components",
    6: "something of the component",
    7: "whatever is left",
}


@dataclass(frozen=True, init=False)
class GraphOctal(GraphGame):
    """Take connected vertices, as many as the octal code allows, and leave as many components."""

    code: Code

    board = VertexSets()
    source = "Beaudou et al. 2018"
    example = "grid 2x3"
    example_parameters = "0.33"
    title = "octal games on graphs"

    def __init__(self, code: "Code | str") -> None:
        octal = Octal(code).code
        if octal[0]:
            raise NotationError(f"a graph is not split without taking a vertex; write 0 before the point of {octal}")
        object.__setattr__(self, "code", octal)

    @classmethod
    def read(cls, reader: Reader) -> Self:
        return cls(Code.read(reader))

    def filled_rules(self) -> str:
        digits = [(n, digit) for n, digit in enumerate(self.code.digits + self.code.tail) if digit]
        told = [f"{n} connected {'vertices' if n > 1 else 'vertex'}, leaving {LEFT[digit]}" for n, digit in digits]
        return f"Take {'; or '.join(told) or 'nothing'}{'; and so on' * bool(self.code.tail)}."

    def moves(self, position: Edges) -> Iterator[Edges]:
        for part in components(position):
            beside = neighbours(part)
            for taken in connected_sets(beside, self.code.length):
                digit = self.code[len(taken)]
                if digit == ANYTHING or digit >> count_left(beside, taken) & 1:
                    yield without(position, taken)

    def takes(self) -> int:
        """One or two vertices, where these may go whatever is left."""
        digits = self.code.digits[1:]
        if self.code.tail or len(digits) > 2 or not {*digits} <= {0, ANYTHING}:
            return 0
        return sum(kind for kind, digit in zip((ALONE, PAIRS), digits, strict=False) if digit)

    @cites("paths are heaps (Beaudou et al. 2018)")
    def disguise(self, position: Edges) -> Game | None:
        """The sum of heaps where every component is a path."""
        octal = Octal(self.code)
        return add_heaps([octal(len(neighbours(part))) if is_path(part) else None for part in components(position)])
