"""Kotzig's nim: a token goes round a circle by steps of given lengths, to places that were not visited.

With the steps 1 and 2 the player to move first loses exactly on circles of 1, 3 and 7 places (Kotzig 1946). For most
sets of steps no rule is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from grundy.core.reader import Reader
from grundy.core.ruleset import Outcome, Ruleset, cites
from grundy.core.words import listing
from grundy.errors import NotationError
from grundy.games.kotzig_nim.board import Circle, Visits, sort_visits


@dataclass(frozen=True)
class KotzigNim(Ruleset[Visits]):
    """Move the token forward by one of the given steps to a place of the circle that was not visited."""

    steps: tuple[int, ...]

    board = Circle()
    source = "Kotzig 1946"
    example = "7; 0,2"
    example_parameters = "1,2"
    title = "Kotzig's nim"
    aliases = ("kotzig",)

    def filled_rules(self) -> str:
        return f"Move the token {listing(self.steps, 'or')} places forward in the circle, to one that was not visited."

    def __post_init__(self) -> None:
        if not self.steps or min(self.steps) < 1:
            raise NotationError("kotzig_nim needs steps of at least 1")

    @classmethod
    def read(cls, reader: Reader) -> Self:
        return cls(tuple(sorted(set(reader.list_of(lambda: reader.integer("a step"))))))

    def parameters(self) -> str:
        return ",".join(map(str, self.steps))

    def moves(self, position: Visits) -> Iterator[Visits]:
        places, visited = position
        targets = dict.fromkeys((visited[-1] + step) % places for step in self.steps)
        return ((places, sort_visits((*visited, to))) for to in targets if to not in visited)

    def parts(self, position: Visits) -> Iterator[Visits]:
        return iter([] if self.is_over(position) else [position])

    @cites("Kotzig 1946")
    def verdict(self, position: Visits, misere: bool) -> Outcome | None:
        """That of the start with steps 1 and 2."""
        places, visited = position
        if misere or self.steps != (1, 2) or len(visited) > 1:
            return None
        return "P" if places in (1, 3, 7) else "N"
