"""The tasks of lessons about many positions: mark the P-positions, complete a table, state a rule or a period."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from grundy.core.game import Game
from grundy.core.ruleset import Outcome
from grundy.expressions import parse, parse_ruleset
from grundy.learn.judging import AnswerError, Judgement, judge_nimber, judge_outcome, read_nimber
from grundy.learn.tasks import ANSWER_CHARACTERS, Fields, LessonError, Task, one_answer, only, read_whole_number
from grundy.solvers.solver import Solver

MOST_CELLS = 150
RULE_HEAPS = 120  # up to which a rule is compared
MOST_MODULUS = 60
PLACE = re.compile(r"\{(n|r|c|T)\}")
RANGE = re.compile(r"(\d+) *(?:-|to) *(\d+)")
Place = tuple[int, ...]  # the number of a heap, or row and column


def read_range(text: str) -> range:
    found = RANGE.fullmatch(text.strip())
    if not found or int(found[2]) < int(found[1]):
        raise LessonError(f"a range is written 0-12, not '{text}'")
    return range(int(found[1]), int(found[2]) + 1)


def fill_in(template: str, place: Place) -> str:
    """The expression of a cell: `{n}` is its number, `{r}` and `{c}` its row and column, `{T}` so many tails.

    >>> fill_in("wythoff({r},{c})", (2, 3)), fill_in("twins({T}H)", (3,))
    ('wythoff(2,3)', 'twins(TTTH)')
    """
    names = {"n": str(place[0]), "r": str(place[0]), "c": str(place[-1]), "T": "T" * place[0]}
    return PLACE.sub(lambda found: names[found[1]], template)


@dataclass(frozen=True)
class Cells:
    """Positions in a row or in a table, each given by filling its place into a template."""

    template: str
    rows: range | None  # None: a single row
    columns: range

    @classmethod
    def read(cls, fields: Fields) -> "Cells":
        rows = only(fields, "rows", "")
        columns = read_range(only(fields, "columns" if rows else "cells"))
        cells = cls(only(fields, "cell"), read_range(rows) if rows else None, columns)
        if len(list(cells.places())) > MOST_CELLS:
            raise LessonError(f"a table has at most {MOST_CELLS} cells")
        return cells

    def places(self) -> Iterator[Place]:
        if self.rows is None:
            return ((n,) for n in self.columns)
        return ((r, c) for r in self.rows for c in self.columns)

    def game(self, place: Place) -> Game:
        return parse(fill_in(self.template, place))


@dataclass(frozen=True)
class MarkTask(Task):
    """Mark all P-positions among some that are listed."""

    games: tuple[str, ...]
    misere: bool = False
    form = "marks"
    keys: ClassVar[tuple[str, ...]] = "game", "misere"
    plain_ask = "Mark every P-position."

    @classmethod
    def read(cls, fields: Fields) -> "Task":
        games = tuple(str(parse(text)) for text in fields.get("game", ()))
        if len(games) < 2:
            raise LessonError("a choice needs at least two lines 'game: ...'")
        return cls(only(fields, "ask", cls.plain_ask), games, only(fields, "misere", "no") == "yes")

    @property
    def names(self) -> list[str]:
        """What is marked: the name of each position, which is also its answer."""
        return list(self.games)

    def game(self, name: str) -> Game:
        return parse(self.games[self.names.index(name)])

    def judge(self, answers: Sequence[str]) -> Judgement:
        marked = {text for text in answers if text}
        if len(answers) > MOST_CELLS or marked - {*self.names}:
            raise AnswerError("only the positions that are listed can be marked")
        solver = Solver()
        right = dict[str, Outcome]()
        for name in self.names:
            right[name] = solver.outcome(self.game(name), self.misere)
            if (right[name] == "P") != (name in marked):
                return self.refute(name, name in marked, solver)
        found = [name for name in self.names if right[name] == "P"]
        return Judgement(True, f"These are all: {', '.join(found) or 'none'}.")

    def refute(self, name: str, is_marked: bool, solver: Solver) -> Judgement:
        judged = judge_outcome(self.game(name), "P" if is_marked else "N", self.misere, solver)
        start = f"You marked {name}." if is_marked else f"You did not mark {name}."
        return Judgement(False, f"{start} {judged.words}", judged.shown)


@dataclass(frozen=True)
class MarkCellsTask(MarkTask):
    """Mark all P-positions in a row or a table of positions."""

    cells: Cells = Cells("nim({n})", None, range(1))
    keys: ClassVar[tuple[str, ...]] = "cell", "cells", "rows", "columns", "misere"

    @classmethod
    def read(cls, fields: Fields) -> "Task":
        cells = Cells.read(fields)
        games = tuple(str(cells.game(place)) for place in cells.places())
        return cls(only(fields, "ask", cls.plain_ask), games, only(fields, "misere", "no") == "yes", cells)

    @property
    def names(self) -> list[str]:
        return [",".join(map(str, place)) for place in self.cells.places()]


@dataclass(frozen=True)
class TableTask(Task):
    """Complete a table of nimbers."""

    cells: Cells
    blanks: tuple[Place, ...]
    form = "cells"
    keys: ClassVar[tuple[str, ...]] = "cell", "cells", "rows", "columns", "blanks"
    plain_ask = "Complete the table of nimbers."

    @classmethod
    def read(cls, fields: Fields) -> "Task":
        cells = Cells.read(fields)
        texts = only(fields, "blanks").split()
        blanks = tuple(tuple(map(int, text.split(","))) for text in texts)
        if not blanks or {*blanks} - {*cells.places()}:
            raise LessonError("blanks are places of the table, such as 5 or 2,3, with a blank between them")
        return cls(only(fields, "ask", cls.plain_ask), cells, blanks)

    @cached_property
    def solver(self) -> Solver:
        return Solver()

    def value(self, place: Place) -> str:
        return str(self.solver.total(self.cells.game(place)))

    def judge(self, answers: Sequence[str]) -> Judgement:
        if len(answers) != len(self.blanks) or sum(map(len, answers)) > ANSWER_CHARACTERS:
            raise AnswerError("every empty cell wants a number")
        for place, text in zip(self.blanks, answers, strict=True):
            judged = judge_nimber(self.cells.game(place), read_nimber(text), self.solver)
            if not judged.is_right:
                name = ", ".join(map(str, place))
                return Judgement(False, f"Not yet at {name}. {judged.words}", judged.shown)
        return Judgement(True, "The table is complete.")


@dataclass(frozen=True)
class RuleTask(Task):
    """State which heaps are P-positions, by their remainders."""

    ruleset: str
    misere: bool = False
    form = "rule"
    keys: ClassVar[tuple[str, ...]] = "ruleset", "misere"
    plain_ask = "Which heaps are P-positions? Give the number to divide by, and the remainders."

    @classmethod
    def read(cls, fields: Fields) -> "Task":
        rules = str(parse_ruleset(only(fields, "ruleset")))
        return cls(only(fields, "ask", cls.plain_ask), rules, only(fields, "misere", "no") == "yes")

    def game(self, heap: int) -> Game:
        return parse(f"{self.ruleset}({heap})")

    def lost_heaps(self) -> list[bool]:
        """Whether each heap from 0 on is a P-position."""
        if not self.misere:
            return [not value for value in parse_ruleset(self.ruleset).values(RULE_HEAPS + 1)]
        solver = Solver()
        return [solver.outcome(self.game(heap), True) == "P" for heap in range(RULE_HEAPS + 1)]

    def judge(self, answers: Sequence[str]) -> Judgement:
        if len(answers) != 2 or sum(map(len, answers)) > ANSWER_CHARACTERS:
            raise AnswerError("the answer is a number to divide by, and one or more remainders")
        modulus = read_whole_number(answers[0])
        remainders = {read_whole_number(text) for text in answers[1].replace(",", " ").split()}
        if not 0 < modulus <= MOST_MODULUS:
            raise AnswerError(f"the number to divide by is from 1 to {MOST_MODULUS}")
        for heap, is_lost in enumerate(self.lost_heaps()):
            if (heap % modulus in remainders) != is_lost:
                judged = judge_outcome(self.game(heap), "N" if is_lost else "P", self.misere)
                start = f"By your rule {heap} is {'an N' if is_lost else 'a P'}-position."
                return Judgement(False, f"{start} {judged.words}", judged.shown)
        return Judgement(True, f"The rule agrees with the definition for every heap up to {RULE_HEAPS}.")


@dataclass(frozen=True)
class PeriodTask(Task):
    """Find the period of a sequence of nimbers."""

    ruleset: str
    form = "line"
    keys: ClassVar[tuple[str, ...]] = ("ruleset",)
    plain_ask = "What is the period of the nimbers?"

    @classmethod
    def read(cls, fields: Fields) -> "Task":
        return cls(only(fields, "ask", cls.plain_ask), str(parse_ruleset(only(fields, "ruleset"))))

    def judge(self, answers: Sequence[str]) -> Judgement:
        claimed = read_whole_number(one_answer(answers))
        rules = parse_ruleset(self.ruleset)
        period = rules.period()
        if period is None or not claimed:
            raise AnswerError("a period is a number of heaps, at least 1")
        values = [int(value) for value in rules.values(period.preperiod + 2 * period.period + min(claimed, 10**4) + 1)]
        heap = next(
            (n for n in range(period.preperiod, len(values) - claimed) if values[n] != values[n + claimed]), None
        )
        if heap is not None:
            words = f"The heap of {heap} is worth {values[heap]}, that of {heap + claimed} is worth"
            return Judgement(False, f"{words} {values[heap + claimed]}, and so for ever again.")
        if claimed != period.period:
            return Judgement(False, f"The nimbers repeat after {claimed}, but also after fewer.")
        return Judgement(True, f"From the heap of {period.preperiod} on, the nimbers repeat with period {claimed}.")
