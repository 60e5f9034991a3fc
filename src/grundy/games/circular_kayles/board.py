"""Pins in a circle: a position is their number, or after the first move the tuple of the rows that are left."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

RingOrRows = int | Position
EDITED_PINS = 1_000  # that can be touched


class Ring(Board[RingOrRows]):
    """Pins in a circle, which a move opens to a row."""

    kind = "ring"
    family = "Strips and stairs"
    notation = "the number of pins in the circle"

    def read(self, reader: Reader) -> RingOrRows:
        return reader.integer("a number of pins")

    def of_values(self, values: Values) -> RingOrRows:
        return self.wholes(values, 1)[0]

    def show(self, position: RingOrRows) -> str:
        return str(position) if isinstance(position, int) else ",".join(map(str, position))

    @staticmethod
    def taken(before: RingOrRows, after: RingOrRows) -> int:
        """The number of pins that were knocked down."""
        old, new = (number if isinstance(number, int) else sum(number) for number in (before, after))
        return old - new

    def differ(self, before: RingOrRows, after: RingOrRows) -> str:
        return "knock down 1 pin" if self.taken(before, after) == 1 else "knock down 2 neighbouring pins"

    def handle(self, before: RingOrRows, after: RingOrRows) -> Handle:
        return frozenset([self.taken(before, after)])

    def edits(self, position: RingOrRows) -> Iterator[Edit[RingOrRows]]:
        """A pin more or fewer in the circle."""
        if isinstance(position, int):
            yield Edit("add a pin", position + 1)
            if position > 1:
                yield Edit("remove a pin", position - 1, tuple(f"p-{n}" for n in range(min(position, EDITED_PINS))))

    def small(self, bound: int) -> Iterator[RingOrRows]:
        return iter(range(bound + 1))

    def line(self, n: int) -> RingOrRows:
        return n

    def scene(
        self,
        position: RingOrRows,
        options: Sequence[RingOrRows],
        rules: Ruleset[RingOrRows],
        past: Sequence[RingOrRows],
    ) -> "Scene":
        from grundy.games.circular_kayles.draw import draw_ring

        return draw_ring(self, position, options)

    def lines(self, position: RingOrRows, width: int) -> list[str]:
        from grundy.games.circular_kayles.draw import ring_lines

        return ring_lines(self.show(position))
