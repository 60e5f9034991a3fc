"""Nimstring and Dots-and-Boxes: loony positions, sums, margins, compiled search, and whose turn it is."""

import json
import shutil
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import LOONY
from grundy.errors import NotationError, UndefinedError
from grundy.explain.answer import answer_lines
from grundy.games.nimstring import dots_and_boxes, nimstring
from grundy.games.nimstring.board import Dots, all_strings, bits_of, boxes, full, strings_of
from grundy.games.nimstring.chains import chains, take_without_choice
from grundy.games.nimstring.kernel_tables import LOONY as LOONY_CODE
from grundy.games.nimstring.kernel_tables import fill_margins, fill_values
from grundy.games.nimstring.search import OPENINGS, NimstringExpansion, read_openings
from grundy.games.nimstring.search_margins import BoardMargins
from grundy.play.match import Match
from grundy.play.players import choose_move
from grundy.play.turns import Turn
from grundy.solvers import saved, search
from grundy.solvers.solution import solve
from grundy.solvers.solver import Solver

ANSWERS = json.loads((Path(__file__).parents[1] / "data" / "answers_games.json").read_text(encoding="utf-8"))
MARGINS = [answer for answer in ANSWERS if answer["game"] == "dots_and_boxes"]


@pytest.mark.parametrize("answer", MARGINS, ids=lambda answer: answer["id"])
def test_margins(answer: dict[str, dict[str, object]]) -> None:
    found = solve(parse(f"dots_and_boxes({answer['position'][0]})")).json()  # type: ignore[index]
    expected = answer["expected"]
    assert (found["outcome"], found["margin"]) == (expected["outcome"], expected["margin"])
    assert (found["winning_count"], found["best_count"]) == (expected["n_winning"], expected["n_best"])
    assert found["nimber"] is None


@pytest.mark.parametrize(
    "text", ["1-2,0-2", "1-2", "0-1,1-2,2-3,0-3", "1-2,2-3,1-3", "0-1,0-1,1-2", "1-2,0-3,0-3", "1-2,2-3,3-4,1-4"]
)
def test_sums_by_the_whole_tree_of_play(text: str) -> None:
    for heap in range(4):
        for beside in (f"nim({heap})", f"kayles({heap})", "nimstring(0-1,1-2)"):
            game = parse(f"nimstring({text}) + {beside}")
            assert game.outcome == search.outcome(game), game
            after = {move: search.outcome(game.put(move.index, move.position)) for move in game.moves()}
            expected = [move.key for move, outcome in after.items() if (outcome == "N") == move.goes_on]
            assert sorted(map(hash, expected)) == sorted(hash(move.key) for move in game.winning_moves()), game


def test_loony_and_its_account() -> None:
    game = parse("nimstring(0-2,1-2) + kayles(3)")
    assert game.nimber == LOONY
    answer = solve(game).json()
    assert (answer["nimber"], answer["outcome"], answer["nimber_status"]) == ("loony", "N", "exact")
    words = str(game.explain())
    assert "double-cross" in words
    assert "loony" in words


@pytest.mark.parametrize("rules", [nimstring, dots_and_boxes], ids=str)
def test_no_misere_form(rules: object) -> None:
    with pytest.raises(UndefinedError, match="no misère form"):
        parse(f"{rules}(1x1)").misere.outcome  # noqa: B018
    with pytest.raises(UndefinedError, match="does not add"):
        (parse("dots_and_boxes(1x1)") + parse("nim(1)")).outcome  # noqa: B018


@pytest.mark.parametrize("text", ["1x1; r1c1-r2c2", "0x3", "9999x9999", "1-1", "2x2; r1c1", "1x1; r3c1-r3c2"])
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(NotationError):
        parse(f"nimstring({text})")


def table_of(rows: int, columns: int, fill: object) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    edges = all_strings(rows, columns)
    coins = {coin: number for number, coin in enumerate(boxes(rows, columns))} | {"0": -1}
    ends = np.array([[coins[end] for end in edge] for edge in edges], np.int64)
    at = np.array(list(boxes(rows, columns).values()), np.int64)
    table = np.zeros(1 << len(edges), np.int8)
    fill(ends, at, table, 0, len(table))  # type: ignore[operator]
    return table


def test_the_search_without_loony_moves_equals_a_table_of_all_sets() -> None:
    """Every set of lines of 2 x 2 boxes, and a sample of 2 x 3."""
    chance, expansion, budget = Random(5), NimstringExpansion(nimstring), Budget()
    for rows, columns, count in ((2, 2, 1 << 12), (2, 3, 4_000)):
        table = table_of(rows, columns, fill_values)
        places = range(len(table)) if count == len(table) else (chance.randrange(len(table)) for _ in range(count))
        for left in places:
            position = Dots(rows, columns, left)
            is_loony = take_without_choice(strings_of(position)) is None
            assert is_loony == (table[left] == LOONY_CODE)
            if not is_loony:
                assert expansion.is_lost(expansion.parts(position), int(table[left]), False, budget), position


@pytest.mark.slow
def test_nimbers_of_three_by_three_boxes_equal_a_table_of_all_sets() -> None:
    table, chance, expansion, budget = table_of(3, 3, fill_values), Random(9), NimstringExpansion(nimstring), Budget()
    for _ in range(3_000):
        position = Dots(3, 3, chance.randrange(1 << 24) | chance.randrange(1 << 24))
        is_loony = take_without_choice(strings_of(position)) is None
        assert is_loony == (table[position.left] == LOONY_CODE)
        if not is_loony:
            assert expansion.is_lost(expansion.parts(position), int(table[position.left]), False, budget), position


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (5, 5), (3, 7)])
def test_late_positions_equal_the_definition(rows: int, columns: int) -> None:
    chance, expansion, budget = Random(rows), NimstringExpansion(nimstring), Budget()
    for _ in range(20):
        lines = chance.sample(range(full(rows, columns).bit_length()), 11)
        position = Dots(rows, columns, sum(1 << line for line in lines))
        value = search.value(Game.of(nimstring, position))
        if value == LOONY:
            assert take_without_choice(strings_of(position)) is None
        else:
            assert isinstance(value, int)
            assert expansion.is_lost(expansion.parts(position), value, False, budget), position


def test_boards_and_graphs_are_searched_alike() -> None:
    """The kernel for boards and the one for graphs, on positions that are too large for the definition."""
    chance, expansion, budget = Random(8), NimstringExpansion(nimstring), Budget()
    for _ in range(8):
        position = Dots(4, 4, full(4, 4))
        while position.left.bit_count() > 27:
            after = position._replace(left=position.left & ~(1 << chance.randrange(40)))
            if take_without_choice(strings_of(after)) == list(range(after.left.bit_count())):
                position = after
        (board,), graphs = expansion.parts(position), expansion.keys(strings_of(position))
        nimber = expansion.known_nimber(board, budget)
        assert expansion.is_lost(graphs, nimber or 0, False, budget), position


def test_openings_rest_on_each_other() -> None:
    """A nimber is 0 where no option has 0, for the start and one line drawn; with two that is left to the search."""
    known, expansion = read_openings(4, 4), NimstringExpansion(nimstring)
    expansion.load_store(next(iter(known)))
    for key, nimber in known.items():
        if key.left.bit_count() >= 39:
            options = (key._replace(left=key.left & ~(1 << bit)) for bit in bits_of(key.left))
            zeros = [expansion.is_key_lost(option, 0, None) for option in options]
            assert (nimber == 0) == (True not in zeros), key
            assert zeros.count(None) <= 1  # a corner that is cut off leaves two parts, which have no row
    assert {nimber for key, nimber in known.items() if key.left == full(4, 4)} == {1}


def test_four_by_four_boxes_from_the_start() -> None:
    answer = solve(parse("nimstring(4x4) + kayles(7)"), budget=Budget(seconds=60))
    assert (answer.outcome, answer.nimber, answer.saved) == ("N", 3, "shipped")
    assert answer.winning
    assert answer.winning.complete


def test_margins_by_search_equal_a_table_of_all_sets() -> None:
    """Every set of lines of 2 x 2 boxes, and a sample of 2 x 3 and 1 x 5."""
    chance, budget = Random(6), Budget()
    for rows, columns, count in ((2, 2, 1 << 12), (2, 3, 1_500), (1, 5, 1_500)):
        table, margins = table_of(rows, columns, fill_margins), BoardMargins(rows, columns)
        for number in range(count):
            left = number if count == len(table) else chance.randrange(len(table)) | chance.randrange(len(table))
            assert margins.search(left, budget) == table[left], left


def test_best_moves_equal_the_definition() -> None:
    """Also where no move wins; the winning moves that are not best are told apart from those that are."""
    chance, fewer = Random(8), 0
    for _ in range(30):
        game = Game.of(dots_and_boxes, Dots(2, 2, chance.randrange(1, 1 << 8)))
        after = {str(move.to): search.margin(game.put(move.index, move.position)) for move in game.moves()}
        made = {str(move.to): move.points + (1 if move.goes_on else -1) * after[str(move.to)] for move in game.moves()}
        best = {to for to, margin in made.items() if margin == search.margin(game)}
        answer = solve(game)
        assert answer.best
        assert {str(move.to) for move in answer.best.moves} == best
        assert answer.json()["best_count"] == len(best)
        text = "\n".join(answer_lines(answer))
        assert ("best move" in text.lower()) == (answer.winning is None or len(best) != answer.winning.count), text
        fewer += bool(answer.winning and answer.winning.count and answer.winning.count > len(best))
    assert fewer


def test_bounds_of_a_margin_where_the_budget_ends_first() -> None:
    game = parse("dots_and_boxes(3x4)")
    answer = solve(game, budget=Budget(positions=300))
    assert (answer.outcome, answer.margin) == (None, None)
    assert answer.margin_bounds
    low, high = answer.margin_bounds
    assert answer.json()["margin_bounds"] == [low, high]
    assert -12 <= low <= 0 <= high <= 12
    assert f"the margin is from {low} to {high}" in answer.reason
    assert "at least" in "\n".join(answer_lines(answer))


def test_three_by_three_boxes_are_won_by_three() -> None:
    answer = solve(parse("dots_and_boxes(3x3)"))
    assert (answer.outcome, answer.margin) == ("P", -3)


def test_tables_run_uncompiled_too() -> None:
    for fill in (fill_values, fill_margins):
        assert (table_of(1, 2, fill) == table_of(1, 2, fill.py_func)).all()


def test_margins_equal_the_definition() -> None:
    table, chance = table_of(2, 2, fill_margins), Random(3)
    for _ in range(40):
        left = chance.randrange(1, 1 << 9)
        game = Game.of(dots_and_boxes, Dots(2, 2, left))
        assert search.margin(game) == table[left] == game.margin


def test_chains_and_loops() -> None:
    three = parse("nimstring(0-1,1-2,2-3,0-3)").summands[0].position
    assert [len(chain.coins) for chain in chains(strings_of(three))] == [3]  # type: ignore[arg-type]
    (loop,) = chains((("1", "2"), ("2", "3"), ("3", "4"), ("1", "4")))
    assert loop.is_loop
    assert loop.is_long


def test_who_completes_a_box_moves_again() -> None:
    match = Match.of(parse("dots_and_boxes(1x2)"))
    solver, chance = Solver(), Random(1)
    while not match.is_over:
        after = match.play(choose_move(match, "perfect", chance, 10, solver).move)
        taken = sum(after.turn.points) - sum(match.turn.points)
        assert (after.mover == match.mover) == (taken > 0)
        match = after
    assert sum(match.turn.points) == 2
    lead = parse("dots_and_boxes(1x2)").margin
    assert match.turn.points[0] - match.turn.points[1] == lead
    assert match.winner == (None if lead == 0 else 0 if lead > 0 else 1)


def test_a_solver_knows_ended_games_apart() -> None:
    """Where points decide, nobody wins what is left."""
    texts = ["nim(1)", "dots_and_boxes(0-1)", "nimstring(0-1)"]
    solver, ended = Solver(), [parse(text).moves()[0].to for text in texts]
    assert len({*ended}) == 3
    assert [solver.outcome(game) for game in ended] == ["P", "D", "P"]


def test_the_last_box_loses_in_nimstring() -> None:
    match = Match.of(parse("nimstring(1-2)"))
    match = match.play(match.game.moves()[0])
    assert match.turn == Turn(0)
    assert match.winner == 1


def test_a_whole_match_keeps_its_turns_in_addresses() -> None:
    from grundy.web.match_state import MatchState

    state, chance = MatchState("dots_and_boxes(2x2)", opponent="person"), Random(4)
    turn = Turn()
    for _ in range(12):
        move = chance.choice(parse(state.game).moves())
        turn = turn.after(move)
        state = state.after(move)
        assert state.now == turn
    assert sum(turn.points) == 4
    assert all(abs(a.mover - b.mover) <= 1 for a, b in pairwise(state.turns))
    assert full(2, 2).bit_count() == 12


def test_damaged_openings_are_told_and_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    copy = tmp_path / OPENINGS.name
    copy.write_bytes(OPENINGS.read_bytes().replace(b"4x4: 1", b"4x4: 0", 1))
    shutil.copy(saved.DATA / "digests.txt", tmp_path)
    monkeypatch.setattr(saved, "DIGESTS", tmp_path / "digests.txt")
    assert len(read_openings(4, 4)) == 98
    monkeypatch.setattr("grundy.games.nimstring.search.OPENINGS", copy)
    assert read_openings(4, 4) == {}
    assert len(caplog.records) == 1
