"""The checker of certificates: it trusts the rules of games, and no solver, no kernel, no maker of certificates.

Each line of a proof rests on earlier lines, so nothing need be known of the end of play. Claims: no option has the
value of a position, and every smaller one is met (Cairns and Ho 2009, lemmas 1 and 4). Labels of a whole graph: Smith
values with the place of a line as counter (Fraenkel and Yesha 1986). Heaps: each value against all options; periods by
Guy and Smith 1956 and Golomb 1966; quotients by Plambeck and Siegel 2008. More in `docs/theory/certificates.md`.
"""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from math import inf, lcm
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.code import Code
from grundy.core.nimbers import mex
from grundy.core.reader import ellipsis
from grundy.errors import DamageError, GrundyError, NotDecided
from grundy.explain.certificates.file import Certificate, Rejected, label_in, number_in
from grundy.explain.certificates.play import LOST, TRUSTED, Key, Play, left_of, rules_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.integer[Any]]
    Flags = NDArray[np.bool_]
    Products = tuple[dict[int, Ints], dict[int, Flags]]

__all__ = ["Rejected", "Verdict", "verify"]

CHUNK = 1 << 16  # options of a heap that are looked at together
LARGEST = 1 << 13  # elements of a quotient; its table takes eight times the square of that


class Verdict(NamedTuple):
    """What a certificate proves, or why it does not."""

    kind: str
    valid: bool
    statement: str
    trusted: list[str]


def claims(file: Certificate, budget: Budget) -> str:
    """The claim that rests on the nimbers of pieces, or of whole positions where those of pieces do not tell."""
    play, values = Play.of(file, budget), {LOST: 0}

    def split(key: Key) -> tuple[int, list[Key]]:
        units = play.units(key)
        return reduce(xor, (values.get(unit, 0) for unit in units), 0), [unit for unit in units if unit not in values]

    def differs(known: int, unknown: list[Key], value: int) -> bool:
        if len(unknown) != 1:  # one alone may differ by an option that would make up the value
            return not unknown and known != value
        return any(split(to) == (known ^ value, []) for to in play.options(unknown[0]))

    for number, (text, *key) in file.lines():
        value, met = number_in(text), set[int]()
        for option in play.options(tuple(key)):
            known, unknown = split(option)
            if not differs(known, unknown, value):
                raise Rejected(f"line {number}: {' + '.join(option)} is not shown to differ from {value}")
            met |= set() if unknown else {known}
        if sum(smaller < value for smaller in met) != value:
            raise Rejected(f"line {number}: not every value below {value} is reached from {' + '.join(key)}")
        values[tuple(sorted(key))] = value
    known, unknown = split(play.start)
    if unknown:
        return file.statement({"outcome": "N"} if differs(known, unknown, 0) else {})
    return file.statement({"outcome": "N" if known else "P"} | ({} if play.whole else {"nimber": known}))


class Labels:
    """A graph with a label for each vertex: an outcome, or a value, None where it is infinite."""

    def __init__(self, file: Certificate, budget: Budget) -> None:
        self.play = Play.of(file, budget) if "game" in file.header else None
        self.outcomes = file.get("labels", str) == "outcomes" or bool(self.play and self.play.whole)
        self.graph: dict[Key, list[Key]] = {LOST: []}
        self.label: dict[Key, Any] = {LOST: "P" if self.outcomes else 0}
        for number, (text, *key) in file.lines():
            self.add(number, text, key, file.misere)
        self.place = {vertex: number for number, vertex in enumerate(self.graph)}
        self.near = {vertex: self.nearest(vertex) for vertex in self.graph}

    def add(self, number: int, text: str, key: list[str], misere: bool) -> None:
        """Add the vertex of a line: its followers are those of the rules, or stand behind it."""
        vertex = tuple(sorted(key if self.play else key[:1]))
        if vertex in self.graph or "" in key:
            raise Rejected(f"line {number}: this is labelled already, or has no name")
        heads: list[Key] = list(self.play.options(vertex)) if self.play else [(head,) for head in key[1:]]
        self.graph[vertex] = heads if heads or self.play or not misere else [LOST]
        self.label[vertex] = label_in(text, self.outcomes)

    def nearest(self, vertex: Key) -> dict[Any, int]:
        """The first place of each label among the followers."""
        heads = self.graph[vertex]
        if not self.graph.keys() >= set(heads):
            raise Rejected(f"{' + '.join(vertex)} leads to a position that has no label")
        return {self.label[head]: self.place[head] for head in sorted(heads, key=self.place.__getitem__, reverse=True)}

    def holds(self, vertex: Key) -> bool:
        """Whether the label follows from those of the followers, and theirs."""
        label, here, met = self.label[vertex], self.place[vertex], self.near[vertex]
        heads = [(self.label[head], self.place[head], self.near[head]) for head in self.graph[vertex]]
        if label == "P":
            return all(other == "N" and place < here for other, place, _ in heads)
        if self.outcomes:
            return met.get("P", inf) < here if label == "N" else "P" not in met and "D" in met
        numbers = met.keys() - {None}
        if label is None:
            return any(other is None and mex(numbers) not in near for other, _, near in heads)
        back = all(near.get(label, inf) < here for other, _, near in heads if other is None or other > label)
        return back and label not in numbers and sum(n < label for n in numbers) == label

    def found(self, start: Key) -> dict[str, object]:
        """What the labels say of a position; values add up over its pieces (Smith 1966)."""
        if self.outcomes:
            return {"outcome": self.label.get(start)}
        if not {(piece,) for piece in start} <= self.label.keys():
            return {}
        total = reduce(xor, (self.label[piece,] or 0 for piece in start), 0)
        endless = [self.near[piece,] for piece in start if self.label[piece,] is None]
        if not endless:
            return {"nimber": total, "outcome": "N" if total else "P"}
        reached = sorted(total ^ n for n in endless[0] if n is not None) if len(endless) == 1 else []
        return {"infinity": reached, "outcome": "N" if 0 in reached else "D"}


def labels(file: Certificate, budget: Budget) -> str:
    """The labels of all vertices of a graph, or what they say of a game."""
    it = Labels(file, budget)
    for vertex in it.graph:
        if not it.holds(vertex):
            raise Rejected(f"{' + '.join(vertex)} is not {it.label[vertex]}: its followers, and theirs, do not show it")
    if it.play:
        return file.statement(it.found(it.play.start))
    counts = Counter("infinite" if label is None else label for label in [*it.label.values()][1:]).most_common(9)
    words = ", ".join(f"{label} ({n:,} times)" for label, n in counts)
    return f"under {file.rule} play the graph listed has the {file.get('labels', str)} listed: {words}"


def checked_values(file: Certificate, code: Code | None, ruleset: HeapGame, budget: Budget) -> "Ints":
    """The values of heaps, each checked; they are read where they lie, as they may be more than memory holds."""
    import numpy as np

    width, size = file.get("width", int), file.stop - file.start
    if width not in (2, 4) or size % width or not size:
        raise file.damaged("the values are not whole")
    found: Ints = np.memmap(file.path, f"<u{width}", "r", file.start, (size // width,))
    for n, value in enumerate(map(int, found)):
        met = np.zeros(value + 2, np.bool_)
        for some in reached(ruleset, code, found, n):
            budget.spend(len(some))
            met[np.minimum(np.asarray(some, np.int64), value + 1)] = True
        if met[value] or not met[:value].all():
            raise Rejected(f"the value of heap {n} is not {value}")
    return found


def reached(ruleset: HeapGame, code: Code | None, found: "Ints", n: int) -> "Iterator[Ints | list[int]]":
    """The values of the options of a heap, some at a time."""
    if not code or code.heaps is None:
        yield [reduce(xor, (int(found[part]) for part in left), 0) for left in left_of(ruleset, n)]
        return
    for place, digit in code.places(n):
        for parts in (parts for parts in range(digit.bit_length()) if digit >> parts & 1):
            yield from sums(found, n - place, parts, 1) if parts else [[0]] * (n == place)


def sums(found: "Ints", total: int, parts: int, least: int) -> "Iterator[Ints]":
    """The nim-sums of the partitions into so many parts, none below the least."""
    if parts == 1:
        yield found[max(total, least) : total + 1]
    elif parts == 2:
        for a in range(least, total // 2 + 1, CHUNK):
            b = min(a + CHUNK, total // 2 + 1)
            yield found[a:b] ^ found[total - b + 1 : total - a + 1][::-1]
    else:
        for a in range(least, total // parts + 1):
            yield from (some ^ found[a] for some in sums(found, total - a, parts - 1, a))


def settled(code: Code | None, start: int, period: int, saltus: int, known: int) -> bool:
    """Whether a theorem makes so many values, or elements, enough for a period that they have."""
    if not code or code.heaps is None or period < 1:
        return False
    start, last, tail = max(start, 1), len(code.digits) - 1, code.tail
    if not tail:
        return not saltus and known >= code.heaps * (start + period - 1) + last + 1
    enough = start + last + (period if saltus else 2 * lcm(period, len(tail)) + 1)
    return code.heaps == 1 and known >= enough and (not saltus or set(tail) == {3})


def values(file: Certificate, budget: Budget) -> str:
    """The values that the file lists, or their period by a theorem whose hypotheses hold."""
    ruleset, code = rules_of(file)
    found = checked_values(file, code, ruleset, budget)
    if "period" not in file.header:
        return f"the values of {ruleset} from 0 to {len(found) - 1} are those listed"
    start, period, saltus = (file.get(key, int) for key in ("preperiod", "period", "saltus"))
    if not settled(code, start, period, saltus, len(found)):
        raise Rejected(f"no theorem makes {len(found):,} values of {ruleset} enough for the period {period:,}")
    for a in range(start, len(found) - period, CHUNK):
        b = min(a + CHUNK, len(found) - period)
        if (found[a:b].astype("i8") + saltus != found[a + period : b + period]).any():
            raise Rejected(f"g(n + {period}) = g(n) + {saltus} does not hold for all n from {a} to {b - 1}")
    early, met = ({int(v) for v in found[: max(start, 1) + more]} for more in (0, period if saltus else 0))
    if len(met) != len(early) + saltus or not all(v < saltus or v - saltus in early for v in met):
        raise Rejected(f"the values that are not met before {start} do not grow by {saltus}")
    return f"in {ruleset}, g(n + {period}) = g(n){f' + {saltus}' if saltus else ''} for every n >= {start}"


def quotient(file: Certificate, budget: Budget) -> str:
    """The misère quotient of a heap ruleset: outcomes of all sums by a commutative monoid with lost elements."""
    ruleset, code = rules_of(file)
    body = [[number_in(text) for text in fields if text] for _, fields in file.lines()]
    if len(body) < 2:
        raise file.damaged("the table is not whole")
    lost, heaps, *table = body
    check_sums(found := monoid(lost, heaps, table), heaps, ruleset, budget)
    words = f"has the {len(found[0])} elements listed, {len(set(lost))} of them lost"
    if "period" not in file.header:
        return f"the misère quotient of {ruleset}, heaps below {len(heaps)}, {words}"
    start, period = file.get("preperiod", int), file.get("period", int)
    if not settled(code, start, period, 0, len(heaps)) or heaps[start:-period] != heaps[start + period :]:
        raise Rejected(f"the period {period} of the elements is not proved by {len(heaps)} heaps")
    return f"the misère quotient of {ruleset}, heaps of all sizes, {words}, and period {period} from {start} on"


def monoid(lost: list[int], heaps: list[int], table: list[list[int]]) -> "Products":
    """The products by each element, and which of them are lost; a row of the table has a heap and the products by it.

    Maps that commute, and reach all elements from the identity 0, are the products of a commutative monoid.
    """
    import numpy as np

    order = len(table[0]) - 1 if table else 1
    named = {*lost, *heaps, *(x for row in table for x in row[1:])}
    if order > LARGEST or any(len(row) != order + 1 for row in table) or max(named, default=0) >= order:
        raise Rejected("the table is too large, or names an element that is not there")
    maps, queue = [np.array(row[1:]) for row in table], [0]
    times: dict[int, Ints] = {0: np.arange(order)}
    for y in queue:
        for step in (step for step in maps if int(step[y]) not in times):
            times[int(step[y])] = step[times[y]]
            queue.append(int(step[y]))
    rows = {x: np.isin(times[x], lost) for x in times}
    if any((g[h] != h[g]).any() for g in maps for h in maps) or len({row.tobytes() for row in rows.values()}) < order:
        raise Rejected("the table is not that of a monoid whose elements are told apart by what is lost")
    if 0 in lost or any(row[0] >= len(heaps) or heaps[row[0]] != row[1] for row in table):
        raise Rejected("the identity is lost, or a generator is not the element of its heap")
    return times, rows


def check_sums(monoid: "Products", heaps: list[int], ruleset: HeapGame, budget: Budget) -> None:
    """Raise unless the lost sums are those without a lost option; the empty sum, which has none, is won."""
    (times, rows), parts = monoid, dict[tuple[int, bytes], "Flags"]()
    for heap, element in enumerate(heaps):
        options = {reduce(lambda x, part: int(times[x][heaps[part]]), to, 0) for to in left_of(ruleset, heap)}
        below = reduce(lambda flags, x: flags | rows[x], options, rows[0] & ~rows[0])
        if (below & rows[element]).any() or (element and not options):
            raise Rejected(f"heap {heap} is not element {element}: a lost sum would have a lost option")
        stuck = ~(below | rows[element])  # the elements beside which the sum is won, but not by a move in this heap
        parts |= {(element, stuck.tobytes()): stuck} if options else {}
    seen = {(0, b""): ~rows[0]}
    for (element, _), stuck in parts.items():
        todo = list(seen.items())
        while todo:
            budget.spend()
            (before, _), context = todo.pop()
            both = context[times[element]] & stuck[times[before]]
            key = int(times[before][element]), both.tobytes()
            if both[0]:
                raise Rejected(f"a sum of element {key[0]} is not lost, but no move in it wins")
            if both.any() and key not in seen:
                seen[key] = both
                todo.append((key, both))


CHECKS = {"claims": claims, "labels": labels, "quotient": quotient, "values": values}


def verify(path: Path | str, budget: Budget | None = None) -> Verdict:
    """Whether the certificate proves its statement; a file that cannot be read raises."""
    file = Certificate(Path(path))
    kind, trusted = file.get("kind", str), file.get("trusted", list)
    if kind not in CHECKS or not set(map(str, trusted)) <= set(TRUSTED):
        raise file.damaged(f"it is of kind {ellipsis(kind)} and trusts {ellipsis(str(trusted))}, which is not known")
    try:
        return Verdict(kind, True, CHECKS[kind](file, budget or Budget()), trusted)
    except (NotDecided, DamageError):
        raise
    except (Rejected, GrundyError) as error:
        return Verdict(kind, False, str(error), trusted)
