"""The checker of certificates: one file, which trusts the rules of games and no solver, no kernel, no maker.

A line of a proof has a rank and rests on lines of smaller ranks, so nothing need be known of the end of play. Lines are
in the order of their names and are looked up where they lie, so a file may be larger than memory. The format, and why
these rules prove what they prove, is in `docs/theory/certificates.md` (Smith 1966; Cairns and Ho 2009).
"""

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, reduce
from hashlib import file_digest
from math import inf, lcm
from mmap import ACCESS_READ, mmap
from operator import xor
from pathlib import Path
from typing import Any

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.game import Summand
from grundy.core.nimbers import mex
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import DamageError, GrundyError, NotDecided
from grundy.expressions import parse, parse_ruleset

__all__ = ["LOST", "SEAL", "Certificate", "verify"]

SEAL = b"grundy certificate 2 sha256 %064x\n"
TRUSTED = {"moves", "parts", "canonical", "code"}  # what a proof may ask of a ruleset
LONGEST = 1 << 26  # bytes of a line, of which one is in memory at a time
KEPT = 1 << 11  # lines that are remembered
CELLS = 1 << 20  # flags for the values that some heaps reach
LOST = "\t"  # a lost end, to which ends lead that misère play or a pattern wins; no name in a file has a tab in it


class Certificate:
    """A file as it was written: a line with its checksum, a header of JSON, and a body; `verify` says what it shows."""

    def __init__(self, path: Path, budget: Budget) -> None:
        try:
            with path.open("rb") as file:
                if file.readline(len(SEAL % 0)) != SEAL % int(file_digest(file, "sha256").hexdigest(), 16):
                    raise ValueError("it is damaged, or something else")
                file.seek(len(SEAL % 0))
                self.header: dict[str, Any] = dict(json.loads(file.readline(LONGEST)))
                self.start, self.data = file.tell(), mmap(file.fileno(), 0, access=ACCESS_READ)
            self.kind, self.trusted = str(self.header["kind"]), list(map(str, self.header["trusted"]))
        except (OSError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise DamageError(f"{path} cannot be read ({error}); `grundy certify` makes a new one") from error
        self.budget, self.stop, self.valid, self.statement = budget, len(self.data), False, ""
        self.game, self.misere = self.header.get("game"), self.header.get("play") == "misere"
        self.look_up, self.reached = lru_cache(KEPT)(self.entry), lru_cache(KEPT)(self.values_of_options)

    def line(self, place: int) -> list[str]:
        """The fields of the line around this place: name, value, rank, and in graphs the followers."""
        start, end = self.data.rfind(b"\n", 0, place) + 1, self.data.find(b"\n", place)
        if not 0 <= end - start <= LONGEST:
            raise GrundyError("a line is too long, or has no end")
        return self.data[start:end].decode().split("\t")

    def find(self, name: str) -> list[str]:
        """The fields of the line of this name, or of the first one behind it."""
        place = bisect_left(range(self.stop), name, self.start, key=lambda place: self.line(place)[0])
        return self.line(place) if place < self.stop else [LOST, "", ""]

    def entry(self, name: str) -> tuple[str, float]:
        """The value and the rank of a name; no value where it has no line, as every vertex of a graph has."""
        found, value, rank = self.find(name)[:3] if name != LOST else (LOST, "0", "-1")
        if found != name and not self.game:
            raise GrundyError(f"{ellipsis(name)} is a vertex without a line")
        return (value, int(rank)) if found == name else ("", inf)

    def begin(self) -> list[str]:
        """The units where play begins, once it is settled whether nimbers tell who wins, and whether pieces add up."""
        summands = parse(str(self.game)).summands
        if self.misere and not all(summand.ruleset.has_misere for summand in summands):
            raise GrundyError("a game that has no misère form")
        self.plain = not self.misere and all(type(it.ruleset).terminal is Ruleset.terminal for it in summands)
        ends = all(it.ruleset.finite and it.ruleset.board.kind != "compound" for it in summands)
        self.adds = self.plain and ends and "parts" in self.trusted
        return self.units([self.pieces(summand) for summand in summands])

    def pieces(self, summand: Summand) -> list[str]:
        """The pieces of a position; `parts` and `canonical` are asked only where they are trusted."""
        rules, apart = summand.ruleset, "parts" in self.trusted and (summand.ruleset.separate or self.adds)
        parts = [p for p in rules.parts(summand.position) if not rules.over(p)] if apart else [summand.position]
        return [str(Summand(rules, rules.canonical(part) if "canonical" in self.trusted else part)) for part in parts]

    def units(self, pieces: list[list[str]]) -> list[str]:
        """What has values: the whole position, or its pieces, of which two equal ones cancel."""
        every = Counter(piece for some in pieces for piece in some)
        whole = " + ".join(sorted(every.elements())) or "nim(0)"
        return [piece for piece, copies in every.items() if copies % 2] if self.adds else [whole]

    def options(self, name: str) -> Iterator[list[str]]:
        """The units of each position that one move reaches; a graph lists them."""
        if not self.game:
            yield from [[head] for head in self.find(name)[3:]] or [[LOST]] * self.misere
            return
        game, over = parse(name), self.misere
        pieces = [self.pieces(summand) for summand in game.summands]
        for move in game.each_move():
            self.budget.spend()
            over, i = False, move.index
            there = self.pieces(Summand(game.summands[i].ruleset, move.position))
            yield self.units([*pieces[:i], there, *pieces[i + 1 :]])
        ends = [end for summand in game.summands if (end := summand.ruleset.terminal(summand.position))]
        yield from [[LOST]] if over or "N" in ends[:1] else [self.units(pieces)] if "D" in ends[:1] else []

    def split(self, units: list[str], before: float = inf) -> tuple[int, float, list[str]]:
        """The nim-sum of the units with a number and a smaller rank, the last of these ranks, and the other units."""
        lines = [(unit, *self.look_up(unit)) for unit in units]
        known = [(int(value), rank) for _, value, rank in lines if value.isdecimal() and rank < before]
        others = [unit for unit, value, rank in lines if not value.isdecimal() or rank >= before]
        return reduce(xor, (value for value, _ in known), 0), max((rank for _, rank in known), default=-1), others

    def values_of_options(self, name: str) -> dict[int, float]:
        """The values that some option is known to have, with the least rank by which that is known."""
        known = ((value, rank) for value, rank, others in map(self.split, self.options(name)) if not others)
        return dict(sorted(known, reverse=True))  # of each value the least rank comes last, and stays

    def number_holds(self, name: str, value: int, rank: int) -> bool:
        """Whether lines before this one show that no option has the value, and that all smaller ones are met."""
        met = set[int]()
        for units in self.options(name):  # one with an unknown unit has another value if an option of it has this one
            known, _, others = self.split(units, rank)
            if len(others) > 1 or (self.reached(*others).get(known ^ value, inf) >= rank if others else known == value):
                return False
            met |= {known} if known < value and not others else set()
        return len(met) == value

    def holds(self, name: str, value: str, rank: int) -> bool:
        """Whether a line is right. It has a number, N, D, or a star, which is an infinite value."""
        if value.isdecimal() or value == "N":
            return 0 in self.reached(name) if value == "N" else self.number_holds(name, int(value), rank)
        heads = {head: self.look_up(head)[0] for (head,) in self.options(name)}
        least, same = mex({int(it) for it in heads.values() if it.isdecimal()}), [h for h in heads if heads[h] == value]
        if value == "D":
            return least == 0 < len(same) and all(0 in self.reached(head) for head in heads if head not in same)
        return value == "*" and all(heads.values()) and any(least not in self.reached(head) for head in same)

    def proved(self, found: dict[str, object]) -> str:
        """What the file says of its game, if that was found."""
        claim = self.header["claim"]
        if not claim or not claim.items() <= found.items():
            raise GrundyError(f"the claim {json.dumps(claim)} is not proved, but {json.dumps(found)}")
        words = " and ".join(f"{key} {value}" for key, value in claim.items())
        return f"{self.game} has {words} under {'misère' if self.misere else 'normal'} play"


def lines(file: Certificate) -> str:
    """The values of all vertices of a graph, or what the values of positions say of a game."""
    start, place, last, counts = file.begin() if file.game else [], file.start, "", Counter[str]()
    while place < file.stop:
        file.budget.spend()
        name, value, rank = file.line(place)[:3]
        if name <= last or not file.holds(name, value, int(rank)):
            raise GrundyError(f"{ellipsis(name)}: {ellipsis(value)} does not follow, or the names are out of order")
        place, last, counts[value] = file.data.find(b"\n", place) + 1, name, counts[value] + 1
    if not file.game:
        most, rule = dict(counts.most_common(9)), "misère" if file.misere else "normal"
        return f"under {rule} play the graph listed has the values listed, of which there are {most}"
    known, _, others = file.split(start)
    label = file.look_up(others[0])[0] if others else str(known)
    reached = sorted(known ^ n for n in file.reached(*others)) if len(others) == 1 else []
    won = 0 in reached or (known and not others)
    found = {"outcome": "N"} if won else {"outcome": "P" if label == "0" else "D"} if label in ("0", "D", "*") else {}
    worth = {"infinity": reached} if label == "*" else {} if others else {"nimber": known}
    return file.proved({**found, **(worth if file.plain else {})})


def rules_of(file: Certificate, text: str) -> tuple[HeapGame, Code | None]:
    """A ruleset of heaps, each played by itself, and its code if it has one that is trusted."""
    ruleset = parse_ruleset(text)
    if not isinstance(ruleset, HeapGame) or ruleset.board.first or type(ruleset).moves is not HeapGame.moves:
        raise GrundyError(f"{ruleset} is not played with heaps from 0 on, one at a time")
    return ruleset, ruleset.as_code() if "code" in file.trusted else None


def reached(ruleset: HeapGame, code: Code | None, found: Any, a: int, b: int) -> Iterator[tuple[int, Any]]:
    """Values of options of the heaps from one on, at least a, to below b; they leave one heap beside smaller ones."""
    if not code or code.heaps is None:
        for n in range(a, b):
            yield from ((n, reduce(xor, (found[:n][[p]] for p in left), found[:1] * 0)) for left in ruleset.options(n))
        return
    for take, digit in code.places(b - 1):
        yield from [(take, found[:1] * 0)] * (digit & 1 and take >= a)
        for parts in (parts for parts in range(1, digit.bit_length()) if digit >> parts & 1):
            few, half = iter([tuple[int, ...]()]), (b - take) // 2 + 1
            for _ in range(1, parts):
                few = ((*small, part) for small in few for part in range(max(small, default=1), half))
            for small in few:
                gone = take + sum(small)
                first = min(max(a, gone + max(small, default=1)), b)
                yield first, reduce(xor, (found[part] for part in small), found[first - gone : b - gone])


def repeats(code: Code | None, found: Any, start: int, period: int, saltus: int = 0) -> bool:
    """Whether all values, or elements, have a period, and are so many that a theorem says the same of all heaps."""
    if not code or code.heaps is None or min(start, period - 1, saltus) < 0 or (saltus and set(code.tail) != {3}):
        return False
    first, last, more = max(start, 1), len(code.digits) - 1, period if saltus else 0
    enough = first + last + (more or 2 * lcm(period, len(code.tail)) + 1)
    if not code.tail:
        enough = code.heaps * (first + period - 1) + last + 1
    early, met = ({int(value) for value in found[:stop]} for stop in (first, first + more))
    same = all(int(found[n + period]) == int(found[n]) + saltus for n in range(start, len(found) - period))
    grows = met == {*range(saltus), *(value + saltus for value in early)} and (not code.tail or code.heaps == 1)
    return len(found) >= enough and same and grows


def values(file: Certificate) -> str:
    """The values of heaps, each the least that no option has; their period; and what they say of a game."""
    import numpy as np

    place, total, tables = file.start, 0, dict[object, tuple[Any, int, int, int]]()
    for about in file.header["tables"]:
        ruleset, code = rules_of(file, about["ruleset"])
        found = np.frombuffer(file.data, {2: "<u2", 4: "<u4"}[about["width"]], about["count"], place)
        top, place = int(found.max()) + 2, place + found.nbytes
        for a in range(0, len(found), CELLS // top):
            own = found[a : a + CELLS // top]
            rows, met = np.arange(len(own)), np.zeros((len(own), top), np.bool_)
            for first, some in reached(ruleset, code, found, a, a + len(own)):
                file.budget.spend(len(some))
                met[rows[first - a :][: len(some)], np.minimum(some, top - 1)] = True
            if (met[rows, own] | ((met & (np.arange(top) < own[:, None])).sum(axis=1) != own)).any():
                raise GrundyError(f"a value of {ruleset} is wrong between the heaps {a} and {a + len(own) - 1}")
        statement = f"the values of {ruleset} from 0 to {len(found) - 1} are those listed"
        start, period, saltus = about.get("period", (0, 0, 0))
        if period:
            statement = f"in {ruleset}, g(n + {period}) = g(n){f' + {saltus}' * (saltus > 0)} for every n >= {start}"
            if not repeats(code, found, start, period, saltus):
                raise GrundyError(f"{len(found):,} values do not prove: {statement}")
        tables[ruleset] = found, start, period, saltus
    if place != file.stop or file.misere or not tables:
        raise GrundyError("there is no table, or more than tables, or misère play")
    for summand in parse(file.game).summands if file.game else ():
        found, start, period, saltus = tables[summand.ruleset]
        for (heap,) in summand.ruleset.parts(summand.position):
            turns, rest = divmod(heap - start, period) if period and heap >= start else (0, heap - start)
            total ^= int(found[start + rest]) + turns * saltus
    return file.proved({"outcome": "N" if total else "P", "nimber": total}) if file.game else statement


def quotient(file: Certificate) -> str:
    """The misère quotient of a ruleset of heaps: who wins each sum by a commutative monoid with lost elements."""
    import numpy as np

    (ruleset, code), heaps, order = rules_of(file, file.header["ruleset"]), file.header["heaps"], file.header["order"]
    times = np.frombuffer(file.data, "<u2", order**2, file.start).reshape(order, order)
    rows, made = np.isin(times, file.header["lost"]), [0]
    for x in made:
        made += sorted({int(times[x, y]) for y in heaps} - {*made})
    whole = file.start + times.nbytes == file.stop and len(made) == order == len({row.tobytes() for row in rows})
    associates = all((times[times[:, x]] == times[:, times[x]]).all() for x in {*heaps})  # Light's test
    if not whole or not associates or (times != times.T).any() or (times[0] != np.arange(order)).any() or rows[0, 0]:
        raise GrundyError("the table is not that of a commutative monoid whose elements are told apart by what is lost")
    parts, seen = dict[tuple[int, bytes], Any](), {(0, b""): ~rows[0]}
    for heap, x in enumerate(heaps):
        options = [reduce(lambda y, part: times[y, heaps[:heap][part]], left, 0) for left in ruleset.options(heap)]
        below = rows[np.array(options, int)].any(axis=0)
        if (below & rows[x]).any() or (x and not options):
            raise GrundyError(f"heap {heap} is not element {x}: a lost sum would have a lost option")
        parts |= {(x, below.tobytes()): ~(below | rows[x])} if options else {}
    for (x, _), stuck in parts.items():  # beside which elements a sum is won, but not by a move in this part of it
        todo = list(seen.items())
        for (y, _), context in todo:
            file.budget.spend()
            both = context[times[x]] & stuck[times[y]]
            if both[0]:
                raise GrundyError(f"a sum of element {times[y, x]} is not lost, but no move in it wins")
            if both.any() and (key := (int(times[y, x]), both.tobytes())) not in seen:
                seen[key] = both
                todo.append((key, both))
    period = file.header.get("period")
    if period and not repeats(code, heaps, *period):
        raise GrundyError(f"the period {period} of the elements is not proved by {len(heaps)} heaps")
    sizes = f"of all sizes, with period {period[1]}," if period else f"below {len(heaps)}"
    return (
        f"the misère quotient of {ruleset}, heaps {sizes} has the {order} elements listed, {rows[0].sum()} of them lost"
    )


def verify(path: Path | str, budget: Budget | None = None) -> Certificate:
    """The certificate, with what it proves, or why it is not valid; a file that cannot be read raises."""
    file = Certificate(Path(path), budget or Budget())
    try:
        if not set(file.trusted) <= TRUSTED or ("moves" not in file.trusted and (file.game or file.kind != "lines")):
            raise GrundyError("it does not say what it trusts")
        file.statement, file.valid = {"lines": lines, "quotient": quotient, "values": values}[file.kind](file), True
    except NotDecided:
        raise
    except (GrundyError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        file.statement = str(error) if isinstance(error, GrundyError) else f"it is not of its kind: {error!r}"
    return file
