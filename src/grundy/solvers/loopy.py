"""Rulesets in which play can return to a position: the graph of reachable positions, its outcomes and values.

The theory is that of `retrograde`: who has no move loses, endless play is a draw, and Smith's values add (Smith 1966).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import xor
from typing import TypeVar

from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.values import Infinity, Value
from grundy.errors import LoopError
from grundy.solvers import search
from grundy.solvers.retrograde import Label, cycle, heights, labels, smith

MOST_NAMED_POSITIONS = 20  # of a cycle in a message

K = TypeVar("K", bound=Hashable)
Values = dict[Summand, tuple[Value, int]]  # with counters
Labels = dict[search.Whole, Label]


def reachable_graph(start: K, options: Callable[[K], Iterable[K]], budget: Budget) -> dict[K, list[K]]:
    graph: dict[K, list[K]] = {}
    todo = [start]
    while todo:
        key = todo.pop()
        if key not in graph:
            graph[key] = list(search.spend_each(options(key), budget))
            todo += graph[key]
    return graph


def position_graph(part: Summand, budget: Budget) -> dict[Hashable, list[Hashable]]:
    """The graph of the positions that play from a part can reach; they are not taken apart."""
    rules = part.ruleset

    def options(position: Hashable) -> Iterator[Hashable]:
        search.refuse_endless([Summand(rules, position)])
        return map(rules.canonical, rules.moves(position))

    return reachable_graph(part.position, options, budget)


def value(summand: Summand, memo: Values, budget: Budget, returning: set[Hashable] | None = None) -> Value:
    """The value of a position; those of everything that it can reach are remembered, and which of it can go round."""
    parts = search.canonical_parts([summand])
    for part in parts:
        if part not in memo:
            graph = position_graph(part, budget)
            memo.update((Summand(part.ruleset, position), value) for position, value in smith(graph).items())
            if returning is not None:
                returning.update(Summand(part.ruleset, position) for position in endless(graph))
    return reduce(xor, (memo[part][0] for part in parts), 0)


def loop_error(summand: Summand, memo: Values, budget: Budget) -> LoopError:
    """The error for a position of infinite value, with a cycle that nobody can be made to leave."""
    infinite = value(summand, memo, budget)
    part = next(part for part in search.canonical_parts([summand]) if isinstance(memo[part][0], Infinity))
    graph, rules = position_graph(part, budget), part.ruleset
    finite = {v for v in graph if not isinstance(memo[Summand(rules, v)][0], Infinity)}
    names = list(map(rules.board.show, cycle(graph, part.position, finite)))
    short = len(names) <= MOST_NAMED_POSITIONS
    shown = [*names, names[0]] if short else [*names[:MOST_NAMED_POSITIONS], f"... ({len(names):,} in all)"]
    return LoopError(f"play can go round {' -> '.join(shown)}, so there is no nimber; the Smith value is {infinite}")


def endless(graph: Mapping[K, Sequence[K]]) -> set[K]:
    """The positions from which play can go round."""
    return graph.keys() - heights(graph).keys()


def label_game(game: Game, misere: bool, budget: Budget, returning: set[Hashable] | None = None) -> Labels:
    """The outcomes of all positions that play can reach; those from which it can go round are gathered."""

    def followers(position: search.Whole) -> Iterator[search.Whole]:
        return (option for (option,) in search.followers(position))

    start: search.Whole = search.whole(game)
    graph = reachable_graph(start, followers, budget)
    if returning is not None:
        around: set[search.Whole] = endless(graph)
        returning.update(around)
    return labels(graph, lambda position: search.outcome_of((), misere, search.final_outcome(position)))


def remoteness(game: Game, misere: bool = False, budget: Budget | None = None) -> int | None:
    """The number of moves if the winner hurries and the loser delays; None for a draw."""
    try:
        return search.remoteness(game, misere, budget)
    except LoopError:
        return label_game(game, misere, budget or Budget())[search.whole(game)][1]


def progress(game: Game, memo: Values, value: Callable[[Summand], Value]) -> tuple[int, int]:
    """How far a P-position is from its end: who always moves to the least wins in the end, whatever the opponent does.

    If the opponent lowers a value, another one can be lowered; if not, the old value comes back with a smaller
    counter, or in a summand that ends by itself.
    """
    parts = search.canonical_parts(game.summands)
    values = (value(part) for part in parts)
    return sum(n for n in values if isinstance(n, int)), sum(memo[part][1] for part in parts if part in memo)
