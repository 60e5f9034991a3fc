"""What both searches, depth-first and df-pn, ask of a kind of play.

A *node* is what a search expands and remembers. A *choice* is an option of a node; what decides it may be one node, or
several of them in turn where the option is a sum.
"""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from grundy.errors import LoopError

__all__ = ["Choice", "Space", "refuse_loop"]

N = TypeVar("N")


class Choice(ABC, Generic[N]):
    """An option of a node, and what was learnt about it."""

    @abstractmethod
    def ask(self) -> "bool | list[N]":
        """Whether who moves here has lost; if that is not known, the nodes it depends on, the first to search first."""

    @abstractmethod
    def hear(self, node: N, lost: bool) -> None:
        """Take note of an answer."""


class Space(ABC, Generic[N]):
    """The nodes of one kind of play."""

    @abstractmethod
    def choices(self, node: N) -> list[Choice[N]]:
        """The options of a node that are not known to be won by who moves there, the most promising first."""

    @abstractmethod
    def guess(self, node: N) -> int:
        """The proof number of a node before it is expanded."""

    @abstractmethod
    def note(self, node: N, lost: bool, work: int) -> None:
        """Remember the answer for a node that took so much work."""


def refuse_loop(node: N, path: set[N]) -> None:
    """Add a node to the path to it; raise where it is there already."""
    if node in path:
        raise LoopError("play can go round for ever, so no proof search of it ends")
    path.add(node)
