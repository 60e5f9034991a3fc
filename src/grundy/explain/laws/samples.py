"""Samples of a ruleset: the nimbers of a family of positions, found by the rules and not by a formula.

The family is what the board offers: a line (heap n, coin n), a table (rows and columns), or all small positions of
several heaps where a move may change more than one of them.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

from grundy.boards.coins import CoinGame
from grundy.boards.heaps import HeapGame
from grundy.boards.numbers import Capped
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import mex, nim_sum
from grundy.core.ordinals import Nimber
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, PositionError, UndefinedError
from grundy.explain.laws.law import Index
from grundy.solvers import search
from grundy.solvers.solver import Solver
from grundy.solvers.value_sequence import ValueSequence, extend_to_period, search_period

Shape = Literal["line", "table", "several"]
CODED_VALUES = 1 << 13  # of heaps whose period can be proved
UNCODED_VALUES = 512  # of others
MOST_NUMBERS = {"line": 160, "table": 32, "several": 12}  # of each shape
COIN_GRID_SIDE = 12  # rows and columns; a move may turn many coins
MOST_OPTIONS = 40_000  # where the caller gives no bound
MOST_TURNED_COINS = 400_000  # likewise; turning a coin costs less than an option
PERIODS_READ = 6  # a proved period gives values up to this many times preperiod plus period
FEWEST_VALUES = 12  # for a law; where the definition finds fewer, the solver continues
SAMPLE_SECONDS = 20.0  # where the caller gives no bound
SEVERAL_HEAPS = ((1, 12), (2, 10), (3, 7), (4, 4), (5, 3), (6, 2), (7, 2))  # how many numbers, and the bound of each


@dataclass
class Sample:
    """The nimbers of some positions of a ruleset."""

    ruleset: Ruleset[Any]
    shape: Shape
    values: dict[Index, Nimber] = field(default_factory=dict)
    period: Period | None = None  # where it is proved
    to: int = 0  # all numbers below it are in the sample

    @property
    def line(self) -> list[int]:
        return [value for value in self.values.values() if isinstance(value, int)]

    def position(self, index: Index) -> Any:
        return position_at(self.ruleset, self.shape, index)


def shape_of(ruleset: Ruleset[Any]) -> Shape:
    on_line, in_table = has_shape(ruleset, "line"), has_shape(ruleset, "table")
    if not on_line and not in_table:
        raise UndefinedError(
            f"{ruleset} has no law to look for: positions on {ruleset.board.kind} form neither a sequence nor a table; "
            "solve single ones"
        )
    if on_line and in_table and not isinstance(ruleset.board, Capped):
        parts = list(ruleset.parts(position_at(ruleset, "table", (2, 3))))
        return "several" if len(parts) == 1 else "line"
    return "line" if on_line else "table"


def has_shape(ruleset: Ruleset[Any], shape: Shape) -> bool:
    try:
        position_at(ruleset, shape, (3,) if shape == "line" else (2, 3))
    except GrundyError:
        return False
    return True


def position_at(ruleset: Ruleset[Any], shape: Shape, index: Index) -> Any:
    if shape == "table":
        return ruleset.board.cell(*index)
    return ruleset.board.make(*index) if shape == "several" else ruleset.board.line(*index)


def sample(ruleset: Ruleset[Any], to: int | None = None, budget: Budget | None = None) -> Sample:
    """The nimbers of a ruleset's family of positions, of all numbers below `to` or as many as are computed quickly."""
    budget, shape = budget or Budget(), shape_of(ruleset)
    if shape == "line" and isinstance(ruleset, HeapGame):
        return heap_sample(ruleset, to, budget)
    found = Sample(ruleset, shape)
    coins = isinstance(ruleset, CoinGame)
    effort = budget if to else budget.smaller(MOST_TURNED_COINS if coins else MOST_OPTIONS, SAMPLE_SECONDS)
    gather(found, to, by_turns(ruleset, effort) if isinstance(ruleset, CoinGame) else by_rules(found, effort))
    if isinstance(ruleset, CoinGame):
        found.period = search_period(ruleset, found.to, budget).proved_period
    if len(found.values) < FEWEST_VALUES:
        gather(found, to, by_solver(found, budget if to else budget.smaller(MOST_OPTIONS, SAMPLE_SECONDS)))
    return found


def gather(found: Sample, to: int | None, value: Callable[[Index], Nimber]) -> None:
    with suppress(NotDecided):  # what was computed is still a sample
        for number in range(found.to or found.ruleset.board.first, to or default_bound(found)):
            found.values |= {index: value(index) for index in shell(found, number, to)}
            found.to = number + 1


def heap_sample(ruleset: HeapGame, to: int | None, budget: Budget) -> Sample:
    """The nimbers of single heaps; a proved period extends them."""
    table = ValueSequence(ruleset, budget)
    extend_to_period(table, to or (CODED_VALUES if may_be_proved(table) else UNCODED_VALUES))
    period = table.proved_period
    wanted = PERIODS_READ * (period.preperiod + period.period) if period else 0
    known = len(table.values)
    values = table.values_below(max(known, wanted))
    return Sample(ruleset, "line", {(n,): value for n, value in enumerate(values)}, period, known)


def may_be_proved(table: ValueSequence) -> bool:
    """Whether some repetition of the values would prove a period, found by a kernel or from few options."""
    if table.code:
        return table.code.length is not None
    return table.ruleset.period_proof(0, 1) is not None


def default_bound(found: Sample) -> int:
    kind = found.ruleset.board.kind
    return UNCODED_VALUES if kind == "coins" else COIN_GRID_SIDE if kind == "coin grid" else MOST_NUMBERS[found.shape]


def shell(found: Sample, number: int, to: int | None) -> Iterator[Index]:
    """The indices whose largest number, counted from the least, is this one; each position once."""
    if found.shape == "line":
        yield (number,)
    elif found.shape == "table":
        top, left = found.ruleset.board.origin
        yield from ((top + number, left + column) for column in range(number))
        yield from ((top + row, left + number) for row in range(number + 1))
    else:
        counts = (count for count, size in SEVERAL_HEAPS if number < (to if to and count < 4 else size))
        yield from distinct_indices(found.ruleset, counts, number)


def distinct_indices(ruleset: Ruleset[Any], counts: Iterable[int], number: int) -> Iterator[Index]:
    """The legal positions of so many numbers with this largest one, one for each canonical form."""
    seen = set()
    for count in counts:
        for index in product(range(number + 1), repeat=count):
            if max(index) == number and (position := legal_position(ruleset, index)) is not None:
                canonical = count, ruleset.canonical(position)
                if canonical not in seen:
                    seen.add(canonical)
                    yield index


def legal_position(ruleset: Ruleset[Any], index: Index) -> Any:
    try:
        position = position_at(ruleset, "several", index)
        ruleset.check(position)
    except PositionError:
        return None
    return position


def by_turns(ruleset: CoinGame, budget: Budget) -> Callable[[Index], Nimber]:
    """The nimbers of single heads, by the turns and not by a formula; it must be called in order."""
    known: dict[int, int] = {}

    def value(others: tuple[int, ...]) -> int:
        budget.spend(1 + len(others))
        return nim_sum(map(known.__getitem__, others))

    def ask(index: Index) -> Nimber:
        known[index[0]] = mex(map(value, ruleset.turns(index[0])))
        return known[index[0]]

    return ask


def by_rules(found: Sample, budget: Budget) -> Callable[[Index], Nimber]:
    """The nimbers by the definition; where that does not apply, by the solver."""
    memo: search.Values = {}
    solve = by_solver(found, budget)

    def ask(index: Index) -> Nimber:
        try:
            return search.nimber(Game.of(found.ruleset, found.position(index)), memo, budget)
        except UndefinedError:
            return solve(index)

    return ask


def by_solver(found: Sample, budget: Budget) -> Callable[[Index], Nimber]:
    solver = Solver(budget)
    return lambda index: solver.nimber(Game.of(found.ruleset, found.position(index)))
