"""The interface of a kind of play to both searches, depth-first and df-pn.

A *node* is what a search expands and remembers. An option of a node is decided by one node, or by several in turn where
the option is a sum.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from grundy.core.budget import Budget
from grundy.errors import LoopError
from grundy.solvers.proof.expansion import Parts
from grundy.solvers.proof.memory import Memory

N = TypeVar("N")


class NodeOption(ABC, Generic[N]):
    """A position to move to, with the results found for it so far."""

    @abstractmethod
    def evaluate(self) -> "bool | list[N]":
        """Whether the player to move there loses; if that is not known, the nodes it depends on, in order."""

    @abstractmethod
    def update(self, node: N, lost: bool) -> None:
        """Use the result of one of these nodes."""


class SearchSpace(ABC, Generic[N]):
    """The nodes of one kind of play."""

    facts: Memory[int]  # what is known, as it is written to disk
    most_characters: int | None = None  # of a key that is shown as text

    @abstractmethod
    def option(self, parts: Parts, rest: int, budget: Budget | None) -> NodeOption[N]:
        """A position: some parts, and beside them a nim heap, or under misère play whatever has this form."""

    @abstractmethod
    def options(self, node: N, budget: Budget) -> list[NodeOption[N]]:
        """The options of a node that are not known to be won, the most promising first."""

    @abstractmethod
    def guess(self, node: N) -> int:
        """The proof number of a node before it is expanded."""

    @abstractmethod
    def note(self, node: N, lost: bool, work: int) -> None:
        """Remember the answer for a node that took so many nodes."""

    @abstractmethod
    def show(self, key: Any) -> str | None:
        """A key of `facts` as text; None where that is too long for the disk."""

    @abstractmethod
    def read(self, text: str) -> Hashable:
        """The key that was shown as this text."""


def refuse_loop(node: N, path: set[N]) -> None:
    """Add a node to the path to it; raise where it is there already."""
    if node in path:
        raise LoopError("play can return to a position, so no proof search of it ends")
    path.add(node)
