"""Simple games: listed against every small digraph, counted against the lists."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from answers import ANSWERS

from grundy.digraphs import (
    AcyclicDigraph,
    Label,
    count_simple,
    count_simple_bipartite,
    count_simple_literally,
    fewest_winning_positions,
    image,
    is_bipartite,
    is_homomorphism,
    is_simple,
    is_surjective,
    quotient,
    simple_games,
    theorem_2_bounds,
)
from grundy.digraphs.simple import possible_moves
from grundy.errors import LoopError

HEIGHTS = range(1, 5)


def every_game(size: int) -> Iterator[AcyclicDigraph[int]]:
    """All games on the vertices 0 .. size - 1 whose moves go down."""
    below = [[s for k in range(n + 1) for s in combinations(range(n), k)] for n in range(size)]
    graphs = (AcyclicDigraph(dict(enumerate(moves))) for moves in product(*below))
    return (graph for graph in graphs if graph.is_game)


def set_partitions(items: list[Label]) -> Iterator[list[list[Label]]]:
    if not items:
        yield []
        return
    for rest in set_partitions(items[1:]):
        yield [[items[0]], *rest]
        yield from ([*rest[:n], [items[0], *rest[n]], *rest[n + 1 :]] for n in range(len(rest)))


def smaller_images(game: AcyclicDigraph[Label]) -> Iterator[AcyclicDigraph[Label]]:
    """What definition 6 is about: the proper images under surjective homomorphisms, one for each way to merge."""
    by_value = [[v for v in game.moves if game.values[v] == value] for value in (0, 1)]
    for lost, won in product(*(list(set_partitions(some)) for some in by_value)):
        name = {vertex: block[0] for block in (*lost, *won) for vertex in block}
        try:
            merged = image(game, name.__getitem__)
        except LoopError:
            continue
        if len(merged) < len(game) and is_homomorphism(name, game, merged):
            assert is_surjective(name, game, merged)
            yield merged


@pytest.mark.parametrize("height", HEIGHTS)
def test_literally_simple_is_definition_6(height: int) -> None:
    for value in (0, 1):
        for game in simple_games(height, value):
            assert is_simple(game, literal=True) == (next(smaller_images(game), None) is None)


@pytest.mark.parametrize(("name", "literal"), [("C-3-cor2-counts", False), ("C-3-def6-strict", True)])
def test_counts_of_simple_games(name: str, literal: bool) -> None:
    count = count_simple_literally if literal else count_simple
    for height, expected in ANSWERS[name]["expected"].items():
        listed = [[*simple_games(int(height), value, literal)] for value in (0, 1)]
        assert [len(set(some)) for some in listed] == [expected["losing"], expected["winning"]]
        assert [count(int(height), value) for value in (0, 1)] == [len(some) for some in listed]


def test_counts_at_height_5() -> None:
    listed = list(simple_games(5, 0))
    assert len(listed) == count_simple(5, 0)
    assert sum(is_simple(game, literal=True) for game in listed) == count_simple_literally(5, 0)


def test_listed_games_are_simple_games_of_their_height() -> None:
    for height, value in product(HEIGHTS, (0, 1)):
        for game in simple_games(height, value):
            assert game.sources == {(height, value)}
            assert quotient(game) == game


@pytest.mark.parametrize("size", range(1, 6))
def test_the_list_of_simple_games_is_complete(size: int) -> None:
    simple = {quotient(game) for game in every_game(size) if is_simple(game)}
    listed = {game for height in HEIGHTS for value in (0, 1) for game in simple_games(height, value)}
    assert simple - {AcyclicDigraph({(0, 0): []})} == {game for game in listed if len(game) == size}


def test_counts_of_simple_bipartite_games() -> None:
    expected = ANSWERS["C-5-thm3"]["expected"]
    assert {height: count_simple_bipartite(int(height)) for height in expected} == expected
    for height in HEIGHTS:
        found = [game for value in (0, 1) for game in simple_games(height, value) if is_bipartite(game)]
        assert len(found) == count_simple_bipartite(height)
        assert all(is_simple(game, literal=True) for game in found)


@pytest.mark.parametrize("height", [5, 6])
def test_counts_of_higher_simple_bipartite_games(height: int) -> None:
    """Lemma 3: the value is the parity of the height, so the labels are (k, k mod 2)."""
    labels = [(level, level % 2) for level in range(height + 1)]
    choices = [list(possible_moves(label, labels[: label[0]])) for label in labels[1:]]
    graphs = (AcyclicDigraph(dict(zip(labels, [(), *moves], strict=True))) for moves in product(*choices))
    assert sum(graph.is_game and is_bipartite(graph) for graph in graphs) == count_simple_bipartite(height)


def test_theorem_2() -> None:
    won = {height: count_simple(height, 1) for height in range(2, 20)}
    after = {height: count_simple(height + 1, 0) for height in won}
    holds = {h: (won[h] >= a, after[h] >= b, won[h] >= c) for h in won for a, b, c in [theorem_2_bounds(h)]}
    assert all(map(all, holds.values()))
    expected = ANSWERS["C-4-thm2"]["expected"]
    assert [holds[h][0] for h in (2, 3, 4)] == expected["a"]
    assert [holds[h][1] for h in (2, 3)] == expected["b"]
    assert [holds[h][2] for h in (2, 3, 4)] == expected["c"]


@pytest.mark.parametrize(("height", "value"), [(1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1), (5, 0)])
def test_lemma_2(height: int, value: int) -> None:
    fewest = min(sum(game.values.values()) for game in simple_games(height, value))
    assert fewest == fewest_winning_positions(height, value) >= (height + value) // 2
