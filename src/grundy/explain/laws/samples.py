"""Samples of a ruleset: the nimbers of a family of positions, found by the rules and not by a formula.

The family is what the board offers: a line (heap n, coin n), a table (rows and columns), or all small positions of
several heaps where a move may change more than one of them.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal

from grundy.boards.capped import Capped
from grundy.boards.coins import CoinGame
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import mex, nim_sum
from grundy.core.ordinals import Nimber
from grundy.core.period import Period
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError, NotDecided, PositionError, UndefinedError
from grundy.explain.laws.law import Index
from grundy.games.coin_subtraction import CoinSubtraction
from grundy.solvers import search
from grundy.solvers.answer import Solver
from grundy.solvers.table import THEOREMS, Table, grow_to_period

__all__ = ["NUMBERED", "Sample", "Shape", "proved_period", "sample", "shape_of"]

Shape = Literal["line", "table", "several"]
CODED = 1 << 13  # values of a ruleset with a finite code, which a kernel serves
PLAIN = 512  # values of another
MOST = {"line": 160, "table": 32, "several": 12}  # numbers of a family
COIN_GRID = 12  # rows and columns of coins, of which a move may turn many
EFFORT = 40_000  # options that are looked at where nobody asked for more
TURNED = 400_000  # coins that are turned in thought, which costs less
BEYOND = 6  # times preperiod and period: so far a proved period is read on, for laws to be fitted to
NUMBERED = {"regions": 0, "reserve": 0, "divisors": 1}  # boards that read a number from the least on
FEWEST = 12  # values; the solver goes on where the definition finds less
SECONDS = 20.0  # for these, where options are costly
SEVERAL = ((1, 12), (2, 10), (3, 7), (4, 4), (5, 3), (6, 2), (7, 2))  # so many numbers, each below so much


@dataclass
class Sample:
    """The nimbers of some positions of a ruleset."""

    ruleset: Ruleset[Any]
    shape: Shape
    values: dict[Index, Nimber] = field(default_factory=dict)
    period: Period | None = None  # where it is proved
    to: int = 0  # all numbers below it were looked at

    @property
    def line(self) -> list[int]:
        """The values in order, where they are numbers."""
        return [value for value in self.values.values() if isinstance(value, int)]

    def position(self, index: Index) -> Any:
        """The position of an index."""
        return place(self.ruleset, self.shape, index)


def shape_of(ruleset: Ruleset[Any]) -> Shape:
    """The family of positions that tells most of a ruleset."""
    on_line, in_table = offers(ruleset, "line"), offers(ruleset, "table")
    if not on_line and not in_table:
        raise UndefinedError(
            f"{ruleset} has no law to look for: positions on {ruleset.board.kind} form neither a sequence nor a table; "
            "solve single ones"
        )
    if on_line and in_table and not isinstance(ruleset.board, Capped):
        parts = list(ruleset.parts(place(ruleset, "table", (2, 3))))
        return "several" if len(parts) == 1 else "line"
    return "line" if on_line else "table"


def offers(ruleset: Ruleset[Any], shape: Shape) -> bool:
    """Whether the board has such positions."""
    try:
        place(ruleset, shape, (3,) if shape == "line" else (2, 3))
    except GrundyError:
        return False
    return True


def place(ruleset: Ruleset[Any], shape: Shape, index: Index) -> Any:
    """The position of an index; some boards without a line read a number as a position."""
    if shape == "table":
        return ruleset.board.cell(*index)
    if shape == "several" or ruleset.board.kind in NUMBERED:
        return ruleset.board.make(*index)
    return ruleset.board.line(*index)


def sample(ruleset: Ruleset[Any], to: int | None = None, budget: Budget | None = None) -> Sample:
    """The nimbers of a ruleset's family of positions, of all numbers below `to` or as many as come at once."""
    budget, shape = budget or Budget(), shape_of(ruleset)
    if shape == "line" and isinstance(ruleset, HeapGame):
        return heaps(ruleset, to, budget)
    found = Sample(ruleset, shape)
    coins = isinstance(ruleset, CoinGame)
    effort = budget if to else budget.smaller(TURNED if coins else EFFORT, SECONDS)
    gather(found, to, by_turns(ruleset, effort) if isinstance(ruleset, CoinGame) else by_rules(found, effort))
    if isinstance(ruleset, CoinSubtraction):
        found.period = proved_period(Table(ruleset))
    if len(found.values) < FEWEST:
        gather(found, to, by_solver(found, budget if to else budget.smaller(EFFORT, SECONDS)))
    return found


def gather(found: Sample, to: int | None, value: Callable[[Index], Nimber]) -> None:
    """Add nimbers to a sample, as far as the budget goes."""
    least = NUMBERED.get(found.ruleset.board.kind, found.ruleset.board.first)
    with suppress(NotDecided):  # what was computed still tells something
        for number in range(found.to or least, to or most(found)):
            found.values |= {index: value(index) for index in shell(found, number, to)}
            found.to = number + 1


def heaps(ruleset: HeapGame, to: int | None, budget: Budget) -> Sample:
    """The nimbers of single heaps; a proved period is read on."""
    table = Table(ruleset, budget)
    finite = table.code is not None and table.code.length is not None
    grow_to_period(table, to or (CODED if finite else PLAIN))
    known, period = len(table.known), proved_period(table)
    values = table.up_to(max(known, BEYOND * (period.preperiod + period.period)) if period else known)
    return Sample(ruleset, "line", {(n,): value for n, value in enumerate(values)}, period, known)


def proved_period(table: Table) -> Period | None:
    """The period of a sequence, where it is proved; that of coins at given distances is found when it is asked for."""
    if isinstance(table.ruleset, CoinSubtraction):
        return replace(table.ruleset.cycle, theorem=THEOREMS[1])
    return table.period if table.proved else None


def most(found: Sample) -> int:
    """The numbers to look at where nobody asked for more."""
    kind = found.ruleset.board.kind
    return PLAIN if kind == "coins" else COIN_GRID if kind == "coin grid" else MOST[found.shape]


def shell(found: Sample, number: int, to: int | None) -> Iterator[Index]:
    """The indices whose largest number, counted from the least, is this one; each position once."""
    if found.shape == "line":
        yield (number,)
    elif found.shape == "table":
        top, left = found.ruleset.board.origin
        yield from ((top + number, left + column) for column in range(number))
        yield from ((top + row, left + number) for row in range(number + 1))
    else:
        counts = (count for count, size in SEVERAL if number < (to if to and count < 4 else size))
        yield from distinct(found.ruleset, counts, number)


def distinct(ruleset: Ruleset[Any], counts: Iterable[int], number: int) -> Iterator[Index]:
    """The legal positions of so many numbers with this largest one, one of each that are plainly equal."""
    met = set()
    for count in counts:
        for index in product(range(number + 1), repeat=count):
            if max(index) == number and (position := legal(ruleset, index)) is not None:
                canonical = count, ruleset.canonical(position)
                if canonical not in met:
                    met.add(canonical)
                    yield index


def legal(ruleset: Ruleset[Any], index: Index) -> Any:
    """The position of these numbers, or None where the rules have no such position."""
    try:
        position = place(ruleset, "several", index)
        ruleset.check(position)
    except PositionError:
        return None
    return position


def by_turns(ruleset: CoinGame, budget: Budget) -> Callable[[Index], Nimber]:
    """The nimbers of single heads, by the turns and not by a formula; they are asked for in order."""
    known: dict[int, int] = {}

    def value(others: tuple[int, ...]) -> int:
        budget.spend(1 + len(others))
        return nim_sum(map(known.__getitem__, others))

    def ask(index: Index) -> Nimber:
        known[index[0]] = mex(map(value, ruleset.turns(index[0])))
        return known[index[0]]

    return ask


def by_rules(found: Sample, budget: Budget) -> Callable[[Index], Nimber]:
    """The nimbers by the definition; where that does not apply, as the solver knows them."""
    memo: search.Values = {}
    solve = by_solver(found, budget)

    def ask(index: Index) -> Nimber:
        try:
            return search.nimber(Game.of(found.ruleset, found.position(index)), memo, budget)
        except UndefinedError:
            return solve(index)

    return ask


def by_solver(found: Sample, budget: Budget) -> Callable[[Index], Nimber]:
    """The nimbers as the solver knows them, by theorems too."""
    solver = Solver(budget)
    return lambda index: solver.nimber(Game.of(found.ruleset, found.position(index)))
