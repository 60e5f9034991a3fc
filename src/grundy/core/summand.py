"""A summand of a game: one ruleset with one position."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from grundy.core.ruleset import Ruleset

__all__ = ["Summand"]


@dataclass(frozen=True)
class Summand:
    """A ruleset with a position."""

    ruleset: Ruleset[Any]
    position: Hashable

    def __str__(self) -> str:
        return f"{self.ruleset}({text})" if (text := self.ruleset.board.show(self.position)) else str(self.ruleset)

    def parts(self) -> "Iterator[Summand]":
        """The summands that the position falls into."""
        for part in self.ruleset.parts(self.position):
            yield Summand(self.ruleset, part)

    def pieces(self) -> Iterable[Hashable]:
        """The positions of the parts where these are played separately, the position itself elsewhere."""
        return self.ruleset.parts(self.position) if self.ruleset.separate else (self.position,)

    def tidy(self) -> "Summand | None":
        """The summand without what is used up, or None if nothing is left."""
        position = self.ruleset.board.tidy(self.position)
        return None if position is None else Summand(self.ruleset, position)
