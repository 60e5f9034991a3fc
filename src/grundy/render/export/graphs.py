"""Game graphs for other programs: DOT (Gansner and North 2000), GraphML (Brandes and others 2002) and JSON.

Vertices are p0, p1, ..., the first of them the position that was asked for, with the position as label and with
outcome, misère outcome, nimber and height. `grundy graph` reads all three back, and so does networkx.
"""

import json
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from grundy.solvers.retrograde import Vertex, analyse

GRAPHS = ("dot", "graphml", "json")
Graph = Mapping[str, Sequence[str]]
FACTS = ("label", "outcome", "misere", "nimber", "height")


def graph_text(name: str, arrows: Graph, form: str) -> str:
    number = {v: f"p{n}" for n, v in enumerate(arrows)}
    found = analyse(arrows)
    write = {"dot": dot, "graphml": graphml, "json": json_graph}[form]
    numbered = [(number[tail], number[head]) for tail, heads in arrows.items() for head in heads]
    return write(name, {number[v]: facts(v, found[v]) for v in arrows}, numbered)


def facts(name: str, vertex: Vertex) -> dict[str, str]:
    """What is known of a vertex, as texts; the height of one on a cycle is left out."""
    known = {"label": name, **{key: getattr(vertex, key) for key in FACTS[1:]}}
    return {key: str(value) for key, value in known.items() if value is not None}


def dot(name: str, vertices: Mapping[str, dict[str, str]], arrows: Sequence[tuple[str, str]]) -> str:
    lines = [f"digraph {json.dumps(name, ensure_ascii=False)} {{"]
    for vertex, known in vertices.items():
        inner = ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in known.items())
        lines.append(f"  {vertex} [{inner}];")
    return "\n".join([*lines, *(f"  {tail} -> {head};" for tail, head in arrows), "}\n"])


def graphml(name: str, vertices: Mapping[str, dict[str, str]], arrows: Sequence[tuple[str, str]]) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [f'  <key id="{key}" for="node" attr.name="{key}" attr.type="string"/>' for key in FACTS]
    lines.append(f'  <graph id={quoteattr(name)} edgedefault="directed">')
    for vertex, known in vertices.items():
        inner = "".join(f'<data key="{key}">{escape(value)}</data>' for key, value in known.items())
        lines.append(f'    <node id="{vertex}">{inner}</node>')
    lines += [f'    <edge source="{tail}" target="{head}"/>' for tail, head in arrows]
    return "\n".join([*lines, "  </graph>\n</graphml>\n"])


def json_graph(name: str, vertices: Mapping[str, dict[str, str]], arrows: Sequence[tuple[str, str]]) -> str:
    """The graph in JSON, nodes and edges as networkx writes them."""
    nodes = [{"id": vertex, **known} for vertex, known in vertices.items()]
    edges = [{"source": tail, "target": head} for tail, head in arrows]
    whole = {"directed": True, "multigraph": False, "graph": {"name": name}, "nodes": nodes, "edges": edges}
    return json.dumps(whole) + "\n"
