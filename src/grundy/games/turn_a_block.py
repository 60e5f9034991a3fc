"""Turn a block: turn a run of neighbouring coins whose length is in a given set, the rightmost from heads to tails.

With every length this is the Ruler game. As the nimber of a coin follows from as many coins before it as the longest
run has, less one, the nimbers repeat (Berlekamp, Conway and Guy 1982, chapter 14, for the Ruler game).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from grundy.boards.coins import Coin, CoinGame, CoinRow
from grundy.core.reader import Reader
from grundy.core.words import listing
from grundy.errors import NotationError


@dataclass(frozen=True)
class TurnABlock(CoinGame):
    """Turn a run of neighbouring coins of one of the given lengths, the rightmost from heads to tails."""

    lengths: tuple[int, ...]

    board = CoinRow(first=1)
    source = "Berlekamp, Conway and Guy 1982"
    example = "TTHTHHTTH"
    example_parameters = "1,3"
    has_few_turns = True

    def filled_rules(self) -> str:
        return f"Turn a run of {listing(self.lengths, 'or')} neighbouring coins, the rightmost from heads to tails."

    def __post_init__(self) -> None:
        if not self.lengths or min(self.lengths) < 1:
            raise NotationError("turn_a_block needs lengths of at least 1")

    @classmethod
    def read(cls, reader: Reader) -> Self:
        return cls(tuple(sorted(set(reader.list_of(lambda: reader.integer("the length of a run"))))))

    def parameters(self) -> str:
        return ",".join(map(str, self.lengths))

    def turns(self, coin: Coin) -> Iterator[tuple[Coin, ...]]:
        return (tuple(range(coin - length + 1, coin)) for length in self.lengths if length <= coin)
