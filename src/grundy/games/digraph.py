"""Any directed graph as a game: a piece stands on a vertex, and a move takes it along an arrow.

Every impartial game is one (Sprague 1935, Grundy 1939). Where play can go round for ever the endless play is a draw,
and Smith's values take the place of nimbers (Smith 1966; Fraenkel and Perl 1975).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from grundy.boards.digraph import Arrows, HasFollowers, Vertices, read_arrows
from grundy.core.nimbers import mex
from grundy.core.reader import Reader, ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.explain.page import Page
    from grundy.explain.prose import Field
    from grundy.explain.structure import Block

LABELLED_VERTICES = 200  # of a graph whose nimbers are shown one after the other
MOST_PARTS = 3  # that are accounted for


@dataclass(frozen=True, init=False)
class Digraph(Ruleset[str]):
    """Move the piece along an arrow of the graph; whoever cannot loses, and endless play is a draw."""

    graph: Arrows

    board = Vertices(Arrows([("a", "b")]))  # of the schema; each graph has its own
    source = "Smith 1966"
    aliases = ("digraph_cyclic",)
    example = "a"
    example_parameters = "a: b e; b: c; c: d a; d: e f; f: g; g: f d"

    def __init__(self, graph: Mapping[Any, Iterable[object]] | HasFollowers | Arrows | str) -> None:
        text_or_arrows = read_arrows(Reader(graph)) if isinstance(graph, str) else graph
        arrows = text_or_arrows if isinstance(text_or_arrows, Arrows) else Arrows.of(text_or_arrows)
        about = {"graph": arrows, "board": Vertices(arrows), "finite": arrows.is_acyclic}
        self.__dict__.update(about)  # the dataclass is frozen, and board and finite belong to this one graph

    @classmethod
    def read(cls, reader: Reader) -> Self:
        return cls(read_arrows(reader))

    def parameters(self) -> str:
        return str(self.graph)

    def check(self, position: str) -> None:
        if position not in self.graph:
            raise PositionError(f"the graph has no vertex {position}; it has {ellipsis(', '.join(self.graph), 60)}")

    def moves(self, position: str) -> Iterator[str]:
        return iter(self.graph[position])

    def why(self, parts: Sequence[str], page: "Page") -> "Iterator[Block]":
        """The labelling of all positions, from the ends of play back (Ferguson 2014, 3.3)."""
        for vertex in list(dict.fromkeys(parts))[:MOST_PARTS]:
            order = [] if page.misere or not self.finite else followers_first(self, vertex)
            if 1 < len(order) <= LABELLED_VERTICES:
                yield from why_labels(self, order, page)
            else:
                yield from page.reason(self, vertex)


def followers_first(rules: Digraph, start: str) -> list[str]:
    """The vertices that play can reach, each after all its followers; cut off where they are too many."""
    order, todo = dict[str, None](), [start]
    while todo and len(order) <= LABELLED_VERTICES:
        waiting = [to for to in rules.moves(todo[-1]) if to not in order]
        if waiting:
            todo += waiting
        else:
            order[todo.pop()] = None
    return list(order)


def why_labels(rules: Digraph, order: list[str], page: "Page") -> "Iterator[Block]":
    """The table of the vertices in the order in which they get their nimbers.

    Where nobody ever has a choice the parity of the height decides (Cairns and Ho 2009, section 5): all moves go
    between the won and the lost vertices, and no nimber is greater than 1.
    """
    values: dict[str, int] = {}
    for vertex in order:
        values[vertex] = mex(values[to] for to in rules.moves(vertex))
    yield page.say("Vertices get their nimbers from the ends of play back, each when all its followers have theirs.")
    last = order[-1]
    if len(order) > page.most_rows:
        order = [*(vertex for vertex in order if vertex in set(rules.moves(last))), last][-page.most_rows :]
    rows = [label_row(rules, vertex, values, page) for vertex in order]
    yield page.table(["vertex", "followers", "least missing", "nimber"], rows)
    if max(values.values()) <= 1:
        yield page.say(
            "No nimber is greater than 1: every move leads from a won vertex to a lost one or back, so nobody ever "
            "has a choice, and the parity of the {} moves to come decides.",
            page.fact("height", str(page.at(rules, last)), page.at(rules, last).height),
        )
    yield page.source("Ferguson 2014, 3.3")


def label_row(rules: Digraph, vertex: str, values: dict[str, int], page: "Page") -> "tuple[Field, ...]":
    followers = list(dict.fromkeys(rules.moves(vertex)))
    numbers = ", ".join(map(str, sorted({values[to] for to in followers})))
    how = page.step(f"mex{{{numbers}}} = {values[vertex]}") if followers else "no move"
    nimber = page.claim(page.at(rules, vertex), values[vertex])
    return page.quote(vertex), page.quote(" ".join(followers)), how, nimber
