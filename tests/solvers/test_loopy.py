"""Games that go round: labels, values, sums, all Sprague-Grundy functions, and progress, against plain sweeps."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from loops import Graph, digraphs, outcomes, sum_of_graphs, values

from grundy import digraph, nim, omega, parse
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.nimbers import mex
from grundy.core.values import Infinity, outcome_of
from grundy.errors import NotDecided, UndefinedError
from grundy.solvers import loopy, retrograde, search
from grundy.solvers.solver import Solver


@given(digraphs())
def test_labels_and_values(graph: Graph) -> None:
    found = retrograde.analyse(graph)
    assert {v: it.outcome for v, it in found.items()} == outcomes(graph)
    assert {v: it.misere for v, it in found.items()} == outcomes(graph, True)
    assert {v: it.nimber for v, it in found.items()} == values(graph)
    for v, it in found.items():
        assert outcome_of(it.nimber) == it.outcome
        assert (it.height is None) == (v not in retrograde.heights(graph))
        assert it.winning_moves == [] if it.outcome != "N" else it.winning_moves


@settings(max_examples=50)
@given(digraphs(5), digraphs(5))
def test_values_of_sums(one: Graph, two: Graph) -> None:
    first, second, whole = retrograde.smith(one), retrograde.smith(two), sum_of_graphs(one, two)
    label, worth = outcomes(whole), retrograde.smith(whole)
    for x, y in whole:
        total = first[x][0] ^ second[y][0]
        assert total == worth[x, y][0]
        assert outcome_of(total) == label[x, y]


def test_infinities_add() -> None:
    loose = Infinity(frozenset({0, 2}))
    assert (loose ^ 3, 3 ^ loose, loose ^ loose) == (Infinity(frozenset({3, 1})),) * 2 + (Infinity(frozenset()),)
    assert [outcome_of(loose ^ n) for n in range(4)] == ["N", "D", "N", "D"]
    assert str(loose) == "∞{0, 2}"
    assert outcome_of(loose ^ omega) == "D"


@given(digraphs(40, 3))
def test_remoteness_and_counters(graph: Graph) -> None:
    """A winner has a move to a P-position that is nearer by one; a loser can go no farther than that."""
    label, found = retrograde.labels(graph, lambda _: "P"), retrograde.smith(graph)
    for v, heads in graph.items():
        outcome, moves = label[v]
        if outcome == "N":
            assert moves == 1 + min(label[head][1] or 0 for head in heads if label[head][0] == "P")
        if outcome == "P":
            assert moves == 1 + max(label[head][1] or 0 for head in heads) if heads else moves == 0
            assert found[v] == (0, (moves or 0) // 2)
        assert (moves is None) == (outcome == "D")
        value, counter = found[v]
        if isinstance(value, int):
            higher = [head for head in heads if found[head][0] not in range(value)]
            assert all(any(found[w][0] == value and found[w][1] < counter for w in graph[head]) for head in higher)


@settings(max_examples=50)
@given(digraphs(4, 1), digraphs(4, 1))
def test_the_nearest_winning_move_never_wanders(one: Graph, two: Graph) -> None:
    """Where one player always makes it, play ends, whatever the other one does."""
    first, second, solver = digraph(one), digraph(two), Solver()
    games = {(x, y): first(x) + second(y) + nim(1) for x, y in product(one, two)}
    won = {search.whole(game): game for game in games.values() if solver.outcome(game) == "N"}
    play: dict[Any, list[Any]] = {}
    todo = list(won.values())
    while todo:
        game = todo.pop()
        if search.whole(game) not in play:
            answer = solver.winning_moves(game)[0].to
            replies = [move.to for move in answer.each_move()]
            play[search.whole(game)] = [search.whole(reply) for reply in replies]
            todo += replies
    assert len(retrograde.heights(play)) == len(play)


@settings(max_examples=40)
@given(digraphs(4, 1), digraphs(4, 1))
def test_misere_sums(one: Graph, two: Graph) -> None:
    first, second, label = digraph(one), digraph(two), outcomes(sum_of_graphs(one, two), True)
    for x, y in label:
        found = loopy.label_game(first(x) + second(y), True, Budget())
        assert found[search.whole(first(x) + second(y))][0] == label[x, y]


def brute_functions(graph: Graph) -> list[dict[Any, int]]:
    ranges = [range(len(heads) + 1) for heads in graph.values()]
    trials = (dict(zip(graph, trial, strict=True)) for trial in product(*ranges))
    return [g for g in trials if all(g[v] == mex(g[head] for head in heads) for v, heads in graph.items())]


@given(digraphs(5))
def test_all_functions(graph: Graph) -> None:
    found = list(retrograde.grundy_functions(graph))
    assert sorted(sorted(g.items()) for g in found) == sorted(sorted(g.items()) for g in brute_functions(graph))


def test_functions_are_bounded() -> None:
    with pytest.raises(UndefinedError, match="65"):
        retrograde.grundy_functions({v: [(v + 1) % 65] for v in range(65)})
    assert len(list(retrograde.grundy_functions({v: [(v + 1) % 64] for v in range(64)}))) == 2
    assert list(retrograde.grundy_functions({v: [(v + 1) % 63] for v in range(63)})) == []
    with pytest.raises(NotDecided):
        list(retrograde.grundy_functions({v: [v ^ 1] for v in range(40)}, Budget(positions=50)))


@given(digraphs(12))
def test_cycles(graph: Graph) -> None:
    ended = retrograde.heights(graph)
    for v in graph:
        if v not in ended:
            ring = retrograde.cycle(graph, v, ended)
            assert len(set(ring)) == len(ring)
            assert all(head in graph[tail] for tail, head in zip(ring, [*ring[1:], ring[0]], strict=True))


def test_a_search_has_a_budget() -> None:
    ring = digraph({v: [(v + 1) % 1000] for v in range(1000)})
    with pytest.raises(NotDecided):
        Solver(Budget(positions=500)).outcome(ring(0))


def test_remoteness() -> None:
    rules = digraph({"a": ["b"], "b": ["a", "c"], "d": ["d", "a", "c"], "e": ["e"]})
    assert [loopy.remoteness(rules(v)) for v in "abcde"] == [2, 1, 0, 1, None]
    assert loopy.remoteness(Game(())) == 0
    assert loopy.remoteness(rules("b"), misere=True) is None


CYCLE_AND_ENDS = "digraph(a: b; b: a c; c: h e g; e: f; f: g; h: g)"  # play from c comes to an end


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", ["kayles(13)", "kayles(13) + nim(3,5)", f"{CYCLE_AND_ENDS}(c)"])
def test_winning_moves_stand_in_the_same_order_after_a_game_with_cycles(text: str, misere: bool) -> None:
    shared = Solver()
    shared.outcome(parse(f"{CYCLE_AND_ENDS}(a)"), misere)
    assert shared.returning
    alone = Solver().winning(parse(text), misere)
    assert alone.moves
    assert [move.to for move in shared.winning(parse(text), misere).moves] == [move.to for move in alone.moves]
