"""A student's own functions judged against the definition, with a counterexample in the message.

Each function here raises `AssertionError` at the first mistake, so that it works in any autograder that runs tests:

    def test_mex():
        judge_mex(submission.mex)

A student's function gets plain values: `mex` a list of numbers, `nimber` and `winning_move` the heaps as a list. The
positions are all small ones of the board, in a fixed order, and so is the counterexample.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations_with_replacement, islice, product

from grundy.boards.heaps import HeapGame, Position
from grundy.core.game import Game
from grundy.learn.definition import Definition

MOST_NUMBERS, MOST_LENGTH = 6, 4  # of the lists that a mex is tried with
MOST_HEAP, MOST_HEAPS = 9, 3  # of the positions that are tried
POSITIONS = 10**6  # for the definition

Heaps = Sequence[int]


def judge_mex(mex: Callable[[list[int]], int]) -> None:
    """Try a student's mex on all short lists of small numbers.

    >>> judge_mex(lambda numbers: max(numbers, default=-1) + 1)
    Traceback (most recent call last):
    AssertionError: mex([1]) is 0, the least number that is not in the list; your function says 2
    """
    for length in range(MOST_LENGTH + 1):
        for numbers in product(range(MOST_NUMBERS), repeat=length):
            right = next(n for n in range(length + 1) if n not in numbers)
            told = mex(list(numbers))
            reason = "the least number that is not in the list"
            assert told == right, f"mex({list(numbers)}) is {right}, {reason}; your function says {told!r}"


def judge_nimber(nimber: Callable[[list[int]], int], ruleset: HeapGame) -> None:
    """Try a student's nimbers of a heap game; a wrong one is refuted by the options.

    >>> from grundy import nim
    >>> judge_nimber(sum, nim)
    Traceback (most recent call last):
    AssertionError: nim(1,1) is worth 0: its options are nim(1) = 1; your function says 2
    """
    facts = Definition(False, POSITIONS, POSITIONS)
    for heaps in small_positions(ruleset):
        game, told = ruleset(*heaps), nimber(list(heaps))
        right = facts.nimber(game)
        assert told == right, f"{game} is worth {right}: {list_values(game, facts)}; your function says {told!r}"


def judge_winning_move(winning_move: Callable[[list[int]], Heaps | None], ruleset: HeapGame) -> None:
    """Try a student's winning moves: a function gives the heaps after the move, or None where no move wins.

    >>> from grundy import nim
    >>> judge_winning_move(lambda heaps: None, nim)
    Traceback (most recent call last):
    AssertionError: nim(1) is won by the move to nim(0); your function says None
    """
    facts = Definition(False, POSITIONS, POSITIONS)
    for heaps in small_positions(ruleset):
        game, told = ruleset(*heaps), winning_move(list(heaps))
        wins = [move.to for move in game.moves() if facts.outcome_after(move) == "P"]
        if told is None:
            assert not wins, f"{game} is won by the move to {wins[0]}; your function says None"
            continue
        after = ruleset(*sorted(size for size in told if size)) if any(told) else ruleset(0)
        moves = {move.to.key: move for move in game.moves()}
        assert after.key in moves, f"no move leads from {game} to {after}"
        move = moves[after.key]
        assert facts.outcome_after(move) == "P", f"the move from {game} to {after} loses: {refute(after, facts)}"


def small_positions(ruleset: HeapGame) -> Iterable[Position]:
    """All positions of a few small heaps that are legal, small ones first."""
    for many in range(1, MOST_HEAPS + 1):
        sizes = range(1, MOST_HEAP + 1)
        yield from (heaps for heaps in combinations_with_replacement(sizes, many) if ruleset.is_legal(heaps))


def list_values(game: Game, facts: Definition) -> str:
    options = game.options()
    if not options:
        return "it has no options"
    shown = ", ".join(f"{option} = {facts.nimber(option)}" for option in islice(options, 12))
    return f"its options are {shown}"


def refute(game: Game, facts: Definition) -> str:
    reply = next(move for move in game.moves() if facts.outcome_after(move) == "P")
    return f"the answer \N{LEFT DOUBLE QUOTATION MARK}{reply.label}\N{RIGHT DOUBLE QUOTATION MARK} wins"
