"""Why a Hackenbush picture has its value: fusion and colon, step by step.

Fusion: the vertices of a circuit may be identified; its edges become loops, worth 1 each. Colon: branches that
come together at a vertex may be replaced by one stalk of the length of their nim-sum (Berlekamp, Conway and Guy 1982).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from operator import xor

from grundy.boards.graph_forms import Edges
from grundy.core.game import Game
from grundy.explain.answer import MOST_ROWS
from grundy.explain.page import Page
from grundy.explain.prose import Fact, Quote, Step, Text, game_at, text, value_claim
from grundy.explain.structure import Block, Source, say, steps
from grundy.games.hackenbush.rules import DepthFirst, Hackenbush

MOST_REDUCED_EDGES = 60  # a larger graph is described in numbers, not reduced step by step
GROUND = Hackenbush.board.ground
Reduction = tuple[Text, Edges]  # what is done, and what is left


def explain(rules: Hackenbush, parts: Sequence[Edges], page: Page) -> Iterator[Block]:
    """Why the parts have their nimbers; in misère play, where the principles fail, by the moves."""
    if page.misere:
        yield from page.reason(rules, parts[0])
        return
    for part in parts[: MOST_ROWS if page.full else 3]:
        if is_stalk(part):
            game = game_at(rules, part)
            words = "{} is a stalk of {}: cut anywhere, it keeps any smaller number, so it is a heap of {}."
            yield say(words, game, edge_count(game, len(part)), value_claim(game, len(part)))
        elif len(part) <= MOST_REDUCED_EDGES:
            yield from explain_reduction(rules, part, page)
        else:
            yield explain_in_numbers(rules, part)
    yield Source("colon and fusion principles, Berlekamp, Conway and Guy 1982")


def is_stalk(edges: Edges) -> bool:
    degrees = Counter(end for edge in edges for end in edge)
    return degrees[GROUND] == 1 and len(degrees) == len(edges) + 1 and max(degrees.values()) <= 2


def edge_count(game: Game, number: int) -> Text:
    return text("{} edge{}", Fact("edges", str(game), number), "s" * (number != 1))


def explain_reduction(rules: Hackenbush, part: Edges, page: Page) -> Iterator[Block]:
    reduction = list(reduction_steps(part))
    shown = reduction[: MOST_ROWS if page.full else 6]
    game, value = game_at(rules, part), rules.theorem(part)
    claims = [value_claim(game_at(rules, left), value) for _, left in shown if left]
    items = [text("{} {}", words, remainder(rules, left)) for words, left in shown]
    if value:
        yield say("{} comes down to a stalk of {} edge{}:", game, value_claim(game, value), "s" * (value != 1))
    else:
        yield say("{} comes down to nothing, the nimber {}:", game, value_claim(game, value))
    yield steps(items, claims, len(reduction) - len(shown))


def remainder(rules: Hackenbush, edges: Edges) -> Text:
    game = game_at(rules, edges)
    return text("Left: {}, {}.", game, edge_count(game, len(edges))) if edges else text("Nothing is left.")


def explain_in_numbers(rules: Hackenbush, part: Edges) -> Block:
    """How many edges fusion and colon find on circuits and as bridges."""
    walk, game = DepthFirst(part), game_at(rules, part)
    on_circuits = sum(over > 0 for over in walk.over[1:]) + len(walk.back)
    return say(
        "The graph has {}. {} of them lie on circuits: fused, each counts 1. The other {} are bridges: what grows on a "
        "bridge and is worth v makes it worth v + 1. Nim-added down to the ground this gives {}.",
        edge_count(game, len(part)),
        Fact("edges on circuits", str(game), on_circuits),
        Fact("bridges", str(game), len(part) - on_circuits),
        value_claim(game, walk.values[0]),
    )


def reduction_steps(edges: Edges) -> Iterator[Reduction]:
    """The steps of fusion and colon, from a graph down to a stalk or to nothing."""
    for circuit in circuits(edges):
        edges, words = fuse(edges, circuit)
        yield words, edges
    while True:
        walk = DepthFirst(edges)
        forks = [vertex for vertex, branches in Counter(walk.parent[1:]).items() if branches > 1]
        if not forks:
            return
        edges, words = prune(walk, max(forks))  # above the last fork of the walk there is no other
        yield words, edges


def circuits(edges: Edges) -> list[list[str]]:
    """The sets of vertices that circuits connect, the one with the ground last."""
    walk = DepthFirst(edges)
    names = vertex_names(walk)
    leader = list(range(len(names)))
    for vertex in range(1, len(names)):
        if walk.over[vertex]:
            leader[vertex] = leader[walk.parent[vertex]]
    groups: dict[int, list[str]] = {}
    for vertex, name in enumerate(names):
        groups.setdefault(leader[vertex], []).append(name)
    with_loops = {u for u, v in edges if u == v}
    return [group for _, group in sorted(groups.items(), reverse=True) if len(group) > 1 or with_loops & set(group)]


def vertex_names(walk: DepthFirst) -> list[str]:
    names = [GROUND]
    for vertex in range(1, len(walk.parent)):
        u, v = walk.position[walk.stem[vertex]]
        names.append(v if u == names[walk.parent[vertex]] else u)
    return names


def fuse(edges: Edges, circuit: list[str]) -> tuple[Edges, Text]:
    """The graph after the vertices of a circuit are identified, its loops cancelled in pairs; and what was done."""
    inside, to = set(circuit), circuit[0]
    loops = sum(u in inside and v in inside for u, v in edges)
    others = (
        (to if u in inside else u, to if v in inside else v) for u, v in edges if not (u in inside and v in inside)
    )
    taken = {name for edge in edges for name in edge}
    leaf = next(name for i in range(len(taken) + 1) if (name := f"leaf{i or ''}") not in taken)
    ground = ", the ground among them," if GROUND in circuit and len(circuit) > 1 else ""
    names = Quote(", ".join([*circuit[:8], *["..."][: len(circuit) > 8]]))
    who = text("Fuse {}{} to one vertex", names, ground) if len(circuit) > 1 else text("At {}", Quote(to))
    number = Fact("edges within", f"{', '.join(circuit)} of {Hackenbush.board.show(edges)}", loops)
    become = "edges become loops" if loops > 1 else "edge becomes a loop"
    words = text("{}: {} {}, worth 1 each, together {}.", who, number, become, Step(f"{loops} mod 2 = {loops % 2}"))
    return (*others, *([(to, leaf)] if loops % 2 else [])), words


def prune(walk: DepthFirst, fork: int) -> tuple[Edges, Text]:
    """The tree with the stalks at a fork replaced by one; and what was done."""
    end, above = walk.end[fork], vertex_names(walk)[fork : walk.end[fork]]
    lengths = [walk.end[vertex] - vertex for vertex in range(fork + 1, end) if walk.parent[vertex] == fork]
    total = reduce(xor, lengths)
    pruned = set(above[1:])
    rest = tuple(edge for edge in walk.position if pruned.isdisjoint(edge))
    at = text("the ground") if fork == 0 else text("vertex {}", Quote(above[0]))
    branches = Step(f"{' ⊕ '.join(map(str, lengths))} = {total}")
    then = "put one stalk of that length there" if total else "they cancel"
    return rest + tuple(pairwise(above[: total + 1])), text("At {} branches of {}: {}.", at, branches, then)
