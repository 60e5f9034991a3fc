"""What an explanation is made of: a short list of blocks and their claims (docs/theory/explanations.md)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

from grundy.core.ruleset import Outcome
from grundy.core.values import Value
from grundy.explain.answer import MOST_ROWS, add_columns, moves_head
from grundy.explain.prose import Claim, Field, Json, Text, plain, text


def texts_in(value: object) -> Iterator[Text]:
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
        return type(self).__name__.lower()

    @property
    def texts(self) -> tuple[Text, ...]:
        return tuple(texts_in(tuple(getattr(self, item.name) for item in fields(self))))

    @property
    def all_claims(self) -> tuple[Claim, ...]:
        """What the block states of the worth of games."""
        return (*(claim for words in self.texts for claim in words.claims), *self.claims)

    def json(self) -> Json:
        items = {item.name: plain(getattr(self, item.name)) for item in fields(self) if item.name != "claims"}
        numbers = [number.json() for words in self.texts for number in words.numbers]
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
        return int("".join(map(str, self.digits)), 2) if self.modulus == 2 else None

    @property
    def mark(self) -> int | None:
        """The column that decides, counted from the left: the first that is not 0."""
        return next((place for place, digit in enumerate(self.digits) if digit), None)

    def json(self) -> Json:
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
        return moves_head(self.count)


@dataclass(frozen=True)
class Source(Block):
    """Who proved it, or by which method it was found."""

    text: str
    label: str = "Source"


def say(template: str, *fields: Field, claims: Iterable[Claim] = ()) -> Paragraph:
    """A paragraph: a template with its fields, and what it claims beside the numbers in it."""
    return Paragraph(text(template, *fields), claims=tuple(claims))


def formula(template: str, *fields: Field) -> Formula:
    """A line of mathematics: a template with its fields."""
    return Formula(text(template, *fields))


def steps(items: Sequence[Text], claims: Iterable[Claim] = (), more: int = 0) -> Steps:
    """A list of things that are done, `more` of them not shown."""
    return Steps(tuple(items), more, claims=tuple(claims))


def columns(rows: Sequence[tuple[str, int]], *claims: Claim, modulus: int = 2) -> Columns:
    """The addition of the numbers in binary, of which at most `MOST_ROWS` are shown."""
    return Columns(*add_columns(rows, modulus), modulus, max(0, len(rows) - MOST_ROWS), claims=claims)


def table(head: Sequence[str], rows: Iterable[Sequence[Field]], *claims: Claim) -> Table:
    """A table, of which at most `MOST_ROWS` rows are shown."""
    cells = [tuple(text("{}", cell) for cell in row) for row in rows]
    return Table(tuple(head), tuple(cells[:MOST_ROWS]), max(0, len(cells) - MOST_ROWS), claims=claims)


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
        return tuple(dict.fromkeys([*mine, *(claim for block in self.blocks for claim in block.all_claims)]))

    def json(self) -> Json:
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
        from grundy.explain.text import write_text

        return write_text(self)

    def markdown(self) -> str:
        from grundy.explain.markdown import write_markdown

        return write_markdown(self)

    def html(self) -> str:
        from grundy.explain.html import write_html

        return write_html(self)

    def latex(self) -> str:
        from grundy.explain.latex import write_latex

        return write_latex(self)

    __str__ = __repr__ = text
    _repr_markdown_ = markdown
    _repr_html_ = html
