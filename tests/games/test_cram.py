"""Cram: published nimbers, mirrored boards, holes, and the compiled options against the rules."""

from itertools import product
from random import Random

import pytest

from grundy import parse
from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.games.cram.rules import cram
from grundy.games.cram.search import CramExpansion
from grundy.solvers import search
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import Prover
from grundy.solvers.solution import solve

# Nimbers of m x n boards for n = m, m + 1, ...: Lemoine and Viennot 2010, Uiterwijk 2018.
PUBLISHED = {3: [0, 1, 1, 4, 1, 3], 4: [0, 2, 0], 5: [0]}


@pytest.mark.parametrize("rows", PUBLISHED)
def test_published_nimbers(rows: int) -> None:
    prover, budget = Prover(expansion_of(cram), fresh=True), Budget()
    boards = [("_" * columns,) * rows for columns in range(rows, rows + len(PUBLISHED[rows]))]
    assert [prover.nimber(prover.parts(board), budget) for board in boards] == PUBLISHED[rows]


def boards(chance: Random, squares: int, count: int) -> list[tuple[str, ...]]:
    """Random boards with holes."""
    found = []
    for _ in range(count):
        rows = chance.randint(1, 5)
        columns = chance.randint(1, squares // rows)
        found.append(tuple("".join(chance.choice("____x") for _ in range(columns)) for _ in range(rows)))
    return found


def test_random_boards_have_the_nimber_of_the_definition() -> None:
    prover, budget = Prover(expansion_of(cram), fresh=True), Budget()
    for board in boards(Random(5), 14, 60):
        game = Game((Summand(cram, board),))
        assert prover.nimber(prover.parts(board), budget) == search.nimber(game), board


def test_random_boards_under_misere_play() -> None:
    prover, budget = Prover(expansion_of(cram), fresh=True), Budget()
    for board in boards(Random(6), 12, 40):
        game = Game((Summand(cram, board),))
        assert prover.is_lost(prover.parts(board), 0, budget, misere=True) == (search.outcome(game, True) == "P"), board


def show_parts(found: CramExpansion, parts: tuple[object, ...]) -> tuple[str, ...]:
    """Parts as canonical boards."""
    positions = (cram.board.make(found.show(part)) for part in parts)
    return tuple(sorted(cram.board.show(cram.canonical(position)) for position in positions))


def test_compiled_options_are_those_of_the_rules() -> None:
    found = CramExpansion(cram)
    for board in [*boards(Random(7), 20, 40), ("_" * 9,) * 6, ("_" * 7,) * 7, ("_" * 30,)]:
        for part in found.parts(board):
            (position,) = (cram.board.make(found.show(part)),)
            plain = {show_parts(found, found.parts(to)) for to in cram.moves(position)}
            assert {show_parts(found, option) for option in found.options(part)} == plain
            assert found.weight(part) == sum(row.count("_") for row in position)


@pytest.mark.parametrize("board", [("_" * 11,) * 5, ("_" * 40,) * 2, ("_" * 8,) * 8])
def test_areas_too_large_for_a_number_stay_boards(board: tuple[str, ...]) -> None:
    found = CramExpansion(cram)
    (key,) = found.parts(board)
    assert isinstance(key, tuple)
    assert found.read(found.show(key)) == key
    assert all(found.weight(part) < found.weight(key) for option in found.options(key) for part in option)


def test_symmetric_areas_are_one() -> None:
    found = CramExpansion(cram)
    board = ("__x_", "____", "x___")
    assert len({found.parts(image) for image in cram.board.symmetries(board)}) == 1


def test_a_bent_line_is_a_straight_one() -> None:
    assert cram.canonical(("__x", "x_x", "x__")) == ("_____",)
    assert cram.canonical(("__", "__")) == ("__", "__")
    assert cram.canonical(("__x__",)) != ("____",)


@pytest.mark.parametrize(("rows", "columns"), [*product(range(2, 9), repeat=2)])
def test_who_can_copy_wins(rows: int, columns: int) -> None:
    expected = {0: "P", 1: "N"}.get(rows % 2 + columns % 2)
    assert cram.verdict(("_" * columns,) * rows, False) == expected


def test_winning_moves_of_a_board_with_a_hole() -> None:
    game = parse("cram(____/_x__/____)")
    wins = {move.key for move in game.moves() if search.nimber(move.to) == 0}
    answer = solve(game, fresh=True)
    assert answer.winning is not None
    assert {move.key for move in answer.winning.moves} == wins
    assert answer.winning.complete
