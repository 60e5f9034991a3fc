"""Sequences on disk: the values of one ruleset in a raw file, and a journal that vouches for them block by block.

FILE.seq is a header of 4,096 bytes and then the values, little-endian, so that numpy maps them as they are. For each
block FILE.seq.journal has a record: how many values, their checksum, and a checksum of the record itself that goes on
from the one before it, the first from that of the header; so no record can be moved, or come from another file. A block
is on the disk before its record is written. So a death at any moment costs the block in hand alone: what lies beyond
the last whole record was never vouched for, and the next writer cuts it off.

The checksum is a cyclic code of 32 bits, which misses no run of up to 32 damaged bits (Peterson and Brown 1961).
"""

import os
import struct
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, flock
from io import FileIO
from mmap import MADV_DONTNEED, mmap
from pathlib import Path
from typing import NamedTuple, Self
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from grundy.errors import DamageError, GrundyError
from grundy.solvers.disk import fill, in_words, write
from grundy.solvers.header import HEADER, Header

__all__ = ["BLOCK", "HEADER", "RECORD", "Header", "Progress", "SequenceFile", "Values"]

Values = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]
Progress = Callable[[int], None]  # is told how many values more were looked at

RECORD = struct.Struct("<QII")  # number of values, their checksum, checksum of the record
BLOCK = 1 << 20  # values: the two syncs take about 10 ms, the fastest kernels 100 ms for so many


class Block(NamedTuple):
    """Values `start` to `stop - 1`, counted from the first of the file, with the checksums of their record."""

    start: int
    stop: int
    checksum: int
    link: int

    @classmethod
    def of(cls, start: int, count: int, checksum: int, before: int) -> Self:
        """The block whose record follows one with the checksum `before`."""
        return cls(start, start + count, checksum, crc32(struct.pack("<QI", count, checksum), before))


class SequenceFile:
    """An open file of values: `open` with a ruleset makes its one writer, without one a reader."""

    def __init__(self, path: Path, data: FileIO) -> None:
        self.path, self.data = path, data
        start = os.pread(data.fileno(), HEADER.size, 0)
        self.header, self.seed = Header.unpack(start, path), crc32(start[:-4])
        self.dtype = np.dtype(f"<u{self.header.width}")
        self.journal = FileIO(journal_of(path), "r+" if data.writable() else "r")
        self.blocks: list[Block] = []
        self.map: mmap | None = None

    @classmethod
    def open(cls, path: str | Path, ruleset: str | None = None, first: int = 0, dtype: DTypeLike = "u2") -> Self:
        """The file, to read; with a ruleset, to write on: it is made if need be, and all its values are checked."""
        path = Path(path)
        with in_words("cannot open", path), ExitStack() as opened:
            if ruleset is not None and not path.exists():
                create(path, Header(ruleset, first, np.dtype(dtype).itemsize))
            data = opened.enter_context(FileIO(path, "r" if ruleset is None else "r+"))
            if ruleset is not None:
                flock(data, LOCK_EX | LOCK_NB)
            file = cls(path, data)
            opened.enter_context(file.journal)
            file.load()
            if ruleset is not None:
                file.resume(ruleset, first)
            opened.pop_all()
        return file

    def load(self) -> None:
        """Read the journal; a record torn at its end counts as never written."""
        text, before = self.journal.readall(), self.seed
        for place in range(0, len(text), RECORD.size):
            count, checksum, link = RECORD.unpack(text[place : place + RECORD.size].ljust(RECORD.size, b"\0"))
            block = Block.of(len(self), count, checksum, before)
            if block.link == link:
                before = link
                self.blocks.append(block)
            elif place + RECORD.size < len(text):
                raise DamageError(f"the journal of {self.path} is damaged; {self.cure(len(self.blocks))}")
        there = (os.fstat(self.data.fileno()).st_size - HEADER.size) // self.dtype.itemsize
        whole = bisect_right(self.blocks, there, key=lambda block: block.stop)
        self.lost = len(self.blocks) - whole  # never by a death: somebody has cut the file
        del self.blocks[whole:]

    def cure(self, whole: int) -> str:
        """How to keep so many blocks, those before the damage."""
        kept = self.blocks[whole - 1].stop if whole else 0
        return f"`truncate -s {whole * RECORD.size} {journal_of(self.path)}` keeps the {kept:,} values before it"

    def resume(self, ruleset: str, first: int) -> None:
        """Make sure that these are the values to go on from, and cut off what no record vouches for."""
        held, wanted = f"{self.header.ruleset} from {self.header.first}", f"{ruleset} from {first}"
        if held != wanted:
            raise GrundyError(f"{self.path} holds {held}, not {wanted}; choose another file")
        self.read(first, self.stop)
        self.cut()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back the room that was reserved and not used, which nobody may look at any more; let others write."""
        self.map = None
        if not self.data.closed and self.data.writable():
            self.cut()
        self.journal.close()
        self.data.close()

    def __len__(self) -> int:
        return self.blocks[-1].stop if self.blocks else 0

    @property
    def stop(self) -> int:
        """The n after the last value g(n)."""
        return self.header.first + len(self)

    @property
    def size(self) -> int:
        """The bytes of the header and the values."""
        return self.header.size(len(self))

    @property
    def values(self) -> Values:
        """All values as they are on the disk, mapped, not to be written to."""
        whole = np.memmap(self.data, np.uint8, "r", shape=(self.size,))
        return whole[HEADER.size :].view(self.dtype)

    def read(self, start: int, stop: int, progress: Progress | None = None) -> Values:
        """The values g(start) .. g(stop - 1), each in a block that was checked."""
        first = self.header.first
        if not first <= start <= stop <= self.stop:
            raise GrundyError(
                f"{self.path} holds {first}:{self.stop}; ask for a slice of that, the smaller bound first"
            )
        low = bisect_right(self.blocks, start - first, key=lambda block: block.stop)
        high = bisect_left(self.blocks, stop - first, key=lambda block: block.start)
        for fault in self.faults(low, high, progress):
            raise DamageError(fault)
        return self.values[start - first : stop - first]

    def faults(self, low: int, high: int, progress: Progress | None = None) -> Iterator[str]:
        """The damaged ones among the blocks `low` to `high - 1`, in words."""
        values, first = self.values, self.header.first
        for number, (start, stop, checksum, _) in enumerate(self.blocks[low:high], low):
            if crc32(values[start:stop].data) != checksum:
                yield f"{self.path} is damaged within {first + start}:{first + stop}; {self.cure(number)}"
            if progress:
                progress(stop - start)

    def check(self, progress: Progress | None = None) -> list[str]:
        """All that is wrong with the values, in words."""
        cut = [f"{self.path} was cut at {self.stop}; its journal has {self.lost:,} blocks more"] if self.lost else []
        return [*self.faults(0, len(self.blocks), progress), *cut]

    @property
    def busy(self) -> bool:
        """Whether another process is writing the file, which then has room beyond the values."""
        if os.fstat(self.data.fileno()).st_size == self.size:
            return False
        try:
            flock(self.data, LOCK_SH | LOCK_NB)
        except BlockingIOError:
            return True
        flock(self.data, LOCK_UN)
        return False

    def info(self) -> dict[str, object]:
        """What the file is."""
        return {
            "file": str(self.path),
            "ruleset": self.header.ruleset,
            "from": self.header.first,
            "to": self.stop,
            "bits": 8 * self.header.width,
            "blocks": len(self.blocks),
            "bytes": self.size,
        }

    def append(self, values: ArrayLike) -> None:
        """Write values after the last, block by block, or refuse before the first of them is written."""
        new: NDArray[np.integer] = np.asarray(values)
        if len(new) and not 0 <= new.min() <= new.max() <= np.iinfo(self.dtype).max:
            raise GrundyError(f"{new.min()} to {new.max()} do not fit {self.path} of {self.dtype}; start a wider file")
        self.reserve(len(new))
        for start in range(0, len(new), BLOCK):
            self.append_block(np.ascontiguousarray(new[start : start + BLOCK], self.dtype))

    def reserve(self, count: int) -> None:
        """Make sure of the room for so many values more; what is not used goes back when the file is closed."""
        with self.all_or_nothing(count):
            if count:
                fill(self.data.fileno(), self.size, count * self.dtype.itemsize)

    def room(self, to: int) -> NDArray[np.uint16]:
        """The values of sixteen bits and the reserved room for those below `to`, mapped, to be written to.

        What is put there counts once it is appended; it must not be looked at after the file is closed.
        """
        self.map = mmap(self.data.fileno(), self.header.size(to - self.header.first))
        return np.frombuffer(self.map, np.uint16, offset=HEADER.size)

    def in_place(self, values: Values) -> bool:
        """Whether these are the values that stand behind the last in the room."""
        if self.map is None:
            return False
        return values.ctypes.data == np.frombuffer(self.map, np.uint8, 1, self.size).ctypes.data

    def append_block(self, values: Values) -> None:
        """Write one block, and then its record."""
        before = self.blocks[-1].link if self.blocks else self.seed
        block = Block.of(len(self), len(values), crc32(values.data), before)
        with self.all_or_nothing(len(values)):
            write(self.data, memoryview(b"") if self.in_place(values) else values.data.cast("B"), self.size)
            record = RECORD.pack(len(values), block.checksum, block.link)
            write(self.journal, memoryview(record), len(self.blocks) * RECORD.size)
            self.blocks.append(block)
        if self.map:
            self.map.madvise(MADV_DONTNEED)  # the system keeps the pages as long as it likes, not this process

    @contextmanager
    def all_or_nothing(self, count: int) -> Iterator[None]:
        """A stretch of work after which, if it fails, the files are as before."""
        try:
            with in_words(f"cannot write {count:,} values to", self.path, f"no space for {count:,} values in"):
                yield
        except BaseException:
            self.cut()
            raise

    def cut(self) -> None:
        """Cut off what no record vouches for, the journal first."""
        self.lost = 0
        self.journal.truncate(len(self.blocks) * RECORD.size)
        self.data.truncate(max(self.size, len(self.map) if self.map else 0))


def journal_of(path: Path) -> Path:
    """Where the journal of a file lies."""
    return path.with_name(f"{path.name}.journal")


def create(path: Path, header: Header) -> None:
    """Make a file without values, which bears its name only once its header is whole."""
    journal, new, start = journal_of(path), path.with_name(f"{path.name}.new"), memoryview(header.pack())
    if journal.exists() and journal.stat().st_size:
        raise GrundyError(f"{journal} is there without {path.name}; bring that back, or remove the journal")
    with FileIO(os.open(new, os.O_RDWR | os.O_CREAT, 0o666), "r+") as file:
        flock(file, LOCK_EX | LOCK_NB)
        try:
            if not path.exists():  # nobody has made it since we looked
                file.truncate(0)
                write(file, start, 0)
                journal.touch()
                new.rename(path)
                folder = os.open(path.parent, os.O_RDONLY)
                os.fsync(folder)
                os.close(folder)
        finally:
            new.unlink(missing_ok=True)
