"""Games with memory: what may be taken from a heap depends on what was last taken from that heap.

Mem: at least as many stones. A heap that is too small for that is dead. Mem0, short local nim: any other number, so
that no take is repeated at once (Guy and Nowakowski 2002, problem 22). No formula is known for the nimbers of either.
"""

from collections.abc import Iterator

from grundy.core.ruleset import Ruleset
from grundy.games.mem.board import LastTakes, MemHeaps, MemoryHeaps


class Mem(Ruleset[MemHeaps]):
    """Take at least as many stones from a heap as were last taken from it, and at least one."""

    board = MemoryHeaps()
    source = "after Larsson, Rubinstein-Salzedo and Siegel 2019"
    keywords = "memory"
    example = "9, 7:3"
    title = "Mem"

    def moves(self, position: MemHeaps) -> Iterator[MemHeaps]:
        for i, (size, least) in enumerate(position):
            yield from ((*position[:i], (size - take, take), *position[i + 1 :]) for take in range(least, size + 1))

    def parts(self, position: MemHeaps) -> Iterator[MemHeaps]:
        return ((heap,) for heap in self.board.tidy(position) or ())

    def canonical(self, position: MemHeaps) -> MemHeaps:
        return tuple(sorted(self.board.tidy(position) or ()))


class Mem0(Ruleset[MemHeaps]):
    """Take any number of stones from a heap, but not the number that was last taken from it."""

    board = LastTakes()
    source = "Guy and Nowakowski 2002"
    example = "9, 7:3"
    title = "Mem0"
    aliases = ("short_local_nim",)

    def moves(self, position: MemHeaps) -> Iterator[MemHeaps]:
        for i, (size, last) in enumerate(position):
            takes = (take for take in range(1, size + 1) if take != last)
            yield from ((*position[:i], (size - take, take), *position[i + 1 :]) for take in takes)

    def parts(self, position: MemHeaps) -> Iterator[MemHeaps]:
        return ((heap,) for heap in self.board.tidy(position) or ())

    def canonical(self, position: MemHeaps) -> MemHeaps:
        return tuple(sorted(self.board.tidy(position) or ()))


mem = Mem()
mem0 = Mem0()
