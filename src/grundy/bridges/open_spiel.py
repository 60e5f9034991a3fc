"""Games for OpenSpiel, with perfect labels: `pyspiel.load_game("python_grundy", {"game": "kayles(5) + nim(3)"})`.

An action is the number of the position that it leads to, in the order in which play can first reach them; so the number
of actions is that of the positions, and a game must be small enough to list them. Whose turn it is, who has won and by
how many points is what `play.Match` says. Needs the extra `open_spiel`.
"""

from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from grundy.core.game import Game
from grundy.errors import GrundyError, UndefinedError
from grundy.expressions import parse
from grundy.play.match import Match
from grundy.solvers.solution import plain_nimber
from grundy.solvers.solver import Solver

try:
    import numpy as np
    import pyspiel
    from open_spiel.python import policy
except ModuleNotFoundError as error:
    raise GrundyError("this needs OpenSpiel: pip install 'grundy[open_spiel]'") from error

__all__ = ["PerfectLabels", "PerfectPolicy", "labels"]

MOST_POSITIONS = 100_000
ROUNDS = 4  # through all positions, after which a play that goes round is a draw
TYPE = pyspiel.GameType(
    short_name="python_grundy",
    long_name="Impartial games",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "nim(3,5,7)", "misere": False},
)


class PerfectLabels(NamedTuple):
    """What is known of a state."""

    outcome: str  # N: the player to move wins; P: the other one; D: a draw
    nimber: int | str | None  # under normal play, where there is one
    winning_actions: list[int]
    method: str


class SpielGame(pyspiel.Game):
    """A game with a position at which it starts."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"game": "nim(3,5,7)", "misere": False} | (params or {})
        self.start, self.misere = parse(unquote(str(given["game"]))), bool(given["misere"])
        self.positions = list_positions(self.start)
        self.numbers = {str(game): number for number, game in enumerate(self.positions)}
        most = len(self.positions)
        info = pyspiel.GameInfo(
            num_distinct_actions=most,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most * (1 if is_finite(self.start) else ROUNDS),
        )
        text = quote(str(self.start), safe="")  # OpenSpiel takes brackets and commas for its own
        super().__init__(TYPE, info, {"game": text, "misere": self.misere})
        self.solver = Solver()

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(len(self.positions))


class SpielState(pyspiel.State):
    """A position of a match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match = Match.of(game.start, game.misere)

    @property
    def rules(self) -> SpielGame:
        game: SpielGame = self.get_game()
        return game

    @property
    def number(self) -> int:
        return self.rules.numbers[str(self.match.game)]

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.match.mover

    def _legal_actions(self, player: int) -> list[int]:
        return sorted({self.rules.numbers[str(move.to)] for move in self.match.game.each_move()})

    def _apply_action(self, action: int) -> None:
        self.match = self.match.play(self.rules.positions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        to = str(self.rules.positions[action])
        return next(f"{move.label}: {to}" for move in self.match.game.each_move() if str(move.to) == to)

    def is_terminal(self) -> bool:
        return self.match.is_over or len(self.match.history) > self.rules.max_game_length()

    def returns(self) -> list[float]:
        winner = self.match.winner
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return str(self.match.game)


class SpielObserver:
    """The position and the player to move, each as a one among zeros."""

    def __init__(self, count: int) -> None:
        self.tensor = np.zeros(count + 2, np.float32)
        self.dict = {"position": self.tensor[:count], "mover": self.tensor[count:]}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["position"][state.number] = 1
        self.dict["mover"][state.match.mover] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        return f"{state.match.game}; player {state.match.mover} to move"


class PerfectPolicy(policy.Policy):
    """Plays a winning move, each with the same chance; else one that keeps a draw; else any move."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game, [0, 1])

    def action_probabilities(self, state: SpielState, player_id: int | None = None) -> dict[int, float]:
        best = labels(state).winning_actions or keeping_actions(state) or state.legal_actions()
        return {action: 1 / len(best) if action in best else 0.0 for action in state.legal_actions()}


def labels(state: SpielState) -> PerfectLabels:
    """The outcome of any state, its nimber, and all winning actions."""
    rules, game, misere = state.rules, state.match.game, state.match.misere
    inquiry = rules.solver.inquire()
    outcome = rules.solver.outcome(game, misere, inquiry)
    found = rules.solver.winning(game, misere, MOST_POSITIONS, inquiry)
    actions = sorted({rules.numbers[str(move.to)] for move in found.moves})
    nimber = None
    with suppress(UndefinedError):  # a cycle, a pattern, or moves that entail
        nimber = None if misere else plain_nimber(rules.solver.nimber(game, inquiry))
    return PerfectLabels(outcome, nimber, actions, "; ".join(map(str, inquiry.methods)))


def keeping_actions(state: SpielState) -> list[int]:
    """The actions that keep a draw."""
    rules = state.rules
    if labels(state).outcome != "D":
        return []
    actions = state.legal_actions()
    return [action for action in actions if rules.solver.outcome(rules.positions[action], rules.misere) == "D"]


def is_finite(game: Game) -> bool:
    return all(summand.ruleset.finite for summand in game.summands)


@lru_cache(maxsize=16)
def list_positions(game: Game) -> list[Game]:
    """Every position that play can reach, once each, the game itself first."""
    listed, known = [game], {str(game)}
    for here in listed:  # which grows meanwhile
        for move in here.each_move():
            if (text := str(move.to)) not in known:
                known.add(text)
                listed.append(move.to)
            if len(listed) > MOST_POSITIONS:
                raise GrundyError(f"{game} has more than {MOST_POSITIONS:,} positions; take a smaller game")
    return listed


pyspiel.register_game(TYPE, SpielGame)
