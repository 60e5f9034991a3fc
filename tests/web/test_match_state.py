"""A match as a URL: it reads back, and undo and redo go from one turn of a person to another."""

from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.errors import GrundyError
from grundy.web.match_state import OPPONENTS, MatchState

POSITIONS = st.lists(st.sampled_from(["nim(3,5,7)", "kayles(2,10)", "rugs(HT/TH)", "nim(1) + nim(2)"]), max_size=5)


def read(url: str) -> MatchState:
    parts = urlsplit(url)
    return MatchState.read(unquote(parts.path).removeprefix("/play/"), dict(parse_qsl(parts.query)))


@given(
    POSITIONS,
    POSITIONS,
    st.booleans(),
    st.sampled_from(list(OPPONENTS)),
    st.sampled_from(["you", "computer"]),
    st.integers(0, 3),
    st.sampled_from(["", "win", "draw"]),
)
def test_a_state_reads_back(
    past: list[str], undone: list[str], misere: bool, opponent: str, turn: str, coach: int, lost: str
) -> None:
    state = MatchState("nim(3,5)", misere, opponent, turn, tuple(past), tuple(undone), coach, misere, lost, misere)
    assert read(state.url) == state


def state_after(*games: str, **settings: str) -> MatchState:
    state = MatchState(games[0], **settings)  # type: ignore[arg-type]
    for game in games[1:]:
        state = state.after(game)
    return state


def test_against_a_computer_undo_takes_back_both_moves() -> None:
    state = state_after("a", "b", "c", "d", "e")
    assert state.turn == "you"
    back = state.nearest_turn(-1)
    assert back
    assert (back.game, back.past, back.undone, back.turn) == ("c", ("a", "b"), ("d", "e"), "you")
    assert back.nearest_turn(1) == state
    assert state.farthest_turn(-1) == back.nearest_turn(-1)
    assert back.farthest_turn(1) == state
    assert state.farthest_turn(1) is None


def test_after_the_last_move_of_a_game_undo_takes_back_that_one() -> None:
    state = state_after("a", "b", "c", "d")
    assert state.turn == "computer"
    back = state.nearest_turn(-1)
    assert back
    assert (back.game, back.turn) == ("c", "you")
    assert back.nearest_turn(1) == state


def test_among_people_undo_takes_back_one_move() -> None:
    state = state_after("a", "b", "c", opponent="person")
    back = state.nearest_turn(-1)
    assert back
    assert back.game == "b"
    assert state.own_turns == [0, 1, 2]


def test_where_the_computer_began_the_first_position_is_its_own() -> None:
    state = state_after("a", "b", turn="computer")
    assert state.turn == "you"
    assert state.nearest_turn(-1) is None
    assert state.own_turns == [1]


def test_a_new_game_starts_at_the_first_position() -> None:
    fresh = state_after("a", "b", "c").restart(opponent="kind1")
    assert (fresh.game, fresh.past, fresh.opponent) == ("a", (), "kind1")


def test_a_long_history_forgets_its_oldest_positions() -> None:
    state = state_after(*(f"nim({n},{'9' * 40})" for n in range(200, 0, -1)), opponent="person")
    assert len(state.url) < 5_000
    assert read(state.url).past[-1] == state.past[-1]


@pytest.mark.parametrize("query", [{"vs": "nobody"}, {"turn": "mine"}, {"coach": "9"}])
def test_nonsense_gets_one_line(query: dict[str, str]) -> None:
    with pytest.raises(GrundyError, match=r"^[^\n]+$"):
        MatchState.read("nim(3)", query)
