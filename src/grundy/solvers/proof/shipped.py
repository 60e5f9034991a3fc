"""What comes with the package beside kernels: nimbers of parts, and winning moves, that take a kernel seconds."""

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Any

from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.solvers.proof.expansion import Expansion, Parts

__all__ = ["Shipped"]

METHOD = "proofs that come with grundy"


class Shipped:
    """The shipped results of one ruleset; none where a search without them is asked for, or no kernel is."""

    def __init__(self, ruleset: Ruleset[Any], expansion: Expansion, fresh: bool) -> None:
        self.ruleset, self.expansion = ruleset, expansion
        self.used = type(expansion).decided is not Expansion.decided and not fresh

    @cached_property
    def nimbers(self) -> dict[str, int]:
        """The nimbers of canonical parts."""
        from grundy.solvers.proof.saved import SHIPPED, WIDEST, Saved

        rows = Saved(SHIPPED, read_only=True).rows(str(self.ruleset), False, WIDEST) if self.used else []
        return {text: fact for text, fact, _ in rows if fact >= 0}

    @cached_property
    def moves(self) -> dict[str, list[str]]:
        """The positions that all winning moves lead to."""
        from grundy.solvers.proof.saved import SHIPPED, Saved

        return Saved(SHIPPED, read_only=True).wins(str(self.ruleset)) if self.used else {}

    def lost(self, parts: Parts, heap: int) -> bool | None:
        """Whether one part and a nim heap are lost."""
        if len(parts) != 1 or not self.nimbers:
            return None
        board = self.ruleset.board
        position = board.read(Reader(self.expansion.show(parts[0])))
        nimber = self.nimbers.get(board.show(self.ruleset.canonical(position)))
        if nimber is None:
            return None
        self.expansion.methods[METHOD] = None
        return nimber == heap

    def reach(self, position: Hashable) -> Iterator[Hashable] | None:
        """All moves to lost positions."""
        moves = self.moves.get(self.ruleset.board.show(position))
        if moves is None:
            return None
        self.expansion.methods[METHOD] = None
        return (self.ruleset.board.read(Reader(text)) for text in moves)
