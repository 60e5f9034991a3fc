"""The matching theorem behind Geography."""

from random import Random

import networkx
import pytest

from grundy import parse
from grundy.boards.graph_forms import neighbours
from grundy.errors import PositionError
from grundy.games.geography.matching import maximum_matching


@pytest.mark.parametrize("seed", range(40))
def test_matchings_are_matchings_of_the_greatest_size(seed: int) -> None:
    chance = Random(seed)
    size, share = chance.randint(2, 26), chance.choice([0.08, 0.15, 0.3, 0.6])
    names = list(map(str, range(size)))
    edges = tuple((u, v) for n, u in enumerate(names) for v in names[:n] if chance.random() < share)
    mates = maximum_matching(neighbours(edges))
    assert all(mates[mates[vertex]] == vertex for vertex in mates)
    assert all((u, v) in edges or (v, u) in edges for u, v in mates.items())
    assert len(mates) == 2 * len(networkx.max_weight_matching(networkx.Graph(edges), maxcardinality=True))


def test_a_token_on_a_lone_vertex_cannot_move() -> None:
    assert parse("geography(a-b,c; c)") == parse("geography(c; c)")
    assert parse("geography(a-b,c; c)").is_over
    with pytest.raises(PositionError, match="no vertex d"):
        parse("geography(a-b,c; d)")


def test_a_large_graph_is_decided_by_a_matching() -> None:
    assert parse("geography(grid 20x25; r1c1)").outcome == "N"
    assert parse("geography(grid 21x25; r1c1)").outcome == "P"
