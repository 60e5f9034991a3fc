"""Positions without a nimber: null, with the status none, in the whole answer and in each of its moves."""

import pytest

from grundy import parse, solve
from grundy.errors import UndefinedError
from grundy.solvers import search


@pytest.mark.parametrize("text", ["treblecross(XXX)", "treblecross(XXX) + nim(3)", "treblecross(.XX) + nim(3)"])
def test_what_a_pattern_decides(text: str) -> None:
    game = parse(text)
    answer = solve(game).json()
    assert (answer["nimber"], answer["nimber_status"]) == (None, "none")
    assert answer["outcome"] == search.outcome(game)
    assert answer["method"]
    with pytest.raises(UndefinedError):
        game.nimber  # noqa: B018
    with pytest.raises(UndefinedError):
        search.nimber(game)
    assert game.explain().nimber is None


@pytest.mark.parametrize("text", ["nim(0)", "nim(1)", "nim(1,1)", "kayles(0)", "kayles(2) + nim(1)"])
def test_misere_play(text: str) -> None:
    answer = solve(parse(text), misere=True, moves="all").json()
    assert (answer["nimber"], answer["nimber_status"]) == (None, "none")
    assert all(move["nimber"] is None for move in answer["moves"])  # type: ignore[attr-defined]
    assert parse(text).misere.explain().nimber is None


@pytest.mark.parametrize("text", ["nim(0)", "kayles(0)", "wythoff(0,0)"])
def test_a_game_that_is_over_has_the_nimber_0(text: str) -> None:
    answer = solve(parse(text)).json()
    assert (answer["nimber"], answer["nimber_status"]) == (0, "exact")


@pytest.mark.parametrize("cycle", ["digraph(b: b c; c: b)(b)", "digraph(a: b; b: a c)(a)"])
def test_a_pattern_beside_a_cycle(cycle: str) -> None:
    """Winning moves are listed by their distance from the end, and one that completes a pattern ends all."""
    game = parse(f"{cycle} + treblecross(XX.XX.)")
    answer = solve(game)
    assert answer.winning
    assert {move.position for move in answer.winning.moves} == {"XXXXX.", "XX.XXX"}
    assert (answer.outcome, answer.nimber_status) == ("N", "none")
    assert answer.method == "a pattern can be completed"
