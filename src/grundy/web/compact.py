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
    if len(text) <= READABLE_CHARACTERS:
        return text
    packed = urlsafe_b64encode(zlib.compress(text.encode(), 9, RAW_DEFLATE)).decode()
    return MARK + packed.rstrip("=")


def read_positions(text: str) -> tuple[str, ...]:
    """The positions that were written; none where the text makes no sense.

    >>> line = tuple(f"nim(200,200,200,{n})" for n in range(20, 5, -1))
    >>> read_positions(write_positions(line)) == line
    True
    >>> read_positions(".nonsense")
    ()
    """
    if text.startswith(MARK):
        text = unpack(text.removeprefix(MARK))
    return tuple(text.split(SEPARATOR)) if text else ()


def unpack(text: str) -> str:
    try:
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return zlib.decompressobj(RAW_DEFLATE).decompress(packed, MOST_CHARACTERS).decode()
    except (Base64Error, ValueError, zlib.error):
        return ""
