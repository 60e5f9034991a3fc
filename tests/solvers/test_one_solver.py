"""One question builds one solver, which remembers: all parts of an answer share what is known."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from grundy import solve
from grundy.core.budget import Budget
from grundy.explain.account import explain
from grundy.explain.certificates.make import certify_game
from grundy.expressions import parse
from grundy.games.nim import Nim
from grundy.play.match import Match
from grundy.play.players import perfect
from grundy.solvers.solver import Solver
from grundy.web import page_tasks
from grundy.web.api_tasks import move as api_move
from grundy.web.match_state import MatchState

GAMES = "nim(3,5,7) + kayles(5)", "cram(3x4)", "chomp(4x5)", "digraph(a: b c; b: a; c: d)(a)", "treblecross(8)"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Solver]:
    """The solvers that are made from now on."""
    solvers: list[Solver] = []
    make = Solver.__init__

    def count(self: Solver, *arguments: Any, **named: Any) -> None:
        solvers.append(self)
        make(self, *arguments, **named)

    monkeypatch.setattr(Solver, "__init__", count)
    return solvers


@pytest.mark.parametrize("text", GAMES)
def test_solve(text: str, made: list[Solver]) -> None:
    assert solve(parse(text), moves="all").outcome
    assert len(made) == 1


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("full", [False, True])
def test_explain(text: str, full: bool, made: list[Solver]) -> None:
    assert explain(parse(text), full=full).outcome
    assert len(made) == 1


@pytest.mark.parametrize("text", GAMES)
def test_the_perfect_player(text: str, made: list[Solver]) -> None:
    perfect(Match.of(parse(text)))
    assert len(made) == 1


@pytest.mark.parametrize("opponent", ["perfect", "kind3"])
def test_the_reply_of_the_web_app(opponent: str, made: list[Solver]) -> None:
    state = MatchState("nim(3,5,6)", opponent=opponent, turn="computer", past=("nim(3,5,7)",))
    assert "lost=win" not in page_tasks.reply(state, 2.0)
    assert len(made) == 1


def test_a_page_with_values_and_coach(made: list[Solver]) -> None:
    past = "nim(3,5,7)", "nim(3,5,3)", "nim(3,3,5)"
    state = MatchState("nim(3,3,4)", past=past, coach=3, values=True, lost="win", shows_better=True)
    assert "nim-sum" in page_tasks.game_page(state, "", 2.0).text
    assert len(made) == 1


def test_a_move_of_the_interface_for_programs(made: list[Solver]) -> None:
    answer = api_move("nim(3,5,7)", "", "nim(3,5,5)", False, 0, "perfect", True, Budget(seconds=2.0))
    assert answer["analysis"]["outcome"] == "P"
    assert len(made) == 1


@pytest.mark.parametrize("text", ["nim(3,5,7)", "cram(3x4)"])
def test_certificates(text: str, made: list[Solver], tmp_path: Path) -> None:
    certify_game(parse(text), tmp_path / "proof.txt")
    assert len(made) <= 1


def test_the_coach_cites_what_it_explains_and_no_values_of_the_page() -> None:
    solver = Solver()
    for move in (game := parse("kayles(5,4)")).each_move():
        solver.outcome(move.to)
    solver.outcome(parse("nim(3,5)"))
    assert explain(game, solver=solver).text() == explain(game).text()


class TestAGameRemembers:
    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[object]:
        """The positions whose theorem was asked for."""
        positions: list[object] = []
        theorem = Nim.theorem

        def count(self: Nim, position: Any) -> Any:
            positions.append(position)
            return theorem(self, position)

        monkeypatch.setattr(Nim, "theorem", count)
        return positions

    def test_its_nimber(self, asked: list[object]) -> None:
        game = parse("nim(3,5,7)")
        assert game.nimber == 1
        before = len(asked)
        assert before
        assert game.nimber == 1
        assert len(asked) == before

    def test_its_outcome_and_winning_moves(self, made: list[Solver]) -> None:
        game = parse("cram(3x3)")
        assert game.outcome == game.outcome
        assert game.winning_moves() == game.winning_moves()
        assert game.misere.outcome == game.misere.outcome
        assert len(made) == 1

    def test_and_nobody_sees_it(self) -> None:
        asked, fresh = parse("nim(3,5,7)"), parse("nim(3,5,7)")
        assert asked.nimber == 1
        assert asked == fresh
        assert hash(asked) == hash(fresh)
        assert pickle.dumps(asked) == pickle.dumps(fresh)
        assert pickle.loads(pickle.dumps(asked)) == asked


def test_a_side_question_leaves_no_method() -> None:
    solver = Solver()
    solver.nimber(parse("kayles(5)"), solver.inquire(Budget(1000, 1.0)))
    assert solver.methods == []
    solver.nimber(parse("kayles(5)"))
    assert [str(method) for method in solver.methods] == ["table by the definition"]


def test_no_limit_of_a_budget_changes() -> None:
    budget = Budget(1000, 5.0)
    with pytest.raises(AttributeError):
        budget.positions = 5  # type: ignore[misc]
    Solver(budget).outcome(parse("cram(3x3)"))
    assert (budget.positions, budget.seconds) == (1000, 5.0)
    assert budget.spent > 0
