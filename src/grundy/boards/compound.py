"""Compounds: a position is a tuple of whole games, the components, which a ruleset plays together."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.game import Game
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.core.words import listing
from grundy.errors import NotationError

Components = tuple[Game, ...]
SEARCHED_MOVES = 300  # of a component, for the one that was made
SMALL_POSITIONS = 11  # of each ruleset, from which small components are taken


@dataclass(frozen=True)
class Compound(Board[Components]):
    """Games side by side; `rulesets` are those of the small ones."""

    rulesets: tuple[Ruleset[Any], ...] = ()
    sign: str = ","  # that stands between the components in a picture

    kind = "compound"
    family = "Games of games"
    notation = "two or more games, separated by commas"

    def read(self, reader: Reader) -> Components:
        """Fail: games are read by the parser of expressions, which has the names of all rulesets."""
        raise reader.error(f"expected {self.notation}; text is read by parse()")

    def of_values(self, values: Values) -> Components:
        games = tuple(value for value in values if isinstance(value, Game))
        if len(games) < len(values) or not games:
            raise NotationError(f"a compound takes {self.notation}; parse() reads them from text")
        return games

    def show(self, position: Components) -> str:
        return ", ".join(map(str, position))

    def moved_games(self, before: Components, after: Components) -> list[int]:
        """The places of the components in which a move was made."""
        return [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]

    def differ(self, before: Components, after: Components) -> str:
        moved = self.moved_games(before, after)
        return " and ".join(f"{move_words(before[i], after[i])} in game {i + 1}" for i in moved)

    def handle(self, before: Components, after: Components) -> Handle:
        pairs = zip(before, after, strict=True)
        return frozenset((i, new) for i, (old, new) in enumerate(pairs) if old != new)

    def edits(self, position: Components) -> Iterator[Edit[Components]]:
        """Changes of the components, a component more, a component fewer."""
        for i, game in enumerate(position):
            before, behind = position[:i], position[i + 1 :]
            for index, summand in enumerate(game.summands):
                for edit in summand.ruleset.edits(summand.position):
                    yield Edit(f"in {summand}: {edit.words}", (*before, game.put(index, edit.position), *behind))
            yield Edit(f"remove {game}", (*before, *behind))
        yield Edit(f"add {position[-1]} once more", (*position, position[-1]))

    def is_writable(self, position: Components) -> bool:
        return True  # the parser of expressions reads whatever its summands print

    def extent(self, position: Components) -> int:
        return sum(summand.ruleset.board.extent(summand.position) for game in position for summand in game.summands)

    def small(self, bound: int) -> Iterator[Components]:
        """Pairs of games with few moves, those first that come first in their boards' lists."""
        lists = [islice(ruleset.board.small(bound // 3), SMALL_POSITIONS) for ruleset in self.rulesets]
        games = [
            Game.of(*pair) for level in zip(*lists, strict=False) for pair in zip(self.rulesets, level, strict=True)
        ]
        for total in range(2 * len(games) - 1):
            for i in range(max(0, total - len(games) + 1), min(total + 1, len(games))):
                yield games[i], games[total - i]


class Stacked(Compound):
    """Games on top of each other: a move in one of them clears away all that stand after it."""

    def moved_games(self, before: Components, after: Components) -> list[int]:
        return super().moved_games(before, after)[:1]

    def differ(self, before: Components, after: Components) -> str:
        (moved,) = self.moved_games(before, after)
        cleared = [str(i + 1) for i in range(moved + 1, len(before)) if before[i] != after[i]]
        more = f", clearing game{'s' * (len(cleared) > 1)} {listing(cleared)}" if cleared else ""
        return super().differ(before, after) + more


def move_words(before: Game, after: Game) -> str:
    """The move from one component to the next, where it is found among the first."""
    moves = islice(before.each_move(), SEARCHED_MOVES)
    return next((move.label for move in moves if move.to == after), f"play {before} to {after}")
