"""Simple games by height: lists, counts and bounds (Cairns and Ho, sections 3 to 5, talks of 2009).

The recurrences behind the counts are in docs/theory/digraphs.md.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from math import isqrt

from grundy.digraphs.digraph import AcyclicDigraph, Label
from grundy.digraphs.homomorphisms import is_simple

__all__ = [
    "count_simple",
    "count_simple_bipartite",
    "count_simple_literally",
    "fewest_winning_positions",
    "simple_games",
    "theorem_2_bounds",
]

Moves = dict[Label, tuple[Label, ...]]


def possible_moves(label: Label, below: Iterable[Label]) -> Iterator[tuple[Label, ...]]:
    """The sets of moves to given positions by which a position has its height and value."""
    height, value = label
    allowed = [lower for lower in below if value or lower[1]]
    for chosen in chain.from_iterable(combinations(allowed, size) for size in range(1, len(allowed) + 1)):
        if max(chosen)[0] == height - 1 and min(worth for _, worth in chosen) != value:
            yield chosen


def lower_levels(height: int) -> Iterator[Moves]:
    """The ways to fill the levels below a height, reached or not."""
    if height == 1:
        yield {(0, 0): ()}
        return
    for lower in lower_levels(height - 1):
        lost = [{(height - 1, 0): moves} for moves in possible_moves((height - 1, 0), lower)]
        won = [{(height - 1, 1): moves} for moves in possible_moves((height - 1, 1), lower)]
        yield from (lower | a | b for a in ({}, *lost) for b in ({}, *won))


def simple_games(height: int, value: int, literal: bool = False) -> Iterator[AcyclicDigraph[Label]]:
    """The simple games of a height from 1 on and a value, once each.

    >>> [len(list(simple_games(4, value))) for value in (0, 1)]
    [40, 472]
    """
    top = (height, value)
    for lower in lower_levels(height):
        for moves in possible_moves(top, lower):
            if lower.keys() <= {*moves}.union(*lower.values()):
                game = AcyclicDigraph(lower | {top: moves})
                if not literal or is_simple(game, literal=True):
                    yield game


def count_simple(height: int, value: int) -> int:
    """The number of simple games of a height and a value."""
    # How many lost and won positions are open below the last level, whether the lost and the won one on it are.
    states = Counter({(0, 0, 1, 0): 1})
    for _ in range(1, height):
        following: Counter[tuple[int, int, int, int]] = Counter()
        for (lost, won, a, b), ways in states.items():
            down, up = count_moves(lost, won, a, b)
            for c, lost_ways in ((1, down), (0, 1 - down)):
                for d, won_ways in ((1, up), (0, 1 - up)):
                    following[lost + a, won + b, c, d] += ways * lost_ways * won_ways
        states = following
    return sum(ways * count_moves(*state)[value] for state, ways in states.items()) if height else 1 - value


def count_moves(lost: int, won: int, a: int, b: int) -> tuple[int, int]:
    """The numbers of sets of moves of a lost and of a won position, to so many open ones below and a, b just below."""
    without_lost = b << won
    return without_lost, (((1 << a + b) - 1) << lost + won) - without_lost


def count_simple_literally(height: int, value: int) -> int:
    """The number of games of a height and a value that no homomorphism makes smaller."""
    # How many lost and won positions there are, whether there is a lost and a won one on the last level, whether the
    # last lost one is shut.
    states = Counter({(1, 0, 1, 0, 0): 1, (1, 0, 1, 0, 1): -1})
    for _ in range(1, height):
        following: Counter[tuple[int, int, int, int, int]] = Counter()
        for (lost, won, a, b, shut), ways in states.items():
            down, up = count_literal_moves(lost, won, a, b, shut)
            following[lost, won + 1, 0, 1, shut] += ways * up
            both = down and count_literal_moves(lost, won, a, b, 0)[1]
            for closed, sign in ((0, 1), (1, -1)):
                following[lost + 1, won, 1, 0, closed] += sign * ways * down
                following[lost + 1, won + 1, 1, 1, closed] += sign * ways * down * both
        states = following
    return sum(ways * count_literal_moves(*state)[value] for state, ways in states.items()) if height else 1 - value


def count_literal_moves(lost: int, won: int, a: int, b: int, shut: int) -> tuple[int, int]:
    """The numbers of sets of moves of a lost and of a won position on the next level."""
    if not b:
        return 0, 0 if shut else 1 << lost + won - 1
    return 0 if a else 1 << won - 1, ((1 << lost - shut) - 1) << won - 1


def count_simple_bipartite(height: int) -> int:
    """The number of simple bipartite games of a height, in either sense (theorem 3): they have one position a level."""
    return 1 << (height // 2) * ((height - 1) // 2)


def fewest_winning_positions(height: int, value: int) -> int:
    """The least number of won positions in a simple game of this height and value.

    Lemma 2 states (height + value) // 2. Its proof has at least height + 1 positions and, to each lost one that has a
    move, a won one just below: that gives half of height + value, rounded up, and so few there are.

    >>> fewest_winning_positions(5, 0), fewest_winning_positions(5, 1)
    (3, 3)
    """
    return (height + value + 1) // 2


def theorem_2_bounds(height: int) -> tuple[int, int, int]:
    """The least w_h, l_{h+1} and w_h that theorem 2 allows, for h >= 2: most simple games are first player wins.

    These are 2^(h-2) l_h, 2^(h/2-1) w_h and 2^((3h^2-11h+10)/4), rounded up.
    """
    half = (3 * height - 5) * (height - 2) // 2
    return (
        count_simple(height, 0) << height - 2,
        ceil_sqrt(count_simple(height, 1) ** 2 << height - 2),
        ceil_sqrt(1 << half),
    )


def ceil_sqrt(square: int) -> int:
    return isqrt(square - 1) + 1
