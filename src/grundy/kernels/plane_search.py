"""The search over couples of a part and a nimber, compiled, for positions of two planes (`kernels.planes`).

A couple (G, n) is lost exactly if n is the nimber of G (Lemoine and Viennot 2010). To decide it, an option of G with
the nimber n is looked for; where there is none, each smaller nimber is looked for in turn, and the first that no option
has is that of G. In an option, known nimbers are added and equal parts cancel; of the others the lightest are decided
first, until one is left, which is one couple. The search is depth-first, and goes to the lightest option first.

Under misère play outcomes are searched in the same way: a part is a whole position, and only the nimber 0 is asked
for, which stands for one that is lost; a position without moves has another.

What is known of a part is a number: its nimber, or below zero all bits but those of the nimbers excluded. A table keeps
it, and how much work it took, in buckets of four entries; in a full bucket the least work is forgotten, and the search
goes on from its stack.
"""

from typing import NamedTuple

import numpy as np

from grundy.kernels.bits import count_ones, leading_zeros, trailing_zeros
from grundy.kernels.cells import ROWS, ZERO, Ints, Words, joined
from grundy.kernels.jit import inner, jit, section, takes
from grundy.kernels.planes import (
    BREATHES,
    IS_LONE_OVER,
    IS_MISERE,
    NEED,
    NEED_NONE,
    NEED_SECOND,
    NEEDS_BOTH,
    PUT,
    PUT_SECOND,
    STAYS,
    TAKE,
    TAKE_SECOND,
    UNIT,
    UNIT_SECOND,
    Planes,
    breathes,
    canonical,
    connected_cells,
    edge_of_change,
    free_place,
    weigh,
)

UNKNOWN = -1  # no nimber is excluded
MOST_NIMBERS = 57  # nimbers are less: with the work they are bits of a word
WORK_BITS = np.int64(6)
WORK = np.int64(63)  # the bits of the logarithm of the work
BUCKET = 4  # entries that a part may be in
FIRST, SECOND, INFO = range(3)  # of an entry: the part, and what is known of it with the work, at least 1
# Of a couple on the stack: the part, the nimber it is asked for, the one looked for among the options, what is known of
# the part, its options from the first on, the one searched and the part of it, and when it was begun.
FRAME = 10
PART, PART_SECOND, NIMBER, ASKED, FACT, START, STOP, BEST, WAITING, BEGUN = range(FRAME)
# Of an option: the nim-sum of its known parts, where the others begin in the list of parts, how many they are, and how
# much is left to play there.
OPTION = 4
HEAP, BEGIN, COUNT, WEIGHT = range(OPTION)
LOST, WON, OPEN = 0, 1, 2  # what is known of an option
# What is counted: the depth of the stack, couples expanded, parts looked up, moves tried and parts looked up, entries
# in use, and whether the lists were too short for a couple.
STATE = 6
DEPTH, EXPANDED, LOOKED, TRIED, USED, SHORT = range(STATE)
MOST_DEPTH = 128  # of a stack: each move leaves fewer stones, or fewer colours of cells
MOST_PARTS = 64  # of an option
MOST_OF_A_TURN = 4  # cells of a part that is asked for whether one move is left


class PlaneRules(NamedTuple):
    """The rules, and the moves of a row of words each."""

    words: Words
    moves: Words


class PlaneStack(NamedTuple):
    """The couples on the way, their options, and the parts of options with what is known of them."""

    frames: Ints
    options: Ints
    first: Words
    second: Words
    facts: Ints
    weights: Ints
    state: Ints


RULES = PlaneRules, "uint64", "uint64 2d"
STACK = PlaneStack, "int64 2d", "int64 2d", "uint64", "uint64", "int64", "int64", "int64"


@inner
def bucket_of(table: Words, first: np.uint64, second: np.uint64) -> int:
    mixed = (first ^ (second << np.uint64(29) | second >> np.uint64(35))) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(29) ^ second) * np.uint64(0xBF58476D1CE4E5B9)
    return int(BUCKET * np.int64((mixed >> np.uint64(32)) & np.uint64(len(table) // BUCKET - 1)))


@section
def fact_of(table: Words, first: np.uint64, second: np.uint64) -> np.int64:
    bucket = bucket_of(table, first, second)
    for place in range(bucket, bucket + BUCKET):
        if table[place, FIRST] == first and table[place, SECOND] == second and table[place, INFO]:
            return np.int64(table[place, INFO]) >> WORK_BITS
    return np.int64(UNKNOWN)


@section
def put(table: Words, first: np.uint64, second: np.uint64, fact: np.int64, work: np.int64) -> int:
    """Store a fact that took so much work; whether it takes an empty place."""
    bucket = bucket_of(table, first, second)
    found, least = bucket, WORK + 1
    for place in range(bucket, bucket + BUCKET):
        info = np.int64(table[place, INFO])
        if info == 0:
            found = place
            break
        if table[place, FIRST] == first and table[place, SECOND] == second:
            found, work = place, max(work, info & WORK)
            break
        if info & WORK < least:
            found, least = place, info & WORK
    is_new = table[found, INFO] == ZERO
    table[found, FIRST], table[found, SECOND] = first, second
    table[found, INFO] = np.uint64(fact << WORK_BITS | work)
    return int(is_new)


@section
def list_parts(planes: Planes, edge: np.uint64, rules: PlaneRules, stack: PlaneStack, begin: int) -> int:
    """Write the parts of a position from a place on, but not two that are equal; the number behind the last."""
    words = rules.words
    if words[STAYS]:
        write_part(planes, words, stack, begin)
        return begin + 1
    if words[IS_MISERE]:
        return write_whole(planes, rules, stack, begin)
    first, second = planes
    place = begin
    while edge:
        cells = connected_cells(first, second, edge, words)
        mine, its = first & cells, second & cells
        first, second, edge = first & ~cells, second & ~cells, edge & ~cells
        if words[NEEDS_BOTH] and (mine == ZERO or its == ZERO):
            continue
        write_part((mine, its), words, stack, place)
        for other in range(begin, place):
            if stack.first[other] == stack.first[place] and stack.second[other] == stack.second[place]:
                move_part(stack, place - 1, other)
                place -= 2
                break
        place += 1
    return place


@section
def write_part(planes: Planes, words: Words, stack: PlaneStack, place: int) -> None:
    stack.first[place], stack.second[place] = canonical(planes[0], planes[1], words)
    stack.weights[place] = weigh(planes[0], planes[1], words)


@inner
def move_part(stack: PlaneStack, place: int, to: int) -> None:
    stack.first[to], stack.second[to] = stack.first[place], stack.second[place]
    stack.facts[to], stack.weights[to] = stack.facts[place], stack.weights[place]


@section
def write_whole(planes: Planes, rules: PlaneRules, stack: PlaneStack, begin: int) -> int:
    """Write a position as one part, if play goes on there; the number behind it.

    Parts with one move left cancel in pairs; on a grid the others are laid out anew, the heaviest first.
    """
    words = rules.words
    first, second = planes
    place, is_odd = begin, False
    live, its_live, one, its_one = ZERO, ZERO, ZERO, ZERO
    while first | second:
        cells = connected_cells(first, second, first | second, words)
        mine, its = first & cells, second & cells
        first, second = first & ~cells, second & ~cells
        length = count_turns(mine, its, rules) if count_ones(cells) <= MOST_OF_A_TURN else 2
        if length == 1:
            is_odd, one, its_one = not is_odd, mine, its
        elif length > 1:
            live, its_live = live | mine, its_live | its
            write_part((mine, its), words, stack, place)
            place += 1
    if is_odd:
        live, its_live = live | one, its_live | its_one
        write_part((words[UNIT], words[UNIT_SECOND]), words, stack, place)
        place += 1
    if place == begin:
        return begin
    if words[ROWS] == ZERO or not lay_out(words, stack, begin, place):
        write_part((live, its_live), words, stack, begin)
    return begin + 1


@inner
def is_legal(first: np.uint64, second: np.uint64, move: Words) -> bool:
    return not (move[NEED] & ~first or move[NEED_SECOND] & ~second or move[NEED_NONE] & (first | second))


@section
def count_turns(first: np.uint64, second: np.uint64, rules: PlaneRules) -> int:
    """How many moves are left in a part: none, one however play goes, or 2 for more."""
    words, moves = rules
    found = 0
    if words[IS_LONE_OVER] and count_ones(first) == 1:
        return found
    for move in range(len(moves)):
        if is_legal(first, second, moves[move]):
            found = 1
            mine = first & ~moves[move, TAKE] | moves[move, PUT]
            its = second & ~moves[move, TAKE_SECOND] | moves[move, PUT_SECOND]
            if words[IS_LONE_OVER]:
                mine &= joined(mine, words)
            for other in range(len(moves)):
                if is_legal(mine, its, moves[other]):
                    return 2
    return found


@inner
def goes_before(stack: PlaneStack, place: int, other: int) -> bool:
    """Whether a part is laid out before another: heavy ones first."""
    if stack.weights[place] != stack.weights[other]:
        return bool(stack.weights[place] > stack.weights[other])
    if stack.first[place] != stack.first[other]:
        return bool(stack.first[place] < stack.first[other])
    return bool(stack.second[place] < stack.second[other])


@section
def lay_out(words: Words, stack: PlaneStack, begin: int, stop: int) -> bool:
    """Put parts together as one, each in the first place where it touches no other; whether there is room."""
    first, second, weight = ZERO, ZERO, np.int64(0)
    for place in range(begin, stop):
        best = place
        for other in range(place + 1, stop):
            if goes_before(stack, other, best):
                best = other
        mine, its, its_weight = stack.first[best], stack.second[best], stack.weights[best]
        move_part(stack, place, best)
        shift = free_place(mine | its, first | second, words)
        if shift < 0:
            return False
        first, second = first | mine << np.uint64(shift), second | its << np.uint64(shift)
        weight += its_weight
    stack.first[begin], stack.second[begin], stack.weights[begin] = first, second, weight
    return True


@section
def list_options(first: np.uint64, second: np.uint64, rules: PlaneRules, stack: PlaneStack, start: int) -> int:
    """Write the options of a part from `start` on, and their parts; the number behind the last, -1 without room."""
    words, moves = rules
    options = stack.options
    stop, place = start, np.int64(0)
    if start:
        place = options[start - 1, BEGIN] + options[start - 1, COUNT]
    for move in range(len(moves)):
        if not is_legal(first, second, moves[move]):
            continue
        if stop == len(options) or place + MOST_PARTS > len(stack.first):
            return -1
        mine = first & ~moves[move, TAKE] | moves[move, PUT]
        its = second & ~moves[move, TAKE_SECOND] | moves[move, PUT_SECOND]
        if words[BREATHES] and not breathes(mine, its, moves[move, PUT] | moves[move, PUT_SECOND], words):
            continue
        edge = edge_of_change((first, second), mine, its, words)
        begin, weight = place, np.int64(0)
        place = np.int64(list_parts((mine, its), edge, rules, stack, int(begin)))
        for part in range(begin, place):
            weight += stack.weights[part]
        is_won = words[IS_MISERE] and place == begin
        options[stop, HEAP], options[stop, BEGIN], options[stop, COUNT] = is_won, begin, place - begin
        options[stop, WEIGHT] = weight
        stop += 1
    return stop


@inner
def merge_facts(fact: np.int64, other: np.int64) -> np.int64:
    """What two facts about a part say together."""
    if fact >= 0:
        return fact
    return other if other >= 0 else fact & other


@section
def look_up(table: Words, option: Ints, stack: PlaneStack, is_new: bool) -> None:
    """Use what is known of the parts of an option."""
    facts = stack.facts
    place, stop = option[BEGIN], option[BEGIN] + option[COUNT]
    while place < stop:
        fact = fact_of(table, stack.first[place], stack.second[place])
        facts[place] = fact if is_new else merge_facts(facts[place], fact)
        if facts[place] < 0:
            place += 1
            continue
        stop -= 1
        option[HEAP] ^= facts[place]
        option[WEIGHT] -= stack.weights[place]
        move_part(stack, stop, place)
    option[COUNT] = stop - option[BEGIN]


@section
def begin_couple(
    depth: int, planes: Planes, nimber: np.int64, fact: np.int64, rules: PlaneRules, table: Words, stack: PlaneStack
) -> bool:
    """Put a couple on the stack, with its options; whether there was room for these."""
    options, frame, state = stack.options, stack.frames[depth], stack.state
    start = int(stack.frames[depth - 1, STOP]) if depth else 0
    stop = list_options(planes[0], planes[1], rules, stack, start)
    if stop < 0:
        return False
    for i in range(start, stop):
        state[LOOKED] += options[i, COUNT]
        state[TRIED] += options[i, COUNT]
        look_up(table, options[i], stack, True)
        if options[i, COUNT] == 0:
            fact &= ~(np.int64(1) << options[i, HEAP])
    if start == stop and rules.words[IS_MISERE]:
        fact &= ~np.int64(1)
    frame[PART], frame[PART_SECOND] = np.int64(planes[0]), np.int64(planes[1])
    frame[NIMBER], frame[ASKED], frame[FACT] = nimber, nimber, fact
    frame[START], frame[STOP], frame[BEGUN] = start, stop, state[EXPANDED]
    state[EXPANDED] += 1
    state[TRIED] += len(rules.moves)
    return True


@section
def couple_of(option: Ints, asked: np.int64, stack: PlaneStack) -> tuple[int, np.int64, np.int64]:
    """Whether an option has this nimber, LOST, or has not, WON; or OPEN, and a part with a nimber to ask it for."""
    facts, weights = stack.facts, stack.weights
    heap, least = option[HEAP] ^ asked, option[BEGIN]
    if option[COUNT] == 0:
        return (WON if heap else LOST), least, heap
    if option[COUNT] == 1:
        return (OPEN if facts[least] >> heap & 1 else WON), least, heap
    for place in range(least + 1, option[BEGIN] + option[COUNT]):
        if weights[place] < weights[least]:
            least = place
    return OPEN, least, np.int64(trailing_zeros(np.uint64(facts[least] & -facts[least])))


@section
def next_nimber(frame: Ints) -> bool:
    """Go on to the next nimber to look for; whether there is one. Else the fact is all that was asked."""
    fact, nimber = frame[FACT], frame[NIMBER]
    if not fact >> nimber & 1:
        return False
    smaller = fact & ((np.int64(1) << nimber) - 1)
    if not smaller:
        frame[FACT] = nimber
        return False
    frame[ASKED] = trailing_zeros(np.uint64(smaller))
    return True


@section
def use_option(frame: Ints, option: Ints, table: Words, stack: PlaneStack) -> None:
    """Use what was found of the parts of an option in the meantime."""
    look_up(table, option, stack, False)
    if option[COUNT] == 0:
        frame[FACT] &= ~(np.int64(1) << option[HEAP])


@section
def choose_option(frame: Ints, stack: PlaneStack) -> int:
    """The lightest option that may have the nimber looked for; -1 where none may."""
    best, least = -1, np.int64(1) << np.int64(40)
    for i in range(frame[START], frame[STOP]):
        option = stack.options[i]
        if option[WEIGHT] < least and couple_of(option, frame[ASKED], stack)[0] == OPEN:
            best, least = i, option[WEIGHT]
    return best


@section
def is_decided(frame: Ints, table: Words, stack: PlaneStack) -> bool:
    """Whether a couple is decided; else BEST of it is the option to search."""
    while True:
        if not frame[FACT] >> frame[ASKED] & 1:  # an option has this nimber
            if not next_nimber(frame):
                return True
            continue
        best = choose_option(frame, stack)
        if best < 0:  # none has
            if frame[ASKED] < frame[NIMBER]:
                frame[FACT] = frame[ASKED]
                return True
            if not next_nimber(frame):
                return True
            continue
        frame[BEST] = best
        use_option(frame, stack.options[best], table, stack)
        if couple_of(stack.options[best], frame[ASKED], stack)[0] == OPEN:
            return False


@jit
@takes(RULES, "uint64 2d", STACK, "uint64", 0, 0)
def decide(rules: PlaneRules, table: Words, stack: PlaneStack, start: Words, nimber: int, most: int) -> None:
    """Search the couple of a part as `split` writes it and a nimber, or go on, until decided or so much was tried.

    It also ends where the lists are too short.
    """
    state, frames = stack.state, stack.frames
    last = state[TRIED] + most
    state[SHORT] = 0
    depth = state[DEPTH]
    if depth == 0:
        planes = start[0], start[1]
        fact = fact_of(table, planes[0], planes[1])
        if begin_couple(0, planes, np.int64(nimber), fact, rules, table, stack):
            depth = 1
        else:
            state[SHORT] = 1
    while depth and state[TRIED] < last and not state[SHORT]:
        frame = frames[depth - 1]
        if not is_decided(frame, table, stack):
            _, part, asked = couple_of(stack.options[frame[BEST]], frame[ASKED], stack)
            frame[WAITING] = part
            planes = stack.first[part], stack.second[part]
            if begin_couple(depth, planes, asked, stack.facts[part], rules, table, stack):
                depth += 1
            else:
                state[SHORT] = 1
            continue
        work = np.int64(64 - leading_zeros(np.uint64(state[EXPANDED] - frame[BEGUN] + 1)))
        state[USED] += put(table, np.uint64(frame[PART]), np.uint64(frame[PART_SECOND]), frame[FACT], work)
        depth -= 1
        if depth:
            above = frames[depth - 1]
            stack.facts[above[WAITING]] = frame[FACT]
            use_option(above, stack.options[above[BEST]], table, stack)
    state[DEPTH] = depth


@jit
@takes(RULES, STACK, "uint64")
def split(rules: PlaneRules, stack: PlaneStack, planes: Words) -> int:
    """Write the parts of a position at the beginning of the list of parts; how many there are."""
    return int(list_parts((planes[0], planes[1]), planes[0] | planes[1], rules, stack, 0))


@jit
@takes("uint64 2d", "uint64")
def recall_fact(table: Words, part: Words) -> int:
    """What is known of a part as `split` writes it."""
    return int(fact_of(table, part[0], part[1]))


@jit
@takes("uint64 2d", "uint64 2d")
def copy_table(table: Words, larger: Words) -> int:
    """Put all entries in a larger table; how many there are then."""
    used = 0
    for place in range(len(table)):
        info = np.int64(table[place, INFO])
        if info:
            used += put(larger, table[place, FIRST], table[place, SECOND], info >> WORK_BITS, info & WORK)
    return used
