"""What an explanation is made of: a short list of blocks, and the claims that they make.

A block is plain data; four renderers turn it into text, Markdown, HTML and JSON. In running text, backquotes mark what
is written as an expression. A claim is a value or an outcome that a block states, so that it can be checked against
the definition; a few intermediate numbers in running text are not claims.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property

from grundy.core.reader import ellipsis
from grundy.core.ruleset import Outcome
from grundy.solvers.loopy import Infinity, Value

__all__ = [
    "Block",
    "Claim",
    "Columns",
    "Explanation",
    "Formula",
    "Moves",
    "Options",
    "Paragraph",
    "Source",
    "Steps",
    "Table",
    "code",
    "in_words",
    "listed",
    "short",
]

Json = dict[str, object]
WIDE = 72  # characters of an expression that is shown whole
LONG = 24  # digits of a number that is shown whole


def short(number: object) -> str:
    """A number as text, cut in the middle if it is very long."""
    return ellipsis(str(number), LONG)


def code(thing: object) -> str:
    """An expression in running text, cut in the middle if it is very long."""
    return f"`{ellipsis(str(thing).replace('`', chr(39)), WIDE)}`"


def in_words(move: object) -> str:
    """A move in running text, cut in the middle if it is very long."""
    return ellipsis(str(move).replace("`", "'"), 100)


def listed(things: Iterable[object], word: str = "and") -> str:
    """The things, with commas and a word before the last.

    >>> listed([13, 12, 8]), listed("ab", "or"), listed([])
    ('13, 12 and 8', 'a or b', '')
    """
    *most, last = map(str, things or [""])
    return f"{', '.join(most)} {word} {last}" if most else last


@dataclass(frozen=True)
class Claim:
    """The nimber of a game, or its outcome under one kind of play."""

    game: str
    nimber: Value | None = None
    outcome: Outcome | None = None
    misere: bool = False

    def json(self) -> Json:
        """The claim as plain data; an infinite value is null, with the finite values that it reaches."""
        if self.outcome:
            return {"game": self.game, "outcome": self.outcome, "play": "misere" if self.misere else "normal"}
        if isinstance(self.nimber, Infinity):
            return {"game": self.game, "nimber": None, "infinity": [plain(n) for n in sorted(self.nimber.reached)]}
        return {"game": self.game, "nimber": plain(self.nimber)}


def plain(value: object) -> object:
    """A value as JSON has it: lists for tuples, and text for an ordinal."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, int | str) else str(value)


@dataclass(frozen=True)
class Block:
    """A piece of an explanation."""

    claims: tuple[Claim, ...] = field(default=(), kw_only=True)

    @property
    def kind(self) -> str:
        """The name of the piece: paragraph, columns, ..."""
        return type(self).__name__.lower()

    def json(self) -> Json:
        """The block as plain data."""
        items = {item.name: plain(getattr(self, item.name)) for item in fields(self) if item.name != "claims"}
        return {"kind": self.kind, **items}


@dataclass(frozen=True)
class Paragraph(Block):
    """A few sentences."""

    text: str


@dataclass(frozen=True)
class Formula(Block):
    """A line of mathematics."""

    text: str


@dataclass(frozen=True)
class Columns(Block):
    """An addition in binary without carries: rows of (name, number), and the digits of the sum.

    Ones are counted modulo `modulus`: 2 for the nim-sum. `more` rows are not shown, but added.
    """

    rows: tuple[tuple[str, int], ...]
    digits: tuple[int, ...]
    modulus: int = 2
    more: int = 0

    @property
    def total(self) -> int | None:
        """The nim-sum, where it is one."""
        return int("".join(map(str, self.digits)), 2) if self.modulus == 2 else None

    @property
    def mark(self) -> int | None:
        """The column that decides, counted from the left: the first that is not 0."""
        return next((place for place, digit in enumerate(self.digits) if digit), None)

    def json(self) -> Json:
        """The block as plain data, with the sum and the column that decides."""
        return {**super().json(), "total": self.total, "mark": self.mark}


@dataclass(frozen=True)
class Table(Block):
    """Rows of cells under a head; `more` rows are not shown."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int = 0


@dataclass(frozen=True)
class Options(Block):
    """Options as rows of (move, option, worth), `more` of them not shown, and the mex of all their values."""

    rows: tuple[tuple[str, str, str], ...]
    mex: int | None = None
    more: int = 0


@dataclass(frozen=True)
class Steps(Block):
    """What is done one after the other."""

    items: tuple[str, ...]
    more: int = 0


@dataclass(frozen=True)
class Moves(Block):
    """Moves that win, as rows of (move, option); `count` is their exact number, where it is known."""

    rows: tuple[tuple[str, str], ...]
    count: int | None

    @property
    def head(self) -> str:
        """The heading of the list."""
        if self.count == 1:
            return "The one winning move:"
        return f"Winning moves ({'many' if self.count is None else f'{self.count:,}'}):"


@dataclass(frozen=True)
class Source(Block):
    """Who proved it, or by which method it was found."""

    text: str
    label: str = "Source"


@dataclass(frozen=True, repr=False)
class Explanation:
    """Why a game is won, lost or drawn.

    `nudge` is a hint that does not give the move away, `reason` one sentence, `move` a winning move as (words, game).
    """

    game: str
    misere: bool
    outcome: Outcome | None
    nimber: Value | None
    headline: str
    blocks: tuple[Block, ...]
    nudge: str = ""
    reason: str = ""
    move: tuple[str, str] | None = None

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Everything that is stated about the worth of positions, once each."""
        mine = [Claim(self.game, None, self.outcome, self.misere)] if self.outcome else []
        mine += [Claim(self.game, self.nimber)] if self.nimber is not None else []
        return tuple(dict.fromkeys([*mine, *(claim for block in self.blocks for claim in block.claims)]))

    def json(self) -> Json:
        """The explanation as plain data."""
        value = Claim(self.game, self.nimber).json()
        return {
            "schema": 1,
            **value,
            "play": "misere" if self.misere else "normal",
            "outcome": self.outcome,
            "headline": self.headline,
            "nudge": self.nudge,
            "reason": self.reason,
            "move": self.move and {"move": self.move[0], "to": self.move[1]},
            "blocks": [block.json() for block in self.blocks],
            "claims": [claim.json() for claim in self.claims],
        }

    def text(self) -> str:
        """The explanation for a terminal."""
        from grundy.explain.text import in_text

        return in_text(self)

    def markdown(self) -> str:
        """The explanation in Markdown."""
        from grundy.explain.markdown import in_markdown

        return in_markdown(self)

    def html(self) -> str:
        """The explanation as an HTML article."""
        from grundy.explain.html import in_html

        return in_html(self)

    __str__ = __repr__ = text
    _repr_markdown_ = markdown
    _repr_html_ = html
