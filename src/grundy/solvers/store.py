"""Sequences on disk: the values of one ruleset in a raw file, and a journal that vouches for them block by block.

FILE.seq is a header of 4,096 bytes and then the values, little-endian, so that numpy maps them as they are. For each
block FILE.seq.journal has a record: how many values, their checksum, and a checksum of the record itself that
continues the one before it, the first that of the header; so no record can be moved, or taken from another file. A
block is on the disk before its record is written. Hence a death at any moment costs the block in hand alone: what lies
beyond the last whole record was never vouched for, and the next writer cuts it off.

The checksum is a cyclic code of 32 bits, which misses no run of up to 32 damaged bits (Peterson and Brown 1961).
"""

import fcntl
import os
import struct
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import NamedTuple, Self
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from grundy.boards.heaps import HeapGame
from grundy.errors import GrundyError
from grundy.expressions import parse_ruleset

__all__ = ["DamageError", "Header", "Rares", "SequenceFile", "rares"]

Values = NDArray[np.unsignedinteger]
Progress = Callable[[int], None]  # is told how many values more were looked at

MAGIC, VERSION, WIDTHS = b"grundy\r\n", 1, (1, 2, 4)
HEADER = struct.Struct("<8sHHQ4072sI")  # magic, version, bytes of a value, first index, ruleset, checksum
RECORD = struct.Struct("<QII")  # count, checksum of the values, checksum of the record
BLOCK = 1 << 20  # values at most: two syncs take 8 ms, a kernel takes 100 ms for so many
WIDEST = 20  # bits of the values among which a sparse space is looked for


class DamageError(GrundyError):
    """A file that does not hold what it should."""


class Header(NamedTuple):
    """What a file says of its values."""

    ruleset: str
    first: int
    width: int

    def pack(self) -> bytes:
        """The header as it is written."""
        text = self.ruleset.encode()
        if len(text) > 4072:
            raise GrundyError(f"a ruleset of {len(text):,} bytes does not fit a file's header; at most 4,072 do")
        body = HEADER.pack(MAGIC, VERSION, self.width, self.first, text, 0)[:-4]
        return body + struct.pack("<I", crc32(body))

    @classmethod
    def unpack(cls, data: bytes, path: Path) -> Self:
        """The header that was read from a file."""
        if len(data) < HEADER.size or not data.startswith(MAGIC):
            raise DamageError(f"{path} is no sequence file; `grundy values RULESET --out FILE.seq` writes one")
        _, version, width, first, text, checksum = HEADER.unpack(data)
        if crc32(data[:-4]) != checksum:
            raise DamageError(f"the header of {path} is damaged; restore the file or compute it again")
        if version != VERSION or width not in WIDTHS:
            raise DamageError(f"{path} has format {version}, and this grundy reads {VERSION}; upgrade grundy")
        return cls(text.rstrip(b"\0").decode(errors="replace"), first, width)


class Block(NamedTuple):
    """Values from index `start` to `stop - 1`, their checksum, and that of the record."""

    start: int
    stop: int
    checksum: int
    link: int

    @classmethod
    def of(cls, start: int, count: int, checksum: int, before: int) -> Self:
        """The block whose record follows one with the checksum `before`."""
        return cls(start, start + count, checksum, crc32(struct.pack("<QI", count, checksum), before))

    def pack(self) -> bytes:
        """The record of the block."""
        return RECORD.pack(self.stop - self.start, self.checksum, self.link)


class SequenceFile:
    """An open file of values; `open` with a ruleset makes its one writer, without one a reader."""

    def __init__(self, path: Path, writes: bool) -> None:
        self.path, self.writes = path, writes
        self.data = FileIO(path, "r+" if writes else "r")
        try:
            if writes:
                lock(self.data, path)
            start = os.pread(self.data.fileno(), HEADER.size, 0)
            self.header = Header.unpack(start, path)
            self.seed = crc32(start[:-4])
            self.journal = open_journal(path, "r+" if writes else "r")
        except BaseException:
            self.data.close()
            raise
        self.dtype = np.dtype(f"<u{self.header.width}")
        self.blocks: list[Block] = []
        self.promised = 0  # values, of which somebody may have cut off some since

    @classmethod
    def open(
        cls, path: str | Path, ruleset: str | None = None, first: int = 0, dtype: DTypeLike = np.uint16
    ) -> "SequenceFile":
        """The file, to read; with a ruleset, to write on: it is made if need be, and its values are checked."""
        path = Path(path)
        with in_words("open", path):
            if ruleset is not None and not path.exists():
                create(path, Header(ruleset, first, np.dtype(dtype).itemsize))
            file = cls(path, ruleset is not None)
            try:
                file.load()
                if ruleset is not None:
                    file.resume(ruleset, first)
            except BaseException:
                file.release()
                raise
            return file

    def load(self) -> None:
        """Read the journal; a record torn at its end counts as never written."""
        text, before = self.journal.readall() or b"", self.seed
        for place in range(0, len(text), RECORD.size):
            block = self.block_at(text[place : place + RECORD.size], before)
            if block is None and place + RECORD.size < len(text):
                raise DamageError(f"the journal of {self.path} is damaged; {self.cure(place // RECORD.size)}")
            if block is None:
                break
            self.promised, before = block.stop, block.link
            self.blocks.append(block)
        there = (os.fstat(self.data.fileno()).st_size - HEADER.size) // self.dtype.itemsize
        del self.blocks[bisect_right(self.blocks, there, key=lambda block: block.stop) :]

    def block_at(self, record: bytes, before: int) -> Block | None:
        """The block of this record, None if it is torn or damaged."""
        if len(record) < RECORD.size:
            return None
        count, checksum, _ = RECORD.unpack(record)
        block = Block.of(self.promised, count, checksum, before)
        return block if count and block.pack() == record else None

    def cure(self, whole: int) -> str:
        """How to keep the blocks before the damage."""
        kept = self.blocks[whole - 1].stop if whole else 0
        size = whole * RECORD.size
        return f"`truncate -s {size} {journal_of(self.path)}` keeps the first {kept:,} values, and the rest is redone"

    def resume(self, ruleset: str, first: int) -> None:
        """Make sure that these values are to be continued, and cut off what no record vouches for."""
        held = self.header
        if (held.ruleset, held.first) != (ruleset, first):
            wanted = f"{ruleset} from {first}"
            raise GrundyError(f"{self.path} holds {held.ruleset} from {held.first}, not {wanted}; choose another file")
        self.verify(self.blocks)
        self.cut()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back the room that was reserved and not used, and let others write."""
        if self.writes and not self.data.closed:
            self.cut()
        self.release()

    def release(self) -> None:
        """Close the files as they are."""
        self.journal.close()
        self.data.close()

    def __len__(self) -> int:
        return self.blocks[-1].stop if self.blocks else 0

    @property
    def stop(self) -> int:
        """The index after the last value, where the first has index `header.first`."""
        return self.header.first + len(self)

    @property
    def size(self) -> int:
        """The bytes of the header and the values."""
        return HEADER.size + len(self) * self.dtype.itemsize

    @property
    def values(self) -> Values:
        """All values as the disk has them, mapped and not to be written to."""
        whole = np.memmap(self.data, np.uint8, "r", shape=(self.size,))
        return whole[HEADER.size :].view(self.dtype)

    def read(self, start: int, stop: int, progress: Progress | None = None) -> Values:
        """The values of `start` to `stop - 1`, every block of them checked."""
        first = self.header.first
        if not first <= start <= stop <= self.stop:
            raise GrundyError(f"{self.path} has the values from {first} to {self.stop}, not from {start} to {stop}")
        touched = [block for block in self.blocks if block.start < stop - first and start - first < block.stop]
        self.verify(touched, progress)
        return self.values[start - first : stop - first]

    def verify(self, blocks: list[Block], progress: Progress | None = None) -> None:
        """Raise on the first block that is damaged."""
        for fault in self.faults(blocks, progress):
            raise DamageError(fault)

    def faults(self, blocks: list[Block], progress: Progress | None = None) -> Iterator[str]:
        """The damaged ones of the blocks, in words."""
        values, first = self.values, self.header.first
        for block in blocks:
            if crc32(values[block.start : block.stop]) != block.checksum:
                cure = self.cure(self.blocks.index(block))
                yield f"{self.path} is damaged between {first + block.start} and {first + block.stop}; {cure}"
            if progress:
                progress(block.stop - block.start)

    def check(self, progress: Progress | None = None) -> list[str]:
        """Everything that is wrong with the values, in words."""
        missing = self.promised - len(self)
        lost = [f"{self.path} was cut off: {missing:,} of its {self.promised:,} values are missing or in a torn block"]
        return (lost if missing else []) + list(self.faults(self.blocks, progress))

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
        new = self.fitted(np.asarray(values))
        self.reserve(len(new))
        for start in range(0, len(new), BLOCK):
            self.append_block(new[start : start + BLOCK])

    def fitted(self, values: NDArray[np.integer]) -> Values:
        """The values in the width of the file."""
        low, high = int(values.min(initial=0)), int(values.max(initial=0))
        if low < 0 or high > np.iinfo(self.dtype).max:
            bits = 8 * self.header.width
            raise GrundyError(f"{low if low < 0 else high} is no value of {bits} bits, as {self.path} has them")
        return np.ascontiguousarray(values, self.dtype)

    def reserve(self, count: int) -> None:
        """Make sure of the room for so many values more; what is not used goes back at the end."""
        with in_words(f"no space for {count:,} values in", self.path):
            try:
                if count and sys.platform != "darwin":  # which cannot reserve: there the write itself may fail
                    os.posix_fallocate(self.data.fileno(), self.size, count * self.dtype.itemsize)
            except OSError:
                self.cut()
                raise

    def append_block(self, values: Values) -> None:
        """Write one block, then its record; whatever goes wrong between, the files are as before."""
        before = self.blocks[-1].link if self.blocks else self.seed
        block = Block.of(len(self), len(values), crc32(values), before)
        with in_words(f"no space for {len(values):,} values in", self.path):
            try:
                write(self.data, memoryview(values).cast("B"), self.size)
                write(self.journal, memoryview(block.pack()), len(self.blocks) * RECORD.size)
                self.blocks.append(block)
            except BaseException:
                self.cut()
                raise

    def cut(self) -> None:
        """Cut off what no record vouches for, the journal first."""
        self.journal.truncate(len(self.blocks) * RECORD.size)
        self.data.truncate(self.size)
