"""What an explanation is made of: a short list of blocks, and the claims that they make.

A block is plain data; four renderers turn it into text, Markdown, HTML and JSON. Its sentences and cells are texts of
typed pieces (`prose`), so each number in them is a claim, an equation, a fact or a size, or a literal of the theorem's
wording. The claims of an explanation are all that it states of the worth of positions: those in its texts, and those
that a block adds because its words state them without a number ("the player to move loses"). A test judges all of them
against the definition, and all other numbers by computing them again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property

from grundy.core.ruleset import Outcome
from grundy.explain.prose import Claim, Json, Text
from grundy.solvers.loopy import Value

__all__ = [
    "Block",
    "Columns",
    "Explanation",
    "Formula",
    "Moves",
    "Options",
    "Paragraph",
    "Source",
    "Steps",
    "Table",
]


def plain(value: object) -> object:
    """A value as JSON has it: lists for tuples, and text for a text."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, int | str) else str(value)


def texts_in(value: object) -> Iterator[Text]:
    """The texts in a value, from first to last."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts_in(item)


@dataclass(frozen=True)
class Block:
    """A piece of an explanation."""

    claims: tuple[Claim, ...] = field(default=(), kw_only=True)

    @property
    def kind(self) -> str:
        """The name of the piece: paragraph, columns, ..."""
        return type(self).__name__.lower()

    @property
    def texts(self) -> tuple[Text, ...]:
        """The sentences and cells."""
        return tuple(texts_in(tuple(getattr(self, item.name) for item in fields(self))))

    @property
    def stated(self) -> tuple[Claim, ...]:
        """What the block states of the worth of games."""
        return (*(claim for text in self.texts for claim in text.claims), *self.claims)

    def json(self) -> Json:
        """The block as plain data, with the numbers of its texts and where they come from."""
        items = {item.name: plain(getattr(self, item.name)) for item in fields(self) if item.name != "claims"}
        numbers = [number.json() for text in self.texts for number in text.numbers]
        return {"kind": self.kind, **items, "numbers": numbers}


@dataclass(frozen=True)
class Paragraph(Block):
    """A few sentences."""

    text: Text


@dataclass(frozen=True)
class Formula(Block):
    """A line of mathematics."""

    text: Text


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
    rows: tuple[tuple[Text, ...], ...]
    more: int = 0


@dataclass(frozen=True)
class Options(Block):
    """Options as rows of (move, option, worth), `more` of them not shown, and the mex of all their values."""

    rows: tuple[tuple[str, str, Text], ...]
    mex: int | None = None
    more: int = 0


@dataclass(frozen=True)
class Steps(Block):
    """What is done one after the other."""

    items: tuple[Text, ...]
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
    headline: Text
    blocks: tuple[Block, ...]
    nudge: str = ""
    reason: str = ""
    move: tuple[str, str] | None = None

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Everything that is stated about the worth of positions, once each."""
        mine = [Claim(self.game, None, self.outcome, self.misere)] if self.outcome else []
        mine += [Claim(self.game, self.nimber)] if self.nimber is not None else []
        return tuple(dict.fromkeys([*mine, *(claim for block in self.blocks for claim in block.stated)]))

    def json(self) -> Json:
        """The explanation as plain data."""
        value = Claim(self.game, self.nimber).json()
        return {
            "schema": 1,
            **value,
            "play": "misere" if self.misere else "normal",
            "outcome": self.outcome,
            "headline": str(self.headline),
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
