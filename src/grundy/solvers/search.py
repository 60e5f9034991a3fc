"""The definition: nimbers and outcomes straight from the rules.

A position without moves is lost under normal play and won under misère play; from any other the outcome follows from
its options (Zermelo 1913). The nimber of a position is the least number that no option has, and that of a sum is the
nim-sum of its parts (Sprague 1935, Grundy 1939). Misère outcomes belong to whole positions: they do not add.

After some moves the same player must move again. Such a move to G wins beside every nim heap but the one of the nimber
of G, any other move to G beside that heap alone, and beside none if G is loony: so the least heap beside which no move
wins is the nimber, and where there is none the position is loony (Winning Ways, ch. 12). After other moves the opponent
must answer in the same part: the value of that is the set of heaps beside which no answer wins.

Everything fast in this library is compared with this module, so it is never optimised.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import reduce
from itertools import repeat
from math import prod
from operator import xor
from typing import Any, NamedTuple, TypeVar

from grundy.core.budget import Budget
from grundy.core.game import Game, Move, Summand
from grundy.core.nimbers import Entailed, Loony, least_missing, lost_heaps
from grundy.core.ruleset import Outcome, Ruleset
from grundy.errors import LoopError, UndefinedError

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Parts = frozenset[tuple[Summand, int]]
PartValue = int | Loony | Entailed
Values = dict[Summand, PartValue]


class Again(NamedTuple):
    """A whole position after a move of the player who must move again: all that the other one can do is to pass."""

    position: Parts


Whole = Parts | Again
Labels = dict[Whole, Outcome]


def induction(
    start: K,
    options: Callable[[K], Iterable[tuple[K, ...]]],
    value: Callable[[K, list[list[V]]], V],
    memo: dict[K, V],
    budget: Budget,
) -> V:
    """The value of `start` by induction over play, on an explicit stack: play may be longer than Python can recurse.

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
        followers = list(spend_each(options(key), budget))
        below.add(key)
        stack.append((key, followers))
        for part in (part for option in followers for part in option if part not in memo):
            if part in below:
                raise LoopError(f"play can return to {show_key(part)}, so this game has no plain values")
            stack.append((part, None))
    return memo[start]


def show_key(key: Hashable) -> str:
    """A summand, or a whole position, as an expression."""
    if not isinstance(key, frozenset):
        return str(key)
    return " + ".join(str(part) for part, copies in key for _ in range(copies))


def spend_each(options: Iterable[V], budget: Budget) -> Iterator[V]:
    """The options, each counted against the budget: there may be more of them than fit into memory."""
    budget.spend()
    for option in options:
        budget.spend()
        yield option


def canonical(summand: Summand) -> Summand:
    return Summand(summand.ruleset, summand.ruleset.canonical(summand.position))


def canonical_parts(summands: Iterable[Summand]) -> tuple[Summand, ...]:
    return tuple(canonical(part) for summand in summands for part in summand.parts())


def nimber(game: Game, memo: Values | None = None, budget: Budget | None = None) -> int:
    """The Sprague-Grundy value, where there is one."""
    found = value(game, memo, budget)
    if not isinstance(found, int):
        raise no_nimber(game, found)
    return found


def no_nimber(game: Game, value: Loony | Entailed) -> UndefinedError:
    if isinstance(value, Entailed):
        return UndefinedError(f"{game} must be answered at once, so it has no nimber; ask for the outcome")
    return UndefinedError(f"{game} is loony: the player to move wins it beside any game, so it has no nimber")


def value(game: Game, memo: Values | None = None, budget: Budget | None = None) -> PartValue:
    """The nimber: mex over options, nim-sum over parts; that the game is loony; or where it is lost, if entailed."""
    memo, budget = {} if memo is None else memo, budget or Budget()

    def options(part: Summand) -> Iterator[tuple[Summand, ...]]:
        rules = part.ruleset
        refuse_endless([part])
        if rules.terminal(part.position):
            raise UndefinedError(f"{part} is decided by a pattern, so it has no nimber; ask for the outcome")
        return (canonical_parts([Summand(rules, to)]) for to in rules.moves(part.position))

    def least_heap(part: Summand, options: list[list[PartValue]]) -> PartValue:
        rules, position, won = part.ruleset, part.position, 0
        again = [rules.goes_on(position, to) for to in rules.moves(position)] if rules.entails() else repeat(False)
        for values, goes_on in zip(options, again, strict=False):
            heaps = lost_heaps(reduce(xor, values, 0))  # beside which the other player loses
            won |= ~heaps if goes_on else heaps
        return Entailed(~won) if rules.is_entailed(position) else least_missing(won)

    parts = canonical_parts(game.summands)
    return reduce(xor, (induction(part, options, least_heap, memo, budget) for part in parts), 0)


def whole(game: Game) -> Parts:
    """The game as a multiset of canonical separate parts: one key for all equal positions of a sum."""
    return frozenset(Counter(map(canonical, separate_parts(game))).items())


def separate_parts(game: Game) -> Iterator[Summand]:
    """The parts where these are played separately, the summands themselves elsewhere."""
    return (Summand(summand.ruleset, piece) for summand in game.summands for piece in summand.pieces())


def followers(position: Whole) -> Iterator[tuple[Whole, ...]]:
    """The options of a whole position, none where it is decided."""
    if isinstance(position, Again):
        return iter([(position.position,)])
    game = Game(tuple(part for part, copies in position for _ in range(copies)))
    refuse_endless(game.summands)
    return ((whole_after(move),) for move in game.each_move())


def whole_after(move: Move) -> Whole:
    after = whole(move.game.put(move.index, move.position))
    return Again(after) if move.goes_on else after


def refuse_endless(summands: Iterable[Summand]) -> None:
    for summand in summands:
        if summand.ruleset.has_infinite_moves(summand.position):
            raise UndefinedError(f"{summand} has infinitely many moves, so no search of it ends")


def outcome_of(options: Iterable[Outcome], misere: bool, final: Outcome | None = None) -> Outcome:
    """The outcome of a position from those of its options, or from the final outcome where a pattern ends the game."""
    outcomes = set(options)
    if final:
        return final if final == "D" or not misere else "N" if final == "P" else "P"
    if not outcomes:
        return "N" if misere else "P"
    return "N" if "P" in outcomes else "D" if "D" in outcomes else "P"


def final_outcome(position: Whole) -> Outcome | None:
    """The outcome if some part decides the whole game."""
    if isinstance(position, Again):
        return None
    return next((end for part, _ in position if (end := part.ruleset.terminal(part.position))), None)


def outcome(game: Game, misere: bool = False, memo: Labels | None = None, budget: Budget | None = None) -> Outcome:
    """N, P or D, by labelling whole positions."""

    def value(position: Whole, options: list[list[Outcome]]) -> Outcome:
        return outcome_of((option for (option,) in options), misere, final_outcome(position))

    return induction(whole(game), followers, value, {} if memo is None else memo, budget or Budget())


def length(game: Game, choose: Callable[[Iterable[int]], int], budget: Budget | None = None) -> int:
    """The number of moves when both players choose the longest, or the shortest, play."""

    def value(position: Whole, options: list[list[int]]) -> int:
        is_move = not isinstance(position, Again)
        return is_move + choose(option for (option,) in options) if options else 0

    start: Whole = whole(game)
    return induction(start, followers, value, {}, budget or Budget())


def margin(game: Game, memo: dict[Summand, int] | None = None, budget: Budget | None = None) -> int:
    """The points of the player to move from here on, less those of the other, where both make the most of them."""
    (start,) = game.summands
    rules = start.ruleset

    def options(key: Summand) -> Iterator[tuple[Summand]]:
        return ((canonical(Summand(rules, to)),) for to in rules.moves(key.position))

    def value(key: Summand, options: list[list[int]]) -> int:
        before = key.position
        return max(
            (
                rules.points(before, to) + (rest if rules.goes_on(before, to) else -rest)
                for to, (rest,) in zip(rules.moves(before), options, strict=True)
            ),
            default=0,
        )

    return induction(canonical(start), options, value, {} if memo is None else memo, budget or Budget())


def has_pattern(ruleset: Ruleset[Any]) -> bool:
    """Whether some positions of the ruleset decide the whole game."""
    return type(ruleset).terminal is not Ruleset.terminal


def independent_games(game: Game) -> Iterable[Game]:
    """The parts where all are played to their ends; the game itself where one may end it or must be answered."""
    rulesets = [summand.ruleset for summand in game.summands]
    is_whole = any(has_pattern(rules) or rules.demands_answers() for rules in rulesets)
    return [game] if is_whole else (Game((part,)) for part in separate_parts(game))


def height(game: Game, budget: Budget | None = None) -> int:
    """The number of moves in the longest play: the sum over the parts (Ferguson 4.1)."""
    return sum(length(part, max, budget) for part in independent_games(game))


def shortest(game: Game, budget: Budget | None = None) -> int:
    """The number of moves in the shortest play: the sum over the parts."""
    return sum(length(part, min, budget) for part in independent_games(game))


def remoteness(game: Game, misere: bool = False, budget: Budget | None = None) -> int:
    """The number of moves if the winner hurries and the loser delays."""

    def value(position: Whole, options: list[list[tuple[Outcome, int]]]) -> tuple[Outcome, int]:
        pairs = [option for (option,) in options]
        label = outcome_of((o for o, _ in pairs), misere, final_outcome(position))
        is_move = not isinstance(position, Again)
        if not pairs:
            return label, 0
        if label == "N":
            return label, is_move + min(moves for o, moves in pairs if o == "P")
        return label, is_move + max(moves for _, moves in pairs)

    start: Whole = whole(game)
    return induction(start, followers, value, {}, budget or Budget())[1]


def count_positions(game: Game, budget: Budget | None = None) -> int:
    """The number of positions that play can reach: the product over the parts.

    The parts of the game are told apart, as the heaps of nim; what one of them falls into is a multiset of parts.
    """
    budget = budget or Budget()
    return prod(len(reachable_positions(part, budget)) for part in independent_games(game))


def reachable_positions(game: Game, budget: Budget) -> dict[Hashable, Game]:
    """The positions that play can reach, the game itself included, by their multisets of parts."""
    seen, todo = {game.key: game}, [game]
    while todo:
        position = todo.pop()
        refuse_endless(position.summands)
        for move in spend_each(position.each_move(), budget):
            option = position.put(move.index, move.position)
            if option.key not in seen:
                seen[option.key] = option
                todo.append(option)
    return seen
