"""Digraphs: the labelling of all positions, from the ends of play back (Ferguson 2014, 3.3).

Who cannot move has the nimber 0; then come, one after the other, the vertices all of whose followers have a nimber,
each with the least number that no follower has. Where nobody ever has a choice the parity of the height decides
(Cairns and Ho 2009, section 5): all moves go between the won and the lost vertices, and no nimber is greater than 1.
"""

from collections.abc import Iterator, Sequence

from grundy.core.nimbers import mex
from grundy.explain.page import MOST, Page, heaps_table, one, say, worth
from grundy.explain.prose import Fact, Field, Quote, Step
from grundy.explain.structure import Block, Source
from grundy.explain.why import plainly, why
from grundy.games.digraph import Digraph

__all__: list[str] = []

LARGE = 200  # vertices; more are not labelled before the reader's eyes


@why.register
def _(rules: Digraph, parts: Sequence[str], page: Page) -> Iterator[Block]:
    for vertex in list(dict.fromkeys(parts))[:3]:
        order = [] if page.misere or not rules.finite else inwards(rules, vertex)
        if not 1 < len(order) <= LARGE:
            yield from plainly(rules, vertex, page)
        else:
            yield from labelled(rules, order, page)


def inwards(rules: Digraph, start: str) -> list[str]:
    """The vertices that play can reach, each after all its followers."""
    order, todo = dict[str, None](), [start]
    while todo and len(order) <= LARGE:
        waiting = [to for to in rules.moves(todo[-1]) if to not in order]
        if waiting:
            todo += waiting
        else:
            order[todo.pop()] = None
    return list(order)


def labelled(rules: Digraph, order: list[str], page: Page) -> Iterator[Block]:
    """The table of the vertices in the order in which they get their nimbers."""
    values: dict[str, int] = {}
    for vertex in order:
        values[vertex] = mex(values[to] for to in rules.moves(vertex))
    yield say("Vertices get their nimbers from the ends of play back, each when all its followers have theirs.")
    shown = (
        order if len(order) <= MOST else [*(v for v in order if v in set(rules.moves(order[-1]))), order[-1]][-MOST:]
    )
    yield heaps_table(["vertex", "followers", "", "nimber"], [row(rules, vertex, values) for vertex in shown])
    if max(values.values()) <= 1:
        yield say(
            "No nimber is greater than 1: every move leads from a won vertex to a lost one or back, so nobody ever "
            "has a choice, and the parity of the {} moves to come decides.",
            Fact("height", str(one(rules, order[-1])), one(rules, order[-1]).height),
        )
    yield Source("Ferguson 2014, 3.3")


def row(rules: Digraph, vertex: str, values: dict[str, int]) -> tuple[Field, ...]:
    """A vertex, its followers, the mex of their nimbers, and its own."""
    followers = list(dict.fromkeys(rules.moves(vertex)))
    found = ", ".join(map(str, sorted({values[to] for to in followers})))
    how = Step(f"mex{{{found}}} = {values[vertex]}") if followers else "no move"
    return Quote(vertex), Quote(" ".join(followers)), how, worth(one(rules, vertex), values[vertex])
