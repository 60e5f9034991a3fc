"""A reader over text for hand-written parsers: errors point at its place, and sizes are bounded before they cost."""

import re
from collections.abc import Callable
from math import log10
from typing import TypeVar

from grundy.errors import NotationError

MOST_DIGITS = 4_000  # Python's own limit for int() and str() is 4,300
MOST_CHARACTERS = 2_000_000  # of an expression
T = TypeVar("T")
BLANKS = " \t\r\n"
SIZES = re.compile(r"\b\d+(?:\s*[xX\u00d7]\s*\d+)+\b")  # rows x columns, with any sign for times
SIGNS = dict(zip("\u2295\u2297\u00d7\u2212\u2010\u2011\u2012\u2013\u2014\u3001", "+**-----" + "-,", strict=True))
GROUPS = re.compile(r"\b\d{1,3}(?:[,\s]+\d{3})*[,\s]+\Z")  # of three digits, as large numbers are printed elsewhere
MORE_GROUPS = re.compile(r"\d{3}(?:[,\s]+\d{3}\b)*")
GROUPS_WIDTH = 40
DECIMALS = re.compile(r"\.\d+")
FULL_WIDTH, FULL_WIDTH_END = 0xFF01, 0xFF5E  # forms of the ASCII characters from ! to ~


def ellipsis(text: str, width: int = 30) -> str:
    """The text, cut in the middle if it is long."""
    return text if len(text) <= width else f"{text[: width // 2]}...{text[-width // 3 :]}"


def printable(text: str) -> str:
    """The text without signs by which a name in a file could write other lines on a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def plain_signs(text: str) -> str:
    """The text with the signs of a keyboard for others that mean the same, each in its place.

    >>> plain_signs("(3 \u00d7 7) \u2295 nim(\uff13\uff0c5)"), plain_signs("(3X4)")
    ('(3 x 7) + nim(3,5)', '(3x4)')
    """
    if text.isascii() and "X" not in text:
        return text
    text = SIZES.sub(lambda sizes: re.sub("[X\u00d7]", "x", sizes[0]), text)
    return text if text.isascii() else "".join(map(plain_sign, text))


def plain_sign(sign: str) -> str:
    if FULL_WIDTH <= ord(sign) <= FULL_WIDTH_END:
        return chr(ord(sign) - FULL_WIDTH + ord("!"))
    return str(int(sign)) if sign.isdecimal() else " " if sign.isspace() and sign != "\n" else SIGNS.get(sign, sign)


class Reader:
    """A place in a text that moves forward as things are read."""

    def __init__(self, text: str, place: int = 0, stop: int | None = None, files: bool = False) -> None:
        self.text, self.place, self.stop = text, place, len(text) if stop is None else stop
        self.files = files  # whether @FILE may be read: on the command line, never over the web

    def error(self, message: str, place: int | None = None) -> NotationError:
        """An error at the place (by default the present one)."""
        return NotationError(message, self.text, self.place if place is None else place)

    def skip(self) -> None:
        while self.place < self.stop and self.text[self.place] in BLANKS:
            self.place += 1

    @property
    def next(self) -> str:
        """The next character that is not white space, or '' at the end."""
        self.skip()
        return self.text[self.place : min(self.place + 1, self.stop)]

    def next_in_words(self) -> str:
        return f"'{self.next}'" if self.next else "the end"

    def take(self, token: str) -> bool:
        """Whether the token stands here; if so it is read."""
        self.skip()
        if not self.text.startswith(token, self.place, self.stop):
            return False
        self.place += len(token)
        return True

    def expect(self, token: str, where: str = "") -> None:
        if not self.take(token):
            raise self.error(f"expected '{token}'{where and ' ' + where}, found {self.next_in_words()}")

    def while_in(self, characters: str) -> str:
        """The longest run of the given characters from here."""
        self.skip()
        start = self.place
        while self.place < self.stop and self.text[self.place] in characters:
            self.place += 1
        return self.text[start : self.place]

    def at_number(self) -> bool:
        return self.next != "" and self.next in "0123456789"

    def integer(self, what: str = "a number") -> int:
        """A non-negative integer: digits (1_000 too), or a power such as 10^9 or 2**64."""
        base = self._digits(what)
        if not (self.take("**") or self.take("^")):
            return base
        start = self.place
        exponent = self._digits("an exponent")
        if base > 1 and (exponent > 4 * MOST_DIGITS or exponent * log10(base) > MOST_DIGITS):
            raise self.error(f"a number of more than {MOST_DIGITS:,} digits; write a smaller one", start)
        value: int = base**exponent
        return value

    def _digits(self, what: str) -> int:
        self.skip()
        start = self.place
        if self.next == "-":
            raise self.error(f"{what} cannot be negative; write 0 or more")
        digits = self.while_in("0123456789_").replace("_", "")
        if not digits:
            raise self.error(f"expected {what}, found {self.next_in_words()}", start)
        if len(digits) > MOST_DIGITS:
            raise self.error(f"a number of {len(digits):,} digits; at most {MOST_DIGITS:,} are read", start)
        is_group = len(digits) == 3 and digits[0] == "0"
        begun = GROUPS.search(self.text, max(0, start - GROUPS_WIDTH), start) if is_group else None
        if begun and (more := MORE_GROUPS.match(self.text, start, self.stop)):
            groups = re.findall(r"\d+", begun[0] + more[0])
            signs = "commas" if "," in begun[0] else "blanks"
            raise self.error(f"a number stands here without {signs}: {''.join(groups)}", start)
        return int(digits)

    @property
    def rest(self) -> str:
        """Everything up to where reading must stop, which is read by this."""
        start, self.place = self.place, self.stop
        return self.text[start : self.stop].strip(BLANKS)

    def list_of(self, item: Callable[[], T]) -> list[T]:
        """Items separated by commas, or numbers by blanks, up to where reading must stop."""
        items, start = list[T](), self.place
        while not items or self.take(",") or (self.at_number() and self.text[self.place - 1] in BLANKS):
            self.skip()
            start = self.place
            items.append(item())
        if isinstance(items[-1], int) and (decimals := DECIMALS.match(self.text, self.place, self.stop)):
            number = ellipsis(f"{self.text[start : self.place]}{decimals[0]}")
            raise self.error(f"{number} is not a whole number; write one such as {items[-1]}", start)
        self.end()
        return items

    def end(self) -> None:
        if self.next:
            raise self.error(f"expected nothing more, found {self.next_in_words()}")


def spaced_row(reader: Reader, signs: str) -> str:
    """The signs up to the end of the line, all of which may stand apart; rows are not separated by blanks."""
    reader.skip()
    start = reader.place
    pieces = reader.while_in(signs + " ").split()
    if len(pieces) > 1 and max(map(len, pieces)) > 1:
        raise reader.error(f"a blank inside a row; rows are separated by '/': {ellipsis('/'.join(pieces))}", start)
    return "".join(pieces)
