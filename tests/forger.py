"""An adversary of the checker: certificates that are well formed, about false statements, made to be believed.

For lines a forger starts from true ones or from any, and changes labels, ranks and lines as long as the checker finds
no more faults. For tables he takes true ones of other statements, and lies about one heap with all larger heaps
reckoned from the lie, about every period, about the monoid and about who has it. He knows the format and the checksum.
Each generator yields a header and a body whose statement is false by the definition.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from hashlib import sha256
from itertools import combinations, product
from operator import xor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, cast

import certificates
import loops
import numpy as np

from grundy import parse
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.nimbers import mex
from grundy.core.values import Infinity
from grundy.errors import GrundyError
from grundy.explain import checker
from grundy.explain.certificates import make
from grundy.explain.checker import SEAL, Certificate
from grundy.expressions import parse_ruleset

Header = dict[str, Any]
Lines = dict[str, tuple[str, int, tuple[str, ...]]]  # name: label, rank, followers
Forgery = tuple[Header, bytes]
ENOUGH = 200_000  # options that the checker may look at
STEPS = 60  # of one climb


def seal(path: Path, header: Header, body: bytes) -> Path:
    """Write a certificate whose checksum is right."""
    rest = json.dumps(header).encode() + b"\n" + body
    path.unlink(missing_ok=True)  # a new file is written without waiting for the disk, which takes 2 ms on ext4
    path.write_bytes(SEAL % int(sha256(rest).hexdigest(), 16) + rest)
    return path


def verdict(path: Path, header: Header, body: bytes) -> Certificate:
    """What the checker says of a certificate."""
    return checker.verify(seal(path, header, body), Budget(ENOUGH))


@cache
def rules_of(game: str) -> dict[str, dict[str, str]]:
    """The rules that a certificate about the game names."""
    return checker.rules_at_hand(checker.rulesets_of_game(parse(game)))


def as_body(lines: Lines) -> bytes:
    """The lines as the body of a file."""
    rows = ("\t".join((name, label, str(rank), *heads)) for name, (label, rank, heads) in sorted(lines.items()))
    return "".join(f"{row}\n" for row in rows).encode()


def read_lines(body: bytes) -> Lines:
    rows = (row.split("\t") for row in body.decode().splitlines())
    return {name: (label, int(rank), tuple(heads)) for name, label, rank, *heads in rows}


def true_certificate(make_it: Callable[[Path], object]) -> Forgery:
    """The header and the body of a certificate that is as it should be."""
    with TemporaryDirectory() as folder:
        make_it(Path(folder) / "c")
        header, body = certificates.split(Path(folder) / "c")
        return json.loads(header), body


# --- Lines ------------------------------------------------------------------------------------------------------------


class Climb:
    """Lines in the making: changed one at a time, and what does not make more faults is kept."""

    def __init__(self, header: Header, lines: Lines, fixed: str, labels: Sequence[str], names: Sequence[str]) -> None:
        self.header, self.lines, self.fixed, self.labels, self.names = header, dict(lines), fixed, labels, names
        self.options, self.moves = dict[str, list[list[str]]](), dict[str, list[Any]]()

    def count_faults(self) -> int:
        """The number of lines that do not hold, or lack the lines of followers; and whether the claim is not shown."""
        file = Certificate(self.header, cast(Any, b""), 0, Budget())
        if self.header["kind"] in ("entailing", "margins"):
            return self.count_faults_of_turns(file)
        if self.header["kind"] == "nimbers":
            nimbers = checker.Nimbers(file)
            self.remember(nimbers.lines, nimbers.positions)
            faults = sum(not self.try_it(nimbers.holds, name) for name in self.lines)
            total, _, others = nimbers.add(nimbers.positions.first(), float("inf"))
            claim, shown = self.header["claim"], {"nimber": total, "outcome": "N" if total else "P"}
            return faults + (1 if others else any(shown[key] != claim[key] for key in claim))
        labels = checker.Labels(file)
        self.remember(labels.lines, labels.positions)
        holds = labels.outcome_holds if self.header["of"] == "outcomes" else labels.value_holds
        return sum(not self.try_it(holds, name) for name in self.lines)

    def count_faults_of_turns(self, file: Certificate) -> int:
        """The faults where moves entail or points decide: lines that do not hold, and a first one that is missing."""
        holds: Callable[[str, str, int], bool]
        if self.header["kind"] == "margins":
            margins = checker.Margins(file)
            self.remember(margins.lines, None)
            margins.options = self.ask_once(margins.options)  # type: ignore[method-assign,assignment]
            first, holds = [margins.name(margins.summand.position)], margins.holds
        else:
            entailing = checker.Entailing(file)
            self.remember(entailing.lines, None)
            entailing.positions.turns = self.ask_once(entailing.positions.turns)  # type: ignore[method-assign,assignment]
            first, holds = entailing.positions.first(), entailing.holds
        return sum(not self.try_it(holds, name) for name in self.lines) + sum(name not in self.lines for name in first)

    def ask_once(self, rules: Callable[[str], Iterator[Any]]) -> Callable[[str], Iterator[Any]]:
        """The moves of a position, which the rules are asked for once."""

        def moves(name: str) -> Iterator[Any]:
            if name not in self.moves:
                self.moves[name] = list(rules(name))
            return iter(self.moves[name])

        return moves

    def try_it(self, holds: Callable[[str, Any, int], bool], name: str) -> bool:
        label, rank, _ = self.lines[name]
        try:
            return holds(name, int(label) if self.header["kind"] == "nimbers" else label, rank)
        except GrundyError:  # a line that is missing, or does not read
            return False

    def remember(self, lines: checker.Lines, positions: checker.Positions | None) -> None:
        """Let lines be looked up in memory, and the rules be asked once for each position."""
        rows = {name: [name, label, str(rank), *heads] for name, (label, rank, heads) in self.lines.items()}
        lines.find = rows.get  # type: ignore[assignment]
        if not positions:
            return
        ask = positions.options

        def options(name: str) -> list[list[str]]:
            if name not in self.options:
                self.options[name] = ask(name)
            return self.options[name]

        positions.options = options  # type: ignore[method-assign]

    def steps(self, chance: Random) -> Iterator[Forgery]:
        best = self.count_faults()
        for _ in range(STEPS):
            before = dict(self.lines)
            name, what = chance.choice(self.names), chance.random()
            label, rank, heads = self.lines.get(name, (self.labels[0], 0, ()))
            if what < 0.85 and (what < 0.4 or name == self.fixed):
                rank = max(0, chance.choice((rank - 1, rank + 1, chance.randrange(8))))
                self.lines[name] = (label, rank, heads)
            elif what < 0.85:
                self.lines[name] = (chance.choice(self.labels), rank, heads)
            elif what < 0.9:
                one, other = chance.choice(self.names), self.lines.get(name)
                if other and one in self.lines and self.fixed not in (one, name):  # two lines exchange their labels
                    self.lines[name] = (*self.lines[one][:2], heads)
                    self.lines[one] = (*other[:2], self.lines[one][2])
            elif self.header["kind"] != "graph" and name != self.fixed:
                self.lines.pop(name, None)
            now = self.count_faults()
            if now > best:
                self.lines = before
                continue
            best = now
            yield self.header, as_body(self.lines)


def forge_graphs(chance: Random) -> Iterator[Forgery]:
    """All of two vertices with ranks up to 2, then larger ones with every false label of every vertex."""
    sorts = (("values", "normal", "012*"), ("outcomes", "normal", "PND"), ("outcomes", "misere", "PND"))
    for heads in product(*[[(), ("a",), ("b",), ("a", "b")]] * 2):
        graph = dict(zip("ab", heads, strict=True))
        for of, play, letters in sorts:
            header, truth = {"kind": "graph", "play": play, "of": of}, true_labels(graph, of, play)
            for one, other in product(product(letters, range(3)), repeat=2):
                if (one[0], other[0]) != (truth["a"], truth["b"]):
                    yield header, as_body({"a": (*one, graph["a"]), "b": (*other, graph["b"])})
    while True:
        names = "abcdef"[: chance.randint(3, 6)]
        graph = {v: tuple(w for w in names if chance.random() < 0.4) for v in names}
        of, play, letters = chance.choice(sorts)
        truth = true_labels(graph, of, play)
        for v in names:
            for wrong in {*letters} - {truth[v]}:
                start: Lines = {w: (truth[w], chance.randrange(8), graph[w]) for w in names}
                start[v] = (wrong, chance.randrange(8), graph[v])
                yield from Climb({"kind": "graph", "play": play, "of": of}, start, v, letters, names).steps(chance)


def true_labels(graph: dict[str, tuple[str, ...]], of: str, play: str) -> dict[str, str]:
    if of == "outcomes":
        return loops.outcomes(graph, play == "misere")
    return {v: "*" if isinstance(value, Infinity) else str(value) for v, value in loops.values(graph).items()}


def claims(of: str) -> list[tuple[dict[str, Any], list[str]]]:
    """What may be said of a game, and the labels of the first position that say it."""
    if of == "outcomes":
        return [({"outcome": it}, [it]) for it in "PND"]
    infinite = [({"infinity": [*some]}, ["*"]) for count in range(3) for some in combinations(range(2), count)]
    numbers = [({"nimber": n}, [str(n)]) for n in range(4)]
    return [
        ({"outcome": "P"}, ["0"]),
        ({"outcome": "N"}, ["1", "2", "*"]),
        ({"outcome": "D"}, ["*"]),
        *numbers,
        *infinite,
    ]


def is_false(game: str, misere: bool, claim: dict[str, Any]) -> bool:
    known = certificates.facts(game, misere)
    return any(known.get(key) != value for key, value in claim.items())


def forge_labels(chance: Random) -> Iterator[Forgery]:
    """Games with cycles, alone and beside a heap, and every false claim about them."""
    ended = ["nim(2)", "kayles(3)", "sos(3)", "nim(1) + kayles(2)"]
    while True:
        names = "abcd"[: chance.randint(2, 4)]
        arrows = {v: [w for w in names if chance.random() < 0.45] for v in names}
        graph = "; ".join(f"{v}: {' '.join(heads)}" for v, heads in arrows.items() if heads) or "a: b"
        text = f"digraph({graph})(a)" if "a" in graph else ended[0]
        text = str(parse(chance.choice([text, text, f"{text} + nim(1)", chance.choice(ended)])))
        misere = chance.random() < 0.4 and "sos" not in text
        truth, body = true_certificate(lambda out, t=text, m=misere: make.certify_game(parse(t), out, "labels", m))  # type: ignore[misc]
        lines = read_lines(body)
        (first,) = checker.Positions(Certificate(truth, cast(Any, b""), 0, Budget())).first()
        ofs = ["outcomes"] if truth["of"] == "outcomes" else ["values", "outcomes"]
        for of in ofs:
            letters = "PND" if of == "outcomes" else "012*"
            start = (
                lines if of == truth["of"] else {v: (chance.choice(letters), r, h) for v, (_, r, h) in lines.items()}
            )
            for claim, roots in claims(of):
                if is_false(text, misere, claim):
                    lie = start | {first: (chance.choice(roots), chance.randrange(8), ())}
                    yield from Climb(
                        truth | {"claim": claim, "of": of}, lie, first, letters, [*lies_names(lie, chance)]
                    ).steps(chance)


def lies_names(lines: Lines, chance: Random) -> Iterator[str]:
    """The names that are changed, and one of another game."""
    yield from lines
    yield chance.choice(("nim(0)", "kayles(1)", "nim(1,1)"))


def forge_nimbers(chance: Random) -> Iterator[Forgery]:
    """Small games, every false claim about each, from its true lines, those of other games, and none."""
    texts = ["nim(2)", "nim(2,1)", "nim(1) + nim(2)", "kayles(3)", "kayles(2,2)", "cram(2x2)", "grundys_game(4)"]
    texts += ["subtraction(2)(3)", "ruler(HH)", "digraph(a: b; b: a)(a)", "selective(nim(1), nim(1))", "sos(3)"]
    every = Lines()
    while True:
        for text in texts:
            misere = chance.random() < 0.4 and text != "sos(3)"
            trusted = chance.choice((("moves",), ("moves", "parts"), ("moves", "parts", "canonical")))
            header, lines = true_lines(text, misere, trusted)
            every |= lines
            outcomes: list[dict[str, Any]] = [{"outcome": "P"}, {"outcome": "N"}]
            numbers: list[dict[str, Any]] = [{"nimber": n} for n in range(0 if misere or text == "sos(3)" else 5)]
            for claim in [*outcomes, *numbers]:
                if is_false(text, misere, claim):
                    start = chance.choice((lines, {}, every))
                    names = [*{**lines, **dict.fromkeys(chance.sample(sorted(every), 2) if len(every) > 1 else [])}]
                    yield from Climb(header | {"claim": claim}, start, "", "01234", names or ["nim(0)"]).steps(chance)


@cache
def true_lines(text: str, misere: bool, trusted: tuple[str, ...]) -> tuple[Header, Lines]:
    """The header for a game, and the true lines of all its positions as far as it has a proof by lines."""
    game = parse(text)
    rules = [summand.ruleset for summand in game.summands]
    ends = all(it.finite and it.board.kind != "compound" for it in rules) and "parts" in trusted
    names, todo = Lines(), list[str]()
    header = {
        "kind": "nimbers",
        "game": text,
        "play": "misere" if misere else "normal",
        "trusted": [*trusted, *(["finite"] if ends else [])],
        "rules": rules_of(text),
        "claim": {"outcome": "N"},
    }
    positions = checker.Positions(Certificate(header, cast(Any, b""), 0, Budget()))
    todo = positions.first()
    below = dict[str, list[list[str]]]()
    while todo:
        name = todo.pop()
        if name not in below and name != checker.LOST_END:
            below[name] = positions.options(name)
            todo += [unit for option in below[name] for unit in option]
    for rank in range(len(below)):  # a position is known after all that follow from it; those in cycles never are
        known = {name: int(label) for name, (label, _, _) in names.items()} | {checker.LOST_END: 0}
        for name, options in below.items():
            if name not in names and all(unit in known for option in options for unit in option):
                value = mex(reduce(xor, (known[unit] for unit in option), 0) for option in options)
                names[name] = (str(value), rank, ())
    return header, names or dict.fromkeys(below, ("0", 0, ()))


TURNS: tuple[tuple[str, str | None, tuple[str, ...]], ...] = (
    ("nimstring(0-1,0-1,1-2)", "nimber", ("moves",)),
    ("nimstring(0-1) + nim(1)", "nimber", ("moves",)),
    ("nimstring(0-1,0-2)", "nimber", ("moves", "parts")),
    ("nimstring(0-2,1-2)", "nimber", ("moves", "parts", "canonical")),
    ("nimstring(0-2,1-2) + nimstring(0-2,1-2)", "nimber", ("moves", "parts", "canonical")),
    ("nimstring(0-1,1-2,0-2,1-2)", "nimber", ("moves", "canonical")),
    ("top_entails(2)", "nimber", ("moves",)),
    ("top_entails(3!)", None, ("moves",)),
    ("top_entails(4!,2)", None, ("moves", "parts")),
    ("top_entails(3,2) + nim(1)", "nimber", ("moves", "parts")),
)
POINTS: tuple[tuple[str, str | None, tuple[str, ...]], ...] = (
    ("dots_and_boxes(0-1,1-2)", "margin", ("moves",)),
    ("dots_and_boxes(0-1,1-2,0-2)", "margin", ("moves", "canonical")),
    ("dots_and_boxes(0-1,0-1,1-2)", "margin", ("moves",)),
    ("dots_and_boxes(0-1,0-2,1-2,1-3)", "margin", ("moves", "canonical")),
)


@cache
def true_turns(text: str, kind: str | None, trusted: tuple[str, ...]) -> tuple[Header, Lines]:
    header, body = true_certificate(lambda out: make.certify_game(parse(text), out, kind, False, trusted))
    return header, read_lines(body)


def forge_turns(
    games: tuple[tuple[str, str | None, tuple[str, ...]], ...], claims: list[dict[str, Any]], labels: Sequence[str]
) -> Callable[[Random], Iterator[Forgery]]:
    """Every false claim about games in which players need not alternate, from true lines, those of others, and none."""

    def forge(chance: Random) -> Iterator[Forgery]:
        every = Lines()
        while True:
            for about in games:
                header, lines = true_turns(*about)
                every |= lines
                for claim in claims:
                    if is_false(about[0], False, claim):
                        names = [*lines, *chance.sample(sorted(every), min(2, len(every)))]
                        start = chance.choice((lines, {}, every))
                        yield from Climb(header | {"claim": claim}, start, "", labels, names).steps(chance)

    return forge


OUTCOMES: list[dict[str, Any]] = [{"outcome": it} for it in "PND"]
NIMBERS: list[dict[str, Any]] = [{"nimber": it} for it in (0, 1, 2, 3, "loony")]
MARGINS: list[dict[str, Any]] = [{"margin": it} for it in range(-3, 4)]
forge_entailing = forge_turns(
    TURNS, [*OUTCOMES, *NIMBERS], ("0", "1", "2", "loony", "!0", "!1", "!2", "!3", "!-1", "!-2", "!-3")
)
forge_margins = forge_turns(
    POINTS, [*OUTCOMES, *MARGINS], [f"{low}..{high}" for low in ("", -2, -1, 0, 1, 2) for high in ("", -1, 0, 1, 2)]
)


# --- Tables -----------------------------------------------------------------------------------------------------------

HEAPS: tuple[str, ...] = (
    "nim",
    "kayles",
    "subtraction(1,2)",
    "subtraction(2,3)",
    "octal(0.137)",
    "octal(0.07)",
    "subtraction(odd)",
)
HEAPS += ("grundys_game", "subtraction(2,5+)", "octal(0.26)")
LISTED = 26  # heaps


def values_header(
    ruleset: str, count: int, period: list[int] | None, heap: int | None = None, nimber: int = 0
) -> Header:
    rules = parse_ruleset(ruleset)
    return {
        "kind": "values",
        "trusted": ["moves", "code"],
        "rules": rules_of(f"{rules}(1)"),
        "tables": [{"ruleset": str(rules), "width": 2, "count": count, "period": period}],
        "game": None if heap is None else f"{rules}({heap})",
        "claim": None if heap is None else {"nimber": nimber},
    }


def as_numbers(values: Sequence[int]) -> bytes:
    return np.array(values, "<u2").tobytes()


def forge_values(chance: Random) -> Iterator[Forgery]:
    """Every value of a heap but the true one, with larger heaps reckoned from it; every period that is none."""
    for ruleset in HEAPS:
        known = certificates.nimbers(ruleset)
        for heap, wrong in product(range(10), range(6)):
            if wrong != known[heap]:
                yield values_header(ruleset, LISTED, None), as_numbers(with_lie(ruleset, {heap: wrong}))
                yield values_header(ruleset, 80, None, 90, wrong), as_numbers(known)
                yield values_header(ruleset, heap + 1, [0, heap + 1, 0], heap, wrong), as_numbers(known[: heap + 1])
    while True:
        ruleset, count = chance.choice(HEAPS), chance.randrange(1, LISTED)
        known = certificates.nimbers(ruleset)
        start, period, saltus = chance.randrange(6), chance.randrange(1, 9), chance.choice((0, 0, 0, 1, 2, 3, 4))
        values, what = known[:count], chance.random()
        if what < 0.2:
            values = with_lie(ruleset, {chance.randrange(count): chance.randrange(6)})[:count]
        elif what < 0.4:  # the table goes on as the period says, though the values do not
            for n in range(min(count, start + period), count):
                values[n : n + 1] = [values[n - period] + saltus]
        elif what < 0.5:
            values = certificates.nimbers(chance.choice(HEAPS))[:count]
        place = chance.choice((None, None, chance.randrange(79)))
        nimber = 0 if place is None else period_value(values, start, period, saltus, place)
        holds = all(known[n + period] == known[n] + saltus for n in range(start, len(known) - period))
        if values != known[:count] or not holds or (place is not None and nimber != known[place]):
            yield values_header(ruleset, count, [start, period, saltus], place, nimber), as_numbers(values)


def with_lie(ruleset: str, lies: dict[int, int]) -> list[int]:
    """The first values of a ruleset where some are false, and the others are reckoned from these."""
    values = list[int]()
    for heap in range(LISTED):
        options = heap_options(ruleset, heap)
        values.append(lies.get(heap, mex(reduce(xor, (values[part] for part in left), 0) for left in options)))
    return values


@cache
def heap_options(ruleset: str, heap: int) -> list[tuple[int, ...]]:
    return list(cast(HeapGame, parse_ruleset(ruleset)).options(heap))


def period_value(values: Sequence[int], start: int, period: int, saltus: int, heap: int) -> int:
    """What the period says of a heap."""
    turns = max(0, (heap - start) // period)
    place = heap - turns * period
    return (values[place] if place < len(values) else 0) + turns * saltus


QUOTIENTS: tuple[tuple[str, int | None], ...] = (
    ("nim", 4),
    ("kayles", 5),
    ("subtraction(1,2)", 9),
    ("octal(0.123)", None),
    ("octal(0.07)", 7),
    ("nim", 3),
)
QUOTIENTS += (("octal(0.3)", None), ("subtraction(1,2)", None))


def forge_quotients(chance: Random) -> Iterator[Forgery]:
    """All monoids of two elements, and the true ones of all rulesets with changes, or said of another."""
    for ruleset, square, losses, count in product(
        ("nim", "kayles", "octal(0.3)"), (0, 1), ([], [0], [1], [0, 1]), range(2, 5)
    ):
        for elements, period in product(product((0, 1), repeat=count - 1), (None, [0, 1], [1, 1], [1, 2], [2, 1])):
            header = quotient_header(ruleset) | {"order": 2, "lost": losses, "heaps": [0, *elements], "period": period}
            if not is_quotient(header, body := as_numbers([0, 1, 1, square])):
                yield header, body
    true = [true_quotient(*about) for about in QUOTIENTS]
    while True:
        header, body = chance.choice(true)
        order, heaps, lost = header["order"], [*header["heaps"]], {*header["lost"]}
        times = np.frombuffer(body, "<u2").reshape(order, order).copy()
        ruleset, period = header["ruleset"], header["period"]
        for _ in range(chance.randint(1, 3)):
            match chance.randrange(8):
                case 0:
                    heaps[chance.randrange(len(heaps))] = chance.randrange(order)
                case 1:
                    heaps = heaps[: chance.randint(1, len(heaps))]
                case 2:
                    heaps += [chance.choice(heaps) for _ in range(chance.randint(1, 4))]
                case 3:
                    lost ^= {chance.randrange(order)}
                case 4:
                    x, y = chance.randrange(order), chance.randrange(order)
                    times[x, y] = times[y, x] = chance.randrange(order)
                case 5 if order > 1:
                    times, heaps, lost = merge(times, heaps, lost, *sorted(chance.sample(range(order), 2)))
                    order = len(times)
                case 6:
                    period = chance.choice(([chance.randrange(5), chance.randint(1, 4)], [len(heaps) - 1, 1], [0, 1]))
                case _:
                    ruleset = chance.choice(QUOTIENTS)[0]
        lie = quotient_header(ruleset) | {"order": order, "lost": sorted(lost), "heaps": heaps, "period": period}
        if not is_quotient(lie, body := times.tobytes()):
            yield lie, body


def true_quotient(ruleset: str, to: int | None) -> Forgery:
    return true_certificate(lambda out: make.certify_quotient(parse_ruleset(ruleset), to, out))


def quotient_header(ruleset: str) -> Header:
    return {"kind": "quotient", "ruleset": ruleset, "trusted": ["moves", "code"], "rules": rules_of(f"{ruleset}(1)")}


def merge(times: Any, heaps: list[int], lost: set[int], kept: int, gone: int) -> tuple[Any, list[int], set[int]]:
    """The products after one element was put in the place of another."""
    new = np.array([kept if x == gone else x - (x > gone) for x in range(len(times))])
    rest = [x for x in range(len(times)) if x != gone]
    return new[times[np.ix_(rest, rest)]].astype("<u2"), [int(new[x]) for x in heaps], {int(new[x]) for x in lost}


def is_quotient(header: Header, body: bytes) -> bool:
    """Whether a quotient is right, as far as small sums tell; a period also by the listed heaps themselves."""
    heaps, period = header["heaps"], header["period"]
    same = not period or all(x == y for x, y in zip(heaps[period[0] :], heaps[sum(period) :], strict=False))
    return same and certificates.is_quotient(header, body)


FORGERS: dict[str, Callable[[Random], Iterator[Forgery]]] = {
    "nimbers": forge_nimbers,
    "labels": forge_labels,
    "graph": forge_graphs,
    "values": forge_values,
    "quotient": forge_quotients,
    "entailing": forge_entailing,
    "margins": forge_margins,
}
