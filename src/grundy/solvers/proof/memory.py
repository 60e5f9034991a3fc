"""What a search remembers, within a bound.

Entries live in two generations. What is new, or is used again, is young; when the young are half of what may be kept,
they become old and the old are forgotten. What took much work to find is kept apart, and there the cheaper half goes
when room is needed. So nothing that is in use is lost, and no list is ever kept in order.
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["LASTING", "MOST", "Memory"]

V = TypeVar("V")
LASTING = 8  # positions expanded: what took as many is worth writing to disk
MOST = 1_000_000  # entries, of some 300 bytes each


class Memory(Generic[V]):
    """A bounded mapping that forgets what is cheap and not in use."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.young: dict[Hashable, V] = {}
        self.old: dict[Hashable, V] = {}
        self.lasting: dict[Hashable, tuple[V, int]] = {}
        self.fresh: dict[Hashable, tuple[V, int]] = {}  # lasting entries that `news` has not told yet
        self.told: Callable[[], None] | None = None  # is called when there are such

    def get(self, key: Hashable, default: V) -> V:
        """What is known of the key."""
        if (value := self.young.get(key)) is not None:
            return value
        if (value := self.old.pop(key, None)) is not None:
            self.keep(key, value)
            return value
        return self.lasting[key][0] if key in self.lasting else default

    def put(self, key: Hashable, value: V, work: int = 0) -> None:
        """Remember a value that took so much work."""
        self.keep(key, value)
        if work >= LASTING or key in self.lasting:
            self.last(key, value, work + self.lasting.get(key, (value, 0))[1])

    def keep(self, key: Hashable, value: V) -> None:
        """Make the value young."""
        self.young[key] = value
        if len(self.young) > self.most // 2:
            self.young, self.old = {}, self.young

    def last(self, key: Hashable, value: V, work: int) -> None:
        """Keep a value that took much work to find."""
        self.lasting[key] = value, work
        if self.told:
            self.fresh[key] = value, work
            self.told()
        if len(self.lasting) > self.most // 2:
            dearest = sorted(self.lasting.items(), key=lambda entry: -entry[1][1])
            self.lasting = dict(dearest[: self.most // 4])

    def load(self, key: Hashable, value: V, work: int) -> None:
        """Remember a value that was found before."""
        self.young.pop(key, None)
        self.old.pop(key, None)
        self.lasting[key] = value, work

    def news(self) -> dict[Hashable, tuple[V, int]]:
        """The lasting entries since the last call, with their work."""
        told, self.fresh = self.fresh, {}
        return told

    def __len__(self) -> int:
        return len(self.young) + len(self.old) + len(self.lasting)
