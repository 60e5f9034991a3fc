"""Coins in a row: a position is a string of H and T, and each head is a summand.

`CoinGame` is the base of the one-dimensional coin-turning games (Lenstra): a move turns a set of coins, the rightmost
of them from heads to tails, and whether the set is allowed depends on that rightmost coin alone. So a position is the
sum of its heads (Ferguson, chapter 5), and a game is one generator. Two rulesets multiply: see `boards.coin_grid`.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.nimbers import mex, nim_sum
from grundy.core.ordinals import Nimber
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError, NotDecided

if TYPE_CHECKING:
    from grundy.boards.coin_grid import Tartan
    from grundy.explain.page import Page, ValueLaw
    from grundy.explain.structure import Block

Coin = int
Turn = tuple[Coin, ...]  # the coins that are turned together with the rightmost one
TURNED_COINS = 3_000_000  # examined before a list of moves is given up; a second or two
TABLE_TURNED_COINS = 20_000_000  # examined to find nimbers without a formula
MOST_ROW_COINS = 1_000_000  # of a row that is given by the numbers of its heads
OTHER_SIDE = {"H": "T", "T": "H"}


@dataclass(frozen=True)
class CoinRow(Board[str]):
    """A row of coins, numbered from `first` on the left."""

    first: int = 0

    kind = "coins"
    words = "coins to flip, heads and tails"
    family = "Coins"
    notation = "H (heads) and T (tails) from the left"

    def read(self, reader: Reader) -> str:
        row = reader.while_in("HTht ").upper().replace(" ", "")
        if not row or reader.next:
            raise reader.error(f"expected {self.notation}, found {reader.next_in_words()}")
        return row

    def of_values(self, values: Values) -> str:
        """The row in which the coins of these numbers show heads, or the row of these letters."""
        if letters := [value for value in values if isinstance(value, str)]:
            if len(letters) < len(values):
                raise self.refuse(values, "a row of coins")
            return self.parse("".join(letters))
        heads = set(self.wholes(values))
        if wrong := [coin for coin in heads if not self.first <= coin < MOST_ROW_COINS]:
            raise NotationError(f"a row has coins from {self.first} to {MOST_ROW_COINS:,}, not {wrong[0]}")
        return "".join("H" if n in heads else "T" for n in range(self.first, max(heads, default=self.first) + 1))

    def show(self, position: str) -> str:
        return position

    def tidy(self, position: str) -> str | None:
        return position if "H" in position else None

    def heads(self, position: str) -> list[Coin]:
        return [i for i, coin in enumerate(position, self.first) if coin == "H"]

    def turned_coins(self, before: str, after: str) -> list[Coin]:
        return [i for i, pair in enumerate(zip(before, after, strict=True), self.first) if pair[0] != pair[1]]

    def differ(self, before: str, after: str) -> str:
        coins = [str(coin) for coin in self.turned_coins(before, after)]
        return f"turn coin {coins[0]}" if len(coins) == 1 else f"turn coins {', '.join(coins[:-1])} and {coins[-1]}"

    def part_name(self, position: str) -> str:
        return f"coin {self.first + position.index('H')}" if position.count("H") == 1 else ""

    def handle(self, before: str, after: str) -> Handle:
        return frozenset(self.turned_coins(before, after))

    def edits(self, position: str) -> Iterator[Edit[str]]:
        """A coin turned over, a coin more, a coin fewer."""
        for coin in range(self.first, self.first + len(position)):
            yield Edit(f"flip coin {coin}", turn(position, [coin], self.first), (f"c-{coin}",))
        yield Edit("one coin more", position + "T", adds=True)
        if len(position) > 1:
            yield Edit("one coin fewer", position[:-1])

    def small(self, bound: int) -> Iterator[str]:
        for length in range(1, bound + 1):
            yield from map("".join, product("TH", repeat=length))

    def line(self, n: int) -> str:
        """One head, coin n, at the right end."""
        return "T" * (n - self.first) + "H"


class TurnLimit:
    """A bound on the coins that are turned over while moves are listed."""

    def __init__(self, most: int = TURNED_COINS) -> None:
        self.most, self.left = most, most

    def count(self, turns: Iterable[Turn]) -> Iterator[Turn]:
        for others in turns:
            self.left -= 1 + len(others)
            if self.left < 0:
                raise NotDecided(f"not all moves were seen: they turn more than {self.most:,} coins; take fewer coins")
            yield others


class CoinGame(Ruleset[str]):
    """A coin-turning ruleset: its `turns` say which coins may go with the rightmost one."""

    board = CoinRow()
    separate = False
    has_few_turns: ClassVar[bool] = False  # whether a coin has few turns, however far out it is

    @abstractmethod
    def turns(self, coin: Coin) -> Iterator[Turn]:
        """The sets of coins to the left that may be turned together with this head."""

    def head(self, coin: Coin) -> int | None:
        """The nimber of a single head, where a formula gives it."""
        return None

    def law(self, page: "Page") -> "ValueLaw | None":
        """The formula for the nimber of a single head in words, where there is one."""
        return None

    def why(self, parts: Sequence[str], page: "Page") -> "Iterator[Block]":
        from grundy.explain.coins import why

        return why(self, parts, page)

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[Turn] | None:
        """The turns whose coins have this nimber as heads, where they are known without listing all."""
        return None

    def __mul__(self, other: "CoinGame") -> "Tartan":
        """The tartan product: this ruleset acts on the rows, the other on the columns."""
        from grundy.boards.coin_grid import Tartan

        return Tartan(self, other) if isinstance(other, CoinGame) else NotImplemented

    @cached_property
    def head_values(self) -> dict[Coin, int]:
        """The nimbers of single heads that the rules gave so far, from the first on."""
        return {}

    def value(self, coin: Coin) -> int:
        value = self.head(coin)
        return self.value_by_rules(coin) if value is None else value

    def value_by_rules(self, coin: Coin) -> int:
        """The nimber of a single head: the mex over its turns, from the nimbers of the coins before it."""
        limit, known = TurnLimit(TABLE_TURNED_COINS), self.head_values
        for n in range(self.board.first + len(known), coin + 1):
            known[n] = mex(nim_sum(map(known.__getitem__, others)) for others in limit.count(self.turns(n)))
        return known[coin]

    def total(self, coins: Iterable[Coin]) -> int:
        return nim_sum(map(self.value, coins))

    def theorem(self, position: str) -> int:
        return self.total(self.board.heads(position))

    def moves(self, position: str) -> Iterator[str]:
        for coin in self.board.heads(position):
            for others in self.turns(coin):
                yield turn(position, (*others, coin), self.board.first)

    def reach(self, position: str, nimber: Nimber, misere: bool = False) -> Iterator[str] | None:
        if misere or not isinstance(nimber, int):
            return None
        return self._reach(position, nimber ^ self.theorem(position), TurnLimit())

    def _reach(self, position: str, gap: int, limit: TurnLimit) -> Iterator[str]:
        for coin in self.board.heads(position):
            wanted = gap ^ self.value(coin)
            turns = self.turns_to(coin, wanted)
            if turns is None:
                turns = (others for others in limit.count(self.turns(coin)) if self.total(others) == wanted)
            yield from (turn(position, (*others, coin), self.board.first) for others in turns)

    def longest(self, position: str) -> int:
        """The number of moves in the longest play: if heads are played out from the left, no two of them meet.

        >>> from grundy import mock_turtles, ruler
        >>> ruler.longest("TTTTTTTTTH"), mock_turtles.longest("TTTTTTH")  # 2^9, and a Fibonacci number less one
        (512, 33)
        """
        heads, limit, length = self.board.heads(position), TurnLimit(), dict[Coin, int]()
        for n in range(self.board.first, max(heads, default=-1) + 1):
            lengths = (1 + sum(map(length.__getitem__, others)) for others in limit.count(self.turns(n)))
            length[n] = max(lengths, default=0)
        return sum(map(length.__getitem__, heads))

    def parts(self, position: str) -> Iterator[str]:
        length = len(position)
        return ("T" * i + "H" + "T" * (length - i - 1) for i, coin in enumerate(position) if coin == "H")

    def canonical(self, position: str) -> str:
        return position.rstrip("T")


def turn(row: str, coins: Iterable[Coin], first: int = 0) -> str:
    cells = list(row)
    for coin in coins:
        cells[coin - first] = OTHER_SIDE[cells[coin - first]]
    return "".join(cells)
