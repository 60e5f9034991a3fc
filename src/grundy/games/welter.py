"""Welter's game: move one coin to any empty square on its left, over others if need be; a square holds one coin.

Two coins are worth (a xor b) - 1, and one alone is worth its square. In general take out again and again two coins
that agree modulo the highest power of two, the mates: the nimber is the nim-sum of the pairs, and of the coin that is
left over (Welter 1954; Conway 1976, chapter 13). With [S] for the nimber of coins on the squares S, and [] = 0,

    [a|S|b] xor [S] = ([a|S] xor [S|b]) - 1.

So [x|S] comes from x by steps that can be undone, nim-sums and subtractions of 1: whatever the other coins are, there
is exactly one square x, to the left or to the right, that gives a wanted nimber.

Under misère play just the 2^n antipodal positions of n coins have another outcome: one coin in each pair of squares a
and 2n - 1 - a. Their nimber is the parity of the coins on squares from n on, for a move inside the family turns one
pair over, and a position outside with a move into the family has two such moves, which differ by one pair, so that its
nimber is at least 2. Hence 0 and 1 change their roles inside the family and nowhere else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from grundy.boards.heaps import Position
from grundy.boards.squares import Squares, refuse_shared
from grundy.core.nimbers import mex
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites

__all__ = ["Welter", "welter"]

Chain = list[int]  # the nimbers [a], [a|b], [a|b|c], ... of the coins so far, after [] = 0


def agreement(a: int, b: int) -> int:
    """The highest power of two modulo which two different numbers agree."""
    return (a ^ b) & -(a ^ b)


def mates(squares: Position) -> Iterator[Position]:
    """The coins in pairs of mates, and a last one alone if their number is odd.

    Ordered by their binary digits from the lowest on, coins that agree further lie together, and a stack pairs them.
    """
    width = max(squares, default=0).bit_length()
    stack: list[int] = []
    for square in sorted(squares, key=lambda square: f"{square:0{width}b}"[::-1]):
        while len(stack) > 1 and agreement(*stack[-2:]) > agreement(stack[-1], square):
            yield stack.pop(), stack.pop()
        stack.append(square)
    while len(stack) > 1:
        yield stack.pop(), stack.pop()
    if stack:
        yield (stack.pop(),)


def with_coin(coins: Chain, square: int) -> int:
    """The nimber of one more coin together with those of the chain."""
    for before, after in pairwise(coins):
        square = ((square ^ after) - 1) ^ before
    return square


def square_for(coins: Chain, nimber: int) -> int:
    """The square of the one more coin that gives this nimber."""
    for before, after in pairwise(coins[::-1]):
        nimber = ((nimber ^ after) + 1) ^ before
    return nimber


def longer(coins: Chain, squares: Position) -> Chain:
    """The chain with more coins."""
    coins = coins[:]
    for square in squares:
        coins.append(with_coin(coins, square))
    return coins


def others(squares: Position, coins: Chain) -> Iterator[tuple[int, Chain]]:
    """Each coin with a chain of all the others; halving shares the work between neighbours."""
    if len(squares) == 1:
        yield squares[0], coins
        return
    half = len(squares) // 2
    left, right = squares[:half], squares[half:]
    yield from others(left, longer(coins, right))
    yield from others(right, longer(coins, left))


def antipodal(squares: Position) -> bool:
    """Whether n coins hold one square of each pair a and 2n - 1 - a."""
    last, taken = 2 * len(squares) - 1, frozenset(squares)
    return all(square <= last and last - square not in taken for square in squares)


@dataclass(frozen=True)
class Welter(Ruleset[Position]):
    """Move one coin to any empty square on its left; a square holds one coin."""

    board = Squares(alone=True)
    source = "Welter 1954"
    example = "1,3,6,8,11"

    def check(self, position: Position) -> None:
        """Raise if two coins share a square."""
        refuse_shared(position)

    def moves(self, position: Position) -> Iterator[Position]:
        """One coin on a smaller square that is empty."""
        taken = frozenset(position)
        first = mex(taken)  # the coins below are at home: thousands of them are passed over at once
        for square in position:
            yield from (self.go(position, square, to) for to in range(first, square) if to not in taken)

    @staticmethod
    def go(position: Position, square: int, to: int) -> Position:
        """The squares after a coin went from one to another."""
        return tuple(sorted(to if coin == square else coin for coin in position))

    @cites("Welter 1954")
    def theorem(self, position: Position) -> int:
        """The nim-sum over mates."""
        total = 0
        for pair in mates(position):
            total ^= (pair[0] ^ pair[1]) - 1 if len(pair) == 2 else pair[0]
        return total

    @cites("Welter 1954, with antipodes under misère play")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the nimber is 0; misère where it is 1 for antipodal coins."""
        return "P" if self.theorem(position) == (misere and antipodal(position)) else "N"

    @cites("Conway 1976")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """For each coin the one square that gives the wanted nimber, if it lies to the left."""
        if not isinstance(nimber, int):
            return iter(())
        if not misere:
            return self.moves_to(position, nimber)
        usual = (to for to in self.moves_to(position, 0) if not antipodal(to))
        return chain(usual, filter(antipodal, self.moves_to(position, 1)))

    def moves_to(self, position: Position, nimber: int) -> Iterator[Position]:
        """The moves to a finite nimber."""
        for square, coins in others(position, [0]):
            to = square_for(coins, nimber)
            if to < square:
                yield self.go(position, square, to)


welter = Welter()
