"""Sequence files: the values of one ruleset in a raw file, and a journal of their checksums.

The format, and why a crash costs at most one block, are in docs/theory/heaps.md.
"""

import os
import struct
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EDQUOT, EFBIG, ENOSPC
from io import FileIO
from mmap import mmap
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple, Self
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from grundy.errors import DamageError, GrundyError
from grundy.system import Release, forget_pages, is_locked, read_at, reserve_space, sync_folder, take_lock, write_at

StoredValues = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]
Progress = Callable[[int], None]  # is called with the number of values checked since the last call

MAGIC, VERSION, WIDTHS = b"grundy\r\n", 1, (1, 2, 4)
RULESET_BYTES = 4072  # at most
HEADER = struct.Struct(f"<8sHHQ{RULESET_BYTES}sI")  # magic, version, bytes of a value, first n, ruleset, checksum
RECORD = struct.Struct("<QII")  # number of values, their checksum, checksum of the record
BLOCK_VALUES = 1 << 20  # the two syncs of a block take about 10 ms, the fastest kernels 100 ms for so many values


class Header(NamedTuple):
    """Whose values a file holds, from which n on, and in how many bytes each."""

    ruleset: str
    first: int
    width: int

    def pack(self) -> bytes:
        text = self.ruleset.encode()
        if len(text) > RULESET_BYTES:
            raise GrundyError(
                f"a ruleset of {len(text):,} bytes does not fit into a file; at most {RULESET_BYTES:,} do"
            )
        body = HEADER.pack(MAGIC, VERSION, self.width, self.first, text, 0)[:-4]
        return body + struct.pack("<I", crc32(body))

    @classmethod
    def unpack(cls, data: bytes, path: Path) -> Self:
        if len(data) < HEADER.size or not data.startswith(MAGIC):
            raise DamageError(f"{path} is no sequence file; `grundy values RULESET --out FILE.seq` writes one")
        _, version, width, first, text, checksum = HEADER.unpack(data)
        if crc32(data[:-4]) != checksum:
            raise DamageError(f"the header of {path} is damaged; restore the file, or compute it again")
        if version != VERSION or width not in WIDTHS:
            raise DamageError(f"{path} has format {version}, and this grundy reads {VERSION}; upgrade grundy")
        return cls(text.rstrip(b"\0").decode(errors="replace"), first, width)

    def size(self, count: int) -> int:
        return HEADER.size + count * self.width


class BlockRecord(NamedTuple):
    """Values `start` to `stop - 1`, counted from the first of the file, and the checksums in their record."""

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
        start = read_at(data.fileno(), HEADER.size, 0)
        self.header, self.seed = Header.unpack(start, path), crc32(start[:-4])
        self.dtype = np.dtype(f"<u{self.header.width}")
        self.journal = FileIO(journal_of(path), "r+" if data.writable() else "r")
        self.blocks: list[BlockRecord] = []
        self.loose = 0  # bytes at the end of the journal that are no record
        self.map: mmap | None = None
        self.unlock: Release | None = None

    @classmethod
    def open(cls, path: str | Path, ruleset: str | None = None, first: int = 0, dtype: DTypeLike = "u2") -> Self:
        """The file, to be read; with a ruleset, to be continued: it is created if need be, and its values checked."""
        path = Path(path)
        with one_line_errors("cannot open", path), ExitStack() as opened:
            if ruleset is not None and not path.exists():
                create(path, Header(ruleset, first, np.dtype(dtype).itemsize))
            data = opened.enter_context(FileIO(path, "r" if ruleset is None else "r+"))
            unlock = None
            if ruleset is not None:
                unlock = opened.callback(take_lock(data.fileno(), path))
            file = cls(path, data)
            file.unlock = unlock
            opened.enter_context(file.journal)
            file.load()
            if ruleset is not None:
                file.resume(ruleset, first)
            opened.pop_all()
        return file

    def load(self) -> None:
        """Read the journal; an incomplete record at its end counts as never written."""
        text, before = self.journal.readall(), self.seed
        for place in range(0, len(text), RECORD.size):
            count, checksum, link = RECORD.unpack(text[place : place + RECORD.size].ljust(RECORD.size, b"\0"))
            block = BlockRecord.of(len(self), count, checksum, before)
            if block.link == link:
                before = link
                self.blocks.append(block)
            elif place + RECORD.size >= len(text):
                self.loose = len(text) - place
            else:
                raise DamageError(f"the journal of {self.path} is damaged; {self.repair_command(len(self.blocks))}")
        there = (os.fstat(self.data.fileno()).st_size - HEADER.size) // self.dtype.itemsize
        whole = bisect_right(self.blocks, there, key=lambda block: block.stop)
        self.lost = len(self.blocks) - whole  # blocks that are missing: no crash does that, somebody cut the file
        del self.blocks[whole:]

    def repair_command(self, whole: int) -> str:
        """The command that keeps the blocks before the damage, `whole` in number."""
        kept = self.blocks[whole - 1].stop if whole else 0
        return f"`truncate -s {whole * RECORD.size} {journal_of(self.path)}` keeps the {kept:,} values before it"

    def resume(self, ruleset: str, first: int) -> None:
        """Check that these are the values to continue, and cut off what no record covers."""
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
        """Release the lock, and the disk space that was reserved and not used, which is mapped no more."""
        self.map = None
        if not self.data.closed and self.data.writable():
            with suppress(OSError):
                self.cut()
        self.journal.close()
        if self.unlock:
            self.unlock()
            self.unlock = None
        self.data.close()

    def __len__(self) -> int:
        return self.blocks[-1].stop if self.blocks else 0

    @property
    def stop(self) -> int:
        """The n after the last value g(n)."""
        return self.header.first + len(self)

    @property
    def size(self) -> int:
        return self.header.size(len(self))

    @property
    def values(self) -> StoredValues:
        whole = np.memmap(self.data, np.uint8, "r", shape=(self.size,))
        return whole[HEADER.size :].view(self.dtype)

    def read(self, start: int, stop: int, progress: Progress | None = None) -> StoredValues:
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
        first = self.header.first
        for number, (start, stop, checksum, _) in enumerate(self.blocks[low:high], low):
            if crc32(self.read_block(start, stop)) != checksum:
                yield f"{self.path} is damaged within {first + start}:{first + stop}; {self.repair_command(number)}"
            if progress:
                progress(stop - start)

    def read_block(self, start: int, stop: int) -> bytes:
        """The bytes of values, read and not mapped: a disk that fails ends a process that reads a map."""
        with one_line_errors("cannot read", self.path):
            return read_at(self.data.fileno(), (stop - start) * self.dtype.itemsize, self.header.size(start))

    def check(self, progress: Progress | None = None) -> list[str]:
        """What is wrong with the file, in words; values that a killed writer did not record are no fault."""
        return [*self.faults(0, len(self.blocks), progress), *self.faults_at_end()]

    def faults_at_end(self) -> Iterator[str]:
        """What is wrong behind the values that can be read, in words."""
        if self.lost:
            yield f"{self.path} was cut at {self.stop}; its journal has {self.lost:,} blocks more"
        if self.loose == RECORD.size:  # a death leaves less than a record, or none
            cure = self.repair_command(len(self.blocks))
            yield f"the last record of the journal of {self.path} is damaged; {cure}"

    @property
    def unrecorded(self) -> int:
        """How many values, or places reserved for them, lie behind those that the journal records."""
        return max(0, os.fstat(self.data.fileno()).st_size - self.size) // self.dtype.itemsize

    @property
    def is_busy(self) -> bool:
        """Whether another process is writing the file, which then has reserved space behind the values."""
        return os.fstat(self.data.fileno()).st_size != self.size and is_locked(self.data.fileno(), self.path)

    def info(self) -> dict[str, object]:
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
        """Write values after the last, block by block; raise before the first is written if they do not fit."""
        new: NDArray[np.integer] = np.asarray(values)
        if len(new) and not 0 <= new.min() <= new.max() <= np.iinfo(self.dtype).max:
            raise GrundyError(f"{new.min()} to {new.max()} do not fit {self.path} of {self.dtype}; start a wider file")
        self.reserve(len(new))
        for start in range(0, len(new), BLOCK_VALUES):
            self.append_block(np.ascontiguousarray(new[start : start + BLOCK_VALUES], self.dtype))

    def reserve(self, count: int) -> None:
        """Reserve disk space for so many more values; what is not used goes back when the file is closed."""
        with self.undo_on_error(count):
            if count:
                reserve_space(self.data.fileno(), self.size, count * self.dtype.itemsize)

    def map_values(self, to: int) -> NDArray[np.uint16]:
        """The values of sixteen bits and the space reserved for those below `to`, mapped, to be written to.

        What is written there counts once it is appended; the array must not be used after the file is closed.
        """
        self.map = mmap(self.data.fileno(), self.header.size(to - self.header.first))
        return np.frombuffer(self.map, np.uint16, offset=HEADER.size)

    def is_in_place(self, values: StoredValues) -> bool:
        if self.map is None:
            return False
        return values.ctypes.data == np.frombuffer(self.map, np.uint8, 1, self.size).ctypes.data

    def append_block(self, values: StoredValues) -> None:
        before = self.blocks[-1].link if self.blocks else self.seed
        block = BlockRecord.of(len(self), len(values), crc32(values.data), before)
        with self.undo_on_error(len(values)):
            write_and_sync(self.data, memoryview(b"") if self.is_in_place(values) else values.data.cast("B"), self.size)
            record = RECORD.pack(len(values), block.checksum, block.link)
            write_and_sync(self.journal, memoryview(record), len(self.blocks) * RECORD.size)
            self.blocks.append(block)
        if self.map:
            forget_pages(self.map)

    @contextmanager
    def undo_on_error(self, count: int) -> Iterator[None]:
        """Restore the files to what the journal covers, if the work within fails."""
        try:
            with one_line_errors(f"cannot write {count:,} values to", self.path, f"no space for {count:,} values in"):
                yield
        except BaseException:
            with suppress(OSError):  # then the next writer cuts off what no record covers
                self.cut()
            raise

    def cut(self) -> None:
        """Cut off what no record covers, the journal first."""
        self.lost = self.loose = 0
        self.journal.truncate(len(self.blocks) * RECORD.size)
        self.data.truncate(max(self.size, len(self.map) if self.map else 0))


def journal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.journal")


def create(path: Path, header: Header) -> None:
    """Create a file without values; it gets its name only once its header is complete."""
    journal, new, start = journal_of(path), path.with_name(f"{path.name}.new"), memoryview(header.pack())
    if journal.exists() and journal.stat().st_size:
        raise GrundyError(f"{journal} is there without {path.name}; bring that back, or remove the journal")
    with FileIO(os.open(new, os.O_RDWR | os.O_CREAT, 0o666), "r+") as file:
        unlock = take_lock(file.fileno(), new)
        try:
            if not path.exists():  # no other process has created it meanwhile
                file.truncate(0)
                write_and_sync(file, start, 0)
                journal.touch()
                new.rename(path)
                sync_folder(path.parent)
        finally:
            new.unlink(missing_ok=True)
            unlock()


@contextmanager
def one_line_errors(what: str, path: Path, full: str = "no space for the header of") -> Iterator[None]:
    """Turn an error of the system in the work within into one line for the user."""
    try:
        yield
    except BlockingIOError as error:
        raise GrundyError(f"another process is writing {path}; wait for it, or choose another file") from error
    except OSError as error:
        what = full if error.errno in (EDQUOT, EFBIG, ENOSPC) else what
        raise GrundyError(f"{what} {error.filename or path}: {error.strerror}") from error


def write_and_sync(file: FileIO, data: memoryview, place: int) -> None:
    write_at(file.fileno(), data, place)
    os.fsync(file.fileno())


def refuse_too_many(path: Path, count: int, size: int) -> None:
    """Raise where the disk has no room for a file of so many values and bytes, before anything is written."""
    if os.path.isdir(path.parent):
        free = disk_usage(path.parent).free + (path.stat().st_size if os.path.isfile(path) else 0)
        if size > free:
            raise GrundyError(
                f"no space for {count:,} values in {path}: they take {in_units(size)}, and {in_units(free)} are free;"
                " ask for fewer"
            )


def in_units(size: int) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"
