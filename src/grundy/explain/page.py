"""What an account needs at hand: a solver, how much is wanted, and the words that all accounts share.

The account of a game stands in the file of its rules, which must load without this package. So the page that is
handed to `Ruleset.why` offers everything: the blocks (`say`, `table`, ...), the numbers in them (`claim`, `step`, ...)
and the reasons that any ruleset has (its theorem, its disguise, its options).
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile
from operator import itemgetter
from typing import Any

from grundy.core.game import Game, Move, Summand, distinct_moves
from grundy.core.nimbers import mex
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset
from grundy.core.values import Infinity, Value
from grundy.errors import NotDecided, UndefinedError
from grundy.explain import bouton, prose, structure
from grundy.explain.answer import MOST_ROWS
from grundy.explain.prose import Claim, Fact, Quote, Step, Text, game_at, join, outcome_claim, text, value_claim
from grundy.explain.structure import Block, Options, Paragraph, Source, say
from grundy.solvers.inquiry import Inquiry
from grundy.solvers.solver import Solver
from grundy.solvers.winning import Winning

MOST_PARTS = 3  # of one ruleset that are accounted for one by one
MOST_OPTIONS = 8  # that are all shown where not everything was asked for
MOST_TERMS = 3  # parts of an option that are shown as an addition
EXAMPLE_OPTIONS = 4_000  # that are looked through for examples
ILLUSTRATION_POSITIONS, ILLUSTRATION_SECONDS = 20_000, 1.0
WINNERS = {"N": "the player to move wins", "P": "the player to move loses", "D": "nobody can force a win"}

Row = tuple[Move, Value]
WorkedValue = tuple[Text, Nimber]  # a computation in words, and its result


@dataclass(frozen=True)
class ValueLaw:
    """A formula for the nimber of a heap or a coin: in words, worked out for one number, and why it is true."""

    words: Text
    work_out: Callable[[int], WorkedValue]
    proof: Text


@dataclass(frozen=True)
class Page:
    """What an account is written with: the game, a solver with its budget, and how much is asked for."""

    game: Game
    solver: Solver
    inquiry: Inquiry
    misere: bool = False
    full: bool = False
    winning: Winning | None = None

    most_rows = MOST_ROWS

    # the blocks of an account
    say = staticmethod(structure.say)
    formula = staticmethod(structure.formula)
    steps = staticmethod(structure.steps)
    columns = staticmethod(structure.columns)
    table = staticmethod(structure.table)
    source = structure.Source

    # what stands in their sentences and cells
    text = staticmethod(prose.text)
    join = staticmethod(prose.join)
    series = staticmethod(prose.series)
    short = staticmethod(prose.short)
    at = staticmethod(prose.game_at)
    claim = staticmethod(prose.value_claim)
    result = staticmethod(prose.outcome_claim)
    step = prose.Step
    fact = prose.Fact
    size = prose.Size
    quote = prose.Quote

    @staticmethod
    def law(words: str | Text, work_out: Callable[[int], WorkedValue], proof: str | Text = "") -> ValueLaw:
        return ValueLaw(text("{}", words), work_out, text("{}", proof))

    @staticmethod
    def winner(outcome: Outcome) -> str:
        return WINNERS[outcome]

    @cached_property
    def alone(self) -> bool:
        """Whether the game is a single part, whose options may all be shown."""
        return len(list(islice(self.game.parts(), 2))) < 2

    @cached_property
    def side(self) -> Inquiry:
        """The inquiry of all illustrations together, which may cost little more than the answer did."""
        return Inquiry(self.inquiry.budget.smaller(ILLUSTRATION_POSITIONS, ILLUSTRATION_SECONDS))

    @property
    def open_side(self) -> Inquiry:
        """The same, if it has time left: its budget looks at the clock only every 256 positions, which may be slow."""
        self.side.budget.look()
        return self.side

    def value(self, game: Game) -> Value | None:
        with suppress(NotDecided, UndefinedError):
            return self.solver.total(game, self.open_side)
        return None

    def outcome(self, game: Game) -> Outcome | None:
        """The outcome of a game under the play that is explained, where it is cheap."""
        with suppress(NotDecided, UndefinedError):
            return self.solver.outcome(game, self.misere, self.open_side)
        return None

    def answer(self, game: Game) -> Move | None:
        with suppress(NotDecided, UndefinedError):
            return next(iter(self.solver.winning(game, self.misere, 1, self.open_side).moves), None)
        return None

    def options(self, game: Game) -> list[Move] | None:
        """The distinct moves, where they are few enough to be looked through."""
        if game.has_infinite_moves():
            return None
        with suppress(NotDecided):
            moves = list(islice(game.each_move(), EXAMPLE_OPTIONS + 1))
            return distinct_moves(iter(moves)) if len(moves) <= EXAMPLE_OPTIONS else None
        return None

    def theorem_claims(self, rules: Ruleset[Any], position: Hashable) -> list[Claim]:
        value = None if self.misere else self.solver.theorem(Summand(rules, position), self.side)
        return [] if value is None else [value_claim(game_at(rules, position), value)]

    def nim(self, rows: bouton.Rows, noun: str = "heap", *claims: Claim) -> Iterator[Block]:
        """Nim with these heaps: the addition and what it says under the play that is explained."""
        return bouton.nim_reason(rows, self.misere, noun, *claims)

    def parts_reason(self, rules: Ruleset[Any], parts: Sequence[Any]) -> Iterator[Block]:
        for position in list(dict.fromkeys(parts))[:MOST_PARTS]:
            yield from self.reason(rules, position)

    def reason(self, rules: Ruleset[Any], position: Any) -> Iterator[Block]:
        """The reason that every ruleset has: the theorem that it cites, its disguise, or its options."""
        game = game_at(rules, position)
        value = None if self.misere else self.solver.theorem(Summand(rules, position), self.side)
        if value is not None:
            yield say("The nimber of {} is {}: {}.", game, value_claim(game, value), Quote(rules.citation("theorem")))
            yield from self.mex_reason(game)[1:]
            return
        other = [] if self.misere else self.disguise_reason(rules, position)
        if other:
            yield from other
            return
        verdict = self.solver.verdict(Summand(rules, position), self.misere, self.side)
        if verdict:
            yield say("{}: {}.", game, self.winner(verdict), claims=[outcome_claim(game, verdict, self.misere)])
            yield Source(rules.citation("verdict"))
        yield from self.options_reason(rules, position)

    def disguise_reason(self, rules: Ruleset[Any], position: Any) -> list[Block]:
        other, game = rules.disguise(position), game_at(rules, position)
        value = self.value(other) if other else None
        if not other or value is None:
            return []
        words, claims = "{} is {} in disguise: both have the nimber {}.", [value_claim(other, value)]
        same = say(words, game, other, value_claim(game, value), claims=claims)
        blocks: list[Block] = [same, Source(rules.citation("disguise"))]
        for summand in other.summands:
            parts = list(summand.ruleset.parts(summand.position))
            blocks += list(summand.ruleset.why(parts, self)) if parts else []
        return blocks

    def options_reason(self, rules: Ruleset[Any], position: Any) -> Iterator[Block]:
        """The options: with nimbers where there are any, otherwise with outcomes."""
        game = game_at(rules, position)
        yield from (self.mex_reason(game) if rules.adds and not self.misere else []) or self.outcome_reason(game)

    def mex_reason(self, game: Game) -> list[Paragraph | Options]:
        """The values of the options and the least one that is missing, where they are cheap."""
        moves = self.options(game)
        values = ((move, self.value(move.to)) for move in moves or ())
        rows = [(move, value) for move, value in takewhile(lambda row: row[1] is not None, values) if value is not None]
        if moves is None or len(rows) < len(moves):
            return []
        if any(not isinstance(value, int) for _, value in rows):
            return [self.option_table(rows, None)]
        least = mex(value for _, value in rows if isinstance(value, int))
        if not rows:
            return [say("{} has no moves, so its nimber is {}, the least number of all.", game, value_claim(game, 0))]
        return [self.mex_sentence(game, rows, least), self.option_table(rows, least)]

    def mex_sentence(self, game: Game, rows: list[Row], least: int) -> Paragraph:
        firsts = first_of_each(rows)
        claims = [value_claim(move.to, value) for move, value in firsts]
        missing = mex_equation([value for _, value in firsts], least)
        if not least:
            words = "The nimber of {} is {}, since no option has the nimber 0{}."
            return say(words, game, value_claim(game, 0), missing, claims=claims)
        number = Fact("options", str(game), len(rows))
        alone = text("the least number that its one option does not have")
        them = alone if len(rows) == 1 else text("the least number that none of its {} options has", number)
        return say("The nimber of {} is {}, {}{}.", game, value_claim(game, least), them, missing, claims=claims)

    def option_table(self, rows: list[Row], least: int | None) -> Options:
        """All options if they are few, and otherwise one for each value that matters."""
        if least is not None and len(rows) > (MOST_ROWS if self.full else MOST_OPTIONS if self.alone else 1):
            chosen: list[Row] = [*(row for row in first_of_each(rows) if self.alone or row[1] < least)] or rows[:1]
        else:
            chosen = rows
        shown = chosen[:MOST_ROWS]
        texts = tuple((move.label, str(move.to), self.nim_sum(move.to, value)) for move, value in shown)
        return Options(texts, least, len(rows) - len(shown))

    def outcome_reason(self, game: Game) -> list[Options]:
        """The options with their outcomes, the winning moves first, where they are cheap and few."""
        moves = self.options(game) or []
        labels = takewhile(itemgetter(1), ((move, self.outcome(move.to)) for move in moves))
        known = sorted(((move, label) for move, label in labels if label), key=lambda row: "PDN".index(row[1]))
        if not known or len(known) < len(moves):
            return []
        shown = known[: MOST_ROWS if self.full else MOST_OPTIONS]
        rows = tuple(
            (move.label, str(move.to), text("{}", outcome_claim(move.to, label, self.misere))) for move, label in shown
        )
        return [Options(rows, None, len(known) - len(shown))]

    def nim_sum(self, game: Game, value: Value) -> Text:
        """The value of a game, as a nim-sum if it falls apart."""
        parts = [(part, number) for part in islice(game.parts(), MOST_TERMS + 1) if (number := self.value(part))]
        claims = [value_claim(part, number) for part, number in parts]
        if not 1 < len(parts) <= MOST_TERMS or any(isinstance(number, Infinity) for _, number in parts):
            return text("{}", value_claim(game, value))
        return text("{} = {}", join(claims), value_claim(game, value))


def first_of_each(rows: list[Row]) -> list[tuple[Move, int]]:
    first = {value: move for move, value in reversed(rows) if isinstance(value, int)}
    return [(first[value], value) for value in sorted(first)]


def mex_equation(values: Sequence[int], least: int) -> Text:
    shown = ", ".join(map(str, values))
    return text(": {}", Step(f"mex{{{shown}}} = {least}")) if len(values) <= 2 * MOST_ROWS else text(" (the mex)")
