"""The checker of certificates: one file, which trusts the rules of games and no solver, no kernel and no maker.

For each kind of certificate `docs/theory/certificates.md` has the statement, the conditions that are tested here, and
the proof that they imply the statement; the functions below are in the order of that page, and their comments have its
numbers. Every field of a file is required and typed, and anything that is not expected is refused. Lines stand in the
order of their names and are looked up where they lie, in a copy on disk, so a file may be larger than memory.
"""

import json
import re
import sys
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, reduce
from hashlib import sha256
from itertools import islice, pairwise, product
from math import comb, factorial, gcd, lcm
from mmap import ACCESS_READ, mmap
from operator import xor
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, Protocol

from grundy.boards.heaps import HeapGame
from grundy.catalog import LOADING_BEGAN, home
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.game import Game, Summand
from grundy.core.nimbers import mex
from grundy.core.reader import ellipsis, printable
from grundy.core.ruleset import Ruleset
from grundy.errors import DamageError, GrundyError, NotDecided
from grundy.expressions import parse, parse_ruleset

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

Numbers = Any  # an array of numpy, or without it a view or an array of plain Python
Segment = tuple[int, int, int]  # the number of a table, the first heap, and the one behind the last

SEAL = b"grundy certificate 3 sha256 %064x\n"
HASHED_BYTES = 1 << 20  # at a time; and a file of more bytes is copied to disk and not to memory
MOST_REASON = 2000  # characters of the reason why a file is refused
RULES = "core", "boards", "games", "catalog.py", "expressions.py", "errors.py"  # of this package: what rules rest on
LOST_END = "\t"  # the name of a lost end, see `next_positions`; no name in a file holds a tab
MOST_LINE_BYTES = 1 << 26  # one line is in memory at a time
MOST_OPTIONS = 1_000_000  # of one position; more of them are refused, since the list may have no end
REMEMBERED_LINES = 1 << 10
MARK_CELLS = 1 << 20  # flags for the values that the heaps of one block reach
SUM_WORDS, MOST_SUM_WORDS = 1 << 13, 1 << 24  # of flags for the values of heaps together: of a block, and of all
WORDS_PER_OPTION = 8  # of these sets are joined in the time of one option
MARKS_PER_OPTION = 64  # on whole arrays are made in the time of one option
MOST_VALUE = 1 << 22  # of a heap: there is a flag for each smaller value
MOST_GROWING, MOST_PAIRS = 1 << 16, 1 << 22  # heaps, and pairs of them, that are looked at where values grow
SEGMENT_HEAPS = 1 << 17  # that are checked together, and need not be again
TRIAL_SECONDS, MUCH_WORK = 1.0, 1 << 22  # of a trial at most; and options from which on there is one
BLOCK_HEAPS = 1 << 13  # whose marks stay in the cache of a processor
LEAST_SPARSE, MOST_SPARSE = 1 << 11, 1 << 11  # heaps from which on a sparse space pays, and values up to which it does
RARE_COST = 16  # heaps are compared with all others where more than one in so many is rare
SAMPLED_HEAPS = 1 << 15
PROBES_AT_ONCE = 32  # before it is looked up which heaps lack a smaller value
MOST_PROBES = 1 << 12  # on whole arrays
FEW_LACKING = 1 << 9  # fewer than one heap in so many is looked at by itself
PAIRS_AT_ONCE = 1 << 12
PROBED_LANES = 8  # splits of all heaps that lack a smaller value, before it is looked up which still do
WORD, BYTE_VALUES = 64, 256  # numbers in a word of marks, and in a window
LOWER = [sum(1 << n for n in range(WORD) if not n >> bit & 1) for bit in range(6)]  # numbers in a word without the bit
MOST_WINDOWS, MOST_WINDOW_BYTES = 1 << 11, 1 << 26  # that are checked together
TRIAL_STEPS, LEAST_STEPS = 200, 1 << 10  # to tell the time; and between two moves of windows to the front of an array
MOST_NIMBER = 1 << 14  # where moves entail: a set of nim heaps is held as bits
MOST_POINTS = 1 << 30
NUMBER = re.compile(r"0|[1-9][0-9]*")
LOST_SET = re.compile(r"!(0|-?[1-9][0-9]*)")
BOUNDS = re.compile(r"(0|-?[1-9][0-9]*)?\.\.(0|-?[1-9][0-9]*)?")
TRUSTED = {
    "moves": "the moves, the ends and the notation of the rules",
    "turns": "after which moves the same player goes on, and which must be answered at once",
    "points": "what each move scores",
    "parts": "that a position is the sum of its parts",
    "canonical": "that a position equals its canonical form",
    "finite": "that play always ends",
    "code": "that the code of a heap game has the moves of its rules",
}
FIELDS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "window": {
        "ruleset": str,
        "trusted": list,
        "rules": dict,
        "mask": int,
        "odd": int,
        "reach": int,
        "count": int,
        "period": list,
        "at": list,
    },
    "nimbers": {"game": str, "play": str, "trusted": list, "rules": dict, "claim": dict},
    "labels": {"game": str, "play": str, "trusted": list, "rules": dict, "claim": dict, "of": str},
    "graph": {"play": str, "of": str},
    "entailing": {"game": str, "play": str, "trusted": list, "rules": dict, "claim": dict},
    "margins": {"game": str, "play": str, "trusted": list, "rules": dict, "claim": dict},
    "values": {"trusted": list, "rules": dict, "tables": list, "game": (str, type(None)), "claim": (dict, type(None))},
    "quotient": {
        "ruleset": str,
        "trusted": list,
        "rules": dict,
        "order": int,
        "lost": list,
        "heaps": list,
        "period": (list, type(None)),
    },
}


class RefusedError(GrundyError):
    """What a certificate says does not follow from what it brings forward."""


class UncheckedError(GrundyError):
    """A check that could not be made: it says nothing about the certificate."""


def require(condition: object, reason: str) -> None:
    if not condition:
        raise RefusedError(reason)


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, in which no key stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def refuse_number(text: str) -> Any:
    raise ValueError(f"{ellipsis(text)} is not an integer")


def integers(values: list[Any], least: int, below: int | None = None) -> list[int]:
    """The list, if it holds integers within these bounds and nothing else."""
    fine = all(type(n) is int and n >= least and (below is None or n < below) for n in values)
    require(fine, "a list of numbers holds something else, or a number out of bounds")
    return values


@dataclass
class Certificate:
    """A file that was read: its header and body, and after `verify` whether it is valid and what it shows."""

    header: dict[str, Any]
    data: bytes | mmap  # to which nobody else writes
    start: int  # where the body begins
    budget: Budget
    overseer: "Overseer" = field(default_factory=lambda: Overseer())
    valid: bool = False
    statement: str = ""
    notes: tuple[str, ...] = ()  # what the reader must know of the rules that were used
    seal: bytes = b""  # with the checksum of what was read

    @property
    def kind(self) -> str:
        return str(self.header.get("kind"))

    @property
    def trusted(self) -> list[str]:
        return list(self.header.get("trusted", []))

    def check_segments(self, tables: Sequence["Segmented"]) -> None:
        """Check all segments of the tables that were not checked before, here or elsewhere."""
        self.overseer.open(self)
        every = [(number, *segment) for number, table in enumerate(tables) for segment in table.segments()]
        self.overseer.checked &= {*every}  # what was kept may be damaged
        todo = [segment for segment in every if segment not in self.overseer.checked]
        work = {segment: tables[segment[0]].work(*segment[1:]) for segment in todo}
        if len(todo) > 1 or sum(work.values()) > MUCH_WORK:
            self.overseer.begin(tables, every, self.seconds_for(tables, work))
        if len(todo) > 1:
            self.overseer.share(todo)
        for number, first, stop in todo:
            if (number, first, stop) not in self.overseer.checked:
                tables[number].check(first, stop)
                self.overseer.note((number, first, stop))

    def seconds_for(self, tables: Sequence["Segmented"], work: dict[Segment, int]) -> float:
        """How long segments of so much work will take, judged by a trial in the middle one of each table."""
        total = 0.0
        for number, table in enumerate(tables):
            if mine := [segment for segment in work if segment[0] == number]:
                started = monotonic()
                tried = table.trial(*mine[len(mine) // 2][1:])
                total += (monotonic() - started) * sum(map(work.__getitem__, mine)) / max(tried, 1)
        return total


class Segmented(Protocol):
    """What is checked in segments, each by itself; they are given by two numbers."""

    def segments(self) -> Iterator[tuple[int, int]]: ...

    def heaps(self, first: int, stop: int) -> int: ...

    def work(self, first: int, stop: int) -> int: ...

    def trial(self, first: int, stop: int) -> int: ...

    def check(self, first: int, stop: int) -> None: ...


class Overseer:
    """Who is told of a long check, and knows which segments were checked before; this one tells nobody."""

    def __init__(self) -> None:
        self.checked = set[Segment]()

    def open(self, file: Certificate) -> None:
        """Learn which segments of this file were checked before."""

    def begin(self, tables: Sequence[Segmented], every: list[Segment], seconds: float) -> None:
        """What there is to check, and how long the rest will take here."""

    def share(self, todo: list[Segment]) -> None:
        """Have segments checked elsewhere, by `check_elsewhere`, and note them."""

    def note(self, segment: Segment) -> None:
        self.checked.add(segment)


def is_whole(data: bytes | mmap) -> bool:
    """Whether a file begins with the checksum of the rest."""
    start, digest = len(SEAL % 0), sha256()
    if not data[:start].startswith(SEAL.partition(b"%")[0]):
        return False
    for place in range(start, len(data), HASHED_BYTES):
        digest.update(data[place : place + HASHED_BYTES])
    return data[:start] == SEAL % int(digest.hexdigest(), 16)


def copied(path: Path) -> bytes | mmap:
    """The bytes of a file, if they are whole: in memory, or where they are many in a file of ours that has no name.

    Others may write to the file while it is checked, and what it held at different times may be true together.
    """
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as found:
        if not is_whole(found):  # before anything is copied: it may be larger than the disk
            raise ValueError("it is damaged, or something else")
        if len(found) <= HASHED_BYTES:
            data: bytes | mmap = found[:]
        else:
            try:
                with TemporaryFile() as copy:
                    for place in range(0, len(found), HASHED_BYTES):
                        copy.write(found[place : place + HASHED_BYTES])
                    copy.flush()
                    data = mmap(copy.fileno(), 0, access=ACCESS_READ)
            except OSError as error:
                raise UncheckedError(f"no room for a copy of {path} ({error}); set TMPDIR to another folder") from error
    if not is_whole(data):
        raise ValueError("it has changed while it was read")
    return data


def read(path: Path, budget: Budget) -> Certificate:
    """The file, if it is whole and its header has the fields of its kind and no others."""
    try:
        if not path.is_file():
            raise ValueError("it is not a file")
        data, start = copied(path), len(SEAL % 0)
        end = data.find(b"\n", start, start + MOST_LINE_BYTES) + 1
        if not end:
            raise ValueError("its header has no end")
        header = json.loads(
            data[start:end], object_pairs_hook=unique_keys, parse_float=refuse_number, parse_constant=refuse_number
        )
        if not isinstance(header, dict) or str(header.get("kind")) not in FIELDS:
            raise ValueError("its kind is not known")
        wanted = FIELDS[header["kind"]]
        if header.keys() != {"kind", *wanted}:
            raise ValueError("the header has other fields than its kind")
        for name, kind in wanted.items():
            if not isinstance(header[name], kind) or isinstance(header[name], bool):
                raise ValueError(f"the field {name} is of another type")
        return Certificate(header, data, end, budget, seal=data[:start])
    except (OSError, RecursionError, ValueError) as error:
        reason = f"{path} cannot be read ({ellipsis(str(error), MOST_REASON)})"
        raise DamageError(printable(f"{reason}; `grundy certify` makes a new one")) from error


# --- Lines: a name, a label, a rank; for a graph also the followers -------------------------------------------------


class Lines:
    """The lines of a body, in rising order of their names."""

    def __init__(self, file: Certificate) -> None:
        self.data, self.start, self.stop, self.budget = file.data, file.start, len(file.data), file.budget
        self.find = lru_cache(REMEMBERED_LINES)(self.search)

    def line_at(self, place: int) -> list[str]:
        """The fields of the line that this byte belongs to."""
        start, end = self.data.rfind(b"\n", 0, place) + 1, self.data.find(b"\n", place)
        require(0 <= end - start <= MOST_LINE_BYTES, "a line is too long, or has no end")
        return self.data[start:end].decode().split("\t")

    def __iter__(self) -> Iterator[list[str]]:
        """All lines; refused if a name is not larger than the one before it."""
        place, last = self.start, ""
        while place < self.stop:
            self.budget.spend()
            if self.budget.report:
                self.budget.meter.stage = f", {100 * (place - self.start) // (self.stop - self.start)} % of the lines"
            fields = self.line_at(place)
            require(last < fields[0], f"{ellipsis(fields[0])} is not in order, or stands twice")
            yield fields
            place, last = self.data.find(b"\n", place) + 1, fields[0]

    def search(self, name: str) -> list[str] | None:
        """The fields of the line of this name."""
        place = bisect_left(range(self.stop), name, self.start, key=lambda place: self.line_at(place)[0])
        fields = self.line_at(place) if place < self.stop else [""]
        return fields if fields[0] == name else None


def number(text: str) -> int:
    """A natural number in the one way in which it is written."""
    require(NUMBER.fullmatch(text), f"{ellipsis(text)} is not a natural number")
    return int(text)


# --- Positions of a game ---------------------------------------------------------------------------------------------


class Positions:
    """The positions of a game as names: what a move from one leads to, as the rules say it."""

    def __init__(self, file: Certificate) -> None:
        self.budget, self.trusted, self.misere = file.budget, file.trusted, file.header["play"] == "misere"
        self.game = parse(file.header["game"])
        rulesets = rulesets_of_game(self.game)
        require(not self.misere or all(rules.has_misere for rules in rulesets), "a game that has no misère form")
        require(self.misere or all(rules.has_normal for rules in rulesets), "a game that is misère only")
        # Nimbers speak of normal play, and only where no pattern ends the game early.
        self.has_nimbers = not self.misere and all(type(rules).terminal is Ruleset.terminal for rules in rulesets)
        # Parts have values of their own that add, and two equal ones cancel, where all play ends.
        self.adds = self.has_nimbers and {"parts", "finite"} <= {*self.trusted}
        declared = all(rules.finite and rules.board.kind != "compound" for rules in rulesets)
        require(declared or "finite" not in self.trusted, "the rules do not say that play always ends")

    def first(self) -> list[str]:
        """The units of the position that the certificate is about."""
        return self.units([self.pieces(summand) for summand in self.game.summands])

    def pieces(self, summand: Summand) -> list[str]:
        """The names of the parts of a summand, as far as parts and canonical forms are trusted."""
        rules, positions = summand.ruleset, [summand.position]
        if "parts" in self.trusted and (rules.separate or self.adds):
            positions = [part for part in rules.parts(summand.position) if not rules.is_over(part)]
        if "canonical" in self.trusted:
            forms = [(rules.canonical(position), position) for position in positions]
            # A form that is written as nothing could not be read; the position itself is as good.
            positions = [form if rules.board.show(form) else position for form, position in forms]
        return [str(Summand(rules, position)) for position in positions]

    def units(self, pieces: Sequence[list[str]]) -> list[str]:
        """What has a line of its own: each piece that has no twin to cancel it, or the whole position as one name."""
        copies = Counter(piece for some in pieces for piece in some)
        if self.adds:
            return [piece for piece, number in copies.items() if number % 2]
        return [" + ".join(sorted(copies.elements())) or "nim(0)"]

    def options(self, name: str) -> list[list[str]]:
        """The units of each position that one move reaches, in a form of the game that is played normally.

        An end that misère play or a pattern gives to the player to move gets one move, to a lost end; an end that
        a pattern declares a draw gets one move, to itself.
        """
        game = parse(name)
        require(not game.has_infinite_moves(), f"{ellipsis(name)} has infinitely many moves")
        ends = [end for summand in game.summands if (end := summand.ruleset.terminal(summand.position))]
        if ends:
            won = ends[0] == ("P" if self.misere else "N")
            pieces = [self.pieces(summand) for summand in game.summands]
            return [[LOST_END]] if won else [self.units(pieces)] if ends[0] == "D" else []
        found = [self.units_after(game, move.index, move.position) for move in self.moves(game, name)]
        return found or [[LOST_END]] * self.misere

    def moves(self, game: Game, name: str) -> Iterator[Any]:
        for count, move in enumerate(islice(game.each_move(), MOST_OPTIONS + 1)):
            require(count < MOST_OPTIONS, f"{ellipsis(name)} has more than {MOST_OPTIONS:,} moves")
            self.budget.spend(len(game.summands))  # all of them are written anew
            yield move

    def units_after(self, game: Game, index: int, position: Any) -> list[str]:
        summands = [*game.summands]
        summands[index] = Summand(summands[index].ruleset, position)
        return self.units([self.pieces(summand) for summand in summands])


def claim_in_words(file: Certificate, shown: dict[str, object]) -> str:
    """The claim about a game, if it is among what was shown."""
    claim = file.header["claim"]
    proved = claim and all(key in shown and json.dumps(it) == json.dumps(shown[key]) for key, it in claim.items())
    require(proved, f"the claim {json.dumps(claim)} is not proved, but {json.dumps(shown)}")
    words = " and ".join(f"{key} {value}" for key, value in claim.items())
    return (
        f"{file.header['game']} has {words} under {'misère' if file.header.get('play') == 'misere' else 'normal'} play"
    )


# --- 1. Nimbers: some positions with their numbers --------------------------------------------------------------------


class Nimbers:
    """Lines that say: this position has this number. A line rests on lines of smaller rank."""

    def __init__(self, file: Certificate) -> None:
        self.lines, self.positions = Lines(file), Positions(file)
        self.replies = lru_cache(REMEMBERED_LINES)(self.find_replies)

    def entry(self, unit: str) -> tuple[int, int] | None:
        """The number and the rank of a unit, if it has a line."""
        if unit == LOST_END:
            return 0, -1
        fields = self.lines.find(unit)
        return None if fields is None else (number(fields[1]), number(fields[2]))

    def add(self, units: list[str], below: float) -> tuple[int, int, list[str]]:
        """The nim-sum of the units that have lines of rank below the bound, the largest such rank, and the others."""
        total, rank, others = 0, -1, list[str]()
        for unit in units:
            known = self.entry(unit)
            if known and known[1] < below:
                total, rank = total ^ known[0], max(rank, known[1])
            else:
                others.append(unit)
        return total, rank, others

    def find_replies(self, unit: str) -> dict[int, int]:
        """The numbers of options all of whose units have lines, each with the least rank by which that is known."""
        found = dict[int, int]()
        for option in self.positions.options(unit):
            total, rank, others = self.add(option, float("inf"))
            if not others:
                found[total] = min(rank, found.get(total, rank))
        return found

    def holds(self, name: str, value: int, rank: int) -> bool:
        """Conditions 1a and 1b: no option has the number, and every smaller number is that of an option."""
        met = set[int]()
        for option in self.positions.options(name):
            total, _, others = self.add(option, rank)
            if not others:
                if total == value:
                    return False
                met.add(total)
            elif len(others) > 1 or self.replies(others[0]).get(total ^ value, rank) >= rank:
                return False  # one unit may be unknown, if a reply in it leads to the number, by lines of smaller rank
        return sum(total < value for total in met) == value


def check_nimbers(file: Certificate) -> str:
    """The outcome of a game, or its nimber."""
    nimbers = Nimbers(file)
    positions = nimbers.positions
    for fields in nimbers.lines:
        require(len(fields) == 3, f"the line of {ellipsis(fields[0])} has not three fields")
        name, value, rank = fields[0], number(fields[1]), number(fields[2])
        require(nimbers.holds(name, value, rank), f"{ellipsis(name)}: {value} does not follow from lines before it")
    total, _, others = nimbers.add(positions.first(), float("inf"))
    if not others:
        shown: dict[str, object] = {"outcome": "N" if total else "P"}
        return claim_in_words(file, shown | ({"nimber": total} if positions.has_nimbers else {}))
    # 1c: one unit may be unknown, if a move in it leads to the number of all others together.
    won = len(others) == 1 and total in nimbers.replies(others[0])
    return claim_in_words(file, {"outcome": "N"} if won else {})


# --- 2. Labels: every position that play can reach, or every vertex of a graph --------------------------------------


class Labels:
    """Lines that give a label to every vertex of a finite digraph; each follower of a vertex has a line."""

    def __init__(self, file: Certificate) -> None:
        self.lines, self.of = Lines(file), file.header["of"]
        self.positions = Positions(file) if file.kind == "labels" else None
        self.misere = file.header["play"] == "misere"
        require(self.positions is None or not self.positions.adds, "labels are about whole positions")
        require(self.of in ("outcomes", "values"), "labels are outcomes or values")
        whole = self.of == "outcomes" or not (self.misere or (self.positions and not self.positions.has_nimbers))
        require(whole, "values speak of normal play without patterns")
        self.finite_labels = lru_cache(REMEMBERED_LINES)(self.find_finite_labels)

    def followers(self, name: str) -> list[str]:
        """The vertices that arrows lead to; under misère play an end leads to a lost one."""
        if name == LOST_END:
            return []
        if self.positions:
            return [unit for (unit,) in self.positions.options(name)]
        fields = self.lines.find(name)
        return (fields or [])[3:] or [LOST_END] * self.misere

    def entry(self, name: str) -> tuple[str, int]:
        if name == LOST_END:
            return ("P" if self.of == "outcomes" else "0"), 0
        fields = self.lines.find(name)
        require(fields is not None, f"{ellipsis(name)} can be reached, and has no line")
        assert fields is not None
        return fields[1], number(fields[2])

    def outcome_holds(self, name: str, label: str, rank: int) -> bool:
        """Conditions 2a for P, 2b for N and 2c for D."""
        around = [self.entry(follower) for follower in self.followers(name)]
        if label == "P":
            return all(other == "N" and before < rank for other, before in around)
        if label == "N":
            return any(other == "P" and before < rank for other, before in around)
        kinds = {other for other, _ in around}
        return label == "D" and "D" in kinds and "P" not in kinds

    def value_holds(self, name: str, label: str, rank: int) -> bool:
        """Conditions 2A and 2B for a number, 2C for an infinity."""
        around = [(follower, *self.entry(follower)) for follower in self.followers(name)]
        least = mex(int(value) for _, value, _ in around if value != "*")
        if label == "*":
            infinite = (follower for follower, value, _ in around if value == "*")
            return any(least not in self.finite_labels(follower) for follower in infinite)
        value = number(label)
        larger = (follower for follower, other, _ in around if other == "*" or int(other) > value)
        return value == least and all(self.finite_labels(it).get(value, rank) < rank for it in larger)

    def find_finite_labels(self, name: str) -> dict[int, int]:
        """The numbers among the labels of the followers, each with the least rank."""
        found = dict[int, int]()
        for follower in self.followers(name):
            label, rank = self.entry(follower)
            if label != "*":
                found[int(label)] = min(rank, found.get(int(label), rank))
        return found


def check_labels(file: Certificate) -> str:
    """The outcomes or values of all vertices of a graph, or those of a game by all positions that it can reach."""
    labels, counts = Labels(file), Counter[str]()
    known = re.compile("[PND]" if labels.of == "outcomes" else r"\*|0|[1-9][0-9]*")
    for fields in labels.lines:
        name, label = fields[0], fields[1] if len(fields) > 1 else ""
        require(len(fields) >= 3 if file.kind == "graph" else len(fields) == 3, f"{ellipsis(name)}: fields are missing")
        require(known.fullmatch(label), f"{ellipsis(name)}: {ellipsis(label)} is no label of {labels.of}")
    for name, label, rank, *_ in labels.lines:
        holds = labels.outcome_holds if labels.of == "outcomes" else labels.value_holds
        require(holds(name, label, number(rank)), f"{ellipsis(name)}: {label} does not follow from its followers")
        counts[label] += 1
    if not labels.positions:
        play, most = "misère" if labels.misere else "normal", dict(counts.most_common(9))
        return f"under {play} play the graph listed has the {labels.of} listed, of which there are {most}"
    (first,) = labels.positions.first()
    label, _ = labels.entry(first)
    if labels.of == "outcomes":
        return claim_in_words(file, {"outcome": label})
    reached = sorted(labels.finite_labels(first))
    if label == "*":
        return claim_in_words(file, {"outcome": "N" if 0 in reached else "D", "infinity": reached})
    return claim_in_words(file, {"outcome": "N" if int(label) else "P", "nimber": int(label)})


# --- 3. Values of heaps -----------------------------------------------------------------------------------------------


def heap_rules(file: Certificate, text: str) -> tuple[HeapGame, Code | None]:
    """A ruleset of heaps from 0 on, each played by itself to its end, and its code where that is trusted."""
    rules = parse_ruleset(text)
    require(isinstance(rules, HeapGame), f"{rules} is not played with heaps")
    assert isinstance(rules, HeapGame)
    ours = ("moves", "changes", "terminal")
    alone = all(getattr(getattr(rules, name), "__func__", None) is getattr(HeapGame, name) for name in ours)
    require(
        alone and not rules.board.first and not rules.least, f"{rules}: heaps are not played one at a time from 0 on"
    )
    return rules, rules.as_code() if "code" in file.trusted else None


def options_of_heap(rules: HeapGame, heap: int) -> list[tuple[int, ...]]:
    """What one move may leave of a heap; all of it smaller heaps, or several together."""
    found = list(islice(rules.options(heap), MOST_OPTIONS + 1))
    require(len(found) <= MOST_OPTIONS, f"a heap of {heap} has more than {MOST_OPTIONS:,} moves")
    smaller = all(0 <= part < heap for left in found for part in left)
    require(smaller, f"a move in a heap of {heap} leaves a heap that is not smaller")
    return found


def reached_values(
    rules: HeapGame, code: Code | None, known: Numbers, first: int, stop: int
) -> Iterator[tuple[int, "NDArray[Any]"]]:
    """The values of the options of the heaps first, ..., stop - 1: pairs of a heap and values for it and the next ones.

    By the code, a move takes t stones and leaves m parts; all but the largest are chosen here in rising order, and the
    heaps n for which the largest is at least as large as they are come together, as a slice of the known values.
    """
    if code is None or code.heaps is None:
        for heap in range(first, stop):
            for left in options_of_heap(rules, heap):
                yield heap, reduce(xor, (known[part : part + 1] for part in left), known[:1] * 0)
        return
    for take, digit in code.places(stop - 1):
        if digit & 1 and take >= first:
            yield take, known[:1] * 0
        for parts in (parts for parts in range(1, digit.bit_length()) if digit >> parts & 1):
            for small in rising_sequences(parts - 1, stop - 1 - take):
                gone = take + sum(small)
                begin = min(max(first, gone + max(small, default=1)), stop)
                yield begin, reduce(xor, (known[part] for part in small), known[begin - gone : stop - gone])


def rising_sequences(length: int, total: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """The sequences of this length that do not fall, of numbers from the least on, that leave as much as their last.

    They and that which is left are at most the total together.
    """
    if not length:
        yield ()
        return
    for part in range(least, total // (length + 1) + 1):
        yield from ((part, *rest) for rest in rising_sequences(length - 1, total - part, part))


@dataclass(frozen=True)
class NumberClasses:
    """Classes of numbers, 0 or 1, that add up where a heap is split in two: condition 3a in linear time."""

    mask: int
    odd: int  # 1 where the class of a number depends on the parity of the heap too,
    take: int  # and then every split takes a number of stones of the same parity as this one

    def is_common(self, value: int, heap: int) -> int:
        return ((value & self.mask).bit_count() + self.odd * (heap + self.take)) & 1

    @classmethod
    def of(cls, splits: list[int], known: Numbers) -> "NumberClasses":
        """The space under which the fewest heaps of a sample are rare; any other would be right too."""
        step = len(known) // SAMPLED_HEAPS | 1  # odd, so that heaps of both parities are met
        sample = range(1, len(known), step)
        size = 1 << max(int(max((known[n] for n in sample), default=0)).bit_length(), 1)
        counts, signed = [0] * size, [0] * size
        for heap in sample:
            counts[known[heap]] += 1
            signed[known[heap]] += 1 - 2 * (heap + splits[0] & 1)
        sums = [(balance, mask, 0) for mask, balance in enumerate(signed_sums(counts)) if mask]
        if len({take & 1 for take in splits}) == 1:
            sums += [(balance, mask, 1) for mask, balance in enumerate(signed_sums(signed))]
        _, mask, odd = min(sums)
        return cls(mask, odd, splits[0])


def signed_sums(counts: list[int]) -> list[int]:
    """For each mask the sum of the counts, those of numbers with an odd number of bits in the mask taken off."""
    if len(counts) == 1:
        return counts
    half = len(counts) // 2
    low, high = counts[:half], counts[half:]
    both, less = [x + y for x, y in zip(low, high, strict=True)], [x - y for x, y in zip(low, high, strict=True)]
    return signed_sums(both) + signed_sums(less)


class HeapSums:
    """The values that some heaps have together, none of them empty: for each number of stones a set, held as bits.

    Row i of a table holds the numbers 64 i to 64 i + 63. There are a power of two of them, so all nim-sums have a bit.
    """

    def __init__(self, known: Numbers, top: int, heaps: int, budget: Budget) -> None:
        import numpy as np

        self.budget, self.low, self.high = budget, known & (WORD - 1), known >> 6
        self.rows, self.count = self.rows_for(top), len(known)
        self.tables = [np.zeros((self.rows, self.count), np.uint64) for _ in range(heaps)]  # of 1, 2, ... heaps
        self.tables[0][self.high, np.arange(self.count)] = np.left_shift(np.uint64(1), self.low.astype(np.uint64))
        self.tables[0][:, 0] = 0
        self.known = [(0, self.count)] + [(0, 0)] * (heaps - 1)  # which columns hold their sets

    @staticmethod
    def rows_for(top: int) -> int:
        return -(-(1 << (top - 1).bit_length()) // WORD)

    def table(self, heaps: int, first: int, stop: int) -> "NDArray[Any]":
        """The table of so many heaps, with the sets of first, ..., stop - 1 stones."""
        begin, end = self.known[heaps - 1]
        if not begin <= first <= end:
            begin = end = first
        size, table = max(1, SUM_WORDS // self.rows), self.tables[heaps - 1]
        for start in range(end, stop, size):
            end = min(start + size, stop)
            table[:, start:end] = self.with_a_heap(self.table(heaps - 1, 0, end), start, end)
            self.known[heaps - 1] = begin, end
        return table

    def with_a_heap(self, fewer: "NDArray[Any]", first: int, stop: int) -> "NDArray[Any]":
        """The sets of first, ..., stop - 1 stones in one heap more than this table is for."""
        import numpy as np

        found, rows = np.zeros((self.rows, stop - first), np.uint64), np.arange(self.rows)
        for low in range(WORD):  # heaps whose values differ in higher bits alone are added together
            met = np.zeros_like(found)
            for heap in (1 + np.flatnonzero(self.low[1:stop] == low)).tolist():
                begin, high = max(first, heap), int(self.high[heap])
                rest = fewer[:, begin - heap : stop - heap]
                met[:, begin - first :] |= rest[rows ^ high] if high else rest
                self.budget.spend(rest.size)
            found |= exchanged(met, low)
        return found


def exchanged(words: "NDArray[Any]", number: int) -> "NDArray[Any]":
    """Words whose bit n xor the number, below 64, is bit n of those given."""
    import numpy as np

    for bit, lower in enumerate(LOWER):
        if number >> bit & 1:
            mask, shift = np.uint64(lower), np.uint64(1 << bit)
            words = (words & mask) << shift | words >> shift & mask
    return words


class HeapTable:
    """The values of a ruleset that a certificate lists; `check` tests condition 3a for some of the heaps."""

    def __init__(self, file: Certificate, about: Any, place: int) -> None:
        fields = isinstance(about, dict) and about.keys() == {"ruleset", "width", "count", "period"}
        require(fields and isinstance(about["ruleset"], str), "a table has other fields")
        self.count, width = integers([about["count"], about["width"]], 1)
        self.stop = place + self.count * width
        require(width in (1, 2, 4) and self.stop <= len(file.data), "a table is not in the file")
        self.budget = file.budget
        self.rules, self.code = heap_rules(file, about["ruleset"])
        require(self.rules.has_normal, f"{self.rules} is played misère only")
        self.known = numbers_in(file.data, place, self.count, width)
        self.top = int(max(self.known) if arrays() is None else self.known.max()) + 1
        require(self.top < MOST_VALUE, f"{self.rules}: a value above {MOST_VALUE:,}")
        self.period = self.read_period(about["period"])
        self.splits, self.takes, self.rares = list[int](), list[int](), list[int]()
        self.space: NumberClasses | None = None
        # What moves leave is at most two heaps, and the code says so.
        self.is_paired = self.code is not None and self.code.length is not None and self.code.heaps in (1, 2)
        if self.code and self.is_paired:
            self.takes = [take for take, digit in enumerate(self.code.digits) if digit & 2]
            self.splits = [take for take, digit in enumerate(self.code.digits) if digit & 4]
        if self.splits and self.count >= LEAST_SPARSE and self.top <= MOST_SPARSE:
            self.space = NumberClasses.of(self.splits, self.known)
            self.rares = self.find_rares(self.space)
            if len(self.rares) * RARE_COST > self.count:
                self.space = None
        self.sums: HeapSums | None = None
        self.sums = self.new_sums()

    def new_sums(self) -> HeapSums | None:
        """Tables of the values of heaps together, where moves leave several, it pays, and memory is enough."""
        heaps = (self.code and self.code.heaps) or 1
        if heaps == 1 or self.space or arrays() is None:
            return None
        words = self.count * HeapSums.rows_for(self.top)
        joined = (heaps - 1) * words * self.count // 2
        if heaps * words > MOST_SUM_WORDS or joined > WORDS_PER_OPTION * self.work(0, self.count):
            return None
        return HeapSums(self.known, self.top, heaps, self.budget)

    def read_period(self, period: Any) -> tuple[int, int, int] | None:
        if period is None:
            return None
        require(isinstance(period, list) and len(period) == 3, "a period has a start, a length and a saltus")
        start, length, saltus = integers(period, 0)
        require(length, "a period has a length")
        return start, length, saltus

    def find_rares(self, space: NumberClasses) -> list[int]:
        np = arrays()
        if np is None:
            return [n for n in range(1, self.count) if not space.is_common(self.known[n], n)]
        common = np.array([[space.is_common(value, odd) for value in range(self.top)] for odd in range(2)], np.bool_)
        found = list[int]()
        for first in range(0, self.count, BLOCK_HEAPS):
            heaps = np.arange(first, min(first + BLOCK_HEAPS, self.count))
            found += heaps[~common[heaps & 1, self.known[first : first + BLOCK_HEAPS]]].tolist()
        return [n for n in found if n]

    def segments(self) -> Iterator[tuple[int, int]]:
        return ((n, min(n + SEGMENT_HEAPS, self.count)) for n in range(0, self.count, SEGMENT_HEAPS))

    def heaps(self, first: int, stop: int) -> int:
        return stop - first

    def work(self, first: int, stop: int) -> int:
        """How much there is to look at: words of sets of sums, or options, at most those that a sparse space leaves."""
        middle = (first + stop) // 2
        if self.space:
            marks = (stop - first) * len(self.splits) * (len(self.rares) + MOST_PROBES)
            return 1 + marks // MARKS_PER_OPTION
        if self.sums:
            return (len(self.sums.tables) - 1) * self.sums.rows * (stop - first) * middle
        if self.code is None or self.code.heaps is None:
            return (stop - first) * max(1, len(options_of_heap(self.rules, middle)))
        splits = (
            comb(max(middle - take, parts) - 1, parts - 1) // factorial(parts) + 1
            for take, digit in self.code.places(middle)
            for parts in range(1, digit.bit_length())
            if digit >> parts & 1
        )
        return (stop - first) * max(1, sum(splits))

    def trial(self, first: int, stop: int) -> int:
        """Check a few heaps, of options as many as there is time for; how much was looked at."""
        stop, budget = min(first + BLOCK_HEAPS, stop), self.budget
        self.budget = trial = replace(budget.smaller(sys.maxsize, TRIAL_SECONDS), report=budget.report)
        if self.sums:
            self.sums.budget = trial
        try:
            self.check(first, stop)
        except NotDecided:
            budget.look()  # where its own time is over, it says so
            return trial.spent
        finally:
            self.budget = budget
            if self.sums:
                self.sums.budget = budget
        return trial.spent if self.sums else self.work(first, stop)

    def check(self, first: int, stop: int) -> None:
        """Condition 3a for the heaps first, ..., stop - 1: each value is the least number that no option has."""
        if arrays() is None:
            wrong = next((n for n in range(first, stop) if not self.is_least(n)), None)
        elif self.space:
            found = (self.wrong_in(n, min(n + BLOCK_HEAPS, stop)) for n in range(first, stop, BLOCK_HEAPS))
            wrong = next((n for n in found if n is not None), None)
        elif self.sums:
            wrong = self.wrong_by_sums(self.sums, first, stop)
        else:
            wrong = self.wrong_by_all_options(first, stop)
        require(wrong is None, f"{self.rules}: the value of heap {wrong} is not the least one missing")

    def is_least(self, n: int) -> bool:
        """Whether the value of one heap is the least number that no option has.

        All options are looked at; for a common heap all that may have its value, and others until the smaller ones
        are met.
        """
        self.budget.spend()
        own = int(self.known[n])
        smaller, met = (1 << own) - 1, 0  # sets of numbers, as bits
        if not self.is_paired:
            options = self.code.options(n) if self.code else options_of_heap(self.rules, n)
            return mex(map(self.value_of, options)) == own
        assert self.code
        is_common = self.space and self.space.is_common(own, n)
        met |= self.code[n] & 1  # it may be taken whole
        for take in self.takes:
            met |= 1 << int(self.known[n - take]) if take < n else 0
        for take in self.splits if is_common else ():
            for rare in islice(self.rares, bisect_left(self.rares, n - take)):
                met |= 1 << int(self.known[rare] ^ self.known[n - take - rare])
        for part in range(1, n // 2 + 1, PAIRS_AT_ONCE):
            if is_common and met & smaller == smaller:
                break
            for take in self.splits:
                met |= self.values_of_pairs(n - take, part, min(part + PAIRS_AT_ONCE, (n - take) // 2 + 1))
        return met & (2 * smaller + 1) == smaller

    def value_of(self, heaps: tuple[int, ...]) -> int:
        self.budget.spend()
        return reduce(xor, (int(self.known[part]) for part in heaps), 0)

    def values_of_pairs(self, total: int, first: int, stop: int) -> int:
        """The values of two heaps of so many stones together, one of them from first to stop - 1, as bits."""
        if first >= stop:
            return 0
        self.budget.spend(stop - first)
        np, known = arrays(), self.known
        if np is None:
            values = {known[part] ^ known[total - part] for part in range(first, stop)}
        else:
            values = np.unique(known[first:stop] ^ known[total - stop + 1 : total - first + 1][::-1]).tolist()
        return sum(1 << value for value in values)

    def wrong_in(self, first: int, stop: int) -> int | None:
        """A heap from first to stop - 1 whose value is not the least one missing, by marks on whole arrays.

        Row i of `met` holds a word for each heap, whose bits are the numbers 64 i to 64 i + 63 that its options have.
        """
        import numpy as np

        own, known = self.known[first:stop], self.known
        met = np.zeros((-(-(1 << (self.top - 1).bit_length()) // 64), stop - first), np.uint64)
        for take in self.takes:
            mark(met[:, max(take + 1 - first, 0) :], known[max(first - take, 1) : max(stop - take, 1)])
        for take, digit in enumerate(self.code.digits if self.code else ()):
            if digit & 1 and first <= take < stop:
                mark(met[:, take - first : take - first + 1], known[:1] * 0)
        for take, part in product(self.splits, self.rares):
            self.mark_pairs(met, first, stop, take, part)
        wanted, single = smaller_and_own(own, len(met))
        rares = set(self.rares[bisect_left(self.rares, first) : bisect_left(self.rares, stop)])
        for part in range(1, MOST_PROBES, PROBES_AT_ONCE):
            if (wanted & ~met).any(axis=0).sum() * FEW_LACKING < len(own):
                break
            for probe, take in product(range(part, part + PROBES_AT_ONCE), self.splits):
                self.mark_pairs(met, first, stop, take, probe)
        doubtful = first + np.flatnonzero(((wanted & ~met) | (met & single)).any(axis=0))
        return next((n for n in sorted(rares.union(doubtful.tolist())) if not self.is_least(n)), None)

    def mark_pairs(self, met: "NDArray[Any]", first: int, stop: int, take: int, part: int) -> None:
        """Mark for each heap the value of the split into this part and the rest."""
        begin = max(first, take + part + 1)
        self.budget.spend(1 + (stop - first) // MARKS_PER_OPTION)
        if begin < stop:
            gone = take + part
            mark(met[:, begin - first :], self.known[begin - gone : stop - gone] ^ self.known[part])

    def wrong_by_sums(self, sums: HeapSums, first: int, stop: int) -> int | None:
        """A heap from first to stop - 1 whose value is not the least one missing, by the values of heaps together."""
        import numpy as np

        assert self.code
        size = max(1, SUM_WORDS // sums.rows)
        for start in range(first, stop, size):
            end = min(start + size, stop)
            met, moves = np.zeros((sums.rows, end - start), np.uint64), [*self.code.places(end - 1)]
            last = max((take for take, _ in moves), default=0)
            for take, digit in moves:
                begin = max(start, take)
                if digit & 1 and begin == take:
                    met[0, take - start] |= np.uint64(1)
                for heaps in (heaps for heaps in range(1, digit.bit_length()) if digit >> heaps & 1):
                    table = sums.table(heaps, max(start - last, 0), end)
                    met[:, begin - start :] |= table[:, begin - take : end - take]
            smaller, single = smaller_and_own(self.known[start:end], sums.rows)
            wrong = ((smaller & ~met) | (met & single)).any(axis=0)
            if wrong.any():
                return start + int(wrong.argmax())
        return None

    def wrong_by_all_options(self, first: int, stop: int) -> int | None:
        """A heap from first to stop - 1 whose value is not the least one missing, by marks for all options."""
        import numpy as np

        top = self.top + 1  # a value above all in the table is marked at its edge
        size = max(1, MARK_CELLS // top)
        for start in range(first, stop, size):
            own = self.known[start : min(start + size, stop)].astype(np.int64)
            rows, met = np.arange(len(own)), np.zeros((len(own), top), np.bool_)
            for heap, values in reached_values(self.rules, self.code, self.known, start, start + len(own)):
                self.budget.spend(max(1, len(values)))
                met[rows[heap - start :][: len(values)], np.minimum(values, np.int64(top - 1))] = True
            smaller = (met & (np.arange(top) < own[:, None])).sum(axis=1)
            wrong = met[rows, own] | (smaller != own)
            if wrong.any():
                return start + int(wrong.argmax())
        return None

    def __getitem__(self, heap: int) -> int:
        """The value of a heap, perhaps by the period, which is proved by then."""
        start, period, saltus = self.period or (0, 0, 0)
        turns = max(0, (heap - start) // period) if period else 0
        require(heap - turns * period < self.count, f"the heap {heap} is beyond the table")
        return int(self.known[heap - turns * period]) + turns * saltus

    def statement(self) -> str:
        """What is shown: conditions 3b and 3c, where there is a period."""
        if self.period is None:
            return f"the values of {self.rules} from 0 to {self.count - 1} are those listed"
        start, length, saltus = self.period
        words = f"in {self.rules}, g(n + {length}) = g(n){f' + {saltus}' * (saltus > 0)} for every n >= {start}"
        require(self.repeats(start, length, saltus), f"the values do not show: {words}")
        if saltus:
            lasts = growth_suffices(self.code, self.known, start, length, saltus, self.budget)
        else:
            lasts = repetition_suffices(self.code, self.count, start, length)
        require(lasts, f"no theorem proves: {words}")
        return words

    def repeats(self, start: int, length: int, saltus: int) -> bool:
        """Whether the values that are listed have the period."""
        np, known = arrays(), self.known
        if np is None:
            return all(known[n + length] == known[n] + saltus for n in range(start, self.count - length))
        for first in range(start, self.count - length, BLOCK_HEAPS):
            later = known[first + length : first + length + BLOCK_HEAPS].astype(np.int64)
            if (later != known[first : first + len(later)].astype(np.int64) + saltus).any():
                return False
        return True


def mark(met: "NDArray[Any]", values: "NDArray[Any]") -> None:
    """Set the bit of a value in each column; a shift by 64 or more, as by what wraps around below 0, gives 0."""
    import numpy as np

    shift = values.astype(np.uint64)
    for number, word in enumerate(met):
        if number:
            shift -= np.uint64(64)
        word |= np.left_shift(np.uint64(1), shift)


def smaller_and_own(own: "NDArray[Any]", rows: int) -> "tuple[NDArray[Any], NDArray[Any]]":
    """For each value, in so many words, the bits of all smaller numbers, and its own."""
    import numpy as np

    smaller, single = np.zeros((2, rows, len(own)), np.uint64)
    mark(single, own)
    for word, (one, low) in enumerate(zip(single, smaller, strict=True)):
        low[:] = np.where(one, one - np.uint64(1), np.where(own >= WORD * word, ~np.uint64(0), np.uint64(0)))
    return smaller, single


@cache
def arrays() -> Any:
    """The module numpy; None where it is not installed, and all is done in plain Python."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def numbers_in(data: bytes | mmap, place: int, count: int, width: int) -> Numbers:
    """So many numbers of a body, little-endian, read where they lie."""
    np = arrays()
    if np is not None:
        return np.frombuffer(data, f"<u{width}", count, place)
    kinds: dict[int, Literal["B", "H", "I"]] = {1: "B", 2: "H", 4: "I"}
    if sys.byteorder == "little":
        return memoryview(data)[place : place + count * width].cast(kinds[width])
    found = array(kinds[width], data[place : place + count * width])
    found.byteswap()
    return found


def repetition_suffices(code: Code | None, count: int, start: int, period: int) -> bool:
    """Conditions 3b: whether a repetition among so many heaps goes on for ever, of values and of elements alike."""
    if code is None or code.heaps is None:
        return False
    last = len(code.digits) - 1
    if code.tail:
        return code.heaps == 1 and count >= max(start, 1) + 2 * lcm(period, len(code.tail)) + last + 1
    return count >= code.heaps * (max(start, 1) + period - 1) + last + 1


def growth_suffices(code: Code | None, known: Numbers, start: int, period: int, saltus: int, budget: Budget) -> bool:
    """Condition 3c or 3d: whether values that grow by the saltus go on so."""
    if code is None or code.heaps is None or code.heaps > 3:
        return False
    first, last = max(start, 1), len(code.digits) - 1
    # At least `saltus` values are met, among as many heaps.
    if code.heaps == 1 and {*code.tail} == {3} and len(known) >= max(first + last + period, saltus):
        early, met = ({int(value) for value in known[:stop]} for stop in (first, first + period))
        if met == {*range(saltus), *(value + saltus for value in early)}:
            return True
    values = [int(value) for value in known[:MOST_GROWING]]
    return len(values) >= 2 * (first + period) and Growth(code, values, first, period, saltus, budget).lasts()


class Growth:
    """Values g(n) that are listed, with g(n + p) = g(n) + s from e >= 1 on: the conditions of arithmetic.md (3d)."""

    def __init__(self, code: Code, g: list[int], e: int, p: int, s: int, budget: Budget) -> None:
        self.code, self.g, self.e, self.p, self.s = code, g, e, p, s
        self.budget, self.parts = budget, code.heaps or 1
        above = [p * g[n] - s * n for n in range(e + p)]
        self.bound = self.parts * max(0, *above[1:]) - min(above[e:])  # B
        self.digits = [code[take] for take in range(max(len(code.digits), self.bound // s + 1))]

    def lasts(self) -> bool:
        """Whether the three conditions hold for some number L of low bits."""
        cover, bits = self.cover(), 0
        while 2 * self.p << bits <= self.bound:
            bits += 1
        while cover:
            distance, late = cover
            turn = self.p * (1 << bits) // gcd(self.s, 1 << bits)  # P
            needed = turn + max(3 * self.e + len(self.digits), distance + late // self.s + 1)
            if needed > len(self.g) or (self.e + turn) ** 2 > MOST_PAIRS:
                return False
            if self.reaches(distance, late, turn, bits) and self.misses(turn, bits):
                return True
            bits += 1
        return False

    def cover(self) -> tuple[int, int] | None:
        """The condition Cover: numbers c and k such that a heap n with s (n - c) >= p w + k has a move to w."""
        size, tail = len(self.code.digits), self.code.tail
        # By n - m modulo the length of a cycle: from which n - m on m can be left, and whether nothing can be.
        ways = {(size + n) % len(tail): (size, digit & 1) for n, digit in enumerate(tail) if digit & 2}
        cycle = len(tail)
        if not ways:
            cycle, takes = 2, [*enumerate(self.code.digits)][::-1]
            pairs = {take % 2 for take, digit in takes if digit & 4}
            ways = {take % 2: (take + 2, int(take % 2 in pairs)) for take, digit in takes if digit & 8}
        lates, needed = [0], max(self.g[: self.e]) + 1 + self.s * lcm(self.p, cycle) // self.p
        for residue in range(cycle if ways else 0):
            first = dict[int, int]()  # for each value the least heap of it that can be left
            for m, value in enumerate(self.g):
                way = ways.get((residue - m) % cycle)
                if way and (m or way[1]):
                    first.setdefault(value, m)
            if len(first) < needed or not first.keys() >= {*range(needed)}:
                return None
            lates.append(max(self.s * first[w] - self.p * w for w in range(needed)))
        return (max(distance for distance, _ in ways.values()), max(lates)) if ways else None

    def reaches(self, distance: int, late: int, turn: int, bits: int) -> bool:
        """The condition Reach, for one turn of heaps: parts beside a heap from e on have nim-sums below 2^L."""
        g, size = self.g, min(len(self.g) - self.e, ((2 * self.p << bits) + self.bound) // self.s + 1)
        low = [[{0} if m == 0 else set[int]() for m in range(size)]]
        low += [[{g[m]} - {*range(1 << bits, max(g) + 1)} if m else set() for m in range(size)]]
        self.budget.spend(size**2 // 2)
        low += [[{v for i in range(1, m) if (v := g[i] ^ g[m - i]) < 1 << bits} for m in range(size)]]
        for n in range(len(g) - turn, len(g)):
            lacking = {*range(max(0, (self.s * (n - distance) - late) // self.p + 1), g[n])}
            for take, m in product(range(len(self.digits)), range(size)):
                if not lacking:
                    break
                self.budget.spend()
                if n - take - m >= self.e:
                    for parts in range(self.parts):
                        if self.digits[take] >> (parts + 1) & 1:
                            lacking -= {g[n - take - m] ^ x for x in low[parts][m]}
            if lacking:
                return False
        return True

    def misses(self, turn: int, bits: int) -> bool:
        """The condition Miss: no heaps, one of them from e on, add up to g(n) as kinds."""
        cycle, low = self.s // gcd(self.s, 1 << bits), (1 << bits) - 1

        def kinds(first: int, stop: int) -> set[tuple[int, int, int]]:
            """For heaps s n - p h(n), h(n) / 2^L modulo S / 2^L, and the lowest bits."""
            highs = [(self.s * n - self.p * (self.g[n] & ~low), self.g[n] >> bits, n) for n in range(first, stop)]
            return {(line, high % cycle, self.g[n] & low) for line, high, n in highs}

        regular, rest = kinds(self.e, self.e + turn), {(0, 0, 0)}
        every = regular | kinds(1, self.e)
        apart = {(a - x, (b - y) % cycle, c ^ z) for a, b, c in regular for x, y, z in regular}
        for parts in range(self.parts):
            for take in range(self.bound // self.s + 1):
                if self.digits[take] >> (parts + 1) & 1 and any((a + self.s * take, b, c) in apart for a, b, c in rest):
                    return False
            if parts + 1 < self.parts:
                self.budget.spend(len(rest) * len(every))
                rest = {(a + x, (b + y) % cycle, c ^ z) for a, b, c in rest for x, y, z in every}
        return True


def tables_of(file: Certificate) -> list[HeapTable]:
    """The tables of a certificate, which fill its body."""
    place, found = file.start, list[HeapTable]()
    for about in file.header["tables"]:
        found.append(HeapTable(file, about, place))
        place = found[-1].stop
    require(found and place == len(file.data), "there is no table, or something behind the tables")
    require(len({key_of(table.rules) for table in found}) == len(found), "a ruleset has two tables")
    return found


def key_of(rules: Ruleset[Any]) -> tuple[type, str]:
    """What no other ruleset has: two of one class without parameters are equal, and may be different games."""
    return type(rules), str(rules)


def check_values(file: Certificate) -> str:
    """The values of heaps, their period, and what they say of a sum of heaps."""
    tables = tables_of(file)
    file.check_segments(tables)
    statements = [table.statement() for table in tables]
    if file.header["game"] is None:
        require(file.header["claim"] is None, "a claim without a game")
        return "; ".join(statements)
    game, total, by_rules = parse(file.header["game"]), 0, {key_of(table.rules): table for table in tables}
    for summand in game.summands:
        table = by_rules.get(key_of(summand.ruleset))
        require(table, f"{summand.ruleset} has no table")
        assert table
        for heap in summand.position:  # type: ignore[attr-defined]
            require(type(heap) is int, f"{summand} has an infinite heap")
            total ^= table[heap]
    return claim_in_words(file, {"outcome": "N" if total else "P", "nimber": total})


# --- 4. Misère quotients ----------------------------------------------------------------------------------------------


def check_monoid(file: Certificate, times: "NDArray[Any]", lost: "NDArray[bool_]", heaps: list[int]) -> None:
    """Condition 4a: a commutative monoid that the heaps generate, whose elements differ in what is lost beside them."""
    import numpy as np

    order = len(times)
    require((times < order).all() and (times == times.T).all(), "the products do not commute, or are no elements")
    require((times[0] == np.arange(order)).all(), "element 0 is not the identity")
    for x in {*heaps}:  # Light's test: it is enough to try generators in the middle
        file.budget.spend(order)
        require((times[times[:, x]] == times[:, times[x]]).all(), "the products do not associate")
    made = [0]
    for x in made:
        made += sorted({int(times[x, y]) for y in heaps} - {*made})
    require(len(made) == order, "not every element is that of a sum of heaps")
    require(len({row.tobytes() for row in lost}) == order, "two elements are not told apart by what is lost")


def check_quotient(file: Certificate) -> str:
    """The misère quotient of a ruleset of heaps: every sum is lost exactly if the product of its heaps is."""
    if arrays() is None:
        raise NotDecided("misère quotients are checked with numpy, which is not installed; `pip install numpy`")
    import numpy as np

    header = file.header
    rules, code = heap_rules(file, header["ruleset"])
    require(rules.has_misere, f"{rules} has no misère form")
    order, lost_elements = header["order"], header["lost"]
    require(0 < order <= 1 << 16, "the order is out of bounds")
    heaps = integers(header["heaps"], 0, order)
    lost_elements = integers(lost_elements, 0, order)
    require(lost_elements == sorted({*lost_elements}), "the lost elements are not in order")
    require(heaps and len(file.data) == file.start + 2 * order**2, "the body is not a table of products")
    times = np.frombuffer(file.data, "<u2", order**2, file.start).reshape(order, order)
    lost = np.isin(times, lost_elements)  # lost[x, y]: whether a sum of elements x and y is lost
    check_monoid(file, times, lost, heaps)
    require(not lost[0, 0], "a sum that is over is won under misère play")
    stuck: dict[tuple[int, bytes], NDArray[bool_]] = {}
    for heap, x in enumerate(heaps):
        listed = options_of_heap(rules, heap)
        file.budget.spend(len(listed))
        options = [reduce(lambda y, part: int(times[y, heaps[part]]), left, 0) for left in listed]
        require(options or x == 0, f"heap {heap} has no moves, and is not the identity")
        if not options:
            continue
        wins = lost[sorted({*options})].any(axis=0)  # beside which elements a move in this heap leaves a lost sum
        require(not (wins & lost[x]).any(), f"heap {heap} is not element {x}: a lost sum would have a lost option")
        stuck[x, wins.tobytes()] = ~(wins | lost[x])
    check_every_sum_has_a_move(file, times, lost, stuck)
    sizes = f"below {len(heaps)}"
    if header["period"] is not None:
        require(len(header["period"]) == 2, "a period of elements has a start and a length")
        start, length = integers(header["period"], 0)
        same = length and all(x == y for x, y in zip(heaps[start:], heaps[start + length :], strict=False))
        lasting = same and repetition_suffices(code, len(heaps), start, length)
        require(lasting, f"the period {header['period']} of the elements is not proved by {len(heaps)} heaps")
        sizes = f"of all sizes, with period {length},"
    lost_words = f"{len(lost_elements)} of them lost"
    return f"the misère quotient of {rules}, heaps {sizes} has the {order} elements listed, {lost_words}"


def check_every_sum_has_a_move(
    file: Certificate, times: "NDArray[Any]", lost: "NDArray[bool_]", stuck: "dict[tuple[int, bytes], NDArray[bool_]]"
) -> None:
    """Condition 4c: each sum that is not lost and not over has a move to a lost one.

    Of a sum with element y we keep beside which elements it is won, but by no move in it. Adding a heap to the sum
    gives the same for the larger sum; there are finitely many such pairs, so all of them are met.
    """
    met = {(0, b""): ~lost[0]}
    for (x, _), heap_stuck in stuck.items():
        todo = list(met.items())
        for (y, _), sum_stuck in todo:
            file.budget.spend()
            both = sum_stuck[times[x]] & heap_stuck[times[y]]
            require(not both[0], f"a sum of element {times[y, x]} is not lost, but no move in it wins")
            key = int(times[y, x]), both.tobytes()
            if both.any() and key not in met:
                met[key] = both
                todo.append((key, both))


# --- 5. Moves that entail ---------------------------------------------------------------------------------------------


def xor_set(heaps: int, other: int) -> int:
    """The set of heaps with a number added to each by nim addition; a negative one holds all but finitely many."""
    if heaps < 0:
        return ~xor_set(~heaps, other)
    return sum(1 << (heap ^ other) for heap in range(heaps.bit_length()) if heaps >> heap & 1)


class EntailingPositions(Positions):
    """Positions as units of which equal ones do not cancel: two loony ones are loony together."""

    def __init__(self, file: Certificate) -> None:
        super().__init__(file)
        require(self.has_nimbers, "moves that entail are for normal play without patterns")
        require("turns" in self.trusted, "it does not trust whose turn it is")
        self.adds = "parts" in self.trusted
        self.must_be_answered = lru_cache(REMEMBERED_LINES)(lambda unit: bool(parse(unit).entailed()))

    def units(self, pieces: Sequence[list[str]]) -> list[str]:
        return [piece for some in pieces for piece in some]

    def turns(self, name: str) -> Iterator[tuple[bool, list[str]]]:
        """For each move whether the player who makes it goes on, and the units that it leaves."""
        game = parse(name)
        require(not game.has_infinite_moves(), f"{ellipsis(name)} has infinitely many moves")
        return ((move.goes_on, self.units_after(game, move.index, move.position)) for move in self.moves(game, name))


class Entailing:
    """Lines that say of a unit beside which nim heaps it is lost for the player to move: a set, held as bits."""

    def __init__(self, file: Certificate) -> None:
        self.lines, self.positions = Lines(file), EntailingPositions(file)
        self.replies = lru_cache(REMEMBERED_LINES)(self.find_replies)

    def lost_set(self, unit: str, value: str) -> int:
        """The heaps that a value stands for: one for a number, none for loony, those of its set for an answer."""
        found = LOST_SET.fullmatch(value)
        fits = self.positions.must_be_answered(unit) == bool(found)
        require(fits, f"{ellipsis(unit)} cannot have the value {ellipsis(value)}")
        heaps = int(found[1]) if found else 0 if value == "loony" else number(value)
        require(heaps.bit_length() <= MOST_NIMBER if found else heaps < MOST_NIMBER, "a number is too large")
        return heaps if found or value == "loony" else 1 << heaps

    def add(self, units: list[str], below: float) -> tuple[int | None, int, list[str]]:
        """The heaps beside which the units that have lines of rank below the bound are lost together, if these are all.

        With them come the largest such rank, and the other units; where there are others, the one heap of the nim-sum,
        and None where there is none. At most one unit must be answered: its set is moved by the nim-sum of the others,
        and beside a loony one it is lost if it is lost beside all heaps but finitely many.
        """
        total, rank, loony, answer, others = 0, -1, False, None, list[str]()
        for unit in units:
            fields = self.lines.find(unit)
            if fields is None or number(fields[2]) >= below:
                others.append(unit)
                continue
            heaps, rank = self.lost_set(unit, fields[1]), max(rank, number(fields[2]))
            if self.positions.must_be_answered(unit):
                require(answer is None, f"{ellipsis(unit)} is not the only one that must be answered")
                answer = heaps
            elif heaps:
                total ^= heaps.bit_length() - 1
            else:
                loony = True
        if others:
            return (None if loony or answer is not None else 1 << total), rank, others
        if answer is None:
            return (0 if loony else 1 << total), rank, others
        return (-(answer < 0) if loony else xor_set(answer, total)), rank, others

    def find_replies(self, unit: str) -> list[tuple[int, int]]:
        """The heaps beside which moves to units with lines win, with the ranks from which on that is known."""
        known = list[tuple[int, int]]()
        for goes_on, units in self.positions.turns(unit):
            lost, rank, others = self.add(units, float("inf"))
            if not others and lost is not None:
                known.append((rank, ~lost if goes_on else lost))
        found, won = list[tuple[int, int]](), 0
        for rank, heaps in sorted(known):
            if heaps & ~won:
                found.append((rank, heaps))
                won |= heaps
        return found

    def is_answered(self, units: list[str], nimber: int, below: float) -> bool:
        """Condition 5d: whether a move in the one unit without a line wins beside the number and the other units."""
        lost, _, others = self.add(units, below)
        if lost is None or len(others) != 1 or self.positions.must_be_answered(others[0]):
            return False
        heap = lost.bit_length() - 1 ^ nimber
        return any(rank < below and heaps >> heap & 1 for rank, heaps in self.replies(others[0]))

    def holds(self, name: str, value: str, rank: int) -> bool:
        """Conditions 5a for what must be answered, 5b for loony, 5c and 5d for a number."""
        heaps, must_be_answered = self.lost_set(name, value), self.positions.must_be_answered(name)
        nimber, won = heaps.bit_length() - 1, 0
        for goes_on, units in self.positions.turns(name):
            lost, _, others = self.add(units, rank)
            if not others:
                assert lost is not None
                won |= ~lost if goes_on else lost
            elif must_be_answered or (heaps and (goes_on or not self.is_answered(units, nimber, rank))):
                return False
        if must_be_answered:
            return heaps == ~won
        return won & (2 * heaps - 1) == heaps - 1 if heaps else won == -1


def check_entailing(file: Certificate) -> str:
    """The outcome, the nimber, or that it is loony, of a game with moves that entail."""
    proof = Entailing(file)
    for fields in proof.lines:
        require(len(fields) == 3, f"the line of {ellipsis(fields[0])} has not three fields")
        name, value, rank = fields[0], fields[1], number(fields[2])
        require(proof.holds(name, value, rank), f"{ellipsis(name)}: {value} does not follow from lines before it")
    units = proof.positions.first()
    lost, _, others = proof.add(units, float("inf"))
    if others or lost is None:  # 5e: one unit may be unknown, if a move in it wins beside all others
        return claim_in_words(file, {"outcome": "N"} if proof.is_answered(units, 0, float("inf")) else {})
    shown: dict[str, object] = {"outcome": "P" if lost & 1 else "N"}
    if not any(map(proof.positions.must_be_answered, units)):
        shown["nimber"] = lost.bit_length() - 1 if lost else "loony"
    return claim_in_words(file, shown)


# --- 6. Margins of points ---------------------------------------------------------------------------------------------


class Margins:
    """Lines that say: the margin of this position is at least, or at most, or just this number."""

    def __init__(self, file: Certificate) -> None:
        self.lines, self.budget, game = Lines(file), file.budget, parse(file.header["game"])
        require(len(game.summands) == 1, "points decide one game, and not a sum")
        (self.summand,) = game.summands
        self.rules, self.canonical = self.summand.ruleset, "canonical" in file.trusted
        plain = type(self.rules).terminal is Ruleset.terminal and self.rules.board.kind != "compound"
        require(self.rules.scored and plain and file.header["play"] == "normal", "points do not decide the game")
        require({"turns", "points"} <= {*file.trusted}, "it does not trust whose turn it is, and what moves score")

    def name(self, position: Any) -> str:
        form = self.rules.canonical(position) if self.canonical else position
        return str(Summand(self.rules, form if self.rules.board.show(form) else position))

    def options(self, name: str) -> Iterator[tuple[int, bool, str]]:
        """For each move its points, whether the player who makes it goes on, and the name of what it leaves."""
        game = parse(name)
        require([it.ruleset for it in game.summands] == [self.rules], f"{ellipsis(name)} is another game")
        require(not game.has_infinite_moves(), f"{ellipsis(name)} has infinitely many moves")
        for count, move in enumerate(islice(game.each_move(), MOST_OPTIONS + 1)):
            require(count < MOST_OPTIONS, f"{ellipsis(name)} has more than {MOST_OPTIONS:,} moves")
            self.budget.spend()
            require(type(move.points) is int, f"{ellipsis(name)}: points are not numbers")
            yield move.points, move.goes_on, self.name(move.position)

    def entry(self, name: str, below: float) -> tuple[int | None, int | None]:
        """The least and the most that a line of rank below the bound says of a margin."""
        fields = self.lines.find(name)
        return (None, None) if fields is None or number(fields[2]) >= below else self.bounds(fields[1])

    def bounds(self, text: str) -> tuple[int | None, int | None]:
        found = BOUNDS.fullmatch(text)
        require(found, f"{ellipsis(text)} are no bounds of a margin")
        assert found
        least, most = (None if it is None else int(it) for it in found.groups())
        require(all(it is None or abs(it) < MOST_POINTS for it in (least, most)), "a number is too large")
        return least, most

    def holds(self, name: str, text: str, rank: int) -> bool:
        """Conditions 6a for the least, 6b for the most; at least one of them is said."""
        least, most = self.bounds(text)
        reached, limits = list[int](), list[int | None]()  # by each move at least, and at most
        for points, goes_on, option in self.options(name):
            low, high = self.entry(option, rank)
            if not goes_on:
                low, high = None if high is None else -high, None if low is None else -low
            reached += [] if low is None else [points + low]
            limits.append(None if high is None else points + high)
        if not limits:  # no move is left
            reached, limits = [0], [0]
        at_least = least is None or any(it >= least for it in reached)
        at_most = most is None or all(it is not None and it <= most for it in limits)
        return (least, most) != (None, None) and at_least and at_most


def check_margins(file: Certificate) -> str:
    """The margin of points of a position, or who gets more of them."""
    proof = Margins(file)
    for fields in proof.lines:
        require(len(fields) == 3, f"the line of {ellipsis(fields[0])} has not three fields")
        name, text, rank = fields[0], fields[1], number(fields[2])
        require(proof.holds(name, text, rank), f"{ellipsis(name)}: {text} does not follow from lines before it")
    least, most = proof.entry(proof.name(proof.summand.position), float("inf"))
    if least is not None and least == most:
        return claim_in_words(file, {"outcome": "N" if least > 0 else "P" if least < 0 else "D", "margin": least})
    decided = "N" if least is not None and least > 0 else "P" if most is not None and most < 0 else None
    return claim_in_words(file, {"outcome": decided} if decided else {})


# --- 7. Windows -------------------------------------------------------------------------------------------------------


class WindowProof:
    """The first values of a code, and windows from each of which the next one follows: conditions 7a to 7e."""

    def __init__(self, file: Certificate) -> None:
        header, self.budget = file.header, file.budget
        self.count, self.reach = integers([header["count"], header["reach"]], 1)
        about = {"ruleset": header["ruleset"], "width": 1, "count": self.count, "period": None}
        self.head = HeapTable(file, about, file.start)  # 7a
        known, splits, code = self.head.known, self.head.splits, self.head.code
        require(
            code and splits and self.head.top <= BYTE_VALUES, "it is no finite code of two heaps with values below 256"
        )
        assert code
        odd = header["odd"]
        require(odd in (0, 1) and (not odd or len({take & 1 for take in splits}) == 1), "splits differ in parity")
        require(0 <= header["mask"] < BYTE_VALUES, "the mask is out of bounds")
        self.classes = NumberClasses(header["mask"], odd, splits[0])
        self.length = self.reach + len(code.digits) - 1
        self.rares = self.head.find_rares(self.classes)
        short = self.count > self.length and max(self.rares, default=0) <= self.reach
        require(short, "a rare heap is beyond the reach, or the windows are longer than the first values")  # 7b
        # The numbers that are common at an even and at an odd heap, as bits.
        self.common = [sum(1 << v for v in range(BYTE_VALUES) if self.classes.is_common(v, n)) for n in range(2)]
        self.words = -(-self.head.top // WORD)  # of marks: enough for the values that were met so far
        self.probes = [m for m in range(1, self.reach + 1) if self.classes.is_common(int(known[m]), m)]
        require(len(header["period"]) == 2, "a period has a start and a length")
        self.start, self.period = integers(header["period"], 0)
        self.at = integers(header["at"], self.count)
        self.recurs = self.at[-1] - self.period if self.at else 0  # X
        fits = all(x < y for x, y in pairwise(self.at)) and self.at[:1] == [self.count] and self.recurs in self.at
        require(self.period and fits, "the heaps of the windows do not fit the period")  # 7c
        require(not odd or self.period % 2 == 0, "the period is odd, and classes depend on the parity of heaps")
        self.place, self.data = self.head.stop, file.data
        require(len(self.data) == self.place + len(self.at) * self.length, "there are not as many windows as heaps")
        before = self.recurs - self.length
        self.compared = range(min(self.start, before), before)  # 7e: heaps whose values are compared one by one
        require(not self.compared or before <= self.count, "the start is too far before the windows that are equal")

    def window(self, number: int) -> bytes:
        place = self.place + number * self.length
        return self.data[place : place + self.length]

    def statement(self) -> str:
        """Conditions 7c and 7e, as far as the windows and the first values show them."""
        known, last = self.head.known, self.count - self.length
        first = self.window(0) == bytes(known[last : self.count])
        require(first, "the first window is not the end of the first values")
        equal = self.window(self.at.index(self.recurs)) == self.window(len(self.at) - 1)
        require(equal, "the window does not recur")
        here = (n for n in self.compared if n + self.period < self.count)
        require(all(known[n] == known[n + self.period] for n in here), "the values before the windows do not repeat")
        return f"in {self.head.rules}, g(n + {self.period}) = g(n) for every n >= {self.start}"

    def segments(self) -> Iterator[tuple[int, int]]:
        """Stretches of windows that fit into memory together."""
        lanes = max(1, min(MOST_WINDOWS, MOST_WINDOW_BYTES // self.length))
        return ((n, min(n + lanes, len(self.at) - 1)) for n in range(0, len(self.at) - 1, lanes))

    def heaps(self, first: int, stop: int) -> int:
        return self.at[stop] - self.at[first]

    work = heaps

    def trial(self, first: int, stop: int) -> int:
        """Check a few steps; the number of heaps that were looked at."""
        if arrays() is None:
            self.check_plainly(first)
            return self.at[first + 1] - self.at[first]
        most = min(TRIAL_STEPS, min(self.at[n + 1] - self.at[n] for n in range(first, stop)))
        self.check(first, stop, most)
        return most * (stop - first)

    def check(self, first: int, stop: int, most: int | None = None) -> None:
        """Condition 7d for the windows first, ..., stop - 1: each leads to the next one; for so many steps at most."""
        if arrays() is None:
            for number in range(first, stop):
                self.check_plainly(number)
            return
        import numpy as np

        order = sorted(range(first, stop), key=lambda n: self.at[n] - self.at[n + 1])  # the longest first
        heaps = np.array([self.at[n] for n in order])
        steps = [self.at[n + 1] - self.at[n] for n in order]
        size, room = self.length, self.length + max(self.length, LEAST_STEPS)
        values = np.empty((room, len(order)), np.uint8)  # a row for each step, a column for each window
        listed = np.frombuffer(self.data, np.uint8, (stop - first) * size, self.place + first * size)
        values[:size] = listed.reshape(stop - first, size)[np.array(order) - first].T
        row, lanes = size, len(order)
        for step in range(steps[0] if most is None else most):
            if row == room:
                values[:size] = values[room - size :].copy()
                row = size
            self.budget.spend(lanes)
            values[row, :lanes] = self.next_values(values, row, heaps[:lanes] + step)
            row += 1
            while most is None and lanes and steps[lanes - 1] == step + 1:
                lanes -= 1
                self.require_window(order[lanes] + 1, values[row - size : row, lanes].tobytes())

    def require_window(self, number: int, found: bytes) -> None:
        require(found == self.window(number), f"the values before heap {self.at[number]} are not those of its window")

    def next_values(self, values: "NDArray[Any]", row: int, heaps: "NDArray[Any]") -> Any:
        """The values of some heaps, a column of those before it for each, if all of them are covered."""
        import numpy as np

        lanes, one, splits, known = len(heaps), np.uint64(1), self.head.splits, self.head.known
        met = np.zeros((self.words, lanes), np.uint64)
        for take in self.head.takes:
            mark(met, values[row - take, :lanes])
        for take, rare in product(splits, self.rares):
            mark(met, values[row - take - rare, :lanes] ^ known[rare])
        words = [[numbers >> WORD * word & (1 << WORD) - 1 for numbers in self.common] for word in range(self.words)]
        common = np.array(words, np.uint64)[:, heaps & 1]
        free = common & ~met
        if not free.any(axis=0).all():
            require(self.words * WORD < BYTE_VALUES, "a value of 256 or more")
            self.words += 1
            return self.next_values(values, row, heaps)
        below, sought = np.zeros_like(free), np.ones(lanes, np.bool_)
        for word, some in zip(below, free, strict=True):
            word[sought] = ((some & (~some + one)) - one)[sought]  # all bits where none is free
            sought &= some == 0
        found, wanted, columns = np.bitwise_count(below).sum(axis=0), below & ~common & ~met, np.arange(lanes)
        for number, probe in enumerate(self.probes):
            if number % PROBED_LANES == 0:
                lacks = wanted.any(axis=0)
                columns, wanted = columns[lacks], wanted[:, lacks]
                if not len(columns):
                    break
            for take in splits:
                shift = (values[row - take - probe].take(columns) ^ known[probe]).astype(np.uint64)
                for place, word in enumerate(wanted):
                    if place:
                        shift -= np.uint64(WORD)
                    word &= ~np.left_shift(one, shift)  # by 64 or more, and by what wraps around below 0, it gives 0
        require(not wanted.any(), f"a heap is not covered by parts up to {self.reach}")
        before = heaps - self.period
        late = (before >= self.compared.start) & (before < self.compared.stop)
        require((known[before[late]] == found[late]).all(), "the values before the windows do not repeat")  # 7e
        return found

    def check_plainly(self, number: int) -> None:
        """Condition 7d for one window, in plain Python."""
        values, known = list(self.window(number)), self.head.known
        for heap in range(self.at[number], self.at[number + 1]):
            self.budget.spend()
            met, end = 0, len(values)
            for take in self.head.takes:
                met |= 1 << values[end - take]
            for take, rare in product(self.head.splits, self.rares):
                met |= 1 << (values[end - take - rare] ^ known[rare])
            common = self.common[heap & 1]
            free = common & ~met
            require(free, "a value of 256 or more")
            value = (free & -free).bit_length() - 1
            wanted = ((1 << value) - 1) & ~common & ~met
            for probe in self.probes:
                if not wanted:
                    break
                for take in self.head.splits:
                    wanted &= ~(1 << (values[end - take - probe] ^ known[probe]))
            require(not wanted, f"heap {heap} is not covered by parts up to {self.reach}")
            if heap - self.period in self.compared:
                require(known[heap - self.period] == value, "the values before the windows do not repeat")  # 7e
            values.append(value)
        self.require_window(number + 1, bytes(values[-self.length :]))


def window_tables(file: Certificate) -> list[Segmented]:
    proof = WindowProof(file)
    return [proof.head, proof]


def check_window(file: Certificate) -> str:
    """A period by recurrence of a window."""
    head, proof = window_tables(file)
    assert isinstance(proof, WindowProof)
    statement = proof.statement()
    file.check_segments([head, proof])
    return statement


# --- What the rules are, and the verdict ------------------------------------------------------------------------------


def rules_at_hand(rulesets: Iterable[Ruleset[Any]]) -> dict[str, dict[str, str]]:
    """By name, where each ruleset is found: the module, and the SHA-256 of its source and of that of its classes."""
    found = dict[str, dict[str, str]]()
    for rules in rulesets:
        classes = [kind.__module__ for kind in type(rules).__mro__ if issubclass(kind, Ruleset)]
        origin = home(rules.name) or classes[0]  # a product of two rulesets has no name in the catalogue
        files = [getattr(sys.modules.get(module), "__file__", None) for module in sorted({origin, *classes})]
        found[rules.name] = {"origin": origin, "sha256": digest_of_files(*filter(None, files))}
    return dict(sorted(found.items()))


@cache
def digest_of_files(*files: str) -> str:
    """The SHA-256 of what stands in the files, read once: a process uses the rules that it has loaded."""
    return sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()


def sources_of(file: Certificate) -> tuple[str, float]:
    """The SHA-256 of all sources that a verdict rests on, those of the packages of rules, and their last change."""
    kinds, names, here = set[type](), set[str](), Path(__file__).parent.parent
    for rules in rulesets_of(file):
        kinds |= {*type(rules).__mro__, *type(rules.board).__mro__}
        names.add(home(rules.name) or "")
    names = {name.partition(".")[0] for name in names | {kind.__module__ for kind in kinds}}
    others = [sys.modules[name] for name in sorted(names - sys.stdlib_module_names - {"grundy"}) if name in sys.modules]
    places = [it for other in others for it in getattr(other, "__path__", None) or [getattr(other, "__file__", None)]]
    return digest_of_sources(__file__, *(str(here / name) for name in RULES), *filter(None, places))


@cache
def digest_of_sources(*places: str) -> tuple[str, float]:
    """The SHA-256 of files and of those in folders, with names and lengths, and the last change; they are read once."""
    digest, changed = sha256(), 0.0
    for place in map(Path, places):
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            name = path.relative_to(place.parent)
            if path.is_file() and not any(part == "__pycache__" or part[0] == "." for part in name.parts):
                data, about = path.read_bytes(), path.stat()
                digest.update(f"{name.as_posix()} {len(data)}\n".encode() + data)
                changed = max(changed, about.st_mtime, about.st_ctime)
    return digest.hexdigest(), changed


def rulesets_of_game(game: Game) -> list[Ruleset[Any]]:
    """The rulesets that a game is made of, those of the components of compounds too."""
    found, games = list[Ruleset[Any]](), [game]
    while games:
        for summand in games.pop().summands:
            found += with_factors(summand.ruleset)
            if summand.ruleset.board.kind == "compound":
                games += summand.position  # type: ignore[arg-type]
    return found


def with_factors(rules: Ruleset[Any]) -> Iterator[Ruleset[Any]]:
    """A ruleset, and those that it is made of, as a product of two rulesets of coins is."""
    yield rules
    for parameter in vars(rules).values():
        if isinstance(parameter, Ruleset):
            yield from with_factors(parameter)


def rulesets_of(file: Certificate) -> list[Ruleset[Any]]:
    """The rulesets that a certificate speaks of, by the names that they have themselves."""
    found, text = list[Ruleset[Any]](), file.header.get("game")
    names = [file.header["ruleset"]] if file.kind in ("quotient", "window") else []
    for name in [*names, *(table["ruleset"] for table in file.header.get("tables", []))]:
        found += with_factors(rules := parse_ruleset(name))
        require(str(rules) == name, f"{ellipsis(name)} is not the name of {rules}")
    if text is not None:
        found += rulesets_of_game(game := parse(text))
        require(str(game) == text, f"{ellipsis(text)} is not the name of {ellipsis(str(game))}")
    return found


def uncovered(rules: Ruleset[Any], kind: str) -> str | None:
    """What the rules have that a kind of certificate does not speak of.

    Most suppose that players alternate until one is stuck, and all that a move leads to a position of the same ruleset.
    """
    its = type(rules)
    entails = its.goes_on is not Ruleset.goes_on or its.is_entailed is not Ruleset.is_entailed or its.entails()
    if entails and kind not in ("entailing", "margins"):
        return f"some moves of {rules} entail others"
    if rules.scored != (kind == "margins"):
        return f"points decide {rules}" if rules.scored else f"points do not decide {rules}"
    if its.continuation is not Ruleset.continuation:
        return f"play of {rules} goes on in another ruleset"
    return None


def notes_on_rules(file: Certificate) -> tuple[str, ...]:
    """What a reader must know: rules that are not ours, and rules that have changed since."""
    if file.kind == "graph":
        return ()
    rulesets = rulesets_of(file)
    for ruleset in rulesets:
        words = uncovered(ruleset, file.kind)
        require(not words, f"{words}, and certificates of the kind {file.kind} do not cover that")
    now, then, notes = rules_at_hand(rulesets), file.header["rules"], list[str]()
    named = now.keys() == then.keys() and all(
        isinstance(rules, dict) and rules.keys() == {"origin", "sha256"} for rules in then.values()
    )
    require(named, "it names other rulesets than those of its game")
    for name, rules in ({"nim": {"origin": str(home("nim"))}} | now).items():  # an empty sum is written nim(0)
        if rules["origin"].split(".")[0] != "grundy":
            notes.append(f"{name} is not the game of this package, but that of {rules['origin']}")
        if then.get(name, rules) != rules:
            notes.append(
                f"the rules of {name} are not those that it was made for; it was checked with the present ones"
            )
    return tuple(notes)


CHECKS = {
    "nimbers": check_nimbers,
    "labels": check_labels,
    "graph": check_labels,
    "values": check_values,
    "quotient": check_quotient,
    "entailing": check_entailing,
    "margins": check_margins,
    "window": check_window,
}


SEGMENTED: dict[str, Callable[[Certificate], Sequence[Segmented]]] = {"values": tables_of, "window": window_tables}


def verify(path: Path | str, budget: Budget | None = None) -> Certificate:
    """The certificate, with what it proves or why it is refused; a file that cannot be read raises."""
    return judge(read(Path(path), budget or Budget()))


@lru_cache(1)
def segmented(path: str, seal: bytes, sources: str) -> Sequence[Segmented]:
    """What is checked in segments in the file that has this seal, by these rules."""
    try:
        file = read(Path(path), Budget())
    except DamageError as error:
        raise UncheckedError(f"a worker cannot read {path}; put the same file there") from error
    if file.seal != seal:
        raise UncheckedError(f"a worker has another file at {path}; put the same file there")
    mine, changed = sources_of(file)
    if mine != sources or changed > LOADING_BEGAN:  # what it has loaded may be older
        raise UncheckedError("a worker has other rules, or another version of grundy; start it anew with the same ones")
    return SEGMENTED[file.kind](file)


def check_elsewhere(path: str, seal: bytes, sources: str, segments: list[Segment]) -> str:
    """Why one of these segments is refused, or nothing if none is; in another process, which reads the file itself."""
    try:
        for number, first, stop in segments:
            segmented(path, seal, sources)[number].check(first, stop)
    except UncheckedError:
        raise
    except GrundyError as error:
        return str(error)
    return ""


def judge(file: Certificate) -> Certificate:
    """The certificate that was read, with what it proves or why it is refused."""
    try:
        trusted = [what for what in TRUSTED if what in file.trusted]
        known = len(trusted) == len(file.trusted) and (file.kind == "graph" or "moves" in trusted)
        require(known, "it does not say what it trusts")
        require(file.header.get("play", "normal") in ("normal", "misere"), "play is normal or misere")
        file.notes = notes_on_rules(file)
        statement = CHECKS[file.kind](file)
        file.statement, file.valid = printable(statement), True
    except (NotDecided, UncheckedError, MemoryError):
        raise
    except GrundyError as error:
        file.statement = printable(ellipsis(str(error), MOST_REASON))
    except Exception as error:  # of a file that is not of its kind, or of somebody's own rules: nothing is proved
        file.statement = printable(f"it cannot be checked: {ellipsis(repr(error), MOST_REASON)}")
    return file
