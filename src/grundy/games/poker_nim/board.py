"""Heaps with a reserve of stones beside them: a position is the tuple of sizes, and the stones in reserve."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from grundy.boards.heaps import EDITED_STONES, Heaps, Position
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

ReservedHeaps = tuple[Position, int]  # the heaps, and the stones in reserve


class Reserve(Board[ReservedHeaps]):
    """Heaps with a reserve of stones beside them."""

    kind = "reserve"
    family = "Heaps"
    notation = "sizes of heaps, separated by commas; then a semicolon and the stones in reserve"
    heaps = Heaps()

    def read(self, reader: Reader) -> ReservedHeaps:
        """The sizes and the reserve, which is 0 if it is left out."""
        sizes = [reader.integer("the size of a heap")]
        while reader.take(","):
            sizes.append(reader.integer("the size of a heap"))
        return tuple(sizes), reader.integer("the stones in reserve") if reader.take(";") else 0

    def of_values(self, values: Values) -> ReservedHeaps:
        """The sizes; or a list of them, and the stones in reserve."""
        match values:
            case (tuple(sizes), spare):
                return self.wholes(sizes), self.whole(spare)
        return self.wholes(values), 0

    def show(self, position: ReservedHeaps) -> str:
        return f"{self.heaps.show(position[0])}; {position[1]}"

    def tidy(self, position: ReservedHeaps) -> ReservedHeaps | None:
        sizes = self.heaps.tidy(position[0])
        return (sizes, position[1]) if sizes else None

    def differ(self, before: ReservedHeaps, after: ReservedHeaps) -> str:
        return self.heaps.differ(before[0], after[0])

    def handle(self, before: ReservedHeaps, after: ReservedHeaps) -> Handle:
        return self.heaps.handle(before[0], after[0])

    def edits(self, position: ReservedHeaps) -> Iterator[Edit[ReservedHeaps]]:
        """The changes of the heaps, and another reserve, which is drawn as the last heap."""
        heaps, spare = position
        for edit in self.heaps.edits(heaps):
            yield Edit(edit.words, (edit.position, spare), edit.touch, edit.adds and len(edit.position) == len(heaps))
        yield Edit("add 1 to the reserve", (heaps, spare + 1), adds=True)
        for left in range(spare) if spare <= EDITED_STONES else (0, spare - 1):
            yield Edit(f"leave {left} in reserve", (heaps, left), (f"s-{len(heaps)}-{left}",))

    def small(self, bound: int) -> Iterator[ReservedHeaps]:
        """Up to three heaps with a reserve, few stones first."""
        for stones in range(1, bound + 1):
            for reserve in range(stones):
                for count in range(1, 4):
                    heaps = combinations_with_replacement(range(1, stones + 1), count)
                    yield from ((sizes, reserve) for sizes in heaps if sum(sizes) + reserve == stones)

    def line(self, n: int) -> ReservedHeaps:
        """One heap without a reserve."""
        return (n,), 0

    def scene(
        self,
        position: ReservedHeaps,
        options: Sequence[ReservedHeaps],
        rules: Ruleset[ReservedHeaps],
        past: Sequence[ReservedHeaps],
    ) -> "Scene":
        from grundy.games.poker_nim.draw import draw_reserve

        return draw_reserve(self, position, options)

    def lines(self, position: ReservedHeaps, width: int) -> list[str]:
        from grundy.games.poker_nim.draw import reserve_lines

        return reserve_lines(position, width)
