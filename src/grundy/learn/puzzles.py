"""Puzzles from a seed: a pure function of the ruleset, the kind and the seed, made by the definition alone.

"win": find the only winning move. "rescue": you had a win and gave it away, and the other player has answered: can you
still win, and how? "worth": what is the nimber? Moves that are alike by a symmetry of the board count as one.
"""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from grundy.catalog import Entry, find, suggest, write_example
from grundy.core.game import Game, Move, distinct_moves
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, UndefinedError
from grundy.expressions import parse
from grundy.learn.definition import Definition, TooLargeError
from grundy.learn.difficulty import level_of, natural_moves, rate_lost, rate_move, rate_nimber
from grundy.play.random_positions import shuffle
from grundy.solvers import search

KINDS = {
    "win": "Find the only winning move",
    "rescue": "You have blundered: can you still win?",
    "worth": "What is it worth?",
}
SHUFFLES, WALK_MOVES = 8, 4  # random positions, and moves from each; the first that fits is taken
MOST_OPTIONS = 40
MOST_VALUED_OPTIONS = 24  # of a position whose nimber is asked for
LEAST_OPTIONS = 2
LISTED_MOVES = 400
CHECKED_POSITIONS = 200_000  # in all, for the property of a puzzle
SIZES = "small", "medium"


class NoPuzzleError(GrundyError):
    """No puzzle of this kind: the ruleset has none, or none was found from this seed."""


@dataclass(frozen=True)
class Puzzle:
    """A position, what is asked about it, and how hard that is."""

    ruleset: str
    kind: str
    seed: int
    rating: float
    position: str
    story: tuple[str, ...] = ()  # of a rescue: the position that was won, and the one after the blunder

    @property
    def name(self) -> str:
        return f"{self.ruleset}/{self.kind}/{self.seed}"

    @property
    def question(self) -> str:
        return KINDS[self.kind]

    @property
    def level(self) -> str:
        return level_of(self.rating)

    @property
    def game(self) -> Game:
        return parse(self.position)

    @property
    def misere(self) -> bool:
        return is_misere(self.game)

    def line(self) -> str:
        """The puzzle as a line of a file."""
        return "\t".join([self.name, f"{self.rating:.1f}", *self.story, self.position])

    @classmethod
    def read(cls, line: str) -> "Puzzle":
        name, rating, *story, position = line.split("\t")
        ruleset, kind, seed = name.split("/")
        return cls(ruleset, kind, int(seed), float(rating), position, tuple(story))

    def text(self) -> str:
        """The question with its position drawn, for a terminal."""
        lines = [f"{self.name}, {self.level} ({self.rating})"]
        if self.story:
            lines.append(f"From {self.story[0]} you moved to {self.story[1]}, which gave the win away. The answer:")
        rules = " ".join(dict.fromkeys(summand.ruleset.full_rules for summand in self.game.summands))
        return "\n".join([*lines, self.position, "", self.game.draw(), "", rules, self.question])

    def json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "kind": self.kind,
            "question": self.question,
            "game": self.position,
            "play": "misere" if self.misere else "normal",
            "story": list(self.story),
            "rating": self.rating,
            "level": self.level,
        }


def why_not(kind: str, rules: Ruleset[Any] | type[Ruleset[Any]]) -> str:
    """Why a kind of puzzle makes no sense for a ruleset; empty where it does."""
    if kind != "worth":
        return ""
    if rules.scored:
        return "points decide, so a position has a margin and no nimber"
    if not rules.has_normal:
        return "nimbers belong to normal play, which this game does not have"
    if not rules.adds:
        return "it does not add to other games, and a nimber is what a position is worth in a sum"
    return ""


def find_entry(ruleset: str) -> Entry:
    entry = find(ruleset)
    if entry is None:
        raise NoPuzzleError(f"no ruleset is called '{ruleset[:40]}'; {suggest(ruleset)}")
    if not entry.has_example:  # as a game of one's own may have none
        raise NoPuzzleError(f"{entry.name} has no example to begin with; {write_example(entry)}")
    return entry


def make_puzzle(ruleset: str, kind: str, seed: int) -> Puzzle:
    """The puzzle of this seed.

    >>> make_puzzle("nim", "win", 1) == make_puzzle("nim", "win", 1)
    True
    """
    entry = find_entry(ruleset)
    if kind not in KINDS:
        raise NoPuzzleError(f"no kind of puzzle is called '{kind[:40]}'; choose one of {', '.join(KINDS)}")
    if reason := why_not(kind, entry.about):
        raise NoPuzzleError(f"'{KINDS[kind]}' makes no sense for {entry.name}: {reason}")
    chance, example = Random(f"{entry.name} {kind} {seed}"), parse(entry.example)
    facts = Definition(is_misere(example))
    for game in each_candidate(example, chance):
        with suppress(TooLargeError, UndefinedError):
            if found := MAKERS[kind](game, facts, chance):
                rating, *games = found
                *story, position = map(str, games)
                return Puzzle(entry.name, kind, seed, rating, position, tuple(story))
        if facts.left <= 0:
            break
    raise NoPuzzleError(f"seed {seed} gives no puzzle of this kind for {entry.name}; try another")


def each_candidate(example: Game, chance: Random) -> Iterator[Game]:
    """Random positions, and those that a few random moves lead to from each."""
    for _ in range(SHUFFLES):
        game = shuffle(example, chance.choice(SIZES), chance)
        for _ in range(WALK_MOVES + 1):
            if not game.has_infinite_moves():
                yield game
            moves = list(islice(game.each_move(), LISTED_MOVES))
            move = chance.choice(moves) if moves else None
            if move is None or not is_turn(move):
                break
            game = move.to


Found = tuple[float, *tuple[Game, ...]]  # the rating, and the positions up to the one that is asked about


def make_win(game: Game, facts: Definition, chance: Random) -> Found | None:
    """A position with a single winning move."""
    options = list_options(game)
    if not is_suited(options):
        return None
    wins = [move for move in options if facts.outcome_after(move) == "P"]
    return (rate_move(game, options, wins, facts), game) if len(wins) == 1 else None


def make_rescue(game: Game, facts: Definition, chance: Random) -> Found | None:
    """A won position, the position after a natural mistake, and the one after a good or a bad answer to it."""
    options = list_options(game)
    if not is_suited(options) or facts.outcome(game) != "N":
        return None
    natural = natural_moves(game, options, facts)
    blunders = [move for move in natural if is_turn(move) and facts.outcome_after(move) == "N"]
    if not blunders:
        return None
    after = chance.choice(blunders).to
    wanted = chance.choice("NP")
    replies = [move for move in list_options(after) if is_turn(move) and facts.outcome_after(move) == wanted]
    if not replies:
        return None
    position = chance.choice(replies).to
    answers = list_options(position)
    if not is_suited(answers):
        return None
    if wanted == "P":
        return rate_lost(answers, facts), game, after, position
    wins = [move for move in answers if facts.outcome_after(move) == "P"]
    if len(wins) == len(answers):
        return None  # nothing can go wrong
    return rate_move(position, answers, wins, facts), game, after, position


def make_worth(game: Game, facts: Definition, chance: Random) -> Found | None:
    """A position whose options can be valued by hand."""
    options = list_options(game)
    if not LEAST_OPTIONS <= len(options) <= MOST_VALUED_OPTIONS:
        return None
    return rate_nimber(game, options, facts.nimber(game)), game


MAKERS = {"win": make_win, "rescue": make_rescue, "worth": make_worth}


def is_misere(game: Game) -> bool:
    return not all(summand.ruleset.has_normal for summand in game.summands)


def is_suited(options: Sequence[Move]) -> bool:
    return LEAST_OPTIONS <= len(options) <= MOST_OPTIONS


def is_turn(move: Move) -> bool:
    """Whether the other player is free to move after it, in a position that can be written."""
    after = move.to
    is_free = not move.goes_on and not after.entailed()
    return is_free and all(s.ruleset.board.is_writable(s.position) for s in after.summands)


def list_options(game: Game) -> list[Move]:
    """The moves, one of those that are alike by a symmetry; none where they are too many to list."""
    moves = list(islice(game.each_move(), LISTED_MOVES + 1))
    if len(moves) > LISTED_MOVES:
        return []
    first = dict[Hashable, Move]()
    for move in distinct_moves(iter(moves)):
        first.setdefault(search.whole_after(move), move)
    return list(first.values())


def each_puzzle(ruleset: str, kind: str, seeds: Sequence[int] | range) -> Iterator[Puzzle]:
    """The puzzles of these seeds, those left out that have none or one that came before."""
    seen = set[str]()
    for seed in seeds:
        with suppress(NoPuzzleError):
            puzzle = make_puzzle(ruleset, kind, seed)
            if puzzle.position not in seen:
                seen.add(puzzle.position)
                yield puzzle


def has_property(puzzle: Puzzle) -> bool:
    """Whether the definition says of the puzzle what its kind claims."""
    facts, game = Definition(puzzle.misere, CHECKED_POSITIONS, CHECKED_POSITIONS), puzzle.game
    if puzzle.kind == "worth":
        return facts.nimber(game) >= 0
    wins = sum(facts.outcome_after(move) == "P" for move in list_options(game))
    if puzzle.kind == "win":
        return facts.outcome(game) == "N" and wins == 1
    before, after = map(parse, puzzle.story)
    outcomes = facts.outcome(before), facts.outcome(after), facts.outcome(game)
    return outcomes == ("N", "N", "N" if wins else "P")
