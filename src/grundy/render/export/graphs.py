"""Game graphs for other programs: DOT (Gansner and North 2000), GraphML (Brandes and others 2002) and JSON.

Vertices are p0, p1, ..., the first of them the position that was asked for, with the position as label and with
outcome, misère outcome, nimber and height. `grundy graph` reads all three back, and so does networkx.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from grundy.solvers.retrograde import Vertex, analyse

__all__ = ["GRAPHS", "graph"]

GRAPHS = ("dot", "graphml", "json")
Graph = Mapping[str, Sequence[str]]
FACTS = ("label", "outcome", "misere", "nimber", "height")


def graph(name: str, arrows: Graph, form: str) -> str:
    """The graph with what is known of its vertices."""
    number = {v: f"p{n}" for n, v in enumerate(arrows)}
    found = analyse(arrows)
    write = {"dot": dot, "graphml": graphml, "json": listed}[form]
    return write(name, {number[v]: facts(v, found[v]) for v in arrows}, arrows_of(arrows, number))


def arrows_of(graph: Graph, number: Mapping[str, str]) -> list[tuple[str, str]]:
    """The arrows between numbered vertices."""
    return [(number[tail], number[head]) for tail, heads in graph.items() for head in heads]


def facts(name: str, vertex: Vertex) -> dict[str, str]:
    """What is known of a vertex, as texts; the height of one on a cycle is left out."""
    known = {"label": name, **{key: getattr(vertex, key) for key in FACTS[1:]}}
    return {key: str(value) for key, value in known.items() if value is not None}


def dot(name: str, vertices: Mapping[str, dict[str, str]], arrows: Sequence[tuple[str, str]]) -> str:
    """The graph in DOT."""

    def lines() -> Iterator[str]:
        yield f"digraph {json.dumps(name, ensure_ascii=False)} {{"
        for vertex, known in vertices.items():
            inner = ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in known.items())
            yield f"  {vertex} [{inner}];"
        yield from (f"  {tail} -> {head};" for tail, head in arrows)
        yield "}\n"

    return "\n".join(lines())


def graphml(name: str, vertices: Mapping[str, dict[str, str]], arrows: Sequence[tuple[str, str]]) -> str:
    """The graph in GraphML."""

    def lines() -> Iterator[str]:
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        yield from (f'  <key id="{key}" for="node" attr.name="{key}" attr.type="string"/>' for key in FACTS)
        yield f'  <graph id={quoteattr(name)} edgedefault="directed">'
        for vertex, known in vertices.items():
            inner = "".join(f'<data key="{key}">{escape(value)}</data>' for key, value in known.items())
            yield f'    <node id="{vertex}">{inner}</node>'
        yield from (f'    <edge source="{tail}" target="{head}"/>' for tail, head in arrows)
        yield "  </graph>\n</graphml>\n"

    return "\n".join(lines())


def listed(name: str, vertices: Mapping[str, dict[str, str]], arrows: Sequence[tuple[str, str]]) -> str:
    """The graph in JSON, nodes and edges as networkx writes them."""
    nodes = [{"id": vertex, **known} for vertex, known in vertices.items()]
    edges = [{"source": tail, "target": head} for tail, head in arrows]
    whole = {"directed": True, "multigraph": False, "graph": {"name": name}, "nodes": nodes, "edges": edges}
    return json.dumps(whole) + "\n"
