"""Looking a few moves ahead, as people do: an outcome is seen if the winner can end the game within them.

The number of moves that takes, if the winner hurries and the loser delays, is the remoteness of the position.
"""

from collections.abc import Hashable, Sequence
from contextlib import suppress
from itertools import islice

from grundy.core.budget import Budget
from grundy.core.game import Game, Move
from grundy.core.ruleset import Outcome
from grundy.errors import NotDecided
from grundy.solvers import search
from grundy.solvers.solver import FLIPPED

LISTED_MOVES = 400  # of one position
Seen = dict[tuple[Hashable, int], Outcome | None]


def look_ahead(
    moves: Sequence[Move], misere: bool, depth: int, budget: Budget
) -> tuple[list[tuple[Move, Outcome | None]], int]:
    """The moves with the outcomes after them that are seen, and how many moves ahead that was.

    The move itself counts as the first of them; fewer are looked at where the budget ends first.
    """
    outcomes, reached = OutcomesAhead(misere, budget), 0
    found: list[tuple[Move, Outcome | None]] = [(move, None) for move in moves]
    with suppress(NotDecided):
        for ahead in range(1, depth + 1):
            found = [(move, outcomes.outcome_after(move, ahead - 1)) for move in moves]
            reached = ahead
            if all(outcome for _, outcome in found) or any(outcome == "P" for _, outcome in found):
                break
    return found, reached


class OutcomesAhead:
    """Outcomes that are decided within a number of moves."""

    def __init__(self, misere: bool, budget: Budget) -> None:
        self.misere, self.budget = misere, budget
        self.seen: Seen = {}

    def outcome(self, game: Game, moves: int) -> Outcome | None:
        key = game.key, moves
        if key not in self.seen:
            self.seen[key] = self.find_outcome(game, moves)
        return self.seen[key]

    def outcome_after(self, move: Move, moves: int) -> Outcome | None:
        """What a move makes of the game, as if the other player were to move then."""
        outcome = self.outcome(move.game.put(move.index, move.position), moves)
        return FLIPPED[outcome] if outcome and move.goes_on else outcome

    def find_outcome(self, game: Game, moves: int) -> Outcome | None:
        self.budget.spend()
        self.budget.look()  # to list the moves of one position may take long
        options = list(islice(game.each_move(), LISTED_MOVES + 1 if moves else 1))
        if not options:
            final = next((end for s in game.summands if (end := s.ruleset.terminal(s.position))), None)
            return search.outcome_of((), self.misere, final)
        if not moves:
            return None
        after = set[Outcome | None]()
        for move in options[:LISTED_MOVES]:
            after.add(self.outcome_after(move, moves - 1))
            if "P" in after:
                return "N"
        if None in after or len(options) > LISTED_MOVES:
            return None
        return "D" if "D" in after else "P"
