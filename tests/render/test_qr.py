"""QR codes: against the example of the standard's tables, and read back by undoing every step."""

import pytest

from grundy.errors import GrundyError
from grundy.render.qr import (
    BLOCKS,
    MASKS,
    check_bits,
    data_places,
    fixed_modules,
    format_places,
    multiply,
    qr_code,
    qr_svg,
    remainder,
)


def read_back(modules: list[list[bool]]) -> str:
    """The text of an undamaged code: mask off, words in order, mode and length read."""
    size = len(modules)
    version = (size - 17) // 4
    mask = next(n for n in range(8) if all(modules[r][c] == dark for (r, c), dark in format_places(size, n).items()))
    bits = "".join(
        str(int(modules[r][c] != MASKS[mask](r, c))) for r, c in data_places(version, fixed_modules(version))
    )
    words = [int(bits[n : n + 8], 2) for n in range(0, len(bits) - 7, 8)]
    correction, sizes = BLOCKS[version]
    blocks = [list[int]() for _ in sizes]
    stream = iter(words)
    for n in range(max(sizes)):
        for block, many in zip(blocks, sizes, strict=True):
            if n < many:
                block.append(next(stream))
    checks = list(zip(*(list(zip(*[stream] * len(sizes), strict=False))[:correction]), strict=True))
    assert [tuple(remainder(block, correction)) for block in blocks] == checks
    text = "".join(f"{word:08b}" for block in blocks for word in block)
    start = 4 + (8 if version < 10 else 16)
    length = int(text[4:start], 2)
    return bytes(int(text[start + 8 * n : start + 8 * n + 8], 2) for n in range(length)).decode()


@pytest.mark.parametrize("length", [1, 14, 15, 42, 43, 62, 84, 106, 122, 152, 180, 181, 213])
def test_a_code_reads_back(length: int) -> None:
    text = ("https://example.org/puzzles?kind=win&level=easy " * 5)[:length]
    assert read_back(qr_code(text)) == text


def test_the_words_of_correction_are_those_of_the_standard() -> None:
    # ISO/IEC 18004, annex I: "01234567" in version 1-M.
    words = [0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11]
    assert remainder(words, 10) == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
    assert multiply(0x80, 2) == 0x1D


def test_format_and_version_are_those_of_the_standard() -> None:
    assert 7 << 12 | check_bits(7 << 12, 0b1111100100101) == 0b000111110010010100  # annex D
    assert (
        5 << 10 | check_bits(5 << 10, 0b10100110111)
    ) ^ 0b101010000010010 == 0b100000011001110  # annex C, M with mask 5


def test_a_text_that_is_too_long() -> None:
    with pytest.raises(GrundyError, match="shorter link"):
        qr_code("x" * 214)


def test_the_picture_has_a_quiet_zone_and_a_name() -> None:
    svg = qr_svg("a", 'QR code of "a"')
    assert 'viewBox="0 0 29 29"' in svg
    assert 'aria-label="QR code of &quot;a&quot;"' in svg
