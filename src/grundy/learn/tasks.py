"""The tasks of lessons about one position: make a winning move, who wins, what is it worth, how many moves win.

A task is written as a kind and a few lines `key: value` (docs/howto/lessons.md), never with its answer: `judge` asks
the solver. An answer is a list of texts, as a form sends it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from grundy.core.calculator import calculate
from grundy.core.game import Game
from grundy.core.nimbers import nim_sum
from grundy.core.ordinals import Nimber
from grundy.errors import GrundyError
from grundy.expressions import parse
from grundy.learn.judging import (
    MEANING,
    AnswerError,
    Judgement,
    judge_move,
    judge_nimber,
    judge_outcome,
    outcome_words,
    read_nimber,
    settle,
)
from grundy.solvers import search
from grundy.solvers.solver import Solver

ANSWER_CHARACTERS = 400
MOST_DIGITS = 18  # of a number that is answered
SHOWN_WINS = 8
ROOT = re.compile(r"sqrt\((\d+)\)")
Fields = Mapping[str, Sequence[str]]
NUMBER_WANTED = "the answer is a whole number such as 5"


class LessonError(GrundyError):
    """A lesson that cannot be read; the line says what is wrong and where."""


def only(fields: Fields, key: str, default: str | None = None) -> str:
    """The one value of a key."""
    found = fields.get(key, ())
    if len(found) > 1 or (not found and default is None):
        raise LessonError(f"a task needs one line '{key}: ...', found {len(found)}")
    return found[0] if found else default or ""


def one_answer(answers: Sequence[str]) -> str:
    if len(answers) != 1 or not answers[0].strip():
        raise AnswerError("one answer is asked for")
    if len(answers[0]) > ANSWER_CHARACTERS:
        raise AnswerError(f"an answer has at most {ANSWER_CHARACTERS} characters")
    return answers[0].strip()


def read_whole_number(text: str) -> int:
    if not (text.strip().isdecimal() and len(text.strip()) <= MOST_DIGITS):
        raise AnswerError(NUMBER_WANTED)
    return int(text)


@dataclass(frozen=True)
class Task(ABC):
    """A question that the solver judges: what the reader is asked, and by which form."""

    ask: str
    form: ClassVar[str]  # board, line, choice, marks or cells
    keys: ClassVar[tuple[str, ...]]  # that its lines may have, besides `ask`
    plain_ask: ClassVar[str]

    @classmethod
    @abstractmethod
    def read(cls, fields: Fields) -> "Task": ...

    @abstractmethod
    def judge(self, answers: Sequence[str]) -> Judgement:
        """Whether the answer is right, and what shows it; `AnswerError` where it cannot be read."""


@dataclass(frozen=True)
class PositionTask(Task):
    """A task about one position under one kind of play."""

    text: str
    misere: bool = False
    keys: ClassVar[tuple[str, ...]] = "game", "misere"

    @classmethod
    def read(cls, fields: Fields) -> "Task":
        misere = only(fields, "misere", "no")
        if misere not in ("yes", "no"):
            raise LessonError(f"misere is yes or no, not '{misere}'")
        task = cls(only(fields, "ask", cls.plain_ask), str(parse(only(fields, "game"))), misere == "yes")
        if task.misere and "ask" not in fields:
            return cls(f"{task.ask} Misère play: whoever moves last loses.", task.text, True)
        return task

    @cached_property
    def game(self) -> Game:
        return parse(self.text)


@dataclass(frozen=True)
class MoveTask(PositionTask):
    """Make a winning move."""

    form = "board"
    plain_ask = "Make a winning move."

    def judge(self, answers: Sequence[str]) -> Judgement:
        text = one_answer(answers)
        try:
            to = parse(text)
        except GrundyError as error:
            raise AnswerError(f"the answer is the position after your move: {error}") from None
        return judge_move(self.game, to, self.misere)


@dataclass(frozen=True)
class NimberTask(PositionTask):
    """Give the nimber."""

    form = "line"
    plain_ask = "What is the nimber of this position?"

    def judge(self, answers: Sequence[str]) -> Judgement:
        return judge_nimber(self.game, read_nimber(one_answer(answers)))


@dataclass(frozen=True)
class OutcomeTask(PositionTask):
    """Tell who wins."""

    form = "choice"
    plain_ask = "Who wins?"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The outcomes to choose from; draws only where play can go on for ever or end in one."""
        rulesets = [summand.ruleset for summand in self.game.summands]
        draws = any(not rules.finite or rules.scored or search.has_pattern(rules) for rules in rulesets)
        return [(letter, f"{letter}: {words}") for letter, words in MEANING.items() if letter != "D" or draws]

    def judge(self, answers: Sequence[str]) -> Judgement:
        return judge_outcome(self.game, one_answer(answers), self.misere)


@dataclass(frozen=True)
class CountTask(PositionTask):
    """Tell how many moves win."""

    form = "line"
    plain_ask = "How many different moves win?"

    def judge(self, answers: Sequence[str]) -> Judgement:
        claimed, solver = read_whole_number(one_answer(answers)), Solver()
        found = solver.winning(self.game, self.misere, SHOWN_WINS)
        if not found.count:
            shown = settle(self.game, "P", self.misere, solver)
            return Judgement(claimed == 0, outcome_words(self.game, "P", shown), shown)
        words = "; ".join(str(move.to) for move in found.moves) + (" …" if found.count > len(found.moves) else "")
        one = found.count == 1
        return Judgement(
            claimed == found.count,
            f"{found.count} move{'' if one else 's'} win{'s' if one else ''}: to {words}.",
            tuple(found.moves),
        )


@dataclass(frozen=True)
class LengthTask(PositionTask):
    """Tell how many moves play can last."""

    form = "line"
    plain_ask = "How many moves can the longest play have?"

    def judge(self, answers: Sequence[str]) -> Judgement:
        claimed, longest = read_whole_number(one_answer(answers)), self.game.height
        if claimed == longest:
            return Judgement(True, f"The longest play from {self.text} has {longest} moves.")
        line = [self.game]
        while moves := line[-1].moves():
            line.append(max((move.to for move in moves), key=lambda to: to.height))
        shown = " → ".join(map(str, line[:SHOWN_WINS])) + (" → …" if len(line) > SHOWN_WINS else "")
        if claimed < longest:
            return Judgement(False, f"There is a longer play: {shown}.")
        return Judgement(False, f"No play is that long; this is one of the longest: {shown}.")


@dataclass(frozen=True)
class ColumnTask(PositionTask):
    """Find the column of a binary addition that decides where to move."""

    form = "choice"
    plain_ask = "Which column decides: the leftmost with an odd number of ones?"

    @property
    def heaps(self) -> tuple[int, ...]:
        position: tuple[int, ...] = self.game.position  # type: ignore[assignment]
        return position

    @property
    def columns(self) -> list[int]:
        """The values of the binary places, from the left."""
        return [1 << bit for bit in reversed(range(max(self.heaps).bit_length()))]

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [(str(column), f"the {column}s") for column in self.columns]

    def judge(self, answers: Sequence[str]) -> Judgement:
        column, total = read_whole_number(one_answer(answers)), nim_sum(self.heaps)
        if column not in self.columns:
            raise AnswerError(f"the columns are {', '.join(map(str, self.columns))}")
        ones = sum(bool(heap & column) for heap in self.heaps)
        if not total & column:
            return Judgement(False, f"The column of the {column}s has {ones} ones, an even number: it is in balance.")
        if column == 1 << (total.bit_length() - 1):
            return Judgement(
                True, f"It has {ones} one{'' if ones == 1 else 's'}, and every column to its left is even."
            )
        tried = self.balanced_from(column)
        judged = judge_move(self.game, tried)
        return Judgement(
            False, f"A column further left is odd too, and stays odd: move to {tried}. {judged.words}", judged.shown
        )

    def balanced_from(self, column: int) -> Game:
        """The position after a move that balances only this column and those to its right."""
        low, total = 2 * column - 1, nim_sum(self.heaps)
        place = next(n for n, heap in enumerate(self.heaps) if heap & column)
        heaps = [heap ^ (total & low) if n == place else heap for n, heap in enumerate(self.heaps)]
        return parse(f"nim({','.join(map(str, heaps))})")


@dataclass(frozen=True)
class CalculationTask(Task):
    """Work out an expression of nim arithmetic, or the roots of an equation in x."""

    text: str
    form = "line"
    keys: ClassVar[tuple[str, ...]] = ("calculate",)
    plain_ask = "Work it out, in nim arithmetic:"

    @classmethod
    def read(cls, fields: Fields) -> "Task":
        return cls(only(fields, "ask", cls.plain_ask), only(fields, "calculate"))

    def judge(self, answers: Sequence[str]) -> Judgement:
        numbers = sorted(read_whole_number(text) for text in one_answer(answers).replace(",", " ").split())
        result = calculate(self.text)
        if result.value is None:
            return self.judge_roots(numbers, list(result.roots or ()))
        if len(numbers) != 1:
            raise AnswerError(NUMBER_WANTED)
        if numbers[0] == result.value:
            return Judgement(True, f"{self.text} = {numbers[0]}.")
        return Judgement(False, refute_calculation(self.text, numbers[0], result.value))

    def judge_roots(self, numbers: list[int], roots: list[Nimber]) -> Judgement:
        left, _, right = self.text.partition("=")
        for number in numbers:
            if number not in roots:
                sides = [calculate(side.replace("x", f"({number})")).value for side in (left, right)]
                return Judgement(False, f"With x = {number} the sides are {sides[0]} and {sides[1]}.")
        if len(numbers) < len(roots):
            return Judgement(
                False, f"{len(roots)} numbers solve it; one that is missing is {(set(roots) - {*numbers}).pop()}."
            )
        return Judgement(True, f"Both sides agree for x = {', '.join(map(str, roots))}.")


def refute_calculation(text: str, claimed: int, value: Nimber) -> str:
    """Why an expression does not have the claimed value, by a check that the reader can repeat."""
    if "*" in text and text.count("*") == 1 and "+" not in text:
        left, right = (side.strip() for side in text.split("*"))
        other = calculate(f"{claimed} / {right}").value
        return f"Divide by {right} to check: {claimed} / {right} is {other}, and not {left}."
    if root := ROOT.fullmatch(text):
        return f"Square it to check: {claimed} * {claimed} is {calculate(f'{claimed}^2').value}, and not {root[1]}."
    if isinstance(value, int):
        wrong = (value ^ claimed) & -(value ^ claimed)
        return f"Written in binary, the column of the {wrong}s is not right in {claimed}."
    return f"{text} is not {claimed}."
