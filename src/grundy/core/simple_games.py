"""Simple games by height: listed, counted, bounded (Cairns and Ho, sections 3 to 5, talks of 2009).

A simple game has at most one position of each height and value, so its positions are labels and it is one of the
digraphs between them. A lost position moves to a won one just below it, and to no lost one; a won position moves to
something just below it, and to a lost one; every position but the first is reached. Literally (see `is_simple`) a
simple game must also have a path between any two positions of equal value.

The counts come from recurrences over the levels. "Every position is reached" is counted by inclusion and exclusion: a
position is open to the moves from above, or with weight -1 shut. Then it matters only how many lost and how many won
positions are open, so a count takes time polynomial in the height; that of won games of height 30 has 1,232 bits.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from math import isqrt

from grundy.core.digraphs import Digraph, Label, is_simple

__all__ = [
    "count_simple",
    "count_simple_bipartite",
    "count_simple_literally",
    "fewest_winning_positions",
    "simple_games",
    "theorem_2",
]

Moves = dict[Label, tuple[Label, ...]]


def followers(label: Label, below: Iterable[Label]) -> Iterator[tuple[Label, ...]]:
    """The sets of moves to given positions by which a position has its height and value."""
    height, value = label
    allowed = [lower for lower in below if value or lower[1]]
    for chosen in chain.from_iterable(combinations(allowed, size) for size in range(1, len(allowed) + 1)):
        if max(chosen)[0] == height - 1 and min(worth for _, worth in chosen) != value:
            yield chosen


def floors(height: int) -> Iterator[Moves]:
    """The ways to fill the levels below a height, reached or not."""
    if height == 1:
        yield {(0, 0): ()}
        return
    for lower in floors(height - 1):
        lost = [{(height - 1, 0): moves} for moves in followers((height - 1, 0), lower)]
        won = [{(height - 1, 1): moves} for moves in followers((height - 1, 1), lower)]
        yield from (lower | a | b for a in ({}, *lost) for b in ({}, *won))


def simple_games(height: int, value: int, literal: bool = False) -> Iterator[Digraph[Label]]:
    """The simple games of a height from 1 on and a value, once each.

    >>> [len(list(simple_games(4, value))) for value in (0, 1)]
    [40, 472]
    """
    top = (height, value)
    for lower in floors(height):
        for moves in followers(top, lower):
            if lower.keys() <= {*moves}.union(*lower.values()):
                game = Digraph(lower | {top: moves})
                if not literal or is_simple(game, literal=True):
                    yield game


def count_simple(height: int, value: int) -> int:
    """The number of simple games of a height and a value.

    >>> [count_simple(height, 0) + count_simple(height, 1) for height in range(1, 6)]
    [1, 2, 12, 512, 257024]
    """
    # How many lost and won positions are open below the last level, whether the lost and the won one on it are.
    states = Counter({(0, 0, 1, 0): 1})
    for _ in range(1, height):
        following: Counter[tuple[int, int, int, int]] = Counter()
        for (lost, won, a, b), ways in states.items():
            down, up = choices(lost, won, a, b)
            for c, lost_ways in ((1, down), (0, 1 - down)):
                for d, won_ways in ((1, up), (0, 1 - up)):
                    following[lost + a, won + b, c, d] += ways * lost_ways * won_ways
        states = following
    return sum(ways * choices(*state)[value] for state, ways in states.items()) if height else 1 - value


def choices(lost: int, won: int, a: int, b: int) -> tuple[int, int]:
    """The numbers of sets of moves of a lost and of a won position, to so many open ones below and a, b just below."""
    without_lost = b << won
    return without_lost, (((1 << a + b) - 1) << lost + won) - without_lost


def count_simple_literally(height: int, value: int) -> int:
    """The number of games of a height and a value that no homomorphism makes smaller.

    Of two won positions on neighbouring levels the upper must move to the lower. Lost positions are never neighbours,
    and some won position strictly between two of them, or above the last, must move to the lower; again by inclusion
    and exclusion, where that lower one is shut with weight -1.

    >>> [count_simple_literally(height, 0) + count_simple_literally(height, 1) for height in range(1, 6)]
    [1, 2, 12, 176, 12416]
    """
    # How many lost and won positions there are, whether there is a lost and a won one on the last level, whether the
    # last lost one is shut.
    states = Counter({(1, 0, 1, 0, 0): 1, (1, 0, 1, 0, 1): -1})
    for _ in range(1, height):
        following: Counter[tuple[int, int, int, int, int]] = Counter()
        for (lost, won, a, b, shut), ways in states.items():
            down, up = literal_choices(lost, won, a, b, shut)
            following[lost, won + 1, 0, 1, shut] += ways * up
            both = down and literal_choices(lost, won, a, b, 0)[1]
            for closed, sign in ((0, 1), (1, -1)):
                following[lost + 1, won, 1, 0, closed] += sign * ways * down
                following[lost + 1, won + 1, 1, 1, closed] += sign * ways * down * both
        states = following
    return sum(ways * literal_choices(*state)[value] for state, ways in states.items()) if height else 1 - value


def literal_choices(lost: int, won: int, a: int, b: int, shut: int) -> tuple[int, int]:
    """The numbers of sets of moves of a lost and of a won position on the next level."""
    if not b:
        return 0, 0 if shut else 1 << lost + won - 1
    return 0 if a else 1 << won - 1, ((1 << lost - shut) - 1) << won - 1


def count_simple_bipartite(height: int) -> int:
    """The number of simple bipartite games of a height, in either sense (theorem 3): they have one position a level.

    >>> [count_simple_bipartite(height) for height in range(1, 7)]
    [1, 1, 2, 4, 16, 64]
    """
    return 1 << (height // 2) * ((height - 1) // 2)


def fewest_winning_positions(height: int, value: int) -> int:
    """The least number of won positions in a simple game of this height and value.

    Lemma 2 states (height + value) // 2. Its proof has at least height + 1 positions and, to each lost one that has a
    move, a won one just below: that gives half of height + value, rounded up, and so few there are.

    >>> fewest_winning_positions(5, 0), fewest_winning_positions(5, 1)
    (3, 3)
    """
    return (height + value + 1) // 2


def theorem_2(height: int) -> tuple[int, int, int]:
    """The least w_h, l_{h+1} and w_h that theorem 2 allows, for h >= 2: most simple games are first player wins.

    These are 2^(h-2) l_h, 2^(h/2-1) w_h and 2^((3h^2-11h+10)/4), rounded up.

    >>> theorem_2(4), count_simple(4, 1), count_simple(5, 0)
    ((160, 944, 12), 472, 4928)
    """
    half = (3 * height - 5) * (height - 2) // 2
    return (
        count_simple(height, 0) << height - 2,
        root_up(count_simple(height, 1) ** 2 << height - 2),
        root_up(1 << half),
    )


def root_up(square: int) -> int:
    """The square root of a positive number, rounded up."""
    return isqrt(square - 1) + 1
