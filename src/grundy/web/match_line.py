"""The line of a match on its page: what happened in words, and the review when it is over."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError
from grundy.play.review import find_step, past_sentence, review
from grundy.solvers.solution import is_scored
from grundy.solvers.solver import Solver
from grundy.web.match_state import MatchState
from grundy.web.parsing import read_shown_game

Json = dict[str, Any]
CODES = {"N": "won for the player to move", "P": "lost for the player to move", "D": "a draw", None: "not decided"}


@dataclass(frozen=True)
class MatchLine:
    """The positions of a match, earlier ones, the present one and those taken back, and the moves between them."""

    state: MatchState
    games: tuple[Game, ...]
    here: int  # the number of the present position
    steps: tuple[Move | None, ...]

    @classmethod
    def of(cls, state: MatchState, game: Game) -> "MatchLine":
        """The line of a match; of a history that makes no sense only the present position is kept."""
        try:
            earlier, later = (tuple(map(read_shown_game, texts)) for texts in (state.past, state.undone))
        except GrundyError:
            earlier = later = ()
        games = (*earlier, game, *later)
        return cls(state, games, len(earlier), tuple(find_step(*pair) for pair in pairwise(games)))

    @property
    def earlier(self) -> tuple[Game, ...]:
        return self.games[: self.here]

    @property
    def present(self) -> Game:
        return self.games[self.here]

    @property
    def last_step(self) -> Move | None:
        return self.steps[self.here - 1] if self.here else None

    @property
    def board(self) -> Game:
        """The present position with what the last move ended still in it, so that the last board stays."""
        step = self.last_step
        if step is None:
            return self.present
        tidy = step.game.summands[step.index].ruleset.board.tidy(step.position)
        whole = step.game.put(step.index, step.position if tidy is None else tidy)
        is_present = tidy is not None and len(whole.summands) == len(self.present.summands)
        return self.present if is_present else whole  # whose heaps stand in the order of the match

    @property
    def rulesets(self) -> list[Ruleset[Any]]:
        """Those of the first position: summands that are finished belong to the title."""
        return list({summand.ruleset.name: summand.ruleset for summand in self.games[0].summands}.values())

    def mover(self, number: int) -> str:
        """Who made the move from a position to the next."""
        state = self.state
        if state.is_against_computer:
            is_own = (state.turns[number].mover == state.now.mover) == (state.turn == "you")
            return "You" if is_own else "The computer"
        noun = "player" if state.opponent == "person" else "computer"
        return f"The {('first', 'second')[state.turns[number].mover]} {noun}"

    @property
    def score(self) -> str:
        """The points so far, where points decide the game."""
        if not is_scored(self.games[0]):
            return ""
        turn, state = self.state.now, self.state
        if state.is_against_computer:
            mine = turn.mover if state.turn == "you" else 1 - turn.mover
            return f"You {turn.points[mine]}, the computer {turn.points[1 - mine]}."
        return "First {}, second {}.".format(*turn.points)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The moves in words; some boards draw the position for that."""
        return tuple(map(self.sentence, range(len(self.steps))))

    def sentence(self, number: int) -> str:
        """The move from a position to the next in words."""
        step = self.steps[number]
        told = past_sentence(step, self.games[:number], self.state.notes) if step else ""
        words = told or f"moved to {self.games[number + 1]}"
        guess = " (a guess)" if self.state.dropped + number + 1 in self.state.guesses else ""
        return f"{self.mover(number)} {words}{guess}."

    @property
    def last_sentence(self) -> str:
        return self.sentences[self.here - 1] if self.here else ""

    @property
    def history(self) -> list[Json]:
        """A row for each move: its words, and the address of the position after it where a person can go there."""
        own = set(self.state.own_turns)
        return [
            {
                "words": self.sentences[n],
                "url": self.state.back(self.here - n - 1).url if n + 1 in own else "",
                "here": n + 1 == self.here,
            }
            for n in range(len(self.steps))
        ]


def record_text(line: MatchLine) -> str:
    """The match as text, a move a line; `match_state.read_record` reads it again."""
    moves = [f"{n + 1}. {line.sentences[n]} -> {line.games[n + 1]}" for n in range(line.here)]
    return "\n".join([str(line.games[0]), *moves])


def review_match(line: MatchLine, solver: Solver, seconds: float) -> Json:
    """The match move by move: who stood to win, and where that changed."""
    state, rows = line.state, list[Json]()
    leads = [turn.lead for turn in state.turns]
    for n, it in enumerate(review(line.games, state.misere, solver, Budget(seconds=seconds), leads)):
        rows.append(
            {
                "words": line.sentences[n],
                "outcome": it.after or "?",
                "code": CODES[it.after],
                "lost": it.lost,
                "mark": it.mark,
                "better": it.better.label if it.better else "",
                "url": state.back(line.here - n).url,
                "look": replace(state.back(line.here - n - 1), looking=True).url,
                "here": n + 1 == line.here,
                "is_own": line.mover(n) == "You" or not state.is_against_computer,
            }
        )
    outcomes = {row["outcome"] for row in rows}
    return {
        "rows": rows,
        "turns": [row for row in rows if row["lost"]],
        "is_decided": "?" not in outcomes,
        "has_draws": "D" in outcomes,
    }
