"""Graphs: Hackenbush by fusion and colon, step by step, and the shapes of node removal that are heaps.

Fusion: the vertices of a circuit may be brought together; its edges become loops, worth 1 each. Colon: branches that
come together at a vertex may be replaced by one stalk of the length of their nim-sum (Berlekamp, Conway and Guy 1982).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from operator import xor

from grundy.boards.graph import Rooted
from grundy.boards.graph_forms import Edges, neighbours
from grundy.core.game import Game
from grundy.explain.page import MOST, Page, heaps_table, one, say, steps, worth
from grundy.explain.prose import Fact, Field, Quote, Step, Text, text
from grundy.explain.structure import Block, Source
from grundy.explain.why import plainly, why
from grundy.games.hackenbush import Hackenbush, Walk
from grundy.games.node_removal import NodeRemoval, heap_for

__all__ = ["reductions"]

LARGE = 60  # edges; a larger graph is not reduced before the reader's eyes
GROUND = Rooted.ground
Reduction = tuple[Text, Edges]  # what was done, and what is left


@why.register
def _(rules: Hackenbush, parts: Sequence[Edges], page: Page) -> Iterator[Block]:
    if page.misere:
        yield from plainly(rules, parts[0], page)
        return
    for part in parts[: MOST if page.full else 3]:
        if is_stalk(part):
            yield stalk(rules, part)
        elif len(part) <= LARGE:
            yield from reduced(rules, part, page)
        else:
            yield from in_large(rules, part)
    yield Source("colon and fusion principles, Berlekamp, Conway and Guy 1982")


def is_stalk(edges: Edges) -> bool:
    """Whether the edges form a path that begins at the ground."""
    degrees = Counter(end for edge in edges for end in edge)
    return degrees[GROUND] == 1 and len(degrees) == len(edges) + 1 and max(degrees.values()) <= 2


def stalk(rules: Hackenbush, part: Edges) -> Block:
    """What a stalk is worth."""
    game = one(rules, part)
    words = "{} is a stalk of {}: cut anywhere, it keeps any smaller number, so it is a heap of {}."
    return say(words, game, edges_of(game, len(part)), worth(game, len(part)))


def edges_of(game: Game, number: int) -> Text:
    """So many edges."""
    return text("{} edge{}", Fact("edges", str(game), number), "s" * (number != 1))


def reduced(rules: Hackenbush, part: Edges, page: Page) -> Iterator[Block]:
    """The steps from a graph to a stalk, each with what is left."""
    reduction = list(brought_down(part))
    shown = reduction[: MOST if page.full else 6]
    game, value = one(rules, part), rules.theorem(part)
    claims = [worth(one(rules, left), value) for _, left in shown if left]
    items = [text("{} {}", told, left_over(rules, left)) for told, left in shown]
    if value:
        yield say("{} comes down to a stalk of {} edge{}:", game, worth(game, value), "s" * (value != 1))
    else:
        yield say("{} comes down to nothing, the nimber {}:", game, worth(game, value))
    yield steps(items, claims, len(reduction) - len(shown))


def left_over(rules: Hackenbush, edges: Edges) -> Text:
    """What is left after a step."""
    game = one(rules, edges)
    return text("Left: {}, {}.", game, edges_of(game, len(edges))) if edges else text("Nothing is left.")


def in_large(rules: Hackenbush, part: Edges) -> Iterator[Block]:
    """What fusion and colon find in a large graph, in numbers."""
    walk, game = Walk(part), one(rules, part)
    rings = sum(over > 0 for over in walk.over[1:]) + len(walk.back)
    yield say(
        "The graph has {}. {} of them lie on circuits: fused, each counts 1. The other {} are bridges: what grows on a "
        "bridge and is worth v makes it worth v + 1. Nim-added down to the ground this gives {}.",
        edges_of(game, len(part)),
        Fact("edges on circuits", str(game), rings),
        Fact("bridges", str(game), len(part) - rings),
        worth(game, walk.values[0]),
    )


def reductions(edges: Edges) -> Iterator[tuple[str, Edges]]:
    """The steps of fusion and colon in plain words, each with what is left."""
    return ((told.plain, left) for told, left in brought_down(edges))


def brought_down(edges: Edges) -> Iterator[Reduction]:
    """The steps of fusion and colon, from a graph down to a stalk or to nothing."""
    for group in circuits(edges):
        edges, told = fused(edges, group)
        yield told, edges
    while (fork := highest_fork(edges)) is not None:
        edges, told = pruned(edges, fork)
        yield told, edges


def circuits(edges: Edges) -> list[list[str]]:
    """The sets of vertices that circuits hold together, the one with the ground last."""
    walk = Walk(edges)
    names = vertex_names(walk)
    leader = list(range(len(names)))
    for vertex in range(1, len(names)):
        if walk.over[vertex]:
            leader[vertex] = leader[walk.parent[vertex]]
    groups: dict[int, list[str]] = {}
    for vertex, name in enumerate(names):
        groups.setdefault(leader[vertex], []).append(name)
    looped = {u for u, v in edges if u == v}
    return [group for _, group in sorted(groups.items(), reverse=True) if len(group) > 1 or looped & set(group)]


def vertex_names(walk: Walk) -> list[str]:
    """The names of the vertices in the order of the walk."""
    names = [GROUND]
    for vertex in range(1, len(walk.parent)):
        u, v = walk.position[walk.stem[vertex]]
        names.append(v if u == names[walk.parent[vertex]] else u)
    return names


def fused(edges: Edges, group: list[str]) -> tuple[Edges, Text]:
    """The graph after the vertices of a group are brought together, its loops cancelled in pairs."""
    inside, to = set(group), group[0]
    loops = sum(u in inside and v in inside for u, v in edges)
    others = (
        (to if u in inside else u, to if v in inside else v) for u, v in edges if not (u in inside and v in inside)
    )
    taken = {name for edge in edges for name in edge}
    leaf = next(name for i in range(len(taken) + 1) if (name := f"leaf{i or ''}") not in taken)
    return (*others, *([(to, leaf)] if loops % 2 else [])), fusion(edges, group, loops)


def fusion(edges: Edges, group: list[str], loops: int) -> Text:
    """What fusing a group does, in words."""
    ground = ", the ground among them," if GROUND in group and len(group) > 1 else ""
    names = Quote(", ".join([*group[:8], *["..."][: len(group) > 8]]))
    who = text("Fuse {}{} to one vertex", names, ground) if len(group) > 1 else text("At {}", Quote(group[0]))
    written = ",".join("-".join(edge) for edge in edges)
    number = Fact("edges within", f"{', '.join(group)} of {written}", loops)
    become = "edges become loops" if loops > 1 else "edge becomes a loop"
    return text("{}: {} {}, worth 1 each, together {}.", who, number, become, Step(f"{loops} mod 2 = {loops % 2}"))


def highest_fork(edges: Edges) -> str | None:
    """A vertex of a tree where branches come together that have no forks themselves."""
    walk = Walk(edges)
    names, forks = vertex_names(walk), Counter(walk.parent[1:])
    found = max((vertex for vertex, branches in forks.items() if branches > 1), default=None)
    return None if found is None else names[found]


def pruned(edges: Edges, fork: str) -> tuple[Edges, Text]:
    """The tree with the stalks at a fork replaced by one."""
    walk = Walk(edges)
    names = vertex_names(walk)
    place = names.index(fork)
    end = walk.end[place]
    children = [vertex for vertex in range(place + 1, end) if walk.parent[vertex] == place]
    lengths = [walk.end[child] - child for child in children]
    total = reduce(xor, lengths)
    above = set(names[place + 1 : end])
    stalk = [fork, *names[place + 1 : end]][: total + 1]
    rest = tuple(edge for edge in edges if not above & set(edge))
    added = tuple(pairwise(stalk))
    at = text("the ground") if fork == GROUND else text("vertex {}", Quote(fork))
    branches = Step(f"{' ⊕ '.join(map(str, lengths))} = {total}")
    then = "put one stalk of that length there" if total else "they cancel"
    return rest + added, text("At {} branches of {}: {}.", at, branches, then)


@why.register
def _(rules: NodeRemoval, parts: Sequence[Edges], page: Page) -> Iterator[Block]:
    rows, rest = list[tuple[Field, ...]](), list[Edges]()
    for part in parts[:MOST]:
        heap = None if page.misere else heap_for(part)
        value = page.value(heap) if heap else None
        if heap and value is not None:
            game = one(rules, part)
            same = text("{}, worth {}", heap, worth(heap, value))
            rows.append((game, shape(game, part), same, worth(game, value)))
        else:
            rest.append(part)
    if rows:
        yield say("Paths, cycles, stars and complete graphs are heaps in disguise.")
        yield heaps_table(["component", "shape", "as", "nimber"], rows)
        yield say(
            "An end of a path takes one edge with it, an inner vertex two, and the rest may fall apart: the octal "
            "game 0.37. On a "
            "cycle every move leaves a path with two edges less. A star loses its centre, and with it everything, or "
            "a leaf. A "
            "complete graph only ever loses a vertex."
        )
        yield Source(rules.cited("disguise"))
    for part in rest[:2]:
        yield from plainly(rules, part, page)


def shape(game: Game, part: Edges) -> Text:
    """The shape of a component in words."""
    degrees = [len(around) for around in neighbours(part).values()]
    edges = edges_of(game, len(part))
    if max(degrees) <= 2:
        return text("path of {}" if len(part) < len(degrees) else "cycle of {}", edges)
    if max(degrees) == len(part):
        return text("star of {} leaves", Fact("edges", str(game), len(part)))
    return text("complete graph on {} vertices", Fact("vertices", str(game), len(degrees)))
