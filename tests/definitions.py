"""What helpers in the folders of games find, compared with what their docstrings say, by trying everything.

Here stand helpers of which the claims of a ruleset on small positions see little: they are for larger graphs, for far
numbers, or for explanations. They are called through their modules, where `mutants.py` exchanges them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, count, islice, product
from random import Random

import pytest

from grundy.boards.graph_forms import Edges, components, neighbours
from grundy.errors import NotDecided
from grundy.games.blocking_wythoff import squares
from grundy.games.fair_shares import shares
from grundy.games.generalised_wythoff import pairs
from grundy.games.geography import matching
from grundy.games.graph_octal import sets
from grundy.games.nimstring import chains
from grundy.games.nimstring.board import GROUND, Dots, Strings, full, small_strings, strings_of, taken_coins
from grundy.games.nimstring.rules import nimstring
from grundy.games.prim import factors
from grundy.games.sprouts import curves
from grundy.games.wythoff import wythoff


def random_graphs(vertices: int, edges: int, number: int) -> Iterator[Edges]:
    chance, every = Random(vertices), list(combinations(map(str, range(vertices)), 2))
    return (tuple(sorted(chance.sample(every, chance.randint(1, edges)))) for _ in range(number))


def check_matchings() -> None:
    for edges in random_graphs(9, 13, 1_000):
        mates = matching.maximum_matching(neighbours(edges))
        assert all(mates[mate] == one and tuple(sorted((one, mate))) in edges for one, mate in mates.items()), edges
        assert len(mates) == 2 * largest_matching(edges), edges


def largest_matching(edges: Edges) -> int:
    if not edges:
        return 0
    first, *rest = edges
    apart = tuple(edge for edge in rest if not {*first} & {*edge})
    return max(1 + largest_matching(apart), largest_matching(tuple(rest)))


def check_connected_sets() -> None:
    for edges in random_graphs(6, 9, 40):
        beside = neighbours(edges)
        subsets = [frozenset(some) for size in range(1, len(beside) + 1) for some in combinations(beside, size)]
        connected = [some for some in subsets if count_parts(edges, some) == 1]
        for most in (None, 1, 2, 3):
            found = Counter(map(frozenset, sets.connected_sets(beside, most)))
            assert found == Counter(some for some in connected if most is None or len(some) <= most), (edges, most)
        for taken in subsets:
            assert sets.count_left(beside, set(taken)) == min(2, count_parts(edges, beside.keys() - taken))


def count_parts(edges: Edges, vertices: Iterable[str]) -> int:
    """How many components the vertices have among themselves."""
    among = set(vertices)
    inner = tuple(edge for edge in edges if {*edge} <= among)
    return len(components(inner)) + len(among - neighbours(inner).keys())


def check_strings() -> None:
    chance, lines = Random(4), full(2, 3)
    boards = [Dots(2, 3, lines & chance.randrange(lines + 1) & chance.randrange(lines + 1)) for _ in range(100)]
    for position in (*islice(small_strings(6), 400), *boards, Dots(2, 2, full(2, 2)), *drawn_loops()):
        edges = strings_of(position)
        takeable = most_takeable(position)
        assert chains.count_takeable(edges) == takeable, position
        if not takeable:
            found = list(chains.chains(edges))
            assert {(frozenset(one.coins), one.is_loop) for one in found} == chains_and_loops(edges), position
            neighbouring = (pair for one in found for pair in zip(one.coins, one.coins[1:], strict=False))
            assert all(pair in edges or pair[::-1] in edges for pair in neighbouring), position
            assert len(found) == len(chains_and_loops(edges)), position


def drawn_loops() -> Iterator[Strings]:
    """Loops of two coins or more, alone and hanging on a coin that is on a third and fourth string."""
    for size in range(2, 7):
        coins = [str(n) for n in range(1, size + 1)]
        loop = tuple(zip(coins, [*coins[1:], "1"], strict=True))
        yield loop
        yield (*loop, (GROUND, "1"), (GROUND, "1"))
        yield (*loop, ("1", "7"), ("7", "8"), (GROUND, "8"))


def most_takeable(position: Strings) -> int:
    """The most coins that moves take one after the other, each taking one at least."""
    options = ((taken_coins(position, to), to) for to in nimstring.moves(position))
    return max((taken + most_takeable(to) for taken, to in options if taken), default=0)


def chains_and_loops(edges: Edges) -> set[tuple[frozenset[str], bool]]:
    """Coins on two strings, as far as strings join them; in a loop there are as many such strings as coins."""
    ends = Counter(end for edge in edges for end in edge if end != GROUND)
    inside = {coin for coin, number in ends.items() if number == 2}
    inner = tuple(edge for edge in edges if {*edge} <= inside)
    parts = [(frozenset(neighbours(part)), part) for part in components(inner)]
    alone = inside - {coin for coins, _ in parts for coin in coins}
    return {(coins, len(part) == len(coins)) for coins, part in parts} | {(frozenset({one}), False) for one in alone}


def check_blocked_squares() -> None:
    for k, column, row in product(range(1, 5), range(4), range(4)):
        targets = sorted(wythoff.moves((column, row)))
        sets_of_targets = (some for size in range(k) for some in combinations(targets, size))
        found = Counter(frozenset(some) for some in squares.blocked_sets((column, row), k))
        assert found == Counter(map(frozenset, sets_of_targets)), (column, row, k)
        lost = set[tuple[int, int]]()
        for square in product(range(column + 1), range(row + 1)):
            if len(lost & set(wythoff.moves(square))) < k:
                lost.add(square)
        assert squares.lost_squares(column, row, k) == lost, (column, row, k)


def check_pairs() -> None:
    for t, misere in ((1, False), (2, False), (2, True), (3, False), (3, True)):
        for number, place in product(range(30), (0, 1)):
            least = next(n for n in count() if pairs.pair(t, n, misere)[place] >= number)
            assert pairs.index(t, number, place, misere) == least, (t, number, place, misere)


def check_least_primes() -> None:
    for n in range(2, 300):
        assert factors.least_prime(n) == next(d for d in range(2, n + 1) if n % d == 0)
    assert factors.least_prime(100_003) is None  # a prime beyond the largest trial


def check_shares() -> None:
    for heap in range(100):
        split = [(heap // number,) * number for number in range(2, heap) if heap % number == 0]
        assert list(shares.equal_shares(heap)) == [*split, *[()] * (heap > 1)]
    assert len(list(shares.equal_shares(2 * shares.MOST_SHARES))[-2]) == shares.MOST_SHARES
    with pytest.raises(NotDecided):
        list(shares.equal_shares(2 * shares.MOST_SHARES + 2))


def check_inside_choices() -> None:
    """Of equal boundaries only their number matters, so these are the choices, each once."""
    found = Counter(curves.inside_choices({(0,): [0, 1, 2], (1,): [3]}, 0))
    assert found == Counter([(), (1,), (1, 2), (3,), (1, 3), (1, 2, 3)])


HELPERS: dict[str, Callable[[], None]] = {
    "blocking_wythoff(2)": check_blocked_squares,
    "fair_shares": check_shares,
    "generalised_wythoff(2)": check_pairs,
    "geography": check_matchings,
    "graph_octal(0.33)": check_connected_sets,
    "nimstring": check_strings,
    "prim": check_least_primes,
    "sprouts": check_inside_choices,
}
