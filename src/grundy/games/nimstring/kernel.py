"""Nimstring on machine words, compiled: positions without coins to take, their options, and a search for nimbers.

The strings of one graph are bits, and so are its coins. To begin a chain of three coins or more is loony, and stays so
whatever else is played. So its strings are dropped, and the coins where it ends keep a mark: one dropped string, or
more than one, after which the coin can never be taken and is as good as the ground. A part is a connected set of
strings with the marks of its coins; of its images under the symmetries of the board the least stands for all.

The search is over couples of a part and a nimber, as in Boxing Match (Lemoine and Viennot 2010): a fact about a part is
its nimber, or a negative number whose zero bits are the nimbers that are excluded.
"""

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.bits import count_ones, trailing_zeros
from grundy.kernels.jit import inner, jit, section

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
MOST_STRINGS, MOST_COINS = 62, 31
MOST_PARTS = 32  # of an option
OPTION_NUMBERS = 3 + MOST_PARTS  # its order, its lone strings, how many parts it has, and these
MOST_DEPTH = 64
MANY_SHIFT = np.uint64(32)  # marks: coins with one dropped string, and from here on those with more
ZERO, ONE = np.uint64(0), np.uint64(1)
FREE = np.uint64((1 << 32) - 1)
LOST, WON, OPEN = 0, 1, 2  # what is known of an option
FRAME = 6  # numbers of a couple on the path: part, nimber, the one looked for, the next option, the first and the last
PART, NIMBER, ASKED, NEXT, FIRST, STOP = range(FRAME)
UNKNOWN = -1  # no nimber is excluded


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
def image(word: np.uint64, places: Ints) -> np.uint64:
    found = ZERO
    while word:
        found |= ONE << np.uint64(places[trailing_zeros(word)])
        word &= word - ONE
    return found


@section
def least_image(
    part: np.uint64, marks: np.uint64, twins: Ints, strings: Ints, coins: Ints
) -> tuple[np.uint64, np.uint64]:
    """The least of the images of a part, where of two parallel strings the first is kept."""
    best, best_marks = ~ZERO, ~ZERO
    for turn in range(len(strings)):
        found = image(part, strings[turn])
        for pair in range(len(twins)):
            first, second = ONE << np.uint64(twins[pair, 0]), ONE << np.uint64(twins[pair, 1])
            if found & second and not found & first:
                found ^= first | second
        if found > best:
            continue
        one, many = image(marks & FREE, coins[turn]), image(marks >> MANY_SHIFT, coins[turn])
        turned = one | many << MANY_SHIFT
        if found < best or turned < best_marks:
            best, best_marks = found, turned
    return best, best_marks


@inner
def slot(table: Ints, keys: Words, part: np.uint64, marks: np.uint64) -> np.int64:
    """Where a part is in the table, or where it would be."""
    mask = np.uint64(len(table) - 1)
    mixed = (part ^ marks * np.uint64(0xD6E8FEB86659FD93)) * np.uint64(0x9E3779B97F4A7C15)
    place = (mixed ^ mixed >> np.uint64(32)) & mask
    while table[place] >= 0 and (keys[table[place], 0] != part or keys[table[place], 1] != marks):
        place = (place + ONE) & mask
    return np.int64(place)


@section
def number_part(table: Ints, keys: Words, facts: Ints, size: Ints, part: np.uint64, marks: np.uint64) -> np.int64:
    """The number of a part, which is entered if it is new."""
    place = slot(table, keys, part, marks)
    if table[place] < 0:
        table[place] = size[0]
        keys[size[0], 0], keys[size[0], 1], facts[size[0]] = part, marks, UNKNOWN
        size[0] += 1
    return np.int64(table[place])


@section
def write_parts(
    graph: tuple[Ints, Words, Ints, Ints, Ints],
    store: tuple[Ints, Words, Ints, Ints],
    left: np.uint64,
    marks: np.uint64,
    option: Ints,
) -> None:
    """Write the parts of a position without coins to take as an option."""
    ends, at, twins, strings, coins = graph
    table, keys, facts, size = store
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
        best, best_marks = least_image(part, marks & own, twins, strings, coins)
        option[3 + count] = number_part(table, keys, facts, size, best, best_marks)
        total += count_ones(part)
        count += 1
    option[0], option[1], option[2] = 64 * total + count, lone, count


@section
def write_options(
    graph: tuple[Ints, Words, Ints, Ints, Ints], store: tuple[Ints, Words, Ints, Ints], number: int, options: Ints
) -> int:
    """Write the options of a part to a row each; their number."""
    ends, at, twins = graph[0], graph[1], graph[2]
    left, marks = store[1][number, 0], store[1][number, 1]
    rest, count = left, 0
    for pair in range(len(twins)):
        first, second = ONE << np.uint64(twins[pair, 0]), ONE << np.uint64(twins[pair, 1])
        if rest & first:
            rest &= ~second
    while rest:
        string = trailing_zeros(rest)
        rest &= rest - ONE
        after, has_choice = left & ~(ONE << np.uint64(string)), False
        for side in range(2):
            if ends[string, side] >= 0 and not has_choice:
                after, has_choice = take_coin(ends, at, after, marks, ends[string, side])
        if not has_choice:
            write_parts(graph, store, after, marks, options[count])
            count += 1
    return count


@jit
def list_parts(
    graph: tuple[Ints, Words, Ints, Ints, Ints], store: tuple[Ints, Words, Ints, Ints], left: int, option: Ints
) -> None:
    """Write the parts of a position without coins to take."""
    write_parts(graph, store, np.uint64(left), ZERO, option)


@jit
def fill_table(table: Ints, keys: Words, size: int) -> None:
    """Enter the parts in a new table."""
    for number in range(size):
        table[slot(table, keys, keys[number, 0], keys[number, 1])] = number


@section
def ask_option(facts: Ints, keys: Words, option: Ints, nimber: int, couple: Ints) -> int:
    """Whether an option has this nimber (LOST), has not (WON), or that is OPEN: then `couple` is to be decided."""
    heap, open_, lightest, least = option[1] & 1 ^ nimber, 0, 100, 0
    for i in range(3, 3 + option[2]):
        part = option[i]
        if facts[part] >= 0:
            heap ^= facts[part]
            continue
        copies = 0
        for j in range(3, 3 + option[2]):
            copies += option[j] == part
        if copies % 2 == 0:
            continue
        open_ += 1
        if count_ones(keys[part, 0]) < lightest:
            lightest, least = count_ones(keys[part, 0]), i
    if open_ == 0:
        return WON if heap else LOST
    fact = facts[option[least]]
    couple[0] = option[least]
    couple[1] = heap if open_ == 1 else trailing_zeros(np.uint64(fact & -fact))
    return OPEN if fact >> couple[1] & 1 else WON


@section
def sort_options(options: Ints, order: Ints, first: int, stop: int) -> None:
    """Put the options of a couple in order, by their first number."""
    for i in range(first, stop):
        place, key = i, options[i, 0]
        while place > first and options[order[place - 1], 0] > key:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i


@section
def answer_frame(facts: Ints, keys: Words, frame: Ints, options: Ints, order: Ints, couple: Ints) -> int:
    """Whether some option has the nimber looked for, WON; none, LOST; or OPEN: then `couple` is to be decided."""
    if frame[NEXT] == frame[FIRST]:
        for i in range(frame[FIRST], frame[STOP]):
            if ask_option(facts, keys, options[i], frame[ASKED], couple) == LOST:
                return WON
    while frame[NEXT] < frame[STOP]:
        known = ask_option(facts, keys, options[order[frame[NEXT]]], frame[ASKED], couple)
        if known != WON:
            return WON if known == LOST else OPEN
        frame[NEXT] += 1
    return LOST


@section
def update_fact(frame: Ints, fact: np.int64, known: int) -> np.int64:
    """The fact about a part after an answer for ASKED; the frame then has the next nimber to look for, -1 for none."""
    nimber, now = frame[NIMBER], frame[ASKED]
    if known == WON:
        fact &= ~(np.int64(1) << now)
    elif now < nimber:
        frame[ASKED] = -1
        return np.int64(now)
    smaller = fact & ((np.int64(1) << nimber) - 1)
    if known == WON and now == nimber:
        frame[ASKED] = -1
        return fact
    if smaller == 0:
        frame[ASKED] = -1
        return np.int64(nimber)
    frame[ASKED], frame[NEXT] = trailing_zeros(np.uint64(smaller)), frame[FIRST]
    return fact


@jit
def decide(
    graph: tuple[Ints, Words, Ints, Ints, Ints],
    store: tuple[Ints, Words, Ints, Ints],
    start: Ints,
    options: Ints,
    nodes: int,
) -> int:
    """The number of couples searched, until `start` is decided, `nodes` were searched, or the store has no room."""
    keys, facts, size = store[1], store[2], store[3]
    frames, order = np.zeros((MOST_DEPTH, FRAME), np.int64), np.zeros(len(options), np.int64)
    couple, depth, looked = start.copy(), 0, 0
    begin, first = True, 0
    while looked < nodes and size[0] + MOST_STRINGS * MOST_PARTS < len(keys):
        frame = frames[depth]
        if begin:
            frame[PART], frame[NIMBER], frame[ASKED] = couple[0], couple[1], couple[1]
            frame[NEXT] = frame[FIRST] = first
            frame[STOP] = first + write_options(graph, store, couple[0], options[first:])
            sort_options(options, order, first, frame[STOP])
            looked += 1
            begin = False
        known = answer_frame(facts, keys, frame, options, order, couple)
        if known == OPEN:
            first, begin = frame[STOP], True
            depth += 1
            continue
        part = frame[PART]
        facts[part] = update_fact(frame, facts[part], known)
        if frame[ASKED] < 0:
            depth -= 1
            if depth < 0:
                break
    return looked
