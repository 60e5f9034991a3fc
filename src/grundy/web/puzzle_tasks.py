"""What the workers of the web app do for puzzles."""

from bisect import bisect
from functools import cache, lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from grundy.catalog import families
from grundy.core.budget import Budget
from grundy.core.game import Game, Move, distinct_moves
from grundy.errors import GrundyError, NotDecided
from grundy.expressions import parse
from grundy.learn.difficulty import LEVELS
from grundy.learn.judging import Judgement
from grundy.learn.puzzle_answers import LOST, judge_answer
from grundy.learn.puzzles import KINDS, NoPuzzleError, Puzzle, make_puzzle
from grundy.learn.shipped import choose_puzzles, daily_puzzle, read_day, shipped_names, shipped_puzzles
from grundy.render.scenes.compose import draw_game, move_words, sentence
from grundy.solvers.solver import Solver
from grundy.web.gallery import rulesets
from grundy.web.html import render
from grundy.web.limits import PAGE_MOVES
from grundy.web.live_board import listed_moves, live_board, touched_moves
from grundy.web.match_state import MatchState

KEPT_PAGES = 32  # of the list of puzzles: 16 choices, for the days of two time zones
SHORT_KINDS = {"win": "Win", "rescue": "Rescue", "worth": "Worth"}
INSTRUCTIONS = {
    "win": "One move wins. Make it on the board.",
    "rescue": "Make the winning move, or say that there is none.",
    "worth": "Give the nimber: the size of the nim heap that it equals.",
}
Json = dict[str, Any]


class AskedPuzzle(NamedTuple):
    """What the address of a puzzle says."""

    root: str
    ruleset: str
    kind: str
    seed: str
    answer: str = ""
    day: str = ""  # where it is the puzzle of a day

    @property
    def puzzle(self) -> Puzzle:
        name = f"{self.ruleset}/{self.kind}/{self.seed}"
        if found := shipped_names().get(name):
            return found
        if not (self.seed.isdecimal() and len(self.seed) < 10):
            raise NoPuzzleError(f"a puzzle has a number, not '{self.seed[:20]}'; /puzzles lists many")
        return make_puzzle(self.ruleset, self.kind, int(self.seed))

    def url(self, puzzle: Puzzle, answer: str = "") -> str:
        query = {key: text for key, text in (("answer", answer), ("day", self.day)) if text}
        return f"{self.root}/puzzles/{puzzle.name}" + (f"?{urlencode(query)}" if query else "")


def puzzle_page(asked: AskedPuzzle, seconds: float) -> str:
    """The page of a puzzle; with an answer, the position that confirms or refutes it."""
    puzzle = asked.puzzle
    judged, wrong = judge(puzzle, asked.answer, seconds) if asked.answer else (None, "")
    rulesets = [summand.ruleset for summand in puzzle.game.summands]
    return render(
        "puzzle.html",
        asked.root,
        puzzle=puzzle,
        asked=asked,
        judged=judged,
        wrong=wrong,
        titles=list(dict.fromkeys(title_of(rules.name) for rules in rulesets)),
        rules=list(dict.fromkeys(rules.full_rules for rules in rulesets)),
        instruction=INSTRUCTIONS[puzzle.kind],
        story=tell_story(puzzle),
        again=asked.url(puzzle),
        surrender=asked.url(puzzle, LOST) if puzzle.kind == "rescue" else "",
        next=f"{asked.root}/puzzles/{next_puzzle(puzzle).name}",
        play=MatchState(puzzle.position, puzzle.misere, root=asked.root).url,
        **(shown_board(judged) if judged and judged.shown else asked_board(asked, puzzle)),
    )


def judge(puzzle: Puzzle, answer: str, seconds: float) -> tuple[Judgement | None, str]:
    """What the solver says to an answer, or the line that says why it cannot be read."""
    try:
        return judge_answer(puzzle, answer, Solver(Budget(seconds=seconds))), ""
    except NotDecided:
        raise
    except GrundyError as error:
        return None, str(error)


def asked_board(asked: AskedPuzzle, puzzle: Puzzle) -> Json:
    """The position of the puzzle; a move on it is the answer, unless a nimber is asked for."""
    game, past = puzzle.game, list(map(parse, puzzle.story))
    if puzzle.kind == "worth":
        return live_board(game, [], {}, lambda move: "", is_over=False)
    every = listed_moves(game)
    moves = distinct_moves(iter(every))[:PAGE_MOVES]
    labels = move_words(game, moves, past, ())
    shown = {
        move.key: {
            "label": label,
            "sentence": sentence(move, label),
            "url": asked.url(puzzle, str(move.to)),
            "to": str(move.to),
        }
        for move, label in zip(moves, labels, strict=True)
    }
    return live_board(game, touched_moves(every, shown), shown, lambda move: asked.url(puzzle, str(move.to)), past)


def shown_board(judged: Judgement) -> Json:
    """The position after the move that settles the question, with what that move took as ghosts."""
    move: Move = judged.shown[0]
    after: Game = move.game.put(move.index, move.position)
    return live_board(after, [], {}, lambda move: "", [move.game], is_over=after.is_over)


def tell_story(puzzle: Puzzle) -> str:
    if not puzzle.story:
        return ""
    before, after = puzzle.story
    return f"From {before} you had a win, and moved to {after}. The other player has answered: {puzzle.position}."


@cache
def by_rating() -> list[Puzzle]:
    return sorted(shipped_puzzles(), key=lambda puzzle: (puzzle.rating, puzzle.seed, puzzle.name))


def next_puzzle(puzzle: Puzzle) -> Puzzle:
    """The shipped puzzle that is a little harder; after the hardest one the easiest."""
    ordered = by_rating()
    place = bisect([(it.rating, it.seed, it.name) for it in ordered], (puzzle.rating, puzzle.seed, puzzle.name))
    return ordered[place % len(ordered)]


def title_of(name: str) -> str:
    return str(rulesets()[name].about.title) if name in rulesets() else name


@lru_cache(KEPT_PAGES)
def puzzles_page(root: str, kind: str, level: str, day: str) -> str:
    """The list of puzzles by ruleset and kind, with that of the day on top."""
    chosen = choose_puzzles("", kind, level)
    rows = dict[str, dict[str, list[Puzzle]]]()
    for puzzle in sorted(chosen, key=lambda puzzle: puzzle.rating):
        rows.setdefault(puzzle.ruleset, {}).setdefault(puzzle.kind, []).append(puzzle)
    daily = daily_puzzle(read_day(day))
    return render(
        "puzzles.html",
        root,
        rows=rows,
        families=families(rulesets()[name] for name in rows),
        chosen=len(chosen),
        kinds=KINDS,
        short_kinds=SHORT_KINDS,
        columns=[kind] if kind else list(KINDS),
        levels=list(LEVELS),
        kind=kind,
        level=level,
        day=day,
        daily=daily,
        daily_title=title_of(daily.ruleset),
        picture=draw_game(daily.game).inline,
    )
