"""The exceptions of grundy.

Every message names what is wrong and what to do about it; the command line prints it as it is.
"""


class GrundyError(Exception):
    """The base of all errors that grundy raises on purpose."""


class NotationError(GrundyError, ValueError):
    """Text that cannot be parsed, with the place where parsing stopped."""

    WIDTH = 60  # of the excerpt that `caret` shows; an expression may be megabytes long

    def __init__(self, message: str, text: str = "", place: int = 0) -> None:
        super().__init__(message, text, place)
        self.message, self.text, self.place = message, text, place

    def __str__(self) -> str:
        return f"{self.message} (at character {self.place + 1})" if self.text else self.message

    @property
    def caret(self) -> str:
        """The text around the place, and a caret under it."""
        start = max(0, min(self.place - self.WIDTH // 2, len(self.text) - self.WIDTH))
        excerpt = "".join(c if c.isprintable() else " " for c in self.text[start : start + self.WIDTH])
        return f"{excerpt}\n{' ' * (self.place - start)}^"


class PositionError(GrundyError, ValueError):
    """A position that the rules do not allow."""


class MoveError(GrundyError, ValueError):
    """A move that the rules do not allow."""


class DamageError(GrundyError):
    """A file whose contents are damaged."""


class UndefinedError(GrundyError):
    """A question that has no answer in this ruleset, such as the misère form of SOS."""


class LoopError(UndefinedError):
    """Play may never end, so the theory of finite games does not apply; the message names the cycle."""


class NotDecided(GrundyError):  # noqa: N818 (an answer, not a fault)
    """The budget was spent before the answer was found."""
