"""Running text made of typed pieces, so that every number in it says where it comes from (docs/theory/explanations.md).

A text is a template of literal words with fields; a number enters only as a `Claim`, a `Step`, a `Fact` or a `Size`.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.core.game import Game, Move, Summand
from grundy.core.nimbers import Entailed
from grundy.core.ordinals import Nimber
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Outcome, Ruleset
from grundy.core.values import Infinity, Value
from grundy.explain.answer import quote

Json = dict[str, object]
EXPRESSION_CHARACTERS = 72  # of an expression that is shown whole
NUMBER_DIGITS = 24  # of a number that is shown whole
LONG_NUMBER = re.compile(rf"\d{{{NUMBER_DIGITS + 1},}}")


def short(number: object) -> str:
    """A number as text, cut in the middle if it is very long."""
    return ellipsis(str(number), NUMBER_DIGITS)


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
        if self.outcome:
            return {"game": self.game, "outcome": self.outcome, "play": "misere" if self.misere else "normal"}
        if isinstance(self.nimber, Infinity):
            return {"game": self.game, "nimber": None, "infinity": [plain(n) for n in sorted(self.nimber.reached)]}
        if isinstance(self.nimber, Entailed):
            return {"game": self.game, "nimber": None, "entailed": str(self.nimber)}
        return {"game": self.game, "nimber": plain(self.nimber)}


def plain(value: object) -> object:
    """A value as JSON has it: lists for tuples, text for an ordinal or a text."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, int | str) else str(value)


@dataclass(frozen=True)
class Step:
    """An equation between numbers, such as 13 ⊕ 9 = 4."""

    equation: str

    def __str__(self) -> str:
        return LONG_NUMBER.sub(lambda match: short(match.group()), self.equation)

    def json(self) -> Json:
        return {"equation": self.equation}


@dataclass(frozen=True)
class Fact:
    """A measure of something: `what` names the measure, `of` what is measured; a genus is written as text."""

    what: str
    of: str
    number: int | str

    def __str__(self) -> str:
        small = isinstance(self.number, int) and self.number < 10**NUMBER_DIGITS
        return f"{self.number:,}" if small else short(self.number)

    def json(self) -> Json:
        return {"what": self.what, "of": self.of, "number": self.number}


@dataclass(frozen=True)
class Size:
    """A number that the position shows."""

    number: Nimber

    def __str__(self) -> str:
        return short(self.number)

    def json(self) -> Json:
        return {"size": plain(self.number)}


@dataclass(frozen=True)
class CodeSpan:
    """An expression."""

    expression: str

    def __str__(self) -> str:
        return ellipsis(self.expression.replace("`", "'"), EXPRESSION_CHARACTERS)


@dataclass(frozen=True)
class Quote:
    """Words from elsewhere."""

    words: str

    def __str__(self) -> str:
        return quote(self.words)


Piece = str | Claim | Step | Fact | Size | CodeSpan | Quote
Number = Claim | Step | Fact | Size


@dataclass(frozen=True)
class Text:
    """Pieces that are read one after the other; as a string expressions stand between backquotes."""

    pieces: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return "".join(f"`{piece}`" if isinstance(piece, CodeSpan) else str(piece) for piece in self.pieces)

    @property
    def plain(self) -> str:
        return "".join(map(str, self.pieces))

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(piece for piece in self.pieces if isinstance(piece, Claim))

    @property
    def numbers(self) -> tuple[Number, ...]:
        return tuple(piece for piece in self.pieces if isinstance(piece, Claim | Step | Fact | Size))


Field = Text | Piece | Game | Move | Ruleset[Any]


def text(template: str, *fields: Field) -> Text:
    """The template with a field for each {}.

    >>> print(text("{} is {}.", CodeSpan("nim(3)"), Claim("nim(3)", 3)))
    `nim(3)` is 3.
    """
    words = template.split("{}")
    if len(words) != len(fields) + 1:
        raise ValueError(f"{len(fields)} fields for {template!r}")
    pieces = [piece for word, field in zip(words, fields, strict=False) for piece in (word, *pieces_of(field))]
    return Text(tuple(piece for piece in (*pieces, words[-1]) if piece != ""))


def pieces_of(field: Field) -> Iterator[Piece]:
    if isinstance(field, Text):
        yield from field.pieces
    elif isinstance(field, Game | Ruleset):
        yield CodeSpan(str(field))
    else:
        yield Quote(str(field)) if isinstance(field, Move) else field


def join(things: Sequence[Field], sign: str = " ⊕ ") -> Text:
    return text(sign.join(["{}"] * len(things)), *things)


def series(things: Iterable[Field], word: str = "and") -> Text:
    """The things, with commas and a word before the last.

    >>> series([Size(13), Size(12), Size(8)]).plain, series("ab", "or").plain, series([]).plain
    ('13, 12 and 8', 'a or b', '')
    """
    *most, last = [*things] or [""]
    return text(f"{{}} {word} {{}}", join(most, ", "), last) if most else text("{}", last)


def game_at(rules: Ruleset[Any], position: Hashable) -> Game:
    """The game of one ruleset at a position, which is not checked."""
    return Game((Summand(rules, position),))


def value_claim(game: Game, value: Value) -> Claim:
    return Claim(str(game), value)


def outcome_claim(game: Game, outcome: Outcome, misere: bool = False) -> Claim:
    return Claim(str(game), None, outcome, misere)
