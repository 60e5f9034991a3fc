"""Coin-turning games on a row: turn a set of coins, the rightmost of them from heads to tails.

The values of single heads are those of Ferguson, chapter 5; most go back to Lenstra 1977, and to Berlekamp, Conway and
Guy 1982, chapter 14.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from grundy.boards.coins import Coin, CoinGame, CoinRow
from grundy.core.nimbers import nim_sum
from grundy.core.numbers import gray, low_bit, odious
from grundy.games.grundys_game import grundys_game

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue
    from grundy.explain.prose import Text
    from grundy.explain.structure import Block


def ungray(code: int) -> int:
    n = 0
    while code:
        n, code = n ^ code, code >> 1
    return n


class Twins(CoinGame):
    """Turn exactly two coins, the right one from heads to tails."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"
    formula = "g(n) = n"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        return ((other,) for other in range(coin))

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        return iter([(nimber,)] if nimber < coin else [])

    def head(self, coin: Coin) -> int:
        return coin

    def law(self, page: "Page") -> "ValueLaw":
        words = "A head on coin n is a heap of n stones: turning another coin m moves it there."
        return page.law(words, lambda n: (page.text("{}", page.size(n)), n))


class TurningTurtles(Twins):
    """Turn one head to tails, and if you like one more coin to its left."""

    board = CoinRow(first=1)  # coin 0 of Twins is left out: to turn it is to turn the other coin alone
    source = "Lenstra 1977"
    example = "THTTHTTTHHTHT"
    card = "THTTHTTTH"
    famous = True

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        return (tuple(filter(None, turn)) for turn in super().turns(coin))

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        return (tuple(filter(None, turn)) for turn in super().turns_to(coin, nimber))


class MockTurtles(CoinGame):
    """Turn one, two or three coins, the rightmost from heads to tails."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"
    formula = "g(n) = odious(n)"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
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
        return odious(coin)

    def law(self, page: "Page") -> "ValueLaw":
        words = "Coin n is worth the odious one of 2n and 2n + 1, the one with an odd number of ones in binary."
        return page.law(words, lambda n: (why_odious(n, page), odious(n)))

    def why(self, parts: Sequence[str], page: "Page") -> "Iterator[Block]":
        yield from super().why(parts, page)
        heads = sorted({head for part in parts for head in self.board.heads(part)})
        if len(heads) > 1:
            terms = " ⊕ ".join(map(str, heads))
            yield page.say(
                "Odious numbers add to an odious one exactly if their number is odd. So the lost positions are the "
                "P-positions of nim with an even number of heaps, coin 0 among them: here {}, and there are {} heads.",
                page.step(f"{terms} = {nim_sum(heads)}"),
                page.fact("how many", terms, len(heads)),
            )


class Triplets(CoinGame):
    """Turn exactly three coins, the rightmost from heads to tails."""

    source = "Ferguson 2014, 5.5"
    example = "TTHTHHTTH"
    formula = "g(n) = odious(n - 2) for n >= 2"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        return combinations(range(coin), 2)

    def head(self, coin: Coin) -> int:
        return odious(coin - 2) if coin >= 2 else 0

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            if n < 2:
                return page.text("no move"), 0
            before = page.step(f"{n} - 2 = {n - 2}")
            return page.text("as coin {} there: {}", before, why_odious(n - 2, page)), odious(n - 2)

        words = "Coin n is worth what coin n - 2 is in Mock Turtles; coins 0 and 1 are worth nothing."
        return page.law(words, work_out)


class Ruler(CoinGame):
    """Turn any run of neighbouring coins, the rightmost from heads to tails."""

    board = CoinRow(first=1)
    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"
    formula = "g(n) = 2^v(n)"
    fewest = 1  # coins in a run

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        return (tuple(range(start, coin)) for start in range(coin + 1 - self.fewest, 0, -1))

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        """The run that begins where the Gray codes differ by the nimber."""
        before = ungray(gray(coin - 1) ^ nimber)
        return iter([tuple(range(before + 1, coin))] if before < coin else [])

    def head(self, coin: Coin) -> int:
        return low_bit(coin)

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            return page.text("{}", page.step(f"{n} = {low_bit(n)} * {n // low_bit(n)}")), low_bit(n)

        return page.law("Coin n is worth the largest power of 2 that divides n.", work_out)


class Rulerette(Ruler):
    """Turn any run of at least two neighbouring coins, the rightmost from heads to tails."""

    source = "Ferguson 2014, 5.5"
    formula = "g(n) = floor(2^v(n) / 2)"
    fewest = 2

    def turns_to(self, coin: Coin, nimber: int) -> Iterator[tuple[Coin, ...]]:
        """The runs that begin where the Gray codes, without their last bit, differ by the nimber."""
        wanted = gray(coin - 1) >> 1 ^ nimber
        starts = sorted((ungray(2 * wanted + bit) + 1 for bit in (0, 1)), reverse=True)
        return (tuple(range(start, coin)) for start in starts if start < coin)

    def head(self, coin: Coin) -> int:
        return low_bit(coin) // 2

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            power = low_bit(n)
            product, half = page.step(f"{n} = {power} * {n // power}"), page.step(f"{power}/2 = {power // 2}")
            return page.text("odd") if n % 2 else page.text("{}, and {}", product, half), power // 2

        words = "Coin n is worth half of the largest power of 2 that divides n, and nothing if n is odd."
        return page.law(words, work_out)


class Grunt(CoinGame):
    """Turn four coins, the leftmost of all among them, that lie symmetrically: 0, x, n - x and n."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        return ((0, x, coin - x) for x in range(1, (coin + 1) // 2))

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            heap, value = grundys_game(n), self.value(n)
            return page.text("as {}, worth {}", heap, page.claim(heap, value)), value

        words = "Coin n is a heap of n in Grundy's game: it becomes x and n - x, and coin 0 is worth nothing."
        return page.law(words, work_out)


def why_odious(n: int, page: "Page") -> "Text":
    even = n.bit_count() % 2 == 0
    result = page.step(f"2*{n}{' + 1' * even} = {odious(n)}")
    words = "{} has an {} number of ones, so {}"
    return page.text(words, page.step(f"{n} = {n:b}₂"), "even" if even else "odd", result)


grunt = Grunt()
mock_turtles = MockTurtles()
ruler = Ruler()
rulerette = Rulerette()
triplets = Triplets()
turning_turtles = TurningTurtles()
twins = Twins()
