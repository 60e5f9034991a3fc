"""A bounded memory for a search: two generations, and apart what took much work (docs/theory/search.md)."""

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Generic, TypeVar

from grundy.solvers.inquiry import Method

V = TypeVar("V")
LASTING_NODES = 8  # what took as many nodes is kept longer, and written to disk
MOST_ENTRIES = 1_000_000  # of some 300 bytes each


class Memory(Generic[V]):
    """A bounded mapping that forgets what is cheap and not in use."""

    def __init__(self, most_entries: int = MOST_ENTRIES) -> None:
        self.most_entries = most_entries
        self.young: dict[Hashable, V] = {}
        self.old: dict[Hashable, V] = {}
        self.lasting: dict[Hashable, tuple[V, int]] = {}
        self.unsaved: dict[Hashable, tuple[V, int]] = {}  # lasting entries that are not on disk yet
        self.save: Callable[[], None] | None = None  # is called when there are such
        self.find: Callable[[Collection[Hashable]], None] | None = None  # loads what is on disk of some keys
        self.asked: set[Hashable] = set()  # keys that were looked for on disk
        self.sources: dict[Hashable, Method] = {}  # of entries that were loaded
        self.used: set[Hashable] = set()  # entries that were loaded, and asked for

    def get(self, key: Hashable, default: V) -> V:
        value = self.young.get(key)
        return self.get_older(key, default) if value is None else value

    def get_older(self, key: Hashable, default: V) -> V:
        """What is known of a key that is not among the young ones."""
        if self.old and (value := self.old.pop(key, None)) is not None:
            self.keep(key, value)
            return value
        if (entry := self.lasting.get(key)) is None:
            return default
        if key in self.sources:
            self.used.add(key)
        return entry[0]

    def consult(self, keys: Iterable[Hashable]) -> None:
        """Load what is on disk of these keys, each of which is looked for once."""
        if self.find:
            new = set(keys) - self.asked
            if len(self.asked) + len(new) > self.most_entries:
                self.asked.clear()
            self.asked |= new
            if new:
                self.find(new)

    def put(self, key: Hashable, value: V, work: int = 0) -> None:
        """Remember a value that took so many nodes."""
        self.keep(key, value)
        if work >= LASTING_NODES or key in self.lasting:
            work += self.lasting.get(key, (value, 0))[1]
            self.lasting[key] = value, work
            if self.save:
                self.unsaved[key] = value, work
                self.save()
            if len(self.lasting) > self.most_entries // 2:
                dearest = sorted(self.lasting.items(), key=lambda entry: -entry[1][1])
                self.lasting = dict(dearest[: self.most_entries // 4])

    def keep(self, key: Hashable, value: V) -> None:
        self.young[key] = value
        if len(self.young) > self.most_entries // 2:
            self.young, self.old = {}, self.young

    def load(self, key: Hashable, value: V, work: int, source: Method) -> None:
        """Remember a value that was found before, and where it is on disk."""
        self.young.pop(key, None)
        self.old.pop(key, None)
        self.lasting[key] = value, work
        self.sources[key] = source

    def __len__(self) -> int:
        return len(self.young) + len(self.old) + len(self.lasting)
