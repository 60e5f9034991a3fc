"""The search over couples of a part and a nimber, compiled, for sets of cells (`kernels.cells`).

A couple (G, n) is lost exactly if n is the nimber of G (Lemoine and Viennot 2010). To decide it, an option of G with
the nimber n is looked for; where there is none, each smaller nimber is looked for in turn, and the first that no option
has is that of G. In an option, known nimbers are added and equal parts cancel; of the others the lightest are decided
first, until one is left, which is one couple.

The search is df-pn (Nagai 2002): the proof number of a couple is a guess at the work to show that n is not the nimber,
the disproof number at that to show that it is; it stays with the most promising option until these numbers pass their
limits, and comes back to couples that it has left.

What is known of a part is a number: its nimber, or below zero all bits but those of the nimbers excluded. A table keeps
it, and how much work it took, in buckets of four entries; in a full bucket the least work is forgotten, and the search
goes on from its stack. Before a part is first expanded, a second table tells whether one with the same joins was met.
The third has the numbers of couples that were left; these are guesses, so that a hash may stand for the couple.
"""

from typing import NamedTuple

import numpy as np

from grundy.kernels.bits import count_ones, leading_zeros, trailing_zeros
from grundy.kernels.cells import (
    BORDER,
    FACTOR,
    NEED,
    ONE,
    OTHER_FACTOR,
    PATH_NIMBERS,
    PATHS,
    TAKE,
    ZERO,
    Ints,
    Words,
    canonical,
    colour_cells,
    count_joins,
    first_part,
    is_alike,
    joined,
)
from grundy.kernels.jit import inner, jit, section, takes

UNKNOWN = -1  # no nimber is excluded
MOST_NIMBERS = 32  # nimbers are less
BUCKET = 4  # entries of a table that a part may be in
KEY, INFO = 0, 1  # of an entry: the part, and what follows; in the table of joins a number that depends on these alone
LOW = np.uint64((1 << 32) - 1)  # of INFO: the nimbers that are excluded; or the disproof number, below the other
NIMBER_AT, VISITED_AT, WORK_AT = np.uint64(32), np.uint64(39), np.uint64(40)  # 1 more than the nimber, if known; work
SEVEN = np.uint64(127)  # bits
LOW_NUMBER, HALF = (1 << 32) - 1, np.uint64(32)  # a proof number in a table is at most this, above a disproof number
VISITED = np.int64(1) << np.int64(62)  # no nimber is as large: the bit of a fact is missing once the part was expanded
# Of a couple on the stack: the part, the nimber it is asked for, the one looked for among the options, what is known of
# the part, its options from the first on, the one searched and the part of it, when it was begun, and its limits.
FRAME = 11
PART, NIMBER, ASKED, FACT, FIRST, STOP, BEST, WAITING, BEGUN, PROOF_LIMIT, DISPROOF_LIMIT = range(FRAME)
# Of an option: the nim-sum of its known parts, where the others begin in the list of parts and how many they are, how
# much is left to play there, and its numbers; before it has these, its parts without carries.
OPTION = 6
HEAP, START, COUNT, WEIGHT, PROOF, DISPROOF = range(OPTION)
PARTS = PROOF
INFINITE = 1 << 50
DISPROOF_RATIO = 12  # that a part has a nimber needs each of its options, that it has not a single one
SLACK_DIVISOR = 4  # a couple is left when its number is a quarter above the next
LOST, WON, OPEN = 0, 1, 2  # what is known of an option
BEGIN, LEAVE, DONE, AGAIN = range(4)  # steps of the search
# What is counted: the depth of the stack, couples expanded, parts looked up, moves tried and parts looked up, entries
# in use, and whether the lists were too short for a couple.
STATE = 6
DEPTH, EXPANDED, LOOKED, TRIED, USED, SHORT = range(STATE)
MOST_DEPTH = 66  # of a stack: each couple has fewer cells than the one below it
MOST_PARTS = 33  # of an option, which has 64 cells, lone ones not counted


class CellRules(NamedTuple):
    """The rules, and the moves of a row of words each."""

    words: Words
    moves: Words


class CellTables(NamedTuple):
    """What is known of parts, parts by what is joined in them, and the numbers of couples that were left."""

    facts: Words
    forms: Words
    visits: Words


class CellStack(NamedTuple):
    """The couples on the way, their options and the order of these, the parts of options with what is known of them."""

    frames: Ints
    options: Ints
    order: Ints
    parts: Words
    facts: Ints
    weights: Ints
    colours: Words  # of two parts, each twice
    images: Ints
    state: Ints


RULES = CellRules, "uint64", "uint64 2d"
TABLES = CellTables, "uint64 2d", "uint64 2d", "uint64 2d"
STACK = CellStack, "int64 2d", "int64 2d", "int64", "uint64", "int64", "int64", "uint64 2d", "int64", "int64"


@inner
def bucket_of(table: Words, part: np.uint64) -> int:
    mixed = part * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    return int(BUCKET * np.int64((mixed >> np.uint64(32)) & np.uint64(len(table) // BUCKET - 1)))


@inner
def unpack(info: np.uint64) -> np.int64:
    """The fact of an entry."""
    nimber = np.int64(info >> NIMBER_AT & SEVEN)
    return nimber - 1 if nimber else ~np.int64(info & LOW | (info >> VISITED_AT & ONE) << np.uint64(62))


@inner
def fact_of(table: Words, part: np.uint64) -> np.int64:
    bucket = bucket_of(table, part)
    for place in range(bucket, bucket + BUCKET):
        if table[place, KEY] == part:
            info = table[place, INFO]
            return unpack(info)
    return np.int64(UNKNOWN)


@section
def put(table: Words, part: np.uint64, fact: np.int64, work: np.uint64) -> int:
    """Store a fact that took so much work; whether it takes an empty place."""
    bucket = bucket_of(table, part)
    found, least = bucket, np.uint64(1 << 20)
    for place in range(bucket, bucket + BUCKET):
        if table[place, KEY] == part:
            found, work = place, max(work, table[place, INFO] >> WORK_AT)
            break
        if table[place, KEY] == ZERO:
            found = place
            break
        if table[place, INFO] >> WORK_AT < least:
            found, least = place, table[place, INFO] >> WORK_AT
    is_new = table[found, KEY] == ZERO
    info = np.uint64(fact + 1) << NIMBER_AT
    if fact < 0:
        info = np.uint64(~fact) & LOW | np.uint64(not fact & VISITED) << VISITED_AT
    table[found, KEY], table[found, INFO] = part, info | work << WORK_AT
    return int(is_new)


@section
def list_options(part: np.uint64, rules: CellRules, stack: CellStack, first: int) -> int:
    """Write the options of a part from `first` on, and their parts; the number behind the last, -1 without room."""
    words, moves = rules
    options, parts, weights = stack.options, stack.parts, stack.weights
    stop, place = first, np.int64(0)
    if first:
        place = options[first - 1, START] + options[first - 1, COUNT]
    for move in range(len(moves)):
        if moves[move, NEED] & ~part:
            continue
        if stop == len(options) or place + MOST_PARTS > len(parts):
            return -1
        rest = part & ~moves[move, TAKE]
        edge = moves[move, BORDER] & rest
        lone = edge & ~joined(rest, words)
        heap = np.int64(words[PATH_NIMBERS + 1]) if count_ones(lone) & 1 else np.int64(0)
        rest, edge = rest & ~lone, edge & ~lone
        begin, weight = place, np.int64(0)
        while edge:
            piece = first_part(rest, edge, words)
            rest, edge = rest & ~piece, edge & ~piece
            joins = count_joins(piece, words)
            if joins < 0 and words[PATHS]:
                heap ^= np.int64(words[PATH_NIMBERS + count_ones(piece)])
                continue
            parts[place], weights[place] = canonical(piece, words), abs(joins)
            for other in range(begin, place):
                if parts[other] == parts[place]:
                    parts[other], weights[other] = parts[place - 1], weights[place - 1]
                    place -= 2
                    break
            place += 1
        total = ZERO
        for other in range(begin, place):
            weight += weights[other]
            total ^= parts[other]
        options[stop, HEAP], options[stop, START], options[stop, COUNT] = heap, begin, place - begin
        options[stop, WEIGHT], options[stop, PARTS] = weight, np.int64(total)
        if is_new_option(options, parts, first, stop):
            stop += 1
        else:
            place = begin
    return stop


@section
def is_new_option(options: Ints, parts: Words, first: int, last: int) -> bool:
    """Whether no option before the last is the same sum; without reflections proof numbers are not counted twice."""
    option = options[last]
    for i in range(first, last):
        other = options[i]
        if other[PARTS] != option[PARTS] or other[HEAP] != option[HEAP] or other[COUNT] != option[COUNT]:
            continue
        found = 0
        for mine in range(option[START], option[START] + option[COUNT]):
            for its in range(other[START], other[START] + option[COUNT]):
                found += parts[its] == parts[mine]
        if found == option[COUNT]:
            return False
    return True


@section
def look_up(table: Words, option: Ints, stack: CellStack, is_new: bool) -> None:
    """Use what is known of the parts of an option."""
    parts, facts, weights = stack.parts, stack.facts, stack.weights
    place, stop = option[START], option[START] + option[COUNT]
    while place < stop:
        fact = fact_of(table, parts[place])
        facts[place] = fact if is_new else merge_facts(facts[place], fact)
        if facts[place] < 0:
            place += 1
            continue
        stop -= 1
        option[HEAP] ^= facts[place]
        option[WEIGHT] -= weights[place]
        parts[place], facts[place], weights[place] = parts[stop], facts[stop], weights[stop]
    option[COUNT] = stop - option[START]


@inner
def merge_facts(fact: np.int64, other: np.int64) -> np.int64:
    """What two facts about a part say together."""
    if fact >= 0:
        return fact
    return other if other >= 0 else fact & other


@section
def begin_couple(
    depth: int,
    part: np.uint64,
    nimber: np.int64,
    fact: np.int64,
    rules: CellRules,
    tables: CellTables,
    stack: CellStack,
) -> bool:
    """Put a couple on the stack, with its options; whether there was room for these."""
    options, frame, state = stack.options, stack.frames[depth], stack.state
    first = int(stack.frames[depth - 1, STOP]) if depth else 0
    stop = list_options(part, rules, stack, first)
    if stop < 0:
        return False
    for i in range(first, stop):
        state[LOOKED] += options[i, COUNT]
        state[TRIED] += options[i, COUNT]
        look_up(tables.facts, options[i], stack, True)
        if options[i, COUNT] == 0:
            fact &= ~(np.int64(1) << options[i, HEAP])
    fact &= ~VISITED
    frame[PART], frame[NIMBER], frame[ASKED], frame[FACT] = np.int64(part), nimber, nimber, fact
    frame[FIRST], frame[STOP], frame[BEGUN] = first, stop, state[EXPANDED]
    state[EXPANDED] += 1
    state[TRIED] += len(rules.moves)
    number_options(frame, tables.visits, stack)
    return True


@inner
def sign_of(part: np.uint64, nimber: np.int64) -> np.uint64:
    """A hash of a couple."""
    mixed = (part ^ np.uint64(nimber + 1) * FACTOR) * OTHER_FACTOR
    mixed = (mixed ^ mixed >> np.uint64(29)) * FACTOR
    return mixed ^ mixed >> np.uint64(32)


@section
def number_option(option: Ints, asked: np.int64, visits: Words, stack: CellStack) -> None:
    """Write how hard it seems to show that an option has not this nimber, and that it has."""
    known, place, nimber = couple_of(option, asked, stack)
    if known == WON:
        option[PROOF], option[DISPROOF] = 0, INFINITE
        return
    if known == LOST:
        option[PROOF], option[DISPROOF] = INFINITE, 0
        return
    fact = stack.facts[place]
    if option[COUNT] == 1 and not fact & VISITED:
        sign = sign_of(stack.parts[place], nimber)
        at = np.int64(sign & np.uint64(len(visits) - 1))
        if visits[at, KEY] == sign:
            option[PROOF], option[DISPROOF] = np.int64(visits[at, INFO] >> HALF), np.int64(visits[at, INFO] & LOW)
            return
    guess = (8 + (option[WEIGHT] & 7)) << (option[WEIGHT] >> 3)  # twice as much with eight joins more
    option[DISPROOF] = guess * DISPROOF_RATIO
    option[PROOF] = guess if option[COUNT] == 1 else option[DISPROOF]


@section
def number_options(frame: Ints, visits: Words, stack: CellStack) -> None:
    for i in range(frame[FIRST], frame[STOP]):
        number_option(stack.options[i], frame[ASKED], visits, stack)


@section
def couple_of(option: Ints, asked: np.int64, stack: CellStack) -> tuple[int, np.int64, np.int64]:
    """Whether an option has this nimber, LOST, or has not, WON; or OPEN, and a part with a nimber to ask it for."""
    facts, weights = stack.facts, stack.weights
    heap, least = option[HEAP] ^ asked, option[START]
    if option[COUNT] == 0:
        return (WON if heap else LOST), least, heap
    if option[COUNT] == 1:
        return (OPEN if facts[least] >> heap & 1 else WON), least, heap
    for place in range(least + 1, option[START] + option[COUNT]):
        if weights[place] < weights[least]:
            least = place
    return OPEN, least, np.int64(trailing_zeros(np.uint64(facts[least] & -facts[least])))


@section
def next_nimber(frame: Ints, visits: Words, stack: CellStack) -> bool:
    """Go on to the next nimber to look for; whether there is one. Else the fact is all that was asked."""
    fact, nimber = frame[FACT], frame[NIMBER]
    if not fact >> nimber & 1:
        return False
    smaller = fact & ((np.int64(1) << nimber) - 1)
    if not smaller:
        frame[FACT] = nimber
        return False
    frame[ASKED] = trailing_zeros(np.uint64(smaller))
    number_options(frame, visits, stack)
    return True


@inner
def form_bucket(forms: Words, sign: np.uint64) -> int:
    return int(BUCKET * np.int64((sign >> np.uint64(20)) & np.uint64(len(forms) // BUCKET - 1)))


@section
def find_alike(part: np.uint64, words: Words, forms: Words, stack: CellStack) -> np.uint64:
    """A part with the same joins that was met before, or this one."""
    mine, its = stack.colours[0], stack.colours[2]
    sign = colour_cells(part, words, mine, stack.colours[1])
    bucket = form_bucket(forms, sign)
    found = bucket + int(np.int64(sign & np.uint64(BUCKET - 1)))
    for place in range(bucket, bucket + BUCKET):
        if forms[place, KEY] == ZERO:
            found = place
            break
        if forms[place, INFO] == sign:
            other: np.uint64 = forms[place, KEY]
            if other == part:
                return part
            colour_cells(other, words, its, stack.colours[3])
            if is_alike(part, other, words, mine, its, stack.images):
                return other
    forms[found, KEY], forms[found, INFO] = part, sign
    return part


@section
def begin_option(
    depth: int, place: np.int64, nimber: np.int64, rules: CellRules, tables: CellTables, stack: CellStack
) -> int:
    """Begin to search a part of an option, if nothing more was known; the depth of the stack then."""
    parts, facts = stack.parts, stack.facts
    if rules.words[PATHS] and facts[place] & VISITED:
        other = find_alike(parts[place], rules.words, tables.forms, stack)
        if other != parts[place]:
            fact = merge_facts(facts[place], fact_of(tables.facts, other))
            if fact >= 0 or (fact ^ facts[place]) & ~VISITED:
                stack.state[USED] += put(tables.facts, parts[place], fact | VISITED if fact < 0 else fact, ONE)
                facts[place] = fact | VISITED if fact < 0 else fact
                return depth
            parts[place], facts[place] = other, fact
    stack.frames[depth - 1, WAITING] = place
    if not begin_couple(depth, parts[place], nimber, facts[place], rules, tables, stack):
        stack.state[SHORT] = 1
        return depth
    return depth + 1


@section
def use_option(frame: Ints, option: Ints, tables: CellTables, stack: CellStack) -> None:
    """Use what was found of the parts of an option in the meantime."""
    look_up(tables.facts, option, stack, False)
    if option[COUNT] == 0:
        frame[FACT] &= ~(np.int64(1) << option[HEAP])
    number_option(option, frame[ASKED], tables.visits, stack)


@section
def advance(frame: Ints, tables: CellTables, stack: CellStack, chosen: Ints) -> int:
    """The next step for a couple: to begin with a part of an option, LEAVE it, or it is DONE, or to look AGAIN.

    In `chosen` are the part in the list of parts, the nimber to ask it for, and its limits; or the numbers of a couple
    that is left.
    """
    options = stack.options
    if not frame[FACT] >> frame[ASKED] & 1:  # an option has this nimber
        return AGAIN if next_nimber(frame, tables.visits, stack) else DONE
    best, least, second, total = -1, np.int64(INFINITE), np.int64(INFINITE), np.int64(0)
    for i in range(frame[FIRST], frame[STOP]):
        disproof = options[i, DISPROOF]
        total += options[i, PROOF]
        if disproof < least:
            best, least, second = i, disproof, least
        elif disproof < second:
            second = disproof
    is_last = frame[ASKED] < frame[NIMBER]  # no option has the nimber itself: one must have this
    if best < 0:  # no option has
        if is_last:
            frame[FACT] = frame[ASKED]
            return DONE
        return AGAIN if next_nimber(frame, tables.visits, stack) else DONE
    proof, disproof = (total, least) if is_last else (least, total)
    if proof >= frame[PROOF_LIMIT] or disproof >= frame[DISPROOF_LIMIT]:
        chosen[2], chosen[3] = proof, disproof
        return LEAVE
    option = options[best]
    frame[BEST], before = best, option[DISPROOF]
    use_option(frame, option, tables, stack)
    known, chosen[0], chosen[1] = couple_of(option, frame[ASKED], stack)
    if known != OPEN or option[DISPROOF] > before:
        return AGAIN
    own, other = frame[PROOF_LIMIT], frame[DISPROOF_LIMIT]
    if is_last:
        own, other = other, own
    chosen[2], chosen[3] = other - total + option[PROOF], min(own, second + second // SLACK_DIVISOR + 1)
    if option[COUNT] > 1:
        chosen[2] = chosen[3] = INFINITE
    return BEGIN


@inner
def work_of(frame: Ints, state: Ints) -> np.uint64:
    """The bits of the number of couples expanded since this one was begun."""
    return np.uint64(64 - leading_zeros(np.uint64(state[EXPANDED] - frame[BEGUN] + 1)))


@section
def leave_couple(frame: Ints, above: Ints, tables: CellTables, stack: CellStack, chosen: Ints) -> None:
    """Keep the numbers of a couple that is left, and pass them to the option that it belongs to."""
    part = np.uint64(frame[PART])
    sign = sign_of(part, frame[NIMBER])
    at = np.int64(sign & np.uint64(len(tables.visits) - 1))
    proof, disproof = np.uint64(min(chosen[2], LOW_NUMBER)), np.uint64(min(chosen[3], LOW_NUMBER))
    tables.visits[at, KEY], tables.visits[at, INFO] = sign, proof << HALF | disproof
    stack.state[USED] += put(tables.facts, part, frame[FACT], work_of(frame, stack.state))
    stack.facts[above[WAITING]] = frame[FACT]
    option = stack.options[above[BEST]]
    option[PROOF], option[DISPROOF] = chosen[2], chosen[3]


@jit
@takes(RULES, TABLES, STACK, "uint64", 0, 0)
def decide(rules: CellRules, tables: CellTables, stack: CellStack, start: Words, nimber: int, most: int) -> None:
    """Search the couple of a part and a nimber, or go on with it, until it is decided or so much was tried.

    It also ends where the lists are too short.
    """
    state, frames, chosen = stack.state, stack.frames, np.zeros(4, np.int64)
    last = state[TRIED] + most
    state[SHORT] = 0
    depth = state[DEPTH]
    if depth == 0:
        part = canonical(start[0], rules.words)
        if begin_couple(0, part, np.int64(nimber), fact_of(tables.facts, part), rules, tables, stack):
            frames[0, PROOF_LIMIT] = frames[0, DISPROOF_LIMIT] = INFINITE
            depth = 1
        else:
            state[SHORT] = 1
    while depth and state[TRIED] < last and not state[SHORT]:
        frame = frames[depth - 1]
        step = advance(frame, tables, stack, chosen)
        if step == BEGIN:
            before = depth
            depth = begin_option(depth, chosen[0], chosen[1], rules, tables, stack)
            if depth > before:
                frames[before, PROOF_LIMIT], frames[before, DISPROOF_LIMIT] = chosen[2], chosen[3]
            else:
                use_option(frame, stack.options[frame[BEST]], tables, stack)
        elif step == LEAVE:
            depth -= 1
            leave_couple(frame, frames[depth - 1], tables, stack, chosen)
        elif step == DONE:
            state[USED] += put(tables.facts, np.uint64(frame[PART]), frame[FACT], work_of(frame, state))
            depth -= 1
            if depth:
                above = frames[depth - 1]
                stack.facts[above[WAITING]] = frame[FACT]
                use_option(above, stack.options[above[BEST]], tables, stack)
    state[DEPTH] = depth


@jit
@takes(RULES, "uint64 2d", "uint64")
def recall_fact(rules: CellRules, table: Words, part: Words) -> int:
    """What is known of a part."""
    joins = count_joins(part[0], rules.words)
    cells = count_ones(part[0])
    if cells == 1 or (joins < 0 and rules.words[PATHS]):
        return int(np.int64(rules.words[PATH_NIMBERS + cells]))
    fact = fact_of(table, canonical(part[0], rules.words))
    return int(fact if fact >= 0 else fact | VISITED)


@jit
@takes(RULES, "uint64 2d", "uint64 2d")
def put_facts(rules: CellRules, table: Words, entries: Words) -> int:
    """Add entries of parts of the board as they stand to what a table knows; how many new places they take."""
    used = 0
    for i in range(len(entries)):
        info = entries[i, INFO]
        part = canonical(entries[i, KEY], rules.words)
        used += put(table, part, merge_facts(fact_of(table, part), unpack(info)), info >> WORK_AT)
    return used


@jit
@takes(TABLES, TABLES)
def copy_tables(tables: CellTables, larger: CellTables) -> int:
    """Put all entries in larger tables; how many facts there are then."""
    used = 0
    for place in range(len(tables.facts)):
        part, info = tables.facts[place, KEY], tables.facts[place, INFO]
        if part:
            used += put(larger.facts, part, unpack(info), info >> WORK_AT)
    for place in range(len(tables.forms)):
        part, sign = tables.forms[place, KEY], tables.forms[place, INFO]
        if part:
            found = form_bucket(larger.forms, sign)
            while larger.forms[found, KEY] and (found + 1) % BUCKET:
                found += 1
            larger.forms[found, KEY], larger.forms[found, INFO] = part, sign
    return used
