"""The definition: nimbers and outcomes straight from the rules.

A position without moves is lost under normal play and won under misère play; from any other the outcome follows from
its options (Zermelo 1913). The nimber of a position is the least number that no option has, and that of a sum is the
nim-sum of its parts (Sprague 1935, Grundy 1939). Misère outcomes belong to whole positions: they do not add.

Everything fast in this library is compared with this page, so it is never optimised.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import reduce
from math import prod
from operator import xor
from typing import TypeVar

from grundy.core.budget import Budget
from grundy.core.game import Game, Summand
from grundy.core.nimbers import mex
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import LoopError, UndefinedError

__all__ = ["count_positions", "height", "nimber", "outcome", "outcome_of", "remoteness", "shortest"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Whole = frozenset[tuple[Summand, int]]
Values = dict[Summand, int]
Labels = dict[Whole, Outcome]


def induction(
    start: K,
    options: Callable[[K], Iterable[tuple[K, ...]]],
    value: Callable[[K, list[list[V]]], V],
    memo: dict[K, V],
    budget: Budget,
) -> V:
    """The value of `start` by induction over play, on a stack of our own.

    An option is a tuple of keys; `value` is computed from the values of the keys of each option.
    """
    stack: list[tuple[K, list[tuple[K, ...]] | None]] = [(start, None)]
    below: set[K] = set()
    while stack:
        key, followers = stack.pop()
        if key in memo:
            continue
        if followers is not None:
            memo[key] = value(key, [[memo[part] for part in option] for option in followers])
            below.discard(key)
            continue
        followers = list(counted(options(key), budget))
        below.add(key)
        stack.append((key, followers))
        for part in (part for option in followers for part in option if part not in memo):
            if part in below:
                raise LoopError(f"play can return to {in_words(part)}, so this game has no plain values")
            stack.append((part, None))
    return memo[start]


def in_words(key: Hashable) -> str:
    """A summand, or a whole position, as it is written."""
    return (
        " + ".join(str(part) for part, copies in key for _ in range(copies)) if isinstance(key, frozenset) else str(key)
    )


def counted(options: Iterable[V], budget: Budget) -> Iterator[V]:
    """The options, each paid for: there may be more of them than fit anywhere."""
    budget.spend()
    for option in options:
        budget.spend()
        yield option


def canonical(summand: Summand) -> Summand:
    """The summand in canonical form."""
    return Summand(summand.ruleset, summand.ruleset.canonical(summand.position))


def canonical_parts(summands: Iterable[Summand]) -> tuple[Summand, ...]:
    """The parts, each in canonical form."""
    return tuple(canonical(part) for summand in summands for part in summand.parts())


def nimber(game: Game, memo: Values | None = None, budget: Budget | None = None) -> int:
    """The Sprague-Grundy value: mex over options, nim-sum over parts."""
    memo, budget = {} if memo is None else memo, budget or Budget()

    def options(part: Summand) -> Iterator[tuple[Summand, ...]]:
        rules = part.ruleset
        refuse_endless([part])
        if rules.terminal(part.position):
            raise UndefinedError(f"{part} is decided by a pattern, so it has no nimber; ask for the outcome")
        return (canonical_parts([Summand(rules, to)]) for to in rules.moves(part.position))

    def value(_: Summand, options: list[list[int]]) -> int:
        return mex(reduce(xor, option, 0) for option in options)

    return reduce(xor, (induction(part, options, value, memo, budget) for part in canonical_parts(game.summands)), 0)


def whole(game: Game) -> Whole:
    """The game as a multiset of canonical parts that do not touch: one key for all equal positions of a sum."""
    return frozenset(Counter(map(canonical, separate(game))).items())


def separate(game: Game) -> Iterator[Summand]:
    """The parts where these do not touch each other, the summands themselves elsewhere."""
    return (Summand(summand.ruleset, piece) for summand in game.summands for piece in summand.pieces())


def followers(position: Whole) -> Iterator[tuple[Whole, ...]]:
    """The options of a whole position, none where it is decided."""
    game = Game(tuple(part for part, copies in position for _ in range(copies)))
    refuse_endless(game.summands)
    return ((whole(game.put(move.index, move.position)),) for move in game.each_move())


def refuse_endless(summands: Iterable[Summand]) -> None:
    """Raise where a summand has infinitely many options."""
    for summand in summands:
        if summand.ruleset.endless(summand.position):
            raise UndefinedError(f"{summand} has infinitely many moves, so no search of it ends")


def outcome_of(options: Iterable[Outcome], misere: bool, decided: Outcome | None = None) -> Outcome:
    """The outcome of a position from those of its options, or of its end."""
    known = set(options)
    if decided:
        return decided if decided == "D" or not misere else "N" if decided == "P" else "P"
    if not known:
        return "N" if misere else "P"
    return "N" if "P" in known else "D" if "D" in known else "P"


def decided(position: Whole) -> Outcome | None:
    """The outcome if some part decides the whole game."""
    return next((end for part, _ in position if (end := part.ruleset.terminal(part.position))), None)


def outcome(game: Game, misere: bool = False, memo: Labels | None = None, budget: Budget | None = None) -> Outcome:
    """N, P or D, by labelling whole positions."""

    def value(position: Whole, options: list[list[Outcome]]) -> Outcome:
        return outcome_of((option for (option,) in options), misere, decided(position))

    return induction(whole(game), followers, value, {} if memo is None else memo, budget or Budget())


def length(game: Game, choose: Callable[[Iterable[int]], int], budget: Budget | None = None) -> int:
    """The number of moves when both players choose the longest, or the shortest, way."""

    def value(_: Whole, options: list[list[int]]) -> int:
        return 1 + choose(option for (option,) in options) if options else 0

    return induction(whole(game), followers, value, {}, budget or Budget())


def independent(game: Game) -> Iterable[Game]:
    """The parts where all are played to their ends; the game itself where one of them may decide it."""
    patterns = any(type(summand.ruleset).terminal is not Ruleset.terminal for summand in game.summands)
    return [game] if patterns else (Game((part,)) for part in separate(game))


def height(game: Game, budget: Budget | None = None) -> int:
    """The number of moves in the longest play: the sum over the parts (Ferguson 4.1)."""
    return sum(length(part, max, budget) for part in independent(game))


def shortest(game: Game, budget: Budget | None = None) -> int:
    """The number of moves in the shortest play: the sum over the parts."""
    return sum(length(part, min, budget) for part in independent(game))


def remoteness(game: Game, misere: bool = False, budget: Budget | None = None) -> int:
    """The number of moves if the winner hurries and the loser delays."""

    def value(position: Whole, options: list[list[tuple[Outcome, int]]]) -> tuple[Outcome, int]:
        pairs = [option for (option,) in options]
        label = outcome_of((o for o, _ in pairs), misere, decided(position))
        if not pairs:
            return label, 0
        if label == "N":
            return label, 1 + min(moves for o, moves in pairs if o == "P")
        return label, 1 + max(moves for _, moves in pairs)

    return induction(whole(game), followers, value, {}, budget or Budget())[1]


def count_positions(game: Game, budget: Budget | None = None) -> int:
    """The number of positions that play can reach: the product over the summands."""
    budget = budget or Budget()
    return prod(len(reachable(summand, budget)) for summand in game.summands)


def reachable(summand: Summand, budget: Budget) -> set[Hashable]:
    """The positions of one summand that play can reach, itself included."""
    seen, todo = {summand.position}, [summand.position]
    while todo:
        budget.spend()
        for position in summand.ruleset.moves(todo.pop()):
            if position not in seen:
                seen.add(position)
                todo.append(position)
    return seen
