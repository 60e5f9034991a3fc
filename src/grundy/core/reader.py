"""A reader over text for hand-written parsers: one place, errors that point at it, costs bounded first."""

from collections.abc import Callable
from math import log10
from typing import TypeVar

from grundy.errors import NotationError

__all__ = ["MAX_DIGITS", "Reader", "ellipsis"]

MAX_DIGITS = 4_000  # Python's own limit for int() and str() is 4,300
T = TypeVar("T")
BLANKS = " \t\r\n"


def ellipsis(text: str, width: int = 30) -> str:
    """The text, cut in the middle if it is long."""
    return text if len(text) <= width else f"{text[: width // 2]}...{text[-width // 3 :]}"


class Reader:
    """A place in a text that moves forward as things are read."""

    def __init__(self, text: str, place: int = 0, stop: int | None = None, files: bool = False) -> None:
        self.text, self.place, self.stop = text, place, len(text) if stop is None else stop
        self.files = files  # whether @FILE may be read: on the command line, never over the web

    def error(self, message: str, place: int | None = None) -> NotationError:
        """An error at the place (by default the present one)."""
        return NotationError(message, self.text, self.place if place is None else place)

    def skip(self) -> None:
        """Pass over white space."""
        while self.place < self.stop and self.text[self.place] in BLANKS:
            self.place += 1

    @property
    def next(self) -> str:
        """The next character that is not white space, or '' at the end."""
        self.skip()
        return self.text[self.place : min(self.place + 1, self.stop)]

    def found(self) -> str:
        """What stands at the place, in words for a message."""
        return f"'{self.next}'" if self.next else "the end"

    def take(self, token: str) -> bool:
        """Whether the token stands here; if so it is read."""
        self.skip()
        if not self.text.startswith(token, self.place, self.stop):
            return False
        self.place += len(token)
        return True

    def expect(self, token: str, where: str = "") -> None:
        """Read the token, or fail."""
        if not self.take(token):
            raise self.error(f"expected '{token}'{where and ' ' + where}, found {self.found()}")

    def while_in(self, characters: str) -> str:
        """The longest run of the given characters from here."""
        self.skip()
        start = self.place
        while self.place < self.stop and self.text[self.place] in characters:
            self.place += 1
        return self.text[start : self.place]

    def at_number(self) -> bool:
        """Whether a number starts here."""
        return self.next != "" and self.next in "0123456789"

    def integer(self, what: str = "a number") -> int:
        """A non-negative integer: digits (1_000 too), or a power such as 10^9 or 2**64."""
        base = self._digits(what)
        if not (self.take("**") or self.take("^")):
            return base
        start = self.place
        exponent = self._digits("an exponent")
        if base > 1 and (exponent > 4 * MAX_DIGITS or exponent * log10(base) > MAX_DIGITS):
            raise self.error(f"a number of more than {MAX_DIGITS:,} digits; write a smaller one", start)
        value: int = base**exponent
        return value

    def _digits(self, what: str) -> int:
        self.skip()
        start = self.place
        if self.next == "-":
            raise self.error(f"{what} cannot be negative; write 0 or more")
        digits = self.while_in("0123456789_").replace("_", "")
        if not digits:
            raise self.error(f"expected {what}, found {self.found()}", start)
        if len(digits) > MAX_DIGITS:
            raise self.error(f"a number of {len(digits):,} digits; at most {MAX_DIGITS:,} are read", start)
        return int(digits)

    @property
    def rest(self) -> str:
        """Everything from here to where reading must stop, read and stripped."""
        start, self.place = self.place, self.stop
        return self.text[start : self.stop].strip(BLANKS)

    def list_of(self, item: Callable[[], T]) -> list[T]:
        """Items separated by commas, up to where reading must stop."""
        items = [item()]
        while self.take(","):
            items.append(item())
        self.end()
        return items

    def end(self) -> None:
        """Fail unless everything was read."""
        if self.next:
            raise self.error(f"expected nothing more, found {self.found()}")
