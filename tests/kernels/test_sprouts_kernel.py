"""The options of Sprouts, plain and compiled, against the reference, and what only compiled ones reach in a test."""

import random
from collections import Counter
from functools import cache

import pytest
from answers import ANSWERS
from sprouts_reference import position_after

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.sprouts.curves import curves, options
from grundy.games.sprouts.form import Land, Position
from grundy.games.sprouts.kernel.compiled import OptionLister
from grundy.games.sprouts.rules import sprouts
from grundy.games.sprouts.search import from_bytes, to_bytes
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import Prover

EXPANSION, LISTER = expansion_of(sprouts), OptionLister()
TABLE = ANSWERS["S-sprouts-table"]["expected"]


def after(key: bytes) -> list[tuple[bytes, ...]]:
    found = LISTER.options(key)
    assert found is not None
    return found


def same_options(land: Land) -> bool:
    reference = dict.fromkeys(position_after(land, curve) for curve in curves(land))
    plain = list(options(land))
    compiled = Counter(tuple(sorted(option)) for option in after(to_bytes(land)))
    return plain == list(reference) and compiled == Counter(tuple(sorted(map(to_bytes, option))) for option in plain)


def test_every_land_below_three_spots() -> None:
    todo = [sprouts.board.line(3)[0]]
    for land in todo:
        assert same_options(land)
        todo += [new for new in dict.fromkeys(new for option in options(land) for new in option) if new not in todo]
    assert len(todo) == 123


@pytest.mark.parametrize("spots", [4, 5, 8, 10, 12])
def test_random_plays(spots: int) -> None:
    """The largest land after each move, while it has not too many curves for the plain form."""
    chance = random.Random(spots)
    for _ in range(2):
        (land,) = sprouts.board.line(spots)
        while True:
            every = list(curves(land))
            assert len(every) > 1_500 or same_options(land)
            places = position_after(land, chance.choice(every))
            if not places:
                break
            land = max(places, key=lambda other: len(to_bytes(other)))


def test_bytes() -> None:
    for place in sprouts.board.small(12):
        for land in place:
            key = to_bytes(land)
            assert from_bytes(key) == land
            assert EXPANSION.read(EXPANSION.show(key)) == key


@cache
def tree(place: tuple[bytes, ...]) -> int:
    """A number for the tree of moves of a sum of lands."""
    trees = set[int]()
    for i, land in enumerate(place):
        rest = place[:i] + place[i + 1 :]
        trees |= {tree(tuple(sorted(rest + option))) for option in after(land)}
    return TREES.setdefault(frozenset(trees), len(TREES))


TREES: dict[frozenset[int], int] = {}


def test_counts_of_positions_and_trees() -> None:
    """Trees below 4 spots, OEIS A164951."""
    tree(tuple(map(to_bytes, sprouts.board.line(4))))
    assert len(TREES) == 713
    assert tree.cache_info().currsize == 1441


def test_nimbers() -> None:
    prover = Prover(expansion_of(sprouts), fresh=True)
    found = [prover.nimber(prover.parts(sprouts.board.line(n)), Budget()) for n in range(1, 8)]
    assert found == [0, 0, 1, 1, 1, 0, 0]


@pytest.mark.parametrize(("misere", "record"), [(False, TABLE["normal"]), (True, TABLE["misere"][:8])])
def test_who_wins(misere: bool, record: list[str]) -> None:
    prover = Prover(expansion_of(sprouts), fresh=True)
    starts = [prover.parts(sprouts.board.line(spots)) for spots in range(1, len(record) + 1)]
    lost = [prover.is_lost(parts, 0, Budget(), misere) for parts in starts]
    assert ["L" if answer else "W" for answer in lost] == record


def test_a_budget_ends_the_search() -> None:
    prover = Prover(expansion_of(sprouts), fresh=True)
    with pytest.raises(NotDecided):
        prover.is_lost(prover.parts(sprouts.board.line(60)), 0, Budget(positions=300))


def test_a_land_that_does_not_fit() -> None:
    word = (1,) + (2,) * 200
    land: Position = (((word,),),)
    with pytest.raises(NotDecided, match="more than"):
        EXPANSION.parts(land)
