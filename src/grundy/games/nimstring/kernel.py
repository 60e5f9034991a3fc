"""Nimstring on any graph, compiled: positions without coins to take, and their options.

The strings of one graph are bits, and so are its coins. To begin a chain of three coins or more is loony, and stays so
whatever else is played. So its strings are dropped, and the coins where it ends keep a mark: one dropped string, or
more than one, after which the coin can never be taken and is as good as the ground. A part is a connected set of
strings with the marks of its coins.
"""

import numpy as np

from grundy.games.nimstring.kernel_couples import (
    COUNT,
    FRAME,
    LONE,
    MORE,
    MOST_DEPTH,
    ORDER,
    PARTS,
    STOP,
    WORD,
    Ints,
    Words,
    answer_couple,
    has_room,
    number_part,
    push_frame,
)
from grundy.kernels.bits import count_ones, trailing_zeros
from grundy.kernels.jit import inner, jit, section, takes

MOST_COINS = 31
MANY_SHIFT = np.uint64(32)  # marks: coins with one dropped string, and from here on those with more
ZERO, ONE = np.uint64(0), np.uint64(1)
FREE = np.uint64((1 << 32) - 1)


@inner
def other_end(ends: Ints, string: int, coin: int) -> int:
    return int(ends[string, 1] if ends[string, 0] == coin else ends[string, 0])


@inner
def is_ground(coin: int, marks: np.uint64) -> bool:
    return coin < 0 or bool(marks >> (np.uint64(coin) + MANY_SHIFT) & ONE)


@inner
def count_strings(at: Words, coin: int, left: np.uint64, marks: np.uint64) -> int:
    return count_ones(at[coin] & left) + int(marks >> np.uint64(coin) & ONE)


@section
def take_coin(ends: Ints, at: Words, left: np.uint64, marks: np.uint64, coin: int) -> tuple[np.uint64, bool]:
    """The strings left after a coin is taken, if that can be done, and whether there is a choice: then all is loony."""
    if is_ground(coin, marks) or count_strings(at, coin, left, marks) != 1 or not at[coin] & left:
        return left, False
    string = trailing_zeros(at[coin] & left)
    beyond = other_end(ends, string, coin)
    two = not is_ground(beyond, marks) and count_strings(at, beyond, left, marks) == 2
    left &= ~(ONE << np.uint64(string))
    if not two:
        return left, False
    rest = at[beyond] & left
    if not rest:
        return left, True
    last = other_end(ends, trailing_zeros(rest), beyond)
    if is_ground(last, marks) or count_strings(at, last, left, marks) != 1:
        return left, True
    return left & ~rest, False


@section
def walk(
    ends: Ints, at: Words, left: np.uint64, marks: np.uint64, coin: int, string: np.uint64
) -> tuple[np.uint64, int, bool, bool]:
    """Along a chain from a coin: its strings, its coins without the first, whether it is long by a mark, and a loop."""
    start, chain, length = coin, string, 0
    while True:
        coin = other_end(ends, trailing_zeros(string), coin)
        if coin == start:
            return chain, length, False, True
        if is_ground(coin, marks) or count_strings(at, coin, left, marks) != 2:
            return chain, length, False, False
        length += 1
        string = at[coin] & left & ~string
        if not string:
            return chain, length, True, False
        chain |= string


@section
def long_strings(ends: Ints, at: Words, left: np.uint64, marks: np.uint64) -> np.uint64:
    """The strings of long chains and loops, which it is loony to cut."""
    dead = seen = ZERO
    for coin in range(len(at)):
        both = at[coin] & left
        if is_ground(coin, marks) or not both or both & seen or count_strings(at, coin, left, marks) != 2:
            continue
        first = both & (~both + ONE)
        chain, length, is_long, is_loop = walk(ends, at, left, marks, coin, first)
        length += 1
        if both == first:
            is_long = True
        elif not is_loop:
            behind, more, is_also_long, _ = walk(ends, at, left, marks, coin, both & ~first)
            chain, length, is_long = chain | behind, length + more, is_long or is_also_long
        seen |= chain
        if is_long or length >= (4 if is_loop else 3):
            dead |= chain
    return dead


@section
def mark_ends(ends: Ints, at: Words, dead: np.uint64, left: np.uint64, marks: np.uint64) -> np.uint64:
    """The marks after strings were dropped, of the coins that have strings left."""
    one, many = marks & FREE, marks >> MANY_SHIFT
    for coin in range(len(at)):
        bit = ONE << np.uint64(coin)
        if not at[coin] & left:
            one, many = one & ~bit, many & ~bit
            continue
        dropped = count_ones(at[coin] & dead) + int(one >> np.uint64(coin) & ONE)
        if many & bit or dropped > 1:
            one, many = one & ~bit, many | bit
        elif dropped:
            one |= bit
    return one | many << MANY_SHIFT


@section
def part_of(ends: Ints, at: Words, left: np.uint64, marks: np.uint64) -> np.uint64:
    """The strings that are connected with the first one, not through the ground."""
    part, new = ZERO, left & (~left + ONE)
    while new:
        part |= new
        grown = ZERO
        while new:
            string = trailing_zeros(new)
            new &= new - ONE
            for side in range(2):
                if not is_ground(ends[string, side], marks):
                    grown |= at[ends[string, side]]
        new = grown & left & ~part
    return part


@section
def join_twins(part: np.uint64, twins: Ints) -> np.uint64:
    """The part where of two parallel strings the first is kept."""
    for pair in range(len(twins)):
        first, second = ONE << np.uint64(twins[pair, 0]), ONE << np.uint64(twins[pair, 1])
        if part & second and not part & first:
            part ^= first | second
    return part


@section
def write_parts(
    graph: tuple[Ints, Words, Ints], store: Ints, size: Ints, left: np.uint64, marks: np.uint64, options: Ints, row: int
) -> None:
    """Write the parts of a position without coins to take as an option."""
    ends, at, twins = graph
    dead = long_strings(ends, at, left, marks)
    left &= ~dead
    marks = mark_ends(ends, at, dead, left, marks)
    count = lone = total = 0
    while left:
        part = part_of(ends, at, left, marks)
        left &= ~part
        if not part & (part - ONE):
            lone += 1
            continue
        own = ZERO
        for coin in range(len(at)):
            if at[coin] & part:
                own |= (ONE | ONE << MANY_SHIFT) << np.uint64(coin)
        weight = count_ones(part)
        options[row, PARTS + count] = number_part(store, size, join_twins(part, twins), marks & own, weight)
        total += weight
        count += 1
    options[row, ORDER], options[row, LONE], options[row, COUNT] = 64 * total + count, lone, count


@section
def write_options(
    graph: tuple[Ints, Words, Ints], store: Ints, size: Ints, number: int, options: Ints, first: int
) -> int:
    """Write the options of a part to a row each, from the first on; the row after the last."""
    ends, at, twins = graph
    left, marks = np.uint64(store[number, WORD]), np.uint64(store[number, MORE])
    rest = left
    for pair in range(len(twins)):
        if rest & ONE << np.uint64(twins[pair, 0]):
            rest &= ~(ONE << np.uint64(twins[pair, 1]))
    while rest:
        string = trailing_zeros(rest)
        rest &= rest - ONE
        after, has_choice = left & ~(ONE << np.uint64(string)), False
        for side in range(2):
            if ends[string, side] >= 0 and not has_choice:
                after, has_choice = take_coin(ends, at, after, marks, ends[string, side])
        if not has_choice:
            write_parts(graph, store, size, after, marks, options, first)
            first += 1
    return first


@jit
@takes(("int64 2d", "uint64", "int64 2d"), "int64 2d", "int64", 0, 0, "int64 2d")
def list_parts(graph: tuple[Ints, Words, Ints], store: Ints, size: Ints, left: int, marks: int, options: Ints) -> None:
    """Write the parts of a position without coins to take to the first row."""
    write_parts(graph, store, size, np.uint64(left), np.uint64(marks), options, 0)


@jit
@takes(("int64 2d", "uint64", "int64 2d"), "int64 2d", "int64", 0, 0, "int64 2d", 0)
def decide(
    graph: tuple[Ints, Words, Ints], store: Ints, size: Ints, part: int, nimber: int, options: Ints, nodes: int
) -> int:
    """The number of couples searched, until this one is decided, `nodes` were searched, or the store has no room."""
    frames, order = np.zeros((MOST_DEPTH, FRAME), np.int64), np.zeros(len(options), np.int64)
    couple, depth, deepest, looked = np.array([part, nimber]), 0 * nodes, -1, 0  # a literal compiles all twice
    while depth >= 0 and looked < nodes and has_room(store, size):
        if depth > deepest:
            first = frames[deepest, STOP] if depth else 0
            stop = write_options(graph, store, size, couple[0], options, first)
            push_frame(frames, depth, couple, options, order, first, stop)
            looked += 1
        deepest = depth
        depth = answer_couple(store, frames, depth, options, order, couple)
    return looked
