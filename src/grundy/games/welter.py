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

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from grundy.boards.heaps import Position
from grundy.boards.strip_coins import Squares, refuse_shared
from grundy.core.nimbers import mex, nim_sum
from grundy.core.numbers import low_bit
from grundy.core.ordinals import Nimber
from grundy.core.ruleset import Outcome, Ruleset, cites

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.prose import Field
    from grundy.explain.structure import Block

MOST_PAIRS = 12  # that are written out as an equation
Chain = list[int]  # the nimbers [a], [a|b], [a|b|c], ... of the coins so far, after [] = 0


def agreement(a: int, b: int) -> int:
    """The highest power of two modulo which two different numbers agree."""
    return low_bit(a ^ b)


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


def pair_value(pair: Position) -> int:
    """What a pair of mates counts, or a coin alone."""
    return (pair[0] ^ pair[1]) - 1 if len(pair) == 2 else pair[0]


def square_for(coins: Chain, nimber: int) -> int:
    """The square of the one more coin that gives this nimber."""
    for before, after in pairwise(coins[::-1]):
        nimber = ((nimber ^ after) + 1) ^ before
    return nimber


def extend_chain(coins: Chain, squares: Position) -> Chain:
    coins = coins[:]
    for square in squares:
        for before, after in pairwise(coins):
            square = ((square ^ after) - 1) ^ before
        coins.append(square)
    return coins


def others(squares: Position, coins: Chain) -> Iterator[tuple[int, Chain]]:
    """Each coin with a chain of all the others; halving shares the work between neighbours."""
    if len(squares) == 1:
        yield squares[0], coins
        return
    half = len(squares) // 2
    left, right = squares[:half], squares[half:]
    yield from others(left, extend_chain(coins, right))
    yield from others(right, extend_chain(coins, left))


def is_antipodal(squares: Position) -> bool:
    """Whether n coins hold one square of each pair a and 2n - 1 - a."""
    last, taken = 2 * len(squares) - 1, frozenset(squares)
    return all(square <= last and last - square not in taken for square in squares)


class Welter(Ruleset[Position]):
    """Move one coin to any empty square on its left; a square holds one coin."""

    board = Squares(alone=True)
    title = "Welter's game"
    source = "Welter 1954"
    example = "1,3,6,8,11"
    formula = (
        "g(x1, x2, ...) = x1 xor x2 ... xor (2^(k+1) - 1 for each pair, 2^k the highest power of 2 that divides its "
        "difference)"
    )
    card = "1,3,6,8"

    def check(self, position: Position) -> None:
        refuse_shared(position)

    def moves(self, position: Position) -> Iterator[Position]:
        taken = frozenset(position)
        first = mex(taken)  # the least empty square: coins below it, perhaps thousands, have no move
        for square in position:
            yield from (self.go(position, square, to) for to in range(first, square) if to not in taken)

    @staticmethod
    def go(position: Position, square: int, to: int) -> Position:
        return tuple(sorted(to if coin == square else coin for coin in position))

    @cites("Welter 1954")
    def theorem(self, position: Position) -> int:
        """The nim-sum over mates."""
        return nim_sum(map(pair_value, mates(position)))

    @cites("Welter 1954, with antipodes under misère play")
    def verdict(self, position: Position, misere: bool) -> Outcome:
        """P where the nimber is 0; misère where it is 1 for antipodal coins."""
        return "P" if self.theorem(position) == (misere and is_antipodal(position)) else "N"

    @cites("Conway 1976")
    def reach(self, position: Position, nimber: Nimber, misere: bool = False) -> Iterator[Position]:
        """For each coin the one square that gives the wanted nimber, if it lies to the left."""
        if not isinstance(nimber, int):
            return iter(())
        if not misere:
            return self.moves_to(position, nimber)
        usual = (to for to in self.moves_to(position, 0) if not is_antipodal(to))
        return chain(usual, filter(is_antipodal, self.moves_to(position, 1)))

    def moves_to(self, position: Position, nimber: int) -> Iterator[Position]:
        for square, coins in others(position, [0]):
            to = square_for(coins, nimber)
            if to < square:
                yield self.go(position, square, to)

    def why(self, parts: Sequence[Position], page: "Page") -> "Iterator[Block]":
        for squares in parts[:1]:
            value = page.claim(page.at(self, squares), self.theorem(squares))
            pairs = sorted(mates(squares), key=lambda pair: -agreement(*pair) if len(pair) == 2 else 0)
            yield page.say(
                "Pair the coins by Welter's mating method: take out again and again the two that agree modulo the "
                "highest power of two. A pair counts [a|b] = (a ⊕ b) - 1, a coin that is left over counts its square, "
                "and the nim-sum is the nimber."
            )
            yield page.table(["mates", "agree modulo", "counts"], (mates_row(pair, page) for pair in pairs))
            names = page.join([page.quote("|".join(map(str, sorted(pair)))) for pair in pairs[:MOST_PAIRS]], "] ⊕ [")
            counts = " ⊕ ".join(str(pair_value(pair)) for pair in pairs)
            total = page.step(f"{counts} = {value.nimber}") if 1 < len(pairs) <= MOST_PAIRS else value
            whole = page.quote(page.short("|".join(map(str, sorted(squares)))))
            yield page.formula("[{}] = [{}] = {}", whole, names, total)
            if page.misere:
                n, special = len(squares), is_antipodal(squares)
                yield page.say(
                    "Under misère play only antipodal coins differ, one on each pair of squares a and last - a, with "
                    "last = {}. These coins {} antipodal, so the position is lost exactly if the nimber is {}; it is "
                    "{}.",
                    page.step(f"2*{n} - 1 = {2 * n - 1}"),
                    "are" if special else "are not",
                    "1" if special else "0",
                    value,
                )
            else:
                yield from why_few_coins(squares, page)
            yield page.source(self.citation("theorem"))


def mates_row(pair: Position, page: "Page") -> "tuple[Field, ...]":
    if len(pair) == 1:
        return page.size(pair[0]), "alone", page.size(pair[0])
    a, b = sorted(pair)
    common = page.fact("agreement", f"{a}, {b}", agreement(a, b))
    count = page.step(f"({a} ⊕ {b}) - 1 = {pair_value(pair)}")
    return page.text("{} and {}", page.size(a), page.size(b)), common, count


def why_few_coins(squares: Position, page: "Page") -> "Iterator[Block]":
    """The shorter test for a lost position that two, three or four coins have (Cairns and Ho 2009, section 9.5)."""
    coins, total = sorted(squares), nim_sum(squares)
    if len(coins) == 2:
        count = page.step(f"({coins[0]} ⊕ {coins[1]}) - 1 = {total - 1}")
        yield page.say("Two coins are lost exactly if they stand on 2m and 2m + 1: {}.", count)
    elif len(coins) == 3:
        terms, value = " ⊕ ".join(f"({coin} + 1)" for coin in coins), nim_sum(coin + 1 for coin in coins)
        words = "Three coins are lost exactly if the nim-sum of their squares, each plus 1, is 0: {}."
        yield page.say(words, page.step(f"{terms} = {value}"))
    elif len(coins) == 4:
        count = page.step(f"{' ⊕ '.join(map(str, coins))} = {total}")
        yield page.say("Four coins are lost exactly if the nim-sum of their squares is 0: {}.", count)


welter = Welter()
