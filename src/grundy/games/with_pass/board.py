"""A game with a pass: a position is the game; a second component, with nothing in it, says that the pass was used."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from grundy.boards.compound import SMALL_POSITIONS, Components, Compound, move_words
from grundy.core.board import Handle
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene


class Passing(Compound):
    """A game, or a sum, with a pass."""

    notation = "a game, or a sum of games"

    def show(self, position: Components) -> str:
        return str(position[0])

    def differ(self, before: Components, after: Components) -> str:
        return move_words(before[0], after[0]) if len(before) == len(after) else "pass"

    def handle(self, before: Components, after: Components) -> Handle:
        return frozenset([after])

    def small(self, bound: int) -> Iterator[Components]:
        for ruleset in self.rulesets:
            yield from ((Game.of(ruleset, p),) for p in islice(ruleset.board.small(bound // 2), 2 * SMALL_POSITIONS))

    def scene(
        self,
        position: Components,
        options: Sequence[Components],
        rules: Ruleset[Components],
        past: Sequence[Components],
    ) -> "Scene":
        from grundy.games.with_pass.draw import draw_passing

        return draw_passing(position, options, past)
