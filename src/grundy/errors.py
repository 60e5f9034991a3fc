"""The exceptions of grundy, one tree by meaning.

::

    GrundyError
    ├── NotationError       text that does not read; it knows the place
    ├── PositionError       a position that the rules do not allow
    ├── MoveError           a move that the rules do not allow
    ├── DamageError         a file that is not as it was written
    ├── UndefinedError      a question that has no answer in this ruleset (the misère form of SOS)
    │   └── LoopError       play can go round for ever, so the plain theory does not apply
    └── NotDecided          the budget ended before the answer

Every message names what is wrong and the cure; the command line prints it as it is.
"""

__all__ = [
    "DamageError",
    "GrundyError",
    "LoopError",
    "MoveError",
    "NotDecided",
    "NotationError",
    "PositionError",
    "UndefinedError",
]


class GrundyError(Exception):
    """What grundy raises on purpose."""


class NotationError(GrundyError, ValueError):
    """Text that does not read, with the place where reading stopped."""

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
    """A file that is not as it was written."""


class UndefinedError(GrundyError):
    """A question that has no answer in this ruleset."""


class LoopError(UndefinedError):
    """Play that can go round for ever, named by its cycle."""


class NotDecided(GrundyError):  # noqa: N818 (an answer, not a fault)
    """The budget ended before the answer."""
