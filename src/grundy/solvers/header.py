"""The header of a file of values: whose they are, from which heap on, and how wide."""

import struct
from pathlib import Path
from typing import NamedTuple, Self
from zlib import crc32

from grundy.errors import DamageError, GrundyError

__all__ = ["HEADER", "Header"]

MAGIC, VERSION, WIDTHS = b"grundy\r\n", 1, (1, 2, 4)
LONGEST = 4072  # bytes of a ruleset
HEADER = struct.Struct(f"<8sHHQ{LONGEST}sI")  # magic, version, bytes of a value, first index, ruleset, checksum


class Header(NamedTuple):
    """What a file says of its values."""

    ruleset: str
    first: int
    width: int

    def pack(self) -> bytes:
        """The header as it is written."""
        text = self.ruleset.encode()
        if len(text) > LONGEST:
            raise GrundyError(f"a ruleset of {len(text):,} bytes does not fit into a file; at most {LONGEST:,} do")
        body = HEADER.pack(MAGIC, VERSION, self.width, self.first, text, 0)[:-4]
        return body + struct.pack("<I", crc32(body))

    @classmethod
    def unpack(cls, data: bytes, path: Path) -> Self:
        """The header that was read from a file."""
        if len(data) < HEADER.size or not data.startswith(MAGIC):
            raise DamageError(f"{path} is no sequence file; `grundy values RULESET --out FILE.seq` writes one")
        _, version, width, first, text, checksum = HEADER.unpack(data)
        if crc32(data[:-4]) != checksum:
            raise DamageError(f"the header of {path} is damaged; restore the file, or compute it again")
        if version != VERSION or width not in WIDTHS:
            raise DamageError(f"{path} has format {version}, and this grundy reads {VERSION}; upgrade grundy")
        return cls(text.rstrip(b"\0").decode(errors="replace"), first, width)

    def size(self, count: int) -> int:
        """The bytes of a file of so many values."""
        return HEADER.size + count * self.width
