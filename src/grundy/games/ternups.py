"""Ternups: turn three coins at equal distances, the rightmost from heads to tails.

Coin n is worth nothing if no digit of n in base 3 is a 2; otherwise it is worth the k-th odious number, 1, 2, 4, 7, 8,
..., where k is the place, from 0, of the last 2 (Berlekamp, Conway and Guy 1982, chapter 14).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.boards.coins import Coin, CoinGame
from grundy.core.numbers import odious

if TYPE_CHECKING:
    from grundy.explain.page import Page, ValueLaw, WorkedValue


class Ternups(CoinGame):
    """Turn three coins at equal distances, the rightmost from heads to tails."""

    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"
    title = "Ternups"

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        return ((coin - 2 * step, coin - step) for step in range(1, coin // 2 + 1))

    def head(self, coin: Coin) -> int:
        place = 0
        while coin and coin % 3 != 2:
            coin, place = coin // 3, place + 1
        return odious(place) if coin else 0

    def law(self, page: "Page") -> "ValueLaw":
        def work_out(n: int) -> "WorkedValue":
            digits, power, rest = [], 1, n
            while rest:
                digits.append(f"{rest % 3}*{power}")
                rest, power = rest // 3, 3 * power
            return page.text("{}", page.step(f"{n} = {' + '.join(digits[::-1]) or '0'}")), self.head(n)

        words = (
            "Write n in base 3. Coin n is worth nothing if no digit is a 2; otherwise the place of the last 2, from 0, "
            "gives its value among 1, 2, 4, 7, 8, the odious numbers."
        )
        return page.law(words, work_out)


ternups = Ternups()
