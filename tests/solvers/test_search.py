"""The definition, by hand-made rulesets that stress it."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from grundy import Budget, HeapGame, chomp, kayles, nim, parse, subtraction
from grundy.core.game import Game
from grundy.errors import LoopError, NotDecided
from grundy.solvers import search


@dataclass(frozen=True)
class OneByOne(HeapGame):
    """Take one stone."""

    source = "folklore"

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        return iter([(heap - 1,)] if heap else [])


@dataclass(frozen=True)
class Carousel(HeapGame):
    """Go round for ever."""

    source = "folklore"

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        return iter([(heap % 3 + 1,)])


@pytest.mark.slow
def test_deeper_than_the_stack() -> None:
    assert search.nimber(OneByOne()(200_000)) == 0
    assert search.outcome(OneByOne()(20_001), misere=True) == "P"


def test_a_cycle_is_named() -> None:
    with pytest.raises(LoopError, match=r"carousel\(1\)"):
        search.nimber(Carousel()(1))


def test_budget_of_positions_ends_in_a_clear_answer() -> None:
    with pytest.raises(NotDecided, match="not decided within 1,000 positions"):
        search.nimber(chomp("8x8"), budget=Budget(positions=1000))


def test_budget_of_time_ends_in_a_clear_answer() -> None:
    with pytest.raises(NotDecided, match=r"not decided within 0\.05 s"):
        search.outcome(nim(30, 30, 30), misere=True, budget=Budget(seconds=0.05))


def test_progress_is_reported() -> None:
    seen: list[int] = []
    search.nimber(OneByOne()(50_000), budget=Budget(report=seen.append))
    assert seen == sorted(seen)
    assert seen


def test_misere_is_labelled_by_whole_positions() -> None:
    """In misère play 1+1 is an N-position although both parts are alike, and no xor rule holds."""
    game = nim(1) + nim(1)
    assert search.outcome(game, misere=True) == "N"
    assert search.outcome(kayles(2) + nim(2), misere=True) == "P"
    assert search.outcome(subtraction(1, 3, 4)(2) + nim(1), misere=True) == search.outcome(nim(1), misere=True)


def test_lengths_of_play() -> None:
    assert (nim(2, 4, 5).height, nim(2, 4, 5).shortest) == (11, 3)
    assert (kayles(5).height, kayles(5).shortest) == (5, 3)
    assert chomp(3, 1).height == 3
    assert nim(0).height == 0
    assert (nim(3).remoteness, nim(2, 2).remoteness, nim(0).remoteness) == (1, 4, 0)
    assert nim(3, 3).misere.remoteness == 5 or nim(3, 3).misere.outcome == "P"


def test_positions_are_counted() -> None:
    assert nim(3, 5, 7).count_positions() == 192
    assert chomp("3x3").count_positions() == 19


def test_sums_of_treblecross_equal_a_search_of_the_whole_sum() -> None:
    """Completing three wins the whole game; the nimber rule must say the same in every small sum."""
    for rows in ("treblecross(5)", "treblecross(6)", "treblecross(7)", "treblecross(.X....)", "treblecross(X...)"):
        for other in ("nim(1)", "nim(2)", "kayles(3)", "treblecross(4)"):
            game = parse(f"{rows} + {other}")
            assert game.outcome == search.outcome(game), game
            wins = {move.key for move in game.winning_moves()}
            assert wins == {move.key for move in game.moves() if search.outcome(move.to) == "P"}, game


def test_treblecross_outcomes_equal_the_drawn_rows() -> None:
    for n in range(3, 14):
        game = parse(f"treblecross({n})")
        assert isinstance(game, Game)
        assert game.outcome == search.outcome(game)


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("lasker_nim(3)", 7),  # 3, 2, 1, 0, 2+1, 1+1, 1+1+1
        ("lasker_nim(3) + nim(1)", 14),
        ("kayles(4)", 7),  # 4, 3, 2, 1, 0, 2+1, 1+1
        ("treblecross(XXX) + nim(3)", 1),
        ("treblecross(XX.)", 2),
    ],
)
def test_positions_are_multisets_of_parts(text: str, positions: int) -> None:
    assert parse(text).count_positions() == positions
