"""Compounds: a position is a tuple of whole games, the components, which a ruleset plays together."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grundy.core.board import Board, Handle
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError

__all__ = ["Components", "Compound"]

Components = tuple[Game, ...]
SMALL = 11  # positions of each ruleset among the small components


@dataclass(frozen=True)
class Compound(Board[Components]):
    """Games side by side; `rulesets` are those of the small ones."""

    rulesets: tuple[Ruleset[Any], ...] = ()

    kind = "compound"
    notation = "two or more games, separated by commas"

    def read(self, reader: Reader) -> Components:
        """Fail: games are read by the expression around them, which knows all rulesets."""
        raise reader.error(f"expected {self.notation}; text is read by parse()")

    def make(self, *arguments: object) -> Components:
        """The games themselves."""
        games = tuple(argument for argument in arguments if isinstance(argument, Game))
        if len(games) < len(arguments) or not games:
            raise NotationError(f"a compound takes {self.notation}; parse() reads them from text")
        return games

    def show(self, position: Components) -> str:
        """The games, separated by commas."""
        return ", ".join(map(str, position))

    def differ(self, before: Components, after: Components) -> str:
        """The games that change, and what they become."""
        return " and ".join(f"play {old} to {new}" for old, new in zip(before, after, strict=True) if old != new)

    def handle(self, before: Components, after: Components) -> Handle:
        """The games that change, by their places, and what they become."""
        pairs = zip(before, after, strict=True)
        return frozenset((i, new) for i, (old, new) in enumerate(pairs) if old != new)

    def small(self, bound: int) -> Iterator[Components]:
        """Pairs of games with few moves, those first that come first in their boards' lists."""
        lists = [islice(ruleset.board.small(bound // 3), SMALL) for ruleset in self.rulesets]
        games = [
            Game.of(*pair) for level in zip(*lists, strict=False) for pair in zip(self.rulesets, level, strict=True)
        ]
        for total in range(2 * len(games) - 1):
            for i in range(max(0, total - len(games) + 1), min(total + 1, len(games))):
                yield games[i], games[total - i]
