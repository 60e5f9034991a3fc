"""A game with a pass: once in the whole play one of the players may pass, unless the game is over.

Nim with a pass has no known law for three heaps (Morrison, Friedman and Landsberg 2012). One heap of n is worth n + 1
if n is odd and n - 1 if n is even and not 0: its options are the smaller heaps with the pass and the heap itself
without it.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from grundy.boards.compound import Components
from grundy.core.game import Game
from grundy.core.ruleset import Ruleset, cites
from grundy.errors import PositionError
from grundy.games.kayles import kayles
from grundy.games.nim import Nim, nim
from grundy.games.subtraction import Subtraction
from grundy.games.sums.rules import NOTHING, canonical, options
from grundy.games.with_pass.board import Passing

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.structure import Block


class WithPass(Ruleset[Components]):
    """Move in the game, or pass: both players together have one pass, which nobody may use when the game is over."""

    board = Passing((nim, kayles, Subtraction(1, 2)))
    source = "Morrison, Friedman and Landsberg 2012"
    keywords = "nim with a pass"
    example = "nim(1,2,3)"
    title = "game with a pass"

    def check(self, position: Components) -> None:
        if len(position) != 1:
            raise PositionError(f"{self} takes one game, which may be a sum; here are {len(position)}")
        for rules in (summand.ruleset for summand in position[0].summands):
            if not rules.adds or type(rules).terminal is not Ruleset.terminal:
                raise PositionError(f"{rules} is decided by a pattern, so {self} does not play it; solve it alone")
            if rules.entails():
                raise PositionError(f"some moves of {rules} entail others, so {self} does not play it; solve it alone")

    def moves(self, position: Components) -> Iterator[Components]:
        game, *used = position
        followers = options(game)
        first = next(followers, None)
        if first is None:
            return
        yield from ((to, *used) for to in chain([first], followers))
        if not used:
            yield game, NOTHING

    def has_infinite_moves(self, position: Components) -> bool:
        return position[0].has_infinite_moves()

    def canonical(self, position: Components) -> Components:
        return tuple(map(canonical, position))

    def parts(self, position: Components) -> Iterator[Components]:
        return iter([] if self.is_over(position) else [self.canonical(position)])

    def continuation(self, position: Components) -> Game | None:
        """The game itself, after the pass."""
        return position[0] if len(position) > 1 else None

    @cites("the pass was used")
    def disguise(self, position: Components) -> Game | None:
        """The game itself, after the pass."""
        return self.continuation(position)

    @cites("Morrison, Friedman and Landsberg 2012")
    def theorem(self, position: Components) -> int | None:
        """That of a single heap of nim."""
        if len(position) > 1 or any(type(summand.ruleset) is not Nim for summand in position[0].summands):
            return None
        heaps = [summand.position for summand in position[0].summands]
        sizes = [size for heap in heaps if isinstance(heap, tuple) for size in heap if size]
        if len(sizes) > 1 or not all(isinstance(size, int) for size in sizes):
            return None
        return sum(int(size) + (1 if size % 2 else -1) for size in sizes)

    def why(self, parts: Sequence[Components], page: "Page") -> "Iterator[Block]":
        yield page.say(
            "The options are those of the game, each still with the pass, and the game itself without it. So a game "
            "that is lost without the pass is won with it."
        )
        yield from page.parts_reason(self, parts)


with_pass = WithPass()
