"""What an account needs at hand: the solver, how much is wanted, and the words that all accounts share."""

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile
from operator import itemgetter
from typing import Any

from grundy.core.game import Game, Move, Summand, distinct
from grundy.core.nimbers import mex
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import NotDecided, UndefinedError
from grundy.explain.prose import Claim, Fact, Field, Step, Text, joined, text
from grundy.explain.structure import Columns, Formula, Options, Paragraph, Steps, Table
from grundy.solvers.answer import Solver
from grundy.solvers.loopy import Infinity, Value
from grundy.solvers.winning import Winning

__all__ = ["MOST", "Page", "columns", "formula", "heaps_table", "one", "result", "say", "steps", "worth"]

MOST = 12  # rows and moves shown; a longer list teaches nothing
FEW = 8  # options that are all shown where not everything was asked for
ASIDE = 20_000, 1.0  # positions and seconds for what only illustrates
MANY = 4_000  # options that are looked through for examples
PARTS = 3  # of an option that are shown as an addition

Row = tuple[Move, Value]


def one(rules: Ruleset[Any], position: Hashable) -> Game:
    """The game of one ruleset at a position."""
    return Game((Summand(rules, position),))


def worth(game: Game, value: Value) -> Claim:
    """The claim that a game has a value."""
    return Claim(str(game), value)


def result(game: Game, outcome: Outcome, misere: bool = False) -> Claim:
    """The claim that a game has an outcome."""
    return Claim(str(game), None, outcome, misere)


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
    """The addition of the numbers in binary; of many rows those with a one in the column that decides come first."""
    width = max((value.bit_length() for _, value in rows), default=0) or 1
    digits = tuple(sum(value >> place & 1 for _, value in rows) % modulus for place in reversed(range(width)))
    place = next((width - 1 - i for i, digit in enumerate(digits) if digit), 0)
    ordered = sorted(rows, key=lambda row: not row[1] >> place & 1) if len(rows) > MOST else rows
    return Columns(tuple(ordered[:MOST]), digits, modulus, max(0, len(rows) - MOST), claims=claims)


def heaps_table(head: Sequence[str], rows: Iterable[Sequence[Field]], *claims: Claim) -> Table:
    """A table of at most so many rows."""
    cells = [tuple(text("{}", cell) for cell in row) for row in rows]
    return Table(tuple(head), tuple(cells[:MOST]), max(0, len(cells) - MOST), claims=claims)


@dataclass(frozen=True)
class Page:
    """An explanation in the making."""

    game: Game
    solver: Solver
    misere: bool = False
    full: bool = False
    winning: Winning | None = None

    @cached_property
    def alone(self) -> bool:
        """Whether there is one part, so that there is room for all of it."""
        return len(list(islice(self.game.parts(), 2))) < 2

    @cached_property
    def aside(self) -> Solver:
        """A solver for illustrations, which knows what the first one knows and may spend little more."""
        helper = Solver(self.solver.budget.smaller(*ASIDE))
        helper.values, helper.tables, helper.labels = self.solver.values, self.solver.tables, self.solver.labels
        helper.loops, helper.loop_labels = self.solver.loops, self.solver.loop_labels
        return helper

    @property
    def helper(self) -> Solver:
        """The solver for illustrations, if it has time left: a slow position may pass before it looks at the clock."""
        self.aside.budget.look()
        return self.aside

    def value(self, game: Game) -> Value | None:
        """The value of a game, where it is cheap."""
        with suppress(NotDecided, UndefinedError):
            return self.helper.total(game)
        return None

    def outcome(self, game: Game) -> Outcome | None:
        """The outcome of a game under the play that is explained, where it is cheap."""
        with suppress(NotDecided, UndefinedError):
            return self.helper.outcome(game, self.misere)
        return None

    def answer(self, game: Game) -> Move | None:
        """A winning move, where one is found cheaply."""
        with suppress(NotDecided, UndefinedError):
            return next(iter(self.helper.winning(game, self.misere, 1).moves), None)
        return None

    def options(self, game: Game) -> list[Move] | None:
        """The distinct moves, where they are few enough to be looked through."""
        if any(summand.ruleset.endless(summand.position) for summand in game.summands):
            return None
        with suppress(NotDecided):
            moves = list(islice(game.each_move(), MANY + 1))
            return distinct(iter(moves)) if len(moves) <= MANY else None
        return None

    def by_mex(self, game: Game) -> list[Paragraph | Options]:
        """The values of the options and the least one that is missing, where they are cheap."""
        moves = self.options(game)
        found = ((move, self.value(move.to)) for move in moves or ())
        rows = [(move, value) for move, value in takewhile(lambda row: row[1] is not None, found) if value is not None]
        if moves is None or len(rows) < len(moves):
            return []
        if any(not isinstance(value, int) for _, value in rows):
            return [self.listed(rows, None)]
        least = mex(value for _, value in rows if isinstance(value, int))
        if not rows:
            return [say("{} has no moves, so its nimber is {}, the least number of all.", game, worth(game, 0))]
        return [self.about_mex(game, rows, least), self.listed(rows, least)]

    def about_mex(self, game: Game, rows: list[Row], found: int) -> Paragraph:
        """What the list of options shows."""
        firsts = first_of_each(rows)
        claims = [worth(move.to, value) for move, value in firsts]
        missing = excluded([value for _, value in firsts], found)
        if not found:
            return say(
                "The nimber of {} is {}, since no option has the nimber 0{}.",
                game,
                worth(game, 0),
                missing,
                claims=claims,
            )
        number = Fact("options", str(game), len(rows))
        alone = text("the least number that its one option does not have")
        them = alone if len(rows) == 1 else text("the least number that none of its {} options has", number)
        return say("The nimber of {} is {}, {}{}.", game, worth(game, found), them, missing, claims=claims)

    def listed(self, rows: list[Row], found: int | None) -> Options:
        """All options if they are few, and otherwise one for each value that matters."""
        if found is not None and len(rows) > (MOST if self.full else FEW if self.alone else 1):
            chosen: list[Row] = [*(row for row in first_of_each(rows) if self.alone or row[1] < found)] or rows[:1]
        else:
            chosen = rows
        return self.option_list(chosen[:MOST], found, len(rows) - len(chosen[:MOST]))

    def by_outcome(self, game: Game) -> list[Options]:
        """The options with their outcomes, the winning moves first, where they are cheap and few."""
        moves = self.options(game) or []
        labels = takewhile(itemgetter(1), ((move, self.outcome(move.to)) for move in moves))
        known = sorted(((move, label) for move, label in labels if label), key=lambda row: "PDN".index(row[1]))
        if not known or len(known) < len(moves):
            return []
        shown = known[: MOST if self.full else FEW]
        rows = tuple(
            (move.label, str(move.to), text("{}", result(move.to, label, self.misere))) for move, label in shown
        )
        return [Options(rows, None, len(known) - len(shown))]

    def option_list(self, rows: list[Row], found: int | None, more: int) -> Options:
        """The block for these options."""
        texts = tuple((move.label, str(move.to), self.added(move.to, value)) for move, value in rows)
        return Options(texts, found, more)

    def added(self, game: Game, value: Value) -> Text:
        """The value of a game, as a nim-sum if it falls apart."""
        parts = [(part, number) for part in islice(game.parts(), PARTS + 1) if (number := self.value(part))]
        claims = [worth(part, number) for part, number in parts]
        if not 1 < len(parts) <= PARTS or any(isinstance(number, Infinity) for _, number in parts):
            return text("{}", worth(game, value))
        return text("{} = {}", joined(claims), worth(game, value))


def first_of_each(rows: list[Row]) -> list[tuple[Move, int]]:
    """The first option of each value, by value."""
    first = {value: move for move, value in reversed(rows) if isinstance(value, int)}
    return [(first[value], value) for value in sorted(first)]


def excluded(values: Sequence[int], found: int) -> Text:
    """The mex of the values as an equation, where they are few."""
    shown = ", ".join(map(str, values))
    return text(": {}", Step(f"mex{{{shown}}} = {found}")) if len(values) <= 2 * MOST else text(" (the mex)")
