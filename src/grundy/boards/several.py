"""Heaps of which one move may change several."""

from dataclasses import dataclass

from grundy.boards.heaps import Heaps, Position
from grundy.core.board import Handle

__all__ = ["SeveralHeaps"]


@dataclass(frozen=True)
class SeveralHeaps(Heaps):
    """Heaps of stones; a move names each heap that it changes."""

    def differ(self, before: Position, after: Position) -> str:
        """What is taken from each heap that changed."""
        changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        return " and ".join(super(SeveralHeaps, self).differ((old,), (new,)) for old, new in changed)

    def handle(self, before: Position, after: Position) -> Handle:
        """The heaps, and what to leave of them."""
        return frozenset((i, new) for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
