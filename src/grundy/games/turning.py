"""Coin-turning games by a code: how many coins are turned, and how they lie (after CGSuite's turning codes).

3 is three coins, 1-3 one to three, 2+ two or more; behind the number stands how they lie: C side by side, C5 within
five places, E at equal distances, S symmetrically, F with the first coin of the row among them; 2-3,6C is either. So
1+C is the Ruler game, 3E Ternups, 4FS Grunt, 1+S Sym and 1+FS Sympler (Berlekamp, Conway and Guy 1982, chapter 14).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple, Self

from grundy.boards.coins import Coin, CoinGame, CoinRow, Turn
from grundy.core.reader import Reader
from grundy.core.words import listing

LIES = {"E": "at equal distances", "F": "the first of the row among them", "S": "lying symmetrically"}


class Clause(NamedTuple):
    """How many coins, from the least to the most if there is one, and how they lie: letters of LIES, and how near."""

    least: int
    most: int | None
    letters: str = ""
    places: int | None = None  # within which they lie, 0 for side by side

    def __str__(self) -> str:
        number = f"{self.least}+" if self.most is None else f"{self.least}-{self.most}"
        number = str(self.least) if self.most == self.least else number
        return number + ("" if self.places is None else f"C{self.places or ''}") + self.letters

    def words(self) -> str:
        number = str(self.least)
        if self.most != self.least:
            number += " or more" if self.most is None else f" to {self.most}"
        near = [] if self.places is None else [f"within {self.places} places" if self.places else "side by side"]
        lies = [*near, *(LIES[letter] for letter in self.letters)]
        return f"{number} coin{'s' * (self.most != 1)}" + (f" {listing(lies, 'and')}" if lies else "")

    def turns(self, coin: Coin) -> Iterator[Turn]:
        """The coins to the left that may go with the coin, the first of the row being coin 1."""
        most = coin if self.most is None else min(self.most, coin)
        for size in range(self.least, most + 1):
            yield from (turn for turn in self.candidates(coin, size) if self.lies(coin, turn))

    def candidates(self, coin: Coin, size: int) -> Iterator[Turn]:
        """Few sets of coins among which are all that lie in the right way."""
        if size > 1 and (self.places == 0 or "E" in self.letters):
            steps = [1] if self.places == 0 else range(1, (coin - 1) // (size - 1) + 1)
            return (tuple(range(coin - step * (size - 1), coin, step)) for step in steps if step * (size - 1) < coin)
        if "S" in self.letters and size > 1:
            return self.symmetric(coin, size)
        return combinations(range(max(1, coin - (self.places or coin) + 1), coin), size - 1)

    def symmetric(self, coin: Coin, size: int) -> Iterator[Turn]:
        for first in [1] if "F" in self.letters else range(1, coin):
            middle = (first + coin - 1) // 2
            for inner in combinations(range(first + 1, middle + 1), (size - 2) // 2):
                both = {*inner, *(first + coin - n for n in inner)}
                centre = {(first + coin) // 2} if size % 2 else set[int]()
                if len(both | centre) == size - 2 and (not centre or (first + coin) % 2 == 0):
                    yield (first, *sorted(both | centre))

    def lies(self, coin: Coin, turn: Turn) -> bool:
        row = (*turn, coin)
        steps = {later - earlier for earlier, later in pairwise(row)}
        return (
            (self.places is None or (steps <= {1} if not self.places else coin - row[0] < self.places))
            and ("E" not in self.letters or len(steps) < 2)
            and ("F" not in self.letters or row[0] == 1)
            and ("S" not in self.letters or {row[0] + coin - n for n in row} == set(row))
        )


@dataclass(frozen=True)
class Turning(CoinGame):
    """Turn coins as the code allows, so many and lying so, the rightmost from heads to tails."""

    clauses: tuple[Clause, ...]

    board = CoinRow(first=1)
    source = "Berlekamp, Conway and Guy 1982; the codes are those of CGSuite"
    example = "TTHTH"
    example_parameters = "1+S"

    @classmethod
    def read(cls, reader: Reader) -> Self:
        return cls(tuple(reader.list_of(lambda: read_clause(reader))))

    def parameters(self) -> str:
        return ",".join(map(str, self.clauses))

    def filled_rules(self) -> str:
        told = listing([clause.words() for clause in self.clauses], "or")
        return f"Turn {told}, the rightmost from heads to tails."

    def turns(self, coin: Coin) -> Iterator[Turn]:
        return iter(dict.fromkeys(turn for clause in self.clauses for turn in clause.turns(coin)))


def read_clause(reader: Reader) -> Clause:
    start, least = reader.place, reader.integer("a number of coins")
    most = None if reader.take("+") else reader.integer("a number of coins") if reader.take("-") else least
    if least < 1 or (most is not None and most < least):
        raise reader.error("a move turns at least 1 coin; write numbers such as 3, 1-3 or 2+", start)
    letters, places = set[str](), None
    while reader.next and reader.next.upper() in "CEFS":
        letter = reader.next.upper()
        reader.place += 1
        if letter != "C":
            letters.add(letter)
        else:
            places = reader.integer("a number of places") if reader.at_number() else 0
    return Clause(least, most, "".join(sorted(letters)), places)
