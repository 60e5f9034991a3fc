"""Running text made of typed pieces, so that every number in it says where it comes from.

A text is a template of literal words with fields. A field is another text, a word, an expression, or a number, and a
number enters only as one of these:

- `Claim`: the nimber or the outcome of a game, which the definition can judge;
- `Step`: an equation, which arithmetic can judge;
- `Fact`: a measure of something named, such as the number of options of a game, which counting can judge;
- `Size`: a number that the position itself shows, such as the size of a heap.

`Quote` is for words that come from elsewhere: those of a move, of a source, the names of vertices. Digits in the
literal words belong to the wording of a theorem and are the same for every position.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.core.game import Game, Move
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Outcome, Ruleset
from grundy.solvers.loopy import Infinity, Value

__all__ = [
    "Claim",
    "Code",
    "Fact",
    "Field",
    "Json",
    "Piece",
    "Quote",
    "Size",
    "Step",
    "Text",
    "joined",
    "listed",
    "short",
    "text",
]

Json = dict[str, object]
WIDE = 72  # characters of an expression that is shown whole
LONG = 24  # digits of a number that is shown whole
WORDY = 100  # characters of a move that are shown
DIGITS = re.compile(rf"\d{{{LONG + 1},}}")


def short(number: object) -> str:
    """A number as text, cut in the middle if it is very long."""
    return ellipsis(str(number), LONG)


@dataclass(frozen=True)
class Claim:
    """The nimber of a game, or its outcome under one kind of play."""

    game: str
    nimber: Value | None = None
    outcome: Outcome | None = None
    misere: bool = False

    def __str__(self) -> str:
        return self.outcome or short(self.nimber)

    def json(self) -> Json:
        """The claim as plain data; an infinite value is null, with the finite values that it reaches."""
        if self.outcome:
            return {"game": self.game, "outcome": self.outcome, "play": "misere" if self.misere else "normal"}
        if isinstance(self.nimber, Infinity):
            return {"game": self.game, "nimber": None, "infinity": [plain(n) for n in sorted(self.nimber.reached)]}
        return {"game": self.game, "nimber": plain(self.nimber)}


def plain(value: object) -> object:
    """A value as JSON has it: text for an ordinal."""
    return value if value is None or isinstance(value, int | str) else str(value)


@dataclass(frozen=True)
class Step:
    """An equation between numbers, such as 13 ⊕ 9 = 4."""

    equation: str

    def __str__(self) -> str:
        return DIGITS.sub(lambda found: short(found.group()), self.equation)

    def json(self) -> Json:
        """The equation as plain data, in full."""
        return {"equation": self.equation}


@dataclass(frozen=True)
class Fact:
    """A measure of something: `what` names the measure, `of` what is measured; a genus is written as text."""

    what: str
    of: str
    number: int | str

    def __str__(self) -> str:
        small = isinstance(self.number, int) and self.number < 10**LONG
        return f"{self.number:,}" if small else short(self.number)

    def json(self) -> Json:
        """The fact as plain data."""
        return {"what": self.what, "of": self.of, "number": self.number}


@dataclass(frozen=True)
class Size:
    """A number that the position shows."""

    number: Nimber

    def __str__(self) -> str:
        return short(self.number)

    def json(self) -> Json:
        """The number as plain data."""
        return {"size": plain(self.number)}


@dataclass(frozen=True)
class Code:
    """An expression."""

    expression: str

    def __str__(self) -> str:
        return ellipsis(self.expression.replace("`", "'"), WIDE)


@dataclass(frozen=True)
class Quote:
    """Words from elsewhere."""

    words: str

    def __str__(self) -> str:
        return ellipsis(self.words.replace("`", "'"), WORDY)


Piece = str | Claim | Step | Fact | Size | Code | Quote
Number = Claim | Step | Fact | Size


@dataclass(frozen=True)
class Text:
    """Pieces that are read one after the other; as a string expressions stand between backquotes."""

    pieces: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return "".join(f"`{piece}`" if isinstance(piece, Code) else str(piece) for piece in self.pieces)

    @property
    def plain(self) -> str:
        """The text in plain characters."""
        return "".join(map(str, self.pieces))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the text says of the worth of games."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Claim))

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers, each with where it comes from."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Claim | Step | Fact | Size))


Field = Text | Piece | Game | Move | Ruleset[Any]


def text(template: str, *fields: Field) -> Text:
    """The template with a field for each {}.

    >>> print(text("{} is {}.", Code("nim(3)"), Claim("nim(3)", 3)))
    `nim(3)` is 3.
    """
    words = template.split("{}")
    if len(words) != len(fields) + 1:
        raise ValueError(f"{len(fields)} fields for {template!r}")
    pieces = [piece for word, field in zip(words, fields, strict=False) for piece in (word, *pieces_of(field))]
    return Text(tuple(piece for piece in (*pieces, words[-1]) if piece != ""))


def pieces_of(field: Field) -> Iterator[Piece]:
    """The pieces of a field."""
    if isinstance(field, Text):
        yield from field.pieces
    elif isinstance(field, Game | Ruleset):
        yield Code(str(field))
    else:
        yield Quote(str(field)) if isinstance(field, Move) else field


def joined(things: Sequence[Field], sign: str = " ⊕ ") -> Text:
    """The things with a sign between them."""
    return text(sign.join(["{}"] * len(things)), *things)


def listed(things: Iterable[Field], word: str = "and") -> Text:
    """The things, with commas and a word before the last.

    >>> listed([Size(13), Size(12), Size(8)]).plain, listed("ab", "or").plain, listed([]).plain
    ('13, 12 and 8', 'a or b', '')
    """
    *most, last = [*things] or [""]
    return text(f"{{}} {word} {{}}", joined(most, ", "), last) if most else text("{}", last)
