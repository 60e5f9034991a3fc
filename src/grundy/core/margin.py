"""A search for the margin of points, which a scored ruleset may bring."""

from collections.abc import Hashable
from typing import Protocol, TypeVar

from grundy.core.budget import Budget

P = TypeVar("P", bound=Hashable, contravariant=True)


class MarginSearch(Protocol[P]):
    """A faster way to margins than the definition; it remembers what it finds."""

    method: str

    def margin(self, position: P, budget: Budget) -> int:
        """The points of the player to move from here on, less those of the other, if both make the most of them."""

    def bounds(self, position: P) -> tuple[int, int] | None:
        """The least and the most that the margin can be by what was found so far; None where nothing is known."""
