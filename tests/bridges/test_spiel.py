"""Games in the real OpenSpiel: its own checks pass, labels agree with the definition and with its own solver."""

from random import Random

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, minimax

from grundy import parse
from grundy.bridges.open_spiel import PerfectPolicy, labels
from grundy.errors import GrundyError
from grundy.solvers import search

GAMES = [
    "nim(1,2,3)",
    "kayles(6)",
    "chomp(2x3)",
    "kayles(3) + nim(2)",
    "sos(4)",
    "dots_and_boxes(1x2)",
    "treblecross(5)",
]


def load(text: str, misere: bool = False) -> pyspiel.Game:
    return pyspiel.load_game("python_grundy", {"game": text, "misere": misere})


@pytest.mark.parametrize("text", GAMES)
def test_labels_agree_with_the_solver_of_open_spiel(text: str) -> None:
    """Along random plays; the value for the player to move is 1, 0 or -1."""
    game, chance = load(text), Random(text)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            mover = state.current_player()
            value, _ = minimax.alpha_beta_search(game, state=state.clone(), maximizing_player_id=mover)
            found = labels(state)
            assert {"N": 1, "P": -1, "D": 0}[found.outcome] == value, str(state)
            for action in state.legal_actions():
                after = state.child(action)
                won, _ = minimax.alpha_beta_search(game, state=after, maximizing_player_id=mover)
                assert (action in found.winning_actions) == (won == 1), (str(state), str(after))
            state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.parametrize("misere", [False, True])
def test_the_perfect_policy_wins_every_won_game(misere: bool) -> None:
    for text in ("nim(1,2,2)", "kayles(5)"):
        game = load(text, misere)
        players = [PerfectPolicy(game), policy.UniformRandomPolicy(game)]
        won = search.outcome(parse(text), misere=misere) == "N"
        first = expected_game_score.policy_value(game.new_initial_state(), players)[0]
        assert (first == pytest.approx(1)) == won
        if not won:
            second = expected_game_score.policy_value(game.new_initial_state(), players[::-1])[1]
            assert second == pytest.approx(1)


def test_the_checks_of_open_spiel_itself() -> None:
    pyspiel.random_sim_test(load("nim(1,2,3)"), num_sims=5, serialize=True, verbose=False)


def test_words_numbers_and_observations() -> None:
    game = load("kayles(5)")
    state = game.new_initial_state()
    assert (str(state), labels(state).nimber) == ("kayles(5)", 4)
    (action,) = [one for one in state.legal_actions() if "leaving 2 and 2" in state.action_to_string(0, one)]
    assert labels(state).winning_actions == [action]
    state.apply_action(action)
    assert (str(state), labels(state).outcome, labels(state).winning_actions) == ("kayles(2,2)", "P", [])
    assert sum(state.observation_tensor(0)) == 2
    assert state.observation_string(0) == "kayles(2,2); player 1 to move"


def test_play_that_goes_round_ends_in_a_draw() -> None:
    game = load("digraph(a: b; b: a)(a)")
    state = game.new_initial_state()
    assert labels(state).outcome == "D"
    while not state.is_terminal():
        (action,) = state.legal_actions()
        assert PerfectPolicy(game).action_probabilities(state) == {action: 1.0}
        state.apply_action(action)
    assert state.returns() == [0.0, 0.0]


def test_a_game_that_is_too_large_is_one_line() -> None:
    with pytest.raises(GrundyError, match="take a smaller game"):
        load("nim(100,100,100)")
