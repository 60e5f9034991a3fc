"""QR codes (ISO/IEC 18004) of short texts: bytes, error correction M, versions 1 to 10, which is up to 213 bytes.

A code is a square of modules, True for dark. The finder, timing and alignment patterns are put down first; then the
bits of the text and of a Reed-Solomon code over GF(256) go up and down in pairs of columns from the right; and of eight
masks that one is taken whose result has the least penalty.
"""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby, pairwise

from grundy.errors import GrundyError

Modules = list[list[bool]]
Place = tuple[int, int]
# Of each version with correction M: code words for correction in a block, and the numbers of data words in the blocks.
BLOCKS: dict[int, tuple[int, tuple[int, ...]]] = {
    1: (10, (16,)),
    2: (16, (28,)),
    3: (26, (44,)),
    4: (18, (32, 32)),
    5: (24, (43, 43)),
    6: (16, (27,) * 4),
    7: (18, (31,) * 4),
    8: (22, (38, 38, 39, 39)),
    9: (22, (36, 36, 36, 37, 37)),
    10: (26, (43, 43, 43, 43, 44)),
}
ALIGNMENT = {1: (), 2: (6, 18), 3: (6, 22), 4: (6, 26), 5: (6, 30), 6: (6, 34)} | {
    7: (6, 22, 38),
    8: (6, 24, 42),
    9: (6, 26, 46),
    10: (6, 28, 50),
}
BYTE_MODE, LEVEL_M = 0b0100, 0b00
FIELD, FORMAT_GENERATOR, VERSION_GENERATOR = 0x11D, 0b10100110111, 0b1111100100101
FORMAT_MASK = 0b101010000010010
PADDING = 0b11101100, 0b00010001
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)
LIKE_A_FINDER = [True, False, True, True, True, False, True]


def qr_code(text: str) -> Modules:
    """The modules of a text, without the quiet zone around them.

    >>> len(qr_code("https://example.org"))
    25
    """
    data = text.encode()
    version = choose_version(len(data))
    fixed = fixed_modules(version)
    places = list(data_places(version, fixed))
    bits = [word >> bit & 1 == 1 for word in code_words(data, version) for bit in range(7, -1, -1)]
    bits += [False] * (len(places) - len(bits))
    tried = (masked(version, fixed, places, bits, number) for number in range(len(MASKS)))
    return min(tried, key=penalty)


def choose_version(length: int) -> int:
    for version, (_, blocks) in BLOCKS.items():
        if 4 + length_bits(version) + 8 * length <= 8 * sum(blocks):
            return version
    raise GrundyError(f"a text of {length} bytes; a QR code of this kind holds 213: use a shorter link")


def length_bits(version: int) -> int:
    return 8 if version < 10 else 16


def code_words(data: bytes, version: int) -> list[int]:
    """The words of data and of correction, in turns from each block."""
    correction, sizes = BLOCKS[version]
    words, blocks = data_words(data, version, sum(sizes)), list[list[int]]()
    for size in sizes:
        blocks.append(words[:size])
        words = words[size:]
    checks = [remainder(block, correction) for block in blocks]
    longest = max(sizes)
    shuffled = [block[n] for n in range(longest) for block in blocks if n < len(block)]
    return shuffled + [check[n] for n in range(correction) for check in checks]


def data_words(data: bytes, version: int, many: int) -> list[int]:
    """Mode, length and bytes as words of eight bits, filled up."""
    bits = f"{BYTE_MODE:04b}{len(data):0{length_bits(version)}b}" + "".join(f"{byte:08b}" for byte in data)
    bits += "0" * min(4, 8 * many - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[n : n + 8], 2) for n in range(0, len(bits), 8)]
    return words + [PADDING[n % 2] for n in range(many - len(words))]


def multiply(a: int, b: int) -> int:
    """The product in GF(256)."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (FIELD if a & 0x80 else 0)
        b >>= 1
    return product


def remainder(words: Sequence[int], degree: int) -> list[int]:
    """The words of correction: the remainder by the product of (x - 2^n) for n below the degree."""
    generator, root = [1], 1
    for _ in range(degree):
        shifted = [*generator, 0]
        generator = [one ^ multiply(other, root) for one, other in zip(shifted, [0, *generator], strict=True)]
        root = multiply(root, 2)
    rest = [*words, *[0] * degree]
    for n in range(len(words)):
        factor = rest[n]
        for place, coefficient in enumerate(generator):
            rest[n + place] ^= multiply(coefficient, factor)
    return rest[len(words) :]


def fixed_modules(version: int) -> dict[Place, bool]:
    """The patterns, and light modules where format and version will stand."""
    size = 17 + 4 * version
    found = {(6, n): n % 2 == 0 for n in range(size)} | {(n, 6): n % 2 == 0 for n in range(size)}
    centres = ALIGNMENT[version]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for place in ((row, column) for row in centres for column in centres if (row, column) not in corners):
        found |= rings(place, 2, size)
    for place in ((3, 3), (3, size - 4), (size - 4, 3)):
        found |= rings(place, 4, size)
    return found | dict.fromkeys(format_places(size, 0), False) | dict.fromkeys(version_places(version), False)


def rings(centre: Place, radius: int, size: int) -> dict[Place, bool]:
    """A pattern of squares in squares: light at distance 1 of a small one, 2 and 4 of a large one."""
    light = {1} if radius == 2 else {2, 4}
    return {
        (centre[0] + r, centre[1] + c): max(abs(r), abs(c)) not in light
        for r in range(-radius, radius + 1)
        for c in range(-radius, radius + 1)
        if 0 <= centre[0] + r < size and 0 <= centre[1] + c < size
    }


def format_places(size: int, mask: int) -> dict[Place, bool]:
    """The two copies of the format, and the one module that is always dark."""
    word = LEVEL_M << 3 | mask
    bits = (word << 10 | check_bits(word << 10, FORMAT_GENERATOR)) ^ FORMAT_MASK
    rows = [0, 1, 2, 3, 4, 5, 7, 8, *range(size - 7, size)]
    first = [(row, 8) for row in rows[:8]] + [(8, column) for column in (7, 5, 4, 3, 2, 1, 0)]
    second = [(8, size - 1 - n) for n in range(8)] + [(row, 8) for row in rows[8:]]
    return {place: bits >> n & 1 == 1 for copy in (first, second) for n, place in enumerate(copy)} | {
        (size - 8, 8): True
    }


def version_places(version: int) -> dict[Place, bool]:
    """The two copies of the version, from 7 on."""
    if version < 7:
        return {}
    bits, size = version << 12 | check_bits(version << 12, VERSION_GENERATOR), 17 + 4 * version
    places = [(n // 3, size - 11 + n % 3) for n in range(18)]
    return {it: bits >> n & 1 == 1 for n, place in enumerate(places) for it in (place, place[::-1])}


def check_bits(word: int, generator: int) -> int:
    """The remainder of a polynomial over GF(2)."""
    while word.bit_length() >= generator.bit_length():
        word ^= generator << word.bit_length() - generator.bit_length()
    return word


def data_places(version: int, fixed: dict[Place, bool]) -> Iterator[Place]:
    """The free places in pairs of columns from the right, up and down in turns; column 6 is no part of a pair."""
    size = 17 + 4 * version
    rights = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(rights):
        for n in range(size):
            row = n if turn % 2 else size - 1 - n
            yield from ((row, column) for column in (right, right - 1) if (row, column) not in fixed)


def masked(version: int, fixed: dict[Place, bool], places: list[Place], bits: list[bool], mask: int) -> Modules:
    size, flips = 17 + 4 * version, MASKS[mask]
    whole = fixed | {place: bit != flips(*place) for place, bit in zip(places, bits, strict=True)}
    whole |= format_places(size, mask) | version_places(version)
    return [[whole[row, column] for column in range(size)] for row in range(size)]


def penalty(modules: Modules) -> int:
    """How hard a code is to read: long runs, squares of one colour, false finders, and an uneven share of dark."""
    size = len(modules)
    lines = [*modules, *map(list, zip(*modules, strict=True))]
    total = sum(map(line_penalty, lines))
    for upper, lower in pairwise(modules):
        total += sum(3 for n in range(size - 1) if upper[n] == upper[n + 1] == lower[n] == lower[n + 1])
    dark = sum(map(sum, modules))
    return total + 10 * (abs(20 * dark - 10 * size * size) // (size * size))


def line_penalty(line: list[bool]) -> int:
    total = sum(run - 2 for _, group in groupby(line) if (run := len(list(group))) >= 5)
    for n in range(len(line) - 6):
        if line[n : n + 7] == LIKE_A_FINDER:
            total += 40 * (not any(line[max(0, n - 4) : n])) + 40 * (not any(line[n + 7 : n + 11]))
    return total


def qr_svg(text: str, label: str) -> str:
    """The code as an SVG element, dark on light with a quiet zone of four modules, whatever the colours of the page."""
    modules = qr_code(text)
    size = len(modules) + 8
    dark = ((row, column) for row, line in enumerate(modules) for column, is_dark in enumerate(line) if is_dark)
    path = "".join(f"M{column + 4} {row + 4}h1v1h-1z" for row, column in dark)
    head = f'<svg class="qr" role="img" aria-label="{escape(label)}" viewBox="0 0 {size} {size}"'
    light = f'<rect width="{size}" height="{size}" fill="#fff"/>'
    return f'{head} shape-rendering="crispEdges">{light}<path d="{path}" fill="#000"/></svg>'
