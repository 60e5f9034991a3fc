"""Coin-turning games on a row: turn a set of coins, the rightmost of them from heads to tails.

The values of single heads are those of Ferguson, chapter 5; most go back to Lenstra 1977, and to Berlekamp, Conway and
Guy 1982, chapter 14.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from grundy.boards.coins import Coin, CoinGame, CoinRow

__all__ = [
    "Grunt",
    "MockTurtles",
    "Ruler",
    "Rulerette",
    "Triplets",
    "TurningTurtles",
    "Twins",
    "grunt",
    "mock_turtles",
    "ruler",
    "rulerette",
    "triplets",
    "turning_turtles",
    "twins",
]


def odious(n: int) -> int:
    """The n-th number with an odd number of ones in binary: 1, 2, 4, 7, 8, ..."""
    return 2 * n + (n.bit_count() % 2 == 0)


def low_bit(n: int) -> int:
    """The largest power of two that divides n."""
    return n & -n


def gray(n: int) -> int:
    """The nim-sum of the values of coins 1 to n of Ruler, which is the Gray code of n."""
    return n ^ n >> 1


def ungray(code: int) -> int:
    """The number with this Gray code."""
    n = 0
    while code:
        n, code = n ^ code, code >> 1
    return n


@dataclass(frozen=True)
class TurningTurtles(CoinGame):
    """Turn one head to tails, and if you like one more coin to its left."""

    board = CoinRow(first=1)
    source = "Lenstra 1977"
    example = "THTTHTTTHHTHT"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        """Nothing, or any one coin."""
        yield ()
        yield from ((other,) for other in range(1, coin))

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        """The coin of that number."""
        return iter([(nimber,) if nimber else ()] if nimber < coin else [])

    def head(self, coin: Coin) -> int:
        """The number of the coin."""
        return coin


@dataclass(frozen=True)
class Twins(CoinGame):
    """Turn exactly two coins, the right one from heads to tails."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        """Any one coin."""
        return ((other,) for other in range(coin))

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        """The coin of that number."""
        return iter([(nimber,)] if nimber < coin else [])

    def head(self, coin: Coin) -> int:
        """The number of the coin."""
        return coin


@dataclass(frozen=True)
class MockTurtles(CoinGame):
    """Turn one, two or three coins, the rightmost from heads to tails."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        """At most two coins."""
        for size in range(3):
            yield from combinations(range(coin), size)

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        """One coin for an odious number, none or two for an evil one."""
        if nimber.bit_count() % 2:
            return iter([(nimber >> 1,)] if nimber >> 1 < coin else [])
        if not nimber:
            return iter([()])
        pairs = (((odious(other) ^ nimber) >> 1, other) for other in range(coin))
        return (pair for pair in pairs if pair[0] < pair[1])

    def head(self, coin: Coin) -> int:
        """The odious number of this index."""
        return odious(coin)


@dataclass(frozen=True)
class Triplets(CoinGame):
    """Turn exactly three coins, the rightmost from heads to tails."""

    source = "Ferguson 2014, 5.5"
    example = "TTHTHHTTH"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        """Any two coins."""
        return combinations(range(coin), 2)

    def head(self, coin: Coin) -> int:
        """The odious number two places before; the first two coins cannot be turned."""
        return odious(coin - 2) if coin >= 2 else 0


@dataclass(frozen=True)
class Ruler(CoinGame):
    """Turn any run of neighbouring coins, the rightmost from heads to tails."""

    board = CoinRow(first=1)
    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"
    fewest = 1  # coins in a run

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        """The coins of a run that ends here."""
        return (tuple(range(start, coin)) for start in range(coin + 1 - self.fewest, 0, -1))

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        """The run that begins where the Gray codes differ by the nimber."""
        before = ungray(gray(coin - 1) ^ nimber)
        return iter([tuple(range(before + 1, coin))] if before < coin else [])

    def head(self, coin: Coin) -> int:
        """The largest power of two that divides the number of the coin."""
        return low_bit(coin)


@dataclass(frozen=True)
class Rulerette(Ruler):
    """Turn any run of at least two neighbouring coins, the rightmost from heads to tails."""

    source = "Ferguson 2014, 5.5"
    fewest = 2

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        """The runs that begin where the Gray codes, without their last bit, differ by the nimber."""
        wanted = gray(coin - 1) >> 1 ^ nimber
        starts = sorted((ungray(2 * wanted + bit) + 1 for bit in (0, 1)), reverse=True)
        return (tuple(range(start, coin)) for start in starts if start < coin)

    def head(self, coin: Coin) -> int:
        """Half of what it is in Ruler; odd coins are worth nothing."""
        return low_bit(coin) // 2


@dataclass(frozen=True)
class Grunt(CoinGame):
    """Turn four coins, the leftmost of all among them, that lie symmetrically: 0, x, n - x and n."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        """Coin 0 and two coins that add up to this one."""
        return ((0, x, coin - x) for x in range(1, (coin + 1) // 2))


grunt = Grunt()
mock_turtles = MockTurtles()
ruler = Ruler()
rulerette = Rulerette()
triplets = Triplets()
turning_turtles = TurningTurtles()
twins = Twins()
