"""Ordered sets: a position is the tuple of the pairs (lower, upper) of neighbours in the order.

An element without neighbours stands in the tuple as a pair with itself.
"""

import re
from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain, combinations, count, pairwise, permutations
from string import ascii_lowercase
from typing import TYPE_CHECKING

from grundy.boards.graph import FreeGraph
from grundy.boards.graph_forms import Edge, Edges
from grundy.boards.graph_values import items_of
from grundy.core.board import Board, Edit, Handle, Values
from grundy.core.reader import Reader
from grundy.core.ruleset import Ruleset
from grundy.errors import NotationError

if TYPE_CHECKING:
    from grundy.render.scenes.scene import Scene

CHAIN = re.compile(r"\s*\w+\s*(<\s*\w+\s*)*")
MOST_ELEMENTS = 1_000
ORDERED = FreeGraph()
Above = dict[str, set[str]]


class Poset(Board[Edges]):
    """A finite ordered set."""

    kind = "poset"
    family = "Graphs and curves"
    notation = "chains such as a<b<c and lone elements, separated by commas"

    def read(self, reader: Reader) -> Edges:
        pairs, elements = list[Edge](), set[str]()
        while reader.next:
            start = reader.place
            chain = CHAIN.match(reader.text, reader.place, reader.stop)
            if not chain:
                raise reader.error(f"expected {self.notation}, found {reader.next_in_words()}")
            reader.place = chain.end()
            names = [name.strip() for name in chain.group().split("<")]
            if same := next((one for one, other in pairwise(names) if one == other), None):
                raise reader.error(f"{same} would be below itself; an order has no circle", start)
            pairs += [(name, name) for name in names] + [*pairwise(names)]
            elements.update(names)
            if len(elements) > MOST_ELEMENTS:
                raise reader.error(f"more than {MOST_ELEMENTS:,} elements", start)
            if not reader.take(","):
                break
        return covers(pairs)

    def of_values(self, values: Values) -> Edges:
        """Pairs of a lower and an upper element, and lone elements; or a directed graph, whose arrows go upwards."""
        pairs = [ORDERED.edge_of(item) for item in items_of(values, lone=True, directed=True)]
        names = dict.fromkeys(chain.from_iterable(pairs))
        if len(names) > MOST_ELEMENTS:
            raise NotationError(f"more than {MOST_ELEMENTS:,} elements")
        return covers([*((name, name) for name in names), *pairs])

    def show(self, position: Edges) -> str:
        return ",".join(u if u == v else f"{u}<{v}" for u, v in position)

    def tidy(self, position: Edges) -> Edges | None:
        return tuple(sorted(position)) or None

    def target(self, before: Edges, after: Edges) -> str:
        """The element that was removed: the one below all others that are gone."""
        above = above_of(before)
        gone = above.keys() - {name for pair in after for name in pair}
        return max(gone, key=lambda name: len(above[name] & gone))

    def differ(self, before: Edges, after: Edges) -> str:
        return f"remove {self.target(before, after)} and all above it"

    def handle(self, before: Edges, after: Edges) -> Handle:
        return frozenset([self.target(before, after)])

    def edits(self, position: Edges) -> Iterator[Edit[Edges]]:
        """An element or a relation more or fewer; what is between two others goes with its relations."""
        above = above_of(position)
        lone = [(name, name) for name in above]
        for n, (u, v) in enumerate(position):
            if u != v:
                yield Edit(f"part {u} and {v}", covers([*lone, *position[:n], *position[n + 1 :]]), (f"e-{u}-{v}",))
        for name in above:
            left = [pair for pair in (*lone, *position) if name not in pair]
            yield Edit(f"remove {name}", covers(left), (f"v-{name}",))
        new = next(name for name in new_names() if name not in above)
        yield Edit(f"add {new}", covers([*lone, *position, (new, new)]))
        for name in above:
            yield Edit(f"add {new} above {name}", covers([*lone, *position, (name, new)]))
        for u, v in permutations(above, 2):
            if v not in above[u] and u not in above[v]:
                yield Edit(f"put {u} below {v}", covers([*lone, *position, (u, v)]))

    def extent(self, position: Edges) -> int:
        return len(above_of(position))

    def small(self, bound: int) -> Iterator[Edges]:
        """The orders of up to four elements that are named upwards, and some of five."""
        for size in range(min(bound, 6)):
            names = "abcdef"[:size]
            every = list(combinations(names, 2))
            for chosen in range(1 << len(every)):
                pairs = [pair for i, pair in enumerate(every) if chosen >> i & 1]
                order = covers([*((name, name) for name in names), *pairs])
                if len([pair for pair in order if pair[0] != pair[1]]) == len(pairs):
                    yield order

    def scene(self, position: Edges, options: Sequence[Edges], rules: Ruleset[Edges], past: Sequence[Edges]) -> "Scene":
        from grundy.games.poset.draw import draw_poset

        return draw_poset(self, position, options)

    def lines(self, position: Edges, width: int) -> list[str]:
        from grundy.games.poset.draw import poset_lines

        return poset_lines(position, width)


def new_names() -> Iterator[str]:
    """Letters, and then letters with numbers."""
    yield from ascii_lowercase
    yield from (f"a{n}" for n in count(1))


def above_of(pairs: Sequence[Edge]) -> Above:
    """For each element those above it; an error that names an element where the order goes round."""
    up = next_above(pairs)
    above: Above = {name: set() for name in up}
    try:
        for name in TopologicalSorter(up).static_order():  # from the top downwards
            above[name] = up[name].union(*(above[other] for other in up[name]))
    except CycleError as circle:
        raise NotationError(f"{circle.args[1][0]} would be below itself; an order has no circle") from None
    return above


def next_above(pairs: Sequence[Edge]) -> Above:
    """For each element those that stand above it in a pair."""
    up: Above = {}
    for u, v in pairs:
        up.setdefault(u, set()).update({v} - {u})
        up.setdefault(v, set())
    return up


def covers(pairs: Sequence[Edge]) -> Edges:
    """The pairs of neighbours in the order that these pairs generate, and the lone elements."""
    above = above_of(pairs)
    place = {name: number for number, name in enumerate(above)}
    near = {
        name: sorted(over.difference(*(above[middle] for middle in over)), key=place.__getitem__)
        for name, over in next_above(pairs).items()
    }
    upper = {other for over in near.values() for other in over}
    lone = [(name, name) for name in above if not near[name] and name not in upper]
    return (*((u, v) for u in above for v in near[u]), *lone)
