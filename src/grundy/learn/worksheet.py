"""A worksheet: puzzles of some rulesets for a class, the same from the same seed, with their solutions.

A sheet has a code, such as `nim,kayles/12/7/any`, from which it is made again: `grundy check` needs nothing else.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from grundy.core.game import Game
from grundy.errors import GrundyError
from grundy.explain.account import explain
from grundy.explain.structure import Explanation
from grundy.learn.definition import Definition
from grundy.learn.difficulty import LEVELS
from grundy.learn.puzzles import (
    CHECKED_POSITIONS,
    KINDS,
    NoPuzzleError,
    Puzzle,
    find_entry,
    list_options,
    make_puzzle,
    why_not,
)

ANY = "any"  # level
MOST_QUESTIONS = 200
TRIED_SEEDS = 30  # for one question
QUESTION_SEEDS = 1_000  # between the first seeds of two questions
SHEET_SEEDS = MOST_QUESTIONS * QUESTION_SEEDS
TASKS = {
    "win": "Exactly one move wins. Which?",
    "rescue": "Can you still win? If so, by which move?",
    "worth": "What is its nimber?",
}


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Question:
    """A numbered puzzle on a sheet."""

    number: int
    puzzle: Puzzle

    @property
    def title(self) -> str:
        return capital(find_entry(self.puzzle.ruleset).about.title)

    @property
    def text(self) -> str:
        """What is asked; a rescue begins with its story."""
        task = TASKS[self.puzzle.kind]
        if not self.puzzle.story:
            return task
        before, after = self.puzzle.story
        return f"You had a win in {before}, and moved to {after}. This is the position after the answer. {task}"

    @cached_property
    def answer(self) -> str:
        """The answer in words, by the definition."""
        game, facts = self.puzzle.game, Definition(self.puzzle.misere, CHECKED_POSITIONS, CHECKED_POSITIONS)
        if self.puzzle.kind == "worth":
            return f"It is worth {facts.nimber(game)}."
        wins = [move for move in list_options(game) if facts.outcome_after(move) == "P"]
        if not wins:
            return "No: every move loses."
        ways = "; or ".join(f"{move.label}, to {move.to}" for move in wins)
        return f"Yes: {ways}." if self.puzzle.kind == "rescue" else f"{capital(ways)}."

    @cached_property
    def reason(self) -> Explanation:
        return explain(self.puzzle.game, self.puzzle.misere)

    @property
    def rules(self) -> tuple[str, str]:
        game: Game = self.puzzle.game
        return self.title, " ".join(dict.fromkeys(summand.ruleset.full_rules for summand in game.summands))


@dataclass(frozen=True)
class Worksheet:
    """The questions, and the code that makes them again."""

    rulesets: tuple[str, ...]
    seed: int
    level: str
    questions: tuple[Question, ...]

    @property
    def code(self) -> str:
        return f"{','.join(self.rulesets)}/{len(self.questions)}/{self.seed}/{self.level}"

    @property
    def rules(self) -> dict[str, str]:
        """The rules of the games on the sheet, by their titles."""
        return dict(question.rules for question in self.questions)

    def json(self) -> dict[str, object]:
        rows = [{"number": q.number, **q.puzzle.json(), "text": q.text, "answer": q.answer} for q in self.questions]
        return {"sheet": self.code, "questions": rows}


def make_worksheet(rulesets: Sequence[str], count: int, seed: int, level: str = ANY) -> Worksheet:
    """A sheet of so many questions, the rulesets and the kinds in turns.

    >>> sheet = make_worksheet(["nim", "kayles"], 3, 7)
    >>> sheet.code, [question.puzzle.ruleset for question in sheet.questions]
    ('nim,kayles/3/7/any', ['nim', 'kayles', 'nim'])
    """
    if not 1 <= count <= MOST_QUESTIONS:
        raise GrundyError(f"a sheet of {count} questions; ask for 1 to {MOST_QUESTIONS}")
    if level not in (ANY, *LEVELS):
        raise GrundyError(f"no level is called '{level[:20]}'; choose one of {', '.join((ANY, *LEVELS))}")
    names = tuple(find_entry(ruleset.strip()).name for ruleset in rulesets)
    questions = list[Question]()
    for number in range(count):
        known = {question.puzzle.position for question in questions}
        name, turn = names[number % len(names)], number // len(names)
        first = seed * SHEET_SEEDS + number * QUESTION_SEEDS
        questions.append(Question(number + 1, find_puzzle(name, turn, range(first, first + TRIED_SEEDS), level, known)))
    return Worksheet(names, seed, level, tuple(questions))


def find_puzzle(ruleset: str, turn: int, seeds: Iterable[int], level: str, known: set[str]) -> Puzzle:
    """A new puzzle of the kind whose turn it is, or else of the next one, at this level."""
    kinds = [kind for kind in KINDS if not why_not(kind, find_entry(ruleset).about)]
    start = turn % len(kinds)
    for kind in kinds[start:] + kinds[:start]:
        for seed in seeds:
            with suppress(NoPuzzleError):
                puzzle = make_puzzle(ruleset, kind, seed)
                if level in (ANY, puzzle.level) and puzzle.position not in known:
                    return puzzle
    wanted = "new" if level == ANY else level
    raise NoPuzzleError(f"{ruleset} has no {wanted} puzzle for this sheet; ask for fewer, or for another level or seed")


def read_code(code: str) -> Worksheet:
    """The sheet of a code.

    >>> read_code("nim/2/7/easy").code
    'nim/2/7/easy'
    """
    names, *rest = code.strip().split("/")
    if len(rest) != 3 or not all(text.isascii() and text.isdecimal() and len(text) < 10 for text in rest[:2]):
        raise GrundyError(f"'{code[:60]}' is not the code of a sheet; it is printed at its end: nim,kayles/12/7/any")
    return make_worksheet(names.split(","), int(rest[0]), int(rest[1]), rest[2])
