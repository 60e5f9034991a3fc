"""Small certificates of every kind, and whether what one says is true, by the definition."""

from collections.abc import Callable
from functools import cache, reduce
from hashlib import sha256
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import loops
import numpy as np

from grundy import parse
from grundy.boards.heaps import HeapGame
from grundy.core.budget import Budget
from grundy.core.game import Game
from grundy.core.values import Infinity
from grundy.explain import checker
from grundy.explain.certificates import make
from grundy.explain.checker import SEAL, Certificate
from grundy.expressions import parse_ruleset
from grundy.solvers import search

LOOP = "digraph(a: b e; b: c; c: d a; d: e f; f: g; g: f d; h: i; i: h)"
ARROWS = "a: b e\nb: c\nc: d a\nd: e f\nf: g\ng: f d\nh: i\ni: h\n"
DAG = "a: b t\nb: c t\nc: t\nd: a b c\n"
CALLS: dict[str, Callable[[Path], object]] = {}
SUMMED_HEAPS = 8  # sizes of the heaps in sums that are looked at


def game(text: str, kind: str | None = None, misere: bool = False, trusted: tuple[str, ...] | None = None) -> None:
    """Note a certificate about a game."""
    name = f"{text} {kind or ''} {'misère' if misere else ''} {' '.join(trusted or ())}"
    CALLS[name] = lambda out: make.certify_game(parse(text), out, kind, misere, trusted)


ALL = ("moves", "parts", "canonical")
for text in (
    "nim(3,2)",
    "nim(3) + nim(3)",
    "kayles(10^30,3) + nim(10^20) + octal(0.26)(77)",
    "grundys_game(120,20)",
    "sprouts(2)",
    "kayles(5) + nim(2)",
    "chomp(2x3)",
    "sos(4)",
    "treblecross(5)",
    "conjunctive(nim(2), kayles(3))",
):
    game(text)
for text in ("kayles(6,2)", "cram(2x4)"):
    game(text, "nimber")
    game(text, "nimber", trusted=ALL)
    game(text, misere=True)
    game(text, misere=True, trusted=ALL)
for vertex in "ah":
    game(f"{LOOP}({vertex})")
    game(f"{LOOP}({vertex})", misere=True)
game(f"{LOOP}(h) + nim(2)")
game(f"{LOOP}(b) + {LOOP}(d)")
game(f"{LOOP}(a) + {LOOP}(a)", misere=True)
game("kayles(4)", "labels")
for text in ("nimstring(0-1,0-1,1-2)", "nimstring(1x2) + nim(1)", "top_entails(4,3)", "top_entails(3!,2)"):
    game(text)
    game(text, trusted=ALL)
game("nimstring(0-2,1-2)", "nimber")
game("dots_and_boxes(1x2)", "margin")
game("dots_and_boxes(0-1,1-2,0-2)", trusted=ALL)
game("boxing_match(3x3)", trusted=ALL)
game("sprouts(2)", misere=True)
game("node_kayles(grid 2x3)", trusted=ALL, misere=True)


def graph(arrows: str, kind: str | None, misere: bool) -> None:
    """Note a certificate about a graph in a file."""

    def call(out: Path) -> object:
        source = out.with_suffix(".edges")
        source.write_text(arrows)
        return make.certify_graph(str(source), out, kind, misere)

    CALLS[f"{arrows[:6]!r} {kind} {misere}"] = call


for arrows in (ARROWS, DAG):
    graph(arrows, None, False)
    graph(arrows, "outcome", False)
    graph(arrows, None, True)


def ruleset(text: str, maker: Callable[..., object], to: int | None) -> None:
    """Note a certificate about a ruleset."""
    CALLS[f"{text} {maker.__name__} {to}"] = lambda out: maker(parse_ruleset(text), to, out)


for text in ("octal(0.137)", "grundys_game", "hexadecimal(0.8F)", "lasker_nim"):
    ruleset(text, make.certify_values, 24)
GROWING = ("lasker_nim", "hexadecimal(0.3F)", "hexadecimal(0.8)", "hexadecimal(0.C)", "hexadecimal(0.9F)")
for text in ("octal(0.26)", "subtraction(1,3,4)", "subtraction(odd)", "subtraction(2, 5+)", "nim", *GROWING):
    ruleset(text, make.certify_values, None)
ruleset("kayles", make.certify_quotient, 6)
ruleset("octal(0.123)", make.certify_quotient, None)
ruleset("nim", make.certify_quotient, 5)


def reseal(path: Path, header: bytes, body: bytes) -> None:
    """Write a certificate with a checksum that is right."""
    rest = header + b"\n" + body
    path.unlink(missing_ok=True)  # a new file is written without waiting for the disk, which takes 2 ms on ext4
    path.write_bytes(SEAL % int(sha256(rest).hexdigest(), 16) + rest)


def split(path: Path) -> tuple[bytes, bytes]:
    """The header and the body of a certificate."""
    _, header, body = path.read_bytes().split(b"\n", 2)
    return header, body


def is_true(path: Path) -> bool:
    """Whether what a certificate says holds, whatever it brings forward for it."""
    file = checker.read(path, Budget())
    if file.header.get("game"):
        known = facts(file.header["game"], file.header.get("play") == "misere")
        claimed = all(known.get(key) == value for key, value in file.header["claim"].items())
        return claimed and (file.kind != "values" or values_are_true(file, path))
    if file.kind == "graph":
        return labels_are_true(file, path)
    return quotient_is_true(file, path) if file.kind == "quotient" else values_are_true(file, path)


@cache
def facts(text: str, misere: bool) -> dict[str, object]:
    """The outcome of a game, and its value under normal play, from nothing but moves; of large heaps by the solver."""
    whole = parse(text)
    if any(summand.ruleset.scored or summand.ruleset.entails() for summand in whole.summands):
        return facts_of_turns(whole)
    heaps = [part for part in whole.parts() if isinstance(part.summands[0].ruleset, HeapGame)]
    if any(len(str(heap.summands[0].position)) > 5 for heap in heaps) and not misere:
        return {"outcome": whole.outcome, "nimber": whole.nimber}
    start = tuple(summand.position for summand in whole.summands)
    rules = [summand.ruleset for summand in whole.summands]
    graph: dict[Any, list[Any]] = {}
    ended: dict[Any, str] = {}
    todo = [start]
    while todo:
        key = todo.pop()
        ends = [end for r, position in zip(rules, key, strict=True) if (end := r.terminal(position))]
        moves = [(i, to) for i, r in enumerate(rules) for to in ([] if ends else r.moves(key[i]))]
        graph[key] = [(*key[:i], to, *key[i + 1 :]) for i, to in moves]
        ended |= {key: ends[0]} if ends else {}
        todo += [head for head in graph[key] if head not in graph]
    found: dict[str, object] = {"outcome": outcomes(graph, ended, misere)[start]}
    if not misere and not ended:
        value = loops.values(graph)[start]
        found |= {"infinity": sorted(value.reached)} if isinstance(value, Infinity) else {"nimber": value}
    return found


HIGHEST_NIMBER = 12  # that is tried beside a game with moves that entail


def facts_of_turns(whole: Game) -> dict[str, object]:
    """The facts about a game whose moves entail, from the whole tree of play; its nimber by the heaps beside it."""
    if whole.summands[0].ruleset.scored:
        margin = search.margin(whole)
        return {"margin": margin, "outcome": "N" if margin > 0 else "P" if margin < 0 else "D"}
    found: dict[str, object] = {"outcome": "N" if is_won(whole) else "P"}
    if not whole.entailed():
        lost = [n for n in range(HIGHEST_NIMBER) if not is_won(whole + parse(f"nim({n})"))]
        assert len(lost) <= 1
        found["nimber"] = lost[0] if lost else "loony"
    return found


@cache
def is_won(whole: Game) -> bool:
    """Whether some move wins, by the turns that the rules say."""
    return any(is_won(move.game.put(move.index, move.position)) == move.goes_on for move in whole.each_move())


def outcomes(graph: loops.Graph, ended: dict[Any, str], misere: bool) -> dict[Any, str]:
    """The outcomes where some ends are decided by a pattern."""
    flip = {"P": "N", "N": "P", "D": "D"}
    label = dict.fromkeys(graph, "D") | ({v: flip[end] for v, end in ended.items()} if misere else ended)
    for _ in graph:
        label |= {v: loops.outcome([label[w] for w in graph[v]], misere) for v in graph if v not in ended}
    return label


def labels_are_true(file: Certificate, path: Path) -> bool:
    """Whether all vertices of a graph have their outcomes, or values."""
    lines = [line.split("\t") for line in split(path)[1].decode().splitlines()]
    graph = {name: heads for name, _, _, *heads in lines}
    if file.header["of"] == "outcomes":
        ends = loops.outcomes(graph, file.header["play"] == "misere")
        return all(ends[name] == label for name, label, *_ in lines)
    found = loops.values(graph) if graph else {}
    return all(("*" if isinstance(found[name], Infinity) else str(found[name])) == label for name, label, *_ in lines)


@cache
def nimbers(ruleset: str) -> list[int]:
    """The first values of a ruleset."""
    rules, memo = parse_ruleset(ruleset), search.Values()
    return [search.nimber(Game.of(rules, (heap,)), memo) for heap in range(80)]


def values_are_true(file: Certificate, path: Path) -> bool:
    """Whether the values are right, and the periods, as far as we look."""
    body, place = split(path)[1], 0
    for about in file.header["tables"]:
        known, count = nimbers(about["ruleset"]), about["count"]
        listed = np.frombuffer(body, f"<u{about['width']}", count, place).tolist()
        place += count * about["width"]
        if listed[: len(known)] != known[:count]:
            return False
        if about["period"]:
            start, period, saltus = about["period"]
            if any(known[n + period] != known[n] + saltus for n in range(start, len(known) - period)):
                return False
    return True


@cache
def lost_sums(ruleset: str) -> dict[tuple[int, ...], bool]:
    """Which sums of at most three heaps are lost under misère play."""
    rules, memo = parse_ruleset(ruleset), search.Labels()
    sums = [heaps for count in range(4) for heaps in combinations_with_replacement(range(SUMMED_HEAPS), count)]
    return {heaps: search.outcome(Game.of(rules, heaps), True, memo) == "P" for heaps in sums}


def quotient_is_true(file: Certificate, path: Path) -> bool:
    """Whether the table of a certificate is the misère quotient."""
    return is_quotient(file.header, split(path)[1])


def is_quotient(header: dict[str, Any], body: bytes) -> bool:
    """Whether a table tells which sums of heaps are lost, and is a monoid whose elements are all needed."""
    heaps, order, lost = header["heaps"], header["order"], {*header["lost"]}
    times = np.frombuffer(body, "<u2").reshape(order, order).tolist()
    _, period = header["period"] or (0, 0)
    while 0 < period <= len(heaps) < SUMMED_HEAPS:
        heaps = [*heaps, heaps[len(heaps) - period]]
    known = {s: it for s, it in lost_sums(header["ruleset"]).items() if max(s, default=0) < len(heaps)}
    for heap_sum, is_lost in known.items():
        if (reduce(lambda x, heap: times[x][heaps[heap]], heap_sum, 0) in lost) != is_lost:
            return False
    rows = {tuple(times[x][z] in lost for z in range(order)) for x in range(order)}
    made, new = {0}, {0}
    while new:
        new = {times[x][y] for x in new for y in {*heaps}} - made
        made |= new
    return bool(len(rows) == len(made) == order)
