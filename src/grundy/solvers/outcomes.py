"""Who wins in many positions of a ruleset at once: the P-positions with which every text begins."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, count, islice
from typing import Any

from grundy.boards.coins import CoinGame
from grundy.boards.heaps import HeapGame
from grundy.core.board import Board
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import GrundyError, PositionError
from grundy.solvers.solver import Solver
from grundy.solvers.value_sequence import ValueSequence

SMALL_SIZE = 40  # what a board is asked for where its positions form no sequence
PROBE = 3  # a row and column whose position shows what a table has: a bar of chocolate of more rows is no pair


def has_sequence(ruleset: Ruleset[Any]) -> bool:
    """Whether there is a position for each number: a heap, a row, a coin."""
    board = ruleset.board
    if type(board).line is Board.line:
        return False
    try:
        Game.of(ruleset, board.line(board.first))
    except GrundyError:
        return False
    return True


def adds_up(ruleset: Ruleset[Any]) -> bool:
    """Whether every position is a sum of those of the sequence."""
    return isinstance(ruleset, HeapGame | CoinGame)


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
    """Positions of two numbers along the diagonals of their table, others as the board lists them."""
    board = ruleset.board
    positions: Iterator[Any]
    if is_pair(board):
        top, left = board.origin
        pairs = ((row, total - row) for total in count() for row in range(total + 1))
        positions = (board.cell(top + row, left + column) for row, column in pairs)
    else:  # a board lists what has one heap before what has several, but what is small first by each bound
        positions = chain.from_iterable(map(board.small, range(1, SMALL_SIZE + 1)))
    seen = set[str]()
    for position in positions:
        with suppress(PositionError):
            game = Game.of(ruleset, position)
            if str(game) not in seen:
                seen.add(str(game))
                yield game


def is_pair(board: Board[Any]) -> bool:
    """Whether each position is two numbers, the row and the column of a table."""
    if type(board).cell is Board.cell or type(board).line is not Board.line:
        return False
    top, left = board.origin
    cell = board.cell(top + PROBE, left + PROBE)
    return isinstance(cell, tuple) and len(cell) == 2 and all(isinstance(number, int) for number in cell)


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
