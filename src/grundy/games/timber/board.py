"""Dominoes in a row: a position is a string of L and R, the sides to which they topple."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

MOST_DOMINOES = 1_000_000


class Dominoes(Board[str]):
    """Dominoes that topple to the left or to the right."""

    kind = "dominoes"
    family = "Strips and stairs"
    notation = "L and R, the sides to which the dominoes topple, from the left"

    def read(self, reader: Reader) -> str:
        start, row = reader.place, reader.while_in("LRlr ").upper().replace(" ", "")
        if reader.next:
            raise reader.error(f"expected {self.notation}, found {reader.next_in_words()}")
        if len(row) > MOST_DOMINOES:
            raise reader.error(f"a row of {len(row):,} dominoes is too long; at most {MOST_DOMINOES:,}", start)
        return row

    def of_values(self, values: Values) -> str:
        """The row of these letters."""
        letters = [value for value in values if isinstance(value, str)]
        if len(letters) < len(values):
            raise self.refuse(values, "a row of dominoes")
        return self.parse("".join(letters))

    def show(self, position: str) -> str:
        return position

    def tidy(self, position: str) -> str | None:
        return position or None

    @staticmethod
    def domino(before: str, after: str) -> int:
        """The domino, from 0, that was toppled: an R right of what is left, or else an L left of it."""
        toppled_right = before.startswith(after) and before[len(after) :].startswith("R")
        return len(after) if toppled_right else len(before) - len(after) - 1

    def differ(self, before: str, after: str) -> str:
        n = self.domino(before, after)
        return f"topple domino {n + 1} to the {'right' if before[n] == 'R' else 'left'}"

    def handle(self, before: str, after: str) -> Handle:
        return frozenset([after])

    def edits(self, position: str) -> Iterator[Edit[str]]:
        """A domino turned round, a domino more, a domino fewer."""
        for n, sign in enumerate(position):
            turned = position[:n] + ("L" if sign == "R" else "R") + position[n + 1 :]
            yield Edit(f"turn domino {n + 1} round", turned, (f"d-{n}",))
        yield Edit("one domino more", position + "R", adds=True)
        if len(position) > 1:
            yield Edit("one domino fewer", position[:-1])

    def small(self, bound: int) -> Iterator[str]:
        for length in range(bound + 1):
            yield from map("".join, product("LR", repeat=length))

    def scene(self, position: str, options: Sequence[str], rules: Ruleset[str], past: Sequence[str]) -> "Scene":
        from grundy.games.timber.draw import draw_dominoes

        return draw_dominoes(position, options, list(rules.moves(position)))

    def lines(self, position: str, width: int) -> list[str]:
        from grundy.games.timber.draw import domino_lines

        return domino_lines(position, width)
