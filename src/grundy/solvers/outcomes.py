"""Who wins in many positions of a ruleset at once: the P-positions with which every text begins."""

from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.core.board import Board
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import PositionError
from grundy.solvers.solver import Solver
from grundy.solvers.value_sequence import ValueSequence

SMALL_SIZE = 40  # what a board is asked for where its positions form no sequence


def has_sequence(ruleset: Ruleset[Any]) -> bool:
    return type(ruleset.board).line is not Board.line


def sequence_outcomes(ruleset: Ruleset[Any], to: int, misere: bool, budget: Budget) -> Iterator[Outcome]:
    """The outcomes of the heaps (or rows, or coins) below a bound, from the first one on."""
    first = ruleset.board.first
    if isinstance(ruleset, HeapGame) and not misere:
        sequence = ValueSequence(ruleset, budget)
        yield from ("N" if sequence.value(n) else "P" for n in range(first, to))
        return
    solver = Solver(budget)
    yield from (solver.outcome(Game.of(ruleset, ruleset.board.line(n)), misere) for n in range(first, to))


def small_outcomes(ruleset: Ruleset[Any], most: int, misere: bool, budget: Budget) -> Iterator[tuple[str, Outcome]]:
    """The outcomes of the first positions, small ones before large ones, each with its text."""
    solver = Solver(budget)
    for game in islice(small_games(ruleset), most):
        yield str(game), solver.outcome(game, misere)


def small_games(ruleset: Ruleset[Any]) -> Iterator[Game]:
    """The positions of a table along its diagonals, or as the board lists them."""
    board = ruleset.board
    positions: Iterator[Any]
    if type(board).cell is not Board.cell:
        top, left = board.origin
        pairs = ((row, total - row) for total in count() for row in range(total + 1))
        positions = (board.cell(top + row, left + column) for row, column in pairs)
    else:
        positions = board.small(SMALL_SIZE)
    for position in positions:
        try:
            yield Game.of(ruleset, position)
        except PositionError:
            continue


def outcome_table(
    ruleset: Ruleset[Any], rows: int, columns: int, misere: bool, budget: Budget | None = None
) -> list[list[Outcome]]:
    """The outcomes of the positions with two coordinates, row by row."""
    solver, (top, left) = Solver(budget), ruleset.board.origin
    cell = ruleset.board.cell
    return [
        [solver.outcome(Game.of(ruleset, cell(row, column)), misere) for column in range(left, left + columns)]
        for row in range(top, top + rows)
    ]
