"""Coins in a row: a position is a string of H and T, and each head is a summand.

`CoinGame` is the base of the one-dimensional coin-turning games (Lenstra): a move turns a set of coins, the rightmost
of them from heads to tails, and whether the set is allowed depends on that rightmost coin alone. So a position is the
sum of its heads (Ferguson, chapter 5), and a game is one generator.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from grundy.core.board import Board, Handle
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset

__all__ = ["Coin", "CoinGame", "CoinRow"]

Coin = int
TURN = str.maketrans("HT", "TH")


@dataclass(frozen=True)
class CoinRow(Board[str]):
    """A row of coins, numbered from `first` on the left."""

    first: int = 0

    kind = "coins"
    notation = "H (heads) and T (tails) from the left"

    def read(self, reader: Reader) -> str:
        """The row of H and T."""
        row = reader.while_in("HTht ").upper().replace(" ", "")
        if not row or reader.next:
            raise reader.error(f"expected {self.notation}, found {reader.found()}")
        return row

    def show(self, position: str) -> str:
        """The row."""
        return position

    def tidy(self, position: str) -> str | None:
        """The row, or None when no head is left."""
        return position if "H" in position else None

    def heads(self, position: str) -> list[Coin]:
        """The numbers of the heads."""
        return [i for i, coin in enumerate(position, self.first) if coin == "H"]

    def turned(self, before: str, after: str) -> list[Coin]:
        """The numbers of the coins that differ."""
        return [i for i, pair in enumerate(zip(before, after, strict=True), self.first) if pair[0] != pair[1]]

    def differ(self, before: str, after: str) -> str:
        """The coins that were turned."""
        coins = [str(coin) for coin in self.turned(before, after)]
        return f"turn coin {coins[0]}" if len(coins) == 1 else f"turn coins {', '.join(coins[:-1])} and {coins[-1]}"

    def handle(self, before: str, after: str) -> Handle:
        """The coins to turn."""
        return frozenset(self.turned(before, after))

    def small(self, bound: int) -> Iterator[str]:
        """Every row of at most `bound` coins."""
        for length in range(1, bound + 1):
            yield from map("".join, product("TH", repeat=length))

    def line(self, n: int) -> str:
        """One head, coin n, at the right end."""
        return "T" * (n - self.first) + "H"


class CoinGame(Ruleset[str]):
    """A coin-turning ruleset: its `turns` say which coins may go with the rightmost one."""

    board = CoinRow()

    @abstractmethod
    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        """The sets of coins to the left that may be turned together with this head."""

    def head(self, coin: Coin) -> int | None:
        """The nimber of a single head, where a formula gives it."""
        return None

    def theorem(self, position: str) -> int | None:
        """The nim-sum over the heads."""
        total = 0
        for coin in self.board.heads(position):
            value = self.head(coin)
            if value is None:
                return None
            total ^= value
        return total

    def moves(self, position: str) -> Iterator[str]:
        """One head turned, and others to its left."""
        for coin in self.board.heads(position):
            for others in self.turns(coin):
                yield turn(position, (*others, coin), self.board.first)

    def parts(self, position: str) -> Iterator[str]:
        """Each head by itself."""
        length = len(position)
        return ("T" * i + "H" + "T" * (length - i - 1) for i, coin in enumerate(position) if coin == "H")

    def canonical(self, position: str) -> str:
        """The row without the tails on the right."""
        return position.rstrip("T")


def turn(row: str, coins: Iterable[Coin], first: int = 0) -> str:
    """The row with these coins turned over."""
    cells = list(row)
    for coin in coins:
        cells[coin - first] = cells[coin - first].translate(TURN)
    return "".join(cells)
