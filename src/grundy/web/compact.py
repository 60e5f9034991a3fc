"""The positions of a match in its address: as they are while they are few, otherwise compressed.

A page links to hundreds of positions, each with the history of the match; the positions of a match are much alike.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from functools import lru_cache

SEPARATOR = "~"
MARK = "."  # in front of what is compressed; no position begins with it
READABLE_CHARACTERS = 60  # of positions that are written as they are
MOST_CHARACTERS = 20_000  # of positions that are read
RAW_DEFLATE = -15  # no header and no checksum (RFC 1951)


@lru_cache(64)  # all moves of a page have the same history
def write_positions(positions: tuple[str, ...]) -> str:
    """The positions as text for an address.

    >>> write_positions(("nim(3,5,7)", "nim(3,4,7)"))
    'nim(3,5,7)~nim(3,4,7)'
    >>> line = tuple(f"nim(200,200,200,{n})" for n in range(20, 5, -1))
    >>> len(SEPARATOR.join(line)), len(write_positions(line)) < 100
    (295, True)
    """
    text = SEPARATOR.join(positions)
    return text if len(text) <= READABLE_CHARACTERS else pack(text)


def read_positions(text: str) -> tuple[str, ...]:
    """The positions that were written; none where the text makes no sense.

    >>> line = tuple(f"nim(200,200,200,{n})" for n in range(20, 5, -1))
    >>> read_positions(write_positions(line)) == line
    True
    >>> read_positions(".nonsense")
    ()
    """
    text = unpack(text)
    return tuple(text.split(SEPARATOR)) if text else ()


def pack(text: str) -> str:
    """The text compressed for an address.

    >>> unpack(pack("nim(3,5,7)"))
    'nim(3,5,7)'
    """
    return MARK + urlsafe_b64encode(zlib.compress(text.encode(), 9, RAW_DEFLATE)).decode().rstrip("=")


def unpack(text: str) -> str:
    """The text that was packed; one that was not as it is, and nothing where it makes no sense."""
    if not text.startswith(MARK):
        return text
    data = text.removeprefix(MARK)
    try:
        packed = urlsafe_b64decode(data + "=" * (-len(data) % 4))
        return zlib.decompressobj(RAW_DEFLATE).decompress(packed, MOST_CHARACTERS).decode()
    except (Base64Error, ValueError, zlib.error):
        return ""
